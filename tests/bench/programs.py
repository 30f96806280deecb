"""The programs to measure."""
import argparse
import os


def build_dir(path):
    """Type for argparse: a folder with the programs; prints one line if they are missing."""
    for name in ("alead", "alea"):
        if not os.access(os.path.join(path, name), os.X_OK):
            raise argparse.ArgumentTypeError(f"there is no program {path}/{name}: make builds it")
    return path
