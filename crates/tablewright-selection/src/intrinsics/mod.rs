//! Intrinsic functions in LLVM IR: `Intrinsic` records.

mod attributes;
mod names;
mod property;
mod range_set;
mod reader;

use std::ops::Range;

use tablewright_records::{Record, RecordId, RecordStore, RecordView, Value, ValueId};
use tablewright_syntax::symbol::Symbol;

pub use attributes::{
    ArgumentAttribute, ArgumentAttributeKind, FunctionAttributes, IntrinsicAttributes,
    MemoryEffects, MemoryLocation, PrintedArgument, RangeSet,
};
pub use reader::IntrinsicReader;

use crate::record_views::intrinsic::{LlvmDependentTypeRecord, LlvmTypeRecord};
use crate::sd_node_properties::SdNodeProperties;

/// The record name prefix.
const RECORD_PREFIX: &str = "int_";

/// All intrinsics, grouped by target.
#[doc(alias = "CodeGenIntrinsicTable")]
pub struct Intrinsics {
    list: Vec<Intrinsic>,
    targets: Vec<TargetSet>,
    /// Call attributes: thousands of intrinsics share a few sets.
    attributes: Vec<IntrinsicAttributes>,
    /// The function names, concatenated.
    names: String,
}

/// A target's intrinsics.
pub struct TargetSet {
    /// The name prefix after `llvm.`; `None` for intrinsics without a target.
    pub prefix: Option<Symbol>,
    /// The index of the first.
    pub first: usize,
    /// The intrinsic count.
    pub count: usize,
}

/// An intrinsic.
#[doc(alias = "CodeGenIntrinsic")]
pub struct Intrinsic {
    /// Its record.
    pub record: RecordId,
    /// The function name's range in the text.
    name: Range<u32>,
    /// The equivalent Clang builtin.
    pub clang_builtin: Option<Symbol>,
    /// The equivalent builtin in Microsoft's compiler.
    pub ms_builtin: Option<Symbol>,
    /// Its target's prefix.
    pub target_prefix: Option<Symbol>,
    /// Whether the name represents a family with a function for each type.
    pub is_overloaded: bool,
    /// The result types, then the parameter types; `None` if the description does not resolve types.
    types: Option<ValueId>,
    /// The types on which `types` can depend; `None` if types are resolved.
    overload_types: Option<ValueId>,
    /// The result count.
    return_count: u32,
    /// The call attribute index.
    attributes: u32,
    /// Properties of its selection DAG node.
    pub sd_properties: SdNodeProperties,
}

impl Intrinsics {
    /// The intrinsics, ordered by target and name.
    pub fn list(&self) -> &[Intrinsic] {
        &self.list
    }

    /// Returns the targets by name. The first has no name, and may have no intrinsics.
    pub fn targets(&self) -> &[TargetSet] {
        &self.targets
    }

    /// A target's intrinsics.
    pub fn for_target(&self, target: &TargetSet) -> &[Intrinsic] {
        &self.list[target.first..target.first + target.count]
    }

    /// Returns the function name: `llvm.bswap`.
    pub fn name(&self, intrinsic: &Intrinsic) -> &str {
        let Range { start, end } = intrinsic.name;
        &self.names[start as usize..end as usize]
    }

    /// Returns the attribute sets; some may be equal.
    pub fn attribute_sets(&self) -> &[IntrinsicAttributes] {
        &self.attributes
    }

    /// Returns an intrinsic's call attributes.
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

    /// Returns the call attribute index in [`Intrinsics::attribute_sets`].
    pub fn attribute_set(&self) -> usize {
        self.attributes as usize
    }

    /// Whether the description resolves types.
    pub fn has_types(&self) -> bool {
        self.types.is_some()
    }

    /// Returns the result types. Empty, like the parameter types, if the description does not resolve types.
    pub fn return_types<'s>(
        &self,
        store: &'s RecordStore,
    ) -> impl ExactSizeIterator<Item = LlvmTypeRecord<'s>> {
        self.records(store, &elements(store, self.types)[..self.return_count as usize])
    }

    /// Returns the parameter types.
    pub fn param_types<'s>(
        &self,
        store: &'s RecordStore,
    ) -> impl ExactSizeIterator<Item = LlvmTypeRecord<'s>> {
        self.records(store, &elements(store, self.types)[self.return_count as usize..])
    }

    /// Returns the types in a list, with dependent types resolved.
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

/// Returns the index for the overloaded type that a type depends on.
fn overload_index(ty: Record<'_>) -> Option<usize> {
    let index = LlvmDependentTypeRecord::from_record(ty)?.overload_index().ok()?;
    usize::try_from(index).ok()
}
