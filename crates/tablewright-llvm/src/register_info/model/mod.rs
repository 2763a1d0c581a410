//! All that is printed of a target's registers.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_target::hw_modes::HwModes;
use tablewright_target::registers::{
    ComposedIndices, DwarfNumbers, LaneMasks, PressureSets, RegisterClass, RegisterClassId,
    RegisterClasses, RegisterIndex, Registers, SavedRegisters, SubRegIndices, SubRegisters,
    UnitWeights, base_classes,
};
use tablewright_target::target::target;
use tablewright_target::value_types::{ValueType, ValueTypes};

/// What is printed of a target's registers, mostly from models that others share.
pub(super) struct RegisterInfo<'s> {
    pub(super) store: &'s RecordStore,
    /// The name of the target.
    pub(super) target: &'s str,
    /// The C++ namespace of the registers.
    pub(super) namespace: &'s str,
    pub(super) hw_modes: &'s HwModes,
    pub(super) types: &'s ValueTypes,
    pub(super) registers: &'s Registers,
    pub(super) sub_registers: &'s SubRegisters,
    pub(super) indices: &'s SubRegIndices,
    pub(super) classes: &'s RegisterClasses,
    pub(super) lanes: &'s LaneMasks,
    pub(super) weights: &'s UnitWeights,
    pub(super) pressure: &'s PressureSets,
    pub(super) dwarf: &'s DwarfNumbers,
    pub(super) saved: &'s SavedRegisters,
    /// By register, `namespace::name`.
    pub(super) register_names: Vec<String>,
    /// By class, `namespace::name`.
    pub(super) class_names: Vec<String>,
    /// By register, its number in instructions.
    pub(super) encodings: Vec<u64>,
    /// By register, its costs by cost model.
    pub(super) costs: Vec<Vec<i64>>,
    pub(super) base_classes: Vec<&'s RegisterClass>,
    /// The classes of general purpose, fixed and argument registers.
    pub(super) categories: [Category; 3],
}

/// Classes whose registers a function asks for.
pub(super) struct Category {
    pub(super) function: &'static str,
    pub(super) classes: Vec<RegisterClassId>,
}

/// The categories that functions ask for, and the functions.
const CATEGORIES: [(&str, &str); 3] = [
    ("GeneralPurposeRegisters", "isGeneralPurposeRegister"),
    ("FixedRegisters", "isFixedRegister"),
    ("ArgumentRegisters", "isArgumentRegister"),
];

impl<'s> RegisterInfo<'s> {
    pub(super) fn of(job: &mut Job<'s>) -> Result<RegisterInfo<'s>, Failure> {
        let store = job.store;
        let target = target(store)?.name();
        let registers: &Registers = job.analysis()?;
        let sub_registers: &SubRegisters = job.analysis()?;
        let classes: &RegisterClasses = job.analysis()?;
        let composed: &ComposedIndices = job.analysis()?;
        let namespace =
            registers.iter().next().map_or("", |(_, register)| store.str(register.namespace));
        let of_registers = |of: &dyn Fn(RegisterIndex) -> Result<Vec<i64>, FieldError>| {
            registers.indices().map(of).collect::<Result<Vec<_>, FieldError>>()
        };
        let category = |(name, function)| {
            Ok::<_, FieldError>(Category { function, classes: classes.of_category(store, name)? })
        };
        let [general, fixed, argument] = CATEGORIES.map(category);
        let encodings = registers.indices().map(|r| registers.hw_encoding(store, r));
        Ok(RegisterInfo {
            store,
            target,
            namespace,
            hw_modes: job.analysis()?,
            types: job.analysis()?,
            registers,
            sub_registers,
            indices: &composed.indices,
            classes,
            lanes: job.analysis()?,
            weights: job.analysis()?,
            pressure: job.analysis()?,
            dwarf: job.analysis()?,
            saved: job.analysis()?,
            register_names: registers
                .indices()
                .map(|r| registers.qualified_name(store, r))
                .collect(),
            class_names: classes.iter().map(|(_, class)| class.qualified_name(store)).collect(),
            encodings: encodings.collect::<Result<_, FieldError>>()?,
            costs: of_registers(&|r| registers.cost_per_use(store, r))?,
            base_classes: base_classes(store, classes)?,
            categories: [general?, fixed?, argument?],
        })
    }

    pub(super) fn register(&self, register: RegisterIndex) -> &str {
        &self.register_names[register.index()]
    }

    pub(super) fn class(&self, class: RegisterClassId) -> &str {
        &self.class_names[class.index()]
    }

    /// The enumerator of a type, without `MVT::`.
    pub(super) fn type_name(&self, ty: ValueType) -> &'s str {
        self.types.name(self.store, ty).unwrap_or("INVALID_SIMPLE_VALUE_TYPE")
    }

    /// The C++ namespace of the classes.
    pub(super) fn class_namespace(&self) -> &'s str {
        let first = self.classes.iter().next();
        first.map_or("", |(_, class)| self.store.str(class.properties.namespace))
    }
}
