// Programs with the generated headers of SVE and SME become the same code as those with Clang's own.
// RUN: %clang --target=aarch64-linux-gnu -march=armv9.2-a+sme2+bf16 -ffreestanding -O1 -S %s -o %t.own
// RUN: %clang --target=aarch64-linux-gnu -march=armv9.2-a+sme2+bf16 -ffreestanding -O1 -S %s -o %t.ours -isystem $GENERATED/clang-headers
// RUN: cmp %t.own %t.ours
// RUN: FileCheck %s < %t.ours
#include <arm_sme.h>
#include <arm_sve.h>

// CHECK-LABEL: scale:
// CHECK: whilelt
// CHECK: fmla {{.*}}.s
void scale(float *out, const float *in, float factor, int64_t count) {
  for (int64_t i = 0; i < count; i += svcntw()) {
    svbool_t active = svwhilelt_b32(i, count);
    svfloat32_t sum = svld1(active, out + i);
    svst1(active, out + i, svmla_m(active, sum, svld1(active, in + i), factor));
  }
}

// CHECK-LABEL: swap:
// CHECK: ld2b
// CHECK: st2b
void swap(svbool_t active, uint8_t *pairs) {
  svuint8x2_t pair = svld2_u8(active, pairs);
  svst2_u8(active, pairs, svcreate2_u8(svget2_u8(pair, 1), svget2_u8(pair, 0)));
}

// CHECK-LABEL: bits:
svuint32_t bits(svfloat32_t value) { return svreinterpret_u32(value); }

// CHECK-LABEL: outer_product:
// CHECK: fmopa za0.s
void outer_product(svbool_t rows, svbool_t columns, svfloat32_t a, svfloat32_t b)
    __arm_streaming __arm_inout("za") {
  svmopa_za32_f32_m(0, rows, columns, a, b);
}
