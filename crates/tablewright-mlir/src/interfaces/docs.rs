//! Markdown pages of interfaces.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppType, TextSink, append};

use super::{InterfaceKindNames, is_static};
use crate::model::{Interface, InterfaceKind, InterfaceMethod};
use crate::support::markdown;

pub(super) fn run(job: &mut Job<'_>, kind: InterfaceKind) -> Result<(), Failure> {
    let interfaces = Interface::for_main_file_with_class(job.store, kind)?;
    let mut out = job.output();
    out.push_str(markdown::HEADER);
    append!(&mut out, "\n# ", InterfaceKindNames::for_kind(kind).base_class, " definitions\n");
    for interface in &interfaces {
        emit(interface, &mut out);
    }
    Ok(out.finish()?)
}

fn emit(interface: &Interface<'_>, out: &mut impl TextSink) {
    append!(out, "\n## ", interface.class_name, " (`", interface.definition, "`)\n");
    markdown::write_description(out, interface.description);
    append!(out, "\n### Methods:\n");
    for method in &interface.methods {
        emit_method(method, out);
    }
}

fn emit_method(method: &InterfaceMethod<'_>, out: &mut impl TextSink) {
    append!(out, "\n#### `", method.name, "`\n\n```c++\n");
    append!(out, if is_static(method) { "static " } else { "" });
    append!(out, CppType(method.return_type.trim()), method.name, "(");
    for (i, parameter) in method.parameters.iter().enumerate() {
        let cpp_type = CppType(parameter.cpp_type.trim());
        append!(out, if i > 0 { ", " } else { "" }, cpp_type, parameter.name);
    }
    append!(out, ");\n```\n");
    markdown::write_description(out, method.description);
    out.push('\n');
    if method.body.is_none() {
        append!(out, "NOTE: This method *must* be implemented by the user.\n");
    }
}
