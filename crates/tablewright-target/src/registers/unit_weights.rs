//! Weights for register units, used for register pressure.
//!
//! In: register units and classes. Out: [`UnitWeights`]. All registers in an allocatable class get
//! the same weight, where a register weighs as much as its units together. If a register is lighter
//! than the heaviest in its class, weight is added: either to its only unit, if no other register
//! depends on this unit, or by *adopting* a new unit with the missing weight. A heavier register
//! adds weight to its super-registers, so the passes repeat until nothing changes.

use rustc_hash::FxHashSet;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Analysis, AnalysisError, Feature, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::index::{RegUnitId, RegisterId};
use super::register::{Registers, SubReg};
use super::register_classes::RegisterClasses;
use super::sub_registers::SubRegisters;

/// Register unit weights, and the units in each register including adopted units.
#[derive(Debug)]
pub struct UnitWeights {
    weights: IndexVec<RegUnitId, u32>,
    /// The number of native units, which exist independently of weights.
    native: usize,
    /// Units by register, in order, including adopted units.
    units: IndexVec<RegisterId, Vec<RegUnitId>>,
}

impl UnitWeights {
    /// Returns a unit's weight.
    pub fn weight(&self, unit: RegUnitId) -> u32 {
        self.weights[unit]
    }

    /// Returns the total weight. The sum wraps at 32 bits.
    pub fn total(&self, units: &[RegUnitId]) -> u32 {
        units.iter().fold(0, |total, &unit| total.wrapping_add(self.weight(unit)))
    }

    /// Returns the number of units, including adopted units.
    pub fn unit_count(&self) -> usize {
        self.weights.len()
    }

    /// Returns the weights for the native units, which are not adopted.
    pub fn native(&self) -> &[u32] {
        &self.weights.raw()[..self.native]
    }

    /// Returns a register's units, in order.
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
        // Each round except the last adds weight to a unit.
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
    /// A weight group.
    struct WeightGroupId;
}

/// Registers connected by allocatable classes: each shares a class with another register in the
/// group.
#[derive(Default)]
struct WeightGroup {
    registers: Vec<RegisterId>,
    weight: u32,
    /// Units that are the only unit in one of the heaviest registers. Adding weight to such a unit
    /// would raise the weight for the entire group, and balancing would never end.
    determinants: FxHashSet<RegUnitId>,
}

/// Registers and units that were reached. Each visit starts at one register and descends to its
/// sub-registers.
struct Visits {
    /// The number of the current visit.
    current: u32,
    /// The last visit that reached each register and each unit.
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

    /// Marks a register as reached. Returns whether this is the first time in the current visit.
    fn enter(&mut self, register: RegisterId) -> bool {
        std::mem::replace(&mut self.registers[register], self.current) != self.current
    }

    /// Marks a register's units as reached.
    fn note_units(&mut self, units: &[RegUnitId]) {
        for &unit in units {
            self.units[unit] = self.current;
        }
    }

    fn came_to(&self, unit: RegUnitId) -> bool {
        self.units[unit] == self.current
    }
}

/// Weights during balancing.
///
/// Results are cached by register and by unit: on AMDGPU thousands of registers have hundreds of
/// super-registers each.
struct WeightBalancer<'m> {
    sub_registers: &'m SubRegisters,
    is_artificial: IndexVec<RegUnitId, bool>,
    weights: IndexVec<RegUnitId, u32>,
    units: IndexVec<RegisterId, Vec<RegUnitId>>,
    /// The registers that contain each unit.
    having: IndexVec<RegUnitId, Vec<RegisterId>>,
    /// By register, the total weight of its units.
    register_weights: IndexVec<RegisterId, u32>,
    groups: IndexVec<WeightGroupId, WeightGroup>,
    /// Groups by register; `None` if the register is not allocated.
    group_of: IndexVec<RegisterId, Option<WeightGroupId>>,
    /// Registers whose weight has grown since groups were last weighed.
    heavier: Vec<RegisterId>,
    /// By register, whether it has all units of its sub-registers and is as heavy as its group.
    is_settled: IndexVec<RegisterId, bool>,
    visits: Visits,
}

impl<'m> WeightBalancer<'m> {
    /// Starts with weight one for each unit in an allocated register.
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

    /// Adds a unit to a register. The unit either has a higher number than the register's other
    /// units, or the caller sorts them later.
    fn add_unit(&mut self, register: RegisterId, unit: RegUnitId) {
        self.units[register].push(unit);
        self.having[unit].push(register);
        // If registers in a class share parts, weights can exceed 32 bits.
        let weight = &mut self.register_weights[register];
        *weight = weight.wrapping_add(self.weights[unit]);
        self.heavier.push(register);
        // Super-registers need to inherit the unit.
        for &super_reg in self.sub_registers.super_regs(register) {
            self.is_settled[super_reg] = false;
        }
        // A unit weighs zero until an allocated register has it.
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

    /// Updates the weight for each group, which is its maximal register weight. Weights only grow.
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
        // Determinants depend on the final group weights, so this is a second loop.
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

    /// Visits all registers once. Returns whether anything changed.
    fn round(&mut self) -> bool {
        let mut changed = false;
        for register in self.units.indices() {
            let sub_registers = self.sub_registers;
            let sub_regs = sub_registers.for_register(register).iter();
            let sub_regs = sub_regs.map(|sub_reg| sub_reg.register);
            // Most registers are settled after the first round, so visiting all their sub-registers
            // is avoided.
            if !sub_regs.chain([register]).all(|r| self.is_settled(r)) {
                self.visits.begin();
                changed |= self.normalize(register);
            }
        }
        changed
    }

    /// Whether a register has all units from its sub-registers and is heavy enough.
    fn is_settled(&mut self, register: RegisterId) -> bool {
        if !self.is_settled[register] {
            let own = &self.units[register];
            let mut sub_regs = self.sub_registers.for_register(register).iter();
            self.is_settled[register] = self.lack(register) == 0
                && sub_regs.all(|sub_reg| is_subset(&self.units[sub_reg.register], own));
        }
        self.is_settled[register]
    }

    /// Returns the weight missing compared with the heaviest register in the group.
    fn lack(&self, register: RegisterId) -> u32 {
        self.group_of[register].map_or(0, |group| {
            let weight = self.register_weights[register];
            self.groups[group].weight.saturating_sub(weight)
        })
    }

    /// Balances `register` after its sub-registers. Returns whether anything changed.
    fn normalize(&mut self, register: RegisterId) -> bool {
        if !self.visits.enter(register) {
            return false;
        }
        let mut changed = false;
        let sub_registers = self.sub_registers;
        for &SubReg { register: sub_reg, .. } in sub_registers.for_register(register) {
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
        // This follows balancing because a register may add weight to its own unit, but registers
        // that contain it may not.
        self.visits.note_units(&self.units[register]);
        changed
    }

    /// Adds the missing weight to the register's only unit, or adopts a new unit.
    fn make_up_for(&mut self, register: RegisterId, lack: u32) {
        let group = self.group_of[register].map(|group| &self.groups[group]);
        // If the current visit reached the unit in a sub-register, balancing that sub-register set
        // its weight. Adding weight here would undo the balance.
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

    /// Adds the units from a register's sub-registers. Returns whether any was missing.
    fn inherit_units(&mut self, register: RegisterId) -> bool {
        let before = self.units[register].len();
        let sub_registers = self.sub_registers;
        for &SubReg { register: sub_reg, .. } in sub_registers.for_register(register) {
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

/// Whether `others` contains all `units`. Both are sorted.
pub(super) fn is_subset(units: &[RegUnitId], others: &[RegUnitId]) -> bool {
    if units.len() > others.len() {
        return false;
    }
    let mut others = others.iter();
    units.iter().all(|unit| others.find(|other| *other >= unit) == Some(unit))
}

/// Groups registers that share an allocatable class, directly or through other registers.
fn groups(
    registers: &Registers,
    classes: &RegisterClasses,
    weighs_artificial: bool,
) -> (IndexVec<WeightGroupId, WeightGroup>, IndexVec<RegisterId, Option<WeightGroupId>>) {
    // A disjoint-set forest. The root of each set is its first register.
    let mut parents: IndexVec<RegisterId, RegisterId> = registers.ids().collect();
    let mut is_allocatable = registers.side_table(false);

    for (_, class) in classes.iter().filter(|(_, class)| class.properties.is_allocatable) {
        let is_weighed =
            |&register: &RegisterId| weighs_artificial || !registers.get(register).is_artificial;
        let mut members = class.members.iter().filter(is_weighed).peekable();
        let Some(&first) = members.peek() else { continue };
        for register in members {
            is_allocatable[register] = true;
            let (a, b) = (root_of(&mut parents, first), root_of(&mut parents, register));
            // The smaller id becomes the root, so the root is always the first register in its set.
            parents[a.max(b)] = a.min(b);
        }
    }
    let mut groups = IndexVec::new();
    let mut group_of = registers.side_table(None);
    for register in registers.ids().filter(|&register| is_allocatable[register]) {
        // The root is the first register in its set, so its group exists before other members are
        // visited.
        let root = root_of(&mut parents, register);
        let group = *group_of[root].get_or_insert_with(|| groups.push(WeightGroup::default()));
        group_of[register] = Some(group);
        groups[group].registers.push(register);
    }
    (groups, group_of)
}

/// Returns the root of the set of `register` in a disjoint-set forest.
fn root_of(parents: &mut IndexVec<RegisterId, RegisterId>, register: RegisterId) -> RegisterId {
    let mut at = register;
    while parents[at] != at {
        // Path halving shortens later lookups.
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
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
