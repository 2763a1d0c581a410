#!/bin/sh
# Tests the extension and packages it: tablewright-VERSION.vsix in this directory, or the file that `-o FILE` names.
# With TABLEWRIGHT=PROGRAM the tests drive that program, too.
set -eu
[ -z "${TABLEWRIGHT-}" ] || TABLEWRIGHT=$(realpath "$TABLEWRIGHT")
cd "$(dirname "$0")"
{
  echo "Licensed under either of the Apache License 2.0 or the MIT License, as you prefer."
  cat ../../LICENSE-MIT ../../LICENSE-APACHE
} > LICENSE.txt
npm install --no-audit --no-fund
npm test
npx vsce package --allow-missing-repository "$@"
