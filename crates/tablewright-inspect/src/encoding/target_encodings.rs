//! A target's encodings, with names for lookup and display.

use std::sync::OnceLock;

use tablewright_records::{Analysis, AnalysisError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::similar::most_similar;
use tablewright_target::decoding::decision_tree::DecisionTree;
use tablewright_target::decoding::encodings::{
    DecoderOptions, EncodingGroup, EncodingId, Encodings, UniversalEncodings,
};
use tablewright_target::decoding::predicates::conditions;
use tablewright_target::decoding::tables::DecoderTables;
use tablewright_target::enabled_features::EnabledFeatures;
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::encoding::FieldRun;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::record_views::encoding::InstructionEncodingRecord;

use super::decoder_setup::DecoderSetup;

/// A target's encodings, with names for lookup and display.
pub struct TargetEncodings<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
    decoder: &'s Decoder,
    /// The groups whose tables are tried, by index, in order.
    order: Vec<usize>,
    /// The enabled features; `None` if features are not restricted.
    features: Option<EnabledFeatures<'s>>,
    /// Whether the enabled features allow each encoding. Computed on demand.
    availability: Vec<OnceLock<bool>>,
    /// Whether some encodings may be excluded.
    is_restricted: bool,
}

/// A target's decoder tables.
struct Decoder {
    tables: DecoderTables,
    /// Each encoding's group.
    groups: Vec<Option<usize>>,
    /// Each group's decision tree. Computed on demand.
    trees: OnceLock<Vec<DecisionTree>>,
}

impl Analysis for Decoder {
    fn build(store: &RecordStore, diagnostics: &mut Diagnostics) -> Result<Decoder, AnalysisError> {
        // Conflicts are shown on request, not as warnings.
        let mut unasked = Diagnostics::new();
        let options = DecoderOptions::lenient(UniversalEncodings::Apart);
        let tables = DecoderTables::collect(store, options, &mut unasked);
        if tables.is_err() || unasked.has_errors() {
            diagnostics.append(unasked);
        }
        let tables = tables?;
        let mut groups = vec![None; tables.encodings.encodings.len()];
        for (group_index, group) in tables.encodings.groups.iter().enumerate() {
            for encoding in &group.encodings {
                groups[encoding.index()] = Some(group_index);
            }
        }
        Ok(Decoder { tables, groups, trees: OnceLock::new() })
    }
}

/// A field in an encoding.
#[derive(Clone, Copy, Debug)]
pub struct EncodingField<'s> {
    /// The name without `$`.
    pub name: &'s str,
    /// Its bit positions.
    pub run: FieldRun,
    /// Whether the field has no other bits.
    pub is_whole: bool,
}

impl<'s> TargetEncodings<'s> {
    /// Creates the encodings for the target in `store`, restricted by `setup`.
    ///
    /// # Errors
    /// Errors from the analyses, and names in `setup` that the target does not have.
    pub fn new(
        store: &'s RecordStore,
        setup: &DecoderSetup,
        diagnostics: &mut Diagnostics,
    ) -> Result<TargetEncodings<'s>, AnalysisError> {
        let (instructions, operands) = (store.analysis(diagnostics)?, store.analysis(diagnostics)?);
        let decoder: &Decoder = store.analysis(diagnostics)?;
        let names: Vec<String> = decoder.tables.encodings.groups.iter().map(Self::table).collect();
        Ok(TargetEncodings {
            store,
            instructions,
            operands,
            decoder,
            order: setup.order(&names)?,
            features: setup.enabled_features(store, diagnostics)?,
            availability: vec![OnceLock::new(); decoder.groups.len()],
            is_restricted: setup.is_restricted(),
        })
    }

    /// Returns the target's store.
    pub fn store(&self) -> &'s RecordStore {
        self.store
    }

    /// Returns the decoder tables.
    pub fn tables(&self) -> &'s DecoderTables {
        &self.decoder.tables
    }

    /// Returns all encodings.
    pub fn encodings(&self) -> &'s Encodings {
        &self.decoder.tables.encodings
    }

    /// Finds the encodings with these instruction or encoding names, in order. Without names,
    /// returns all encodings that the decoder's tables and features allow.
    ///
    /// # Errors
    /// If no decodable instruction has one of the names.
    pub fn find(&self, names: &[String]) -> Result<Vec<EncodingId>, AnalysisError> {
        let all: Vec<EncodingId> = self.encodings().encodings.indices().collect();
        if names.is_empty() {
            let mut allowed = Vec::new();
            for encoding in all {
                if !self.is_restricted || self.is_tried(encoding) && self.is_available(encoding)? {
                    allowed.push(encoding);
                }
            }
            return Ok(allowed);
        }
        let mut ids = Vec::new();
        for name in names {
            let before = ids.len();
            ids.extend(all.iter().copied().filter(|&id| {
                self.instruction(id).name() == name || self.record(id).name() == name
            }));
            if ids.len() == before {
                return Err(no_such_instruction(
                    name,
                    all.iter().map(|&id| self.instruction(id).name()),
                )
                .into());
            }
        }
        Ok(ids)
    }

    /// Returns an encoding's record.
    pub fn record(&self, encoding: EncodingId) -> Record<'s> {
        self.store.record(self.encodings().encodings[encoding].record)
    }

    /// Returns the record of an encoding's instruction.
    pub fn instruction(&self, encoding: EncodingId) -> Record<'s> {
        let id = self.encodings().encodings[encoding].instruction;
        self.store.record(self.instructions.record(id))
    }

    /// Returns the display name: the instruction's name, preceded by the encoding's own name if it
    /// has one.
    pub fn name(&self, encoding: EncodingId) -> String {
        let (record, instruction) = (self.record(encoding), self.instruction(encoding));
        if record.id() == instruction.id() {
            return instruction.name().to_owned();
        }
        format!("{}:{}", record.name(), instruction.name())
    }

    /// Returns the table name for a group.
    pub fn table(group: &EncodingGroup) -> String {
        format!("DecoderTable{}{}", group.namespace, group.width)
    }

    /// Returns an encoding's group.
    pub fn group(&self, encoding: EncodingId) -> Option<&EncodingGroup> {
        self.decoder.groups[encoding.index()]
            .map(|group_index| &self.encodings().groups[group_index])
    }

    /// Whether the decoder tries the encoding's table.
    fn is_tried(&self, encoding: EncodingId) -> bool {
        self.decoder.groups[encoding.index()]
            .is_some_and(|group_index| self.is_tried_group(group_index))
    }

    /// Whether the decoder tries the table for the group at this index.
    pub fn is_tried_group(&self, group_index: usize) -> bool {
        self.order.contains(&group_index)
    }

    /// Whether the enabled features include the features that an encoding requires.
    ///
    /// # Errors
    /// If the encoding's predicates are invalid.
    pub fn is_available(&self, encoding: EncodingId) -> Result<bool, AnalysisError> {
        let Some(features) = &self.features else { return Ok(true) };
        let availability = &self.availability[encoding.index()];
        if let Some(&is_available) = availability.get() {
            return Ok(is_available);
        }
        let needed = conditions(self.record(encoding))?;
        let is_available = needed.iter().all(|condition| features.holds(condition));
        Ok(*availability.get_or_init(|| is_available))
    }

    /// Iterates over the groups whose tables are tried, in order, with their decision trees.
    pub(crate) fn tried(&self) -> impl Iterator<Item = (&EncodingGroup, &DecisionTree)> {
        let encodings = self.encodings();
        let trees = self.decoder.trees.get_or_init(|| {
            encodings.groups.iter().map(|g| g.tree(self.store, encodings)).collect()
        });
        self.order
            .iter()
            .map(move |&group_index| (&encodings.groups[group_index], &trees[group_index]))
    }

    /// Returns an encoding's fields, lowest bits first.
    ///
    /// # Errors
    /// If the encoding is invalid.
    pub fn fields(&self, encoding: EncodingId) -> Result<Vec<EncodingField<'s>>, Diagnostic> {
        let runs = self.encodings().fields(self.store, encoding)?;
        let mut fields = Vec::with_capacity(runs.len());
        for &(name, run) in &runs {
            let count = runs.iter().filter(|(other, _)| *other == name).count();
            fields.push(EncodingField {
                name: self.store.str(name).trim_start_matches('$'),
                run,
                is_whole: count == 1 && run.field_bit == 0,
            });
        }
        Ok(fields)
    }

    /// Returns the register class or operand class for the operand `name`; `None` if the
    /// instruction does not have the operand.
    pub fn operand_class(&self, encoding: EncodingId, name: &str) -> Option<&'s str> {
        let operands =
            self.operands.for_instruction(self.encodings().encodings[encoding].instruction);
        let operand = operands.list().iter().find(|op| self.store.str(op.name) == name)?;
        Some(self.store.record(operands.class(operand).record).name())
    }

    /// Returns an encoding's predicates by name.
    ///
    /// # Errors
    /// If the field is not a list of predicates.
    pub fn predicates(&self, encoding: EncodingId) -> Result<Vec<&'s str>, AnalysisError> {
        let predicates = InstructionEncodingRecord::new(self.record(encoding)).predicates()?;
        Ok(predicates.into_iter().map(|predicate| predicate.name()).collect())
    }
}

/// Returns the error for an instruction that cannot be decoded. It suggests a similar name.
pub fn no_such_instruction<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let message = format!("no instruction '{name}' can be decoded");
    let mut error = Diagnostic::error_anywhere(Code::UnknownName, message);
    if let Some(similar) = most_similar(name, names) {
        error.note(None, format!("did you mean '{similar}'?"));
    }
    error
}

impl EncodingField<'_> {
    /// Returns the name, with the bits if they are only part of the field.
    pub fn label(&self) -> String {
        let (name, FieldRun { field_bit, len, .. }) = (self.name, self.run);
        match (self.is_whole, len) {
            (true, _) => name.to_owned(),
            (false, 1) => format!("{name}{{{field_bit}}}"),
            (false, _) => format!("{name}{{{}-{field_bit}}}", field_bit + len - 1),
        }
    }
}
