//! `--gen-asm-writer`: how instructions are printed as assembly language.

mod aliases;
mod emit;
mod emit_aliases;
mod fragments;
mod register_names;
mod remaining;
mod steps;

use tablewright_backend::{Backend, Failure, Job, OptionGroup};
use tablewright_records::{RecordStore, Value};
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::target::target;
use tablewright_text::CppWriter;

use aliases::Aliases;
use fragments::{Packed, Row, Rows};
use register_names::RegisterNames;
use remaining::Group;
use steps::Steps;

use crate::support::asm_writer_number::{ASM_WRITER_NUMBER, asm_writer};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-asm-writer",
    help: "Generate assembly writer",
    options: &[OptionGroup {
        heading: "Options for -gen-asm-writer",
        options: &[ASM_WRITER_NUMBER],
    }],
    run,
};

/// The instruction that is in no assembly, though it has text.
const PHI: &str = "PHI";

/// A record of class `AsmWriter`.
struct Writer<'s> {
    target: &'s str,
    class_name: &'s str,
    /// Whether the printer's methods are given the subtarget.
    passes_subtarget: bool,
    /// The dialect of assembly language.
    variant: usize,
}

impl<'s> Writer<'s> {
    fn of(job: &Job<'s>) -> Result<Writer<'s>, Failure> {
        let target = target(job.store)?;
        let writer = asm_writer(job, target)?;
        Ok(Writer {
            target: target.name(),
            class_name: writer.string("AsmWriterClassName")?,
            // Older releases have printers that are not told of it.
            passes_subtarget: writer.field("PassSubtarget").is_some()
                && writer.int("PassSubtarget")? != 0,
            // A dialect that no group has a part for is as good as any other.
            variant: usize::try_from(writer.int("Variant")?).unwrap_or(usize::MAX),
        })
    }

    /// The name of the printer's C++ class.
    fn class(&self) -> String {
        format!("{}{}", self.target, self.class_name)
    }

    /// What stands in lists of parameters and of arguments where the subtarget is passed on.
    fn if_subtarget(&self, text: &'static str) -> &'static str {
        if self.passes_subtarget { text } else { "" }
    }
}

/// How instructions are printed.
struct Printing<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    steps: Steps<'s>,
    rows: Rows,
    packed: Packed,
    /// What did not fit.
    remaining: Vec<Group>,
}

impl<'s> Printing<'s> {
    fn of(job: &mut Job<'s>, writer: &Writer<'s>) -> Result<Printing<'s>, Failure> {
        let store = job.store;
        let instructions: &Instructions = job.analysis()?;
        let operands: &InstructionOperands = job.analysis()?;
        let mut steps = Steps::default();
        let mut rows = Rows::default();
        for (number, record) in instructions.iter() {
            let instruction = store.record(record);
            if instruction.string("AsmString")?.is_empty() || instruction.name() == PHI {
                continue;
            }
            let start = rows.steps.len();
            steps.parse(instruction, operands.of(number), writer.variant, &mut rows.steps)?;
            let end = rows.steps.len();
            rows.rows.push(Row { instruction: number.index(), start, end });
        }
        let packed = Packed::of(&steps, &mut rows, instructions.len());
        let remaining = remaining::groups(&rows);
        Ok(Printing { store, instructions, steps, rows, packed, remaining })
    }

    /// The name of the instruction of that number.
    fn name(&self, instruction: usize) -> &'s str {
        self.store.record(self.instructions.records()[instruction]).name()
    }

    /// The namespace of the instruction of that number.
    fn namespace(&self, instruction: usize) -> &'s str {
        let record = self.store.record(self.instructions.records()[instruction]);
        match record.field("Namespace").map(|field| self.store.value(field.value)) {
            Some(Value::String(namespace) | Value::Code(namespace)) => self.store.str(namespace),
            _ => "",
        }
    }
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let writer = Writer::of(job)?;
    let printing = Printing::of(job, &writer)?;
    let names = RegisterNames::of(job)?;
    let aliases = Aliases::of(job, &writer)?;
    let mut w = CppWriter::new();
    w.file_header("Assembly Writer Source Fragment", Some(job.store.input_name()));
    emit::get_mnemonic(&printing, &writer, &mut w);
    emit::print_instruction(&printing, &writer, &mut w);
    names.emit(&writer, &mut w);
    emit_aliases::print_alias_instr(job.store, &aliases, &writer, &mut w);
    job.write_text(&w.finish())
}
