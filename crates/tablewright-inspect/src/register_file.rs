//! A target's register file: registers, sub-register indices and classes with their relations.

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::registers::{
    ComposedIndices, LaneMasks, PressureSets, RegisterClassId, RegisterClasses, RegisterId,
    Registers, SubRegIndices, SubRegisterClasses, SubRegisters, UnitWeights,
};

use crate::export::{ExportedRegister, ExportedRegisterClass, register_classes, registers};

/// A target's register file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RegisterFile {
    /// The registers by number.
    pub registers: Vec<RegisterRelations>,
    /// The sub-register indices by number.
    pub indices: Vec<SubRegisterIndex>,
    /// The register classes by number.
    pub classes: Vec<ClassRelations>,
}

/// A register with its relations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RegisterRelations {
    /// The register.
    #[serde(flatten)]
    pub register: ExportedRegister,
    /// Whether its sub-registers cover all its bits.
    pub is_covered_by_sub_registers: bool,
    /// Allocation costs, one for each cost table.
    pub costs_per_use: Vec<i64>,
    /// Registers that contain it, smallest first.
    pub super_registers: Vec<String>,
    /// Register units.
    pub units: Vec<RegisterUnit>,
    /// Classes that contain it.
    pub classes: Vec<String>,
}

/// A register unit. Two registers overlap if they share a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RegisterUnit {
    /// The register after which it is named.
    pub root: String,
    /// The second root, for a unit that represents an alias between two registers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// Weight for register pressure.
    pub weight: u32,
}

/// A sub-register index.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SubRegisterIndex {
    /// Its name.
    pub name: String,
    /// Whether it is inferred, and not in the description.
    pub is_inferred: bool,
    /// Width in bits in the default mode; `None` if the bits are not adjacent.
    pub bits: Option<u32>,
    /// Lowest bit in the default mode; `None` if it depends on the register.
    pub offset: Option<u32>,
    /// Lane mask in hexadecimal with `0x`.
    pub lanes: String,
}

/// A register class with its relations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClassRelations {
    /// The class.
    #[serde(flatten)]
    pub class: ExportedRegisterClass,
    /// Whether it is inferred, and not in the description.
    pub is_inferred: bool,
    /// Lane mask in hexadecimal with `0x`.
    pub lanes: String,
    /// Alternative allocation orders.
    pub alternative_orders: Vec<Vec<String>>,
    /// Classes that contain all its registers.
    pub super_classes: Vec<String>,
    /// Classes whose registers it contains, except itself.
    pub sub_classes: Vec<String>,
    /// Weight of a register for register pressure.
    pub register_weight: i64,
    /// Weight of all its registers together.
    pub weight_limit: u32,
    /// Pressure sets that it counts towards.
    pub pressure_sets: Vec<String>,
    /// Classes of its sub-registers.
    pub sub_register_classes: Vec<SubRegisterClass>,
}

/// The class of a register class's sub-registers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SubRegisterClass {
    /// The sub-register index.
    pub index: String,
    /// The largest sub-class whose registers have the sub-register; often the class itself.
    pub of: String,
    /// The class that contains these sub-registers; `None` if no class contains all.
    pub class: Option<String>,
}

impl RegisterFile {
    /// Collects the register file of the target in `store`.
    ///
    /// # Errors
    /// Errors from the analyses.
    pub fn new(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<RegisterFile, AnalysisError> {
        let composed: &ComposedIndices = store.analysis(diagnostics)?;
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let lister = RegisterLister {
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

struct RegisterLister<'s> {
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

impl RegisterLister<'_> {
    fn register_name(&self, id: RegisterId) -> String {
        self.registers.name(id).to_owned()
    }

    fn class_name(&self, id: RegisterClassId) -> String {
        self.classes.get(id).name.to_string()
    }

    fn register(
        &self,
        id: RegisterId,
        register: ExportedRegister,
    ) -> Result<RegisterRelations, AnalysisError> {
        let supers = self.sub_registers.super_regs(id).iter();
        let mut units = Vec::new();
        for &id in self.sub_registers.units(id) {
            let unit = self.sub_registers.units[id];
            units.push(RegisterUnit {
                root: self.register_name(unit.root),
                alias: unit.alias.map(|alias| self.register_name(alias)),
                weight: self.weights.weight(id),
            });
        }
        let containing = self.classes.iter().filter(|(_, class)| class.contains(id));
        Ok(RegisterRelations {
            register,
            is_covered_by_sub_registers: self.registers.get(id).covered_by_sub_regs,
            costs_per_use: self.registers.cost_per_use(self.store, id)?,
            super_registers: supers.map(|&id| self.register_name(id)).collect(),
            units,
            classes: containing.map(|(_, class)| class.name.to_string()).collect(),
        })
    }

    fn indices(&self) -> Vec<SubRegisterIndex> {
        let mut indices = Vec::new();
        for (id, index) in self.indices.iter() {
            let range = index.default_range();
            indices.push(SubRegisterIndex {
                name: index.name.to_string(),
                is_inferred: index.record.is_none(),
                bits: range.size,
                offset: range.offset,
                lanes: format!("{:#x}", self.lanes.for_index(id).0),
            });
        }
        indices
    }

    fn class(&self, id: RegisterClassId, class: ExportedRegisterClass) -> ClassRelations {
        let of = self.classes.get(id);
        let names =
            |order: &Vec<RegisterId>| order.iter().map(|&id| self.register_name(id)).collect();
        let subs = of.sub_classes.iter().filter(|&sub| sub != id);
        let weight = self.pressure.class_weights[id];
        let sets = self.pressure.for_class(id).iter();
        let mut sub_register_classes = Vec::new();
        for (index, sub) in self.indices.iter() {
            let Some(having) = of.with_sub_reg(index) else { continue };
            let class = self.sub_register_classes.get(id, index);
            sub_register_classes.push(SubRegisterClass {
                index: sub.name.to_string(),
                of: self.class_name(having),
                class: class.map(|class| self.class_name(class)),
            });
        }
        ClassRelations {
            is_inferred: of.record.is_none(),
            lanes: format!("{:#x}", self.lanes.for_class(id).0),
            alternative_orders: of.properties.orders.iter().skip(1).map(names).collect(),
            super_classes: of.super_classes.iter().map(|&id| self.class_name(id)).collect(),
            sub_classes: subs.map(|id| self.class_name(id)).collect(),
            register_weight: weight.register,
            weight_limit: weight.limit,
            pressure_sets: sets.map(|&set| self.pressure.sets[set].name.to_string()).collect(),
            sub_register_classes,
            class,
        }
    }
}
