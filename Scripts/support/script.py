"""Shared code of the scripts: the location of the project, command-line arguments, and building a program."""
import argparse
import os
import random
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def parser(doc):
    """Returns a parser of arguments whose help is the script's docstring."""
    return argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)


def rounds_and_seed(doc, rounds, seed=None):
    """Parses the arguments [ROUNDS] [SEED]. Without a seed, it is random."""
    arguments = parser(doc)
    arguments.add_argument("rounds", nargs="?", type=int, default=rounds, help=f"default: {rounds}")
    arguments.add_argument("seed", nargs="?", type=int, default=seed)
    given = arguments.parse_args()
    return given.rounds, random.randrange(1 << 30) if given.seed is None else given.seed


def built(program, *options, root=ROOT):
    """Builds a program of this package, or of another checkout of it, for release.

    Returns its path.
    """
    subprocess.run(
        ["swift", "build", "-c", "release", "--product", program, *options], cwd=root, check=True,
        stdout=subprocess.DEVNULL)
    return os.path.join(root, ".build", "release", program)
