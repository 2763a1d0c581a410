// Programs with the generated headers of NEON become the same code as those with Clang's own.
// RUN: %clang --target=aarch64-linux-gnu -march=armv8.6-a+fp16+bf16 -ffreestanding -O1 -S %s -o %t.own
// RUN: %clang --target=aarch64-linux-gnu -march=armv8.6-a+fp16+bf16 -ffreestanding -O1 -S %s -o %t.ours -isystem $GENERATED/clang-headers
// RUN: cmp %t.own %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: %clang --target=arm-linux-gnueabihf -march=armv8.2-a+fp16 -mfpu=neon-fp-armv8 -ffreestanding -O1 -S %s -o %t.own
// RUN: %clang --target=arm-linux-gnueabihf -march=armv8.2-a+fp16 -mfpu=neon-fp-armv8 -ffreestanding -O1 -S %s -o %t.ours -isystem $GENERATED/clang-headers
// RUN: cmp %t.own %t.ours
#include <arm_neon.h>
#include <arm_fp16.h>

// CHECK-LABEL: sum:
// CHECK: add v{{[0-9]+}}.4s
// CHECK: addp
int32_t sum(const int32_t *numbers, int count) {
  int32x4_t total = vdupq_n_s32(0);
  for (int i = 0; i + 4 <= count; i += 4)
    total = vaddq_s32(total, vld1q_s32(numbers + i));
  int32x2_t half = vadd_s32(vget_low_s32(total), vget_high_s32(total));
  return vget_lane_s32(vpadd_s32(half, half), 0);
}

// CHECK-LABEL: swap_red_and_blue:
// CHECK: ld3
// CHECK: st3
void swap_red_and_blue(uint8_t *pixels) {
  uint8x16x3_t colours = vld3q_u8(pixels);
  uint8x16_t red = colours.val[0];
  colours.val[0] = colours.val[2];
  colours.val[2] = red;
  vst3q_u8(pixels, colours);
}

#ifdef __aarch64__
// CHECK-LABEL: dot:
// CHECK: bfdot
float32x4_t dot(float32x4_t sum, bfloat16x8_t a, bfloat16x8_t b) {
  return vbfdotq_laneq_f32(sum, a, b, 3);
}

// CHECK-LABEL: root:
// CHECK: fsqrt h
float16_t root(float16_t number) { return vsqrth_f16(number); }
#endif
