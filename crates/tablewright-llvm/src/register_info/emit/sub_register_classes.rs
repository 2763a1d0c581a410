//! Functions from classes and sub-register indices to classes.

use tablewright_text::{CppWriter, append, text_block};

use crate::register_info::model::{RegisterInfo, SubRegisterClassTable, SubRegisterTables};

pub(super) fn emit(info: &RegisterInfo<'_>, tables: &SubRegisterTables, w: &mut CppWriter) {
    let with_sub_reg = SubRegisterClassFunction {
        name: "getSubClassWithSubReg",
        table: &tables.with_sub_reg,
        comments_name_class: false,
    };
    with_sub_reg.emit(info, tables, w);
    let of_sub_regs = SubRegisterClassFunction {
        name: "getSubRegisterClass",
        table: &tables.of_sub_regs,
        comments_name_class: true,
    };
    of_sub_regs.emit(info, tables, w);
}

/// A function that looks a class and a sub-register index up in a table.
struct SubRegisterClassFunction<'i> {
    name: &'static str,
    table: &'i SubRegisterClassTable,
    comments_name_class: bool,
}

impl SubRegisterClassFunction<'_> {
    fn emit(&self, info: &RegisterInfo<'_>, tables: &SubRegisterTables, w: &mut CppWriter) {
        let (target, name) = (info.target, self.name);
        let (indices, classes) = (info.analyses.indices.len(), info.analyses.classes.len());
        let width = tables.width;
        let constant = if info.codegen_classes.storage.is_some() { "constexpr" } else { "const" };
        text_block!(
            w,
            "
            const TargetRegisterClass *{target}GenRegisterInfo::{name}(const TargetRegisterClass *RC, unsigned Idx) const {{
              static {constant} {width} Table[{classes}][{indices}] = {{
            "
        );
        self.emit_rows(info, w);
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
    }

    /// Writes the table. It is the largest of the file by far, so it is written without
    /// formatting.
    fn emit_rows(&self, info: &RegisterInfo<'_>, w: &mut CppWriter) {
        let classes = info.analyses.classes;
        for (id, class) in classes.iter() {
            append!(w, "    {\t// ", &*class.name, "\n");
            for (&found, (_, index)) in self.table.row(id).iter().zip(info.analyses.indices.iter())
            {
                // Zero means no class, so class numbers are one higher.
                append!(w, "      ", found.map_or(0, |found| found.index() + 1), ",\t// ");
                if self.comments_name_class {
                    append!(w, &*class.name, ":");
                }
                w.raw(&index.name);
                if let Some(entry_class) = found {
                    append!(w, " -> ", &*classes.get(entry_class).name);
                }
                w.raw("\n");
            }
            w.raw("    },\n");
        }
    }
}
