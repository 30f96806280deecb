"""The programs that are measured."""
import argparse
import os


def build_dir(path):
    """The folder they are in, for argparse: one without them is told in a line."""
    for name in ("alead", "alea"):
        if not os.access(os.path.join(path, name), os.X_OK):
            raise argparse.ArgumentTypeError(f"there is no program {path}/{name}: make builds it")
    return path
