//! A target's register file: its analyses, and lookup of registers and classes by name.

use tablewright_backend::Failure;
use tablewright_index::IndexVec;
use tablewright_records::RecordStore;
use tablewright_records::TextSink;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::registers::{
    ComposedIndices, DwarfNumbers, LaneMasks, PressureSets, RegisterClass, RegisterClassId,
    RegisterClasses, RegisterId, Registers, SubRegIndices, SubRegisterClasses, SubRegisters,
    UnitWeights,
};
use tablewright_target::target::target;
use tablewright_target::value_types::ValueTypes;

use crate::description_command::CommandSubject;
use crate::suggestion::unknown_name;

/// The mark for inferred classes and registers, absent from the description.
pub(super) const INFERRED: &str = "*";

/// A target's register file. It has a field for each analysis, and so more than the usual twelve.
pub(super) struct ReportedRegisterFile<'s> {
    pub(super) store: &'s RecordStore,
    pub(super) target: &'s str,
    pub(super) hw_modes: &'s HwModes,
    pub(super) types: &'s ValueTypes,
    pub(super) registers: &'s Registers,
    pub(super) sub_registers: &'s SubRegisters,
    pub(super) indices: &'s SubRegIndices,
    pub(super) classes: &'s RegisterClasses,
    pub(super) sub_register_classes: SubRegisterClasses<'s>,
    pub(super) lanes: &'s LaneMasks,
    pub(super) weights: &'s UnitWeights,
    pub(super) pressure: &'s PressureSets,
    pub(super) dwarf: &'s DwarfNumbers,
    /// By class, the class under which it is shown: its smallest superclass, or the last of several equally small.
    pub(super) parents: IndexVec<RegisterClassId, Option<RegisterClassId>>,
    /// Whether name lists are shown in full.
    pub(super) is_full: bool,
}

impl<'s> ReportedRegisterFile<'s> {
    pub(super) fn new(
        subject: &mut CommandSubject<'s, '_>,
        is_full: bool,
    ) -> Result<ReportedRegisterFile<'s>, Failure> {
        let store = subject.store;
        let classes: &RegisterClasses = subject.analysis()?;
        let composed: &ComposedIndices = subject.analysis()?;
        let indices = &composed.indices;
        Ok(ReportedRegisterFile {
            store,
            target: target(store)?.name(),
            hw_modes: subject.analysis()?,
            types: subject.analysis()?,
            registers: subject.analysis()?,
            sub_registers: subject.analysis()?,
            indices,
            classes,
            sub_register_classes: SubRegisterClasses::new(classes, indices.len()),
            lanes: subject.analysis()?,
            weights: subject.analysis()?,
            pressure: subject.analysis()?,
            dwarf: subject.analysis()?,
            parents: classes.iter().map(|(class, of)| parent(classes, class, of)).collect(),
            is_full,
        })
    }

    /// Finds registers by name.
    pub(super) fn find_registers(&self, names: &[String]) -> Result<Vec<RegisterId>, Diagnostic> {
        let find = |name: &String| {
            self.registers.for_name(name).ok_or_else(|| {
                let names = self.registers.iter().map(|(_, register)| &*register.name);
                unknown_name("register", name, names)
            })
        };
        names.iter().map(find).collect()
    }

    /// Finds classes by name.
    pub(super) fn find_classes(
        &self,
        names: &[String],
    ) -> Result<Vec<RegisterClassId>, Diagnostic> {
        let find = |name: &String| {
            let entry = self.classes.iter().find(|(_, class)| *class.name == **name);
            entry.map(|(i, _)| i).ok_or_else(|| {
                let names = self.classes.iter().map(|(_, class)| &*class.name);
                unknown_name("register class", name, names)
            })
        };
        names.iter().map(find).collect()
    }

    /// Returns the class name, marked if the class is inferred.
    pub(super) fn class_name(&self, class: RegisterClassId) -> String {
        let class = self.classes.get(class);
        let mark = if class.record.is_none() { INFERRED } else { "" };
        format!("{}{mark}", class.name)
    }

    /// Formats the register size in a class: the default mode's size, then other modes with a different size.
    pub(super) fn size(&self, class: &RegisterClass) -> String {
        let default = class.sizes.default();
        let mut text = format!("{} bits", default.register);
        if default.spill != default.register {
            write!(text, ", spilled in {}", default.spill);
        }
        for (mode, hw_mode) in self.hw_modes.iter() {
            let size = class.sizes.get(mode);
            if size != default {
                write!(text, " ({} in {})", size.register, hw_mode.name);
            }
        }
        text
    }
}

/// Returns the class under which a class is shown. Classes with the same members contain each other, and the first of
/// them is the parent.
fn parent(
    classes: &RegisterClasses,
    class: RegisterClassId,
    of: &RegisterClass,
) -> Option<RegisterClassId> {
    let supers = of.super_classes.iter().rev().copied();
    supers
        // Comparing ids breaks the cycle between classes with the same members.
        .filter(|&super_class| super_class < class)
        .min_by_key(|&super_class| classes.get(super_class).members.len())
}
