#!/usr/bin/env bash
# Puts LLVM 22.1.8, 23.1 or 24 in place beside 19.1.7: its descriptions and the reference programs.
#   usage: release.sh 22.1.8|23.1|24 [DIR]   afterwards DIR (default ~/.cache/tablewright/llvm-RELEASE) holds llvm/,
#                             clang/, mlir/, … with every .td file, the TableGen documents and tests;
#                             reference-RELEASE beside it runs llvm-, clang-, mlir- and lldb-tblgen and
#                             tblgen-to-irdl, and has the headers that generated C++ is compiled with
# Descriptions come from a kit, $TABLEWRIGHT_KITS/llvm-RELEASE/descriptions.tar.xz (default: shared/conformance beside
# the repository), or else from Debian's source package. Programs and headers come from Debian. 23.1 is the programs of
# 23.1.4 on the descriptions of 23.1.1; 24 is a preview, whatever Debian's experimental suite has of it.
# Needs no root. Does nothing for what is already complete. The exit code is 3 where something cannot be had, such as a
# version that Debian has replaced by a later one; the rest is put in place all the same.
set -eu
release=${1:?release.sh 22.1.8|23.1|24 [DIR]}
dir=${2:-${XDG_CACHE_HOME:-$HOME/.cache}/tablewright/llvm-$release}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
kit=${TABLEWRIGHT_KITS:-$here/../../shared/conformance}/llvm-$release/descriptions.tar.xz
reference=$(dirname "$dir")/reference-$release
programs=(llvm-tblgen clang-tblgen mlir-tblgen lldb-tblgen tblgen-to-irdl)
own_libc=(libc6 libstdc++6 libgcc-s1 zlib1g libzstd1 libxml2-16 libffi8 libtinfo6 libmd0 liblzma5 libgmp10 libicu78)
case $release in
  22.1.8) major=22 version=22.1.8 sources_of=22.1.8 suite=bookworm-security archive=debian-security more=bookworm
    libraries=() ;;
  23.1) major=23 version=23.1.4 sources_of=23.1.4 suite=sid archive=debian more= libraries=("${own_libc[@]}") ;;
  24) major=24 version=24 sources_of= suite=experimental archive=debian more=sid libraries=("${own_libc[@]}") ;;
  *) echo "release.sh: no release '$release'" >&2; exit 2 ;;
esac
packages=("llvm-$major" "clang-tools-$major" "mlir-$major-tools" "lldb-$major" "libllvm$major" "libclang-cpp$major"
  "libmlir-$major" libz3-4 libedit2 libbsd0 ${libraries[@]+"${libraries[@]}"})
headers=$reference/files/usr/include/llvm-$major
mlir_headers=$reference/files/usr/lib/llvm-$major/include/mlir
# `cargo runner mlir` compiles with the headers of 23's MLIR.
[ "$release" = 23.1 ] || mlir_headers=$reference

# Whether all programs of the release are there.
has_programs() {
  local program
  [ -e "$reference/.complete" ] || return 1
  for program in "${programs[@]}"; do [ -x "$reference/$program" ] || return 1; done
}

missing=
# Says that something cannot be had; the script goes on and fails at its end.
lack() {
  echo "release.sh: LLVM $release: $*" >&2
  missing=yes
}

if [ ! -e "$dir/.complete" ] && [ -e "$kit" ]; then
  mkdir -p "$dir"
  tar -xJf "$kit" -C "$dir" --strip-components=1
  touch "$dir/.complete"
fi
[ -e "$dir/.complete" ] && has_programs && [ -d "$headers" ] && [ -d "$mlir_headers" ] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
lists=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true)
mirror() { grep -oE "https?://[^ ]+/$1/?( |\$)" <<<"$lists" | head -n 1 | tr -d ' ' || true; }
key=/usr/share/keyrings/debian-archive-keyring.gpg
main=$(mirror debian) other=$(mirror "$archive")
if [ -z "$main" ]; then
  lack "no Debian mirror is configured"
  exit 3
fi
: "${other:=$main-security}"
{
  echo "deb [signed-by=$key] $other $suite main"
  # The source packages are in the unstable suite.
  echo "deb-src [signed-by=$key] $main sid main"
  [ -z "$more" ] || echo "deb [signed-by=$key] $main $more main"
} > "$work/src.list"
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/debs"
apt_options=(-o "Dir::Etc::SourceList=$work/src.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State=$work"
  -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o Dir::State::status=/dev/null -o APT::Sandbox::User=root)
apt=(apt-get -q "${apt_options[@]}")
if ! "${apt[@]}" update; then
  lack "Debian's packages cannot be had"
  exit 3
fi

if [ ! -e "$dir/.complete" ]; then
  archive_file=$work/llvm-toolchain-${major}_$sources_of.orig.tar.xz
  if [ -n "$sources_of" ]; then
    (cd "$work" && "${apt[@]}" source --download-only --tar-only "llvm-toolchain-$major") || true
  fi
  if [ -e "$archive_file" ]; then
    mkdir -p "$dir"
    tar -xJf "$archive_file" -C "$dir" --strip-components=1 --wildcards '*.td' '*/CMakeLists.txt' \
      '*/cmake/Modules/LLVMVersion.cmake' '*/llvm/docs/TableGen' '*/llvm/test/TableGen' '*/clang/test/TableGen' \
      '*/mlir/test/mlir-tblgen'
    touch "$dir/.complete"
  else
    lack "there is no kit at $kit, and Debian does not have the sources"
  fi
fi

found=$(apt-cache "${apt_options[@]}" madison "llvm-$major" |
  awk -F'|' '/Packages/ { gsub(/ /, "", $2); sub(/^[0-9]+:/, "", $2); print $2; exit }')
if [[ -z $found || $found != "$version"* ]]; then
  { [ -d "$headers" ] && [ -d "$mlir_headers" ] && has_programs; } ||
    lack "Debian's $suite suite has ${found:-no version} of llvm-$major, not $version"
  [ -z "$missing" ] || exit 3
  exit 0
fi

if [ ! -d "$headers" ]; then
  mkdir -p "$reference/files"
  (cd "$work/debs" && "${apt[@]}" download "llvm-$major-dev")
  dpkg --fsys-tarfile "$work/debs/llvm-$major-dev"_*.deb | tar -x -C "$reference/files" ./usr/include
  rm "$work/debs"/*.deb
fi

if ! has_programs; then
  mkdir -p "$reference/files"
  (cd "$work/debs" && "${apt[@]}" download "${packages[@]}")
  for package in "$work"/debs/*.deb; do dpkg -x "$package" "$reference/files"; done
  path=$reference/files/usr/lib/x86_64-linux-gnu:$reference/files/usr/lib/llvm-$major/lib
  loader=$reference/files/usr/lib64/ld-linux-x86-64.so.2
  for name in "${programs[@]}"; do
    program=$reference/files/usr/lib/llvm-$major/bin/$name
    # Programs of newer suites bring their own C library.
    if [ ${#libraries[@]} -gt 0 ]; then
      printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" "$@"\n' "$loader" "$path" "$program"
    else
      printf '#!/bin/sh\nLD_LIBRARY_PATH="%s" exec "%s" "$@"\n' "$path" "$program"
    fi > "$reference/$name"
    chmod +x "$reference/$name"
    "$reference/$name" --version | grep -m1 version
  done
  echo "$found" > "$reference/version"
  touch "$reference/.complete"
fi

if [ ! -d "$mlir_headers" ]; then
  if (cd "$work/debs" && rm -f ./*.deb && "${apt[@]}" download "libmlir-$major-dev"); then
    dpkg --fsys-tarfile "$work/debs/libmlir-$major-dev"_*.deb | tar -x -C "$reference/files" "./usr/lib/llvm-$major/include"
  else
    lack "Debian does not have the headers of MLIR $version"
  fi
fi
[ -z "$missing" ] || exit 3
