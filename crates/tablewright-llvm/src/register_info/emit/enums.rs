//! The enums of registers, classes, sub-register indices and pressure sets.

use tablewright_text::{CppWriter, line};

use super::model::RegisterInfo;

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.file_header("Target Register Enum Values", None);
    w.raw("\n#ifdef GET_REGINFO_ENUM\n#undef GET_REGINFO_ENUM\n\n");
    w.raw("namespace llvm {\n\n");
    line!(w, "class MCRegisterClass;");
    line!(w, "extern const MCRegisterClass {}MCRegisterClasses[];\n", info.target);
    registers(info, w);
    classes(info, w);
    alt_name_indices(info, w);
    sub_reg_indices(info, w);
    pressure_sets(info, w);
    w.raw("} // end namespace llvm\n\n#endif // GET_REGINFO_ENUM\n\n");
}

/// Writes what is in a namespace, if that has a name.
fn in_namespace(name: &str, tail: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    if name.is_empty() {
        return body(w);
    }
    line!(w, "namespace {name} {{");
    body(w);
    line!(w, "}} // end namespace {name}{tail}");
}

fn registers(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    in_namespace(info.namespace, "", w, |w| {
        line!(w, "enum {{\n  NoRegister,");
        for (i, register) in info.registers.iter() {
            line!(w, "  {} = {},", register.name, i.number());
        }
        line!(w, "  NUM_TARGET_REGS // {}\n}};", info.registers.len() + 1);
    });
}

fn classes(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.raw("\n// Register classes\n\n");
    in_namespace(info.namespace, "\n", w, |w| {
        line!(w, "enum {{");
        for (i, class) in info.classes.iter() {
            line!(w, "  {}RegClassID = {},", class.name, i.index());
        }
        line!(w, "\n}};");
    });
}

fn alt_name_indices(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let indices = info.registers.all_alt_name_indices();
    // One stands for the name that each register has.
    if indices.len() < 2 {
        return;
    }
    w.raw("\n// Register alternate name indices\n\n");
    in_namespace(info.namespace, "\n", w, |w| {
        line!(w, "enum {{");
        for (i, &index) in indices.iter().enumerate() {
            line!(w, "  {},\t// {i}", info.store.record(index).name());
        }
        line!(w, "  NUM_TARGET_REG_ALT_NAMES = {}\n}};", indices.len());
    });
}

fn sub_reg_indices(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let Some((_, first)) = info.indices.iter().next() else { return };
    w.raw("\n// Subregister indices\n\n");
    let namespace = first.namespace.map_or("", |namespace| info.store.str(namespace));
    in_namespace(namespace, "\n", w, |w| {
        line!(w, "enum : uint16_t {{\n  NoSubRegister,");
        for (i, index) in info.indices.iter() {
            line!(w, "  {},\t// {}", index.name, i.number());
        }
        line!(w, "  NUM_TARGET_SUBREGS\n}};");
    });
}

fn pressure_sets(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    // LLVM's tests find the place by this comment.
    w.raw("// Register pressure sets enum.\n");
    in_namespace(info.namespace, "", w, |w| {
        line!(w, "enum RegisterPressureSets {{");
        for (i, set) in info.pressure.sets.iter().enumerate() {
            line!(w, "  {} = {i},", set.name);
        }
        line!(w, "}};");
    });
    w.blank();
}
