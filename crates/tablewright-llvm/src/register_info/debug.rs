//! The text that `--register-info-debug` prints: classes, sub-register indices and registers.

use std::fmt;

use tablewright_index::IndexVec;
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::registers::{RegisterClassId, RegisterId, SubReg, SubRegIndexId};
use tablewright_text::TextSink;

use super::model::{RegisterAnalyses, RegisterInfo};

/// Data for the dump only, hence not in [`RegisterInfo`].
pub(super) struct DebugInfo {
    content: DumpContent,
    /// By class, its order among the base classes of registers.
    base_class_orders: IndexVec<RegisterClassId, Option<i64>>,
    /// By register: its cost in each cost model that it mentions.
    costs: IndexVec<RegisterId, Vec<i64>>,
}

/// Dump contents that only some releases have.
struct DumpContent {
    /// Whether register units are dumped.
    units: bool,
    /// Whether the dump has class weights and artificial marks, and prints a single number for a size that is equal
    /// in all modes.
    weights: bool,
}

impl DebugInfo {
    pub(super) fn collect(
        store: &RecordStore,
        info: &RegisterInfo<'_>,
    ) -> Result<DebugInfo, FieldError> {
        let has = |feature| store.release().has(feature);
        let RegisterAnalyses { registers, classes, .. } = info.analyses;
        let orders = classes.iter().map(|(_, class)| class.base_class_order(store));
        let costs = registers.ids().map(|register| registers.cost_per_use(store, register));
        Ok(DebugInfo {
            content: DumpContent {
                units: has(Feature::RegisterDumpShowsUnits),
                weights: has(Feature::RegisterDumpShowsWeights),
            },
            base_class_orders: orders.collect::<Result<_, FieldError>>()?,
            costs: costs.collect::<Result<_, FieldError>>()?,
        })
    }
}

pub(super) fn emit_dump(info: &RegisterInfo<'_>, debug: &DebugInfo, text: &mut impl TextSink) {
    let dump = RegisterDump { info, debug };
    for (id, _) in info.analyses.classes.iter() {
        dump.emit_class(id, text);
    }
    for index in info.analyses.indices.ids() {
        dump.emit_index(index, text);
    }
    for register in info.analyses.registers.ids() {
        dump.emit_register(register, text);
    }
}

struct RegisterDump<'a> {
    info: &'a RegisterInfo<'a>,
    debug: &'a DebugInfo,
}

impl RegisterDump<'_> {
    /// Writes a number for each mode, or a single one.
    fn emit_by_mode<T: fmt::Display>(
        &self,
        is_same_in_all_modes: bool,
        text: &mut impl TextSink,
        number: impl Fn(HwModeId) -> T,
    ) {
        if self.debug.content.weights && is_same_in_all_modes {
            writeln!(text, "{}", number(HwModeId::DEFAULT));
            return;
        }
        text.push('{');
        for (mode, name) in self.info.analyses.mode_names() {
            write!(text, " {name}:{}", number(mode));
        }
        text.push_str(" }\n");
    }

    /// Writes whether an entity is artificial.
    fn emit_artificial(&self, is_artificial: bool, text: &mut impl TextSink) {
        if self.debug.content.weights && is_artificial {
            text.push_str("\tArtificial: 1\n");
        }
    }

    fn emit_class(&self, id: RegisterClassId, text: &mut impl TextSink) {
        let analyses = &self.info.analyses;
        let (class, lanes) = (analyses.classes.get(id), analyses.lanes.for_class(id).0);
        let is_same_in_all_modes = class.sizes.only().is_some();
        write!(text, "RegisterClass {}:\n\tSpillSize: ", class.name);
        self.emit_by_mode(is_same_in_all_modes, text, |mode| class.sizes.get(mode).spill);
        text.push_str("\tSpillAlignment: ");
        self.emit_by_mode(is_same_in_all_modes, text, |mode| class.sizes.get(mode).spill_alignment);
        writeln!(text, "\tNumRegs: {}\n\tLaneMask: {lanes:016X}", class.members.len());
        writeln!(text, "\tHasDisjunctSubRegs: {}", u8::from(class.has_disjunct_sub_regs));
        writeln!(text, "\tCoveredBySubRegs: {}", u8::from(class.covered_by_sub_regs));
        writeln!(text, "\tAllocatable: {}", u8::from(class.properties.is_allocatable));
        writeln!(text, "\tAllocationPriority: {}", class.properties.allocation_priority);
        if self.debug.content.weights {
            writeln!(text, "\tWeight: {}", self.info.pressure.sets.class_weights[id].register);
        }
        text.push_str("\tBaseClassOrder: ");
        match self.debug.base_class_orders[id] {
            Some(order) => write!(text, "{order}"),
            None => text.push_str("None"),
        }
        text.push_str("\n\tRegs:");
        for register in class.members.iter() {
            write!(text, " {}", analyses.registers.name(register));
        }
        text.push_str("\n\tSubClasses:");
        for sub in class.sub_classes.iter() {
            write!(text, " {}", analyses.classes.get(sub).name);
        }
        text.push_str("\n\tSuperClasses:");
        for &super_class in &class.super_classes {
            write!(text, " {}", analyses.classes.get(super_class).name);
        }
        text.push('\n');
        self.emit_artificial(class.is_artificial, text);
    }

    fn emit_index(&self, id: SubRegIndexId, text: &mut impl TextSink) {
        let RegisterAnalyses { indices, lanes, .. } = &self.info.analyses;
        let (index, lanes) = (indices.get(id), lanes.for_index(id).0);
        let unknown = indices.range_width.unknown();
        writeln!(text, "SubRegIndex {}:\n\tLaneMask: {lanes:016X}", index.name);
        writeln!(text, "\tAllSuperRegsCovered: {}", u8::from(index.all_super_regs_covered));
        text.push_str("\tOffset: ");
        self.emit_by_mode(index.is_same_in_all_modes, text, |mode| {
            index.ranges[mode].offset.unwrap_or(unknown)
        });
        text.push_str("\tSize: ");
        self.emit_by_mode(index.is_same_in_all_modes, text, |mode| {
            index.ranges[mode].size.unwrap_or(unknown)
        });
        self.emit_artificial(index.is_artificial, text);
    }

    fn emit_register(&self, register: RegisterId, text: &mut impl TextSink) {
        let RegisterAnalyses { registers, indices, sub_registers, .. } = &self.info.analyses;
        let described = registers.get(register);
        write!(text, "Register {}:\n\tCostPerUse: ", described.name);
        for cost in &self.debug.costs[register] {
            write!(text, "{cost} ");
        }
        writeln!(text, "\n\tCoveredBySubregs: {}", u8::from(described.covered_by_sub_regs));
        let has_disjunct = sub_registers.has_disjunct_sub_regs(register);
        writeln!(text, "\tHasDisjunctSubRegs: {}", u8::from(has_disjunct));
        for &SubReg { index, register: sub_reg } in sub_registers.for_register(register) {
            writeln!(text, "\tSubReg {} = {}", indices.name(index), registers.name(sub_reg));
        }
        if self.debug.content.units {
            for unit in sub_registers.units(register) {
                writeln!(text, "\tRegUnit {}", unit.index());
            }
        }
        self.emit_artificial(described.is_artificial, text);
    }
}
