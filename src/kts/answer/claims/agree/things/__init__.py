"""What one thing among its kin has or lacks: models in columns, codes in rows, what is withheld from one."""
