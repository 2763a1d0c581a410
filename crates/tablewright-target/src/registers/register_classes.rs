//! All register classes, described and inferred, with their sub-classes and super-classes.
//!
//! In: described classes and sub-registers. Out: [`RegisterClasses`] in the target's enum order,
//! with sub-classes, super-classes and sub-register classes. The inference itself is in
//! [`inferred_classes`](super::inferred_classes).

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{
    Analysis, AnalysisError, Feature, FieldError, Record, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::class_set::ClassSet;
use super::index::{RegisterClassId, RegisterId, SubRegIndexId};
use super::inferred_classes::{FoundClass, FoundClassId, InferredClassSearch, MatchingRules};
use super::register::Registers;
use super::register_class::{DescribedClass, DescribedClassId, DescribedClasses};
use super::register_set::RegisterSet;
use super::register_size::RegisterSizes;
use super::register_tuples::SetRegister;
use super::sub_reg_index::SubRegIndices;
use super::sub_registers::SubRegisters;
use crate::qualified_name::QualifiedName;
use crate::record_views::register::RegisterClassRecord;
use crate::value_types::TypeByHwMode;
use tablewright_records::set_theory::{OrderedSet, SetTheory};

/// A register class.
#[doc(alias = "CodeGenRegisterClass")]
#[derive(Debug)]
pub struct RegisterClass {
    /// The class name.
    pub name: Box<str>,
    /// The record; `None` if the class is inferred.
    pub record: Option<RecordId>,
    /// The member registers.
    pub members: RegisterSet,
    /// The register sizes.
    pub sizes: RegisterSizes,
    /// Whether all members are artificial.
    pub is_artificial: bool,
    /// The properties from the record. An inferred class inherits them from a super-class.
    pub properties: ClassProperties,
    /// The sub-classes, including the class itself.
    pub sub_classes: ClassSet,
    /// The super-classes, in order.
    pub super_classes: Vec<RegisterClassId>,
    /// By sub-register index, the class that contains exactly the members with this sub-register.
    with_sub_reg: IndexVec<SubRegIndexId, Option<RegisterClassId>>,
    /// Pairs sorted by sub-register index. Each set contains the classes whose members all have a
    /// sub-register from this class at the index.
    pub super_reg_classes: Vec<(SubRegIndexId, ClassSet)>,
    /// Whether a member has disjunct sub-registers.
    pub has_disjunct_sub_regs: bool,
    /// Whether all members are covered by their sub-registers.
    pub covered_by_sub_regs: bool,
}

/// The properties that a register class record describes.
#[derive(Clone, Debug)]
pub struct ClassProperties {
    /// The C++ namespace.
    pub namespace: Symbol,
    /// The value types that the registers can hold.
    pub value_types: Vec<TypeByHwMode>,
    /// `CopyCost`: the cost to copy a register, negative if copies should be avoided.
    pub copy_cost: i32,
    /// Whether the allocator may use the registers.
    pub is_allocatable: bool,
    /// `GeneratePressureSet`: whether the class has a register pressure set.
    pub generate_pressure_set: bool,
    /// The allocation orders: the member order first, then the alternative orders.
    pub orders: Vec<Vec<RegisterId>>,
    /// The C++ code that selects an allocation order.
    alt_order_select: Option<Symbol>,
    /// `AllocationPriority`, from 0 to 31. Classes with higher priority are allocated first.
    pub allocation_priority: u8,
    /// `GlobalPriority`: whether the greedy allocator treats all live ranges in the class as
    /// global.
    pub global_priority: bool,
    /// `TSFlags`: bits with a target-defined meaning.
    pub ts_flags: u8,
    /// `SpillStackID`: the number of the stack for spilled registers.
    pub spill_stack_id: u8,
}

impl ClassProperties {
    /// Returns the C++ code that selects an allocation order. It may be empty.
    pub fn alt_order_select<'s>(&self, store: &'s RecordStore) -> &'s str {
        self.alt_order_select.map_or("", |code| store.str(code))
    }
}

impl RegisterClass {
    /// Whether `register` is a member.
    pub fn contains(&self, register: RegisterId) -> bool {
        self.members.contains(register)
    }

    /// Returns the members in allocation order.
    pub fn allocation_order(&self) -> &[RegisterId] {
        self.properties.orders.first().map_or(&[], Vec::as_slice)
    }

    /// Returns the class that contains exactly the members with this sub-register. Returns `None`
    /// if all members lack the sub-register.
    pub fn with_sub_reg(&self, index: SubRegIndexId) -> Option<RegisterClassId> {
        self.with_sub_reg[index]
    }

    /// Returns the classes whose members all have a sub-register from this class at `index`.
    pub fn super_reg_classes(&self, index: SubRegIndexId) -> Option<&ClassSet> {
        let at = self.super_reg_classes.binary_search_by_key(&index, |&(index, _)| index).ok()?;
        Some(&self.super_reg_classes[at].1)
    }

    /// Returns the rank among base classes. A register belongs to the first base class that
    /// contains it. Returns `None` if this is not a base class.
    ///
    /// # Errors
    /// If `BaseClassOrder` is not an integer.
    pub fn base_class_order(&self, store: &RecordStore) -> Result<Option<i64>, FieldError> {
        match self.record {
            Some(record) => RegisterClassRecord::new(store.record(record)).base_class_order(),
            None => Ok(None),
        }
    }

    /// Returns the name with its namespace.
    pub fn qualified_name<'s>(&'s self, store: &'s RecordStore) -> QualifiedName<'s> {
        QualifiedName { namespace: store.str(self.properties.namespace), name: &self.name }
    }
}

/// All register classes in a target.
#[derive(Debug)]
pub struct RegisterClasses {
    classes: IndexVec<RegisterClassId, RegisterClass>,
    by_record: FxHashMap<RecordId, RegisterClassId>,
}

impl RegisterClasses {
    /// Returns the number of classes.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Iterates over all classes, in order.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = (RegisterClassId, &RegisterClass)> + DoubleEndedIterator
    {
        self.classes.iter_enumerated()
    }

    /// Returns a vector with `value` for each class.
    pub(super) fn side_table<T: Clone>(&self, value: T) -> IndexVec<RegisterClassId, T> {
        IndexVec::from_elem(value, &self.classes)
    }

    /// Returns a class.
    pub fn get(&self, class: RegisterClassId) -> &RegisterClass {
        &self.classes[class]
    }

    /// Returns a record's class. Ignores artificial classes.
    pub fn for_record(&self, record: RecordId) -> Option<RegisterClassId> {
        self.by_record.get(&record).copied()
    }

    /// Returns a record's class.
    ///
    /// # Errors
    /// If the record is not a register class.
    pub fn expect_of_record(&self, record: Record<'_>) -> Result<RegisterClassId, FieldError> {
        self.for_record(record.id())
            .ok_or_else(|| FieldError::new(Code::FieldValue, record, "Not a known RegisterClass!"))
    }
}

impl RegisterClasses {
    /// Returns the classes in the category called `name`. Returns an empty vector if this category
    /// does not exist.
    ///
    /// # Errors
    /// If a record in the category is not a register class.
    pub fn for_category(
        &self,
        store: &RecordStore,
        name: &str,
    ) -> Result<Vec<RegisterClassId>, FieldError> {
        let category = store.derived_if_defined("RegisterCategory").into_iter();
        match category.into_iter().find(|category| category.name() == name) {
            Some(category) => {
                let classes = category.list_of_records("Classes")?.into_iter();
                classes.map(|class| self.expect_of_record(class)).collect()
            }
            None => Ok(Vec::new()),
        }
    }
}

impl Analysis for RegisterClasses {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<RegisterClasses, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        let described: &DescribedClasses = store.analysis(diagnostics)?;
        let mut sets = registers.sets(store);
        let mut properties = IndexVec::with_capacity(described.classes().len());
        for class in described.classes() {
            properties.push(properties_of(store, registers, class, &mut sets)?);
        }
        let name = |class: &DescribedClass| store.record(class.record).name().to_owned();
        let indices = &sub_registers.indices;
        let matching = MatchingRules::new(store, indices);
        let mut search = InferredClassSearch::new(
            registers,
            sub_registers,
            indices,
            matching,
            described.classes(),
            name,
        );
        search.run();
        let record = |class: &FoundClass| class.described.map(|id| described.classes()[id].record);
        let mut classes = in_order(search.classes, record, &properties);
        if let Some(order) = search.matching.order.largest_first() {
            extend_super_reg_classes(&mut classes, order, indices);
        }
        for class in &mut classes {
            for register in class.members.iter() {
                class.has_disjunct_sub_regs |= sub_registers.has_disjunct_sub_regs(register);
                class.covered_by_sub_regs &= registers.get(register).covered_by_sub_regs;
            }
        }
        relate(&mut classes);
        inherit_properties(
            &mut classes,
            store.release().has(Feature::AllocatableClassesAreInherited),
        );
        let with_record = |(id, class): (RegisterClassId, &RegisterClass)| {
            Some((class.record.filter(|_| !class.is_artificial)?, id))
        };
        let by_record = classes.iter_enumerated().filter_map(with_record).collect();
        Ok(RegisterClasses { classes, by_record })
    }
}

/// Adds the super-register classes that follow by composition. Suppose each register in class `A`
/// has a `B` register at `sub`, and each register in `B` has a `C` register at `part`. Then each
/// register in `A` has a `C` register at the composed index. An index precedes its parts in
/// `order`, so one pass is enough.
fn extend_super_reg_classes(
    classes: &mut IndexVec<RegisterClassId, RegisterClass>,
    order: &[SubRegIndexId],
    indices: &SubRegIndices,
) {
    let count = classes.len();
    for &part in order {
        for id in classes.indices() {
            let Some(between) = classes[id].super_reg_classes(part).cloned() else { continue };
            let mut more: Vec<(SubRegIndexId, ClassSet)> = Vec::new();
            for class in between.iter() {
                for (sub, of) in &classes[class].super_reg_classes {
                    let Some(composed) = indices.composed(*sub, part) else { continue };
                    match more.iter_mut().find(|(index, _)| *index == composed) {
                        Some((_, set)) => set.extend(of),
                        None => more.push((composed, of.clone())),
                    }
                }
            }
            for (index, of) in more {
                let own = &mut classes[id].super_reg_classes;
                let at = own.binary_search_by_key(&index, |&(index, _)| index);
                let at = at.unwrap_or_else(|at| {
                    own.insert(at, (index, ClassSet::new(count)));
                    at
                });
                own[at].1.extend(&of);
            }
        }
    }
}

fn properties_of<'s>(
    store: &'s RecordStore,
    registers: &Registers,
    class: &DescribedClass,
    sets: &mut SetTheory<'s, SetRegister>,
) -> Result<ClassProperties, FieldError> {
    let record = RegisterClassRecord::new(store.record(class.record));
    let mut orders = vec![class.order.clone()];
    for (index, &order) in record.alt_orders()?.iter().enumerate() {
        let mut set = OrderedSet::default();
        sets.evaluate(order, *record, &mut set)?;
        let mut order = Vec::with_capacity(set.as_slice().len());
        for &element in set.as_slice() {
            order.push(registers.expect_of_set(store, element)?);
        }
        // The error names the last register that is not a member.
        if let Some(&other) = order.iter().rev().find(|&&r| !class.members.contains(r)) {
            let name = registers.name(other);
            // The reference message also has this leading space.
            let message = format!(" AltOrder register {name} is not a class member");
            let error = FieldError::new(Code::RegisterClasses, *record, message);
            return Err(error.label_field(*record, "AltOrders").at_element(index));
        }
        orders.push(order);
    }
    let priority = record.allocation_priority()? as i32;
    let Some(allocation_priority) = u8::try_from(priority).ok().filter(|&p| p < 32) else {
        return Err(FieldError::new(
            Code::RegisterClasses,
            *record,
            "AllocationPriority out of range [0,31]",
        ));
    };
    // The reference uses a C++ `int`.
    let copy_cost = record.copy_cost()? as i32;
    if copy_cost > u8::MAX.into() && store.release().has(Feature::RegisterSizesAreExplicit) {
        let error =
            FieldError::new(Code::RegisterClasses, *record, "'CopyCost' must be an 8-bit value");
        return Err(error.label_field(*record, "CopyCost"));
    }
    let ts_flags = record.ts_flags()?;
    let spill_stack_id = u8::try_from(record.spill_stack_id()?).map_err(|_| {
        FieldError::new(Code::RegisterClasses, *record, "SpillStackID out of range [0,255]")
    })?;
    Ok(ClassProperties {
        namespace: class.namespace,
        value_types: class.value_types.clone(),
        copy_cost,
        is_allocatable: record.is_allocatable()?,
        generate_pressure_set: record.generate_pressure_set()?,
        orders,
        alt_order_select: store.symbols().get(record.alt_order_select()?),
        allocation_priority,
        global_priority: record.global_priority()?,
        ts_flags,
        spill_stack_id,
    })
}

/// Compares two classes for the order of ids.
fn compare(a: &FoundClass, b: &FoundClass) -> Ordering {
    RegisterSizes::order(&a.sizes, &b.sizes)
        .then_with(|| b.members.len().cmp(&a.members.len()))
        // The comparison is bytewise. The search order for described classes is natural instead.
        .then_with(|| a.name.cmp(&b.name))
}

/// Returns the classes in number order: by register size, then by descending member count, then by
/// name.
fn in_order(
    found: IndexVec<FoundClassId, FoundClass>,
    record: impl Fn(&FoundClass) -> Option<RecordId>,
    properties: &IndexVec<DescribedClassId, ClassProperties>,
) -> IndexVec<RegisterClassId, RegisterClass> {
    let count = found.len();
    let mut order: Vec<FoundClassId> = found.indices().collect();
    order.sort_by(|&a, &b| compare(&found[a], &found[b]));
    let mut ids = IndexVec::from_elem(RegisterClassId::from_index(0), &found);
    for (index, &found_id) in order.iter().enumerate() {
        ids[found_id] = RegisterClassId::from_index(index);
    }
    let mut remaining: IndexVec<FoundClassId, Option<FoundClass>> =
        found.into_iter().map(Some).collect();
    let mut classes = IndexVec::with_capacity(count);
    for found_id in order {
        let class = remaining[found_id].take().expect("each class is in the order once");
        let mut super_reg_classes: Vec<(SubRegIndexId, ClassSet)> = Vec::new();
        let mut pairs = class.super_reg_classes.clone();
        // The classes for an index become a set, so their relative order is irrelevant.
        pairs.sort_unstable_by_key(|&(index, _)| index);
        for (index, of) in pairs {
            if super_reg_classes.last().is_none_or(|last| last.0 != index) {
                super_reg_classes.push((index, ClassSet::new(count)));
            }
            let (_, set) = super_reg_classes.last_mut().expect("one was added just now");
            set.insert(ids[of]);
        }
        classes.push(RegisterClass {
            record: record(&class),
            name: class.name.into(),
            members: class.members,
            sizes: class.sizes,
            is_artificial: class.is_artificial,
            properties: match class.described {
                Some(described) => properties[described].clone(),
                None => initial_properties(&properties[DescribedClassId::from_index(0)]),
            },
            sub_classes: ClassSet::new(count),
            super_classes: Vec::new(),
            with_sub_reg: class.with_sub_reg.iter().map(|of| of.map(|of| ids[of])).collect(),
            super_reg_classes,
            has_disjunct_sub_regs: false,
            covered_by_sub_regs: true,
        });
    }
    classes
}

/// Returns the properties for an inferred class before it inherits from a super-class. A class without super-classes
/// keeps these properties.
fn initial_properties(other: &ClassProperties) -> ClassProperties {
    ClassProperties {
        namespace: other.namespace,
        value_types: Vec::new(),
        copy_cost: 0,
        is_allocatable: true,
        generate_pressure_set: false,
        orders: Vec::new(),
        alt_order_select: None,
        allocation_priority: 0,
        global_priority: false,
        ts_flags: 0,
        spill_stack_id: 0,
    }
}

/// Whether each register in `sub` is also in `class` and its size and spill slot fit.
fn is_sub_class(sub: &RegisterClass, class: &RegisterClass) -> bool {
    sub.sizes.fit_into(&class.sizes) && sub.members.is_subset(&class.members)
}

/// Finds the sub-classes and super-classes for each class. The only sub-class of an artificial
/// class is the class itself.
fn relate(classes: &mut IndexVec<RegisterClassId, RegisterClass>) {
    let count = classes.len();
    // The loop runs backwards. The sub-classes of each later class are then complete, so they are
    // added without further comparisons.
    for at in classes.indices().rev() {
        let mut set = ClassSet::new(count);
        set.insert(at);
        let class = &classes[at];
        if !class.is_artificial {
            // A class usually follows its super-classes: in class order it has a larger size, or an
            // equal size and fewer members.
            for (id, sub) in classes.iter_enumerated().skip(at.index() + 1) {
                if !set.contains(id) && is_sub_class(sub, class) {
                    set.extend(&sub.sub_classes);
                }
            }
            // Only classes with the same members may directly precede their super-class.
            let before = classes.iter_enumerated().take(at.index()).rev();
            for (id, _) in before.take_while(|(_, before)| is_sub_class(before, class)) {
                set.insert(id);
            }
        }
        classes[at].sub_classes = set;
    }
    for class in classes.indices() {
        let sub_classes: Vec<RegisterClassId> = classes[class].sub_classes.iter().collect();
        for sub in sub_classes.into_iter().filter(|&sub| sub != class) {
            // The loop ascends, so each list of super-classes is sorted.
            classes[sub].super_classes.push(class);
        }
    }
}

/// Copies properties to each inferred class from its last super-class, which is the smallest. With
/// `from_allocatable`, the last allocatable super-class takes precedence.
fn inherit_properties(
    classes: &mut IndexVec<RegisterClassId, RegisterClass>,
    from_allocatable: bool,
) {
    // The order is ascending because an inferred super-class needs its own properties first.
    for at in classes.indices() {
        let RegisterClass { record: None, super_classes, members, .. } = &classes[at] else {
            continue;
        };
        let is_allocatable = |&&class: &&RegisterClassId| classes[class].properties.is_allocatable;
        let allocatable = super_classes.iter().rfind(is_allocatable).filter(|_| from_allocatable);
        let Some(&last) = allocatable.or(super_classes.last()) else { continue };
        let mut properties = classes[last].properties.clone();
        for order in &mut properties.orders {
            order.retain(|&register| members.contains(register));
        }
        // The class is allocatable if any super-class is, not only the last super-class.
        let of = |&class: &RegisterClassId| classes[class].properties.is_allocatable;
        properties.is_allocatable = super_classes.iter().any(of);
        classes[at].properties = properties;
    }
}
