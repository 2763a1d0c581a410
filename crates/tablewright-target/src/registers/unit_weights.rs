//! How much each register unit weighs.
//!
//! Registers that can stand for each other, directly or through others, should weigh the same: a
//! register that is lighter than the heaviest of these is made heavier, in a unit that is its
//! alone or in a new one that it adopts.

use rustc_hash::FxHashSet;
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};

use super::index::{RegUnitId, RegisterId};
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
    pub fn units(&self, register: RegisterId) -> &[RegUnitId] {
        &self.units[register.index()]
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
        let mut balance = Balance::new(registers, sub_registers, classes);
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
    registers: Vec<RegisterId>,
    weight: u32,
    /// The units that alone make a register as heavy as the heaviest.
    determinants: FxHashSet<RegUnitId>,
}

struct Balance<'m> {
    sub_registers: &'m SubRegisters,
    is_artificial: Vec<bool>,
    weights: Vec<u32>,
    units: Vec<Vec<RegUnitId>>,
    /// By unit, the registers that have it.
    having: Vec<Vec<RegisterId>>,
    /// By register, the weight of its units together.
    register_weights: Vec<u32>,
    groups: Vec<Group>,
    /// By register, its group; none for those that are not allocated.
    group_of: Vec<Option<u32>>,
    /// Registers that have grown heavier since the groups were looked at.
    heavier: Vec<RegisterId>,
    /// By register, whether it is known to have the units of its sub-registers and to be as heavy
    /// as the heaviest of its group.
    is_settled: Vec<bool>,
    /// Counts the registers that were begun with, and by register and unit, with which of these it
    /// was dealt with last.
    visit: u32,
    visited: Vec<u32>,
    visited_units: Vec<u32>,
}

impl<'m> Balance<'m> {
    /// Every unit of a register that is allocated weighs one, to begin with.
    fn new(
        registers: &'m Registers,
        sub_registers: &'m SubRegisters,
        classes: &RegisterClasses,
    ) -> Balance<'m> {
        let (groups, group_of) = groups(registers, classes);
        let mut balance = Balance {
            sub_registers,
            is_artificial: sub_registers.units.iter().map(|unit| unit.is_artificial).collect(),
            weights: vec![0; sub_registers.units.len()],
            units: vec![Vec::new(); registers.len()],
            having: vec![Vec::new(); sub_registers.units.len()],
            register_weights: vec![0; registers.len()],
            groups,
            group_of,
            heavier: Vec::new(),
            is_settled: vec![false; registers.len()],
            visit: 0,
            visited: vec![0; registers.len()],
            visited_units: vec![0; sub_registers.units.len()],
        };
        for register in registers.indices() {
            for &unit in sub_registers.units(register) {
                balance.add_unit(register, unit);
            }
        }
        balance.weigh_groups();
        balance
    }

    /// Gives a register a unit that comes after those it has, or whose place is found later.
    fn add_unit(&mut self, register: RegisterId, unit: RegUnitId) {
        self.units[register.index()].push(unit);
        self.having[unit.index()].push(register);
        self.register_weights[register.index()] += self.weights[unit.index()];
        self.heavier.push(register);
        for super_reg in self.sub_registers.super_regs(register) {
            self.is_settled[super_reg.index()] = false;
        }
        let is_allocated = self.group_of[register.index()].is_some();
        if is_allocated && self.weights[unit.index()] == 0 && !self.is_artificial[unit.index()] {
            self.add_weight(unit, 1);
        }
    }

    fn add_weight(&mut self, unit: RegUnitId, weight: u32) {
        self.weights[unit.index()] += weight;
        for &register in &self.having[unit.index()] {
            self.register_weights[register.index()] += weight;
            self.heavier.push(register);
        }
    }

    /// Finds out how heavy the heaviest register of each group has become. None becomes lighter.
    fn weigh_groups(&mut self) {
        let heavier = std::mem::take(&mut self.heavier);
        for register in &heavier {
            if let Some(group) = self.group_of[register.index()] {
                let group = &mut self.groups[group as usize];
                let weight = self.register_weights[register.index()];
                if weight > group.weight {
                    group.weight = weight;
                    for register in &group.registers {
                        self.is_settled[register.index()] = false;
                    }
                }
            }
        }
        for register in heavier {
            if let Some(group) = self.group_of[register.index()]
                && let [only] = self.units[register.index()][..]
            {
                let group = &mut self.groups[group as usize];
                if self.register_weights[register.index()] == group.weight {
                    group.determinants.insert(only);
                }
            }
        }
    }

    /// Goes over all registers once. Returns whether something changed.
    fn round(&mut self) -> bool {
        let mut changed = false;
        for register in (0..self.units.len()).map(RegisterId::from_index) {
            let sub_registers = self.sub_registers;
            let sub_regs = sub_registers.of(register).iter().map(|&(_, sub_reg)| sub_reg);
            if !sub_regs.chain([register]).all(|r| self.is_settled(r)) {
                self.visit += 1;
                changed |= self.normalize(register);
            }
        }
        changed
    }

    /// Whether a register has the units of its sub-registers and is heavy enough.
    fn is_settled(&mut self, register: RegisterId) -> bool {
        if !self.is_settled[register.index()] {
            let own = &self.units[register.index()];
            let mut sub_regs = self.sub_registers.of(register).iter();
            self.is_settled[register.index()] = self.lack(register) == 0
                && sub_regs.all(|(_, sub_reg)| is_subset(&self.units[sub_reg.index()], own));
        }
        self.is_settled[register.index()]
    }

    /// How much lighter a register is than the heaviest of its group.
    fn lack(&self, register: RegisterId) -> u32 {
        self.group_of[register.index()].map_or(0, |group| {
            let weight = self.register_weights[register.index()];
            self.groups[group as usize].weight.saturating_sub(weight)
        })
    }

    /// Makes `register` heavy enough, after its sub-registers. Returns whether something changed.
    fn normalize(&mut self, register: RegisterId) -> bool {
        if std::mem::replace(&mut self.visited[register.index()], self.visit) == self.visit {
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
        for unit in &self.units[register.index()] {
            self.visited_units[unit.index()] = self.visit;
        }
        changed
    }

    fn make_up_for(&mut self, register: RegisterId, lack: u32) {
        let group = self.group_of[register.index()].map(|group| &self.groups[group as usize]);
        let is_free = |unit: &RegUnitId| {
            self.visited_units[unit.index()] != self.visit
                && !group.is_some_and(|g| g.determinants.contains(unit))
        };
        match self.units[register.index()][..] {
            [only] if is_free(&only) => {
                if !self.is_artificial[only.index()] {
                    self.add_weight(only, lack);
                }
                self.weigh_groups();
            }
            _ => {
                let unit = RegUnitId::from_index(self.weights.len());
                self.weights.push(lack);
                self.is_artificial.push(false);
                self.having.push(Vec::new());
                self.visited_units.push(0);
                self.add_unit(register, unit);
            }
        }
    }

    /// Gives a register the units of its sub-registers. Returns whether it lacked one.
    fn inherit_units(&mut self, register: RegisterId) -> bool {
        let before = self.units[register.index()].len();
        let sub_registers = self.sub_registers;
        for &(_, sub_reg) in sub_registers.of(register) {
            if is_subset(&self.units[sub_reg.index()], &self.units[register.index()]) {
                continue;
            }
            for at in 0..self.units[sub_reg.index()].len() {
                let unit = self.units[sub_reg.index()][at];
                if !self.units[register.index()].contains(&unit) {
                    self.add_unit(register, unit);
                }
            }
            self.units[register.index()].sort_unstable();
        }
        self.units[register.index()].len() != before
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

/// Groups of registers that are together in a class that is allocated, directly or through others.
fn groups(registers: &Registers, classes: &RegisterClasses) -> (Vec<Group>, Vec<Option<u32>>) {
    let mut leaders: Vec<u32> = (0..registers.len() as u32).collect();
    let mut is_allocatable = vec![false; registers.len()];
    let leader = |leaders: &mut Vec<u32>, register: RegisterId| {
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
