#!/usr/bin/env bash
# Puts LLVM 22.1.8 or 23.1 in place beside 19.1.7: its descriptions and the reference programs, from Debian.
#   usage: release.sh 22.1.8|23.1 [DIR]   afterwards DIR (default ~/.cache/tablewright/llvm-RELEASE) holds llvm/,
#                             clang/, mlir/, … with every .td file, the TableGen documents and tests;
#                             reference-RELEASE beside it runs llvm-tblgen, clang-tblgen, mlir-tblgen, lldb-tblgen
#                             and tblgen-to-irdl, and has the headers that generated C++ is compiled with
# Needs no root. Does nothing for what is already complete. Debian's unstable suite has 23.1.4, whose
# descriptions may be replaced by those of a later release; then nothing is put in place, and the script fails.
set -eu
release=${1:?release.sh 22.1.8|23.1 [DIR]}
dir=${2:-${XDG_CACHE_HOME:-$HOME/.cache}/tablewright/llvm-$release}
reference=$(dirname "$dir")/reference-$release
headers=$reference/files/usr/include/llvm-${release%%.*}
mlir_headers=$reference/files/usr/lib/llvm-${release%%.*}/include/mlir
# `cargo xtask mlir` compiles with the headers of 23's MLIR.
[ "$release" = 23.1 ] || mlir_headers=$reference
[ -e "$dir/.complete" ] && [ -e "$reference/.complete" ] && [ -d "$headers" ] && [ -d "$mlir_headers" ] && exit 0
case $release in
  22.1.8) major=22 version=22.1.8 suite=bookworm-security archive=debian-security
    packages=(llvm-22 clang-tools-22 mlir-22-tools lldb-22 libllvm22 libclang-cpp22 libmlir-22 libz3-4 libedit2 libbsd0) ;;
  23.1) major=23 version=23.1.4 suite=sid archive=debian
    packages=(llvm-23 clang-tools-23 mlir-23-tools lldb-23 libllvm23 libclang-cpp23 libmlir-23 libc6 libstdc++6 libgcc-s1 zlib1g
      libzstd1 libxml2-16 libffi8 libedit2 libtinfo6 libbsd0 libmd0 libz3-4 liblzma5 libgmp10 libicu78) ;;
  *) echo "release.sh: no release '$release'" >&2; exit 2 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true)
mirror() { grep -oE "https?://[^ ]+/$1/?( |\$)" <<<"$sources" | head -n 1 | tr -d ' '; }
key=/usr/share/keyrings/debian-archive-keyring.gpg
main=$(mirror debian) other=$(mirror "$archive")
: "${main:?no Debian mirror is configured}" "${other:=$main-security}"
{
  echo "deb [signed-by=$key] $other $suite main"
  # The source package is in the unstable suite for both.
  echo "deb-src [signed-by=$key] $main sid main"
  [ "$suite" = sid ] || echo "deb [signed-by=$key] $main bookworm main"
} > "$work/src.list"
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/debs"
apt=(apt-get -q -o "Dir::Etc::SourceList=$work/src.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State=$work"
  -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o Dir::State::status=/dev/null -o APT::Sandbox::User=root)
"${apt[@]}" update

if [ ! -d "$headers" ]; then
  mkdir -p "$reference/files"
  (cd "$work/debs" && "${apt[@]}" download "llvm-$major-dev")
  dpkg --fsys-tarfile "$work/debs/llvm-$major-dev"_*.deb | tar -x -C "$reference/files" ./usr/include
  rm "$work/debs"/*.deb
fi

if [ ! -e "$dir/.complete" ]; then
  (cd "$work" && "${apt[@]}" source --download-only --tar-only "llvm-toolchain-$major") || true
  archive_file=$work/llvm-toolchain-${major}_$version.orig.tar.xz
  [ -e "$archive_file" ] || { echo "release.sh: Debian does not have the sources of $version" >&2; exit 1; }
  mkdir -p "$dir"
  tar -xJf "$archive_file" -C "$dir" --strip-components=1 --wildcards \
    '*.td' '*/CMakeLists.txt' '*/llvm/docs/TableGen' '*/llvm/test/TableGen' '*/clang/test/TableGen' '*/mlir/test/mlir-tblgen'
  touch "$dir/.complete"
fi

if [ ! -e "$reference/.complete" ]; then
  mkdir -p "$reference/files"
  (cd "$work/debs" && "${apt[@]}" download "${packages[@]}")
  for package in "$work"/debs/*.deb; do dpkg -x "$package" "$reference/files"; done
  libraries=$reference/files/usr/lib/x86_64-linux-gnu:$reference/files/usr/lib/llvm-$major/lib
  loader=$reference/files/usr/lib64/ld-linux-x86-64.so.2
  for tool in llvm-tblgen clang-tblgen mlir-tblgen lldb-tblgen tblgen-to-irdl; do
    program=$reference/files/usr/lib/llvm-$major/bin/$tool
    # Programs of the unstable suite bring their own C library.
    if [ "$suite" = sid ]; then
      printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" "$@"\n' "$loader" "$libraries" "$program"
    else
      printf '#!/bin/sh\nLD_LIBRARY_PATH="%s" exec "%s" "$@"\n' "$libraries" "$program"
    fi > "$reference/$tool"
    chmod +x "$reference/$tool"
    "$reference/$tool" --version | grep -m1 version
  done
  touch "$reference/.complete"
fi

if [ ! -d "$mlir_headers" ]; then
  if (cd "$work/debs" && rm -f ./*.deb && "${apt[@]}" download "libmlir-$major-dev"); then
    dpkg --fsys-tarfile "$work/debs/libmlir-$major-dev"_*.deb | tar -x -C "$reference/files" "./usr/lib/llvm-$major/include"
  else
    echo "release.sh: Debian does not have the headers of MLIR $version" >&2
  fi
fi
