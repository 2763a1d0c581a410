//! The class of a class's sub-registers.
//!
//! In: all register classes with their relations. Out: for a class and a sub-register index, a
//! class that holds the sub-registers of that index (`getSubRegisterClass` of the generated code).

use tablewright_index::IndexVec;

use super::index::{RegisterClassId, SubRegIndexId};
use super::register_classes::RegisterClasses;

/// Finds the classes of sub-registers.
pub struct SubRegisterClasses<'m> {
    classes: &'m RegisterClasses,
    /// By class, its sub-classes, the largest first.
    sub_classes: IndexVec<RegisterClassId, Vec<RegisterClassId>>,
    /// By sub-register index, the classes whose registers are the sub-registers of all members of
    /// another class, the largest first.
    candidates: IndexVec<SubRegIndexId, Vec<RegisterClassId>>,
}

impl<'m> SubRegisterClasses<'m> {
    /// Prepares the search over all classes, for a target with `indices` sub-register indices.
    pub fn new(classes: &'m RegisterClasses, indices: usize) -> SubRegisterClasses<'m> {
        let size = |&class: &RegisterClassId| std::cmp::Reverse(classes.get(class).members.len());
        let sub_classes = classes.iter().map(|(_, class)| {
            let mut subs: Vec<RegisterClassId> = class.sub_classes.iter().collect();
            subs.sort_by_key(size);
            subs
        });
        let mut candidates = IndexVec::from_elem_n(Vec::new(), indices);
        for (id, class) in classes.iter() {
            for &(index, _) in &class.super_reg_classes {
                candidates[index].push(id);
            }
        }
        candidates.iter_mut().for_each(|list| list.sort_by_key(size));
        SubRegisterClasses { classes, sub_classes: sub_classes.collect(), candidates }
    }

    fn size(&self, class: RegisterClassId) -> usize {
        self.classes.get(class).members.len()
    }

    /// A class that holds the sub-registers `index` of those members of `class` that have one.
    ///
    /// The search begins with all these members and goes on with smaller and smaller sub-classes
    /// of them, until there is a class that holds the sub-registers of one of these. If several do,
    /// it is the largest that is not larger than the sub-class, or else the smallest.
    pub fn get(&self, class: RegisterClassId, index: SubRegIndexId) -> Option<RegisterClassId> {
        self.pair(class, index).map(|(_, sub)| sub)
    }

    /// The sub-class of `class` with the sub-registers, and the class that
    /// [`SubRegisterClasses::get`] finds, which holds these sub-registers.
    pub fn pair(
        &self,
        class: RegisterClassId,
        index: SubRegIndexId,
    ) -> Option<(RegisterClassId, RegisterClassId)> {
        let having = self.classes.get(class).with_sub_reg(index)?;
        let candidates = self.first_of_its_size(&self.candidates[index], class);
        let supers = self.first_of_its_size(&self.sub_classes[having], class);
        let pair = |&of: &RegisterClassId| Some((of, self.candidate(of, index, &candidates)?));
        supers.iter().find_map(pair)
    }

    fn candidate(
        &self,
        of: RegisterClassId,
        index: SubRegIndexId,
        candidates: &[RegisterClassId],
    ) -> Option<RegisterClassId> {
        let holds = |candidate: &RegisterClassId| {
            let classes = self.classes.get(*candidate).super_reg_classes(index);
            classes.is_some_and(|classes| classes.contains(of))
        };
        let size = self.size(of);
        let (larger, others) =
            candidates.split_at(candidates.partition_point(|&c| self.size(c) > size));
        // Candidates are sorted from large to small: the first of `others` is the largest that is
        // not larger, the last of `larger` the smallest that is.
        others.iter().find(|c| holds(c)).or_else(|| larger.iter().rfind(|c| holds(c))).copied()
    }

    /// A list of classes by size, with `class` before others of its size if it is among them.
    fn first_of_its_size<'l>(
        &self,
        list: &'l [RegisterClassId],
        class: RegisterClassId,
    ) -> std::borrow::Cow<'l, [RegisterClassId]> {
        let size = self.size(class);
        let from = list.partition_point(|&other| self.size(other) > size);
        let of_its_size = list[from..].iter().take_while(|&&other| self.size(other) == size);
        match of_its_size.clone().position(|&other| other == class) {
            None | Some(0) => list.into(),
            Some(at) => {
                let mut list = list.to_vec();
                list[from..=from + at].rotate_right(1);
                list.into()
            }
        }
    }
}

/// The base classes in the order of their ranks: a register belongs to the first that has it.
///
/// # Errors
/// When `BaseClassOrder` is not an integer.
pub fn base_classes(
    store: &tablewright_records::RecordStore,
    classes: &RegisterClasses,
) -> Result<Vec<RegisterClassId>, tablewright_records::FieldError> {
    let mut base_classes = Vec::new();
    for (id, class) in classes.iter() {
        if let Some(order) = class.base_class_order(store)? {
            base_classes.push((order, id));
        }
    }
    base_classes.sort_by_key(|&(order, _)| order);
    Ok(base_classes.into_iter().map(|(_, id)| id).collect())
}
