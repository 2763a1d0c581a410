//! The weights of register units, for register pressure.
//!
//! In: register units and classes. Out: [`UnitWeights`], such that all registers of an allocatable
//! class weigh the same, where the weight of a register is that of its units together. A register
//! that is lighter than the heaviest of its class gets heavier: its unit does, if it has only one
//! and no other register depends on it, or else it *adopts* a new unit that has the missing weight.
//! Making one register heavier makes its super-registers heavier too, so the registers are gone
//! through again until nothing changes.

use rustc_hash::FxHashSet;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Analysis, AnalysisError, Feature, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::index::{RegUnitId, RegisterId};
use super::register::Registers;
use super::register_classes::RegisterClasses;
use super::sub_registers::SubRegisters;

/// The weights of register units, and the units of registers with those added for balance.
#[derive(Debug)]
pub struct UnitWeights {
    weights: IndexVec<RegUnitId, u32>,
    /// The number of native units, which registers have without regard to weights.
    native: usize,
    /// By register, its units in order, adopted ones included.
    units: IndexVec<RegisterId, Vec<RegUnitId>>,
}

impl UnitWeights {
    /// The weight of a unit.
    pub fn weight(&self, unit: RegUnitId) -> u32 {
        self.weights[unit]
    }

    /// The weight of some units together. It has 32 bits: what is above is cut off.
    pub fn total(&self, units: &[RegUnitId]) -> u32 {
        units.iter().fold(0, |total, &unit| total.wrapping_add(self.weight(unit)))
    }

    /// The number of units, adopted ones included.
    pub fn unit_count(&self) -> usize {
        self.weights.len()
    }

    /// The weights of the native units: those that are not adopted.
    pub fn native(&self) -> &[u32] {
        &self.weights.raw()[..self.native]
    }

    /// All units of a register, in order.
    pub fn units(&self, register: RegisterId) -> &[RegUnitId] {
        &self.units[register]
    }
}

impl Analysis for UnitWeights {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<UnitWeights, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let weighs_artificial = !store.release().has(Feature::ArtificialRegistersAreNotWeighed);
        let mut balance = WeightBalancer::new(registers, sub_registers, classes, weighs_artificial);
        // Each round but the last makes a unit heavier.
        for _ in 0..=sub_registers.units.len() {
            if !balance.round() {
                let native = sub_registers.units.len();
                return Ok(UnitWeights { weights: balance.weights, native, units: balance.units });
            }
        }
        let message = "the weights of register units cannot be balanced";
        Err(Diagnostic::error_anywhere(Code::RegisterUnits, message).into())
    }
}

define_index! {
    /// Registers that stand for each other.
    struct WeightGroupId;
}

/// Registers that stand for each other: each shares an allocatable class with another of them.
#[derive(Default)]
struct WeightGroup {
    registers: Vec<RegisterId>,
    weight: u32,
    /// Units that are the only one of a register which is as heavy as the heaviest. Making such a
    /// unit heavier would make the whole group heavier, and never end.
    determinants: FxHashSet<RegUnitId>,
}

/// What visits came to. Each visit begins with one register and goes down to its sub-registers.
struct Visits {
    /// The number of the current visit.
    current: u32,
    /// By register and by unit, the last visit that came to it.
    registers: IndexVec<RegisterId, u32>,
    units: IndexVec<RegUnitId, u32>,
}

impl Visits {
    fn new(registers: &Registers, sub_registers: &SubRegisters) -> Visits {
        Visits {
            current: 0,
            registers: registers.side_table(0),
            units: IndexVec::from_elem(0, &sub_registers.units),
        }
    }

    fn begin(&mut self) {
        self.current += 1;
    }

    /// Comes to a register; whether for the first time in this visit.
    fn enter(&mut self, register: RegisterId) -> bool {
        std::mem::replace(&mut self.registers[register], self.current) != self.current
    }

    /// Comes to the units of a register.
    fn note_units(&mut self, units: &[RegUnitId]) {
        for &unit in units {
            self.units[unit] = self.current;
        }
    }

    fn came_to(&self, unit: RegUnitId) -> bool {
        self.units[unit] == self.current
    }
}

/// The weights while they are balanced.
///
/// Results are kept by register and by unit: on AMDGPU thousands of registers have hundreds of super-registers each.
struct WeightBalancer<'m> {
    sub_registers: &'m SubRegisters,
    is_artificial: IndexVec<RegUnitId, bool>,
    weights: IndexVec<RegUnitId, u32>,
    units: IndexVec<RegisterId, Vec<RegUnitId>>,
    /// By unit, the registers that have it.
    having: IndexVec<RegUnitId, Vec<RegisterId>>,
    /// By register, the weight of its units together.
    register_weights: IndexVec<RegisterId, u32>,
    groups: IndexVec<WeightGroupId, WeightGroup>,
    /// By register, its group; none for those that are not allocated.
    group_of: IndexVec<RegisterId, Option<WeightGroupId>>,
    /// Registers that have grown heavier since the groups were last weighed.
    heavier: Vec<RegisterId>,
    /// By register, whether it has the units of its sub-registers and is as heavy as the heaviest of
    /// its group.
    is_settled: IndexVec<RegisterId, bool>,
    visits: Visits,
}

impl<'m> WeightBalancer<'m> {
    /// Every unit of a register that is allocated weighs one, to begin with.
    fn new(
        registers: &'m Registers,
        sub_registers: &'m SubRegisters,
        classes: &RegisterClasses,
        weighs_artificial: bool,
    ) -> WeightBalancer<'m> {
        let (groups, group_of) = groups(registers, classes, weighs_artificial);
        let mut balance = WeightBalancer {
            sub_registers,
            is_artificial: sub_registers.units.iter().map(|unit| unit.is_artificial).collect(),
            weights: IndexVec::from_elem(0, &sub_registers.units),
            units: registers.side_table(Vec::new()),
            having: IndexVec::from_elem(Vec::new(), &sub_registers.units),
            register_weights: registers.side_table(0),
            groups,
            group_of,
            heavier: Vec::new(),
            is_settled: registers.side_table(false),
            visits: Visits::new(registers, sub_registers),
        };
        for register in registers.ids() {
            for &unit in sub_registers.units(register) {
                balance.add_unit(register, unit);
            }
        }
        balance.weigh_groups();
        balance
    }

    /// Adds a unit to a register. It has a higher number than the register's other units, or the caller
    /// sorts them later.
    fn add_unit(&mut self, register: RegisterId, unit: RegUnitId) {
        self.units[register].push(unit);
        self.having[unit].push(register);
        // Where registers of a class have parts in common, the weights can grow beyond 32 bits.
        let weight = &mut self.register_weights[register];
        *weight = weight.wrapping_add(self.weights[unit]);
        self.heavier.push(register);
        // Super-registers have to inherit the unit.
        for &super_reg in self.sub_registers.super_regs(register) {
            self.is_settled[super_reg] = false;
        }
        // A unit weighs nothing as long as only registers have it that are never allocated.
        let is_allocated = self.group_of[register].is_some();
        if is_allocated && self.weights[unit] == 0 && !self.is_artificial[unit] {
            self.add_weight(unit, 1);
        }
    }

    fn add_weight(&mut self, unit: RegUnitId, weight: u32) {
        self.weights[unit] = self.weights[unit].wrapping_add(weight);
        for &register in &self.having[unit] {
            let of_register = &mut self.register_weights[register];
            *of_register = of_register.wrapping_add(weight);
            self.heavier.push(register);
        }
    }

    /// Updates the weight of each group, which is that of its heaviest register. Weights only grow.
    fn weigh_groups(&mut self) {
        let heavier = std::mem::take(&mut self.heavier);
        for &register in &heavier {
            if let Some(group) = self.group_of[register] {
                let group = &mut self.groups[group];
                let weight = self.register_weights[register];
                if weight > group.weight {
                    group.weight = weight;
                    for &register in &group.registers {
                        self.is_settled[register] = false;
                    }
                }
            }
        }
        // The heaviest registers of a group follow only from the final weights of all groups.
        for register in heavier {
            if let Some(group) = self.group_of[register]
                && let [only] = self.units[register][..]
            {
                let group = &mut self.groups[group];
                if self.register_weights[register] == group.weight {
                    group.determinants.insert(only);
                }
            }
        }
    }

    /// Goes over all registers once. Returns whether something changed.
    fn round(&mut self) -> bool {
        let mut changed = false;
        for register in self.units.indices() {
            let sub_registers = self.sub_registers;
            let sub_regs = sub_registers.of(register).iter().map(|&(_, sub_reg)| sub_reg);
            // Most registers are settled after the first round, and a visit of all their
            // sub-registers is spared.
            if !sub_regs.chain([register]).all(|r| self.is_settled(r)) {
                self.visits.begin();
                changed |= self.normalize(register);
            }
        }
        changed
    }

    /// Whether a register has the units of its sub-registers and is heavy enough.
    fn is_settled(&mut self, register: RegisterId) -> bool {
        if !self.is_settled[register] {
            let own = &self.units[register];
            let mut sub_regs = self.sub_registers.of(register).iter();
            self.is_settled[register] = self.lack(register) == 0
                && sub_regs.all(|&(_, sub_reg)| is_subset(&self.units[sub_reg], own));
        }
        self.is_settled[register]
    }

    /// The difference between the weights of a register and of the heaviest register of its group.
    fn lack(&self, register: RegisterId) -> u32 {
        self.group_of[register].map_or(0, |group| {
            let weight = self.register_weights[register];
            self.groups[group].weight.saturating_sub(weight)
        })
    }

    /// Makes `register` heavy enough, after its sub-registers. Returns whether something changed.
    fn normalize(&mut self, register: RegisterId) -> bool {
        if !self.visits.enter(register) {
            return false;
        }
        let mut changed = false;
        let sub_registers = self.sub_registers;
        for &(_, sub_reg) in sub_registers.of(register) {
            changed |= self.normalize(sub_reg);
        }
        if !self.is_settled(register) {
            if self.inherit_units(register) {
                self.weigh_groups();
            }
            let lack = self.lack(register);
            if lack > 0 {
                self.make_up_for(register, lack);
                changed = true;
            }
        }
        // Only after the register is balanced: its own unit is free for it, but not for registers
        // that contain it.
        self.visits.note_units(&self.units[register]);
        changed
    }

    /// Makes a register heavier by `lack`, in its only unit or in a new one.
    fn make_up_for(&mut self, register: RegisterId, lack: u32) {
        let group = self.group_of[register].map(|group| &self.groups[group]);
        // A unit that the current visit met in a sub-register has its weight from balancing that
        // one; making it heavier would undo this.
        let is_free = |unit: RegUnitId| {
            !self.visits.came_to(unit) && !group.is_some_and(|g| g.determinants.contains(&unit))
        };
        match self.units[register][..] {
            [only] if is_free(only) => {
                if !self.is_artificial[only] {
                    self.add_weight(only, lack);
                }
                self.weigh_groups();
            }
            _ => {
                let unit = self.weights.push(lack);
                self.is_artificial.push(false);
                self.having.push(Vec::new());
                self.visits.units.push(0);
                self.add_unit(register, unit);
            }
        }
    }

    /// Gives a register the units of its sub-registers. Returns whether it lacked one.
    fn inherit_units(&mut self, register: RegisterId) -> bool {
        let before = self.units[register].len();
        let sub_registers = self.sub_registers;
        for &(_, sub_reg) in sub_registers.of(register) {
            if is_subset(&self.units[sub_reg], &self.units[register]) {
                continue;
            }
            for at in 0..self.units[sub_reg].len() {
                let unit = self.units[sub_reg][at];
                if !self.units[register].contains(&unit) {
                    self.add_unit(register, unit);
                }
            }
            self.units[register].sort_unstable();
        }
        self.units[register].len() != before
    }
}

/// Whether sorted `units` are all among sorted `others`.
pub(super) fn is_subset(units: &[RegUnitId], others: &[RegUnitId]) -> bool {
    if units.len() > others.len() {
        return false;
    }
    let mut others = others.iter();
    units.iter().all(|unit| others.find(|other| *other >= unit) == Some(unit))
}

/// Groups of registers that share an allocatable class, directly or through other registers.
fn groups(
    registers: &Registers,
    classes: &RegisterClasses,
    weighs_artificial: bool,
) -> (IndexVec<WeightGroupId, WeightGroup>, IndexVec<RegisterId, Option<WeightGroupId>>) {
    // A forest of disjoint sets, in which the first register of each set is its root.
    let mut parents: IndexVec<RegisterId, RegisterId> = registers.ids().collect();
    let mut is_allocatable = registers.side_table(false);
    let root_of = |parents: &mut IndexVec<RegisterId, RegisterId>, register: RegisterId| {
        let mut at = register;
        while parents[at] != at {
            // Halving the path makes later look-ups short.
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        at
    };
    for (_, class) in classes.iter().filter(|(_, class)| class.properties.is_allocatable) {
        let is_weighed =
            |&register: &RegisterId| weighs_artificial || !registers.get(register).is_artificial;
        let mut members = class.members.iter().filter(is_weighed).peekable();
        let Some(&first) = members.peek() else { continue };
        for register in members {
            is_allocatable[register] = true;
            let (a, b) = (root_of(&mut parents, first), root_of(&mut parents, register));
            // The smaller id becomes the root, so that the first register of a set is its root.
            parents[a.max(b)] = a.min(b);
        }
    }
    let mut groups = IndexVec::new();
    let mut group_of = registers.side_table(None);
    for register in registers.ids().filter(|&register| is_allocatable[register]) {
        // The root is the first register of its set, so it has a group when the others come.
        let root = root_of(&mut parents, register);
        let group = *group_of[root].get_or_insert_with(|| groups.push(WeightGroup::default()));
        group_of[register] = Some(group);
        groups[group].registers.push(register);
    }
    (groups, group_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_beyond_32_bits_wraps() {
        let weights = IndexVec::from_raw(vec![u32::MAX, 1, 1]);
        let units: Vec<RegUnitId> = weights.indices().collect();
        let weights = UnitWeights { weights, native: units.len(), units: IndexVec::new() };
        assert_eq!(weights.total(&units), 1);
    }
}
