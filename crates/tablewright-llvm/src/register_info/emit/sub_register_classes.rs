//! Functions from classes and sub-register indices to classes.

use std::io;

use tablewright_text::{CppWriter, put, text_block};

use super::CHUNK;
use crate::register_info::model::{ClassTable, RegisterInfo, SubRegisterTables};

pub(super) fn emit(
    info: &RegisterInfo<'_>,
    tables: &SubRegisterTables,
    w: &mut CppWriter,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let with_sub_reg = Function {
        name: "getSubClassWithSubReg",
        table: &tables.with_sub_reg,
        comments_name_class: false,
    };
    with_sub_reg.emit(info, tables, w, out)?;
    let of_sub_regs = Function {
        name: "getSubRegisterClass",
        table: &tables.of_sub_regs,
        comments_name_class: true,
    };
    of_sub_regs.emit(info, tables, w, out)
}

/// A function that looks a class and a sub-register index up in a table.
struct Function<'i> {
    name: &'static str,
    table: &'i ClassTable,
    comments_name_class: bool,
}

impl Function<'_> {
    fn emit(
        &self,
        info: &RegisterInfo<'_>,
        tables: &SubRegisterTables,
        w: &mut CppWriter,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let (target, name) = (info.target, self.name);
        let (indices, classes) = (info.facts.indices.len(), info.facts.classes.len());
        let width = tables.width;
        text_block!(
            w,
            "
            const TargetRegisterClass *{target}GenRegisterInfo::{name}(const TargetRegisterClass *RC, unsigned Idx) const {{
              static const {width} Table[{classes}][{indices}] = {{
            "
        );
        self.rows(info, w, out)?;
        text_block!(
            w,
            "
              }};
              assert(RC && \"Missing regclass\");
              if (!Idx) return RC;
              --Idx;
              assert(Idx < {indices} && \"Bad subreg\");
              unsigned TV = Table[RC->getID()][Idx];
              return TV ? getRegClass(TV - 1) : nullptr;
            }}

            "
        );
        Ok(())
    }

    /// Writes the table. It is the largest of the file by far, so it is handed on piece by piece
    /// and written without formatting.
    fn rows(
        &self,
        info: &RegisterInfo<'_>,
        w: &mut CppWriter,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let classes = info.facts.classes;
        for (id, class) in classes.iter() {
            put!(w, "    {\t// ", &*class.name, "\n");
            for (&found, (_, index)) in self.table.row(id).iter().zip(info.facts.indices.iter()) {
                // Zero is no class.
                put!(w, "      ", found.map_or(0, |found| found.index() + 1), ",\t// ");
                if self.comments_name_class {
                    put!(w, &*class.name, ":");
                }
                w.raw(&index.name);
                if let Some(found) = found {
                    put!(w, " -> ", &*classes.get(found).name);
                }
                w.raw("\n");
            }
            w.raw("    },\n");
            if w.pending() > CHUNK {
                w.flush_to(out)?;
            }
        }
        Ok(())
    }
}
