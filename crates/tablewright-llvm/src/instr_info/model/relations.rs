//! Relations between instructions: `InstrMapping` records (`Target.td`).
//!
//! Instructions in the class `FilterClass` with equal `RowFields` values form a row. A row's key instruction has the
//! values `KeyCol` in the fields `ColFields`. Each list in `ValueCols` defines a column: the key instruction is
//! related to the instruction in its row that has these values in `ColFields`.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_records::{Feature, FieldError, Record, RecordId, RecordStore, Value, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::InstrAnalyses;
use super::unquoted_texts::{InstrInfoTextId, UnquotedTexts};

/// A target's relations.
pub(crate) struct Relations<'s> {
    /// The fields that distinguish columns, in byte order, with their values.
    pub(crate) enums: Vec<ColumnEnum>,
    /// Relations in natural order by name.
    pub(crate) relations: Vec<InstrInfoRelation<'s>>,
    pub(crate) form: RelationForm,
}

/// The form of the functions that relate instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RelationForm {
    /// Tables have separate names and contain qualified instruction names with 16 bits.
    Qualified,
    /// Tables are in the namespace's scope and contain 16-bit numbers.
    Short,
    /// As `Short`, with numbers of 32 bits.
    Wide,
}

impl RelationForm {
    fn new(store: &RecordStore) -> RelationForm {
        let release = store.release();
        if release.has(Feature::InstrMappingHas32Bits) {
            RelationForm::Wide
        } else if release.has(Feature::InstrTableStartsWithImplicitOps) {
            RelationForm::Short
        } else {
            RelationForm::Qualified
        }
    }
}

/// A field that distinguishes columns, as an enum.
pub(crate) struct ColumnEnum {
    pub(crate) field: String,
    pub(crate) values: Vec<String>,
}

/// A relation between instructions.
pub(crate) struct InstrInfoRelation<'s> {
    pub(crate) name: &'s str,
    /// The fields that distinguish columns.
    pub(crate) fields: Vec<String>,
    /// The values of these fields in each column.
    pub(crate) columns: Vec<Vec<String>>,
    /// Key instructions in number order, with the instruction in each column, if there is one. Instructions without
    /// relations are left out.
    pub(crate) rows: Vec<(&'s str, Vec<Option<&'s str>>)>,
}

impl<'s> Relations<'s> {
    /// Collects the relations; `None` if there are none.
    pub(super) fn collect(analyses: InstrAnalyses<'s>) -> Result<Option<Relations<'s>>, Failure> {
        let records = analyses.store.derived_if_defined("InstrMapping");
        if records.is_empty() {
            return Ok(None);
        }
        let mappings =
            records.into_iter().map(Mapping::read).collect::<Result<Vec<_>, Failure>>()?;
        let enums = enums(&mappings);
        let mut texts = UnquotedTexts::new(analyses.store);
        let relations = mappings.iter().map(|mapping| mapping.relation(analyses, &mut texts));
        let relations = relations.collect::<Result<_, Failure>>()?;
        Ok(Some(Relations { enums, relations, form: RelationForm::new(analyses.store) }))
    }
}

/// An `InstrMapping` record.
#[doc(alias = "InstrMap")]
struct Mapping<'s> {
    record: Record<'s>,
    row_fields: &'s [ValueId],
    column_fields: &'s [ValueId],
    key: &'s [ValueId],
    columns: Vec<&'s [ValueId]>,
}

impl<'s> Mapping<'s> {
    fn read(record: Record<'s>) -> Result<Mapping<'s>, Failure> {
        let store = record.store();
        let name = record.name();
        let column_fields = record.list("ColFields")?;
        let mut columns = Vec::new();
        for &column in record.list("ValueCols")? {
            if let Value::List(list) = store.value(column)
                && list.elements.len() == column_fields.len()
            {
                columns.push(list.elements);
            } else {
                let message = format!(
                    "Record `{name}', field `ValueCols' entries don't match with the entries \
                         in 'ColFields' !"
                );
                // The reference reports no position.
                return Err(Diagnostic::error_anywhere(Code::InstrMappings, message).into());
            }
        }
        let (row_fields, key) = (record.list("RowFields")?, record.list("KeyCol")?);
        Ok(Mapping { record, row_fields, column_fields, key, columns })
    }

    /// Returns the relation, with the instructions in it.
    fn relation(
        &self,
        analyses: InstrAnalyses<'s>,
        texts: &mut UnquotedTexts<'s>,
    ) -> Result<InstrInfoRelation<'s>, Failure> {
        let record = self.record;
        let name = record.name();
        if self.columns.is_empty() {
            let message = format!("InstrMapping record `{name}' has empty `ValueCols' field!");
            return Err(FieldError::new(Code::InstrMappings, record, message).into());
        }
        if self.key.len() < self.column_fields.len() {
            let message =
                format!("Record `{name}', field `KeyCol' has fewer entries than field `ColFields'");
            return Err(FieldError::new(Code::InstrMappings, record, message).into());
        }
        let store = analyses.store;
        let related = self.related(analyses, texts)?;
        let rows = analyses.records().filter_map(|(_, instruction)| {
            let columns = related.get(&instruction.id())?;
            let named = columns.iter().map(|c| c.map(|column| store.record(column).name()));
            columns.iter().any(Option::is_some).then(|| (instruction.name(), named.collect()))
        });
        let texts = |values: &[ValueId]| values.iter().map(|&v| store.unquoted_text(v)).collect();
        Ok(InstrInfoRelation {
            name,
            fields: texts(self.column_fields),
            columns: self.columns.iter().map(|column| texts(column)).collect(),
            rows: rows.collect(),
        })
    }

    /// Returns the instruction in each column, by key instruction.
    fn related(
        &self,
        analyses: InstrAnalyses<'s>,
        texts: &mut UnquotedTexts<'s>,
    ) -> Result<FxHashMap<RecordId, Vec<Option<RecordId>>>, Failure> {
        let class = analyses.store.unquoted_text(self.record.value("FilterClass")?);
        let instructions = analyses.store.derived_from_name(&class)?;
        let key: Vec<InstrInfoTextId> =
            self.key[..self.column_fields.len()].iter().map(|&v| texts.id(v)).collect();
        let mut cells = Cells::default();
        let mut keys = Vec::new();
        for &instruction in &instructions {
            let row = self.values(instruction, self.row_fields)?;
            let row = cells.row(row);
            let column = self.values(instruction, self.column_fields)?;
            let column: Vec<InstrInfoTextId> =
                column.into_iter().map(|value| texts.id(value)).collect();
            if column == key {
                keys.push((instruction, row));
            }
            cells.add(row, column, instruction.id());
        }
        let columns: Vec<Vec<InstrInfoTextId>> = self
            .columns
            .iter()
            .map(|column| column.iter().map(|&value| texts.id(value)).collect())
            .collect();
        let mut related = FxHashMap::default();
        for (instruction, row) in keys {
            let mut in_columns = Vec::with_capacity(columns.len());
            for (index, column) in columns.iter().enumerate() {
                match cells.get(row, column) {
                    Some(Cell::Several(several)) => {
                        return Err(self.ambiguous(instruction, index, several));
                    }
                    Some(Cell::One(instruction)) => in_columns.push(Some(instruction)),
                    None => in_columns.push(None),
                }
            }
            related.insert(instruction.id(), in_columns);
        }
        Ok(related)
    }

    /// Returns the values of an instruction's fields with these names.
    fn values(
        &self,
        instruction: Record<'s>,
        fields: &[ValueId],
    ) -> Result<Vec<ValueId>, FieldError> {
        let store = instruction.store();
        let mut values = Vec::with_capacity(fields.len());
        for &field in fields {
            let slot = if let Value::String(name) | Value::Code(name) = store.value(field) {
                instruction.slot_of(name)
            } else {
                None
            };
            let Some(slot) = slot else {
                let (field, name) = (store.value_text(field), instruction.name());
                let message =
                    format!("No value {field} found in \"{name}\" instruction description.");
                return Err(FieldError::new(Code::InstrMappings, instruction, message));
            };
            values.push(instruction.value_at(slot));
        }
        Ok(values)
    }

    /// Builds the error for several instructions in the same column of a key instruction's row.
    fn ambiguous(&self, key: Record<'s>, column: usize, several: [RecordId; 2]) -> Failure {
        let store = key.store();
        let text = |&value: &ValueId| store.value_text(value);
        let row = self.values(key, self.row_fields).unwrap_or_default();
        let row: Vec<String> = row.iter().map(text).collect();
        let column: Vec<String> = self.columns[column].iter().map(text).collect();
        let message = format!(
            "Multiple matches found for `{}', for the relation `{}', row fields [{}], column `[{}]'",
            key.name(),
            self.record.name(),
            row.join(", "),
            column.join(", ")
        );
        let mut error = Diagnostic::error_anywhere(Code::InstrMappings, message);
        error.label(self.record.pos(), "the relation");
        for instruction in several {
            error.label(store.record(instruction).pos(), "in that column of the row");
        }
        error.into()
    }
}

/// Instructions by their row and the values of the fields that distinguish columns.
#[derive(Default)]
struct Cells {
    rows: FxHashMap<Vec<ValueId>, usize>,
    cells: FxHashMap<(usize, Vec<InstrInfoTextId>), Cell>,
}

/// The instructions in a cell of a table.
#[derive(Clone, Copy)]
enum Cell {
    One(RecordId),
    /// Several instructions; the first two are stored.
    Several([RecordId; 2]),
}

impl Cells {
    /// Returns the number of the row with these values.
    fn row(&mut self, values: Vec<ValueId>) -> usize {
        let next = self.rows.len();
        *self.rows.entry(values).or_insert(next)
    }

    fn add(&mut self, row: usize, column: Vec<InstrInfoTextId>, instruction: RecordId) {
        match self.cells.entry((row, column)) {
            Entry::Vacant(entry) => drop(entry.insert(Cell::One(instruction))),
            Entry::Occupied(mut entry) => {
                if let Cell::One(first) = *entry.get() {
                    entry.insert(Cell::Several([first, instruction]));
                }
            }
        }
    }

    fn get(&self, row: usize, column: &[InstrInfoTextId]) -> Option<Cell> {
        self.cells.get(&(row, column.to_vec())).copied()
    }
}

/// Returns the enums of the fields that distinguish columns, each with the values in all relations.
fn enums(mappings: &[Mapping<'_>]) -> Vec<ColumnEnum> {
    let mut values: BTreeMap<String, Vec<ValueId>> = BTreeMap::new();
    for mapping in mappings {
        let store = mapping.record.store();
        for (index, &field) in mapping.column_fields.iter().enumerate() {
            for column in &mapping.columns {
                let of_field = values.entry(store.unquoted_text(field)).or_default();
                if !of_field.contains(&column[index]) {
                    of_field.push(column[index]);
                }
            }
        }
    }
    let Some(mapping) = mappings.first() else { return Vec::new() };
    let store = mapping.record.store();
    let column_enum = |(field, values): (String, Vec<ValueId>)| ColumnEnum {
        field,
        values: values.into_iter().map(|value| store.unquoted_text(value)).collect(),
    };
    values.into_iter().map(column_enum).collect()
}
