//! The names that parts of rules have in C++.

use tablewright_records::{AnalysisError, FieldError, RecordId, RecordStore};
use tablewright_selection::global_isel::NameId;
use tablewright_selection::global_isel::check::{CxxPredicate, ImmediatePredicate, ImmediateValue};
use tablewright_selection::global_isel::low_level_type::{
    FloatFormat, LowLevelType, ScalarKind, ScalarType,
};
use tablewright_selection::global_isel::names::GlobalIselNames;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::registers::{
    RegisterClassId, RegisterClasses, SubRegIndexId, SubRegIndices,
};
use tablewright_text::{Append, TextSink, append};

use crate::support::qualified_name::{Qualified, Scoped};

/// The names that parts of rules have in C++.
#[derive(Clone, Copy)]
pub(crate) struct TableNames<'a> {
    pub(crate) store: &'a RecordStore,
    pub(crate) instructions: &'a Instructions,
    pub(crate) names: &'a GlobalIselNames,
    /// Without, no rule may mention a class, a part of a register, or `zero_reg`.
    pub(crate) registers: Option<MatchTableRegisterNames<'a>>,
}

/// Names for register classes and sub-register indices.
#[derive(Clone, Copy)]
pub(crate) struct MatchTableRegisterNames<'a> {
    pub(crate) classes: &'a RegisterClasses,
    pub(crate) sub_reg_indices: &'a SubRegIndices,
    /// Namespace for the target's registers.
    pub(crate) namespace: &'a str,
}

impl<'a> TableNames<'a> {
    pub(super) fn name(&self, name: NameId) -> &'a str {
        self.names.text(name)
    }

    /// Returns a record with its namespace; empty if the record has none.
    pub(super) fn qualified(&self, record: RecordId) -> Result<Scoped<'a>, FieldError> {
        QualifiedName::from_optional_record(self.store.record(record)).map(Scoped)
    }

    pub(super) fn opcode(&self, instruction: InstructionId) -> Result<Scoped<'a>, FieldError> {
        self.qualified(self.instructions.record(instruction))
    }

    pub(super) fn register_class(
        &self,
        class: RegisterClassId,
    ) -> Result<impl Append + 'a, AnalysisError> {
        let name = self.registers()?.classes.get(class).qualified_name(self.store);
        Ok((Qualified(name), "RegClassID"))
    }

    pub(super) fn sub_register(
        &self,
        index: SubRegIndexId,
    ) -> Result<Qualified<'a>, AnalysisError> {
        Ok(Qualified(self.registers()?.sub_reg_indices.get(index).qualified_name(self.store)))
    }

    /// Returns the qualified `NoRegister`.
    pub(super) fn no_register(&self) -> Result<impl Append + 'a, AnalysisError> {
        Ok((self.registers()?.namespace, "::NoRegister"))
    }

    fn registers(&self) -> Result<MatchTableRegisterNames<'a>, AnalysisError> {
        self.registers.ok_or_else(|| {
            let message = "a rule of this table cannot mention register classes";
            Diagnostic::error_anywhere(Code::PatternUse, message).into()
        })
    }

    /// Returns the enumerator of an intrinsic: its record's name without `int_`.
    pub(super) fn intrinsic(&self, record: RecordId) -> impl Append + 'a {
        let name = self.store.record(record).name();
        ("Intrinsic::", name.strip_prefix("int_").unwrap_or(name))
    }

    pub(super) fn immediate_predicate(&self, check: ImmediatePredicate) -> impl Append + 'a {
        let name = self.store.record(check.fragment).name();
        let of_type = ("GICXXPred_", immediate_value(check.value), "_Predicate_");
        (of_type, name)
    }

    pub(super) fn cxx_predicate(&self, predicate: CxxPredicate) -> impl Append + 'a {
        match predicate {
            CxxPredicate::Fragment { record: fragment, .. } => {
                ("GICXXPred_MI_Predicate_", self.store.record(fragment).name())
            }
            CxxPredicate::Enumerator(name) => ("", self.name(name)),
        }
    }

    /// Returns the enumerator for a feature set and a mode condition number.
    pub(super) fn feature_set<'r>(
        &self,
        features: &'r [RecordId],
        hw_mode: Option<u32>,
    ) -> FeatureSetEnumerator<'r>
    where
        'a: 'r,
    {
        FeatureSetEnumerator { store: self.store, features, hw_mode }
    }

    /// Names with ` | ` between them.
    pub(super) fn flags<'r>(&self, flags: &'r [NameId]) -> FlagNames<'r>
    where
        'a: 'r,
    {
        FlagNames { names: self.names, flags }
    }
}

/// The enumerator for a feature set and a mode condition number.
pub(super) struct FeatureSetEnumerator<'a> {
    pub(super) store: &'a RecordStore,
    pub(super) features: &'a [RecordId],
    pub(super) hw_mode: Option<u32>,
}

impl Append for FeatureSetEnumerator<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        out.push_str("GIFBS");
        for &feature in self.features {
            append!(out, "_", self.store.record(feature).name());
        }
        if let Some(mode) = self.hw_mode {
            append!(out, "_HwMode", mode);
        }
    }
}

/// Instruction flags.
pub(super) struct FlagNames<'a> {
    names: &'a GlobalIselNames,
    flags: &'a [NameId],
}

impl Append for FlagNames<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        for (position, &flag) in self.flags.iter().enumerate() {
            append!(out, if position > 0 { " | " } else { "" }, self.names.text(flag));
        }
    }
}

/// Returns the name for an immediate type in function names.
pub(super) fn immediate_value(value: ImmediateValue) -> &'static str {
    match value {
        ImmediateValue::I64 => "I64",
        ImmediateValue::ApFloat => "APFloat",
        ImmediateValue::ApInt => "APInt",
    }
}

/// A type's enumerator.
pub(super) struct TypeEnumerator(pub(super) LowLevelType);

impl Append for TypeEnumerator {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.0 {
            LowLevelType::Pointer { address_space, bits: 0 } => {
                append!(out, "GILLT_p", address_space);
            }
            LowLevelType::Pointer { address_space, bits } => {
                append!(out, "GILLT_p", address_space, "s", bits);
            }
            LowLevelType::Scalar(scalar) => append!(out, "GILLT_", ScalarName(scalar)),
            LowLevelType::Vector { is_scalable, elements, element } => {
                let prefix = if is_scalable { "GILLT_nxv" } else { "GILLT_v" };
                append!(out, prefix, elements, ScalarName(element));
            }
        }
    }
}

/// Enumerator name for a scalar.
struct ScalarName(ScalarType);

impl Append for ScalarName {
    fn append_to(&self, out: &mut impl TextSink) {
        let ScalarType { kind, bits, format } = self.0;
        match (kind, format) {
            (ScalarKind::Any, _) => append!(out, "s", bits),
            (ScalarKind::Integer, _) => append!(out, "i", bits),
            (ScalarKind::Float, Some(FloatFormat::BFloat)) => append!(out, "bf", bits),
            (ScalarKind::Float, Some(FloatFormat::X87)) => append!(out, "x86fp", bits),
            (ScalarKind::Float, Some(FloatFormat::PpcDoubleDouble)) => append!(out, "ppcf", bits),
            (ScalarKind::Float, _) => append!(out, "f", bits),
        }
    }
}

/// The C++ that makes a type.
pub(super) struct TypeConstructor {
    pub(super) ty: LowLevelType,
    /// Whether a vector states the type of its elements. Otherwise, it states their size.
    pub(super) has_element_types: bool,
}

impl Append for TypeConstructor {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.ty {
            LowLevelType::Pointer { address_space, bits } => {
                append!(out, "LLT::pointer(", address_space, ", ", bits, ")");
            }
            LowLevelType::Scalar(scalar) => append!(out, ScalarConstructor(scalar)),
            LowLevelType::Vector { is_scalable, elements, element } => {
                let kind = if is_scalable { "Scalable" } else { "Fixed" };
                append!(out, "LLT::vector(ElementCount::get", kind, "(", elements, "), ");
                if self.has_element_types {
                    append!(out, ScalarConstructor(element), ")");
                } else {
                    append!(out, element.bits, ")");
                }
            }
        }
    }
}

/// C++ that creates a scalar type.
struct ScalarConstructor(ScalarType);

impl Append for ScalarConstructor {
    fn append_to(&self, out: &mut impl TextSink) {
        let ScalarType { kind, bits, format } = self.0;
        let kind = match kind {
            ScalarKind::Any => return append!(out, "LLT::scalar(", bits, ")"),
            ScalarKind::Integer => "INTEGER",
            ScalarKind::Float => "FLOAT",
        };
        append!(out, "LLT(LLT::Kind::", kind, ", ElementCount::getFixed(0), ", bits);
        if let Some(format) = format {
            append!(out, ", LLT::FpSemantics::S_", format_enumerator(format));
        }
        append!(out, ")");
    }
}

/// Returns the enumerator of an `APFloat` format, without the common prefix.
fn format_enumerator(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Half => "IEEEhalf",
        FloatFormat::BFloat => "BFloat",
        FloatFormat::Single => "IEEEsingle",
        FloatFormat::Double => "IEEEdouble",
        FloatFormat::Quad => "IEEEquad",
        FloatFormat::PpcDoubleDouble => "PPCDoubleDouble",
        FloatFormat::X87 => "x87DoubleExtended",
    }
}
