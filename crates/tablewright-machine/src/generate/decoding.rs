//! Tables, encodings and operand formats of a generated crate.

use rustc_hash::FxHashMap;
use tablewright_records::AnalysisError;
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::decoding::encodings::EncodingId;
use tablewright_target::decoding::operand_decoder::EncodedField;

use super::builder::CrateBuilder;
use super::conditions::ConditionNumber;
use super::leaves::{CodecList, Leaf};
use super::model::{
    DecodingModel, EncodingModel, FormatModel, FormatOperand, FormatStep, TableModel, TailModel,
};
use super::names::{RustNames, snake_case};
use super::refuse;
use super::trees::TreeBuilder;
use crate::codec::Codec;
use crate::decode_table::{DecodeTable, DecoderNode};
use crate::decoder::{DecodeStep, width_of};

/// Maximal number of operands in an instruction of a generated crate.
const MAX_OPERANDS: usize = 64;

/// A namespace and a width. Tables of different cases have them in common.
type TableKey<'a> = (&'a str, u32);

impl<'s> CrateBuilder<'_, 's> {
    /// Returns the tables with all encodings and formats.
    pub(super) fn decoding(&mut self) -> Result<DecodingModel, AnalysisError> {
        let cases = self.cases;
        let mut keys: Vec<TableKey<'_>> = Vec::new();
        for table in cases.machines.iter().flat_map(|machine| &machine.decoder.tables) {
            let key = (table.namespace.as_str(), table.width);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let mut formats = FormatList::default();
        let mut modules = RustNames::default();
        let mut tables = Vec::new();
        for key in keys {
            let name = match key.0 {
                "" => format!("width_{}", key.1),
                namespace => format!("{}_{}", snake_case(namespace), key.1),
            };
            tables.push(self.table(key, modules.add(&name), &mut formats)?);
        }
        let machine = self.machine();
        let (layout, source) = (machine.decoder.layout, machine.syntax.source);
        let unit = tables.iter().map(|table| table.width as usize / 8).min().unwrap_or(1);
        let operands =
            |format: &FormatModel| format.steps.iter().map(|step| step.operands.len()).sum();
        let max_operands: usize = formats.formats.iter().map(operands).max().unwrap_or(0);
        if max_operands > MAX_OPERANDS {
            return Err(refuse("an instruction has too many operands"));
        }
        Ok(DecodingModel {
            byte_order: layout.order,
            fields: layout.fields.to_vec(),
            unit: unit.max(1),
            tables,
            formats: formats.formats,
            codecs: formats.codecs.codecs,
            lists: formats.codecs.lists,
            max_operands: max_operands.max(1),
            tails: self.tails(),
            select_tables: self
                .function(machine.syntax.words.select_tables.is_some(), source.select_tables)?,
            refuses: self.function(machine.syntax.words.refuses.is_some(), source.refuses)?,
        })
    }

    /// Returns a function's name if the target has it.
    fn function(&self, is_present: bool, name: &str) -> Result<String, AnalysisError> {
        if is_present && !self.machine().syntax.source.has(name) {
            Err(refuse("a function of the target has no source"))
        } else {
            Ok(name.to_owned())
        }
    }

    /// Returns the bytes after encodings.
    fn tails(&self) -> Vec<TailModel> {
        let machine = self.machine();
        let row = |(id, opcode): &(_, String)| {
            let name = machine.instruction_name(*id);
            let row = machine.syntax.words.tails.iter().find(|row| row.instruction == name)?;
            Some(TailModel { opcode: opcode.clone(), bytes: row.bytes, operand: row.operand })
        };
        self.opcodes.list.iter().filter_map(row).collect()
    }

    fn table(
        &mut self,
        key: TableKey<'_>,
        module: String,
        formats: &mut FormatList,
    ) -> Result<TableModel, AnalysisError> {
        let (namespace, width) = key;
        if width > u64::BITS {
            return Err(refuse(&format!("encodings have {width} bits, more than 64")));
        }
        let cases = self.cases;
        let own = |table: &&DecodeTable| (table.namespace.as_str(), table.width) == key;
        let by_case: Vec<Option<&DecodeTable>> =
            cases.machines.iter().map(|machine| machine.decoder.tables.iter().find(own)).collect();
        let mut tables = by_case.iter().flatten();
        let Some(table) = tables.next() else { return Err(refuse("a table has no encodings")) };
        if tables.any(|other| other.nodes != table.nodes) {
            return Err(refuse(&format!("the table {module} depends on features")));
        }
        let is_present: Vec<bool> = by_case.iter().map(Option::is_some).collect();
        let rows = self.machine().syntax.words.tables.rows().iter();
        let rows = rows.filter(|row| row.namespace == namespace && !row.feature.is_empty());
        let features = rows.map(|row| match self.store.find_record(row.feature) {
            Some(feature) => FeatureExpr::Feature(feature),
            None => FeatureExpr::AnyOf(Vec::new()),
        });
        let features: Vec<FeatureExpr> = features.collect();
        let conditions = features.into_iter().chain([cases.condition(&is_present)]);
        let condition = self.conditions.all(conditions);
        let mut model = TableModel {
            module,
            namespace: namespace.to_owned(),
            width,
            condition,
            needs: Vec::new(),
            low: 0,
            values: u64::MAX,
            encodings: Vec::new(),
            functions: Vec::new(),
        };
        let mut names = RustNames::default();
        let mut by_id: FxHashMap<EncodingId, Vec<String>> = FxHashMap::default();
        for node in table.nodes.iter() {
            let (DecoderNode::Accept(id) | DecoderNode::TryFirst { first: id, .. }) = node else {
                continue;
            };
            if by_id.contains_key(id) {
                continue;
            }
            let mut own = Vec::new();
            for variant in self.encoding_variants(*id) {
                let encoding = self.encoding(*id, variant, width, (&mut names, formats))?;
                if !model.needs.contains(&encoding.condition) {
                    model.needs.push(encoding.condition);
                }
                own.push(encoding.name.clone());
                model.encodings.push(encoding);
            }
            by_id.insert(*id, own);
        }
        (model.low, model.values) = selective_field(&model.encodings, width);
        model.functions = TreeBuilder::new(table, &by_id).functions();
        Ok(model)
    }

    /// Returns the conditions for an encoding, each with the bits that it ignores.
    fn encoding_variants(&self, id: EncodingId) -> Vec<EncodingVariant> {
        let machine = self.machine();
        let encoding = &machine.decoder.encodings[id];
        let condition = FeatureExpr::AllOf(encoding.needed.clone());
        let mut variants = vec![EncodingVariant { condition, ignored: 0 }];
        let name = machine.instruction_name(encoding.instruction);
        let rows = machine.syntax.words.accepted.iter().filter(|row| row.instruction == name);
        for row in rows {
            if let Some(feature) = self.store.find_record(row.feature) {
                let condition = FeatureExpr::Feature(feature);
                variants.push(EncodingVariant { condition, ignored: row.ignored as u64 });
            }
        }
        variants
    }

    fn encoding(
        &mut self,
        id: EncodingId,
        variant: EncodingVariant,
        table_width: u32,
        (names, formats): (&mut RustNames, &mut FormatList),
    ) -> Result<EncodingModel, AnalysisError> {
        let cases = self.cases;
        let encoding = &self.machine().decoder.encodings[id];
        let opcode = self.opcodes.names[&encoding.instruction].clone();
        if encoding.width > table_width {
            return Err(refuse(&format!("{opcode} has more bytes than its table")));
        }
        let by_case: Vec<&[DecodeStep]> = cases
            .machines
            .iter()
            .map(|machine| machine.decoder.encodings[id].steps.as_slice())
            .collect();
        let (format, checked) = self.format(&by_case, (&opcode, variant.ignored), formats)?;
        let steps = &formats.formats[format].steps;
        let count = steps.iter().map(|step| step.operands.len()).sum();
        self.add_count(encoding.instruction, count);
        Ok(EncodingModel {
            name: names.add(&opcode),
            opcode,
            mask: encoding.mask as u64 & !variant.ignored,
            value: encoding.pattern as u64 & !variant.ignored,
            size: encoding.width as usize / 8,
            condition: self.conditions.number(variant.condition),
            checked,
            format,
        })
    }

    /// Returns the format for the steps of all cases, and the condition for testing its bits. Ignored bits are not
    /// operand bits.
    fn format(
        &mut self,
        by_case: &[&[DecodeStep]],
        (opcode, ignored): (&str, u64),
        formats: &mut FormatList,
    ) -> Result<(usize, ConditionNumber), AnalysisError> {
        let cases = self.cases;
        let differs = || refuse(&format!("the operands of {opcode} depend on features"));
        let count = by_case.first().map_or(0, |steps| steps.len());
        if by_case.iter().any(|steps| steps.len() != count) {
            return Err(differs());
        }
        let mut is_checked = vec![false; by_case.len()];
        let mut format = Vec::new();
        for index in 0..count {
            let steps = by_case.iter().map(|steps| &steps[index]);
            let mut leaves: Vec<Vec<Leaf>> = Vec::new();
            let mut function = "";
            for (step, machine) in steps.clone().zip(&cases.machines) {
                let mut own = Vec::new();
                let width = width_of(&step.fields);
                let mut codec = &machine.decoder.codecs[step.codec];
                if let Codec::Mapped { name, codec: inner, .. } = codec
                    && machine.syntax.source.has(name)
                {
                    (function, codec) = (*name, inner);
                }
                self.add_leaves(codec, (None, width), &mut formats.codecs, &mut own);
                leaves.push(own);
            }
            let step = &by_case[0][index];
            for (case, own) in leaves.iter().enumerate() {
                let is_total = own.iter().all(|leaf| leaf.is_total);
                is_checked[case] |= !is_total || !function.is_empty();
            }
            let parts = |own: &[Leaf]| own.iter().map(|leaf| leaf.part).collect::<Vec<_>>();
            let own_parts = parts(&leaves[0]);
            let same = |other: &DecodeStep| {
                (other.initial, &other.fields, other.is_complete)
                    == (step.initial, &step.fields, step.is_complete)
            };
            if leaves.iter().any(|own| parts(own) != own_parts) || !steps.clone().all(same) {
                return Err(differs());
            }
            let mut operands = Vec::new();
            for (number, part) in own_parts.into_iter().enumerate() {
                let kinds = leaves.iter().map(|own| own[number].kind.clone());
                let variants = cases.variants(kinds).into_iter();
                let variants =
                    variants.map(|(condition, kind)| (self.conditions.number(condition), kind));
                let codec = formats.codecs.codec(variants.collect(), &self.numbers);
                let is_total = leaves.iter().all(|own| own[number].is_total);
                operands.push(FormatOperand { part, codec, is_total });
            }
            format.push(FormatStep {
                initial: step.initial,
                fields: without_bits(&step.fields, ignored),
                function: function.to_owned(),
                operands,
                is_complete: step.is_complete,
            });
        }
        let checked = self.conditions.number(if is_checked.contains(&true) {
            cases.condition(&is_checked)
        } else {
            FeatureExpr::AnyOf(Vec::new())
        });
        Ok((formats.index(format, opcode), checked))
    }
}

/// A condition for an encoding, and bits that it ignores.
struct EncodingVariant {
    condition: FeatureExpr,
    ignored: u64,
}

/// Formats and conversions in the crate.
#[derive(Default)]
struct FormatList {
    formats: Vec<FormatModel>,
    codecs: CodecList,
}

impl FormatList {
    /// Returns the index of a format, and notes that an instruction has it.
    fn index(&mut self, steps: Vec<FormatStep>, opcode: &str) -> usize {
        let index = self.formats.iter().position(|other| other.steps == steps);
        let index = index.unwrap_or_else(|| {
            self.formats.push(FormatModel { steps, users: Vec::new() });
            self.formats.len() - 1
        });
        let users = &mut self.formats[index].users;
        if !users.iter().any(|user| user == opcode) {
            users.push(opcode.to_owned());
        }
        index
    }
}

/// Returns the fields without some bits of the word.
fn without_bits(fields: &[EncodedField], ignored: u64) -> Vec<EncodedField> {
    if ignored == 0 {
        return fields.to_vec();
    }
    let mut bits: Vec<EncodedField> = Vec::new();
    for field in fields {
        for bit in (0..field.width).filter(|bit| ignored >> (field.base + bit) & 1 == 0) {
            let (base, offset) = (field.base + bit, field.offset + bit);
            match bits.last_mut() {
                Some(last)
                    if last.base + last.width == base && last.offset + last.width == offset =>
                {
                    last.width += 1;
                }
                _ => bits.push(EncodedField { base, offset, width: 1 }),
            }
        }
    }
    bits
}

/// Returns the lowest bit of the field with six bits that has the fewest values in encodings, and these values.
fn selective_field(encodings: &[EncodingModel], width: u32) -> (u32, u64) {
    let fields = (0..=width.saturating_sub(6)).map(|low| {
        let has_value = |value: u64| {
            let differs = |encoding: &EncodingModel| {
                (encoding.value >> low ^ value) & (encoding.mask >> low) & 0x3f != 0
            };
            !encodings.iter().all(differs)
        };
        let values = (0..64).filter(|value| has_value(*value));
        (low, values.fold(0, |values, value| values | 1 << value))
    });
    fields.min_by_key(|(_, values): &(u32, u64)| values.count_ones()).unwrap_or((0, u64::MAX))
}
