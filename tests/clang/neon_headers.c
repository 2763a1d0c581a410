// Every intrinsic of NEON becomes the same code with the generated header as with Clang's own.
// RUN: clang-tblgen --gen-arm-neon-test -I $CORPUS/clang/include/clang/Basic $CORPUS/clang/include/clang/Basic/arm_neon.td -o %t.c
// RUN: %clang --target=aarch64-linux-gnu -ffreestanding -O1 -S -emit-llvm %t.c -o %t.own
// RUN: %clang --target=aarch64-linux-gnu -ffreestanding -O1 -S -emit-llvm %t.c -o %t.ours -isystem $GENERATED/clang-headers
// RUN: cmp %t.own %t.ours
// RUN: %clang --target=aarch64_be-linux-gnu -ffreestanding -w -O1 -S -emit-llvm %t.c -o %t.own
// RUN: %clang --target=aarch64_be-linux-gnu -ffreestanding -w -O1 -S -emit-llvm %t.c -o %t.ours -isystem $GENERATED/clang-headers
// RUN: cmp %t.own %t.ours
