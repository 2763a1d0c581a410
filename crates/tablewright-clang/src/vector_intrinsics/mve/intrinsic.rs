//! Intrinsics, one for each record and each type in its field `params`.
//!
//! They are an analysis that the jobs of a batch share; `intrinsic_reader` builds it. An
//! [`MveIntrinsic`] is a view of a single intrinsic with the queries that backends need.

use std::collections::BTreeMap;

use tablewright_backend::{Failure, Job};
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Record, RecordId, RecordStore};
use tablewright_syntax::symbol::Symbol;
use tablewright_text::Append;

use super::computation::{Computations, MveOperation, OperationId};
use super::function_macro;
use super::immediate::Immediate;
use super::mve_type::{MveTypeId, MveTypes};
use crate::support::rows::{OutputRow, OutputRows};
use crate::support::texts::UnescapedTexts;
use crate::vector_intrinsics::family::IntrinsicFamily;
use crate::vector_intrinsics::summary::text_of;

define_index! {
    /// Clang's own code for an intrinsic.
    pub(super) struct CustomCodeId;
    /// A full or short name.
    pub(super) struct NameId;
}

/// The intrinsics in a description.
pub(crate) struct MveIntrinsics {
    pub(crate) types: MveTypes,
    /// The scalars in the description, sorted by record name.
    pub(super) scalars: Vec<MveTypeId>,
    pub(super) computations: Computations,
    /// Sorted by full name.
    pub(super) all: Vec<IntrinsicData>,
    pub(super) tables: IntrinsicTables,
}

/// Tables that intrinsic data refer to.
#[derive(Default)]
pub(super) struct IntrinsicTables {
    pub(super) names: UnescapedTexts<NameId>,
    pub(super) operands: OutputRows<MveTypeId>,
    pub(super) immediates: OutputRows<Immediate>,
    pub(super) custom_code: IndexVec<CustomCodeId, CustomCode>,
}

/// The data for an intrinsic.
#[derive(Clone, Copy)]
pub(super) struct IntrinsicData {
    pub(super) record: RecordId,
    pub(super) parameter: MveTypeId,
    pub(super) full_name: NameId,
    pub(super) short_name: Option<NameId>,
    pub(super) extension: Symbol,
    pub(super) flags: MveFlags,
    pub(super) result: MveTypeId,
    pub(super) operands: OutputRow<MveTypeId>,
    pub(super) immediates: OutputRow<Immediate>,
    pub(super) code: MveCode,
}

/// An intrinsic.
#[doc(alias = "ACLEIntrinsic")]
#[derive(Clone, Copy)]
pub(crate) struct MveIntrinsic<'a> {
    intrinsics: &'a MveIntrinsics,
    data: &'a IntrinsicData,
    store: &'a RecordStore,
}

#[derive(Clone, Copy)]
pub(crate) struct MveFlags {
    /// Whether functions have only the short name.
    pub(crate) is_short_name_only: bool,
    /// Whether calls do not evaluate their arguments.
    pub(crate) is_non_evaluating: bool,
    /// Whether it is in the header, but its builtin belongs to another description.
    pub(crate) is_header_only: bool,
}

/// The code generation for a call.
#[derive(Clone, Copy)]
pub(super) enum MveCode {
    /// Clang's own code, for which variables are set.
    Custom(CustomCodeId),
    /// The code for the operation.
    Computed(OperationId),
}

/// Variables for Clang's own code, with their values.
pub(super) type CustomCode = BTreeMap<String, String>;

impl MveIntrinsics {
    /// Returns the intrinsics for a job. Jobs in a batch share them.
    pub(crate) fn for_job<'a>(
        job: &mut Job<'a>,
        family: IntrinsicFamily,
    ) -> Result<&'a MveIntrinsics, Failure> {
        let intrinsics = job.analysis()?;
        if family == IntrinsicFamily::Cde {
            // As in the reference, each action reports unreadable macros.
            function_macro::collect(job.store)?;
        }
        Ok(intrinsics)
    }

    /// Iterates over all intrinsics by full name. `store` is the store that they were read from.
    pub(crate) fn iter<'a>(
        &'a self,
        store: &'a RecordStore,
    ) -> impl ExactSizeIterator<Item = MveIntrinsic<'a>> {
        self.all.iter().map(move |data| MveIntrinsic { intrinsics: self, data, store })
    }

    /// Iterates over the intrinsics whose builtins belong to this description, by full name.
    pub(crate) fn with_builtin<'a>(
        &'a self,
        store: &'a RecordStore,
    ) -> impl Iterator<Item = MveIntrinsic<'a>> {
        self.iter(store).filter(|intrinsic| !intrinsic.flags().is_header_only)
    }

    pub(super) fn custom_code(&self, id: CustomCodeId) -> &CustomCode {
        &self.tables.custom_code[id]
    }
}

impl<'a> MveIntrinsic<'a> {
    pub(crate) fn record(self) -> Record<'a> {
        self.store.record(self.data.record)
    }

    /// Returns the type in the name; may be `void`.
    pub(super) fn parameter(self) -> MveTypeId {
        self.data.parameter
    }

    pub(crate) fn full_name(self) -> &'a str {
        &self.intrinsics.tables.names[self.data.full_name]
    }

    /// Returns the name that it shares with other intrinsics, if any.
    pub(crate) fn short_name(self) -> Option<&'a str> {
        self.data.short_name.map(|name| &self.intrinsics.tables.names[name])
    }

    /// Returns the extension in the builtin's name.
    pub(crate) fn extension(self) -> &'a str {
        self.store.str(self.data.extension)
    }

    /// Returns the builtin's name.
    pub(super) fn builtin(self) -> impl Append {
        (("__builtin_arm_", self.extension(), "_"), self.full_name(), "")
    }

    /// Returns the builtin's enumerator in Clang.
    pub(super) fn enumerator(self) -> impl Append {
        ("ARM::BI", self.builtin(), "")
    }

    pub(crate) fn flags(self) -> MveFlags {
        self.data.flags
    }

    pub(crate) fn result(self) -> MveTypeId {
        self.data.result
    }

    pub(crate) fn operands(self) -> &'a [MveTypeId] {
        &self.intrinsics.tables.operands[self.data.operands]
    }

    pub(super) fn immediates(self) -> &'a [Immediate] {
        &self.intrinsics.tables.immediates[self.data.immediates]
    }

    pub(super) fn code(self) -> MveCode {
        self.data.code
    }

    /// Whether the argument for an operand must be a constant.
    pub(crate) fn is_immediate(self, operand: usize) -> bool {
        self.immediates().iter().any(|immediate| immediate.operand as usize == operand)
    }

    /// Iterates over the result type and the operand types.
    fn types(self) -> impl Iterator<Item = MveTypeId> {
        std::iter::once(self.result()).chain(self.operands().iter().copied())
    }

    pub(crate) fn requires_float(self) -> bool {
        self.types().any(|ty| self.intrinsics.types.requires_float(ty))
    }

    pub(crate) fn requires_mve(self) -> bool {
        self.types().any(|ty| self.intrinsics.types.requires_mve(ty))
    }

    /// Returns the type in the name: `s8`.
    pub(crate) fn element_type(self) -> String {
        match self.intrinsics.types.scalar(self.parameter()) {
            Some(element) => text_of(element.short("s")),
            None => "none".to_owned(),
        }
    }

    /// Returns the LLVM intrinsic that computes the result, without `llvm.` and with `_` for `.`.
    pub(crate) fn callee(self) -> Option<&'a str> {
        let MveCode::Computed(mut id) = self.code() else { return None };
        let computations = &self.intrinsics.computations;
        loop {
            match computations.operation(id) {
                MveOperation::IntegerCast { of, .. } | MveOperation::PointerCast { of, .. } => {
                    id = of
                }
                MveOperation::StrictFpAlternative { standard, .. } => id = standard,
                MveOperation::IntrinsicCall { callee, .. } => {
                    return Some(&computations.callees[callee].name);
                }
                MveOperation::Argument { .. }
                | MveOperation::Integer { .. }
                | MveOperation::Address { .. }
                | MveOperation::BuilderCall { .. }
                | MveOperation::Type(_) => return None,
            }
        }
    }
}
