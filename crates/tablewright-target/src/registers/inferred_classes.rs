//! Register classes that follow from those that are described.
//!
//! Code generation needs a class for what it may come upon: the registers that two classes share,
//! those of a class that have a certain sub-register, and those whose sub-register is in another
//! class. Each is named after how it was come upon first, so the order of the search is part of
//! what is printed.

use hashbrown::HashMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::index::{RegisterId, SubRegIndexId};
use super::register::Registers;
use super::register_class::DescribedClass;
use super::register_set::RegisterSet;
use super::register_size::{RegisterSize, RegisterSizes};
use super::sub_registers::SubRegisters;

/// A class while others are searched for.
pub(super) struct FoundClass {
    pub(super) name: String,
    /// The place among the described classes, if it is one of these.
    pub(super) described: Option<usize>,
    pub(super) members: RegisterSet,
    pub(super) sizes: RegisterSizes,
    pub(super) is_artificial: bool,
    /// By sub-register index, the class of those members that have the sub-register.
    pub(super) with_sub_reg: Vec<Option<usize>>,
    /// By sub-register index, the classes all of whose members have a register of this class there.
    pub(super) super_reg_classes: Vec<(SubRegIndexId, usize)>,
}

/// What tells classes apart: members, and the size in the default mode.
type Key = (RegisterSet, RegisterSize);

/// The classes found so far, and what is needed to find more.
pub(super) struct Search<'m> {
    registers: &'m Registers,
    sub_registers: &'m SubRegisters,
    pub(super) classes: Vec<FoundClass>,
    by_key: HashMap<Key, usize, FxBuildHasher>,
    /// By sub-register index: the registers that are not artificial and have the sub-register;
    /// none for an artificial index.
    having: Vec<RegisterSet>,
    parts: Vec<PartOf>,
    /// By sub-register index, the classes that have registers which are such sub-registers.
    candidates: Vec<Candidates>,
}

/// The classes that are not artificial and share registers with a set.
struct Candidates {
    /// All registers that are the sub-register of that index of another.
    sub_regs: RegisterSet,
    classes: Vec<usize>,
    /// How many classes have been looked at.
    seen: usize,
}

impl Candidates {
    /// Looks at the classes that were found since.
    fn update(&mut self, classes: &[FoundClass]) {
        for (i, class) in classes.iter().enumerate().skip(self.seen) {
            if !class.is_artificial && self.sub_regs.intersects(&class.members) {
                self.classes.push(i);
            }
        }
        self.seen = classes.len();
    }
}

/// By register, its sub-register of a certain index, from the first register that has one on.
#[derive(Default)]
struct PartOf {
    first: usize,
    /// Numbers of registers, which are never zero.
    sub_regs: Vec<u32>,
}

impl PartOf {
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

impl<'m> Search<'m> {
    /// Begins with the classes that are described.
    pub(super) fn new(
        registers: &'m Registers,
        sub_registers: &'m SubRegisters,
        described: &[DescribedClass],
        names: impl Fn(&DescribedClass) -> String,
    ) -> Search<'m> {
        let (having, parts) = parts(registers, sub_registers);
        let candidates = parts.iter().map(|part_of| Candidates {
            sub_regs: part_of.all().collect(),
            classes: Vec::new(),
            seen: 0,
        });
        let candidates = candidates.collect();
        let mut search = Search {
            registers,
            sub_registers,
            classes: Vec::with_capacity(described.len()),
            by_key: HashMap::default(),
            having,
            parts,
            candidates,
        };
        for (i, class) in described.iter().enumerate() {
            if !class.is_artificial {
                let key = (class.members.clone(), class.sizes.default());
                search.by_key.entry(key).or_insert(search.classes.len());
            }
            search.classes.push(FoundClass {
                name: names(class),
                described: Some(i),
                members: class.members.clone(),
                sizes: class.sizes.clone(),
                is_artificial: class.is_artificial,
                with_sub_reg: vec![None; sub_registers.indices.len()],
                super_reg_classes: Vec::new(),
            });
        }
        search
    }

    /// Adds classes until no more follow.
    pub(super) fn run(&mut self) {
        // Classes up to here have been matched with each other.
        let mut matched = self.classes.len().wrapping_sub(1);
        let mut at = 0;
        while at < self.classes.len() {
            if !self.classes[at].is_artificial {
                self.with_sub_regs(at);
                self.shared_with_others(at);
                self.with_sub_regs_in_others(at, 0);
                // Classes before this one have not been matched with those found since.
                if at == matched {
                    let last = self.classes.len() - 1;
                    for class in 0..=at {
                        if at < last {
                            self.with_sub_regs_in_others(class, at + 1);
                        }
                    }
                    matched = last;
                }
            }
            at += 1;
        }
    }

    /// The class of `members`, which are some of those of class `of`; found now if it is new.
    fn sub_class(
        &mut self,
        of: usize,
        members: RegisterSet,
        name: impl FnOnce(&[FoundClass]) -> String,
    ) -> usize {
        let sizes = &self.classes[of].sizes;
        let key = (members, sizes.default());
        if let Some(&known) = self.by_key.get(&key) {
            return known;
        }
        let new = self.classes.len();
        self.classes.push(FoundClass {
            name: name(&self.classes),
            described: None,
            is_artificial: key.0.iter().all(|r| self.registers.get(r).is_artificial),
            members: key.0.clone(),
            sizes: sizes.clone(),
            with_sub_reg: vec![None; self.having.len()],
            super_reg_classes: Vec::new(),
        });
        self.by_key.insert(key, new);
        new
    }

    /// For each sub-register, the members that have it.
    fn with_sub_regs(&mut self, class: usize) {
        for i in 0..self.having.len() {
            let FoundClass { members, .. } = &self.classes[class];
            if !members.intersects(&self.having[i]) {
                continue;
            }
            let found = if members.is_subset(&self.having[i]) {
                class
            } else {
                let some = members.intersection(&self.having[i]);
                let index = self.sub_registers.indices.name(SubRegIndexId::from_index(i));
                self.sub_class(class, some, |known| format!("{}_with_{index}", known[class].name))
            };
            self.classes[class].with_sub_reg[i] = Some(found);
        }
    }

    /// The members that are in another class too.
    fn shared_with_others(&mut self, class: usize) {
        for other in 0..self.classes.len() {
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
            // What all share is a class that is there, if the sizes are the same.
            let is_there = |all: &FoundClass, others: &FoundClass| {
                !all.is_artificial
                    && all.sizes.default() == a.sizes.default()
                    && all.members.is_subset(&others.members)
            };
            if is_there(a, b) || is_there(b, a) {
                continue;
            }
            let shared = a.members.intersection(&b.members);
            self.sub_class(of, shared, |known| {
                format!("{}_and_{}", known[of].name, known[with].name)
            });
        }
    }

    /// The members whose sub-register is in another class, for the classes from `first` on that
    /// are there now.
    fn with_sub_regs_in_others(&mut self, class: usize, first: usize) {
        for i in 0..self.having.len() {
            if self.classes[class].with_sub_reg[i] == Some(class) {
                self.with_sub_reg_in_others(class, SubRegIndexId::from_index(i), first);
            }
        }
    }

    fn with_sub_reg_in_others(&mut self, class: usize, index: SubRegIndexId, first: usize) {
        let part_of = &self.parts[index.index()];
        let members = self.classes[class].members.iter();
        let sub_regs: RegisterSet = members.filter_map(|r| part_of.get(r)).collect();
        let mut seen: FxHashSet<RegisterSet> = FxHashSet::default();
        self.candidates[index.index()].update(&self.classes);
        let candidates = &self.candidates[index.index()].classes;
        let from = candidates.partition_point(|&other| other < first);
        for at in from..candidates.len() {
            let other = self.candidates[index.index()].classes[at];
            let FoundClass { members, .. } = &self.classes[other];
            if !sub_regs.intersects(members) {
                continue;
            }
            if sub_regs.is_subset(members) {
                self.classes[other].super_reg_classes.push((index, class));
                continue;
            }
            // The same sub-registers are those of the same members, whatever class they are in.
            let shared = sub_regs.intersection(members);
            if seen.contains(&shared) {
                continue;
            }
            let part_of = &self.parts[index.index()];
            let is_shared = |r: &RegisterId| part_of.get(*r).is_some_and(|r| shared.contains(r));
            let some = self.classes[class].members.iter().filter(is_shared).collect();
            seen.insert(shared);
            let index = self.sub_registers.indices.name(index);
            self.sub_class(class, some, |known| {
                format!("{}_with_{index}_in_{}", known[class].name, known[other].name)
            });
        }
    }
}

fn parts(registers: &Registers, sub_registers: &SubRegisters) -> (Vec<RegisterSet>, Vec<PartOf>) {
    let mut having: Vec<Vec<RegisterId>> = vec![Vec::new(); sub_registers.indices.len()];
    let mut parts: Vec<PartOf> = Vec::new();
    parts.resize_with(having.len(), PartOf::default);
    for (i, register) in registers.iter() {
        for &(index, sub_reg) in sub_registers.of(i) {
            let part_of = &mut parts[index.index()];
            if part_of.sub_regs.is_empty() {
                part_of.first = i.index();
            }
            part_of.sub_regs.resize(i.index() - part_of.first, 0);
            part_of.sub_regs.push(sub_reg.number());
            if !register.is_artificial && !sub_registers.indices.get(index).is_artificial {
                having[index.index()].push(i);
            }
        }
    }
    (having.into_iter().map(RegisterSet::from_iter).collect(), parts)
}
