//! How much each register unit weighs.
//!
//! Registers that can stand for each other, directly or through others, should weigh the same: a
//! register that is lighter than the heaviest of these is made heavier, in a unit that is its
//! alone or in a new one that it adopts.

use rustc_hash::FxHashSet;
use tablewright_records::{Model, ModelError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};

use super::index::{RegUnitId, RegisterIndex};
use super::register::Registers;
use super::register_classes::RegisterClasses;
use super::sub_registers::SubRegisters;

/// The weights of register units, and the units that registers have for the sake of these.
#[derive(Debug)]
pub struct UnitWeights {
    weights: Vec<u32>,
    /// How many units there are that registers have without regard to weights.
    native: usize,
    /// By register, its units in order, adopted ones included.
    units: Vec<Vec<RegUnitId>>,
}

impl UnitWeights {
    /// The weight of a unit.
    pub fn weight(&self, unit: RegUnitId) -> u32 {
        self.weights[unit.index()]
    }

    /// The weight of some units together.
    pub fn total(&self, units: &[RegUnitId]) -> u32 {
        units.iter().map(|&unit| self.weight(unit)).sum()
    }

    /// How many units there are, adopted ones included.
    pub fn unit_count(&self) -> usize {
        self.weights.len()
    }

    /// The weights of the units that are not adopted.
    pub fn native(&self) -> &[u32] {
        &self.weights[..self.native]
    }

    /// All units of a register, in order.
    pub fn units(&self, register: RegisterIndex) -> &[RegUnitId] {
        &self.units[register.index()]
    }
}

impl Model for UnitWeights {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<UnitWeights, ModelError> {
        let registers: &Registers = store.model(diagnostics)?;
        let sub_registers: &SubRegisters = store.model(diagnostics)?;
        let classes: &RegisterClasses = store.model(diagnostics)?;
        let mut balance = Balance::new(registers, sub_registers, classes);
        balance.weigh_groups();
        // Each round but the last makes a unit heavier.
        for _ in 0..=sub_registers.units.len() {
            if !balance.round() {
                let native = sub_registers.units.len();
                return Ok(UnitWeights { weights: balance.weights, native, units: balance.units });
            }
        }
        let fault = "the weights of register units cannot be balanced";
        Err(Diagnostic::new(Severity::Error, None, fault).into())
    }
}

/// Registers that stand for each other.
#[derive(Default)]
struct Group {
    registers: Vec<RegisterIndex>,
    weight: u32,
    /// The units that alone make a register as heavy as the heaviest.
    determinants: FxHashSet<RegUnitId>,
}

struct Balance<'m> {
    sub_registers: &'m SubRegisters,
    is_artificial: Vec<bool>,
    weights: Vec<u32>,
    units: Vec<Vec<RegUnitId>>,
    groups: Vec<Group>,
    /// By register, its group; none for those that are not allocated.
    group_of: Vec<Option<u32>>,
    /// Counts the changes; with the count at which a register was last found to need none.
    changes: u32,
    settled: Vec<u32>,
}

impl<'m> Balance<'m> {
    fn new(
        registers: &'m Registers,
        sub_registers: &'m SubRegisters,
        classes: &RegisterClasses,
    ) -> Balance<'m> {
        let (groups, group_of) = groups(registers, classes);
        Balance {
            sub_registers,
            is_artificial: sub_registers.units.iter().map(|unit| unit.is_artificial).collect(),
            weights: vec![0; sub_registers.units.len()],
            units: registers.indices().map(|r| sub_registers.units(r).to_vec()).collect(),
            groups,
            group_of,
            changes: 1,
            settled: vec![0; registers.len()],
        }
    }

    fn weight(&self, register: RegisterIndex) -> u32 {
        self.units[register.index()].iter().map(|&unit| self.weights[unit.index()]).sum()
    }

    /// Finds out how heavy the heaviest register of each group is. A unit weighs one at least.
    fn weigh_groups(&mut self) {
        self.changes += 1;
        let mut groups = std::mem::take(&mut self.groups);
        for group in &mut groups {
            group.weight = 0;
            for register in &group.registers {
                let mut weight = 0;
                for unit in &self.units[register.index()] {
                    if !self.is_artificial[unit.index()] {
                        let of_unit = &mut self.weights[unit.index()];
                        *of_unit = (*of_unit).max(1);
                        weight += *of_unit;
                    }
                }
                group.weight = group.weight.max(weight);
            }
            for &register in &group.registers {
                if let [only] = self.units[register.index()][..]
                    && self.weights[only.index()] == group.weight
                {
                    group.determinants.insert(only);
                }
            }
        }
        self.groups = groups;
    }

    /// Goes over all registers once. Returns whether something changed.
    fn round(&mut self) -> bool {
        let mut changed = false;
        for register in (0..self.units.len()).map(RegisterIndex::new) {
            let sub_regs = self.sub_registers.of(register).iter().map(|&(_, sub_reg)| sub_reg);
            let is_settled = sub_regs.chain([register]).all(|r| self.is_settled(r));
            if !is_settled {
                let mut visit = Visit::default();
                changed |= self.normalize(register, &mut visit);
            }
        }
        changed
    }

    /// Whether a register has the units of its sub-registers and is heavy enough.
    fn is_settled(&mut self, register: RegisterIndex) -> bool {
        if self.settled[register.index()] == self.changes {
            return true;
        }
        let own = &self.units[register.index()];
        let mut sub_regs = self.sub_registers.of(register).iter();
        let is_settled = sub_regs.all(|(_, sub_reg)| is_subset(&self.units[sub_reg.index()], own))
            && self.lack(register) == 0;
        if is_settled {
            self.settled[register.index()] = self.changes;
        }
        is_settled
    }

    /// How much lighter a register is than the heaviest of its group.
    fn lack(&self, register: RegisterIndex) -> u32 {
        self.group_of[register.index()].map_or(0, |group| {
            self.groups[group as usize].weight.saturating_sub(self.weight(register))
        })
    }

    /// Makes `register` heavy enough, after its sub-registers. Returns whether something changed.
    fn normalize(&mut self, register: RegisterIndex, visit: &mut Visit) -> bool {
        if !visit.registers.insert(register) {
            return false;
        }
        let mut changed = false;
        let sub_registers = self.sub_registers;
        for &(_, sub_reg) in sub_registers.of(register) {
            changed |= self.normalize(sub_reg, visit);
        }
        if self.inherit_units(register) {
            self.weigh_groups();
        }
        let lack = self.lack(register);
        if lack > 0 {
            self.add_weight(register, lack, visit);
            changed = true;
        }
        visit.units.extend(&self.units[register.index()]);
        changed
    }

    fn add_weight(&mut self, register: RegisterIndex, lack: u32, visit: &Visit) {
        let own = self.group_of[register.index()].map(|group| &self.groups[group as usize]);
        let is_free = |unit: &RegUnitId| {
            !visit.units.contains(unit) && !own.is_some_and(|g| g.determinants.contains(unit))
        };
        match self.units[register.index()][..] {
            [only] if is_free(&only) => {
                if !self.is_artificial[only.index()] {
                    self.weights[only.index()] += lack;
                }
                self.weigh_groups();
            }
            _ => {
                self.units[register.index()].push(RegUnitId::new(self.weights.len()));
                self.weights.push(lack);
                self.is_artificial.push(false);
                self.changes += 1;
            }
        }
    }

    /// Gives a register the units of its sub-registers. Returns whether it lacked one.
    fn inherit_units(&mut self, register: RegisterIndex) -> bool {
        let mut own = std::mem::take(&mut self.units[register.index()]);
        let before = own.len();
        for &(_, sub_reg) in self.sub_registers.of(register) {
            let units = &self.units[sub_reg.index()];
            if !is_subset(units, &own) {
                own.extend_from_slice(units);
                own.sort_unstable();
                own.dedup();
            }
        }
        let changed = own.len() != before;
        self.units[register.index()] = own;
        changed
    }
}

/// What one register and its sub-registers have been through.
#[derive(Default)]
struct Visit {
    registers: FxHashSet<RegisterIndex>,
    units: FxHashSet<RegUnitId>,
}

/// Whether sorted `units` are all among sorted `others`.
pub(super) fn is_subset(units: &[RegUnitId], others: &[RegUnitId]) -> bool {
    if units.len() > others.len() {
        return false;
    }
    let mut others = others.iter();
    units.iter().all(|unit| others.find(|other| *other >= unit) == Some(unit))
}

/// Groups of registers that are together in a class that is allocated, directly or through others.
fn groups(registers: &Registers, classes: &RegisterClasses) -> (Vec<Group>, Vec<Option<u32>>) {
    let mut leaders: Vec<u32> = (0..registers.len() as u32).collect();
    let mut is_allocatable = vec![false; registers.len()];
    let leader = |leaders: &mut Vec<u32>, register: RegisterIndex| {
        let mut at = register.index() as u32;
        while leaders[at as usize] != at {
            leaders[at as usize] = leaders[leaders[at as usize] as usize];
            at = leaders[at as usize];
        }
        at
    };
    for (_, class) in classes.iter().filter(|(_, class)| class.properties.is_allocatable) {
        let Some(first) = class.members.first() else { continue };
        for register in class.members.iter() {
            is_allocatable[register.index()] = true;
            let (a, b) = (leader(&mut leaders, first), leader(&mut leaders, register));
            leaders[a.max(b) as usize] = a.min(b);
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of: Vec<Option<u32>> = vec![None; registers.len()];
    for register in registers.indices().filter(|r| is_allocatable[r.index()]) {
        // The leader is the first of its group.
        let leader = leader(&mut leaders, register) as usize;
        let group = *group_of[leader].get_or_insert_with(|| {
            groups.push(Group::default());
            groups.len() as u32 - 1
        });
        group_of[register.index()] = Some(group);
        groups[group as usize].registers.push(register);
    }
    (groups, group_of)
}
