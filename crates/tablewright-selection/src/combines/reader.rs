//! State for reading rules: the records, names and fragments read until now, and the diagnostics.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_records::{
    AnalysisError, Dag, FieldError, Record, RecordId, RecordStore, RecordView, Value, ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Subject};
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::operands::{
    InstructionOperands, OperandListId, OperandLists, Operands,
};
use tablewright_target::record_views::value_type::ValueTypeRecord;
use tablewright_target::value_types::ValueTypes;

use super::GlobalIselNames;
use super::fragment::Fragments;
use super::pattern::PatternType;
use crate::global_isel::low_level_type::{LowLevelType, ScalarTypes, TypeDetail};
use crate::intrinsics::IntrinsicReader;
use crate::patterns::types::type_traits::TypeTraitTable;

/// The reason for a missing rule.
#[derive(Debug)]
pub enum RuleError {
    /// Errors that are among the diagnostics already. Other rules can still be read.
    Reported,
    /// An unreported error, after which no rule is read.
    Fatal(Box<Diagnostic>),
}

impl From<Diagnostic> for RuleError {
    fn from(error: Diagnostic) -> RuleError {
        RuleError::Fatal(Box::new(error))
    }
}

impl From<FieldError> for RuleError {
    fn from(error: FieldError) -> RuleError {
        RuleError::from(Diagnostic::from(error))
    }
}

/// A reader for combiner rules.
#[doc(alias = "PatternParser")]
pub struct RuleReader<'s, 'd> {
    /// The records.
    pub store: &'s RecordStore,
    /// Names for patterns and operands.
    pub names: GlobalIselNames,
    /// The fragments that the rules use.
    pub fragments: Fragments,
    /// Whether each rule's inference of types is logged.
    pub logs_inference: bool,
    /// The amount of detail in types.
    pub type_detail: TypeDetail,
    diagnostics: &'d mut Diagnostics,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
    unnumbered: UnnumberedOperands,
    /// Read for the first type.
    types: Option<TypeTables>,
    value_types: &'s ValueTypes,
    /// Created for the first intrinsic: a description need not have the class.
    pub(super) intrinsics: Option<IntrinsicReader<'s>>,
}

/// Cached instruction operands without a number, as in later releases.
#[derive(Default)]
struct UnnumberedOperands {
    lists: OperandLists,
    by_record: FxHashMap<RecordId, OperandListId>,
}

impl UnnumberedOperands {
    fn for_instruction(&mut self, instruction: Record<'_>) -> Result<Operands<'_>, RuleError> {
        let list = match self.by_record.entry(instruction.id()) {
            Entry::Occupied(list) => *list.get(),
            Entry::Vacant(list) => *list.insert(self.lists.add(instruction)?),
        };
        Ok(self.lists.get(list))
    }
}

/// Tables for value type queries.
struct TypeTables {
    traits: TypeTraitTable,
    scalars: ScalarTypes,
}

impl<'s, 'd> RuleReader<'s, 'd> {
    /// Creates a reader for the rules in `store`.
    ///
    /// # Errors
    /// Fails if the instructions are invalid.
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &'d mut Diagnostics,
    ) -> Result<RuleReader<'s, 'd>, AnalysisError> {
        let instructions = store.analysis::<Instructions>(diagnostics)?;
        let operands = store.analysis::<InstructionOperands>(diagnostics)?;
        let value_types = store.analysis(diagnostics)?;
        Ok(RuleReader {
            store,
            names: GlobalIselNames::default(),
            fragments: Fragments::default(),
            logs_inference: false,
            type_detail: TypeDetail::Size,
            diagnostics,
            instructions,
            operands,
            unnumbered: UnnumberedOperands::default(),
            types: None,
            value_types,
            intrinsics: None,
        })
    }

    /// Returns the instructions.
    pub fn instructions(&self) -> &'s Instructions {
        self.instructions
    }

    /// Returns whether an instruction is variadic.
    ///
    /// # Errors
    /// Fails if its operands are invalid.
    pub fn is_variadic(&mut self, instruction: Record<'s>) -> Result<bool, RuleError> {
        Ok(self.operands_of(instruction)?.is_variadic())
    }

    /// Whether there were errors.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Reports an error in a record.
    pub fn error(&mut self, record: Record<'s>, message: impl Into<String>) -> RuleError {
        self.diagnostics.push(Diagnostic::error_at(
            Code::Combines,
            record.positions().iter().copied(),
            message,
        ));
        RuleError::Reported
    }

    /// Reports an error in a record, with a remark.
    pub fn error_with_note(
        &mut self,
        record: Record<'s>,
        message: impl Into<String>,
        note: impl Into<String>,
    ) -> RuleError {
        let error = self.error(record, message);
        self.note(record, note);
        error
    }

    /// Adds a note at a record to the last report.
    pub fn note(&mut self, record: Record<'s>, note: impl Into<String>) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.note(Some(record.pos()), note);
            last.trail(record.positions()[1..].iter().copied());
        }
    }

    /// Narrows the last report to a text in a record's patterns.
    pub fn about_pattern(&mut self, record: Record<'s>, text: &str) {
        if let Some(last) = self.diagnostics.last_mut() {
            let mut subject = Subject::new(record.name(), "Match");
            subject.fields.extend(["Apply", "Patterns"].map(str::to_owned));
            subject.text = Some(text.to_owned());
            last.about(subject);
        }
    }

    /// Adds a note without a location to the last report.
    pub fn note_anywhere(&mut self, note: impl Into<String>) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.note(None, note);
        }
    }

    /// Adds a label at another record to the last report.
    pub fn label(&mut self, record: Record<'s>, label: impl Into<String>) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.label(record.pos(), label);
        }
    }

    /// Reports a warning about a record.
    pub fn warning(&mut self, record: Record<'s>, message: impl Into<String>) {
        let warning = Diagnostic::warning(Code::Combines, Some(record.pos()), message);
        let warning = self.diagnostics.push(warning);
        warning.trail(record.positions()[1..].iter().copied());
    }

    /// Logs a text that the user requested besides the output.
    pub(super) fn log(&mut self, text: String) {
        self.diagnostics.push(Diagnostic::new(Severity::Verbatim, None, text));
    }

    /// Returns the operator record of a dag in `record`.
    pub(super) fn operator(
        &mut self,
        dag: Dag<'s>,
        record: Record<'s>,
    ) -> Result<Record<'s>, RuleError> {
        self.operator_if_record(dag).ok_or_else(|| {
            let message = "Expected record as operator";
            FieldError::new(Code::Combines, record, message).into()
        })
    }

    pub(super) fn operator_if_record(&self, dag: Dag<'s>) -> Option<Record<'s>> {
        self.def(dag.operator)
    }

    /// Returns a value's record, if it is a record.
    pub(super) fn def(&self, value: ValueId) -> Option<Record<'s>> {
        if let Value::Def(record) = self.store.value(value) {
            Some(self.store.record(record))
        } else {
            None
        }
    }

    /// Returns a value's dag, if its operator is the record with this name and it has arguments.
    pub(super) fn dag_of(&self, value: ValueId, operator: &str) -> Option<Dag<'s>> {
        if let Value::Dag(dag) = self.store.value(value)
            && !dag.args.is_empty()
        {
            let record = self.operator_if_record(dag)?;
            (record.name() == operator).then_some(dag)
        } else {
            None
        }
    }

    /// Returns an instruction's operands.
    pub(super) fn operands_of(
        &mut self,
        instruction: Record<'s>,
    ) -> Result<Operands<'_>, RuleError> {
        match self.instructions.id(instruction.id()) {
            Some(id) => Ok(self.operands.for_instruction(id)),
            None => self.unnumbered.for_instruction(instruction),
        }
    }

    /// Returns the register type for a `ValueType`; `None` if no register has this type.
    ///
    /// # Errors
    /// Fails if the types are invalid.
    pub fn low_level_type(&mut self, ty: Record<'s>) -> Result<Option<LowLevelType>, FieldError> {
        let TypeTables { traits, scalars } = match &mut self.types {
            Some(types) => types,
            none => none.insert(TypeTables {
                traits: TypeTraitTable::read(self.store, self.value_types)?,
                scalars: ScalarTypes::new(self.type_detail, self.store, self.value_types)?,
            }),
        };
        let ty = self.value_types.number(ValueTypeRecord::new(ty))?;
        let of_type = traits.for_type(ty);
        let is_number = traits.integers.contains(ty) || traits.floats.contains(ty);
        let is_integer = traits.integers.contains(ty);
        let scalar = |ty, bits| scalars.scalar(ty, bits, is_integer);
        Ok(match of_type.element {
            Some(element) => {
                let element = scalar(element, of_type.scalar_size);
                Some(LowLevelType::vector(of_type.is_scalable, of_type.element_count, element))
            }
            None => is_number.then(|| LowLevelType::Scalar(scalar(ty, of_type.size))),
        })
    }

    /// Returns a type as text: `i32`, `GITypeOf<$x>`.
    pub fn type_text(&self, ty: PatternType) -> String {
        match ty {
            PatternType::Value(record) => self.store.record(record).name().to_owned(),
            PatternType::TypeOf(name) => format!("GITypeOf<${}>", self.names.text(name)),
            PatternType::Variadic(range) => format!("GIVariadic<{},{}>", range.min, range.max),
        }
    }
}
