//! Writes the lists of call-preserved registers, and functions for register categories.

use tablewright_text::{CppWriter, append, line};

use super::emit_hex_words;
use crate::register_info::model::{RegisterInfo, RegisterInfoLayout};

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    for list in &info.saved.lists {
        let name = list.name;
        write!(w, "static const MCPhysReg {name}_SaveList[] = {{ ");
        for &register in list.save_list {
            append!(w, info.register(register));
            w.raw(", ");
        }
        write!(w, "0 }};\nstatic const uint32_t {name}_RegMask[] = {{ ");
        emit_hex_words(w, list.mask.iter().copied());
        w.raw("};\n");
    }
    let target = info.target;
    line!(w, "\n\nArrayRef<const uint32_t *> {target}GenRegisterInfo::getRegMasks() const {{");
    emit_array(info, "uint32_t *const ", "Masks", w, |name, w| line!(w, "    {name}_RegMask,"));
    emit_categories(info, w);
    line!(w, "ArrayRef<const char *> {target}GenRegisterInfo::getRegMaskNames() const {{");
    emit_array(info, "char *", "Names", w, |name, w| line!(w, "    \"{name}\","));
}

/// Writes the body of a function that returns an array, an element for each list.
fn emit_array(
    info: &RegisterInfo<'_>,
    ty: &str,
    name: &str,
    w: &mut CppWriter,
    element: impl Fn(&str, &mut CppWriter),
) {
    if info.saved.lists.is_empty() {
        let nothing = match info.layout {
            RegisterInfoLayout::OneFile => "std::nullopt",
            RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => "{}",
        };
        line!(w, "  return {nothing};");
    } else {
        line!(w, "  static const {ty}{name}[] = {{");
        for list in &info.saved.lists {
            element(list.name, w);
        }
        line!(w, "  }};\n  return ArrayRef({name});");
    }
    w.raw("}\n\n");
}

/// Writes functions that test whether a register is in any class in a category.
fn emit_categories(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    for category in &info.saved.categories {
        line!(w, "bool {target}GenRegisterInfo::");
        line!(w, "{}(const MachineFunction &MF, MCRegister PhysReg) const {{", category.function);
        line!(w, "  return");
        // Each class ends in `||`, and `false` ends the expression, even without classes.
        for &class in &category.classes {
            line!(w, "      {}RegClass.contains(PhysReg) ||", info.class(class));
        }
        line!(w, "      false;\n}}\n");
        let Some(of_class) = category.class_function else { continue };
        line!(w, "bool {target}GenRegisterInfo::");
        line!(w, "{of_class}(const TargetRegisterClass *RC) const {{\n  return");
        for &class in &category.classes {
            line!(w, "      {}RegClass.hasSubClassEq(RC) ||", info.class(class));
        }
        line!(w, "      false;\n}}\n");
    }
    line!(w, "bool {target}GenRegisterInfo::\nisConstantPhysReg(MCRegister PhysReg) const {{");
    line!(w, "  return");
    for (i, _) in info.analyses.registers.iter().filter(|(_, register)| register.is_constant) {
        line!(w, "      PhysReg == {} ||", info.register(i));
    }
    line!(w, "      false;\n}}\n");
}
