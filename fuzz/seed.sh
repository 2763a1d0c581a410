#!/usr/bin/env bash
# Copies seeds into the corpora of the targets that read text: the fixtures of the workspace, and the
# tests of the language in the LLVM sources given. Larger files would only slow the targets down.
set -eu
cd "$(dirname "$0")"

for target in lex lossless layout parse evaluate print_records engines_text; do
  mkdir -p "corpus/$target"
  find ../tests/data ${1:+"$1/llvm/test/TableGen"} -name '*.td' -size -4k | while read -r file; do
    cp "$file" "corpus/$target/$(echo "${file#../}" | tr / -)"
  done
done

# Trees and functions of the book.
mkdir -p corpus/selections
number=0
grep -oh -- "--select '[^']*'" ../docs/src/*.md | sort -u | while read -r tree; do
  tree=${tree#--select \'}
  number=$((number + 1))
  printf '%s' "${tree%\'}" >"corpus/selections/tree-$number"
done
awk '/^define /{number++} /^define /,/^}/{print > ("corpus/selections/function-" number)}' ../docs/src/*.md
