//! What the parts of a rule are called in C++.

use tablewright_records::{RecordId, RecordStore};
use tablewright_target::global_isel::NameId;
use tablewright_target::global_isel::check::{CxxPredicate, ImmediatePredicate, ImmediateValue};
use tablewright_target::global_isel::low_level_type::LowLevelType;
use tablewright_target::global_isel::names::Names;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::registers::{
    RegisterClassId, RegisterClasses, SubRegIndexId, SubRegIndices,
};
use tablewright_text::{CppWriter, append};

use crate::support::qualified_name::{Qualified, Scoped};

/// Writes the text of a numbered comment.
pub(crate) type WriteComment<'a> = dyn Fn(u32, &mut CppWriter<'_>) + 'a;

/// What the parts of rules are called in C++.
#[derive(Clone, Copy)]
pub(crate) struct TableNames<'a> {
    pub(crate) store: &'a RecordStore,
    pub(crate) instructions: &'a Instructions,
    pub(crate) names: &'a Names,
    /// Without, no rule may mention a class, a part of a register, or `zero_reg`.
    pub(crate) registers: Option<RegisterNames<'a>>,
    /// For `Comment::Numbered`.
    pub(crate) comments: &'a WriteComment<'a>,
}

/// What register classes and parts of registers are called.
#[derive(Clone, Copy)]
pub(crate) struct RegisterNames<'a> {
    pub(crate) classes: &'a RegisterClasses,
    pub(crate) sub_reg_indices: &'a SubRegIndices,
    /// The namespace of the target's registers.
    pub(crate) namespace: &'a str,
}

impl TableNames<'_> {
    pub(super) fn name(&self, name: NameId) -> &str {
        self.names.text(name)
    }

    /// A record with its namespace. A record without one has an empty one.
    pub(super) fn qualified(&self, record: RecordId, w: &mut CppWriter<'_>) {
        let record = self.store.record(record);
        append!(w, Scoped(QualifiedName::of_unchecked(record)));
    }

    pub(super) fn opcode(&self, instruction: InstructionId, w: &mut CppWriter<'_>) {
        self.qualified(self.instructions.record(instruction), w);
    }

    pub(super) fn register_class(&self, class: RegisterClassId, w: &mut CppWriter<'_>) {
        if let Some(registers) = self.registers {
            let name = registers.classes.get(class).qualified_name(self.store);
            append!(w, Qualified(name), "RegClassID");
        }
    }

    pub(super) fn sub_register(&self, index: SubRegIndexId, w: &mut CppWriter<'_>) {
        if let Some(registers) = self.registers {
            let name = registers.sub_reg_indices.get(index).qualified_name(self.store);
            append!(w, Qualified(name));
        }
    }

    pub(super) fn register_namespace(&self) -> &str {
        self.registers.map_or("", |registers| registers.namespace)
    }

    /// The enumerator of an intrinsic: its record's name without `int_`.
    pub(super) fn intrinsic(&self, record: RecordId, w: &mut CppWriter<'_>) {
        let name = self.store.record(record).name();
        append!(w, "Intrinsic::", name.strip_prefix("int_").unwrap_or(name));
    }

    pub(super) fn immediate_predicate(&self, check: ImmediatePredicate, w: &mut CppWriter<'_>) {
        let name = self.store.record(check.fragment).name();
        append!(w, "GICXXPred_", immediate_value(check.value), "_Predicate_", name);
    }

    pub(super) fn cxx_predicate(&self, predicate: CxxPredicate, w: &mut CppWriter<'_>) {
        match predicate {
            CxxPredicate::Fragment(fragment) => {
                append!(w, "GICXXPred_MI_Predicate_", self.store.record(fragment).name());
            }
            CxxPredicate::Enumerator(name) => w.raw(self.name(name)),
        }
    }

    /// The enumerator of a set of features, with the number of a condition on the mode.
    pub(super) fn feature_set(
        &self,
        features: &[RecordId],
        hw_mode: Option<u32>,
        w: &mut CppWriter<'_>,
    ) {
        w.raw("GIFBS");
        for &feature in features {
            append!(w, "_", self.store.record(feature).name());
        }
        if let Some(mode) = hw_mode {
            append!(w, "_HwMode", mode);
        }
    }

    /// Names with ` | ` between them.
    pub(super) fn flags(&self, flags: &[NameId], w: &mut CppWriter<'_>) {
        for (place, &flag) in flags.iter().enumerate() {
            append!(w, if place > 0 { " | " } else { "" }, self.name(flag));
        }
    }
}

/// How C++ calls the type of an immediate.
pub(super) fn immediate_value(value: ImmediateValue) -> &'static str {
    match value {
        ImmediateValue::I64 => "I64",
        ImmediateValue::ApFloat => "APFloat",
        ImmediateValue::ApInt => "APInt",
    }
}

/// The enumerator of a type.
pub(super) fn type_enumerator(ty: LowLevelType, w: &mut CppWriter<'_>) {
    match ty {
        LowLevelType::Pointer { address_space, bits: 0 } => append!(w, "GILLT_p", address_space),
        LowLevelType::Pointer { address_space, bits } => {
            append!(w, "GILLT_p", address_space, "s", bits);
        }
        LowLevelType::Scalar { bits } => append!(w, "GILLT_s", bits),
        LowLevelType::Vector { is_scalable, elements, element_bits } => {
            let prefix = if is_scalable { "GILLT_nxv" } else { "GILLT_v" };
            append!(w, prefix, elements, "s", element_bits);
        }
    }
}

/// The C++ that makes a type.
pub(super) fn type_constructor(ty: LowLevelType, w: &mut CppWriter<'_>) {
    match ty {
        LowLevelType::Pointer { address_space, bits } => {
            append!(w, "LLT::pointer(", address_space, ", ", bits, ")");
        }
        LowLevelType::Scalar { bits } => append!(w, "LLT::scalar(", bits, ")"),
        LowLevelType::Vector { is_scalable, elements, element_bits } => {
            let kind = if is_scalable { "Scalable" } else { "Fixed" };
            append!(w, "LLT::vector(ElementCount::get", kind, "(", elements, "), ");
            append!(w, element_bits, ")");
        }
    }
}
