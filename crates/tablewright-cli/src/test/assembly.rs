//! Expectations about lines of assembly.

use tablewright_backend::Failure;
use tablewright_machine::assemble::{AsmRows, assemble};
use tablewright_machine::{ByteOrder, Machine, MachineOptions};
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostics, Severity};

/// Assemblers of a description, one for each processor and features.
pub(super) struct Assemblers<'s> {
    store: &'s RecordStore,
    built: Vec<BuiltAssembler<'s>>,
}

struct BuiltAssembler<'s> {
    processor: Option<String>,
    features: Vec<String>,
    /// The assembler, or the reason why there is none.
    assembler: Result<(Machine<'s>, AsmRows), String>,
}

impl<'s> Assemblers<'s> {
    pub(super) fn new(store: &'s RecordStore) -> Assemblers<'s> {
        Assemblers { store, built: Vec::new() }
    }

    /// Returns the word for a line as hexadecimal digits, in the target's byte order, or the error's text.
    pub(super) fn word(
        &mut self,
        processor: Option<&String>,
        features: &[String],
        line: &str,
    ) -> Result<String, String> {
        let index = self.index(processor, features);
        let (machine, rows) = match &self.built[index].assembler {
            Ok((machine, rows)) => (machine, rows),
            Err(error) => return Err(error.clone()),
        };
        let assembly = assemble(machine, rows, line);
        let assembly = assembly.map_err(|errors| {
            errors.first().map_or_else(String::new, |error| error.message.clone())
        })?;
        let section = assembly.sections.first();
        let relocations = section.map_or(&[][..], |section| &section.relocations);
        if let Some(symbol) = relocations.iter().find(|relocation| !relocation.is_filled) {
            return Err(format!("the word needs the address of '{}' from a linker", symbol.symbol));
        }
        let mut bytes = section.map_or_else(Vec::new, |section| section.bytes.clone());
        if machine.byte_order() == ByteOrder::Little {
            bytes.reverse();
        }
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("0x{digits}"))
    }

    fn index(&mut self, processor: Option<&String>, features: &[String]) -> usize {
        let is_same = |built: &BuiltAssembler<'_>| {
            built.processor.as_ref() == processor && built.features == features
        };
        if let Some(index) = self.built.iter().position(is_same) {
            return index;
        }
        let options = MachineOptions {
            processor: processor.cloned(),
            features: features.to_vec(),
            ..MachineOptions::default()
        };
        let mut diagnostics = Diagnostics::new();
        let machine = Machine::new(self.store, &options, &mut diagnostics);
        let assembler = machine.and_then(|machine| -> Result<_, AnalysisError> {
            let rows = AsmRows::new(&machine, &mut diagnostics)?;
            Ok((machine, rows))
        });
        let assembler = assembler.map_err(|error| {
            failure_text(error.into(), &diagnostics, "the description has no assembler")
        });
        let (processor, features) = (options.processor, options.features);
        self.built.push(BuiltAssembler { processor, features, assembler });
        self.built.len() - 1
    }
}

/// Returns the message of the error that ended an analysis; `absent` without an error.
pub(super) fn failure_text(failure: Failure, diagnostics: &Diagnostics, absent: &str) -> String {
    match failure {
        Failure::Diagnostic(error) => error.message.clone(),
        Failure::Io(error) => error.to_string(),
        Failure::Reported => {
            let first = diagnostics.iter().find(|error| error.severity == Severity::Error);
            first.map_or_else(|| absent.to_owned(), |e| e.message.clone())
        }
    }
}
