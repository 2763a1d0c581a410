//! Writer for the test.

use tablewright_text::{CppWriter, append, text_block};

use super::model::TestFunction;

pub(super) fn emit(functions: &[TestFunction<'_>], w: &mut CppWriter) {
    w.file_header("A test of Arm's NEON intrinsics", None);
    // FileCheck reads what the preprocessor leaves of this file, so that the checks of functions
    // that a target does not have are gone.
    text_block!(
        w,
        "
        // RUN: %clang --target=aarch64-linux-gnu -ffreestanding -E -C %s -o %t.c
        // RUN: %clang --target=aarch64-linux-gnu -ffreestanding -ffp-contract=off -O1 -S -emit-llvm %s -o %t.ll
        // RUN: FileCheck --input-file=%t.ll %t.c
        // RUN: %clang --target=aarch64_be-linux-gnu -ffreestanding -E -C %s -o %t.be.c
        // RUN: %clang --target=aarch64_be-linux-gnu -ffreestanding -ffp-contract=off -O1 -S -emit-llvm %s -o %t.be.ll
        // RUN: FileCheck --input-file=%t.be.ll %t.be.c

        #include <arm_neon.h>
        #include <arm_fp16.h>

        "
    );
    let mut guard = "";
    for function in functions {
        if guard != function.guards.arch {
            append!(w, if guard.is_empty() { "" } else { "#endif\n\n" });
            guard = function.guards.arch;
            if !guard.is_empty() {
                append!(w, "#if ", guard, "\n\n");
            }
        }
        emit_checks(function, w);
        emit_function(function, w);
    }
    append!(w, if guard.is_empty() { "" } else { "#endif\n" });
}

fn emit_checks(function: &TestFunction<'_>, w: &mut CppWriter) {
    append!(w, "// CHECK-LABEL: define {{.*}}", function.ir_result, " @test_", function.name);
    w.raw("(\n// CHECK-SAME: {{^}}");
    for (i, parameter) in function.parameters.iter().enumerate() {
        append!(w, if i > 0 { ", " } else { "" }, parameter.ir_type, " {{.*}}");
    }
    w.raw(")\n");
    for instruction in &function.instructions {
        append!(w, "// CHECK: ", instruction, "\n");
    }
}

fn emit_function(function: &TestFunction<'_>, w: &mut CppWriter) {
    if !function.guards.target.is_empty() {
        append!(w, "__attribute__((target(\"", function.guards.target, "\")))\n");
    }
    append!(w, function.result, " test_", function.name, "(");
    for (i, parameter) in function.parameters.iter().enumerate() {
        append!(w, if i > 0 { ", " } else { "" }, parameter.ty, " ", parameter.name);
    }
    w.raw(if function.parameters.is_empty() { "void" } else { "" });
    let return_ = if function.result.is_void() { "" } else { "return " };
    append!(w, ") {\n  ", return_, function.name, "(", &function.arguments.join(", ")[..]);
    w.raw(");\n}\n\n");
}
