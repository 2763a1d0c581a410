//! `--gen-x86-EVEX2VEX-tables`: pairs X86 instructions with EVEX prefix with equivalent instructions with VEX prefix,
//! which is shorter.
//!
//! In: records of class `X86Inst`. Out: a table for 128-bit vectors, a table for 256-bit vectors, and a function that
//! returns whether the processor has the VEX instruction. LLVM 16 was the last release with this action;
//! `--gen-x86-instr-mapping` replaces it.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::decoding::x86::encoding::{EncodingKind, X86Encoding};
use tablewright_target::decoding::x86::operand_record::{X86OperandKind, common_kind};
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::record_views::x86_inst::X86InstRecord;
use tablewright_text::{CppWriter, append, line};

use crate::support::x86_instructions::X86InstructionList;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-x86-EVEX2VEX-tables",
    help: "Generate X86 EVEX to VEX compress tables",
    options: &[],
    run,
};

/// The model for output.
#[derive(Default)]
struct Evex2Vex<'s> {
    /// EVEX instructions with 128-bit vectors or without vectors, with their VEX replacements.
    table128: Vec<Pair<'s>>,
    /// EVEX instructions with 256-bit vectors.
    table256: Vec<Pair<'s>>,
    /// EVEX instructions, with the conditions under which the VEX instructions exist.
    conditions: Vec<(&'s str, &'s str)>,
}

/// The names of an EVEX instruction and its VEX replacement.
type Pair<'s> = (&'s str, &'s str);
/// An instruction and its encoding.
type Evex2VexEncoding = (InstructionId, X86Encoding);

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(X86InstructionList::new(job)?)?;
    job.write_cpp(|w| emit(&model, w))
}

fn collect(instructions: X86InstructionList<'_>) -> Result<Evex2Vex<'_>, FieldError> {
    let (evex, vex) = encodings(instructions)?;
    let mut model = Evex2Vex::default();
    for evex in evex {
        let record = instructions.record(evex.0);
        let vex = match X86InstRecord::new(record).evex2vex_override()? {
            Some(name) => Some(explicit(instructions, record, name)?),
            None => first_match(instructions, evex, &vex[usize::from(evex.1.opcode)])?,
        };
        let Some(vex) = vex.map(|id| instructions.record(id)) else { continue };
        let table = if evex.1.flags.vex_l { &mut model.table256 } else { &mut model.table128 };
        table.push((record.name(), vex.name()));
        if X86InstRecord::new(vex).check_vex_predicate()? {
            model.conditions.push((record.name(), condition(vex)?));
        }
    }
    Ok(model)
}

/// Returns the EVEX encodings that can be compressed, and the VEX encodings by opcode.
fn encodings(
    instructions: X86InstructionList<'_>,
) -> Result<(Vec<Evex2VexEncoding>, Vec<Vec<Evex2VexEncoding>>), FieldError> {
    let (mut evex, mut vex) = (Vec::new(), vec![Vec::new(); 1 << u8::BITS]);
    for (id, record) in instructions.iter() {
        let Some(encoding) = X86Encoding::from_record(record)? else { continue };
        let flags = encoding.flags;
        match encoding.kind {
            EncodingKind::Vex => vex[usize::from(encoding.opcode)].push((id, encoding)),
            EncodingKind::Evex
                if !flags.evex_k
                    && !flags.evex_b
                    && !flags.evex_l2
                    && !X86InstRecord::new(record).not_evex2vex_convertible()? =>
            {
                evex.push((id, encoding));
            }
            EncodingKind::Evex | EncodingKind::Normal | EncodingKind::Xop => {}
        }
    }
    Ok((evex, vex))
}

/// Returns the instruction that a record states.
fn explicit(
    instructions: X86InstructionList<'_>,
    record: Record<'_>,
    name: &str,
) -> Result<InstructionId, FieldError> {
    instructions.named(name).ok_or_else(|| {
        let message = format!("EVEX2VEXOverride instruction '{name}' not found!");
        let error = FieldError::new(Code::EncodingForm, record, message);
        error.label_field(record, "EVEX2VEXOverride")
    })
}

fn first_match(
    instructions: X86InstructionList<'_>,
    evex: Evex2VexEncoding,
    all: &[Evex2VexEncoding],
) -> Result<Option<InstructionId>, FieldError> {
    let may_lose_w = X86InstRecord::new(instructions.record(evex.0)).evex_w1_vex_w0()?;
    for &vex in all {
        if has_same_fields(evex.1, vex.1, may_lose_w)
            && has_same_operands(instructions, evex.0, vex.0)?
        {
            return Ok(Some(vex.0));
        }
    }
    Ok(None)
}

fn has_same_fields(evex: X86Encoding, vex: X86Encoding, may_lose_w: bool) -> bool {
    let fields = |encoding: X86Encoding| {
        let flags = (encoding.flags.vex_4v, encoding.flags.vex_l);
        (encoding.is_code_gen_only, encoding.prefix, encoding.map, flags, encoding.form)
    };
    let (evex_w, vex_w) = (evex.flags.rex_w, vex.flags.rex_w);
    let fits_w = vex.flags.ignores_w
        || (!evex.flags.ignores_w && evex_w == vex_w)
        || (may_lose_w && evex_w && !vex_w);
    fits_w && fields(evex) == fields(vex)
}

/// Whether all operands are equal, except register classes and number records with more members in EVEX.
fn has_same_operands(
    instructions: X86InstructionList<'_>,
    evex: InstructionId,
    vex: InstructionId,
) -> Result<bool, FieldError> {
    let (evex, vex) = (instructions.operands(evex), instructions.operands(vex));
    if evex.len() > vex.len() {
        return Ok(false);
    }
    for (evex, vex) in evex.zip(vex) {
        if evex.id() == vex.id() {
            continue;
        }
        match common_kind(evex, vex)? {
            Some(kind @ (X86OperandKind::Register | X86OperandKind::Immediate))
                if kind.is_same_size(evex, vex)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Returns the C++ condition under which an instruction is available.
fn condition(instruction: Record<'_>) -> Result<&str, FieldError> {
    let predicates = InstructionRecord::new(instruction).predicates()?;
    match predicates.iter().find(|predicate| predicate.name().starts_with("HasAVX")) {
        Some(predicate) => Ok(instruction.store().str(predicate.cond_string()?)),
        None => {
            let message = "Instruction with checkPredicate set must have one predicate!";
            let error = FieldError::new(Code::EncodingForm, instruction, message);
            Err(error.label_field(instruction, "Predicates"))
        }
    }
}

fn emit(model: &Evex2Vex<'_>, w: &mut CppWriter) {
    w.file_header("X86 EVEX2VEX tables", None);
    table(128, &model.table128, w);
    // The reference distinguishes its tables by their contents.
    let length = if model.table256 == model.table128 { 128 } else { 256 };
    table(length, &model.table256, w);
    line!(
        w,
        "static bool CheckVEXInstPredicate(MachineInstr &MI, const X86Subtarget *Subtarget) {{"
    );
    line!(w, "  unsigned Opc = MI.getOpcode();");
    line!(w, "  switch (Opc) {{");
    line!(w, "    default: return true;");
    for (name, condition) in &model.conditions {
        append!(w, "    case X86::", *name, ": return ", *condition, ";\n");
    }
    line!(w, "  }}");
    line!(w, "}}");
    line!(w);
}

fn table(length: u32, pairs: &[Pair<'_>], w: &mut CppWriter) {
    line!(w, "// From EVEX to VEX, of instructions with up to {length} bits.");
    line!(
        w,
        "static const X86EvexToVexCompressTableEntry X86EvexToVex{length}CompressTable[] = {{"
    );
    for (evex, vex) in pairs {
        append!(w, "  { X86::", *evex, ", X86::", *vex, " },\n");
    }
    line!(w, "}};");
    line!(w);
}
