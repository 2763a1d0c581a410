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
