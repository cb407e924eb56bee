"""What models of all roles share: a folder of files with a manifest, weights, the graph of an encoder, a session."""
