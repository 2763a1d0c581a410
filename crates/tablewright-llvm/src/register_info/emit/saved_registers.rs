//! Lists of registers that calls preserve.

use tablewright_text::{CppWriter, line};

use super::hex_words;
use super::model::RegisterInfo;

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let lists =
        || info.saved.lists.iter().map(|list| (info.store.record(list.record).name(), list));
    for (name, list) in lists() {
        write!(w, "static const MCPhysReg {name}_SaveList[] = {{ ");
        for &register in &list.save_list {
            w.raw(info.register(register));
            w.raw(", ");
        }
        write!(w, "0 }};\nstatic const uint32_t {name}_RegMask[] = {{ ");
        let mut words = vec![0; (info.registers.len() + 1).div_ceil(32)];
        for register in list.preserved.iter() {
            words[register.number() as usize / 32] |= 1 << (register.number() % 32);
        }
        hex_words(w, words, 32);
        w.raw("};\n");
    }
    let target = info.target;
    line!(w, "\n\nArrayRef<const uint32_t *> {target}GenRegisterInfo::getRegMasks() const {{");
    if lists().len() == 0 {
        line!(w, "  return std::nullopt;");
    } else {
        line!(w, "  static const uint32_t *const Masks[] = {{");
        for (name, _) in lists() {
            line!(w, "    {name}_RegMask,");
        }
        line!(w, "  }};\n  return ArrayRef(Masks);");
    }
    w.raw("}\n\n");
    categories(info, w);
    line!(w, "ArrayRef<const char *> {target}GenRegisterInfo::getRegMaskNames() const {{");
    if lists().len() == 0 {
        line!(w, "  return std::nullopt;");
    } else {
        line!(w, "  static const char *Names[] = {{");
        for (name, _) in lists() {
            line!(w, "    \"{name}\",");
        }
        line!(w, "  }};\n  return ArrayRef(Names);");
    }
    w.raw("}\n\n");
}

/// Writes functions that tell registers of some classes from others.
fn categories(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    for category in &info.categories {
        line!(w, "bool {target}GenRegisterInfo::");
        line!(w, "{}(const MachineFunction &MF, MCRegister PhysReg) const {{", category.function);
        line!(w, "  return");
        for &class in &category.classes {
            line!(w, "      {}RegClass.contains(PhysReg) ||", info.class(class));
        }
        line!(w, "      false;\n}}\n");
    }
    line!(w, "bool {target}GenRegisterInfo::\nisConstantPhysReg(MCRegister PhysReg) const {{");
    line!(w, "  return");
    for (i, _) in info.registers.iter().filter(|(_, register)| register.is_constant) {
        line!(w, "      PhysReg == {} ||", info.register(i));
    }
    line!(w, "      false;\n}}\n");
}
