//! All sub-registers for each register, its super-registers and its register units.
//!
//! In: registers with their described sub-registers and aliases. Out: [`SubRegisters`], by these
//! rules:
//!
//! 1. A nested sub-register is a sub-register too. It keeps its index if no other sub-register uses
//!    this index in the outer register. Otherwise it is an *orphan* until it gets another index:
//!    either an index from `ComposedOf`, or the composition of its two indices. A missing
//!    composition is synthesized (`a_then_b`).
//! 2. If a register is covered by its sub-registers, any register that consists of consecutive
//!    sub-registers is a sub-register too. Its index is the concatenation of their indices. A
//!    missing concatenation is synthesized (`a_b`).
//! 3. A register has the units of its sub-registers and a shared unit with each alias. If it has
//!    neither, it has its own unit. Since [`Feature::AliasedLeavesHaveUnits`] a register without
//!    sub-registers always has its own unit.
//!
//! If the target requests intervals, the units are renumbered at the end (see `unit_intervals`).
//!
//! Registers are completed in order, each after its described sub-registers. This order determines
//! the numbers of units and synthesized indices, so it affects the output.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Analysis, AnalysisError, Feature, FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use super::index::{RegUnitId, RegisterId, SubRegIndexId};
use super::register::{Register, Registers, SubReg};
use super::sub_reg_index::{Concatenations, SubRegIndices};
use super::unit_intervals::renumber_units;
use crate::hw_modes::HwModes;
use crate::record_views::instruction::TargetRecord;

/// The maximal nesting depth for sub-registers. The builder recurses once for each level.
const MAX_DEPTH: u32 = 500;

define_index! {
    /// A shape: registers with equal shapes have the same sub-register indices, recursively.
    pub struct SubRegisterShapeId;
}

/// A register unit.
#[derive(Clone, Copy, Debug)]
pub struct RegUnit {
    /// The first register with this unit.
    pub root: RegisterId,
    /// The second register with this unit, if the unit represents an alias between two registers.
    pub alias: Option<RegisterId>,
    /// Whether one of these registers is artificial.
    pub is_artificial: bool,
}

/// The sub-registers, super-registers and units for all registers.
#[derive(Debug)]
pub struct SubRegisters {
    /// All sub-register indices, described indices first. The compositions here are only the
    /// described and the synthesized compositions.
    pub indices: SubRegIndices,
    /// Sub-registers by register, in index order.
    sub_regs: IndexVec<RegisterId, Vec<SubReg>>,
    /// Super-registers by register.
    super_regs: IndexVec<RegisterId, Vec<RegisterId>>,
    /// The register units.
    pub units: IndexVec<RegUnitId, RegUnit>,
    /// Units by register, in order.
    register_units: IndexVec<RegisterId, Vec<RegUnitId>>,
    /// Whether the units in each register have consecutive numbers.
    pub has_intervals: bool,
    shapes: IndexVec<RegisterId, SubRegisterShapeId>,
    has_disjunct: IndexVec<RegisterId, bool>,
}

impl SubRegisters {
    /// Returns a register's sub-registers in index order.
    pub fn for_register(&self, register: RegisterId) -> &[SubReg] {
        &self.sub_regs[register]
    }

    /// Returns the sub-register with this index.
    pub fn get(&self, register: RegisterId, index: SubRegIndexId) -> Option<RegisterId> {
        get(self.for_register(register), index)
    }

    /// Returns a register's super-registers. Smaller super-registers precede the larger registers
    /// that contain them.
    pub fn super_regs(&self, register: RegisterId) -> &[RegisterId] {
        &self.super_regs[register]
    }

    /// Returns a register's units, in order.
    pub fn units(&self, register: RegisterId) -> &[RegUnitId] {
        &self.register_units[register]
    }

    /// Returns a register's shape. Several registers may share a shape.
    pub fn shape(&self, register: RegisterId) -> SubRegisterShapeId {
        self.shapes[register]
    }

    /// Whether the register or one of its sub-registers has several described sub-registers.
    pub fn has_disjunct_sub_regs(&self, register: RegisterId) -> bool {
        self.has_disjunct[register]
    }

    /// Appends to `list` the sub-registers of `register`: first the described sub-registers in
    /// their order, each followed by its own sub-registers, then all remaining sub-registers.
    /// Registers already in the list, marked in `is_in_list`, are skipped.
    pub fn pre_order(
        &self,
        registers: &Registers,
        register: RegisterId,
        list: &mut Vec<RegisterId>,
        is_in_list: &mut IndexVec<RegisterId, bool>,
    ) {
        // The path from `register` down to the current register. Each entry has an iterator over
        // the described sub-registers that are not visited yet.
        let described = |register: RegisterId| registers.get(register).sub_regs.iter();
        let mut stack = vec![(register, described(register))];
        while let Some((at, pending)) = stack.last_mut() {
            if let Some(&SubReg { register: sub_reg, .. }) = pending.next() {
                if push_if_new(sub_reg, list, is_in_list) {
                    stack.push((sub_reg, described(sub_reg)));
                }
            } else {
                for &SubReg { register: sub_reg, .. } in self.for_register(*at) {
                    push_if_new(sub_reg, list, is_in_list);
                }
                stack.pop();
            }
        }
    }
}

/// Adds a register unless it is in the list; returns whether it was new.
fn push_if_new(
    register: RegisterId,
    list: &mut Vec<RegisterId>,
    is_in_list: &mut IndexVec<RegisterId, bool>,
) -> bool {
    let is_new = !std::mem::replace(&mut is_in_list[register], true);
    if is_new {
        list.push(register);
    }
    is_new
}

fn get(sub_regs: &[SubReg], index: SubRegIndexId) -> Option<RegisterId> {
    let at = sub_regs.binary_search_by_key(&index, |sub_reg| sub_reg.index).ok()?;
    Some(sub_regs[at].register)
}

impl Analysis for SubRegisters {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<SubRegisters, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let hw_modes: &HwModes = store.analysis(diagnostics)?;
        let mut builder = SubRegisterBuilder::new(store, registers, hw_modes)?;
        for register in registers.ids() {
            builder.complete(register, 0)?;
        }
        // Super-registers are collected later because they include the concatenated registers.
        builder.add_concatenated()?;
        let (super_regs, shapes) = builder.super_regs();
        builder.mark_artificial_indices();
        // A description that contains only registers lacks the target class.
        let targets = TargetRecord::all(store).unwrap_or_default();
        let has_intervals =
            targets.first().map_or(Ok(false), |target| target.registers_are_intervals())?;
        if has_intervals {
            let roots = builder.units.iter().map(|unit| unit.root).collect();
            renumber_units(registers, &roots, &mut builder.register_units)?;
        }
        Ok(SubRegisters {
            indices: builder.indices,
            sub_regs: builder.sub_regs,
            super_regs,
            units: builder.units,
            register_units: builder.register_units,
            has_intervals,
            shapes,
            has_disjunct: builder.has_disjunct,
        })
    }
}

/// State while sub-registers are collected.
struct SubRegisterBuilder<'s> {
    store: &'s RecordStore,
    registers: &'s Registers,
    indices: SubRegIndices,
    /// Sub-registers by register, sorted once the register is complete.
    sub_regs: IndexVec<RegisterId, Vec<SubReg>>,
    is_begun: IndexVec<RegisterId, bool>,
    has_disjunct: IndexVec<RegisterId, bool>,
    units: IndexVec<RegUnitId, RegUnit>,
    register_units: IndexVec<RegisterId, Vec<RegUnitId>>,
    /// Aliases by register, in both directions.
    aliases: IndexVec<RegisterId, Vec<RegisterId>>,
    aliased_leaves_have_units: bool,
    /// Whether an artificial part prevents a concatenation.
    artificial_parts_prevent_concatenation: bool,
    names: SubRegisterNames,
}

/// The sub-registers in the current register, by index and by register. An entry is valid only if
/// it has the current stamp, so nothing has to be cleared before the next register.
#[derive(Default)]
struct SubRegisterNames {
    stamp: u32,
    by_index: IndexVec<SubRegIndexId, (u32, RegisterId)>,
    by_register: IndexVec<RegisterId, (u32, SubRegIndexId)>,
    orphans: IndexVec<RegisterId, u32>,
}

impl SubRegisterNames {
    fn new(registers: &Registers) -> SubRegisterNames {
        SubRegisterNames {
            stamp: 0,
            by_index: IndexVec::new(),
            by_register: registers.side_table((0, SubRegIndexId::from_index(0))),
            orphans: registers.side_table(0),
        }
    }

    fn clear(&mut self) {
        // Valid stamps start at one. Unset entries have stamp zero.
        self.stamp += 1;
    }

    fn register(&self, index: SubRegIndexId) -> Option<RegisterId> {
        let &(stamp, register) = self.by_index.get(index)?;
        (stamp == self.stamp).then_some(register)
    }

    fn index(&self, register: RegisterId) -> Option<SubRegIndexId> {
        let (stamp, index) = self.by_register[register];
        (stamp == self.stamp).then_some(index)
    }

    fn set_register(&mut self, index: SubRegIndexId, register: RegisterId) {
        let unnamed = (0, RegisterId::from_index(0));
        *self.by_index.grown_to(index, unnamed) = (self.stamp, register);
    }

    /// Records an index for a register and returns it. If the register already has an index,
    /// returns the existing index.
    fn index_or_set(&mut self, register: RegisterId, index: SubRegIndexId) -> SubRegIndexId {
        if let Some(existing) = self.index(register) {
            return existing;
        }
        self.by_register[register] = (self.stamp, index);
        index
    }
}

type CompletionResult = Result<(), FieldError>;

impl<'s> SubRegisterBuilder<'s> {
    fn new(
        store: &'s RecordStore,
        registers: &'s Registers,
        hw_modes: &HwModes,
    ) -> Result<SubRegisterBuilder<'s>, FieldError> {
        let mut aliases = registers.side_table(Vec::new());
        for (id, register) in registers.iter() {
            for &alias in &register.aliases {
                aliases[id].push(alias);
                aliases[alias].push(id);
            }
        }
        Ok(SubRegisterBuilder {
            store,
            registers,
            indices: SubRegIndices::new(store, registers, hw_modes)?,
            sub_regs: registers.side_table(Vec::new()),
            is_begun: registers.side_table(false),
            has_disjunct: registers.side_table(false),
            units: IndexVec::new(),
            register_units: registers.side_table(Vec::new()),
            aliases,
            aliased_leaves_have_units: store.release().has(Feature::AliasedLeavesHaveUnits),
            artificial_parts_prevent_concatenation: store
                .release()
                .has(Feature::NoConcatenationsOfArtificialParts),
            names: SubRegisterNames::new(registers),
        })
    }

    fn error(&self, register: RegisterId, message: String) -> FieldError {
        let at = self.registers.get(register).described_by;
        FieldError::new(Code::SubRegisters, self.store.record(at), message)
    }

    /// Collects the sub-registers of `register`, after completing each described sub-register.
    fn complete(&mut self, register: RegisterId, depth: u32) -> CompletionResult {
        // The mark is set before the recursion, so the recursion ends if registers contain each
        // other. `check_names` reports such registers.
        if std::mem::replace(&mut self.is_begun[register], true) {
            return Ok(());
        }
        if depth == MAX_DEPTH {
            let message = format!("Sub-registers are nested more than {MAX_DEPTH} levels deep");
            return Err(self.error(register, message));
        }
        let described: &'s Register = self.registers.get(register);
        self.begin(register, described)?;
        for &SubReg { register: sub_reg, .. } in &described.sub_regs {
            self.complete(sub_reg, depth + 1)?;
            self.has_disjunct[register] |= self.has_disjunct[sub_reg];
        }
        let pairs = self.collect(described);
        self.sub_regs[register] = pairs;
        self.check_names(register, described)?;
        self.note_concatenations(described);
        self.assign_units(register, described);
        Ok(())
    }

    /// Starts with the described sub-registers.
    fn begin(&mut self, register: RegisterId, described: &Register) -> CompletionResult {
        // This comes before any concatenation because concatenations omit artificial indices.
        // `mark_artificial_indices` handles inherited sub-registers.
        for &SubReg { index, register: sub_reg } in &described.sub_regs {
            if !self.registers.get(sub_reg).is_artificial {
                self.indices.get_mut(index).is_artificial = false;
            }
        }
        let mut own = described.sub_regs.to_vec();
        own.sort_by_key(|sub_reg| sub_reg.index);
        if let Some(pair) = own.windows(2).find(|pair| pair[0].index == pair[1].index) {
            let (index, name) = (self.indices.name(pair[0].index), &described.name);
            let message = format!("SubRegIndex {index} appears twice in Register {name}");
            let fields = self.store.record(self.registers.get(register).fields);
            let error = self.error(register, message).label_field(fields, "SubRegIndices");
            // The second occurrence. Tuple registers do not have their own list.
            let twice =
                described.sub_regs.iter().rposition(|sub_reg| sub_reg.index == pair[0].index);
            return Err(twice.into_iter().fold(error, FieldError::at_element));
        }
        self.sub_regs[register] = own;
        self.has_disjunct[register] = described.sub_regs.len() > 1;
        Ok(())
    }

    /// Returns the sorted sub-registers for a register whose described sub-registers are complete.
    /// Also fills `self.names`.
    fn collect(&mut self, described: &Register) -> Vec<SubReg> {
        self.names.clear();
        // Orphans get composed names from `indices`. `found` contains all indices that name a
        // sub-register.
        let mut indices = Vec::new();
        for &SubReg { index, register: sub_reg } in &described.sub_regs {
            self.names.set_register(index, sub_reg);
            self.names.index_or_set(sub_reg, index);
            indices.push(index);
        }
        let mut all_indices = indices.clone();
        // A sub-register whose index is already in use becomes an orphan.
        let mut orphans = 0;
        for &SubReg { register: sub_reg, .. } in &described.sub_regs {
            for &SubReg { index, register: inner } in &self.sub_regs[sub_reg] {
                if self.names.register(index).is_none() {
                    self.names.set_register(index, inner);
                    all_indices.push(index);
                } else if self.names.orphans[inner] != self.names.stamp {
                    self.names.orphans[inner] = self.names.stamp;
                    orphans += 1;
                }
            }
        }
        if orphans > 0 {
            self.name_as_described(&mut indices, &mut all_indices, &mut orphans);
            self.name_as_composed(indices, &mut all_indices, orphans);
        }
        all_indices.sort_unstable();
        let sub_reg = |index| Some(SubReg { index, register: self.names.register(index)? });
        all_indices.into_iter().filter_map(sub_reg).collect()
    }

    /// Removes a register from the orphans. Returns whether it was an orphan.
    fn adopt(&mut self, orphan: RegisterId, orphans: &mut usize) -> bool {
        let is_orphan = self.names.orphans[orphan] == self.names.stamp;
        if is_orphan {
            // Zero is never the current stamp.
            self.names.orphans[orphan] = 0;
            *orphans -= 1;
        }
        is_orphan
    }

    /// Assigns `ComposedOf` indices to orphans. A newly assigned index may be composed again.
    fn name_as_described(
        &mut self,
        indices: &mut Vec<SubRegIndexId>,
        found: &mut Vec<SubRegIndexId>,
        orphans: &mut usize,
    ) {
        let mut i = 0;
        while i < indices.len() {
            let outer = indices[i];
            i += 1;
            let Some(sub_reg) = self.names.register(outer) else { continue };
            let composites: Vec<_> = self.indices.composites_of(outer).collect();
            for (inner, composite) in composites {
                let Some(orphan) = get(&self.sub_regs[sub_reg], inner) else { continue };
                if self.names.register(composite).is_none() && self.adopt(orphan, orphans) {
                    self.names.set_register(composite, orphan);
                    found.push(composite);
                    indices.push(composite);
                }
            }
        }
    }

    /// Assigns composed indices to the remaining orphans. The last index comes first, as in the
    /// reference.
    fn name_as_composed(
        &mut self,
        mut indices: Vec<SubRegIndexId>,
        found: &mut Vec<SubRegIndexId>,
        mut orphans: usize,
    ) {
        while orphans > 0
            && let Some(outer) = indices.pop()
        {
            let Some(sub_reg) = self.names.register(outer) else { continue };
            for at in 0..self.sub_regs[sub_reg].len() {
                let SubReg { index: inner, register: orphan } = self.sub_regs[sub_reg][at];
                if self.adopt(orphan, &mut orphans) {
                    let composite = self.indices.composed_or_synthesized(outer, inner);
                    if self.names.register(composite).is_none() {
                        found.push(composite);
                    }
                    self.names.set_register(composite, orphan);
                }
            }
        }
    }

    /// Checks that the register does not contain itself and that no sub-register has two indices.
    fn check_names(&mut self, register: RegisterId, described: &Register) -> CompletionResult {
        for at in 0..self.sub_regs[register].len() {
            let SubReg { index, register: sub_reg } = self.sub_regs[register][at];
            if sub_reg == register {
                let name = &described.name;
                let message = format!("Register {name} has itself as a sub-register");
                return Err(self.error(register, message));
            }
            if !described.covered_by_sub_regs {
                self.indices.get_mut(index).all_super_regs_covered = false;
            }
            // Indices for inherited sub-registers are recorded here because they are all final now.
            // `note_concatenations` reads them.
            let other = self.names.index_or_set(sub_reg, index);
            if other != index {
                let name = self.registers.name(sub_reg);
                let (index, other) = (self.indices.name(index), self.indices.name(other));
                let message = format!(
                    "Sub-register can't have two names: {name} available as {index} and {other}"
                );
                return Err(self.error(register, message));
            }
        }
        Ok(())
    }

    /// Records concatenations: if a described sub-register is covered by its own sub-registers, its
    /// index is the concatenation of their indices in this register.
    fn note_concatenations(&mut self, described: &Register) {
        for &SubReg { index, register: sub_reg } in &described.sub_regs {
            let sub_reg = self.registers.get(sub_reg);
            // A concatenation needs at least two parts. A single part would be the same bits under
            // a second name.
            if !sub_reg.covered_by_sub_regs || sub_reg.sub_regs.len() <= 1 || sub_reg.is_artificial
            {
                continue;
            }
            let is_real = |part: &&SubReg| !self.indices.get(part.index).is_artificial;
            if self.artificial_parts_prevent_concatenation
                && !sub_reg.sub_regs.iter().all(|part| is_real(&part))
            {
                continue;
            }
            let parts = sub_reg.sub_regs.iter().filter(is_real);
            let parts = parts.filter_map(|part| self.names.index(part.register)).collect();
            self.indices.concatenate(index, parts);
        }
    }

    /// Assigns units to a register (rule 3). The first register in an alias pair creates the shared
    /// unit.
    fn assign_units(&mut self, register: RegisterId, described: &Register) {
        // An alias that was completed earlier has already added the shared unit here.
        let mut units = std::mem::take(&mut self.register_units[register]);
        for &SubReg { register: sub_reg, .. } in &described.sub_regs {
            units.extend_from_slice(&self.register_units[sub_reg]);
        }
        let is_artificial = described.is_artificial;
        let own = RegUnit { root: register, alias: None, is_artificial };
        if self.aliased_leaves_have_units && described.sub_regs.is_empty() {
            units.push(self.units.push(own));
        }
        for alias in self.aliases[register].clone() {
            if !self.is_begun[alias] {
                let is_artificial = is_artificial || self.registers.get(alias).is_artificial;
                let unit = RegUnit { root: register, alias: Some(alias), is_artificial };
                let unit = self.units.push(unit);
                units.push(unit);
                self.register_units[alias].push(unit);
            }
        }
        if units.is_empty() {
            units.push(self.units.push(own));
        }
        // Sub-registers may share units. Subset tests and binary searches rely on sorted units.
        units.sort_unstable();
        units.dedup();
        self.register_units[register] = units;
    }

    /// Adds sub-registers that consist of consecutive sub-registers (rule 2).
    fn add_concatenated(&mut self) -> CompletionResult {
        // Covered registers by their first sub-register. Only these can start with it.
        let mut beginning_with: IndexVec<RegisterId, Vec<RegisterId>> =
            self.registers.side_table(Vec::new());
        for (i, register) in self.registers.iter() {
            if let (true, Some(first)) = (register.covered_by_sub_regs, register.sub_regs.first()) {
                beginning_with[first.register].push(i);
            }
        }
        // This cannot run earlier because concatenations are recorded while registers are
        // completed.
        let mut concatenations = Concatenations::new(&mut self.indices);
        for (i, register) in self.registers.iter() {
            if register.covered_by_sub_regs {
                self.add_concatenated_to(i, &beginning_with, &mut concatenations)?;
            }
        }
        Ok(())
    }

    fn add_concatenated_to(
        &mut self,
        register: RegisterId,
        beginning_with: &IndexVec<RegisterId, Vec<RegisterId>>,
        concatenations: &mut Concatenations,
    ) -> CompletionResult {
        self.names.clear();
        for &SubReg { index, register: sub_reg } in &self.sub_regs[register] {
            self.names.set_register(index, sub_reg);
            self.names.index_or_set(sub_reg, index);
        }
        let mut added = Vec::new();
        let own = self.sub_regs[register].iter();
        let mut queue: VecDeque<RegisterId> = own.map(|sub_reg| sub_reg.register).collect();
        while let Some(first) = queue.pop_front() {
            for &candidate in &beginning_with[first] {
                if candidate == register || self.names.index(candidate).is_some() {
                    continue;
                }
                let Some(parts) = self.parts(candidate) else { continue };
                let index = concatenations.index_of(parts, &mut self.indices);
                if self.names.register(index).is_some() {
                    continue;
                }
                self.names.set_register(index, candidate);
                self.names.index_or_set(candidate, index);
                added.push(SubReg { index, register: candidate });
                // Further registers may start with the added register.
                queue.push_back(candidate);
            }
        }
        // Composes each new index with its part indices. This runs after the loop because a part
        // may have been added after the register that contains it.
        for &SubReg { index: outer, register: sub_reg } in &added {
            for &SubReg { index: inner, register: part } in &self.sub_regs[sub_reg] {
                let Some(index) = self.names.index(part) else {
                    let (part, name) = (self.registers.name(part), self.registers.name(register));
                    let message = format!("No SubRegIndex for {part} in {name}");
                    return Err(self.error(register, message));
                };
                self.indices.compose(outer, inner, index);
            }
        }
        if !added.is_empty() {
            let own = &mut self.sub_regs[register];
            own.extend(added);
            own.sort_unstable_by_key(|sub_reg| sub_reg.index);
        }
        Ok(())
    }

    /// Returns the part indices for `candidate` in the current register. Returns `None` if it has
    /// one part only or if a part is not in the current register.
    fn parts(&self, candidate: RegisterId) -> Option<Vec<SubRegIndexId>> {
        let parts = &self.registers.get(candidate).sub_regs;
        if parts.len() == 1 {
            return None;
        }
        // Usually the last part is missing, so the search starts at the end.
        if !parts.iter().rev().all(|part| self.names.index(part.register).is_some()) {
            return None;
        }
        let mut indices = Vec::with_capacity(parts.len());
        for index in parts.iter().filter_map(|part| self.names.index(part.register)) {
            match &self.indices.get(index).concatenation_of[..] {
                [] => indices.push(index),
                apart => indices.extend_from_slice(apart),
            }
        }
        Some(indices)
    }

    /// Returns the super-registers and the shape for each register.
    fn super_regs(
        &self,
    ) -> (IndexVec<RegisterId, Vec<RegisterId>>, IndexVec<RegisterId, SubRegisterShapeId>) {
        let mut super_regs: IndexVec<RegisterId, Vec<RegisterId>> =
            self.registers.side_table(Vec::new());
        let mut shapes: IndexVec<RegisterId, Option<SubRegisterShapeId>> =
            self.registers.side_table(None);
        let mut shape_ids: FxHashMap<
            Vec<(SubRegIndexId, Option<SubRegisterShapeId>)>,
            SubRegisterShapeId,
        > = FxHashMap::default();
        // A depth-first search. The stack is the path from `register` down, each entry with its
        // next sub-register position. A register is finished after its sub-registers.
        let mut stack: Vec<(RegisterId, usize)> = Vec::new();
        let mut is_begun = self.registers.side_table(false);
        for register in self.registers.ids() {
            stack.push((register, 0));
            while let Some(&mut (at, ref mut next)) = stack.last_mut() {
                is_begun[at] = true;
                let sub_regs = &self.sub_regs[at];
                if shapes[at].is_some() {
                    stack.pop();
                } else if let Some(&SubReg { register: sub_reg, .. }) = sub_regs.get(*next) {
                    *next += 1;
                    if !is_begun[sub_reg] {
                        stack.push((sub_reg, 0));
                    }
                } else {
                    let shape = sub_regs.iter().map(|part| (part.index, shapes[part.register]));
                    let shape = shape.collect();
                    for &SubReg { register: sub_reg, .. } in sub_regs {
                        if super_regs[sub_reg].last() != Some(&at) {
                            super_regs[sub_reg].push(at);
                        }
                    }
                    let next = SubRegisterShapeId::from_index(shape_ids.len());
                    shapes[at] = Some(*shape_ids.entry(shape).or_insert(next));
                    stack.pop();
                }
            }
        }
        let shapes = shapes.into_iter().map(|s| s.expect("each register was visited")).collect();
        (super_regs, shapes)
    }

    /// Clears `is_artificial` on each index by which a real register has a real sub-register.
    fn mark_artificial_indices(&mut self) {
        for (id, register) in self.registers.iter() {
            if register.is_artificial {
                continue;
            }
            for &SubReg { index, register: sub_reg } in &self.sub_regs[id] {
                if !self.registers.get(sub_reg).is_artificial {
                    self.indices.get_mut(index).is_artificial = false;
                }
            }
        }
    }
}
