//! The encodings that can be decoded, in groups that have a table each.
//!
//! In: instructions, their encodings by hardware mode, and records of class `AdditionalEncoding`. Out:
//! [`Encodings`]: of each encoding what is known of its bits and how its operands are decoded; and
//! groups by `DecoderNamespace`, mode and size. How a word is decoded is left to
//! [`decision_tree`](super::decision_tree).

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

/// The longest encoding that is read, in bits.
const MAX_WIDTH: u32 = 1 << 16;

/// An encoding.
#[doc(alias = "EncodingAndInst")]
#[derive(Debug)]
pub struct Encoding {
    /// The record that has the fields: the instruction, or a record for one mode.
    pub record: RecordId,
    /// The instruction.
    pub instruction: InstructionId,
    /// The bits by which it is recognized: those of soft failures are not among them.
    pub pattern: BitPattern,
    /// The bits as they are written.
    pub written: BitPattern,
    /// How its operands are decoded.
    pub decoder: OperandDecoderId,
    /// Bits that may differ, but should not.
    pub soft_fail: Option<SoftFail>,
    /// The first bit that may differ though it has no value.
    pub soft_fail_without_value: Option<u32>,
}

/// Encodings that one table decodes.
#[derive(Debug)]
pub struct EncodingGroup {
    /// The namespace, and the mode if the encodings are for one only: `Space_Mode`.
    pub namespace: String,
    /// How many bits the words have that are decoded.
    pub width: u32,
    /// The encodings, in the order of instructions.
    pub encodings: Vec<EncodingId>,
}

/// How tables are named and ordered: by namespace and mode, then by size; newer releases order by size first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey {
    /// The size where that comes first.
    major_size: u32,
    /// The namespace; with the mode where that is part of it.
    namespace: String,
    /// The mode where it is not.
    mode: usize,
    size: u32,
}

/// The encodings of a target that can be decoded.
#[derive(Debug)]
pub struct Encodings {
    /// All of them.
    pub encodings: IndexVec<EncodingId, Encoding>,
    /// The groups by namespace, then by size.
    pub groups: Vec<EncodingGroup>,
    /// How operands are decoded.
    pub decoders: OperandDecoders,
    /// By instruction the length of its encoding in bits, where lengths differ from instruction to
    /// instruction.
    pub lengths: Option<IndexVec<InstructionId, u32>>,
    /// Whether the bits of encodings are written the other way round.
    is_reversed: bool,
}

impl Encodings {
    /// The encodings of the target in `store`.
    ///
    /// # Errors
    /// Where encodings or operands are invalid. Operands that cannot be found are reported to
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
                decoders: OperandDecoders::default(),
                lengths: None,
                is_reversed,
            },
            diagnostics,
        };
        let universal = UniversalModes::of(store, modes, options.universal)?;
        for (id, record) in instructions.iter() {
            collector.instruction(id, store.record(record), &universal)?;
        }
        for encoding in AdditionalEncodingRecord::all_if_defined(store) {
            let instruction = encoding.alias_of()?;
            let Some(id) = instructions.id(instruction.id()) else {
                let message = format!("'{}' is no instruction", instruction.name());
                let encoding = Record::from(encoding);
                let error = FieldError::new(Code::EncodingForm, encoding, message);
                return Err(error.label_field(encoding, "AliasOf").into());
            };
            collector.encoding(id, instruction.into(), encoding.into(), &universal.default)?;
        }
        Ok(collector.finish())
    }

    /// The bits of an encoding that are bits of a field or an operand, with its name, the lowest
    /// first.
    ///
    /// # Errors
    /// Where the encoding is invalid.
    pub fn fields(
        &self,
        store: &RecordStore,
        encoding: EncodingId,
    ) -> Result<Vec<(Symbol, FieldRun)>, Diagnostic> {
        let record = store.record(self.encodings[encoding].record);
        if self.lengths.is_none() {
            return Ok(field_runs(EncodingBits::of(record, self.is_reversed)?));
        }
        let mut runs = Vec::new();
        let mut inst_bit = 0;
        for segment in VariableEncoding::of(record)?.segments {
            let len = segment.width;
            if let SegmentContent::Operand { name, low_bit, .. } = segment.content {
                runs.push((name, FieldRun { inst_bit, field_bit: low_bit, len }));
            }
            inst_bit += len;
        }
        Ok(runs)
    }
}

/// In which modes encodings are that do not differ by mode.
struct UniversalModes {
    kind: UniversalEncodings,
    /// The modes by which some encoding differs.
    all: Vec<HwModeId>,
    /// Those by the namespace of these encodings.
    by_namespace: BTreeMap<String, Vec<HwModeId>>,
    /// The default mode alone.
    default: [HwModeId; 1],
}

impl UniversalModes {
    fn of(
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

    /// The modes in whose tables the encoding of `instruction` is.
    fn of_instruction(&self, instruction: Record<'_>) -> Result<&[HwModeId], FieldError> {
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

/// The name of the tables of a namespace in a mode.
fn table_name(namespace: &str, modes: &HwModes, mode: HwModeId) -> String {
    match mode.is_default() {
        true => namespace.to_owned(),
        false => format!("{namespace}_{}", modes.get(mode).name),
    }
}

struct Collector<'a> {
    options: DecoderOptions,
    /// Whether the release's tables have scopes.
    has_scopes: bool,
    modes: &'a HwModes,
    operands: &'a InstructionOperands,
    /// Whether encodings differ in length.
    is_variable: bool,
    /// The name of each group, and its encodings.
    by_group: BTreeMap<GroupKey, (String, Vec<EncodingId>)>,
    /// The length of the longest encoding, in bits.
    widest: u32,
    encodings: Encodings,
    diagnostics: &'a mut Diagnostics,
}

/// Checks that an encoding has the bits that its size says, and none beyond that have to be set.
fn check_size(record: Record<'_>, size: u32) -> Result<(), FieldError> {
    let error = |problem: String| {
        let message = format!("{}: Size is {size} bits, but {problem}", record.name());
        Err(FieldError::new(Code::EncodingForm, record, message).label_field(record, "Size"))
    };
    let view = InstructionEncodingRecord::new(record);
    let bits = EncodingBits::of(record, false)?;
    if bits.width() < size {
        return error(format!("Inst specifies only {} bits", bits.width()));
    }
    // The spaces are in the messages of the reference, too.
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
        match EncodingRecords::of(instruction, self.modes)? {
            EncodingRecords::Universal(record) => {
                let modes = universal.of_instruction(instruction)?;
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

    /// Adds the encoding of `instruction` that `record` holds, if it can be decoded, for each of
    /// these modes.
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
        if traits.namespace()? == GENERIC_NAMESPACE
            || traits.is_pseudo()?
            || traits.is_asm_parser_only()?
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

    /// Whether a record has a field `Inst` that can hold an encoding. An instruction without one is
    /// never decoded.
    fn has_bits(&self, record: Record<'_>) -> bool {
        self.is_variable && InstructionEncodingRecord::new(record).has_inst()
            || EncodingBits::of(record, false).is_ok()
    }

    /// What is to be known of an encoding; `None` if none of its bits is known, and the release leaves such
    /// encodings out or there are no bits of operands either.
    fn read(
        &mut self,
        id: InstructionId,
        instruction: Record<'s>,
        record: Record<'s>,
    ) -> Result<Option<Encoding>, AnalysisError> {
        let view = InstructionEncodingRecord::new(record);
        let (written, source) = if self.is_variable {
            if self.encodings.is_reversed {
                // Bits in the order of memory are turned round, so each has to be of type `bits`.
                view.inst()?;
            }
            let encoding = VariableEncoding::of(record)?;
            (BitPattern::of_variable(&encoding), Source::Variable(encoding))
        } else {
            let bits = EncodingBits::of(record, self.encodings.is_reversed)?;
            (BitPattern::of_fixed(bits), Source::Fixed(bits))
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
            // Releases without scopes cannot decode what has operands only.
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
                OperandDecoder::of_word(method, is_complete)
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
        let operands = self.operands.of(id);
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

    /// Reads the field `SoftFail`: bits that may differ from what is written.
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
                // The values of the bits are those of a field of type `bits`.
                view.inst()?;
            }
            encoding.soft_fail = Some(masks);
        }
        Ok(())
    }

    fn finish(mut self) -> Encodings {
        let widest = self.widest;
        let by_id = &self.encodings.encodings;
        let groups = self.by_group.into_iter().map(|(key, (namespace, mut encodings))| {
            if self.has_scopes {
                // Shorter encodings come first.
                encodings.sort_by_key(|&encoding| by_id[encoding].written.width());
            }
            let width = if self.is_variable { widest } else { 8 * key.size };
            EncodingGroup { namespace, width, encodings }
        });
        let groups = groups.collect();
        self.encodings.groups = groups;
        self.encodings
    }
}

/// Where the bits of an encoding are.
enum Source<'s> {
    Fixed(EncodingBits<'s>),
    Variable(VariableEncoding),
}
