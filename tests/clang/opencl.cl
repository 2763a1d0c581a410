// Kernels with the generated declarations of builtin functions become the same code as those with
// Clang's own.
// RUN: %clang -target spir64 -cl-std=CL2.0 -O1 -S -emit-llvm %s -o %t.own
// RUN: %clang -target spir64 -cl-std=CL2.0 -O1 -S -emit-llvm %s -o %t.ours -cl-no-stdinc -include opencl-c-base.h -include $GENERATED/clang-lex/OpenCLBuiltinHeader.h
// RUN: cmp %t.own %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: %clang -target spir64 -cl-std=CL2.0 -fsyntax-only $GENERATED/clang-lex/OpenCLBuiltinTests.cl

// CHECK-LABEL: @length_of(
// CHECK: call {{.*}} @{{.*}}get_global_id
// CHECK: call {{.*}} @{{.*}}sqrt
kernel void length_of(global float *out, global const float *x, global const float *y) {
  size_t at = get_global_id(0);
  out[at] = sqrt(x[at] * x[at] + y[at] * y[at]);
}

// CHECK-LABEL: @brightest(
// CHECK: read_imagef
// CHECK: @{{.*}}max
kernel void brightest(read_only image2d_t image, sampler_t sampler, global float4 *out) {
  float4 left = read_imagef(image, sampler, (int2)(0, 0));
  float4 right = read_imagef(image, sampler, (int2)(1, 0));
  *out = max(left, right);
}

// CHECK-LABEL: @count(
// CHECK: @{{.*}}atomic_inc
kernel void count(global uint *counter) { atomic_inc(counter); }
