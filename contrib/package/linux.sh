#!/usr/bin/env bash
# Makes the package for Linux: a static program with man pages, completions, licences and a bill of materials.
#   usage: linux.sh [DIR]     afterwards DIR (default target/package) holds tablewright-VERSION-TRIPLE.tar.xz and
#                             its SHA-256; neither the directory nor the time of the build is in them
# PROFILE=release, or dev, builds faster than the default, dist. TRIPLE names another target than
# x86_64-unknown-linux-gnu. TRAINING=DIR, where DIR has LLVM 19.1.7 as conformance/corpus.sh puts it, builds the program
# twice: with counters, which train.sh runs, and then with what they counted. Without it the program is built once.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
here=$PWD
triple=${TRIPLE:-x86_64-unknown-linux-gnu}
profile=${PROFILE:-dist}
out=${1:-target/package}
mkdir -p "$out"
out=$(cd "$out" && pwd)
version=$(sed -nE '/^\[workspace.package\]/,/^\[/s/^version = "(.*)"/\1/p' Cargo.toml)
name=tablewright-$version-$triple
stage=$out/$name
rm -rf "$stage"

# Nothing of this machine may be in the program: neither paths nor the time.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C CARGO_INCREMENTAL=0
cargo_home=${CARGO_HOME:-$HOME/.cargo}
sysroot=$(rustc --print sysroot)
target_dir=${CARGO_TARGET_DIR:-$here/target}/package-build
# Without position-independent code the program starts in 1.9 ms instead of 2.7: it has 32,000 addresses in its tables, and
# the system would change each of them in each run.
flags=(-C target-feature=+crt-static -C relocation-model=static)
for path in "$here=/tablewright" "$target_dir=/target" "$cargo_home=/cargo" "$sysroot=/rust"; do
  flags+=("--remap-path-prefix=$path")
done
programs=$target_dir/$triple/${profile/#dev/debug}
build() {
  CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; echo "${flags[*]}") \
    cargo build --locked --profile "$profile" --target "$triple" --target-dir "$target_dir" -p "$1" --bin "$2"
}
if [ -n "${TRAINING:-}" ]; then
  counts=$target_dir/counts
  rm -rf "$counts"
  plain=("${flags[@]}")
  flags+=("-Cprofile-generate=$counts")
  build tablewright-cli tablewright
  COUNTS=$counts contrib/package/train.sh "$programs/tablewright" "$TRAINING" "$target_dir/tablewright.profdata"
  flags=("${plain[@]}" "-Cprofile-use=$target_dir/tablewright.profdata")
fi
build tablewright-cli tablewright

install -D -m 755 "$programs/tablewright" "$stage/bin/tablewright"
strip "$stage/bin/tablewright"
programs_of_llvm=(llvm-tblgen clang-tblgen mlir-tblgen lldb-tblgen offload-tblgen tblgen-to-irdl)
for tool in "${programs_of_llvm[@]}"; do ln -s tablewright "$stage/bin/$tool"; done
# A build of LLVM takes the directory as LLVM_NATIVE_TOOL_DIR. It runs llvm-min-tblgen before llvm-tblgen.
mkdir -p "$stage/libexec/tablewright/native-tools"
for tool in llvm-min-tblgen "${programs_of_llvm[@]}"; do
  ln -s ../../../bin/tablewright "$stage/libexec/tablewright/native-tools/$tool"
done
if readelf --dynamic "$stage/bin/tablewright" | grep -q NEEDED; then echo "linux.sh: the program is not static" >&2; exit 1; fi
# The manuals do not depend on the profile. With dist, their program would take as long as the other.
if [ "$profile" = dist ]; then
  cargo run --locked --quiet -p tablewright-manuals -- "$stage/share"
else
  build tablewright-manuals tablewright-manuals
  "$programs/tablewright-manuals" "$stage/share"
fi
cargo xtask notices --target "$triple" "$stage/share/doc/tablewright"
install -m 644 README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$stage/share/doc/tablewright"

tar --create --sort=name --owner=0 --group=0 --numeric-owner --mode=go+rX,u+rw,go-w --mtime="@$SOURCE_DATE_EPOCH" \
  -C "$out" "$name" | xz -9 --threads=1 > "$out/$name.tar.xz"
cd "$out"
sha256sum "$name.tar.xz" | tee "$name.tar.xz.sha256"
