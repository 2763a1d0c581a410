//! `--gen-instr-docs`: a page about a target's instructions, in reStructuredText.

use std::fmt::Write;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::asm_string::of_variant;
use tablewright_target::instructions::flags::{FlagSet, INSTRUCTION_FLAGS, InstructionFlags};
use tablewright_target::instructions::operands::{InstructionOperands, Operands};
use tablewright_target::target::target;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-instr-docs",
    help: "Generate instruction documentation",
    options: &[],
    run,
};

/// How many of the flags there are to tell of; the others matter to the compiler only.
const SHOWN_FLAGS: usize = 38;

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let target = target(job.store)?;
    let instructions: &Instructions = job.analysis()?;
    let operands: &InstructionOperands = job.analysis()?;
    let flags: &InstructionFlags = job.analysis()?;
    if job.diagnostics.has_errors() {
        return Err(Failure::Reported);
    }
    let mut variants = Vec::new();
    for variant in target.list_of_records("AssemblyParserVariants")? {
        variants.push(variant);
    }
    let mut page = Page { store: job.store, text: String::new() };
    page.title(&format!("{} Instructions", target.name()));
    for (id, record) in instructions.iter() {
        let instruction = job.store.record(record);
        if instruction.string("Namespace")? != "TargetOpcode" {
            page.instruction(instruction, &variants, flags.of(id), operands.of(id))?;
        }
    }
    job.write_text(&page.text)
}

struct Page<'s> {
    store: &'s RecordStore,
    text: String,
}

impl<'s> Page<'s> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes text in which no character has a meaning.
    fn push_escaped(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '\n' => self.push("\\n"),
                '\t' => self.push("\\t"),
                '_' => self.push("\\_"),
                _ => self.text.push(character),
            }
        }
    }

    fn title(&mut self, title: &str) {
        let rule = "-".repeat(title.len());
        write!(self.text, "{rule}\n{title}\n{rule}\n\n").expect("a string takes any text");
    }

    fn instruction(
        &mut self,
        instruction: Record<'s>,
        variants: &[Record<'s>],
        flags: FlagSet,
        operands: Operands<'_>,
    ) -> Result<(), FieldError> {
        let start = self.text.len();
        self.push_escaped(instruction.name());
        let width = self.text.len() - start;
        self.push("\n");
        self.text.extend(std::iter::repeat_n('=', width));
        self.push("\n\n");
        self.assembly(instruction, variants)?;
        let shown = INSTRUCTION_FLAGS[..SHOWN_FLAGS].iter();
        self.list("Flags", shown.filter(|(flag, _)| flags.has(*flag)).map(|(_, name)| *name));
        self.operands(operands);
        match instruction.string("Constraints")? {
            "" => {}
            constraints => self.list("Constraints", [constraints]),
        }
        for (title, field) in
            [("Implicit defs", "Defs"), ("Implicit uses", "Uses"), ("Predicates", "Predicates")]
        {
            let records = instruction.list_of_records(field)?;
            self.list(title, records.iter().map(|record| record.name()));
        }
        Ok(())
    }

    /// Writes the instruction's text in each dialect of assembly language.
    fn assembly(
        &mut self,
        instruction: Record<'s>,
        variants: &[Record<'s>],
    ) -> Result<(), FieldError> {
        let text = instruction.string("AsmString")?;
        if text.is_empty() {
            return Ok(());
        }
        for (number, variant) in variants.iter().enumerate() {
            self.push("Assembly string");
            if variants.len() != 1 {
                self.push(" (");
                self.push(variant.string("Name")?);
                self.push(")");
            }
            self.push(": ``");
            // Literal text may neither begin nor end with a blank.
            self.push_escaped(of_variant(text, number).trim_matches(' '));
            self.push("``\n\n");
        }
        Ok(())
    }

    /// Writes a line of literals, unless there are none.
    fn list<'a>(&mut self, title: &str, items: impl IntoIterator<Item = &'a str>) {
        let mut is_empty = true;
        for item in items {
            if is_empty {
                self.push(title);
            }
            self.push(if is_empty { ": ``" } else { ", ``" });
            self.push(item);
            self.push("``");
            is_empty = false;
        }
        if !is_empty {
            self.push("\n\n");
        }
    }

    /// Writes the operands; those of several parts, part by part.
    fn operands(&mut self, operands: Operands<'_>) {
        let name_of = |record: RecordId| self.store.record(record).name();
        let mut text = String::new();
        for (place, operand) in operands.list().iter().enumerate() {
            let direction = if place < operands.def_count() { "DEF" } else { "USE" };
            let class = operands.class(operand);
            let (ty, name) = (name_of(class.record), self.store.str(operand.name));
            if operand.mi_operand_count < 2 {
                write!(text, "* {direction} ``{ty}:${name}``\n\n")
                    .expect("a string takes any text");
                continue;
            }
            for (number, part) in class.parts.iter().enumerate() {
                let part_type = part.record.map_or("?", name_of);
                write!(text, "* {direction} ``{ty}/{part_type}:${name}.")
                    .expect("a string takes any text");
                match part.name {
                    Some(part) => text.push_str(self.store.str(part)),
                    None => write!(text, "anon{number}").expect("a string takes any text"),
                }
                text.push_str("``\n\n");
            }
        }
        self.push(&text);
    }
}
