"""Mail: headers, parts and attachments."""
