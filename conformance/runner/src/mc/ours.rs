//! Our answers.

use std::collections::BTreeMap;
use std::path::Path;

use tablewright_machine::assemble::{AsmRows, assemble};
use tablewright_machine::{Machine, MachineOptions};
use tablewright_records::RecordStore;
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

use super::compare::McAnswer;
use super::script::McSetting;
use super::targets::McTarget;

/// Reads a target's description.
pub(super) fn store(target: &McTarget, corpus: &Path) -> Result<RecordStore, String> {
    let dir = corpus.join("llvm/lib/Target").join(target.name);
    let session = Session::new().include_dir(&dir).include_dir(corpus.join("llvm/include"));
    let loaded = session.load_file(dir.join(format!("{}.td", target.name)));
    Ok(loaded.map_err(|error| error.to_string())?.into_store())
}

/// A target's machines by their options.
pub(super) struct Machines<'s> {
    store: &'s RecordStore,
    machines: BTreeMap<McSetting, OurMachine<'s>>,
}

/// A machine and its rows for assembling.
pub(super) struct OurMachine<'s> {
    machine: Machine<'s>,
    rows: Option<AsmRows>,
}

impl<'s> Machines<'s> {
    pub(super) fn new(store: &'s RecordStore) -> Machines<'s> {
        Machines { store, machines: BTreeMap::new() }
    }

    /// Returns the machine for a run's options.
    pub(super) fn machine(&mut self, setting: &McSetting) -> Result<&OurMachine<'s>, String> {
        if !self.machines.contains_key(setting) {
            let machine = OurMachine::new(self.store, setting)?;
            self.machines.insert(setting.clone(), machine);
        }
        Ok(&self.machines[setting])
    }
}

impl<'s> OurMachine<'s> {
    fn new(store: &'s RecordStore, setting: &McSetting) -> Result<OurMachine<'s>, String> {
        let processor = match setting.processor.as_str() {
            "" => setting.default_processor,
            name => name,
        };
        let options = MachineOptions {
            processor: Some(processor.to_owned()).filter(|name| !name.is_empty()),
            features: setting.features.clone(),
            no_aliases: setting.no_aliases,
            ..MachineOptions::default()
        };
        let mut diagnostics = Diagnostics::new();
        let machine = Machine::new(store, &options, &mut diagnostics);
        let problem = || format!("{:?}: no machine: {diagnostics:?}", setting.arguments());
        let machine = machine.map_err(|_| problem())?;
        let mut rows = None;
        if !setting.is_disassembly {
            let own = AsmRows::new(&machine, &mut Diagnostics::new());
            rows = Some(own.map_err(|_| format!("{:?}: no rows", setting.arguments()))?);
        }
        Ok(OurMachine { machine, rows })
    }

    /// Assembles or disassembles a line.
    pub(super) fn answer(&self, line: &str) -> McAnswer {
        let Some(rows) = &self.rows else {
            let byte = |word: &str| u8::from_str_radix(word.trim_start_matches("0x"), 16).ok();
            let bytes: Option<Vec<u8>> = line.split_whitespace().map(byte).collect();
            let texts = bytes.and_then(|bytes| self.texts(&bytes));
            return texts.map_or(McAnswer::Refused, |texts| McAnswer::Accepted {
                texts,
                bytes: Vec::new(),
            });
        };
        match assemble(&self.machine, rows, line) {
            Ok(assembly) => {
                let section = assembly.sections.first();
                let bytes = section.map_or(&[][..], |section| &section.bytes);
                let is_open = section.is_some_and(|section| !section.relocations.is_empty());
                let texts = self.texts(bytes).unwrap_or_default();
                let byte = |byte: &u8| Some(*byte).filter(|_| !is_open);
                McAnswer::Accepted { texts, bytes: bytes.iter().map(byte).collect() }
            }
            Err(_) => McAnswer::Refused,
        }
    }

    /// Returns the texts for bytes; `None` if some are not an instruction.
    fn texts(&self, bytes: &[u8]) -> Option<Vec<String>> {
        let mut texts = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let decoded = self.machine.decode(rest).ok()?;
            let mut text = String::new();
            self.machine.print(&decoded.insn, &mut text);
            texts.push(text);
            rest = rest.get(decoded.size..)?;
        }
        Some(texts)
    }
}
