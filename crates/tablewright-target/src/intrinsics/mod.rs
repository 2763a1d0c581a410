//! The intrinsic functions of LLVM's IR: records of class `Intrinsic`.

mod attributes;
mod names;
mod property;
mod reader;

use std::ops::Range;

use tablewright_records::{Record, RecordId, RecordStore, RecordView, Value, ValueId};
use tablewright_syntax::symbol::Symbol;

pub use attributes::{
    ArgumentAttribute, ArgumentAttributeKind, FunctionAttributes, IntrinsicAttributes,
    MemoryEffects, MemoryLocation, PrintedArgument,
};
pub use reader::IntrinsicReader;

use crate::record_views::intrinsic::{LlvmDependentTypeRecord, LlvmTypeRecord};
use crate::sd_node_properties::SdNodeProperties;

/// What the names of the records begin with.
const RECORD_PREFIX: &str = "int_";

/// All intrinsics, those of a target side by side.
#[doc(alias = "CodeGenIntrinsicTable")]
pub struct Intrinsics {
    list: Vec<Intrinsic>,
    targets: Vec<TargetSet>,
    /// What holds for calls: thousands of intrinsics share a few sets.
    attributes: Vec<IntrinsicAttributes>,
    /// The names of the functions, end to end.
    names: String,
}

/// The intrinsics of a target.
pub struct TargetSet {
    /// What their names begin with behind `llvm.`; none for those of no target.
    pub prefix: Option<Symbol>,
    /// The index of the first.
    pub first: usize,
    /// How many.
    pub count: usize,
}

/// An intrinsic.
#[doc(alias = "CodeGenIntrinsic")]
pub struct Intrinsic {
    /// Its record.
    pub record: RecordId,
    /// Where the name of the function stands.
    name: Range<u32>,
    /// The builtin function of Clang that it stands for.
    pub clang_builtin: Option<Symbol>,
    /// The builtin function of Microsoft's compiler that it stands for.
    pub ms_builtin: Option<Symbol>,
    /// The prefix of its target.
    pub target_prefix: Option<Symbol>,
    /// Whether there is one function for each of several types.
    pub is_overloaded: bool,
    /// The types of the results, then of the parameters; none where the description does not
    /// resolve types.
    types: Option<ValueId>,
    /// The types that those in `types` can depend on; none where these are resolved.
    overload_types: Option<ValueId>,
    /// How many results there are.
    return_count: u32,
    /// What holds for calls of it, an index.
    attributes: u32,
    /// What holds for its node in the selection DAG.
    pub sd_properties: SdNodeProperties,
}

impl Intrinsics {
    /// The intrinsics, ordered by target and name.
    pub fn list(&self) -> &[Intrinsic] {
        &self.list
    }

    /// The targets by name, first that of no target, which may have no intrinsics.
    pub fn targets(&self) -> &[TargetSet] {
        &self.targets
    }

    /// The intrinsics of a target.
    pub fn of_target(&self, target: &TargetSet) -> &[Intrinsic] {
        &self.list[target.first..target.first + target.count]
    }

    /// The name of the function: `llvm.bswap`.
    pub fn name(&self, intrinsic: &Intrinsic) -> &str {
        let Range { start, end } = intrinsic.name;
        &self.names[start as usize..end as usize]
    }

    /// The sets of attributes that there are; some may be equal.
    pub fn attribute_sets(&self) -> &[IntrinsicAttributes] {
        &self.attributes
    }

    /// What holds for calls of an intrinsic.
    pub fn attributes(&self, intrinsic: &Intrinsic) -> &IntrinsicAttributes {
        &self.attributes[intrinsic.attribute_set()]
    }
}

impl TargetSet {
    /// The prefix as text; empty for no target.
    pub fn prefix_text<'s>(&self, store: &'s RecordStore) -> &'s str {
        self.prefix.map_or("", |prefix| store.str(prefix))
    }
}

impl Intrinsic {
    /// The name of its number: `bswap`.
    pub fn enum_name<'s>(&self, store: &'s RecordStore) -> &'s str {
        let name = store.record(self.record).name();
        name.strip_prefix(RECORD_PREFIX).expect("records without the prefix are refused")
    }

    /// What holds for calls of it, an index into [`Intrinsics::attribute_sets`].
    pub fn attribute_set(&self) -> usize {
        self.attributes as usize
    }

    /// Whether the description resolves types.
    pub fn has_types(&self) -> bool {
        self.types.is_some()
    }

    /// The types of what it returns. Empty, as that of the parameters, where the description does
    /// not resolve types.
    pub fn return_types<'s>(
        &self,
        store: &'s RecordStore,
    ) -> impl ExactSizeIterator<Item = LlvmTypeRecord<'s>> {
        self.records(store, &elements(store, self.types)[..self.return_count as usize])
    }

    /// The types of the parameters.
    pub fn param_types<'s>(
        &self,
        store: &'s RecordStore,
    ) -> impl ExactSizeIterator<Item = LlvmTypeRecord<'s>> {
        self.records(store, &elements(store, self.types)[self.return_count as usize..])
    }

    /// The types in a list, those that depend on others replaced by these.
    fn records<'s>(
        &self,
        store: &'s RecordStore,
        types: &'s [ValueId],
    ) -> impl ExactSizeIterator<Item = LlvmTypeRecord<'s>> + use<'s> {
        let overload_types = elements(store, self.overload_types);
        types.iter().map(move |&ty| {
            let ty = record(store, ty);
            let index = overload_index(ty).filter(|&index| index < overload_types.len());
            LlvmTypeRecord::new(index.map_or(ty, |index| record(store, overload_types[index])))
        })
    }

    /// Whether parameter `index` is a pointer.
    pub fn is_pointer_param(&self, index: usize, store: &RecordStore) -> bool {
        self.param_types(store).nth(index).is_some_and(|ty| {
            ty.inherits("LLVMQualPointerType") || ty.inherits("LLVMAnyPointerType")
        })
    }
}

fn elements(store: &RecordStore, list: Option<ValueId>) -> &[ValueId] {
    match list.map(|list| store.value(list)) {
        Some(Value::List(list)) => list.elements,
        _ => &[],
    }
}

fn record(store: &RecordStore, value: ValueId) -> Record<'_> {
    if let Value::Def(record) = store.value(value) {
        store.record(record)
    } else {
        unreachable!("what lists other values is refused")
    }
}

/// The index of the overloaded type that a type depends on.
fn overload_index(ty: Record<'_>) -> Option<usize> {
    let index = LlvmDependentTypeRecord::of(ty)?.overload_index().ok()?;
    usize::try_from(index).ok()
}
