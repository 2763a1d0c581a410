//! The decodable encodings, in groups with a table each.
//!
//! In: instructions, their encodings by hardware mode, and `AdditionalEncoding` records. Out:
//! [`Encodings`]: for each encoding its known bits and operand decoder; and groups by
//! `DecoderNamespace`, mode and size. [`decision_tree`](super::decision_tree) decodes words.

use std::collections::{BTreeMap, BTreeSet};

use tablewright_index::{IndexVec, define_index};
use tablewright_records::{
    AnalysisError, Feature, FieldError, Record, RecordId, RecordStore, RecordView, ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::bit_pattern::BitPattern;
pub use super::decoder_options::{DecoderOptions, UniversalEncodings};
use super::decoder_table::SoftFail;
use super::fixed_operands::{FixedOperands, field_runs};
use super::operand_decoder::{OperandDecoder, OperandDecoderId, OperandDecoders};
use super::variable_operands;
use crate::hw_modes::{HwModeId, HwModes};
use crate::instructions::encoding::{
    EncodingBit, EncodingBits, EncodingRecords, FieldRun, are_little_endian,
};
use crate::instructions::operands::InstructionOperands;
use crate::instructions::variable_encoding::{SegmentContent, VariableEncoding, is_variable};
use crate::instructions::{GENERIC_NAMESPACE, InstructionId, Instructions};
use crate::record_views::encoding::{AdditionalEncodingRecord, InstructionEncodingRecord};
use crate::record_views::instruction::InstructionRecord;
use crate::target::target;

define_index! {
    /// An encoding of an instruction.
    pub struct EncodingId;
}

/// Maximal encoding length in bits.
const MAX_WIDTH: u32 = 1 << 16;

/// An encoding.
#[doc(alias = "EncodingAndInst")]
#[derive(Debug)]
pub struct Encoding {
    /// The record with the encoding fields: the instruction, or a record for one mode.
    pub record: RecordId,
    /// The instruction.
    pub instruction: InstructionId,
    /// The bits that identify it, without soft failure bits.
    pub pattern: BitPattern,
    /// The bits in the record, including soft failure bits.
    pub written: BitPattern,
    /// The operand decoder.
    pub decoder: OperandDecoderId,
    /// Bits that may differ from the encoding but should not.
    pub soft_fail: Option<SoftFail>,
    /// The lowest soft failure bit without a known value; `None` if all have values.
    pub soft_fail_without_value: Option<u32>,
}

/// The encodings in one table.
#[derive(Debug)]
pub struct EncodingGroup {
    /// The namespace, and the mode if the encodings belong to only one mode: `Space_Mode`.
    pub namespace: String,
    /// Word width in bits.
    pub width: u32,
    /// The encodings, in instruction order.
    pub encodings: Vec<EncodingId>,
}

/// The sort key for tables: namespace and mode, then size. Newer releases sort by size first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey {
    /// The size in bytes if the release sorts by size first, otherwise zero.
    major_size: u32,
    /// The namespace, with the mode in older releases.
    namespace: String,
    /// The mode index in newer releases, otherwise zero.
    mode: usize,
    size: u32,
}

/// The decodable encodings in a target.
#[derive(Debug)]
pub struct Encodings {
    /// All encodings.
    pub encodings: IndexVec<EncodingId, Encoding>,
    /// The groups by namespace, then by size.
    pub groups: Vec<EncodingGroup>,
    /// Encodings for instructions that only assemblers know. No group contains them.
    pub assembler_only: Vec<EncodingId>,
    /// The operand decoders.
    pub decoders: OperandDecoders,
    /// By instruction, its encoding length in bits; `None` if all lengths are equal.
    pub lengths: Option<IndexVec<InstructionId, u32>>,
    /// Whether encodings store their bits in reverse order.
    is_reversed: bool,
}

impl Encodings {
    /// Collects the encodings from the target in `store`.
    ///
    /// # Errors
    /// Returns an error if an encoding or operand is invalid. Missing operands are reported to
    /// `diagnostics`.
    pub fn collect(
        store: &RecordStore,
        options: DecoderOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Encodings, AnalysisError> {
        let target = target(store)?;
        let instructions = store.analysis::<Instructions>(diagnostics)?;
        let operands = store.analysis::<InstructionOperands>(diagnostics)?;
        let modes = store.analysis::<HwModes>(diagnostics)?;
        let is_reversed = are_little_endian(target)?;
        let is_variable = store.derived_from_name("Instruction")?.into_iter().any(is_variable);
        let has_scopes = store.release().has(Feature::DecoderTablesHaveScopes);
        let mut collector = Collector {
            options,
            has_scopes,
            modes,
            operands,
            is_variable,
            by_group: BTreeMap::new(),
            widest: 0,
            encodings: Encodings {
                encodings: IndexVec::new(),
                groups: Vec::new(),
                assembler_only: Vec::new(),
                decoders: OperandDecoders::default(),
                lengths: None,
                is_reversed,
            },
            diagnostics,
        };
        let universal = UniversalModes::new(store, modes, options.universal)?;
        for (id, record) in instructions.iter() {
            collector.instruction(id, store.record(record), &universal)?;
        }
        for encoding in AdditionalEncodingRecord::all_if_defined(store) {
            let instruction = encoding.alias_of()?;
            let Some(id) = instructions.id(instruction.id()) else {
                let message = format!("'{}' is not an instruction", instruction.name());
                let encoding = Record::from(encoding);
                let error = FieldError::new(Code::EncodingForm, encoding, message);
                return Err(error.label_field(encoding, "AliasOf").into());
            };
            collector.encoding(id, instruction.into(), encoding.into(), &universal.default)?;
        }
        Ok(collector.finish())
    }

    /// Returns the field and operand bits in an encoding with their names, lowest first.
    ///
    /// # Errors
    /// Returns an error if the encoding is invalid.
    pub fn fields(
        &self,
        store: &RecordStore,
        encoding: EncodingId,
    ) -> Result<Vec<(Symbol, FieldRun)>, Diagnostic> {
        let record = store.record(self.encodings[encoding].record);
        if self.lengths.is_none() {
            return Ok(field_runs(EncodingBits::new(record, self.is_reversed)?));
        }
        let mut runs = Vec::new();
        let mut inst_bit = 0;
        for segment in VariableEncoding::from_record(record)?.segments {
            let len = segment.width;
            if let SegmentContent::Operand { name, low_bit, .. } = segment.content {
                runs.push((name, FieldRun { inst_bit, field_bit: low_bit, len }));
            }
            inst_bit += len;
        }
        Ok(runs)
    }
}

/// The modes for encodings that do not depend on the mode.
struct UniversalModes {
    kind: UniversalEncodings,
    /// All modes with a separate encoding.
    all: Vec<HwModeId>,
    /// The same modes by encoding namespace.
    by_namespace: BTreeMap<String, Vec<HwModeId>>,
    /// Only the default mode.
    default: [HwModeId; 1],
}

impl UniversalModes {
    fn new(
        store: &RecordStore,
        modes: &HwModes,
        kind: UniversalEncodings,
    ) -> Result<UniversalModes, FieldError> {
        let mut by_namespace: BTreeMap<String, Vec<HwModeId>> = BTreeMap::new();
        let mut used: BTreeSet<HwModeId> = BTreeSet::new();
        for select in store.derived_if_defined("HwModeSelect") {
            for &(mode, encoding) in modes.choices(select.id()).into_iter().flatten() {
                let encoding = store.record(encoding);
                if encoding.inherits("InstructionEncoding") {
                    let encoding = InstructionEncodingRecord::new(encoding);
                    let namespace = encoding.decoder_namespace()?.to_owned();
                    by_namespace.entry(namespace).or_default().push(mode);
                    used.insert(mode);
                }
            }
        }
        let mut all: Vec<HwModeId> = used.into_iter().collect();
        if all.is_empty() {
            all.push(HwModeId::DEFAULT);
        }
        for modes in by_namespace.values_mut() {
            modes.sort_unstable();
            modes.dedup();
        }
        Ok(UniversalModes { kind, all, by_namespace, default: [HwModeId::DEFAULT] })
    }

    /// Returns the modes whose tables contain the encoding of `instruction`.
    fn for_instruction(&self, instruction: Record<'_>) -> Result<&[HwModeId], FieldError> {
        Ok(match self.kind {
            UniversalEncodings::InAllModes => &self.all,
            UniversalEncodings::Apart => &self.default,
            UniversalEncodings::InModesOfNamespace => {
                let encoding = InstructionEncodingRecord::new(instruction);
                match self.by_namespace.get(encoding.decoder_namespace()?) {
                    Some(modes) => modes,
                    None => &self.default,
                }
            }
        })
    }
}

/// Returns the table name for a namespace and mode.
fn table_name(namespace: &str, modes: &HwModes, mode: HwModeId) -> String {
    if mode.is_default() {
        namespace.to_owned()
    } else {
        format!("{namespace}_{}", modes.get(mode).name)
    }
}

struct Collector<'a> {
    options: DecoderOptions,
    /// Whether tables have scopes in this release.
    has_scopes: bool,
    modes: &'a HwModes,
    operands: &'a InstructionOperands,
    /// Whether encoding lengths differ.
    is_variable: bool,
    /// By group, its name and encodings.
    by_group: BTreeMap<GroupKey, (String, Vec<EncodingId>)>,
    /// Maximal encoding length in bits.
    widest: u32,
    encodings: Encodings,
    diagnostics: &'a mut Diagnostics,
}

/// Checks that an encoding has at least `size` bits, and that all further bits are zero or unset.
fn check_size(record: Record<'_>, size: u32) -> Result<(), FieldError> {
    let error = |problem: String| {
        let message = format!("{}: Size is {size} bits, but {problem}", record.name());
        Err(FieldError::new(Code::EncodingForm, record, message).label_field(record, "Size"))
    };
    let view = InstructionEncodingRecord::new(record);
    let bits = EncodingBits::new(record, false)?;
    if bits.width() < size {
        return error(format!("Inst specifies only {} bits", bits.width()));
    }
    // The spaces match the reference messages.
    let beyond = |field: &str| format!("{field} bits beyond that are    not zero/unset");
    let is_blank = |bit| matches!(bits.get(bit), EncodingBit::Fixed(false) | EncodingBit::Unset);
    if !(size..bits.width()).all(is_blank) {
        return error(beyond("Inst"));
    }
    let soft_fail = view.soft_fail()?;
    let mut beyond_size = soft_fail.iter().flat_map(|bits| bits.iter().skip(size as usize));
    if beyond_size.any(|bit| bit == ValueId::TRUE) {
        return error(beyond("SoftFail"));
    }
    Ok(())
}

impl<'s> Collector<'_> {
    fn instruction(
        &mut self,
        id: InstructionId,
        instruction: Record<'s>,
        universal: &UniversalModes,
    ) -> Result<(), AnalysisError> {
        match EncodingRecords::new(instruction, self.modes)? {
            EncodingRecords::Universal(record) => {
                let modes = universal.for_instruction(instruction)?;
                self.encoding(id, instruction, record, modes)
            }
            EncodingRecords::ByMode(records) => {
                for (mode, record) in records {
                    self.encoding(id, instruction, record, &[mode])?;
                }
                Ok(())
            }
        }
    }

    /// Adds the encoding of `instruction` in `record` for each of these modes, if it is decodable.
    fn encoding(
        &mut self,
        id: InstructionId,
        instruction: Record<'s>,
        record: Record<'s>,
        modes: &[HwModeId],
    ) -> Result<(), AnalysisError> {
        let view = InstructionEncodingRecord::new(record);
        let size = view.size()?;
        let traits = InstructionRecord::new(instruction);
        let is_assembler_only = traits.is_asm_parser_only()?;
        if traits.namespace()? == GENERIC_NAMESPACE
            || traits.is_pseudo()?
            || (is_assembler_only && !self.options.has_assembler_only)
            || traits.is_code_gen_only()?
            || !self.has_bits(record)
        {
            return Ok(());
        }
        if self.is_variable {
            let count = self.operands.len();
            self.encodings.lengths.get_or_insert_with(|| IndexVec::from_elem_n(0, count));
        } else if size == 0 {
            return Ok(());
        }
        let Some(size) = u32::try_from(size).ok().filter(|size| *size <= MAX_WIDTH / 8) else {
            let message = format!("an encoding cannot have {size} bytes");
            let error = FieldError::new(Code::EncodingForm, record, message);
            return Err(error.label_field(record, "Size").into());
        };
        if self.has_scopes && !self.is_variable && !self.encodings.is_reversed {
            check_size(record, size * 8)?;
        }
        let Some(encoding) = self.read(id, instruction, record)? else { return Ok(()) };
        let namespace = view.decoder_namespace()?;
        let encoding = self.encodings.encodings.push(encoding);
        if is_assembler_only {
            self.encodings.assembler_only.push(encoding);
            return Ok(());
        }
        for &mode in modes {
            let name = table_name(namespace, self.modes, mode);
            let key = if self.has_scopes {
                let namespace = namespace.to_owned();
                GroupKey { major_size: size, namespace, mode: mode.index(), size }
            } else {
                GroupKey { major_size: 0, namespace: name.clone(), mode: 0, size }
            };
            let group = self.by_group.entry(key).or_insert_with(|| (name, Vec::new()));
            group.1.push(encoding);
        }
        Ok(())
    }

    /// Whether a record has an `Inst` field suitable for an encoding. Instructions without this
    /// field are never decoded.
    fn has_bits(&self, record: Record<'_>) -> bool {
        self.is_variable && InstructionEncodingRecord::new(record).has_inst()
            || EncodingBits::new(record, false).is_ok()
    }

    /// Reads an encoding; `None` if no bits are known and the release skips such encodings, or if
    /// there are no operand bits either.
    fn read(
        &mut self,
        id: InstructionId,
        instruction: Record<'s>,
        record: Record<'s>,
    ) -> Result<Option<Encoding>, AnalysisError> {
        let view = InstructionEncodingRecord::new(record);
        let (written, source) = if self.is_variable {
            if self.encodings.is_reversed {
                // Bits in memory order are reversed, so `Inst` must have type `bits`.
                view.inst()?;
            }
            let encoding = VariableEncoding::from_record(record)?;
            (BitPattern::from_variable(&encoding), Source::Variable(encoding))
        } else {
            let bits = EncodingBits::new(record, self.encodings.is_reversed)?;
            (BitPattern::from_fixed(bits), Source::Fixed(bits))
        };
        if written.width() > MAX_WIDTH {
            let message = format!("an encoding cannot have {} bits", written.width());
            let error = FieldError::new(Code::EncodingForm, record, message);
            return Err(error.label_field(record, "Inst").into());
        }
        let is_missing = match &source {
            Source::Fixed(bits) if self.has_scopes => {
                (0..bits.width()).all(|bit| bits.get(bit) == EncodingBit::Unset)
            }
            Source::Variable(_) if self.has_scopes => false,
            // Releases without scopes cannot decode encodings that consist only of operands.
            Source::Fixed(_) | Source::Variable(_) => written.is_unknown(),
        };
        if is_missing {
            return Ok(None);
        }
        let decoder = match view.decoder_method()? {
            "" => self.operand_decoder(id, instruction, record, &source)?,
            method => {
                let is_complete = view.has_complete_decoder()?;
                let method = self.encodings.decoders.method_named(method);
                OperandDecoder::from_word(method, is_complete)
            }
        };
        let decoder = self.encodings.decoders.add(decoder);
        self.widest = self.widest.max(written.width());
        if let Some(lengths) = &mut self.encodings.lengths {
            lengths[id] = lengths[id].max(written.width());
        }
        let mut encoding = Encoding {
            record: record.id(),
            instruction: id,
            pattern: written.clone(),
            written,
            decoder,
            soft_fail: None,
            soft_fail_without_value: None,
        };
        self.read_soft_fail(record, &mut encoding)?;
        Ok(Some(encoding))
    }

    fn operand_decoder(
        &mut self,
        id: InstructionId,
        instruction: Record<'s>,
        record: Record<'s>,
        source: &Source<'s>,
    ) -> Result<OperandDecoder, FieldError> {
        let operands = self.operands.for_instruction(id);
        let decoders = &mut self.encodings.decoders;
        match source {
            Source::Fixed(bits) => {
                let runs = field_runs(*bits);
                let rules = self.has_scopes.then_some(self.options);
                FixedOperands::new(record, &runs, operands, rules, decoders, self.diagnostics)
                    .decoder(instruction)
            }
            Source::Variable(encoding) => variable_operands::decoder(
                instruction,
                encoding,
                operands,
                self.has_scopes,
                decoders,
            ),
        }
    }

    /// Reads the `SoftFail` field: bits that may differ from the encoding.
    fn read_soft_fail(
        &self,
        record: Record<'s>,
        encoding: &mut Encoding,
    ) -> Result<(), FieldError> {
        let view = InstructionEncodingRecord::new(record);
        let Some(bits) = view.soft_fail()? else { return Ok(()) };
        let mut masks = SoftFail::default();
        for (bit, value) in (0..).zip(bits.iter()) {
            if value != ValueId::TRUE {
                continue;
            }
            let mask = 1u64.checked_shl(bit).unwrap_or(0);
            match encoding.written.bit(bit) {
                Some(true) => masks.negative |= mask,
                Some(false) => masks.positive |= mask,
                None => {
                    let first = encoding.soft_fail_without_value.get_or_insert(bit);
                    *first = bit.min(*first);
                }
            }
            if bit < encoding.pattern.width() {
                encoding.pattern.forget(bit);
            }
        }
        if encoding.soft_fail_without_value.is_none() && masks != SoftFail::default() {
            if self.is_variable {
                // The bit values come from a field with type `bits`.
                view.inst()?;
            }
            encoding.soft_fail = Some(masks);
        }
        Ok(())
    }

    fn finish(mut self) -> Encodings {
        let widest = self.widest;
        let by_id = &self.encodings.encodings;
        let mut groups = Vec::with_capacity(self.by_group.len());
        for (key, (namespace, mut encodings)) in self.by_group {
            if self.has_scopes {
                // Shorter encodings come first.
                encodings.sort_by_key(|&encoding| by_id[encoding].written.width());
            }
            let width = if self.is_variable { widest } else { 8 * key.size };
            groups.push(EncodingGroup { namespace, width, encodings });
        }
        self.encodings.groups = groups;
        self.encodings
    }
}

/// The source of encoding bits.
enum Source<'s> {
    Fixed(EncodingBits<'s>),
    Variable(VariableEncoding),
}
