//! Inference of register classes.
//!
//! In: the described classes. Out: these and the classes that code generation needs besides, so that
//! each of the following sets of registers is a class:
//!
//! - the members of a class that have a certain sub-register (`A_with_sub`),
//! - the members that two classes have in common (`A_and_B`),
//! - the members whose sub-register is a member of another class (`A_with_sub_in_B`).
//!
//! Classes are inferred from inferred classes too, until no new set of registers comes up. The name
//! of a class says how it was found first, so the order of the search is part of what
//! is printed.

use hashbrown::HashMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Feature, RecordStore};

use super::index::{RegisterId, SubRegIndexId};
use super::register::Registers;
use super::register_class::{DescribedClass, DescribedClassId};
use super::register_set::RegisterSet;
use super::register_size::{RegisterSize, RegisterSizes};
use super::sub_reg_index::SubRegIndices;
use super::sub_registers::SubRegisters;

define_index! {
    /// A class in the order in which the search found it: the described ones first.
    pub(super) struct FoundClassId;
}

/// A class while others are searched for.
pub(super) struct FoundClass {
    pub(super) name: String,
    /// Its id among the described classes, if it is one of these.
    pub(super) described: Option<DescribedClassId>,
    pub(super) members: RegisterSet,
    pub(super) sizes: RegisterSizes,
    pub(super) is_artificial: bool,
    /// `sub` and `B` of a class that was found as `A_with_sub_in_B`.
    pub(super) found_by: Option<(SubRegIndexId, FoundClassId)>,
    /// By sub-register index, the class of those members that have the sub-register.
    pub(super) with_sub_reg: IndexVec<SubRegIndexId, Option<FoundClassId>>,
    /// By sub-register index, the classes all of whose members have a register of this class there.
    pub(super) super_reg_classes: Vec<(SubRegIndexId, FoundClassId)>,
}

/// Two classes are the same if they have the same members and the same sizes in the default mode.
type Key = (RegisterSet, RegisterSize);

/// The search for inferred classes: the classes found so far, and the tables that it reads.
pub(super) struct InferredClassSearch<'m> {
    registers: &'m Registers,
    indices: &'m SubRegIndices,
    /// The order in which sub-registers are matched with other classes.
    pub(super) matching: MatchingRules<'m>,
    pub(super) classes: IndexVec<FoundClassId, FoundClass>,
    by_key: HashMap<Key, FoundClassId, FxBuildHasher>,
    /// The names of inferred classes, where shorter names have to be unique.
    names: FxHashSet<String>,
    /// By sub-register index, the registers that have the sub-register. Artificial registers and
    /// indices do not count: no class follows from them.
    having: IndexVec<SubRegIndexId, RegisterSet>,
    /// The artificial indices with the registers that have a sub-register of that index. A class
    /// has such sub-registers if all of its members do, and none is inferred from them.
    having_artificial: Vec<(SubRegIndexId, RegisterSet)>,
    sub_reg_of: IndexVec<SubRegIndexId, SubRegOf>,
    /// By sub-register index, the classes that may hold such sub-registers: a class without any is
    /// not examined again.
    candidates: IndexVec<SubRegIndexId, CandidateClasses>,
}

/// The classes that are not artificial and share registers with a set.
struct CandidateClasses {
    /// All registers that are the sub-register of that index of another.
    sub_regs: RegisterSet,
    classes: Vec<FoundClassId>,
    /// The number of classes that have been examined.
    seen: usize,
}

impl CandidateClasses {
    /// Examines the classes that were found since the last update.
    fn update(&mut self, classes: &IndexVec<FoundClassId, FoundClass>) {
        for (id, class) in classes.iter_enumerated().skip(self.seen) {
            if !class.is_artificial && self.sub_regs.intersects(&class.members) {
                self.classes.push(id);
            }
        }
        self.seen = classes.len();
    }
}

/// The sub-registers of a certain index, by register. The list begins with the first register that
/// has one.
#[derive(Default)]
struct SubRegOf {
    first: usize,
    /// The numbers of sub-registers; zero for a register that has none.
    sub_regs: Vec<u32>,
}

impl SubRegOf {
    /// All sub-registers.
    fn all(&self) -> impl Iterator<Item = RegisterId> + '_ {
        let numbers = self.sub_regs.iter().filter(|&&number| number > 0);
        numbers.map(|&number| RegisterId::from_index(number as usize - 1))
    }

    /// The sub-register of a register that has one.
    fn get(&self, register: RegisterId) -> Option<RegisterId> {
        let number = *self.sub_regs.get(register.index().checked_sub(self.first)?)?;
        number.checked_sub(1).map(|i| RegisterId::from_index(i as usize))
    }
}

impl<'m> InferredClassSearch<'m> {
    /// Begins with the classes that are described.
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
            // Of described classes with the same members and sizes, the first stands for all.
            // Artificial ones are not found by their members, so that no inferred class is taken
            // for one of them.
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

    /// Adds inferred classes until no more follow. For each class in turn, the three rules above
    /// are applied in this order.
    pub(super) fn run(&mut self) {
        let first = FoundClassId::from_index(0);
        // The last class of those that have been matched with each other. At the start these are
        // the described classes: each is matched with all of them when its turn comes.
        let mut matched = self.classes.indices().next_back();
        let mut at = first;
        while at < self.classes.next_index() {
            let next = FoundClassId::from_index(at.index() + 1);
            if !self.classes[at].is_artificial {
                self.with_sub_regs(at);
                self.shared_with_others(at);
                self.with_sub_regs_in_others(at, first);
                // The classes up to this one have not been matched with those found since.
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

    /// The members by which a class is found again.
    fn key_members(&self, members: &RegisterSet) -> RegisterSet {
        if self.matching.artificial_members_infer_nothing {
            members.iter().filter(|&member| !self.is_artificial(member)).collect()
        } else {
            members.clone()
        }
    }

    /// The class of `members`, which are a subset of those of class `of`. A new class is added. None is
    /// there for members that are all artificial, where these infer nothing.
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
        // Before others that have the same members but for artificial ones.
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

    /// `A_with_sub`: for each sub-register index, the members that have the sub-register.
    fn with_sub_regs(&mut self, class: FoundClassId) {
        for index in self.having.indices() {
            let FoundClass { members, .. } = &self.classes[class];
            if !members.intersects(&self.having[index]) {
                continue;
            }
            let found = if members.is_subset(&self.having[index]) {
                Some(class)
            } else {
                let some = members.intersection(&self.having[index]);
                let name = self.indices.name(index);
                self.sub_class(class, some, |classes| {
                    format!("{}_with_{name}", classes[class].name)
                })
            };
            self.classes[class].with_sub_reg[index] = found;
        }
        for (index, having) in &self.having_artificial {
            if self.key_members(&self.classes[class].members).is_subset(having) {
                self.classes[class].with_sub_reg[*index] = Some(class);
            }
        }
    }

    /// `A_and_B`: the members that are in another class too. The class whose registers take more
    /// room when they are spilled lends its sizes, and comes first in the name.
    fn shared_with_others(&mut self, class: FoundClassId) {
        // The range is fixed here. Classes that this loop finds are matched with all others when
        // their own turn comes.
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
            // Where all members of one are members of the other, the smaller class is their
            // intersection, if the sizes are the same.
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

    /// `A_with_sub_in_B`: for each sub-register that all members have, and for each class `B` from
    /// `first` on that is there now, the members whose sub-register is in `B`.
    fn with_sub_regs_in_others(&mut self, class: FoundClassId, first: FoundClassId) {
        let mut implied: FxHashSet<SubRegIndexId> = FxHashSet::default();
        for at in 0..self.having.len() {
            let index = self.matching.order.index(at);
            if self.classes[class].with_sub_reg[index] != Some(class) || implied.contains(&index) {
                continue;
            }
            // Where all these sub-registers are in a class `B`, whatever is to be found by their own
            // parts is found when `B` is matched, and then by this index.
            if self.with_sub_reg_in_others(class, index, first) {
                implied.extend(self.matching.order.parts(index));
            }
        }
    }

    /// The same for one sub-register. Returns whether all members have their sub-registers in one of
    /// these classes.
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
        // CandidateClasses are in the order in which they were found.
        let from = candidates.partition_point(|&other| other < first);
        for at in from..candidates.len() {
            let other = self.candidates[index].classes[at];
            let FoundClass { members, .. } = &self.classes[other];
            if !sub_regs.intersects(members) {
                continue;
            }
            // All members qualify, so no class is inferred. The pair becomes one of the
            // super-register classes of `other`.
            if sub_regs.is_subset(members) {
                self.classes[other].super_reg_classes.push((index, class));
                is_in_one_class = true;
                continue;
            }
            // Another class with the same of these sub-registers selects the same members.
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
            let found = self.sub_class(class, some, |_| name);
            if let Some(found) = found
                && self.classes.len() > count
            {
                self.classes[found].found_by = Some((part, within));
            }
        }
        is_in_one_class
    }

    /// The index and the class in the name `A_with_sub_in_B`. Where `B` is itself an
    /// `X_with_part_in_C`, and `part` of `sub` has a name, the shorter `A_with_part_of_sub_in_C`.
    fn named_after(
        &self,
        class: FoundClassId,
        index: SubRegIndexId,
        other: FoundClassId,
    ) -> (SubRegIndexId, FoundClassId) {
        let shorter = || {
            let (part, within) = self.classes[other].found_by?;
            let part = self.matching.order.part_of(index, part)?;
            let is_free = !self.names.contains(&self.name_with(class, part, within));
            is_free.then_some((part, within))
        };
        shorter().unwrap_or((index, other))
    }

    /// `A_with_sub_in_B`.
    fn name_with(&self, class: FoundClassId, index: SubRegIndexId, other: FoundClassId) -> String {
        let [class, other] = [class, other].map(|class| &self.classes[class].name);
        format!("{class}_with_{}_in_{other}", self.indices.name(index))
    }
}

/// How classes are inferred in a release.
pub(super) struct MatchingRules<'m> {
    pub(super) order: MatchingOrder<'m>,
    /// Whether a class has the sub-registers of artificial indices.
    artificial_indices_count: bool,
    artificial_members_infer_nothing: bool,
    short_names_are_unique: bool,
}

impl<'m> MatchingRules<'m> {
    /// The rules of the release.
    pub(super) fn of(store: &RecordStore, indices: &'m SubRegIndices) -> MatchingRules<'m> {
        let has = |feature| store.release().has(feature);
        MatchingRules {
            order: match has(Feature::LargeSubRegsInferClasses) {
                true => MatchingOrder::LargestFirst(largest_first(indices), indices),
                false => MatchingOrder::Numbers,
            },
            artificial_indices_count: has(Feature::ClassesHaveArtificialParts),
            artificial_members_infer_nothing: has(Feature::ArtificialMembersInferNoClasses),
            short_names_are_unique: has(Feature::ShortClassNamesAreUnique),
        }
    }
}

/// The order in which the sub-registers of a class are matched with other classes.
pub(super) enum MatchingOrder<'m> {
    /// That of the indices.
    Numbers,
    /// Each index before those of its parts.
    LargestFirst(Vec<SubRegIndexId>, &'m SubRegIndices),
}

impl MatchingOrder<'_> {
    fn index(&self, at: usize) -> SubRegIndexId {
        match self {
            MatchingOrder::Numbers => SubRegIndexId::from_index(at),
            MatchingOrder::LargestFirst(order, _) => order[at],
        }
    }

    /// The order, where what follows from an earlier index is left out.
    pub(super) fn largest_first(&self) -> Option<&[SubRegIndexId]> {
        match self {
            MatchingOrder::Numbers => None,
            MatchingOrder::LargestFirst(order, _) => Some(order),
        }
    }

    /// The indices of the parts of part `index`.
    fn parts(&self, index: SubRegIndexId) -> Vec<SubRegIndexId> {
        match self {
            MatchingOrder::Numbers => Vec::new(),
            MatchingOrder::LargestFirst(_, indices) => {
                indices.composites_of(index).map(|(_, part)| part).collect()
            }
        }
    }

    /// The index of part `part` of part `index`.
    fn part_of(&self, index: SubRegIndexId, part: SubRegIndexId) -> Option<SubRegIndexId> {
        match self {
            MatchingOrder::Numbers => None,
            MatchingOrder::LargestFirst(_, indices) => indices.composed(index, part),
        }
    }
}

/// The indices in reverse postorder of the graph that has an edge from each index to those of its
/// parts, where the last indices and the last parts are visited first.
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
        while let Some((at, rest)) = stack.last_mut() {
            if let Some(next) = rest.next() {
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
        for &(index, sub_reg) in sub_registers.of(id) {
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
