//! `--gen-x86-mnemonic-tables`: for each X86 mnemonic, a function that recognizes its instructions.

use tablewright_backend::{Backend, Failure, Job, string_map_order};
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_target::decoding::x86::encoding::X86Encoding;
use tablewright_target::decoding::x86::form::Form;
use tablewright_target::decoding::x86::mnemonic::mnemonic;
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::target::target;
use tablewright_text::{CppWriter, line};

use crate::support::asm_writer_number::asm_writer;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-x86-mnemonic-tables",
    help: "Generate X86 mnemonic tables",
    options: &[],
    run,
};

/// A mnemonic and its instructions.
struct Mnemonic<'s> {
    name: String,
    instructions: Vec<&'s str>,
}

/// The mnemonics, in the order in which they are printed.
struct MnemonicTables<'s> {
    mnemonics: Vec<Mnemonic<'s>>,
    namespace: NamespaceLayout,
}

/// The place where the functions' namespace is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NamespaceLayout {
    /// Once, around both parts of the file.
    AroundParts,
    /// In each part.
    InEachPart,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let target = target(job.store)?;
    let variant = asm_writer(job, target)?.variant()?;
    let instructions: &Instructions = job.analysis()?;
    // For its errors only: the operands of all instructions are checked, though none is printed.
    job.analysis::<InstructionOperands>()?;
    let records = instructions.records().iter().map(|&record| job.store.record(record));
    let mnemonics = collect(job.store, records, usize::try_from(variant).unwrap_or(usize::MAX))?;
    let namespace = if job.store.release().has(Feature::X86MnemonicsHaveNamespacePerPart) {
        NamespaceLayout::InEachPart
    } else {
        NamespaceLayout::AroundParts
    };
    let model = MnemonicTables { mnemonics, namespace };
    job.write_cpp(|w| emit(&model, w))
}

/// Returns the mnemonics, in the order in which they are to be printed.
fn collect<'s>(
    store: &RecordStore,
    instructions: impl Iterator<Item = Record<'s>>,
    variant: usize,
) -> Result<Vec<Mnemonic<'s>>, FieldError> {
    let mut named: Vec<(String, &'s str)> = Vec::new();
    for instruction in instructions {
        if has_mnemonic(instruction)? {
            named.push((mnemonic(instruction, variant)?, instruction.name()));
        }
    }
    // The reference prints mnemonics in the order of its hash map, which this reproduces.
    let mut order = string_map_order(store);
    let mut groups: Vec<Vec<&'s str>> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for (mnemonic, instruction) in &named {
        let index = order.insert(mnemonic);
        if index == groups.len() {
            groups.push(Vec::new());
            names.push(mnemonic);
        }
        groups[index].push(instruction);
    }
    let mnemonic = |index: usize| Mnemonic {
        name: names[index].to_owned(),
        instructions: std::mem::take(&mut groups[index]),
    };
    Ok(order.indices().map(mnemonic).collect())
}

/// Whether an instruction can be recognised by its mnemonic: it is one of the machine's, and its text
/// does not begin with another's.
fn has_mnemonic(instruction: Record<'_>) -> Result<bool, FieldError> {
    let Some(encoding) = X86Encoding::from_record(instruction)? else { return Ok(false) };
    Ok(encoding.is_decoded
        && InstructionRecord::new(instruction).asm_variant_name()? != Some("NonParsable")
        && encoding.form != Form::PREFIX_BYTE)
}

fn emit(model: &MnemonicTables<'_>, w: &mut CppWriter) {
    w.file_header("X86 Mnemonic tables", None);
    if model.namespace == NamespaceLayout::AroundParts {
        w.raw("namespace llvm {\nnamespace X86 {\n\n");
    }
    emit_part("GET_X86_MNEMONIC_TABLES_H", model, w, |w| {
        for mnemonic in &model.mnemonics {
            line!(w, "bool is{}(unsigned Opcode);", mnemonic.name);
        }
    });
    emit_part("GET_X86_MNEMONIC_TABLES_CPP", model, w, |w| {
        model.mnemonics.iter().for_each(|mnemonic| function(mnemonic, w));
    });
    if model.namespace == NamespaceLayout::AroundParts {
        w.raw("} // end namespace X86\n} // end namespace llvm");
    }
}

fn emit_part(
    guard: &str,
    model: &MnemonicTables<'_>,
    w: &mut CppWriter,
    body: impl FnOnce(&mut CppWriter),
) {
    w.guarded(guard, |w| {
        w.raw("\n");
        match model.namespace {
            NamespaceLayout::AroundParts => body(w),
            NamespaceLayout::InEachPart => {
                w.raw("namespace llvm::X86 {\n\n");
                body(w);
                w.raw("\n} // namespace llvm::X86\n\n");
            }
        }
    });
}

fn function(mnemonic: &Mnemonic<'_>, w: &mut CppWriter) {
    line!(w, "bool is{}(unsigned Opcode) {{", mnemonic.name);
    match mnemonic.instructions[..] {
        [only] => line!(w, "\treturn Opcode == {only};"),
        _ => {
            line!(w, "\tswitch (Opcode) {{");
            for instruction in &mnemonic.instructions {
                line!(w, "\tcase {instruction}:");
            }
            line!(w, "\t\treturn true;");
            line!(w, "\t}}");
            line!(w, "\treturn false;");
        }
    }
    line!(w, "}}");
    line!(w);
}
