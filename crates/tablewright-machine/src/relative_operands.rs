//! Relative operands by operand record, from the rows of a target and the records with class
//! `AsmRelative`.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Code;

use crate::relative::{DistanceOrigin, DistanceUnit, RelativeDistance, RelativeRow, SymbolMark};
use crate::syntax::TargetSyntax;

/// The `OperandType` of operands relative to the instruction.
pub(crate) const PC_REL: &str = "OPERAND_PCREL";

/// Facts about a relative operand.
#[derive(Clone, Copy)]
pub(crate) struct RelativeOperand {
    pub(crate) distance: RelativeDistance,
    pub(crate) register: &'static str,
    pub(crate) mark: Option<SymbolMark>,
}

/// Relative operands by operand record.
pub(crate) struct RelativeOperands {
    by_record: FxHashMap<RecordId, RelativeOperand>,
}

impl RelativeOperands {
    /// Reads the rows of the target and the records with class `AsmRelative`.
    pub(crate) fn new(
        store: &RecordStore,
        syntax: &TargetSyntax,
    ) -> Result<RelativeOperands, FieldError> {
        let mut by_record = FxHashMap::default();
        for row in syntax.assembler.relatives {
            if let Some(record) = store.find_record(row.operand) {
                let RelativeRow { distance, register, mark, .. } = *row;
                by_record.insert(record, RelativeOperand { distance, register, mark });
            }
        }
        for record in store.derived_if_defined("AsmRelative") {
            let (base, scale) = (record.int("Base")?, record.int("Scale")?);
            if scale <= 0 {
                let message = format!("the scale of '{}' is not positive", record.name());
                let error = FieldError::new(Code::FieldValue, record, message);
                return Err(error.label_field(record, "Scale"));
            }
            let origin = if record.bit("IsFromEnd")? {
                DistanceOrigin::End(base)
            } else {
                DistanceOrigin::Start(base)
            };
            let distance = RelativeDistance { origin, unit: DistanceUnit::Bits(scale) };
            let relative = RelativeOperand { distance, register: "", mark: None };
            by_record.insert(record.record("Operand")?.id(), relative);
        }
        Ok(RelativeOperands { by_record })
    }

    /// Returns the facts about an operand record; `None` without a row.
    pub(crate) fn for_record(&self, record: RecordId) -> Option<&RelativeOperand> {
        self.by_record.get(&record)
    }

    /// Whether an operand record has a row.
    pub(crate) fn contains(&self, record: RecordId) -> bool {
        self.by_record.contains_key(&record)
    }
}
