#!/usr/bin/env bash
# Puts all in place that a target of LLVM is built and tested with (`cargo runner llvm`), from Debian.
#   usage: llvm-build.sh 19.1.7|22.1.8 DIR    afterwards DIR/sources/llvm has the C++ of all targets and of the
#                             programs, LLVM's tests and lit; DIR/prefix has the headers, static libraries and
#                             programs (19.1.7's are Debian's packages, which conformance/corpus.sh installs as
#                             root; 22.1.8's lie in DIR/files and are not installed)
# Does nothing for what is already complete. The exit code is 3 where Debian does not have the release.
set -eu
release=${1:?llvm-build.sh 19.1.7|22.1.8 DIR} dir=${2:?llvm-build.sh 19.1.7|22.1.8 DIR}
[ -e "$dir/.complete" ] && [ -e "$dir/prefix/lib/libLLVMSupport.a" ] && exit 0
major=${release%%.*}
case $release in
  19.1.7) suite=bookworm ;;
  22.1.8) suite=sid ;;
  *) exit 3 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true)
mirror() { grep -oE "https?://[^ ]+/$1/?( |\$)" <<<"$sources" | head -n 1 | tr -d ' '; }
main=$(mirror debian)
: "${main:?no Debian mirror is configured}"
security=$(mirror debian-security)
key=/usr/share/keyrings/debian-archive-keyring.gpg
{
  echo "deb-src [signed-by=$key] $main $suite main"
  echo "deb [signed-by=$key] $main bookworm main"
  echo "deb [signed-by=$key] ${security:-$main-security} bookworm-security main"
} > "$work/src.list"
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/debs" "$dir"
apt=(apt-get -q -o "Dir::Etc::SourceList=$work/src.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State=$work"
  -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o Dir::State::status=/dev/null -o APT::Sandbox::User=root)

if [ "$major" = 19 ]; then
  "$here/corpus.sh"
  ln -sfn /usr/lib/llvm-19 "$dir/prefix"
fi
"${apt[@]}" update
if [ "$major" != 19 ]; then
  packages=("llvm-$major" "llvm-$major-dev" "llvm-$major-tools" "libllvm$major" libedit2 libbsd0)
  (cd "$work/debs" && "${apt[@]}" download "${packages[@]}") || exit 3
  for package in "$work"/debs/*.deb; do dpkg -x "$package" "$dir/files"; done
  ln -sfn "files/usr/lib/llvm-$major" "$dir/prefix"
fi
(cd "$work" && "${apt[@]}" source --download-only --tar-only "llvm-toolchain-$major") || true
archive=$work/llvm-toolchain-${major}_$release.orig.tar.xz
[ -e "$archive" ] || exit 3
mkdir -p "$dir/sources"
areas=()
for area in CodeGen DebugInfo MC MachineVerifier Object tools; do areas+=("*/llvm/test/$area"); done
for tool in llc llvm-mc llvm-mca llvm-objdump; do areas+=("*/llvm/tools/$tool"); done
tar -xJf "$archive" -C "$dir/sources" --strip-components=1 --wildcards \
  '*/llvm/lib/Target' '*/llvm/utils/lit' '*/llvm/test/lit.cfg.py' '*/llvm/test/lit.site.cfg.py.in' "${areas[@]}"
touch "$dir/.complete"
