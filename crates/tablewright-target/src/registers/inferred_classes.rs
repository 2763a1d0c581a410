//! Inference for register classes.
//!
//! In: the described classes. Out: these classes and the additional classes that code generation
//! needs. Each of the following register sets becomes a class:
//!
//! - the members in a class that have a certain sub-register (`A_with_sub`),
//! - the members that two classes share (`A_and_B`),
//! - the members whose sub-register belongs to another class (`A_with_sub_in_B`).
//!
//! Inferred classes lead to further inferred classes, until no new register set appears. A class
//! name describes the first derivation found, so the search order affects the output.

use hashbrown::HashMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Feature, RecordStore};

use super::index::{RegisterId, SubRegIndexId};
use super::register::{Registers, SubReg};
use super::register_class::{DescribedClass, DescribedClassId};
use super::register_set::RegisterSet;
use super::register_size::{RegisterSize, RegisterSizes};
use super::sub_reg_index::SubRegIndices;
use super::sub_registers::SubRegisters;

define_index! {
    /// A class in discovery order: described classes first.
    pub(super) struct FoundClassId;
}

/// A class during the search.
pub(super) struct FoundClass {
    pub(super) name: String,
    /// The described class id; `None` if the class is inferred.
    pub(super) described: Option<DescribedClassId>,
    pub(super) members: RegisterSet,
    pub(super) sizes: RegisterSizes,
    pub(super) is_artificial: bool,
    /// `sub` and `B` if the class was inferred as `A_with_sub_in_B`.
    pub(super) found_by: Option<(SubRegIndexId, FoundClassId)>,
    /// By sub-register index, the class that contains exactly the members with this sub-register.
    pub(super) with_sub_reg: IndexVec<SubRegIndexId, Option<FoundClassId>>,
    /// Pairs of an index and a class. All members in the paired class have a sub-register from this
    /// class at the index.
    pub(super) super_reg_classes: Vec<(SubRegIndexId, FoundClassId)>,
}

/// The key by which classes are compared: members, and sizes in the default mode.
type Key = (RegisterSet, RegisterSize);

/// The search for inferred classes: the classes found so far and lookup tables.
pub(super) struct InferredClassSearch<'m> {
    registers: &'m Registers,
    indices: &'m SubRegIndices,
    /// The rules for matching sub-registers with other classes.
    pub(super) matching: MatchingRules<'m>,
    pub(super) classes: IndexVec<FoundClassId, FoundClass>,
    by_key: HashMap<Key, FoundClassId, FxBuildHasher>,
    /// The names of inferred classes, filled only if short names must be unique.
    names: FxHashSet<String>,
    /// By sub-register index, the registers that have this sub-register. Artificial registers and
    /// indices are omitted because no class is inferred from them.
    having: IndexVec<SubRegIndexId, RegisterSet>,
    /// The artificial indices, each with the registers that have such a sub-register. These indices
    /// count for a class if all its members have them, but no class is inferred from them.
    having_artificial: Vec<(SubRegIndexId, RegisterSet)>,
    sub_reg_of: IndexVec<SubRegIndexId, SubRegOf>,
    /// By sub-register index, the classes whose registers may be such sub-registers. Other classes are examined only
    /// once.
    candidates: IndexVec<SubRegIndexId, CandidateClasses>,
}

/// The real (not artificial) classes that share registers with a given set.
struct CandidateClasses {
    /// All registers that occur as a sub-register at the index.
    sub_regs: RegisterSet,
    classes: Vec<FoundClassId>,
    /// The number of classes examined so far.
    seen: usize,
}

impl CandidateClasses {
    /// Examines the classes found since the last update.
    fn update(&mut self, classes: &IndexVec<FoundClassId, FoundClass>) {
        for (id, class) in classes.iter_enumerated().skip(self.seen) {
            if !class.is_artificial && self.sub_regs.intersects(&class.members) {
                self.classes.push(id);
            }
        }
        self.seen = classes.len();
    }
}

/// The sub-registers at one index, by register. The list starts with the first register that has
/// such a sub-register.
#[derive(Default)]
struct SubRegOf {
    first: usize,
    /// Sub-register numbers. Zero means that the register lacks this sub-register.
    sub_regs: Vec<u32>,
}

impl SubRegOf {
    /// Iterates over all sub-registers.
    fn all(&self) -> impl Iterator<Item = RegisterId> + '_ {
        let numbers = self.sub_regs.iter().filter(|&&number| number > 0);
        numbers.map(|&number| RegisterId::from_index(number as usize - 1))
    }

    /// Returns a register's sub-register, if any.
    fn get(&self, register: RegisterId) -> Option<RegisterId> {
        let number = *self.sub_regs.get(register.index().checked_sub(self.first)?)?;
        number.checked_sub(1).map(|i| RegisterId::from_index(i as usize))
    }
}

impl<'m> InferredClassSearch<'m> {
    /// Starts with the described classes.
    pub(super) fn new(
        registers: &'m Registers,
        sub_registers: &'m SubRegisters,
        indices: &'m SubRegIndices,
        matching: MatchingRules<'m>,
        described: &IndexVec<DescribedClassId, DescribedClass>,
        names: impl Fn(&DescribedClass) -> String,
    ) -> InferredClassSearch<'m> {
        let (having, sub_reg_of) = sub_regs_by_index(registers, sub_registers);
        let candidates = sub_reg_of.iter().map(|sub_reg_of| CandidateClasses {
            sub_regs: sub_reg_of.all().collect(),
            classes: Vec::new(),
            seen: 0,
        });
        let candidates = candidates.collect();
        let having_artificial = if matching.artificial_indices_count {
            let artificial = sub_registers.indices.iter().filter(|(_, index)| index.is_artificial);
            let having = |(index, _)| {
                let has_part = |&register: &RegisterId| sub_reg_of[index].get(register).is_some();
                (index, registers.ids().filter(has_part).collect())
            };
            artificial.map(having).collect()
        } else {
            Vec::new()
        };
        let mut search = InferredClassSearch {
            registers,
            indices,
            matching,
            classes: IndexVec::with_capacity(described.len()),
            by_key: HashMap::default(),
            names: FxHashSet::default(),
            having,
            having_artificial,
            sub_reg_of,
            candidates,
        };
        for (id, class) in described.iter_enumerated() {
            // The first described class represents all described classes with the same members and
            // sizes. Artificial classes have no key, so that an inferred class is never identified
            // with them.
            if !class.is_artificial {
                let key = (search.key_members(&class.members), class.sizes.default());
                search.by_key.entry(key).or_insert(search.classes.next_index());
            }
            search.classes.push(FoundClass {
                name: names(class),
                described: Some(id),
                members: class.members.clone(),
                sizes: class.sizes.clone(),
                is_artificial: class.is_artificial,
                found_by: None,
                with_sub_reg: IndexVec::from_elem(None, &search.having),
                super_reg_classes: Vec::new(),
            });
        }
        search
    }

    /// Adds inferred classes until no more follow. Applies the three rules above, in this order, to
    /// each class in turn.
    pub(super) fn run(&mut self) {
        let first = FoundClassId::from_index(0);
        // The last class in the range whose classes are all matched with each other. The initial
        // range is the described classes: each is matched with all classes when its turn comes.
        let mut matched = self.classes.indices().next_back();
        let mut at = first;
        while at < self.classes.next_index() {
            let next = FoundClassId::from_index(at.index() + 1);
            if !self.classes[at].is_artificial {
                self.with_sub_regs(at);
                self.shared_with_others(at);
                self.with_sub_regs_in_others(at, first);
                // The classes up to this class have not been matched with the newer classes yet.
                if Some(at) == matched {
                    matched = self.classes.indices().next_back();
                    if Some(at) < matched {
                        for class in (0..next.index()).map(FoundClassId::from_index) {
                            self.with_sub_regs_in_others(class, next);
                        }
                    }
                }
            }
            at = next;
        }
    }

    fn is_artificial(&self, register: RegisterId) -> bool {
        self.registers.get(register).is_artificial
    }

    /// Returns the members that identify a class in `by_key`.
    fn key_members(&self, members: &RegisterSet) -> RegisterSet {
        if self.matching.artificial_members_infer_nothing {
            members.iter().filter(|&member| !self.is_artificial(member)).collect()
        } else {
            members.clone()
        }
    }

    /// Finds or adds the class with these `members`, a subset of the members in class `of`. Returns
    /// `None` if all members are artificial and the release infers nothing from artificial members.
    fn sub_class(
        &mut self,
        of: FoundClassId,
        members: RegisterSet,
        name: impl FnOnce(&IndexVec<FoundClassId, FoundClass>) -> String,
    ) -> Option<FoundClassId> {
        let sizes = self.classes[of].sizes.clone();
        let key = (self.key_members(&members), sizes.default());
        if key.0.is_empty() {
            return None;
        }
        // `of` takes precedence over other classes that differ only in artificial members.
        if key.0 == self.key_members(&self.classes[of].members) {
            return Some(of);
        }
        if let Some(&existing) = self.by_key.get(&key) {
            return Some(existing);
        }
        let name = name(&self.classes);
        if self.matching.short_names_are_unique {
            self.names.insert(name.clone());
        }
        let is_artificial = members.iter().all(|r| self.is_artificial(r));
        let new = self.classes.push(FoundClass {
            name,
            described: None,
            found_by: None,
            is_artificial,
            members,
            sizes,
            with_sub_reg: IndexVec::from_elem(None, &self.having),
            super_reg_classes: Vec::new(),
        });
        self.by_key.insert(key, new);
        Some(new)
    }

    /// Infers `A_with_sub`: for each sub-register index, the members that have this sub-register.
    fn with_sub_regs(&mut self, class: FoundClassId) {
        for index in self.having.indices() {
            let FoundClass { members, .. } = &self.classes[class];
            if !members.intersects(&self.having[index]) {
                continue;
            }
            let sub_class_id = if members.is_subset(&self.having[index]) {
                Some(class)
            } else {
                let some = members.intersection(&self.having[index]);
                let name = self.indices.name(index);
                self.sub_class(class, some, |classes| {
                    format!("{}_with_{name}", classes[class].name)
                })
            };
            self.classes[class].with_sub_reg[index] = sub_class_id;
        }
        for (index, having) in &self.having_artificial {
            if self.key_members(&self.classes[class].members).is_subset(having) {
                self.classes[class].with_sub_reg[*index] = Some(class);
            }
        }
    }

    /// Infers `A_and_B`: the members shared with another class. The class with the larger spill
    /// slots determines the sizes and comes first in the name.
    fn shared_with_others(&mut self, class: FoundClassId) {
        // The range is fixed here. Classes added in this loop are matched with all classes when
        // their turn comes.
        for other in self.classes.indices() {
            if other == class {
                continue;
            }
            let (a, b) = (&self.classes[class], &self.classes[other]);
            if !a.members.intersects(&b.members) {
                continue;
            }
            let (of, with) = if b.sizes.has_stricter_spill_than(&a.sizes) {
                (other, class)
            } else {
                (class, other)
            };
            let (a, b) = (&self.classes[of], &self.classes[with]);
            // If one class contains all members of the other and the sizes are equal, the smaller
            // class already is the intersection.
            let is_there = |all: &FoundClass, others: &FoundClass| {
                !all.is_artificial
                    && all.sizes.default() == a.sizes.default()
                    && all.members.is_subset(&others.members)
            };
            if is_there(a, b) || is_there(b, a) {
                continue;
            }
            let shared = a.members.intersection(&b.members);
            self.sub_class(of, shared, |classes| {
                format!("{}_and_{}", classes[of].name, classes[with].name)
            });
        }
    }

    /// Infers `A_with_sub_in_B`: for each sub-register that all members have, and for each existing
    /// class `B` from `first` on, the members whose sub-register is in `B`.
    fn with_sub_regs_in_others(&mut self, class: FoundClassId, first: FoundClassId) {
        let mut implied: FxHashSet<SubRegIndexId> = FxHashSet::default();
        for at in 0..self.having.len() {
            let index = self.matching.order.index(at);
            if self.classes[class].with_sub_reg[index] != Some(class) || implied.contains(&index) {
                continue;
            }
            // If one class `B` contains all these sub-registers, their parts need no search here:
            // matching `B` and then composing with this index finds the same classes.
            if self.with_sub_reg_in_others(class, index, first) {
                implied.extend(self.matching.order.parts(index));
            }
        }
    }

    /// Applies the rule to one sub-register index. Returns whether a single class contains the
    /// sub-registers of all members.
    fn with_sub_reg_in_others(
        &mut self,
        class: FoundClassId,
        index: SubRegIndexId,
        first: FoundClassId,
    ) -> bool {
        let sub_reg_of = &self.sub_reg_of[index];
        let members = self.classes[class].members.iter();
        let sub_regs: RegisterSet = members.filter_map(|r| sub_reg_of.get(r)).collect();
        let mut seen: FxHashSet<RegisterSet> = FxHashSet::default();
        let mut is_in_one_class = false;
        self.candidates[index].update(&self.classes);
        let candidates = &self.candidates[index].classes;
        // Candidates are in discovery order.
        let from = candidates.partition_point(|&other| other < first);
        for at in from..candidates.len() {
            let other = self.candidates[index].classes[at];
            let FoundClass { members, .. } = &self.classes[other];
            if !sub_regs.intersects(members) {
                continue;
            }
            // All members qualify, so no class is inferred. The pair becomes a super-register class
            // of `other`.
            if sub_regs.is_subset(members) {
                self.classes[other].super_reg_classes.push((index, class));
                is_in_one_class = true;
                continue;
            }
            // Another class with the same subset of these sub-registers selects the same members.
            let shared = sub_regs.intersection(members);
            if seen.contains(&shared) {
                continue;
            }
            let sub_reg_of = &self.sub_reg_of[index];
            let is_shared = |r: &RegisterId| sub_reg_of.get(*r).is_some_and(|r| shared.contains(r));
            let some: RegisterSet = self.classes[class].members.iter().filter(is_shared).collect();
            let some = self.key_members(&some);
            seen.insert(shared);
            let (part, within) = self.named_after(class, index, other);
            let name = self.name_with(class, part, within);
            let count = self.classes.len();
            let new_class = self.sub_class(class, some, |_| name);
            if let Some(sub_class_id) = new_class
                && self.classes.len() > count
            {
                self.classes[sub_class_id].found_by = Some((part, within));
            }
        }
        is_in_one_class
    }

    /// Returns the index and the class for the name `A_with_sub_in_B`. If `B` is itself an
    /// `X_with_part_in_C` and the composition of `sub` and `part` has an index, returns that index
    /// and `C` for a shorter name.
    fn named_after(
        &self,
        class: FoundClassId,
        index: SubRegIndexId,
        other: FoundClassId,
    ) -> (SubRegIndexId, FoundClassId) {
        self.shorter_name(class, index, other).unwrap_or((index, other))
    }

    /// Returns the shorter alternative of [`Self::named_after`], if its name is free.
    fn shorter_name(
        &self,
        class: FoundClassId,
        index: SubRegIndexId,
        other: FoundClassId,
    ) -> Option<(SubRegIndexId, FoundClassId)> {
        let (part, within) = self.classes[other].found_by?;
        let part = self.matching.order.part_of(index, part)?;
        let is_free = !self.names.contains(&self.name_with(class, part, within));
        is_free.then_some((part, within))
    }

    /// Returns the name `A_with_sub_in_B`.
    fn name_with(&self, class: FoundClassId, index: SubRegIndexId, other: FoundClassId) -> String {
        let [class, other] = [class, other].map(|class| &self.classes[class].name);
        format!("{class}_with_{}_in_{other}", self.indices.name(index))
    }
}

/// The inference rules in a release.
pub(super) struct MatchingRules<'m> {
    pub(super) order: MatchingOrder<'m>,
    /// Whether artificial indices count in `with_sub_reg`.
    artificial_indices_count: bool,
    artificial_members_infer_nothing: bool,
    short_names_are_unique: bool,
}

impl<'m> MatchingRules<'m> {
    /// Returns the rules for the loaded release.
    pub(super) fn new(store: &RecordStore, indices: &'m SubRegIndices) -> MatchingRules<'m> {
        let has = |feature| store.release().has(feature);
        MatchingRules {
            order: if has(Feature::LargeSubRegsInferClasses) {
                MatchingOrder::LargestFirst(largest_first(indices), indices)
            } else {
                MatchingOrder::Numbers
            },
            artificial_indices_count: has(Feature::ClassesHaveArtificialParts),
            artificial_members_infer_nothing: has(Feature::ArtificialMembersInferNoClasses),
            short_names_are_unique: has(Feature::ShortClassNamesAreUnique),
        }
    }
}

/// The order for matching sub-registers with other classes.
pub(super) enum MatchingOrder<'m> {
    /// In the order of index numbers.
    Numbers,
    /// Each index before its parts.
    LargestFirst(Vec<SubRegIndexId>, &'m SubRegIndices),
}

impl MatchingOrder<'_> {
    fn index(&self, at: usize) -> SubRegIndexId {
        match self {
            MatchingOrder::Numbers => SubRegIndexId::from_index(at),
            MatchingOrder::LargestFirst(order, _) => order[at],
        }
    }

    /// Returns the order with large indices first; `None` for index order.
    pub(super) fn largest_first(&self) -> Option<&[SubRegIndexId]> {
        match self {
            MatchingOrder::Numbers => None,
            MatchingOrder::LargestFirst(order, _) => Some(order),
        }
    }

    /// Returns the composed indices for all parts of `index`.
    fn parts(&self, index: SubRegIndexId) -> Vec<SubRegIndexId> {
        match self {
            MatchingOrder::Numbers => Vec::new(),
            MatchingOrder::LargestFirst(_, indices) => {
                indices.composites_of(index).map(|(_, part)| part).collect()
            }
        }
    }

    /// Returns the composition of `index` and `part`.
    fn part_of(&self, index: SubRegIndexId, part: SubRegIndexId) -> Option<SubRegIndexId> {
        match self {
            MatchingOrder::Numbers => None,
            MatchingOrder::LargestFirst(_, indices) => indices.composed(index, part),
        }
    }
}

/// Returns the indices in reverse postorder. The graph has an edge from each index to its composed
/// indices. Last indices and last parts are visited first.
fn largest_first(indices: &SubRegIndices) -> Vec<SubRegIndexId> {
    let composites = |index| {
        let all: Vec<SubRegIndexId> = indices.composites_of(index).map(|(_, c)| c).collect();
        all.into_iter().rev()
    };
    let mut order = Vec::with_capacity(indices.len());
    let mut is_begun: IndexVec<SubRegIndexId, bool> = IndexVec::from_elem_n(false, indices.len());
    for root in (0..indices.len()).rev().map(SubRegIndexId::from_index) {
        if std::mem::replace(&mut is_begun[root], true) {
            continue;
        }
        let mut stack = vec![(root, composites(root))];
        while let Some((at, successors)) = stack.last_mut() {
            if let Some(next) = successors.next() {
                if !std::mem::replace(&mut is_begun[next], true) {
                    stack.push((next, composites(next)));
                }
            } else {
                order.push(*at);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn sub_regs_by_index(
    registers: &Registers,
    sub_registers: &SubRegisters,
) -> (IndexVec<SubRegIndexId, RegisterSet>, IndexVec<SubRegIndexId, SubRegOf>) {
    let count = sub_registers.indices.len();
    let mut having: IndexVec<SubRegIndexId, Vec<RegisterId>> =
        IndexVec::from_elem_n(Vec::new(), count);
    let mut sub_regs = IndexVec::from_fn(count, |_| SubRegOf::default());
    for (id, register) in registers.iter() {
        for &SubReg { index, register: sub_reg } in sub_registers.for_register(id) {
            let sub_reg_of = &mut sub_regs[index];
            if sub_reg_of.sub_regs.is_empty() {
                sub_reg_of.first = id.index();
            }
            sub_reg_of.sub_regs.resize(id.index() - sub_reg_of.first, 0);
            sub_reg_of.sub_regs.push(sub_reg.number());
            if !register.is_artificial && !sub_registers.indices.get(index).is_artificial {
                having[index].push(id);
            }
        }
    }
    (having.into_iter().map(RegisterSet::from_iter).collect(), sub_regs)
}
