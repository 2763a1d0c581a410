//! `--gen-instr-docs`: a page about a target's instructions, in reStructuredText.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordId, RecordStore, RecordView};
use tablewright_selection::patterns::InstructionFlags;
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::asm_string::for_variant;
use tablewright_target::instructions::flags::{FlagSet, INSTRUCTION_FLAGS};
use tablewright_target::instructions::operands::{InstructionOperands, Operands};
use tablewright_target::record_views::asm_syntax::AsmParserVariantRecord;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::target::target;
use tablewright_text::{TextSink, append};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-instr-docs",
    help: "Generate instruction documentation",
    options: &[],
    run,
};

/// The number of flags that the page lists; the others matter to the compiler only.
const LISTED_FLAGS: usize = 38;

/// The page.
struct InstrDocsPage<'s> {
    title: String,
    instructions: Vec<InstrDocsInstruction<'s>>,
}

/// An instruction's section.
struct InstrDocsInstruction<'s> {
    name: &'s str,
    /// The text in each dialect of assembly language.
    assembly: Vec<InstrAssembly<'s>>,
    flags: Vec<&'static str>,
    operands: Vec<OperandDoc<'s>>,
    /// Titles, each with the items that are listed after it; an empty list is not printed.
    lists: Vec<(&'static str, Vec<&'s str>)>,
}

struct InstrAssembly<'s> {
    /// Dialect name. `None` if there is a single dialect.
    dialect: Option<&'s str>,
    text: String,
}

/// An operand or an operand part.
struct OperandDoc<'s> {
    is_def: bool,
    ty: &'s str,
    name: &'s str,
    part: Option<InstrDocsPart<'s>>,
}

struct InstrDocsPart<'s> {
    ty: &'s str,
    name: PartName<'s>,
}

enum PartName<'s> {
    Named(&'s str),
    Numbered(usize),
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let page = collect(job)?;
    let mut out = job.output();
    emit(&page, &mut out);
    Ok(out.finish()?)
}

fn collect<'s>(job: &mut Job<'s>) -> Result<InstrDocsPage<'s>, Failure> {
    let store = job.store;
    let target = target(store)?;
    let instructions: &Instructions = job.analysis()?;
    let operands: &InstructionOperands = job.analysis()?;
    let flags: &InstructionFlags = job.analysis()?;
    // Analyses may report errors without failing: no page is printed then.
    if job.diagnostics.has_errors() {
        return Err(Failure::Reported);
    }
    let variants = target.assembly_parser_variants()?;
    let mut page = InstrDocsPage {
        title: format!("{} Instructions", target.name()),
        instructions: Vec::new(),
    };
    for (id, record) in instructions.iter() {
        let instruction = InstructionRecord::new(store.record(record));
        if instruction.namespace()? != "TargetOpcode" {
            page.instructions.push(InstrDocsInstruction {
                name: instruction.name(),
                assembly: assembly(instruction, &variants)?,
                flags: listed_flags(flags.for_instruction(id)),
                operands: operand_docs(store, operands.for_instruction(id)),
                lists: lists(instruction)?,
            });
        }
    }
    Ok(page)
}

fn assembly<'s>(
    instruction: InstructionRecord<'s>,
    variants: &[AsmParserVariantRecord<'s>],
) -> Result<Vec<InstrAssembly<'s>>, FieldError> {
    let text = instruction.asm_string()?;
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut by_variant = Vec::with_capacity(variants.len());
    for (number, variant) in variants.iter().enumerate() {
        by_variant.push(InstrAssembly {
            dialect: if variants.len() == 1 { None } else { Some(variant.variant_name()?) },
            // Literal text may neither begin nor end with a blank.
            text: for_variant(text, number).trim_matches(' ').to_owned(),
        });
    }
    Ok(by_variant)
}

fn listed_flags(flags: FlagSet) -> Vec<&'static str> {
    let listed = INSTRUCTION_FLAGS[..LISTED_FLAGS].iter();
    listed.filter(|(flag, _)| flags.has(*flag)).map(|(_, name)| *name).collect()
}

/// Returns the operands. Operands with several parts are listed part by part.
fn operand_docs<'s>(store: &'s RecordStore, operands: Operands<'s>) -> Vec<OperandDoc<'s>> {
    let name_of = |record: RecordId| store.record(record).name();
    let mut docs = Vec::new();
    for (number, operand) in operands.list().iter().enumerate() {
        let is_def = number < operands.def_count();
        let class = operands.class(operand);
        let (ty, name) = (name_of(class.record), store.str(operand.name));
        if operand.mi_operand_count < 2 {
            docs.push(OperandDoc { is_def, ty, name, part: None });
            continue;
        }
        for (number, part) in class.parts.iter().enumerate() {
            let part_name = match part.name {
                Some(name) => PartName::Named(store.str(name)),
                None => PartName::Numbered(number),
            };
            let part = InstrDocsPart { ty: part.record.map_or("?", name_of), name: part_name };
            docs.push(OperandDoc { is_def, ty, name, part: Some(part) });
        }
    }
    docs
}

/// Returns record names.
fn names<'s>(records: Vec<impl RecordView<'s>>) -> Vec<&'s str> {
    records.into_iter().map(|record| record.into().name()).collect()
}

/// Returns the lists after the operands.
fn lists(instruction: InstructionRecord<'_>) -> Result<Vec<(&'static str, Vec<&str>)>, FieldError> {
    let constraints = match instruction.constraints()? {
        "" => Vec::new(),
        constraints => vec![constraints],
    };
    Ok(vec![
        ("Constraints", constraints),
        ("Implicit defs", names(instruction.defs()?)),
        ("Implicit uses", names(instruction.uses()?)),
        ("Predicates", names(instruction.predicates()?)),
    ])
}

fn emit(page: &InstrDocsPage<'_>, out: &mut impl TextSink) {
    let rule = "-".repeat(page.title.len());
    append!(out, rule, "\n", page.title, "\n", rule, "\n\n");
    for instruction in &page.instructions {
        let name = escaped(instruction.name);
        append!(out, name, "\n", "=".repeat(name.len()), "\n\n");
        for InstrAssembly { dialect, text } in &instruction.assembly {
            out.push_str("Assembly string");
            if let Some(dialect) = dialect {
                append!(out, " (", *dialect, ")");
            }
            append!(out, ": ``", escaped(text), "``\n\n");
        }
        emit_list("Flags", &instruction.flags, out);
        for operand in &instruction.operands {
            emit_operand(operand, out);
        }
        for (title, items) in &instruction.lists {
            emit_list(title, items, out);
        }
    }
}

/// Escapes a text so that no character has a special meaning.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            '_' => escaped.push_str("\\_"),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Writes a line of literals, unless there are none.
fn emit_list(title: &str, items: &[&str], out: &mut impl TextSink) {
    let Some((first, others)) = items.split_first() else { return };
    append!(out, title, ": ``", *first, "``");
    for item in others {
        append!(out, ", ``", *item, "``");
    }
    out.push_str("\n\n");
}

fn emit_operand(operand: &OperandDoc<'_>, out: &mut impl TextSink) {
    let OperandDoc { is_def, ty, name, part } = operand;
    append!(out, if *is_def { "* DEF ``" } else { "* USE ``" }, *ty);
    match part {
        None => append!(out, ":$", *name),
        Some(part) => {
            append!(out, "/", part.ty, ":$", *name, ".");
            match part.name {
                PartName::Named(name) => out.push_str(name),
                PartName::Numbered(number) => append!(out, "anon", number),
            }
        }
    }
    out.push_str("``\n\n");
}
