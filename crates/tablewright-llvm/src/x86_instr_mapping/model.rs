//! Pairs of instructions that do the same in different encodings.

use std::collections::BTreeMap;

use tablewright_records::{Feature, FieldError, Record, RecordView};
use tablewright_target::decoding::x86::encoding::{
    EncodingKind, MAP4, X86Encoding, is_promoted_to_evex,
};
use tablewright_target::decoding::x86::operand_record::{common_kind, is_register};
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::exceptions::{self, NameMap};
use crate::support::x86_instructions::X86InstructionList;

/// Mappings: tables that map an instruction to its replacement, by name.
pub(super) struct X86InstrMapping<'s> {
    /// From EVEX to a shorter encoding.
    pub(super) compress_evex: Vec<X86MappingPair<'s>>,
    /// Shorter instructions that not all processors have, by the condition for their existence.
    pub(super) conditions: BTreeMap<&'s str, Vec<&'s str>>,
    /// Maps an instruction to the variant that keeps flags.
    pub(super) keep_flags: Vec<X86MappingPair<'s>>,
    /// From instructions with a new destination to instructions that modify their first operand.
    pub(super) in_place: Vec<X86MappingPair<'s>>,
    /// From SSE to AVX.
    pub(super) sse_to_avx: Vec<X86MappingPair<'s>>,
}

/// The names of an instruction and its replacement.
pub(super) type X86MappingPair<'s> = (&'s str, &'s str);

/// Name endings for instructions with an added EVEX prefix, without and with a new destination.
const EVEX_ENDING: &str = "_EVEX";
const ND_ENDING: &str = "_ND";
/// Name part for instructions that keep flags.
const NF_PART: &str = "_NF";

/// Features whose VEX instructions were introduced after their EVEX instructions.
const LATER_THAN_EVEX: [&str; 5] =
    ["HasAVXNECONVERT", "HasAVXVNNI", "HasAVXIFMA", "HasAVXVNNIINT8", "HasAVXVNNIINT16"];

/// Pairs instructions with equivalent instructions in another encoding, for each table.
///
/// # Errors
/// If a field has no value.
pub(super) fn collect(
    instructions: X86InstructionList<'_>,
) -> Result<X86InstrMapping<'_>, FieldError> {
    let mut candidates = Vec::new();
    for (id, record) in instructions.iter() {
        // Instructions in their reversed encoding only come up later, when encodings are optimised.
        if !InstructionRecord::new(record).is_asm_parser_only()? && !record.name().ends_with("_REV")
        {
            candidates.push((id, record));
        }
    }
    let (compress_evex, conditions) = compress_evex(instructions, &candidates)?;
    Ok(X86InstrMapping {
        compress_evex,
        conditions,
        keep_flags: keep_flags(instructions, &candidates),
        in_place: in_place(instructions, &candidates),
        sse_to_avx: sse_to_avx(instructions, &candidates),
    })
}

type X86MappingCandidates<'s> = [(InstructionId, Record<'s>)];
type CompressEvex<'s> = (Vec<X86MappingPair<'s>>, BTreeMap<&'s str, Vec<&'s str>>);

/// An instruction and its encoding.
type X86MappedEncoding = (InstructionId, X86Encoding);

/// Pairs EVEX instructions with shorter instructions: a listed exception, the instruction named without `_EVEX`, or
/// else the first VEX instruction with the same fields.
fn compress_evex<'s>(
    instructions: X86InstructionList<'s>,
    candidates: &X86MappingCandidates<'s>,
) -> Result<CompressEvex<'s>, FieldError> {
    let exceptions = exceptions::evex();
    let (evex, vex) = encodings(candidates, &exceptions)?;
    let mut pairs = Vec::new();
    let mut conditions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for old in evex {
        let name = instructions.record(old.0).name();
        let new = if let Some(new) = exceptions.get(name) {
            // LLVM 20 added an `i` to the names of instructions with a number.
            instructions.named(new).or_else(|| instructions.named(&format!("{new}i")))
        } else if let Some(stem) = name.strip_suffix(EVEX_ENDING) {
            instructions.named(stem)
        } else if name.ends_with(ND_ENDING) {
            None
        } else {
            first_match(instructions, old, &vex[usize::from(old.1.opcode)])?
        };
        let Some(new) = new.map(|id| instructions.record(id)) else { continue };
        pairs.push((name, new.name()));
        if let Some(condition) = condition(new)? {
            conditions.entry(condition).or_default().push(new.name());
        }
    }
    Ok((pairs, conditions))
}

/// Returns the EVEX encodings that can be compressed, and the VEX encodings by opcode.
fn encodings(
    candidates: &X86MappingCandidates<'_>,
    exceptions: &NameMap,
) -> Result<(Vec<X86MappedEncoding>, Vec<Vec<X86MappedEncoding>>), FieldError> {
    let without_vex = exceptions::without_vex();
    let (mut evex, mut vex) = (Vec::new(), vec![Vec::new(); 1 << u8::BITS]);
    for &(id, record) in candidates {
        if is_promoted_to_evex(record)? || without_vex.contains(record.name()) {
            continue;
        }
        let Some(encoding) = X86Encoding::from_record(record)? else { continue };
        let flags = encoding.flags;
        let release = record.store().release();
        // Instructions that zero the upper part are accepted only if listed as exceptions.
        let is_zero_upper = release.has(Feature::X86ZeroUpperStoresAreCompressed)
            && encoding.map == MAP4
            && exceptions.contains_key(record.name());
        let can_set_flags = !flags.evex_nf || !release.has(Feature::X86CompressionKeepsFlags);
        let is_plain = !flags.evex_k
            && !flags.evex_l2
            && can_set_flags
            && (!flags.evex_b || encoding.has_new_destination() || is_zero_upper);
        match encoding.kind {
            EncodingKind::Vex => vex[usize::from(encoding.opcode)].push((id, encoding)),
            EncodingKind::Evex if is_plain => evex.push((id, encoding)),
            EncodingKind::Evex | EncodingKind::Normal | EncodingKind::Xop => {}
        }
    }
    Ok((evex, vex))
}

fn first_match(
    instructions: X86InstructionList<'_>,
    old: X86MappedEncoding,
    all: &[X86MappedEncoding],
) -> Result<Option<InstructionId>, FieldError> {
    for &new in all {
        if has_same_fields(old.1, new.1) && has_same_operands(instructions, old.0, new.0)? {
            return Ok(Some(new.0));
        }
    }
    Ok(None)
}

fn has_same_fields(old: X86Encoding, new: X86Encoding) -> bool {
    let fields = |encoding: X86Encoding| {
        let flags = (encoding.flags.vex_4v, encoding.flags.vex_l, encoding.flags.rex_w);
        (encoding.is_code_gen_only, encoding.map, encoding.prefix, flags, encoding.form)
    };
    fields(old) == fields(new)
}

/// Whether all operands have the same size in both instructions. Operands of different kinds have no comparable size.
fn has_same_operands(
    instructions: X86InstructionList<'_>,
    old: InstructionId,
    new: InstructionId,
) -> Result<bool, FieldError> {
    let (old, new) = (instructions.operands(old), instructions.operands(new));
    if old.len() > new.len() {
        return Ok(false);
    }
    for (old, new) in old.zip(new) {
        if old.id() == new.id() {
            continue;
        }
        if let Some(kind) = common_kind(old, new)?
            && !kind.is_same_size(old, new)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the condition for an instruction with VEX; `None` if all processors with EVEX have the instruction.
fn condition(instruction: Record<'_>) -> Result<Option<&str>, FieldError> {
    let predicates = InstructionRecord::new(instruction).predicates()?;
    let later = predicates.iter().find(|predicate| LATER_THAN_EVEX.contains(&predicate.name()));
    let Some(later) = later else { return Ok(None) };
    Ok(Some(later.store().str(later.cond_string()?)))
}

/// Pairs instructions with flag-preserving instructions, whose names differ only in this.
fn keep_flags<'s>(
    instructions: X86InstructionList<'s>,
    candidates: &X86MappingCandidates<'s>,
) -> Vec<X86MappingPair<'s>> {
    let pair = |&(_, record): &(InstructionId, Record<'s>)| {
        let (stem, ending) = record.name().split_once(NF_PART)?;
        let setting = instructions.named(&[stem, ending].concat())?;
        Some((setting, record))
    };
    let mut pairs: Vec<_> = candidates.iter().filter_map(pair).collect();
    let is_by_setting = |record: Record<'_>| {
        record.store().release().has(Feature::X86KeepFlagsTableIsByPlainInstruction)
    };
    if candidates.first().is_some_and(|(_, record)| is_by_setting(*record)) {
        pairs.sort_by_key(|&(setting, _)| setting);
    }
    let names = pairs.into_iter();
    names.map(|(setting, keeping)| (instructions.record(setting).name(), keeping.name())).collect()
}

/// Pairs instructions with a new destination with instructions that write their first operand.
fn in_place<'s>(
    instructions: X86InstructionList<'s>,
    candidates: &X86MappingCandidates<'s>,
) -> Vec<X86MappingPair<'s>> {
    let (exceptions, unpaired) = (exceptions::nd(), exceptions::nd_only());
    let mut pairs = Vec::new();
    for &(_, record) in candidates.iter() {
        let name = record.name();
        if unpaired.contains(name) {
            continue;
        }
        let new = if let Some(new) = exceptions.get(name) {
            instructions.named(new)
        } else {
            let new = name.strip_suffix(ND_ENDING).and_then(|new| instructions.named(new));
            // If the first operand is memory, the result would be written to memory.
            new.filter(|&new| instructions.operands(new).next().is_some_and(is_register))
        };
        if let Some(new) = new {
            pairs.push((name, instructions.record(new).name()));
        }
    }
    pairs
}

/// Pairs SSE instructions with AVX instructions, whose names begin with a V.
fn sse_to_avx<'s>(
    instructions: X86InstructionList<'s>,
    candidates: &X86MappingCandidates<'s>,
) -> Vec<X86MappingPair<'s>> {
    let exceptions = exceptions::sse();
    let mut avx_name = String::new();
    let mut pairs = Vec::new();
    for &(_, record) in candidates {
        avx_name.clear();
        avx_name.push('V');
        avx_name.push_str(record.name());
        let avx = exceptions.get(record.name()).unwrap_or(&avx_name);
        if let Some(avx) = instructions.named(avx) {
            pairs.push((record.name(), instructions.record(avx).name()));
        }
    }
    pairs
}
