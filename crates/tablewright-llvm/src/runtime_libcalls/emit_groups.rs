//! Function groups: C++ arrays, and loops that make their functions available.

use tablewright_text::{CppWriter, line};

use super::groups::LibcallGroup;
use super::libcall_impl::LibcallImpl;

pub(super) fn emit_groups(
    groups: &[LibcallGroup<'_>],
    impls: &[LibcallImpl<'_>],
    indent: &str,
    w: &mut CppWriter,
) {
    for group in groups {
        match &group.condition {
            None => emit_group(group, impls, indent, w),
            Some(condition) => {
                w.raw(indent);
                w.raw("if (");
                w.raw(condition);
                w.raw(") {\n");
                emit_group(group, impls, &format!("{indent}  "), w);
                w.raw(indent);
                w.raw("}\n\n");
            }
        }
    }
}

pub(super) fn emit_group(
    group: &LibcallGroup<'_>,
    impls: &[LibcallImpl<'_>],
    indent: &str,
    w: &mut CppWriter,
) {
    let array = &group.array;
    line!(w, "{indent}static const RTLIB::LibcallImpl {array}[] = {{");
    for &index in &group.impls {
        let LibcallImpl { name, symbol, .. } = &impls[index];
        line!(w, "{indent}    RTLIB::impl_{name}, // {symbol}");
    }
    line!(w, "{indent}}};");
    line!(w);
    line!(w, "{indent}for (const RTLIB::LibcallImpl Impl : {array}) {{");
    line!(w, "{indent}  setAvailable(Impl);");
    if let Some(calling_conv) = group.calling_conv {
        w.raw(indent);
        w.raw("  setLibcallImplCallingConv(Impl, ");
        w.raw(calling_conv);
        w.raw(");\n");
    }
    line!(w, "{indent}}}");
    line!(w);
}
