//! Functions from classes and sub-register indices to classes.

use std::io;

use tablewright_target::registers::{
    RegisterClass, RegisterClassId, SubRegIndex, SubRegIndexId, SubRegisterClasses,
};
use tablewright_text::{CppWriter, line};

use super::CHUNK;
use super::model::RegisterInfo;

pub(super) fn emit(
    info: &RegisterInfo<'_>,
    w: &mut CppWriter,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    if info.indices.is_empty() {
        return Ok(());
    }
    let having = |_, class: &RegisterClass, index| class.with_sub_reg(index);
    table(info, "getSubClassWithSubReg", false, having, w, out)?;
    let sub_classes = SubRegisterClasses::new(info.classes, info.indices.len());
    let of_sub_regs = |i, _: &RegisterClass, index| sub_classes.get(i, index);
    table(info, "getSubRegisterClass", true, of_sub_regs, w, out)
}

/// Writes a function that looks up `class_of` a class and a sub-register index. Its table is the
/// largest of the file by far, so it is handed on piece by piece.
fn table(
    info: &RegisterInfo<'_>,
    name: &str,
    names_class: bool,
    class_of: impl Fn(RegisterClassId, &RegisterClass, SubRegIndexId) -> Option<RegisterClassId>,
    w: &mut CppWriter,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let (target, indices, classes) = (info.target, info.indices.len(), info.classes.len());
    line!(
        w,
        "const TargetRegisterClass *{target}GenRegisterInfo::{name}(const TargetRegisterClass \
         *RC, unsigned Idx) const {{"
    );
    let ty = super::unsigned_type(classes);
    line!(w, "  static const {ty} Table[{classes}][{indices}] = {{");
    for (i, class) in info.classes.iter() {
        line!(w, "    {{\t// {}", class.name);
        for (index, SubRegIndex { name, .. }) in info.indices.iter() {
            let found = class_of(i, class, index);
            w.raw("      ");
            match found {
                Some(found) => write!(w, "{}", found.index() + 1),
                None => w.raw("0"),
            }
            w.raw(",\t// ");
            if names_class {
                w.raw(&class.name);
                w.raw(":");
            }
            w.raw(name);
            if let Some(found) = found {
                w.raw(" -> ");
                w.raw(&info.classes.get(found).name);
            }
            w.raw("\n");
        }
        w.raw("    },\n");
        if w.pending() > CHUNK {
            w.flush_to(out)?;
        }
    }
    line!(w, "  }};\n  assert(RC && \"Missing regclass\");\n  if (!Idx) return RC;\n  --Idx;");
    line!(w, "  assert(Idx < {indices} && \"Bad subreg\");");
    line!(w, "  unsigned TV = Table[RC->getID()][Idx];");
    line!(w, "  return TV ? getRegClass(TV - 1) : nullptr;\n}}\n");
    Ok(())
}
