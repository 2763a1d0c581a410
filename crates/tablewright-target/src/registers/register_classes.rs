//! All register classes, described and inferred, with their sub-classes and super-classes.
//!
//! In: described classes and sub-registers. Out: [`RegisterClasses`] in the order of the target's
//! enum, with sub-classes, super-classes and classes of sub-registers. The inference itself is in
//! [`inferred_classes`](super::inferred_classes).

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
    /// Its name.
    pub name: Box<str>,
    /// Its record; an inferred class has none.
    pub record: Option<RecordId>,
    /// The members.
    pub members: RegisterSet,
    /// The sizes of its registers.
    pub sizes: RegisterSizes,
    /// Whether all members are artificial.
    pub is_artificial: bool,
    /// The properties that its record describes. An inferred class has those of a super-class.
    pub properties: ClassProperties,
    /// Its sub-classes, itself among them.
    pub sub_classes: ClassSet,
    /// Its super-classes, in order.
    pub super_classes: Vec<RegisterClassId>,
    /// By sub-register index, the class of those members that have the sub-register.
    with_sub_reg: IndexVec<SubRegIndexId, Option<RegisterClassId>>,
    /// In order of the indices, the classes all of whose members have a register of this class as
    /// their sub-register of that index.
    pub super_reg_classes: Vec<(SubRegIndexId, ClassSet)>,
    /// Whether a member has disjunct sub-registers.
    pub has_disjunct_sub_regs: bool,
    /// Whether all members are covered by their sub-registers.
    pub covered_by_sub_regs: bool,
}

/// The properties of a register class that its record describes.
#[derive(Clone, Debug)]
pub struct ClassProperties {
    /// The C++ namespace.
    pub namespace: Symbol,
    /// The types of values that its registers hold.
    pub value_types: Vec<TypeByHwMode>,
    /// `CopyCost`: the cost of copying a register; negative if copies are to be avoided.
    pub copy_cost: i32,
    /// Whether registers of the class are allocated.
    pub is_allocatable: bool,
    /// `GeneratePressureSet`: whether there is a register pressure set for it.
    pub generate_pressure_set: bool,
    /// The orders in which registers may be allocated: that of the members, then others.
    pub orders: Vec<Vec<RegisterId>>,
    /// The C++ code that chooses an order.
    alt_order_select: Option<Symbol>,
    /// `AllocationPriority`, from 0 to 31: classes with higher numbers are allocated first.
    pub allocation_priority: u8,
    /// `GlobalPriority`: whether the greedy allocator treats all its live ranges as global ones.
    pub global_priority: bool,
    /// `TSFlags`: bits that mean what the target decides.
    pub ts_flags: u8,
    /// `SpillStackID`: the number of the stack that its registers are spilled to.
    pub spill_stack_id: u8,
}

impl ClassProperties {
    /// The C++ code that chooses an order, which may be empty.
    pub fn alt_order_select<'s>(&self, store: &'s RecordStore) -> &'s str {
        self.alt_order_select.map_or("", |code| store.str(code))
    }
}

impl RegisterClass {
    /// Whether `register` is a member.
    pub fn contains(&self, register: RegisterId) -> bool {
        self.members.contains(register)
    }

    /// The members in the order in which they are allocated.
    pub fn allocation_order(&self) -> &[RegisterId] {
        self.properties.orders.first().map_or(&[], Vec::as_slice)
    }

    /// The class of those members that have a sub-register of that index, if there are any.
    pub fn with_sub_reg(&self, index: SubRegIndexId) -> Option<RegisterClassId> {
        self.with_sub_reg[index]
    }

    /// The classes all of whose members have a register of this class as their sub-register
    /// `index`.
    pub fn super_reg_classes(&self, index: SubRegIndexId) -> Option<&ClassSet> {
        let at = self.super_reg_classes.binary_search_by_key(&index, |&(index, _)| index).ok()?;
        Some(&self.super_reg_classes[at].1)
    }

    /// The rank among base classes, of which a register belongs to the first; `None` for others.
    ///
    /// # Errors
    /// When `BaseClassOrder` is not an integer.
    pub fn base_class_order(&self, store: &RecordStore) -> Result<Option<i64>, FieldError> {
        match self.record {
            Some(record) => RegisterClassRecord::new(store.record(record)).base_class_order(),
            None => Ok(None),
        }
    }

    /// Its name with its namespace.
    pub fn qualified_name<'s>(&'s self, store: &'s RecordStore) -> QualifiedName<'s> {
        QualifiedName { namespace: store.str(self.properties.namespace), name: &self.name }
    }
}

/// All register classes of a target.
#[derive(Debug)]
pub struct RegisterClasses {
    classes: IndexVec<RegisterClassId, RegisterClass>,
    by_record: FxHashMap<RecordId, RegisterClassId>,
}

impl RegisterClasses {
    /// The number of classes.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// All of them, in order.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = (RegisterClassId, &RegisterClass)> + DoubleEndedIterator
    {
        self.classes.iter_enumerated()
    }

    /// A vector with `value` for each class.
    pub(super) fn side_table<T: Clone>(&self, value: T) -> IndexVec<RegisterClassId, T> {
        IndexVec::from_elem(value, &self.classes)
    }

    /// A class.
    pub fn get(&self, class: RegisterClassId) -> &RegisterClass {
        &self.classes[class]
    }

    /// The class that a record is. Artificial classes are not found.
    pub fn of_record(&self, record: RecordId) -> Option<RegisterClassId> {
        self.by_record.get(&record).copied()
    }

    /// The class of a record.
    ///
    /// # Errors
    /// When the record is not a register class.
    pub fn expect_of_record(&self, record: Record<'_>) -> Result<RegisterClassId, FieldError> {
        self.of_record(record.id())
            .ok_or_else(|| FieldError::new(Code::FieldValue, record, "Not a known RegisterClass!"))
    }
}

impl RegisterClasses {
    /// The classes of the category called `name`; none where there is no such category.
    ///
    /// # Errors
    /// When a record in the category is not a register class.
    pub fn of_category(
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
        let matching = MatchingRules::of(store, indices);
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

/// Adds the super-register classes that follow from others: where all of `A` have a register of `B` at
/// `sub`, and all of `B` one of `C` at `part`, all of `A` have one of `C` at `part` of `sub`. In `order`
/// an index comes before those of its parts, so that once is enough.
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
        // The last that is not a member is named.
        if let Some(&other) = order.iter().rev().find(|&&r| !class.members.contains(r)) {
            let name = registers.name(other);
            // The leading space is in the message of the reference, too.
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
    // A C++ `int`.
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

/// The classes in the order of their numbers: by size, the larger ones first among those of the
/// same size, by name among those as large.
fn in_order(
    found: IndexVec<FoundClassId, FoundClass>,
    record: impl Fn(&FoundClass) -> Option<RecordId>,
    properties: &IndexVec<DescribedClassId, ClassProperties>,
) -> IndexVec<RegisterClassId, RegisterClass> {
    let count = found.len();
    let mut order: Vec<FoundClassId> = found.indices().collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&found[a], &found[b]);
        RegisterSizes::order(&a.sizes, &b.sizes)
            .then_with(|| b.members.len().cmp(&a.members.len()))
            // Byte by byte, unlike the natural order in which described classes are searched.
            .then_with(|| a.name.cmp(&b.name))
    });
    let mut ids = IndexVec::from_elem(RegisterClassId::from_index(0), &found);
    for (index, &found_id) in order.iter().enumerate() {
        ids[found_id] = RegisterClassId::from_index(index);
    }
    let mut found: IndexVec<FoundClassId, Option<FoundClass>> =
        found.into_iter().map(Some).collect();
    let mut classes = IndexVec::with_capacity(count);
    for found_id in order {
        let class = found[found_id].take().expect("each class is in the order once");
        let mut super_reg_classes: Vec<(SubRegIndexId, ClassSet)> = Vec::new();
        let mut pairs = class.super_reg_classes.clone();
        // The classes of an index become a set, so their order among each other does not matter.
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

/// The properties of an inferred class until it inherits those of a super-class. They stay if it has none.
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

/// Whether each register of `sub` is one of `class`, and is spilled as such.
fn is_sub_class(sub: &RegisterClass, class: &RegisterClass) -> bool {
    sub.sizes.fit_into(&class.sizes) && sub.members.is_subset(&class.members)
}

/// Finds the sub-classes and super-classes of each class. An artificial class has no sub-class but
/// itself.
fn relate(classes: &mut IndexVec<RegisterClassId, RegisterClass>) {
    let count = classes.len();
    // From the last class back: the sub-classes of a sub-class are then complete, and are added
    // without another comparison.
    for at in classes.indices().rev() {
        let mut set = ClassSet::new(count);
        set.insert(at);
        let class = &classes[at];
        if !class.is_artificial {
            // A class comes after its super-classes: in the order of classes, it is at least as large
            // to spill, or has fewer members.
            for (id, sub) in classes.iter_enumerated().skip(at.index() + 1) {
                if !set.contains(id) && is_sub_class(sub, class) {
                    set.extend(&sub.sub_classes);
                }
            }
            // Only classes with the same members may come right before their super-class.
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
            // Classes come in ascending order, and so each list of super-classes is in order.
            classes[sub].super_classes.push(class);
        }
    }
}

/// Gives each inferred class the properties of its last super-class, the smallest that contains it.
/// With `from_allocatable` it is the last of those whose registers are allocated, if there are any.
fn inherit_properties(
    classes: &mut IndexVec<RegisterClassId, RegisterClass>,
    from_allocatable: bool,
) {
    // In ascending order, because a super-class that is inferred itself needs its properties first.
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
        // Its registers are allocated if those of any class around it are, not only of the last
        // one.
        let of = |&class: &RegisterClassId| classes[class].properties.is_allocatable;
        properties.is_allocatable = super_classes.iter().any(of);
        classes[at].properties = properties;
    }
}
