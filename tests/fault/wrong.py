"""What must not happen."""


class Wrong(Exception):
    """Something was lost, half sent or not documented, or did not arrive."""
