//! The model of a target's assembly printer.

mod alias_pattern;
mod aliases;
mod fragments;
mod instruction_printer;
mod merge_similar;
mod print_plan;
mod register_names;

use tablewright_backend::{Failure, Job};
use tablewright_records::RecordId;
use tablewright_records::release::Feature;
use tablewright_target::target::target;

use crate::support::asm_writer_number::asm_writer;

pub(super) use alias_pattern::{AliasCondition, OperandPredicate};
pub(super) use aliases::{AliasPattern, AsmWriterAliases};
pub(super) use instruction_printer::{InstPrinterCommand, InstructionPrinter};
pub(super) use merge_similar::{SimilarGroup, SimilarStep};
pub(super) use print_plan::{PrintPlanStepId, PrintStep};
pub(super) use register_names::{RegisterNameSet, RegisterNames};

/// A target's assembly printer.
pub(super) struct AsmWriter<'s> {
    /// Input name.
    pub(super) input: &'s str,
    pub(super) class: PrinterClass<'s>,
    pub(super) instructions: InstructionPrinter<'s>,
    pub(super) registers: RegisterNames<'s>,
    pub(super) aliases: AsmWriterAliases<'s>,
}

/// The layout of a printer's tables and functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PrinterLayout {
    /// Functions have a pointer parameter for the instruction, and zero bytes are `\0`.
    ByPointer,
    /// `getMnemonic` has a reference parameter and is const, and zero bytes in string tables are `\000`.
    ConstMnemonic,
}

/// The printer's C++ class: an `AsmWriter` record.
pub(super) struct PrinterClass<'s> {
    record: RecordId,
    pub(super) target: &'s str,
    pub(super) name: String,
    /// Whether the printer's methods have the subtarget as an argument.
    pub(super) passes_subtarget: bool,
    pub(super) layout: PrinterLayout,
    /// Assembly dialect number.
    variant: usize,
}

impl<'s> AsmWriter<'s> {
    /// Builds the model.
    ///
    /// # Errors
    ///
    /// If an assembly string or an alias is invalid.
    pub(super) fn collect(job: &mut Job<'s>) -> Result<AsmWriter<'s>, Failure> {
        let class = PrinterClass::collect(job)?;
        Ok(AsmWriter {
            input: job.store.input_name(),
            instructions: InstructionPrinter::collect(job, &class)?,
            registers: RegisterNames::collect(job)?,
            aliases: AsmWriterAliases::collect(job, &class)?,
            class,
        })
    }
}

impl<'s> PrinterClass<'s> {
    fn collect(job: &Job<'s>) -> Result<PrinterClass<'s>, Failure> {
        let target = target(job.store)?;
        let writer = asm_writer(job, target)?;
        Ok(PrinterClass {
            record: writer.id(),
            target: target.name(),
            name: format!("{}{}", target.name(), writer.asm_writer_class_name()?),
            layout: if job.store.release().has(Feature::ConstGetMnemonic) {
                PrinterLayout::ConstMnemonic
            } else {
                PrinterLayout::ByPointer
            },
            passes_subtarget: writer.pass_subtarget()? != 0,
            // A dialect that no group has an alternative for is as good as any other.
            variant: usize::try_from(writer.variant()?).unwrap_or(usize::MAX),
        })
    }

    /// Returns the `text` of a parameter or an argument if the subtarget is passed, else nothing.
    pub(super) fn if_subtarget(&self, text: &'static str) -> &'static str {
        if self.passes_subtarget { text } else { "" }
    }
}
