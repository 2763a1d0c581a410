//! A target's register file: registers with what they are part of, sub-register indices, classes with
//! their relations.

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::registers::{
    ComposedIndices, LaneMasks, PressureSets, RegisterClassId, RegisterClasses, RegisterId,
    Registers, SubRegIndices, SubRegisterClasses, SubRegisters, UnitWeights,
};

use crate::export::{Register, RegisterClass, register_classes, registers};

/// The register file of a target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RegisterFile {
    /// The registers, in the order of their numbers.
    pub registers: Vec<RegisterRelations>,
    /// The sub-register indices, in the order of their numbers.
    pub indices: Vec<SubRegisterIndex>,
    /// The register classes, in the order of their numbers.
    pub classes: Vec<ClassRelations>,
}

/// A register with its relations to others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RegisterRelations {
    /// The register.
    #[serde(flatten)]
    pub register: Register,
    /// Whether its sub-registers are all of it.
    pub is_covered_by_sub_registers: bool,
    /// What it costs an allocator to use it, for each way to count.
    pub costs_per_use: Vec<i64>,
    /// The registers that it is part of, smaller ones first.
    pub super_registers: Vec<String>,
    /// Its units.
    pub units: Vec<RegisterUnit>,
    /// The classes that it lies in.
    pub classes: Vec<String>,
}

/// A unit of registers: two registers overlap if they have a unit in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RegisterUnit {
    /// The register that it is named after.
    pub root: String,
    /// The other register, of a unit that stands for an alias of two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// How much it counts for register pressure.
    pub weight: u32,
}

/// A sub-register index.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SubRegisterIndex {
    /// Its name.
    pub name: String,
    /// Whether it is not in the description.
    pub is_inferred: bool,
    /// How many bits it has in the default mode; `None` where they are not next to each other.
    pub bits: Option<u32>,
    /// Its lowest bit in the default mode; `None` where that depends on the register.
    pub offset: Option<u32>,
    /// The mask of its lanes, in hexadecimal digits after `0x`.
    pub lanes: String,
}

/// A register class with its relations to others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClassRelations {
    /// The class.
    #[serde(flatten)]
    pub class: RegisterClass,
    /// Whether it is not in the description.
    pub is_inferred: bool,
    /// The mask of its lanes, in hexadecimal digits after `0x`.
    pub lanes: String,
    /// Other orders in which its registers can be allocated.
    pub alternative_orders: Vec<Vec<String>>,
    /// The classes that have all of its registers.
    pub super_classes: Vec<String>,
    /// The classes all of whose registers it has, without itself.
    pub sub_classes: Vec<String>,
    /// How much a register of it counts for register pressure.
    pub register_weight: i64,
    /// How much all of its registers count.
    pub weight_limit: u32,
    /// The pressure sets that it draws on.
    pub pressure_sets: Vec<String>,
    /// The classes of its registers' sub-registers.
    pub sub_register_classes: Vec<SubRegisterClass>,
}

/// The class of the sub-registers of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SubRegisterClass {
    /// The name of the sub-register index.
    pub index: String,
    /// The sub-class whose registers have that sub-register; often the class itself.
    pub of: String,
    /// The class of the sub-registers; `None` if no class has them all.
    pub class: Option<String>,
}

impl RegisterFile {
    /// The register file of the target in `store`.
    ///
    /// # Errors
    /// Those of the analyses.
    pub fn of(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<RegisterFile, AnalysisError> {
        let composed: &ComposedIndices = store.analysis(diagnostics)?;
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let lister = Lister {
            store,
            registers: store.analysis(diagnostics)?,
            sub_registers: store.analysis(diagnostics)?,
            indices: &composed.indices,
            classes,
            sub_register_classes: SubRegisterClasses::new(classes, composed.indices.len()),
            lanes: store.analysis(diagnostics)?,
            weights: store.analysis(diagnostics)?,
            pressure: store.analysis(diagnostics)?,
        };
        let described = registers(store, diagnostics)?.into_iter();
        let ids = lister.registers.ids();
        let list = ids.zip(described).map(|(id, register)| lister.register(id, register));
        let of_classes = register_classes(store, diagnostics)?.into_iter();
        let class_list = classes.iter().zip(of_classes);
        Ok(RegisterFile {
            registers: list.collect::<Result<_, AnalysisError>>()?,
            indices: lister.indices(),
            classes: class_list.map(|((id, _), class)| lister.class(id, class)).collect(),
        })
    }
}

struct Lister<'s> {
    store: &'s RecordStore,
    registers: &'s Registers,
    sub_registers: &'s SubRegisters,
    indices: &'s SubRegIndices,
    classes: &'s RegisterClasses,
    sub_register_classes: SubRegisterClasses<'s>,
    lanes: &'s LaneMasks,
    weights: &'s UnitWeights,
    pressure: &'s PressureSets,
}

impl Lister<'_> {
    fn register_name(&self, id: RegisterId) -> String {
        self.registers.name(id).to_owned()
    }

    fn class_name(&self, id: RegisterClassId) -> String {
        self.classes.get(id).name.to_string()
    }

    fn register(
        &self,
        id: RegisterId,
        register: Register,
    ) -> Result<RegisterRelations, AnalysisError> {
        let supers = self.sub_registers.super_regs(id).iter();
        let units = self.sub_registers.units(id).iter().map(|&unit| {
            let of = self.sub_registers.units[unit];
            RegisterUnit {
                root: self.register_name(of.root),
                alias: of.alias.map(|alias| self.register_name(alias)),
                weight: self.weights.weight(unit),
            }
        });
        let containing = self.classes.iter().filter(|(_, class)| class.contains(id));
        Ok(RegisterRelations {
            register,
            is_covered_by_sub_registers: self.registers.get(id).covered_by_sub_regs,
            costs_per_use: self.registers.cost_per_use(self.store, id)?,
            super_registers: supers.map(|&id| self.register_name(id)).collect(),
            units: units.collect(),
            classes: containing.map(|(_, class)| class.name.to_string()).collect(),
        })
    }

    fn indices(&self) -> Vec<SubRegisterIndex> {
        let indices = self.indices.iter().map(|(id, index)| {
            let range = index.default_range();
            SubRegisterIndex {
                name: index.name.to_string(),
                is_inferred: index.record.is_none(),
                bits: range.size,
                offset: range.offset,
                lanes: format!("{:#x}", self.lanes.of_index(id).0),
            }
        });
        indices.collect()
    }

    fn class(&self, id: RegisterClassId, class: RegisterClass) -> ClassRelations {
        let of = self.classes.get(id);
        let names =
            |order: &Vec<RegisterId>| order.iter().map(|&id| self.register_name(id)).collect();
        let subs = of.sub_classes.iter().filter(|&sub| sub != id);
        let weight = self.pressure.class_weights[id];
        let sets = self.pressure.of_class(id).iter();
        let sub_register_classes = self.indices.iter().filter_map(|(index, sub)| {
            let having = of.with_sub_reg(index)?;
            let class = self.sub_register_classes.get(id, index);
            Some(SubRegisterClass {
                index: sub.name.to_string(),
                of: self.class_name(having),
                class: class.map(|class| self.class_name(class)),
            })
        });
        ClassRelations {
            is_inferred: of.record.is_none(),
            lanes: format!("{:#x}", self.lanes.of_class(id).0),
            alternative_orders: of.properties.orders.iter().skip(1).map(names).collect(),
            super_classes: of.super_classes.iter().map(|&id| self.class_name(id)).collect(),
            sub_classes: subs.map(|id| self.class_name(id)).collect(),
            register_weight: weight.register,
            weight_limit: weight.limit,
            pressure_sets: sets.map(|&set| self.pressure.sets[set].name.to_string()).collect(),
            sub_register_classes: sub_register_classes.collect(),
            class,
        }
    }
}
