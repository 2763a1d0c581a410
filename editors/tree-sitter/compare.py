#!/usr/bin/env python3
"""Compares a tree-sitter grammar of TableGen with Tablewright's parser.

    git clone https://github.com/felixtensor/tree-sitter-tablegen
    pip install tree-sitter
    editors/tree-sitter/compare.py tree-sitter-tablegen LLVM-SOURCES...

The grammar's parser is compiled with `cc`, Tablewright's is the example `statements` of `tablewright-syntax`. Each file
is read by both. Where both find no error, their statements and fields have to be the same, with the same first and last
byte. The table counts the files; what differs is listed, with `--all` also the files in which one finds an error.
"""

import argparse
import collections
import ctypes
import pathlib
import subprocess
import sys
import tempfile

import tree_sitter

# The statements of the grammar by the words of the example `statements`.
KINDS = {
    "include_directive": "include",
    "class_definition": "class",
    "def_definition": "def",
    "defm_definition": "defm",
    "multiclass_definition": "multiclass",
    "defset_definition": "defset",
    "deftype_definition": "deftype",
    "defvar_statement": "defvar",
    "foreach_statement": "foreach",
    "if_statement": "if",
    "let_statement": "let",
    "assert_statement": "assert",
    "dump_statement": "dump",
    "field_declaration": "field",
    "let_assignment": "body-let",
}


def grammar_parser(grammar, directory):
    """The parser that `cc` makes of a grammar's `src`."""
    library = pathlib.Path(directory, "grammar.so")
    sources = [str(path) for path in sorted(grammar.glob("src/*.c"))]
    include = f"-I{grammar / 'src'}"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", include, *sources, "-o", library], check=True)
    language = ctypes.CDLL(str(library)).tree_sitter_tablegen
    language.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return tree_sitter.Parser(tree_sitter.Language(capsule(language(), b"tree_sitter.Language", None)))


def theirs(parser, text):
    """The statements of a text, or None where the grammar finds an error."""
    tree = parser.parse(text)
    if tree.root_node.has_error:
        return None
    found, nodes = [], [tree.root_node]
    while nodes:
        node = nodes.pop()
        if node.type in KINDS:
            found.append((KINDS[node.type], node.start_byte, node.end_byte))
        nodes.extend(node.children)
    return sorted(found, key=lambda statement: statement[1:])


def ours(paths):
    """For each path the statements of its file, or None where there is an error."""
    found, current = {}, None
    command = ["cargo", "run", "--quiet", "--release", "-p", "tablewright-syntax", "--example", "statements", "--"]
    for start in range(0, len(paths), 500):
        some = [str(path) for path in paths[start : start + 500]]
        for line in subprocess.run(command + some, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines():
            word, *rest = line.split(" ", 1)
            if word == "file":
                current = rest[0]
                found[current] = []
            elif word == "error":
                found[current] = None
            elif found[current] is not None:
                first, last = rest[0].split()
                found[current].append((word, int(first), int(last)))
    return {path: sorted(list, key=lambda s: s[1:]) if list is not None else None for path, list in found.items()}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("grammar", type=pathlib.Path)
    arguments.add_argument("sources", type=pathlib.Path, nargs="+")
    arguments.add_argument("--all", action="store_true", help="list the files in which one finds an error")
    arguments = arguments.parse_args()
    paths = sorted(path for folder in arguments.sources for path in folder.rglob("*.td"))
    if not paths:
        sys.exit("there are no descriptions")
    counts, statements = collections.Counter(), 0
    mine = ours(paths)
    with tempfile.TemporaryDirectory() as directory:
        parser = grammar_parser(arguments.grammar, directory)
        for path in paths:
            text, here = path.read_bytes(), mine[str(path)]
            there = theirs(parser, text)
            if here is None or there is None:
                who = "both" if here == there else "Tablewright alone" if here is None else "the grammar alone"
                counts[f"errors found by {who}"] += 1
                if arguments.all:
                    print(f"{path}: error found by {who}")
            elif here == there:
                counts["the same statements"] += 1
                statements += len(here)
            else:
                counts["other statements"] += 1
                odd = sorted(set(here) ^ set(there), key=lambda statement: statement[1:])[0]
                whose = "Tablewright" if odd in here else "the grammar"
                line = text[: odd[1]].count(b"\n") + 1
                print(f"{path}:{line}: only {whose} has the {odd[0]} of bytes {odd[1]} to {odd[2]}")
    for what in sorted(counts):
        print(f"{counts[what]:6} files: {what}")
    print(f"{statements:6} statements and fields are the same")
    sys.exit(1 if counts["other statements"] else 0)


if __name__ == "__main__":
    main()
