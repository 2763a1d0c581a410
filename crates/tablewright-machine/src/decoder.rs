//! Decoded bytes: instructions with operands.
//!
//! Decision trees are compiled once. A word then takes a walk through a tree, a comparison with an
//! encoding, and a conversion for each operand.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::RecordView;
use tablewright_records::{AnalysisError, FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::decoding::bit_pattern::BitPattern;
use tablewright_target::decoding::decision_tree::DecisionId;
use tablewright_target::decoding::encodings::{
    DecoderOptions, EncodingGroup, EncodingId, Encodings, UniversalEncodings,
};
use tablewright_target::decoding::operand_decoder::{DecoderStep, EncodedField, MethodId};
use tablewright_target::decoding::predicates::conditions;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::instructions::encoding::FieldRun;
use tablewright_target::instructions::operands::{
    InstructionOperands, Operand, Operands as OperandList,
};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::encoding::InstructionEncodingRecord;

use crate::blocks::BlockTables;
use crate::codec::{Codec, CodecId};
use crate::codec_builder::{CodecBuilder, MethodName};
use crate::decode_table::{DecodeTable, DecoderNode, table};
use crate::insn::{Insn, InsnOperands};
use crate::operand_code::{LITERAL_BITS, LiteralPlace};
use crate::operand_defaults::{constant, default_values, tied_name};
use crate::packet_tables::{PacketTables, PacketTablesBuilder};
use crate::replacement::EncodingReplacements;
use crate::syntax::{
    CodecShape, EncoderSyntax, OperandBitsRow, OperandFieldShape, TableChoice, TailRow,
};
use crate::word_layout::{WordLayout, load};

/// Maximal encoding width in bits.
const MAX_WIDTH: u32 = 128;

/// A decoded instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordMatch {
    /// The instruction.
    pub insn: Insn,
    /// Its size in bytes.
    pub size: usize,
    /// Whether bits differ from their recommended value (`SoftFail`).
    pub soft_fail: bool,
}

/// Bytes that are not an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotDecoded {
    /// The byte count after which the next instruction may begin.
    pub skip: usize,
}

/// The compiled tables.
pub(crate) struct MachineDecoder {
    /// Tables in the order in which they are tried.
    pub(crate) tables: Vec<DecodeTable>,
    pub(crate) encodings: IndexVec<EncodingId, CompiledEncoding>,
    pub(crate) codecs: IndexVec<CodecId, Codec>,
    pub(crate) layout: WordLayout,
    select_tables: Option<fn(u64) -> TableChoice>,
    refuses: Option<fn(u128, u32) -> bool>,
    pub(crate) encoder: EncoderSyntax,
    pub(crate) packets: Option<PacketTables>,
    pub(crate) blocks: Option<BlockTables>,
    replacements: EncodingReplacements,
    /// By instruction, the encodings that the subtarget has.
    pub(crate) by_instruction: FxHashMap<InstructionId, Vec<EncodingId>>,
    /// The smallest size in bytes.
    unit: usize,
}

/// An encoding with its operands.
pub(crate) struct CompiledEncoding {
    pub(crate) instruction: InstructionId,
    is_available: bool,
    /// Conditions on the subtarget.
    pub(crate) needed: Vec<FeatureExpr>,
    pub(crate) mask: u128,
    /// The fixed bits, including bits that soft failures may change.
    pub(crate) value: u128,
    pub(crate) pattern: u128,
    /// Bits that the decoder ignores.
    ignored: u128,
    soft_positive: u64,
    soft_negative: u64,
    pub(crate) width: u32,
    pub(crate) steps: Vec<DecodeStep>,
    pub(crate) tail: Option<TailRow>,
}

impl CompiledEncoding {
    /// Whether the subtarget has the encoding.
    pub(crate) fn is_available(&self) -> bool {
        self.is_available
    }
}

/// The bits of one or more operands.
#[derive(Clone, Debug)]
pub(crate) struct DecodeStep {
    pub(crate) initial: u64,
    pub(crate) fields: Vec<EncodedField>,
    pub(crate) codec: CodecId,
    /// Whether no other encoding is tried if the bits are invalid.
    pub(crate) is_complete: bool,
}

impl DecodeStep {
    /// The bit count.
    pub(crate) fn width(&self) -> u32 {
        width_of(&self.fields)
    }

    fn bits(&self, word: u128) -> u64 {
        self.fields.iter().fold(self.initial, |bits, field| {
            let mask = crate::number::low_mask(field.width);
            let value = word.checked_shr(field.base).unwrap_or(0) as u64 & mask;
            bits | value.checked_shl(field.offset).unwrap_or(0)
        })
    }
}

pub(crate) fn width_of(fields: &[EncodedField]) -> u32 {
    fields.iter().map(|field| field.offset + field.width).max().unwrap_or(0)
}

/// A word's encoding and operands.
struct DecodedWord {
    encoding: EncodingId,
    operands: InsnOperands,
    /// Whether an operand is the literal after the instruction.
    has_literal: bool,
}

/// The result of an encoding for a word.
enum Attempt {
    Decoded(DecodedWord),
    Next,
    Failed,
}

impl MachineDecoder {
    /// Decodes the instruction at the start of `bytes`.
    pub(crate) fn decode(&self, bytes: &[u8]) -> Result<WordMatch, NotDecoded> {
        let mut word = 0;
        let mut loaded = 0;
        for table in &self.tables {
            let size = table.width as usize / 8;
            let Some(own) = bytes.get(..size) else { continue };
            if loaded != size {
                (word, loaded) = (self.layout.load(own), size);
            }
            let choice = self.select_tables.map(|select| select(word as u64));
            if choice.is_some_and(|it| it.namespace != table.namespace || it.width != table.width) {
                continue;
            }
            if self.refuses.is_some_and(|refuses| refuses(word, table.width)) {
                continue;
            }
            let is_apart = |packets: &PacketTables| packets.syntax.is_apart(&table.namespace);
            if self.packets.as_ref().is_some_and(is_apart) {
                continue;
            }
            let own = table.word.map_or(Some(word), |own| own(word as u64).map(u128::from));
            let Some(own) = own else { continue };
            if let Some(decoded) = self.decode_with(table, own, bytes) {
                let DecodedWord { encoding, operands, has_literal } = decoded;
                let compiled = &self.encodings[encoding];
                let low = own as u64;
                let soft_fail =
                    low & compiled.soft_positive != 0 || !low & compiled.soft_negative != 0;
                let mut insn = Insn::new(compiled.instruction, operands);
                let mut size = compiled.width as usize / 8;
                if has_literal {
                    size += LITERAL_BITS as usize / 8;
                }
                if let Some(tail) = compiled.tail {
                    let Some(own) = bytes.get(size..size + tail.bytes) else { break };
                    tail.decode(own, self.layout.order, &mut insn.operands);
                    size += tail.bytes;
                }
                return Ok(WordMatch { insn, size, soft_fail });
            }
        }
        Err(NotDecoded { skip: self.unit.min(bytes.len()).max(1) })
    }

    /// Decodes a word with the tables in a namespace.
    pub(crate) fn decode_in(&self, namespace: &str, word: u64) -> Option<Insn> {
        let mut tables = self.tables.iter().filter(|table| table.namespace == namespace);
        let decoded = tables.find_map(|table| self.decode_with(table, u128::from(word), &[]));
        let DecodedWord { encoding, operands, .. } = decoded?;
        Some(Insn::new(self.encodings[encoding].instruction, operands))
    }

    /// Decodes a word with a table. `bytes` begins with the word; a literal may follow.
    fn decode_with(&self, table: &DecodeTable, word: u128, bytes: &[u8]) -> Option<DecodedWord> {
        // Later alternatives, the last entry first.
        let mut pending: smallvec::SmallVec<[DecisionId; 16]> = smallvec::SmallVec::new();
        let mut next = Some(DecisionId::from_index(0)).filter(|_| !table.nodes.is_empty());
        while let Some(node) = next.take().or_else(|| pending.pop()) {
            let encoding = match &table.nodes[node] {
                DecoderNode::Accept(encoding) => *encoding,
                DecoderNode::TryFirst { first, otherwise } => {
                    pending.push(*otherwise);
                    *first
                }
                DecoderNode::Switch { shift, mask, cases, otherwise } => {
                    pending.extend(*otherwise);
                    let value = (word >> shift) as u64 & mask;
                    let case = cases.binary_search_by_key(&value, |case| case.0);
                    next = case.ok().map(|case| cases[case].1);
                    continue;
                }
                DecoderNode::Conflict => continue,
            };
            match self.attempt(encoding, word, bytes) {
                Attempt::Decoded(decoded) => return Some(decoded),
                Attempt::Next => {}
                Attempt::Failed => return None,
            }
        }
        None
    }

    fn attempt(&self, encoding: EncodingId, word: u128, bytes: &[u8]) -> Attempt {
        let tried = &self.encodings[encoding];
        let word = word & !tried.ignored;
        if word & tried.mask != tried.pattern || !tried.is_available {
            return Attempt::Next;
        }
        let id = self.replacements.encoding(encoding, word);
        let encoding = &self.encodings[id];
        let mut decoded =
            DecodedWord { encoding: id, operands: InsnOperands::new(), has_literal: false };
        for step in &encoding.steps {
            let codec = &self.codecs[step.codec];
            let mut bits = step.bits(word);
            let mut is_valid = true;
            if let Some(place) = codec.literal(bits) {
                match self.literal(encoding, place, bytes) {
                    Some(literal) => bits |= literal << LITERAL_BITS,
                    None => is_valid = false,
                }
                decoded.has_literal |= place != LiteralPlace::Inside;
            }
            if !is_valid || codec.decode(bits, &mut decoded.operands).is_none() {
                return if step.is_complete { Attempt::Failed } else { Attempt::Next };
            }
        }
        Attempt::Decoded(decoded)
    }

    /// Returns a literal; `None` if `bytes` ends before it, or the encoding has no place for it.
    fn literal(
        &self,
        encoding: &CompiledEncoding,
        place: LiteralPlace,
        bytes: &[u8],
    ) -> Option<u64> {
        let end = encoding.width as usize / 8;
        let size = LITERAL_BITS as usize / 8;
        let start = match place {
            LiteralPlace::AfterShort if end > size => return None,
            LiteralPlace::AfterShort | LiteralPlace::After => end,
            LiteralPlace::Inside => end.checked_sub(size)?,
        };
        let literal = bytes.get(start..start + size)?;
        Some(load(literal, self.layout.order) as u64)
    }
}

/// Compiles tables.
pub(crate) struct DecoderBuilder<'b, 'a, 's> {
    pub(crate) store: &'s RecordStore,
    pub(crate) codecs: &'b mut CodecBuilder<'a, 's>,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
    encodings: Encodings,
}

impl<'b, 'a, 's> DecoderBuilder<'b, 'a, 's> {
    pub(crate) fn new(
        codecs: &'b mut CodecBuilder<'a, 's>,
        diagnostics: &mut Diagnostics,
    ) -> Result<DecoderBuilder<'b, 'a, 's>, AnalysisError> {
        let store = codecs.store;
        let options = DecoderOptions {
            has_assembler_only: true,
            ..DecoderOptions::lenient(UniversalEncodings::Apart)
        };
        // Operands without bits are not an error here.
        let mut ignored = Diagnostics::new();
        let encodings = Encodings::collect(store, options, &mut ignored)?;
        Ok(DecoderBuilder {
            store,
            codecs,
            instructions: store.analysis(diagnostics)?,
            operands: store.analysis(diagnostics)?,
            encodings,
        })
    }

    pub(crate) fn build(
        mut self,
        diagnostics: &mut Diagnostics,
    ) -> Result<MachineDecoder, AnalysisError> {
        let modes: &HwModes = self.store.analysis(diagnostics)?;
        let mode = self.codecs.subtarget.mode;
        let suffix = if mode.is_default() { None } else { Some(&modes.get(mode).name) };
        self.change_bits()?;
        let mut compiled = IndexVec::new();
        let mut by_instruction: FxHashMap<InstructionId, Vec<EncodingId>> = FxHashMap::default();
        for id in self.encodings.encodings.indices() {
            let encoding = self.encoding(id)?;
            compiled.push(encoding);
        }
        let mut groups: Vec<&EncodingGroup> = self.encodings.groups.iter().collect();
        groups.retain(|group| group.width <= MAX_WIDTH && is_of_mode(group, modes, suffix));
        // Assemblers also write instructions whose tables the subtarget does not read.
        let grouped = groups.iter().flat_map(|group| &group.encodings);
        for &id in grouped.chain(&self.encodings.assembler_only) {
            if compiled[id].is_available {
                by_instruction.entry(compiled[id].instruction).or_default().push(id);
            }
        }
        groups.retain(|group| {
            let rows = self.codecs.syntax.words.tables.rows().iter();
            let mut rows = rows.filter(|row| row.namespace == group.namespace);
            rows.all(|row| self.codecs.subtarget.holds_feature(row.feature))
        });
        let order = self.codecs.syntax.words.tables;
        groups.sort_by_key(|group| order.rank(group.width, &group.namespace));
        let mut tables = Vec::new();
        for group in &groups {
            let tree = group.tree(self.store, &self.encodings);
            let row = order.rows().iter().find(|row| row.namespace == group.namespace);
            tables.push(table(group, &tree, row.and_then(|row| row.word)));
        }
        let replacements = self.replacements(&compiled)?;
        let (packets, blocks) = (self.packets()?, self.blocks(&groups));
        let unit = groups.iter().map(|group| group.width as usize / 8).min().unwrap_or(1);
        Ok(MachineDecoder {
            tables,
            encodings: compiled,
            codecs: std::mem::take(&mut self.codecs.codecs),
            layout: WordLayout {
                order: self.codecs.syntax.words.byte_order,
                fields: self.codecs.syntax.words.fields,
            },
            select_tables: self.codecs.syntax.words.select_tables,
            refuses: self.codecs.syntax.words.refuses,
            encoder: self.codecs.syntax.words.encoder,
            packets,
            blocks,
            replacements,
            by_instruction,
            unit,
        })
    }

    fn packets(&self) -> Result<Option<PacketTables>, FieldError> {
        let Some(syntax) = self.codecs.syntax.words.neighbours.packets() else { return Ok(None) };
        let (codecs, instructions, operands) = (&*self.codecs, self.instructions, self.operands);
        PacketTablesBuilder { codecs, instructions, operands, syntax }.build().map(Some)
    }

    fn blocks(&self, groups: &[&EncodingGroup]) -> Option<BlockTables> {
        let syntax = self.codecs.syntax.words.neighbours.blocks()?;
        let flags = syntax.kinds.map(|row| {
            let class = self.store.find_record(row.flags)?;
            self.codecs.members(class).first().map(|(register, _)| *register)
        });
        let mut blocks = BlockTables::new(syntax, flags);
        for group in groups {
            for &id in &group.encodings {
                let instruction = self.encodings.encodings[id].instruction;
                blocks.add(self.store, self.operands, instruction, &group.namespace);
            }
        }
        Some(blocks)
    }

    /// Returns the encodings that replace others for some words.
    fn replacements(
        &self,
        compiled: &IndexVec<EncodingId, CompiledEncoding>,
    ) -> Result<EncodingReplacements, FieldError> {
        let mut replacements = EncodingReplacements::default();
        for row in self.codecs.syntax.words.replacements {
            let is_made = |id: &EncodingId| {
                compiled[*id].is_available && self.instruction(*id).name() == row.instruction
            };
            let Some(made) = compiled.indices().find(is_made) else { continue };
            for id in compiled.indices() {
                let record = self.store.record(self.encodings.encodings[id].record);
                if record.optional_string("DecoderMethod")? == Some(row.method) {
                    replacements.add(id, *row, made);
                }
            }
        }
        Ok(replacements)
    }

    /// Changes the bits that have rows.
    fn change_bits(&mut self) -> Result<(), FieldError> {
        let rows = self.codecs.syntax.words.encoding_bits;
        for id in self.encodings.encodings.indices() {
            if rows.is_empty() {
                return Ok(());
            }
            let encoding = &mut self.encodings.encodings[id];
            let record = self.store.record(encoding.record);
            let method = record.optional_string("DecoderMethod")?.unwrap_or_default();
            for row in rows.iter().filter(|row| row.method == method) {
                for pattern in [&mut encoding.pattern, &mut encoding.written] {
                    pattern.forget(row.bit);
                    pattern.set(row.bit, row.is_set);
                }
            }
        }
        Ok(())
    }

    fn encoding(&mut self, id: EncodingId) -> Result<CompiledEncoding, AnalysisError> {
        let encoding = &self.encodings.encodings[id];
        let instruction = encoding.instruction;
        let record = self.store.record(encoding.record);
        let needed = conditions(record)?;
        let subtarget = self.codecs.subtarget;
        let (mask, pattern) = mask_and_value(&encoding.pattern);
        let soft = encoding.soft_fail.unwrap_or_default();
        let width = InstructionEncodingRecord::new(record).size()?;
        let width = u32::try_from(width).ok().filter(|size| *size > 0 && *size <= MAX_WIDTH / 8);
        let mut compiled = CompiledEncoding {
            instruction,
            is_available: needed.iter().all(|condition| subtarget.holds(condition)),
            needed,
            mask,
            pattern,
            value: mask_and_value(&encoding.written).1,
            ignored: 0,
            soft_positive: soft.positive,
            soft_negative: soft.negative,
            width: width.map_or_else(|| encoding.pattern.width(), |size| size * 8),
            steps: Vec::new(),
            tail: None,
        };
        let name = self.store.record(self.instructions.record(instruction)).name();
        let tail = self.codecs.syntax.words.tails.iter().find(|row| row.instruction == name);
        if let Some(tail) = tail {
            // The size of such an instruction includes the tail.
            compiled.tail = Some(*tail);
            compiled.width = encoding.pattern.width();
        }
        let mut accepted =
            self.codecs.syntax.words.accepted.iter().filter(|row| row.instruction == name);
        if let Some(row) = accepted.find(|row| self.codecs.subtarget.has_feature(row.feature)) {
            compiled.is_available = true;
            compiled.ignored = row.ignored;
        }
        // Most of a target's instructions may belong to other processors.
        if compiled.is_available {
            compiled.steps = self.steps(id, instruction)?;
        }
        Ok(compiled)
    }

    fn steps(
        &mut self,
        id: EncodingId,
        instruction: InstructionId,
    ) -> Result<Vec<DecodeStep>, AnalysisError> {
        let decoder = self.encodings.encodings[id].decoder;
        let list = self.operands.for_instruction(instruction);
        let source = self.encodings.decoders.get(decoder).steps.clone();
        let runs = self.encodings.fields(self.store, id)?;
        let mut steps = Vec::with_capacity(source.len());
        for step in source {
            match step {
                DecoderStep::Word { method, is_complete } => {
                    let method = self.encodings.decoders.method(method).to_owned();
                    if let Some(CodecShape::ByField(shapes)) = self.codecs.row(&method) {
                        return self.steps_by_field(id, list, (&method, shapes), is_complete);
                    }
                    let made = self.count(&steps);
                    let count = list.mi_operands().len().saturating_sub(made);
                    let codec =
                        Codec::Unknown { method: self.codecs.unknown_method(&method), count };
                    let codec = self.codecs.push(codec);
                    steps.push(DecodeStep { initial: 0, fields: Vec::new(), codec, is_complete });
                    return Ok(steps);
                }
                DecoderStep::NoBits { method } => {
                    let defaults = default_values(self.codecs, list, self.count(&steps))?;
                    let is_default = !defaults.is_empty();
                    for value in defaults {
                        let codec = self.codecs.push(Codec::Constant(value));
                        let (fields, is_complete) = (Vec::new(), true);
                        steps.push(DecodeStep { initial: 0, fields, codec, is_complete });
                    }
                    if is_default {
                        continue;
                    }
                    let name = self.encodings.decoders.method(method.method).to_owned();
                    let codec = self.codecs.method(&name, 0, 1, None)?;
                    let (fields, is_complete) = (Vec::new(), method.is_complete);
                    steps.push(DecodeStep { initial: 0, fields, codec, is_complete });
                }
                DecoderStep::Operand { initial, fields, method } => {
                    let made = self.count(&steps);
                    // A constant is compared with all bits of a register's encoding.
                    let width = if fields.is_empty() { u64::BITS } else { width_of(&fields) };
                    let made = self.operand_with(&runs, list, &fields, made);
                    let record = list.mi_operands().get(made).and_then(|_| list.mi_record(made));
                    let codec = match method {
                        None => {
                            self.codecs.plain(record.map(|record| self.store.record(record)), width)
                        }
                        Some(method) => self.operand_by_method(list, made, width, method.method)?,
                    };
                    let is_complete = method.is_none_or(|method| method.is_complete);
                    steps.push(DecodeStep { initial, fields, codec, is_complete });
                }
            }
        }
        if self.count(&steps) < list.mi_operands().len() {
            return self.with_missing(id, list, steps);
        }
        Ok(steps)
    }

    /// Returns the codec for the operand at `made`, for its record if the record has a row.
    fn operand_by_method(
        &mut self,
        list: OperandList<'_>,
        made: usize,
        width: u32,
        method: MethodId,
    ) -> Result<CodecId, FieldError> {
        let operand = list.mi_operands().get(made).map(|part| &list.list()[part.operand as usize]);
        let whole = operand.map(|operand| self.store.record(list.class(operand).record));
        if let Some(whole) = whole.filter(|record| self.codecs.has_operand_row(*record)) {
            return Ok(self.codecs.plain(Some(whole), width));
        }
        let count = operand.map_or(1, |operand| operand.mi_operand_count as usize);
        let record = operand.and_then(|_| list.mi_record(made));
        let record = record.map(|record| self.store.record(record));
        let class = record.and_then(|record| self.codecs.class_of_operand(record));
        let name = self.encodings.decoders.method(method).to_owned();
        self.codecs.method(&name, width, count, class)
    }

    /// Returns the record of an encoding's instruction.
    fn instruction(&self, id: EncodingId) -> Record<'s> {
        self.store.record(self.instructions.record(self.encodings.encodings[id].instruction))
    }

    /// Returns the operand count that steps make.
    fn count(&self, steps: &[DecodeStep]) -> usize {
        steps.iter().map(|step| self.codecs.codecs[step.codec].count()).sum()
    }

    /// Returns the machine operand with some bits, from the operand `first` on; `first` if the names differ.
    fn operand_with(
        &self,
        runs: &[(Symbol, FieldRun)],
        list: OperandList<'_>,
        fields: &[EncodedField],
        first: usize,
    ) -> usize {
        let Some(field) = fields.first() else { return first };
        let has_bits = |number: &usize| {
            let name = |symbol| self.store.str(symbol);
            let own = name(list.list()[list.mi_operands()[*number].operand as usize].name);
            let own = self.fields(runs, own, tied_name(list, *number).map(name));
            own.iter().any(|run| (run.base..run.base + run.width).contains(&field.base))
        };
        (first..list.mi_operands().len()).find(has_bits).unwrap_or(first)
    }

    /// Returns an encoding's bits for the operand with this name, or for the operand that is tied to it.
    fn fields(
        &self,
        runs: &[(Symbol, FieldRun)],
        name: &str,
        tied: Option<&str>,
    ) -> Vec<EncodedField> {
        let of_name = |wanted: &str| -> Vec<EncodedField> {
            let own = runs
                .iter()
                .filter(|(symbol, _)| self.store.str(*symbol).trim_start_matches('$') == wanted);
            own.map(|(_, run)| EncodedField {
                base: run.inst_bit,
                width: run.len,
                offset: run.field_bit,
            })
            .collect()
        };
        let fields = of_name(name);
        if fields.is_empty() { tied.map(of_name).unwrap_or_default() } else { fields }
    }

    /// Returns the bits for an operand, or for the operand that is tied to it. Rows precede fields.
    fn fields_or_rows(
        &self,
        runs: &[(Symbol, FieldRun)],
        method: &str,
        name: &str,
        tied: Option<&str>,
    ) -> Vec<EncodedField> {
        let own = |name: &str| {
            let rows = self.fields_by_row(method, name);
            if rows.is_empty() { self.fields(runs, name, None) } else { rows }
        };
        let fields = own(name);
        if fields.is_empty() { tied.map(own).unwrap_or_default() } else { fields }
    }

    /// Returns the bits that rows have for an operand, from the lowest bit on.
    fn fields_by_row(&self, method: &str, name: &str) -> Vec<EncodedField> {
        let rows = self.codecs.syntax.words.operand_bits.iter();
        let rows = rows.filter(|row| row.method == method && row.operand == name);
        let mut offset = 0;
        let field = |row: &OperandBitsRow| {
            let field = EncodedField { base: row.low, width: row.width, offset };
            offset += row.width;
            field
        };
        rows.map(field).collect()
    }

    /// Returns the steps for operands that each have a field.
    fn steps_by_field(
        &mut self,
        id: EncodingId,
        list: OperandList<'_>,
        (method, shapes): (&str, &[OperandFieldShape]),
        is_complete: bool,
    ) -> Result<Vec<DecodeStep>, AnalysisError> {
        let runs = self.encodings.fields(self.store, id)?;
        let mut steps = Vec::new();
        for operand in list.list() {
            let name = self.store.str(operand.name);
            let tied =
                tied_name(list, operand.mi_operand as usize).map(|name| self.store.str(name));
            let fields = self.fields_or_rows(&runs, method, name, tied);
            if fields.is_empty() && list.parts(operand).iter().any(|part| part.name.is_some()) {
                let parts =
                    self.steps_of_parts(&runs, list, operand, (method, shapes), is_complete)?;
                steps.extend(parts);
                continue;
            }
            let record = self.store.record(list.class(operand).record);
            let count = operand.mi_operand_count as usize;
            let initial = 0;
            if fields.is_empty() {
                let first = operand.mi_operand as usize;
                for part in first..first + count {
                    let codec = constant(self.codecs, self.instruction(id), list, part, method)?;
                    let codec = self.codecs.push(Codec::Constant(codec));
                    steps.push(DecodeStep { initial, fields: Vec::new(), codec, is_complete });
                }
                continue;
            }
            let width = width_of(&fields);
            let is_own =
                |shape: &&OperandFieldShape| [name, record.name()].contains(&shape.operand);
            let codec = match shapes.iter().find(is_own) {
                Some(own) => {
                    let codec = self.codecs.shape(own.shape, MethodName::new(method), width);
                    self.codecs.push(codec)
                }
                None => self.codecs.operand(record, width, count)?,
            };
            steps.push(DecodeStep { initial, fields, codec, is_complete });
        }
        Ok(steps)
    }

    /// Returns the steps for an operand's parts that each have a field.
    fn steps_of_parts(
        &mut self,
        runs: &[(Symbol, FieldRun)],
        list: OperandList<'_>,
        operand: &Operand,
        (method, shapes): (&str, &[OperandFieldShape]),
        is_complete: bool,
    ) -> Result<Vec<DecodeStep>, AnalysisError> {
        let mut steps = Vec::new();
        for (part, index) in list.parts(operand).iter().zip(operand.mi_operand as usize..) {
            let name = part.name.map_or("", |name| self.store.str(name));
            let fields = self.fields(runs, name, None);
            let Some(record) = list.mi_record(index) else { continue };
            let record = self.store.record(record);
            let width = width_of(&fields);
            let codec = match shapes.iter().find(|shape| shape.operand == record.name()) {
                Some(own) => {
                    let codec = self.codecs.shape(own.shape, MethodName::new(method), width);
                    self.codecs.push(codec)
                }
                None => self.codecs.operand(record, width, 1)?,
            };
            steps.push(DecodeStep { initial: 0, fields, codec, is_complete });
        }
        Ok(steps)
    }

    /// Adds the operands without bits, which a decoder leaves to its target.
    fn with_missing(
        &mut self,
        id: EncodingId,
        list: OperandList<'_>,
        steps: Vec<DecodeStep>,
    ) -> Result<Vec<DecodeStep>, AnalysisError> {
        let runs = self.encodings.fields(self.store, id)?;
        let mut missing = list.mi_operands().len() - self.count(&steps);
        let mut rest = steps.into_iter().peekable();
        let mut steps = Vec::new();
        let mut made = 0;
        while made < list.mi_operands().len() {
            let operand = &list.list()[list.mi_operands()[made].operand as usize];
            let name = self.store.str(operand.name);
            let tied = tied_name(list, made).map(|name| self.store.str(name));
            let is_missing = missing > 0 && self.fields(&runs, name, tied).is_empty();
            if is_missing || rest.peek().is_none() {
                let codec = constant(self.codecs, self.instruction(id), list, made, "")?;
                let codec = self.codecs.push(Codec::Constant(codec));
                let fields = Vec::new();
                steps.push(DecodeStep { initial: 0, fields, codec, is_complete: true });
                (made, missing) = (made + 1, missing.saturating_sub(1));
            } else if let Some(step) = rest.next() {
                made += self.codecs.codecs[step.codec].count().max(1);
                steps.push(step);
            }
        }
        Ok(steps)
    }
}

/// Whether a table is tried in a mode: its namespace has the mode's suffix or no mode's.
fn is_of_mode(group: &EncodingGroup, modes: &HwModes, mode: Option<&String>) -> bool {
    let own = modes.iter().filter(|(id, _)| !id.is_default());
    let mut own = own.filter(|(_, mode)| group.namespace.ends_with(&format!("_{}", mode.name)));
    own.next().is_none_or(|(_, found)| Some(&found.name) == mode)
}

fn mask_and_value(pattern: &BitPattern) -> (u128, u128) {
    let mut mask_and_value = (0, 0);
    for bit in 0..pattern.width().min(MAX_WIDTH) {
        if let Some(is_set) = pattern.bit(bit) {
            mask_and_value.0 |= 1 << bit;
            mask_and_value.1 |= u128::from(is_set) << bit;
        }
    }
    mask_and_value
}
