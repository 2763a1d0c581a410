//! Register names and encodings.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::registers::{RegisterId, Registers};

use crate::subtarget::MachineSubtarget;
use crate::syntax::TargetSyntax;

/// The index for registers' own names, in contrast to alternative names.
const NO_ALT_NAME: &str = "NoRegAltName";

/// Register names and encodings.
pub(crate) struct MachineRegisterNames<'s> {
    pub(crate) registers: &'s Registers,
    pub(crate) prefix: &'static str,
    /// The printed name.
    printed: IndexVec<RegisterId, &'s str>,
    /// The registers with a name, in lower case.
    by_name: FxHashMap<String, Vec<RegisterId>>,
    pub(crate) encodings: IndexVec<RegisterId, u64>,
}

/// Returns the encoding in a register's field; zero without a record or the field.
fn encoding_in(store: &RecordStore, register: &str, field: &str) -> u64 {
    let record = store.find_record(register).map(|record| store.record(record));
    let bits = record.and_then(|record| record.bits(field).ok());
    bits.and_then(|bits| bits.to_int()).map_or(0, |number| number as u64)
}

impl<'s> MachineRegisterNames<'s> {
    pub(crate) fn new(
        store: &'s RecordStore,
        syntax: &TargetSyntax,
        subtarget: &MachineSubtarget<'s>,
        diagnostics: &mut Diagnostics,
    ) -> Result<MachineRegisterNames<'s>, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let described = store.derived_if_defined("AsmMachine");
        let described = described.first().map(|machine| machine.optional_record("RegisterNames"));
        let described = described.transpose()?.flatten();
        let needed = syntax.registers.names_feature;
        let own = if needed.is_empty() || subtarget.has_feature(needed) {
            syntax.registers.names
        } else {
            ""
        };
        let index_name = described.map_or(own, |index| index.name());
        let mut printed = IndexVec::new();
        let mut encodings = IndexVec::new();
        let mut by_name: FxHashMap<String, Vec<RegisterId>> = FxHashMap::default();
        for id in registers.ids() {
            let own = match registers.asm_name(store, id) {
                "" => registers.name(id),
                name => name,
            };
            let indices = registers.reg_alt_name_indices(store, id)?;
            let names = registers.alt_names(store, id)?;
            let chosen = indices.iter().position(|index| index.name() == index_name);
            let alternative = chosen.and_then(|index| names.get(index).copied());
            printed.push(alternative.filter(|name| !name.is_empty()).unwrap_or(own));
            encodings.push(match syntax.registers.encoding {
                "" => registers.hw_encoding(store, id)?,
                field => encoding_in(store, registers.name(id), field),
            });
            let own = std::iter::once(own).chain(names);
            for name in own.filter(|name| !name.is_empty() && *name != NO_ALT_NAME) {
                let name = name.to_ascii_lowercase();
                let other = (syntax.registers.other_name)(&name);
                let further = syntax.registers.further_names.iter();
                let further = further.filter(|(own, _)| *own == name);
                let further = further.map(|(_, further)| (*further).to_owned());
                let names: Vec<String> = further.chain(other).collect();
                for name in std::iter::once(name).chain(names) {
                    let ids = by_name.entry(name).or_default();
                    if !ids.contains(&id) {
                        ids.push(id);
                    }
                }
            }
        }
        let prefix = syntax.registers.prefix;
        Ok(MachineRegisterNames { registers, prefix, printed, by_name, encodings })
    }

    /// Returns the printed name, without a prefix.
    pub(crate) fn name(&self, register: RegisterId) -> &'s str {
        self.printed[register]
    }

    /// Returns the registers that a name in assembly stands for; `A0` finds `a0`.
    pub(crate) fn named(&self, name: &str) -> &[RegisterId] {
        match self.by_name.get(name) {
            Some(ids) => ids,
            None => self.by_name.get(&name.to_ascii_lowercase()).map_or(&[], Vec::as_slice),
        }
    }

    pub(crate) fn push(&self, register: RegisterId, text: &mut String) {
        text.push_str(self.prefix);
        text.push_str(self.name(register));
    }
}
