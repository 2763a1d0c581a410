//! Statements of read and write methods.

use tablewright_text::{CppWriter, TextSink, append};

use super::{AstPropertyBody, Direction, PropertyAccessCode};

/// Writes `body`. `variable` is the C++ variable that reads or writes properties.
pub(super) fn emit_body(
    body: &AstPropertyBody<'_>,
    direction: Direction,
    variable: &str,
    w: &mut CppWriter,
) {
    if let Some(helper) = body.helper {
        append!(w, "    ", helper, "\n");
    }
    for property in &body.properties {
        match direction {
            Direction::Read => emit_read(property, variable, w),
            Direction::Write => emit_write(property, variable, w),
        }
    }
    if let Some(creation) = body.creation {
        append!(w, "    ", creation, "\n");
    }
}

/// Declares a variable with the property that `reader` reads.
pub(super) fn emit_read(property: &PropertyAccessCode<'_>, reader: &str, w: &mut CppWriter) {
    let PropertyAccessCode { name, ty, method, buffers, condition, read: _ } = property;
    let mut arguments = String::new();
    for (i, element) in buffers.iter().enumerate() {
        append!(w, "    llvm::SmallVector<", element, ", 8> ", name, "_buffer_", i, ";\n");
        append!(&mut arguments, if i > 0 { ", " } else { "" }, name, "_buffer_", i);
    }
    let value = format!("{reader}.find(\"{name}\").{method}({arguments})");
    if condition.is_empty() {
        append!(w, "    ", ty, " ", name, " = ", value, ";\n");
    } else {
        append!(w, "    std::optional<", ty, "> ", name, ";\n");
        append!(w, "    if (", condition, ") {\n");
        append!(w, "      ", name, ".emplace(", value, ");\n    }\n");
    }
}

/// Declares a variable with the property, and writes it with `writer`.
pub(super) fn emit_write(property: &PropertyAccessCode<'_>, writer: &str, w: &mut CppWriter) {
    let PropertyAccessCode { name, ty, method, buffers: _, condition, read } = property;
    if !condition.is_empty() {
        append!(w, "    if (", condition, ") {\n");
    }
    append!(w, "    ", ty, " ", name, " = (", read, ");\n");
    append!(w, "    ", writer, ".find(\"", name, "\").", method, "(", name, ");\n");
    if !condition.is_empty() {
        w.push_str("    }\n");
    }
}
