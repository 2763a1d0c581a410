#!/usr/bin/env bash
# Makes the wheel that is published: with the licences of the crates in it, and a bill of materials.
#   usage: wheel.sh [DIR]     afterwards DIR (default target/package) holds the wheel; neither the directory nor the
#                             time of the build is in it
# PROFILE=release builds faster than the default, dist.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
here=$PWD
profile=${PROFILE:-dist}
out=${1:-target/package}
mkdir -p "$out"
out=$(cd "$out" && pwd)
triple=$(rustc -vV | sed -n 's/^host: //p')

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C CARGO_INCREMENTAL=0
cargo_home=${CARGO_HOME:-$HOME/.cargo}
sysroot=$(rustc --print sysroot)
flags=()
for path in "$here=/tablewright" "$cargo_home=/cargo" "$sysroot=/rust"; do flags+=("--remap-path-prefix=$path"); done

tools=python/target/tools
if [ ! -x "$tools/bin/maturin" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet 'maturin>=1.9,<2'
fi
notices=python/target/notices
cargo xtask notices --python --target "$triple" "$notices"
# What `license-files` in pyproject.toml finds is beside it.
trap 'rm -f python/LICENSES-OF-CRATES.txt' EXIT
cp "$notices/LICENSES-OF-CRATES.txt" python/
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; echo "${flags[*]}") \
  "$tools/bin/maturin" build --manifest-path python/Cargo.toml --locked --profile "$profile" \
  --target-dir python/target/package-build --sbom-include "$notices/tablewright.cdx.json" --out "$out"
(cd "$out" && sha256sum tablewright-*.whl)
