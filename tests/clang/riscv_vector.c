// Programs with the generated header of RISC-V's vectors become the same code as those with Clang's own.
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gcv_zvfh -mabi=lp64d -ffreestanding -O1 -S %s -o %t.own
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gcv_zvfh -mabi=lp64d -ffreestanding -O1 -S %s -o %t.ours -isystem $GENERATED/clang-headers
// RUN: cmp %t.own %t.ours
// RUN: FileCheck %s < %t.ours
#include <riscv_vector.h>

// CHECK-LABEL: add:
// CHECK: vsetvli {{.*}} e32, m8
// CHECK: vadd.vv
void add(int32_t *out, const int32_t *a, const int32_t *b, size_t count) {
  while (count > 0) {
    size_t vl = __riscv_vsetvl_e32m8(count);
    vint32m8_t sum = __riscv_vadd(__riscv_vle32_v_i32m8(a, vl), __riscv_vle32_v_i32m8(b, vl), vl);
    __riscv_vse32(out, sum, vl);
    count -= vl, a += vl, b += vl, out += vl;
  }
}

// CHECK-LABEL: fields:
// CHECK: vlseg2e16.v
vfloat16m1_t fields(const _Float16 *pairs, size_t vl) {
  vfloat16m1x2_t both = __riscv_vlseg2e16_v_f16m1x2(pairs, vl);
  return __riscv_vfadd_vv_f16m1(__riscv_vget_v_f16m1x2_f16m1(both, 0),
                                __riscv_vget_v_f16m1x2_f16m1(both, 1), vl);
}
