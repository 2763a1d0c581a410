//! Register classes for the sub-registers of a class.
//!
//! In: all register classes with their relations. Out: for a class and a sub-register index, a
//! class that contains these sub-registers (`getSubRegisterClass` in generated code).

use tablewright_index::IndexVec;

use super::index::{RegisterClassId, SubRegIndexId};
use super::register_classes::RegisterClasses;

/// Finds sub-register classes.
pub struct SubRegisterClasses<'m> {
    classes: &'m RegisterClasses,
    /// Sub-classes by class, largest first.
    sub_classes: IndexVec<RegisterClassId, Vec<RegisterClassId>>,
    /// By sub-register index, the classes that contain all such sub-registers of another class,
    /// largest first.
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

    /// Returns a class that contains the sub-registers at `index` for members in `class`.
    ///
    /// The search starts with all members that have the sub-register and continues with smaller
    /// sub-classes until some class contains their sub-registers. Among several matches, it prefers
    /// the largest that is not larger than the sub-class, otherwise the smallest.
    pub fn get(&self, class: RegisterClassId, index: SubRegIndexId) -> Option<RegisterClassId> {
        self.pair(class, index).map(|(_, sub)| sub)
    }

    /// Returns the sub-class with the sub-registers, and the class from [`SubRegisterClasses::get`]
    /// that contains them.
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
        // Candidates are sorted by descending size. The first of `others` is the largest that is
        // not larger, and the last of `larger` is the smallest that is larger.
        others.iter().find(|c| holds(c)).or_else(|| larger.iter().rfind(|c| holds(c))).copied()
    }

    /// Returns a list sorted by size in which `class`, if present, precedes other classes with its
    /// size.
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

/// Returns the base classes in rank order. A register belongs to the first base class that contains
/// it.
///
/// # Errors
/// If `BaseClassOrder` is not an integer.
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
