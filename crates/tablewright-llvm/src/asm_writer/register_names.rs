//! The names of registers.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_target::registers::{RegisterId, Registers};
use tablewright_text::{CppWriter, SequenceToOffsetTable, SequenceToOffsetTableBuilder, line};

use super::Writer;

/// The names that registers have of themselves.
const NO_ALT_NAME: &str = "NoRegAltName";
/// How many offsets stand on a line.
const PER_LINE: usize = 14;

/// The names of all registers.
pub(super) struct RegisterNames<'s> {
    register_count: usize,
    namespace: &'s str,
    sets: Vec<NameSet<'s>>,
}

/// A name for each register.
struct NameSet<'s> {
    /// What the set is called; nothing if there is only one.
    name: &'s str,
    /// The set to look into where this one has no name for a register.
    fallback: Option<&'s str>,
    strings: SequenceToOffsetTable<u8>,
    /// By register, where its name is.
    offsets: Vec<usize>,
}

impl<'s> RegisterNames<'s> {
    /// Collects them.
    ///
    /// # Errors
    /// Where a register is said to have a name that it has not.
    pub(super) fn of(job: &mut Job<'s>) -> Result<RegisterNames<'s>, Failure> {
        let registers: &Registers = job.analysis()?;
        let store = job.store;
        let indices: Vec<Record<'s>> =
            registers.all_alt_name_indices().iter().map(|&index| store.record(index)).collect();
        let first = registers.iter().next();
        let namespace = first.map_or("", |(_, register)| store.str(register.namespace));
        let sets = if indices.len() > 1 {
            indices.into_iter().map(|index| NameSet::of(store, registers, index)).collect()
        } else {
            Ok(vec![NameSet::new("", None, &own_names(store, registers))])
        };
        Ok(RegisterNames { register_count: registers.len(), namespace, sets: sets? })
    }

    /// Writes the function that gives a register's name.
    pub(super) fn emit(&self, writer: &Writer<'_>, w: &mut CppWriter) {
        let class = writer.class();
        let has_sets = self.sets.len() > 1;
        w.raw("\n\n/// The name of a register in assembly language");
        w.raw(if has_sets { ", one of several names.\n" } else { ".\n" });
        if has_sets {
            line!(w, "const char *{class}::");
            line!(w, "getRegisterName(MCRegister Reg, unsigned AltIdx) {{");
        } else {
            line!(w, "const char *{class}::getRegisterName(MCRegister Reg) {{");
        }
        line!(w, "  unsigned RegNo = Reg.id();");
        let end = self.register_count + 1;
        line!(w, "  assert(RegNo && RegNo < {end} && \"Invalid register number!\");");
        line!(w);
        for set in &self.sets {
            set.emit(w);
        }
        if has_sets {
            self.emit_switch(w);
        } else {
            line!(w, "  assert (*(AsmStrs+RegAsmOffset[RegNo-1]) &&");
            line!(w, "          \"Invalid alt name index for register!\");");
            line!(w, "  return AsmStrs+RegAsmOffset[RegNo-1];");
        }
        line!(w, "}}");
    }

    fn emit_switch(&self, w: &mut CppWriter) {
        line!(w, "  switch(AltIdx) {{");
        line!(w, "  default: llvm_unreachable(\"Invalid register alt name index!\");");
        let colons = if self.namespace.is_empty() { "" } else { "::" };
        let namespace = self.namespace;
        for NameSet { name, fallback, .. } in &self.sets {
            let place = format!("AsmStrs{name}+RegAsmOffset{name}[RegNo-1]");
            line!(w, "  case {namespace}{colons}{name}:");
            match fallback {
                None => {
                    line!(w, "    assert(*({place}) &&");
                    line!(w, "           \"Invalid alt name index for register!\");");
                }
                Some(fallback) => {
                    line!(w, "    if (!*({place}))");
                    line!(w, "      return getRegisterName(RegNo, {namespace}{colons}{fallback});");
                }
            }
            line!(w, "    return {place};");
        }
        line!(w, "  }}");
    }
}

impl<'s> NameSet<'s> {
    fn new(name: &'s str, fallback: Option<&'s str>, names: &[&str]) -> NameSet<'s> {
        let mut builder = SequenceToOffsetTableBuilder::new();
        for name in names {
            builder.add(name.as_bytes().to_vec());
        }
        let strings = builder.layout();
        let offset = |name: &&str| strings.offset(name.as_bytes());
        let offsets =
            names.iter().map(|name| offset(name).expect("all names are in the table")).collect();
        NameSet { name, fallback, strings, offsets }
    }

    fn of(
        store: &'s RecordStore,
        registers: &Registers,
        index: Record<'s>,
    ) -> Result<NameSet<'s>, FieldError> {
        let names = if index.name() == NO_ALT_NAME {
            own_names(store, registers)
        } else {
            let indices = registers.ids();
            indices
                .map(|register| alt_name(store, registers, register, index))
                .collect::<Result<_, FieldError>>()?
        };
        let fallback = match index.field("FallbackRegAltNameIndex") {
            Some(_) => index.optional_record("FallbackRegAltNameIndex")?,
            None => None,
        };
        Ok(NameSet::new(index.name(), fallback.map(|index| index.name()), &names))
    }

    fn emit(&self, w: &mut CppWriter) {
        let NameSet { name, strings, offsets, .. } = self;
        w.string_literal_table(&format!("  static const char AsmStrs{name}[]"), strings);
        let size = strings.rows().last().map_or(0, |(offset, string)| offset + string.len() + 1);
        let ty = match size.saturating_sub(1) {
            0..=0xff => "uint8_t",
            0x100..=0xffff => "uint16_t",
            _ => "uint32_t",
        };
        write!(w, "  static const {ty} RegAsmOffset{name}[] = {{");
        for row in offsets.chunks(PER_LINE) {
            w.raw("\n    ");
            for offset in row {
                write!(w, "{offset}, ");
            }
        }
        w.raw("\n  };\n\n");
    }
}

/// What the assembler calls registers; by their own names where it has no other.
fn own_names<'s>(store: &'s RecordStore, registers: &'s Registers) -> Vec<&'s str> {
    let name = |register| match registers.asm_name(store, register) {
        "" => registers.name(register),
        name => name,
    };
    registers.ids().map(name).collect()
}

/// What a register is called as far as `index` is concerned; nothing if it has no such name.
fn alt_name<'s>(
    store: &'s RecordStore,
    registers: &Registers,
    register: RegisterId,
    index: Record<'_>,
) -> Result<&'s str, FieldError> {
    let is_index = |given: RecordId| given == index.id();
    let indices = registers.reg_alt_name_indices(store, register)?;
    let Some(place) = indices.iter().position(|given| is_index(given.id())) else {
        return Ok("");
    };
    registers.alt_names(store, register)?.get(place).copied().ok_or_else(|| {
        let record = store.record(registers.get(register).described_by);
        let name = index.name();
        FieldError::new(record, format!("Register definition missing alt name for '{name}'."))
    })
}
