#!/usr/bin/env bash
# Publishes the crates in the order of their dependencies, or tries it.
#   usage: publish.sh             packs every crate, in order, and uploads nothing
#          publish.sh --publish   uploads them; CARGO_REGISTRY_TOKEN holds the token
# Crates with `publish = false` are left out. Cargo waits until a crate is in the index before the next.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
case ${1-} in
  --publish) exec cargo publish --workspace --locked ;;
  '') exec cargo publish --workspace --locked --no-verify --allow-dirty --dry-run ;;
  *) echo "usage: publish.sh [--publish]" >&2; exit 2 ;;
esac
