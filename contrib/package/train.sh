#!/usr/bin/env bash
# Runs the jobs that tell the compiler which paths of the program are frequent, and merges what the program counted.
#   usage: train.sh PROGRAM DESCRIPTIONS FILE    PROGRAM was built with `-Cprofile-generate=DIR`, DESCRIPTIONS has LLVM
#                                                19.1.7 as conformance/corpus.sh puts it, and FILE becomes the
#                                                argument of `-Cprofile-use`
# COUNTS names DIR. It needs rustup's component llvm-tools: llvm-profdata has to be of the compiler's LLVM.
set -eu -o pipefail
program=$(realpath "$1")
descriptions=$2
merged=$(realpath -m "$3")
counts=$(realpath "${COUNTS:?the directory with the counts}")
profdata=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/llvm-profdata
if [ ! -x "$profdata" ]; then
  echo "train.sh: no llvm-profdata of the compiler: run \`rustup component add llvm-tools\`" >&2
  exit 1
fi
cd "$descriptions"
output=$(mktemp)
trap 'rm -f "$output"' EXIT

# Large and small targets. The jobs of one target in a batch spend their time in the same functions.
for target in AArch64 RISCV Sparc; do
  for action in asm-matcher asm-writer dag-isel disassembler emitter global-isel instr-info register-info subtarget; do
    if [ "$target-$action" = Sparc-global-isel ]; then continue; fi
    "$program" llvm-tblgen "-gen-$action" -I llvm/include -I "llvm/lib/Target/$target" \
      "llvm/lib/Target/$target/$target.td" -o "$output"
  done
done
for action in attributes intrinsic-impl intrinsic-enums; do
  file=llvm/include/llvm/IR/Intrinsics.td
  if [ "$action" = attributes ]; then file=llvm/include/llvm/IR/Attributes.td action=attrs; fi
  "$program" llvm-tblgen "-gen-$action" -I llvm/include "$file" -o "$output"
done
for action in attr-classes attr-impl diags-defs; do
  file=Attr.td
  if [ "$action" = diags-defs ]; then file=Diagnostic.td; fi
  "$program" clang-tblgen "-gen-clang-$action" -I clang/include -I clang/include/clang/Basic \
    "clang/include/clang/Basic/$file" -o "$output"
done
"$program" clang-tblgen -gen-arm-neon -I clang/include/clang/Basic clang/include/clang/Basic/arm_neon.td -o "$output"
# Release 22 is the oldest whose mlir-tblgen the program knows. It reads the older descriptions.
for dialect in Arith/IR/ArithOps Linalg/IR/LinalgOps Vector/IR/VectorOps; do
  for action in op-defs op-decls op-doc; do
    "$program" mlir-tblgen --release 22 "-gen-$action" -I mlir/include "mlir/include/mlir/Dialect/$dialect.td" -o "$output"
  done
done
"$profdata" merge -o "$merged" "$counts"/*.profraw
