"""What must not happen."""


class Wrong(Exception):
    """Something was lost, half told, not documented, or did not come."""
