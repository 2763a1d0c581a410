//! Operands with addresses.

use tablewright_records::{AnalysisError, RecordStore};

use crate::described_relocations::DescribedRelocations;
use crate::relative_operands::RelativeOperands;
use crate::syntax::TargetSyntax;

/// Operands that hold addresses or distances, and the relocations for symbols in their place.
pub(crate) struct AddressOperands {
    pub(crate) relatives: RelativeOperands,
    pub(crate) relocations: DescribedRelocations,
}

impl AddressOperands {
    pub(crate) fn new(
        store: &RecordStore,
        syntax: &TargetSyntax,
    ) -> Result<AddressOperands, AnalysisError> {
        let relatives = RelativeOperands::new(store, syntax)?;
        let relocations = DescribedRelocations::new(store)?;
        Ok(AddressOperands { relatives, relocations })
    }
}
