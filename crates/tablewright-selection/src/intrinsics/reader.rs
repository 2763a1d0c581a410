//! Intrinsics are collected and validated here.
//!
//! There are thousands, but their lists (properties, types) are mostly the same; equal lists are equal values, so that
//! each is read once.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_records::{
    Analysis, AnalysisError, Feature, FieldError, Record, RecordStore, RecordView, ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright_syntax::symbol::Symbol;

use super::property::{IntrinsicProperties, IntrinsicProperty};
use super::range_set::{check_range_sets, range_set};
use super::{
    Intrinsic, IntrinsicAttributes, Intrinsics, MemoryEffects, PrintedArgument, RECORD_PREFIX,
    TargetSet,
};
use crate::record_views::intrinsic::{
    IntrinsicPropertyRecord, IntrinsicRecord, LlvmDependentTypeRecord, LlvmTypeRecord,
    RangeSetRecord, TypeInfoGenRecord,
};
use crate::sd_node_properties::SdNodeProperties;

/// The parameter type that represents any number of arguments.
const VARARGS: &str = "llvm_vararg_ty";

impl Analysis for Intrinsics {
    /// All intrinsics, ordered by target and name.
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Intrinsics, AnalysisError> {
        let mut reader = IntrinsicReader::new(store)?;
        let records = IntrinsicRecord::all(store)?;
        let mut list = Vec::with_capacity(records.len());
        let checks_names = store.release().has(Feature::IntrinsicNamesAreChecked);
        for record in records {
            let intrinsic = reader.read(record)?;
            if checks_names && reader.has_redundant_name(record, &intrinsic)? {
                let message =
                    "Explicitly specified name matches default name, consider dropping it";
                diagnostics.push(Diagnostic::new(Severity::Note, Some(record.pos()), message));
            }
            list.push(intrinsic);
        }
        let IntrinsicReader { attributes, names, .. } = reader;
        let targets = Vec::new();
        let mut intrinsics = Intrinsics { list, targets, attributes: attributes.sets, names };
        intrinsics.sort(store);
        if checks_names {
            intrinsics.check_names(store, diagnostics)?;
        }
        Ok(intrinsics)
    }
}

impl Intrinsics {
    /// Sorts the intrinsics, and groups them by target.
    fn sort(&mut self, store: &RecordStore) {
        let mut list = std::mem::take(&mut self.list);
        let target = |intrinsic: &Intrinsic| intrinsic.target_prefix.map(|name| store.str(name));
        list.sort_by(|a, b| target(a).cmp(&target(b)).then_with(|| self.name(a).cmp(self.name(b))));
        // Intrinsics without a target come first in the order, and have a set even if there are none.
        self.targets.push(TargetSet { prefix: None, first: 0, count: 0 });
        for (first, intrinsic) in list.iter().enumerate() {
            let prefix = intrinsic.target_prefix;
            match self.targets.last_mut() {
                Some(last) if last.prefix == prefix => last.count += 1,
                _ => self.targets.push(TargetSet { prefix, first, count: 1 }),
            }
        }
        self.list = list;
    }
}

/// A reader for intrinsics: all of them, or the few that patterns use.
pub struct IntrinsicReader<'s> {
    store: &'s RecordStore,
    attributes: AttributeSets<'s>,
    /// By property list.
    sd_properties: FxHashMap<ValueId, SdNodeProperties>,
    /// For each pair of type list and overload type list, the number of types.
    types: FxHashMap<(ValueId, ValueId), u32>,
    names: String,
}

impl<'s> IntrinsicReader<'s> {
    /// Creates a reader for a store's intrinsics.
    ///
    /// # Errors
    /// Fails if the property class is missing.
    pub fn new(store: &'s RecordStore) -> Result<IntrinsicReader<'s>, FieldError> {
        Ok(IntrinsicReader {
            store,
            attributes: AttributeSets::new(store)?,
            sd_properties: FxHashMap::default(),
            types: FxHashMap::default(),
            names: String::new(),
        })
    }

    /// Returns an intrinsic's call attributes from this reader.
    pub fn attributes(&self, intrinsic: &Intrinsic) -> &IntrinsicAttributes {
        &self.attributes.sets[intrinsic.attribute_set()]
    }

    /// Returns an intrinsic's function name from this reader.
    pub fn name(&self, intrinsic: &Intrinsic) -> &str {
        &self.names[intrinsic.name.start as usize..intrinsic.name.end as usize]
    }

    /// Reads the intrinsic in `record`.
    ///
    /// # Errors
    /// Fails if the record is invalid.
    pub fn read(&mut self, record: IntrinsicRecord<'s>) -> Result<Intrinsic, FieldError> {
        let error = |what: &str| {
            let message = format!("Intrinsic '{}{what}", record.name());
            FieldError::new(Code::Intrinsics, *record, message)
        };
        let enum_name = record.name().strip_prefix(RECORD_PREFIX).filter(|name| !name.is_empty());
        let enum_name = enum_name.ok_or_else(|| error("' does not start with 'int_'!"))?;
        let clang_builtin = self.not_empty(record.clang_builtin_name()?);
        let ms_builtin = self.not_empty(record.ms_builtin_name()?);
        let target_prefix = self.not_empty(Some(record.target_prefix()?));
        let start = self.names.len();
        match record.llvm_name()? {
            "" => {
                self.names.push_str("llvm.");
                self.names.extend(enum_name.chars().map(|c| if c == '_' { '.' } else { c }));
            }
            name => self.names.push_str(name),
        }
        let suffix = self.names[start..].strip_prefix("llvm.").filter(|rest| !rest.is_empty());
        let stem = suffix.ok_or_else(|| error("'s name does not start with 'llvm.'!"))?;
        if let Some(target) = target_prefix {
            let target = self.store.str(target);
            if !stem.strip_prefix(target).is_some_and(|rest| rest.starts_with('.')) {
                return Err(error(&format!("' does not start with 'llvm.{target}.'!")));
            }
        }
        let mut intrinsic = Intrinsic {
            record: record.id(),
            name: as_index(start)..as_index(self.names.len()),
            clang_builtin,
            ms_builtin,
            target_prefix,
            is_overloaded: false,
            types: None,
            overload_types: None,
            return_count: 0,
            attributes: 0,
            sd_properties: SdNodeProperties::default(),
        };
        self.set_types(&mut intrinsic, record)?;
        intrinsic.attributes = self.attributes.for_intrinsic(record)?;
        let properties = record.properties_value()?;
        if properties != ValueId::UNSET && !lists_own_properties_as_node(record)? {
            intrinsic.sd_properties = match self.sd_properties.entry(properties) {
                Entry::Occupied(earlier) => *earlier.get(),
                Entry::Vacant(new) => *new.insert(SdNodeProperties::from_record(*record)?),
            };
        }
        Ok(intrinsic)
    }

    /// Returns whether an explicit name equals the default name.
    fn has_redundant_name(
        &self,
        record: IntrinsicRecord<'s>,
        intrinsic: &Intrinsic,
    ) -> Result<bool, FieldError> {
        let is_explicit = !record.llvm_name()?.is_empty();
        let default =
            intrinsic.enum_name(self.store).chars().map(|c| if c == '_' { '.' } else { c });
        let suffix = self.name(intrinsic).strip_prefix("llvm.");
        Ok(is_explicit && suffix.is_some_and(|rest| rest.chars().eq(default)))
    }

    /// Returns a text; `None` if it is empty.
    fn not_empty(&self, text: Option<Symbol>) -> Option<Symbol> {
        text.filter(|&text| !self.store.str(text).is_empty())
    }

    /// Sets the result and parameter types; `RetTypes` determines the number of results.
    fn set_types(
        &mut self,
        intrinsic: &mut Intrinsic,
        record: IntrinsicRecord<'s>,
    ) -> Result<(), FieldError> {
        let Some(lists) = TypeLists::new(record)? else { return Ok(()) };
        let count = match self.types.entry((lists.types, lists.overload_types)) {
            Entry::Occupied(earlier) => *earlier.get(),
            Entry::Vacant(new) => *new.insert(lists.count()?),
        };
        intrinsic.types = Some(lists.types);
        intrinsic.overload_types =
            Some(lists.overload_types).filter(|&types| types != ValueId::UNSET);
        intrinsic.is_overloaded = lists.is_overloaded()?;
        intrinsic.return_count = as_index(record.ret_types()?.len());
        if intrinsic.return_count > count {
            let name = record.name();
            let message = format!("Intrinsic '{name}' has more RetTypes than Types");
            return Err(FieldError::new(Code::Intrinsics, *record, message));
        }
        Ok(())
    }
}

/// The type lists in an intrinsic.
struct TypeLists<'s> {
    intrinsic: IntrinsicRecord<'s>,
    /// The source of the lists.
    source: IntrinsicTypeSource<'s>,
    types: ValueId,
    /// Types on which others can depend; `ValueId::UNSET` if types are resolved.
    overload_types: ValueId,
}

#[derive(Clone, Copy)]
enum IntrinsicTypeSource<'s> {
    /// The intrinsic itself: up to release 19.
    Intrinsic,
    /// The intrinsic's `TypeInfo`, with resolved types.
    Resolved(TypeInfoGenRecord<'s>),
    /// The intrinsic's `TypeInfo` with dependent types: since release 23.
    Dependent(TypeInfoGenRecord<'s>),
}

impl<'s> TypeLists<'s> {
    /// Returns the type lists; `None` if the description does not compute them.
    fn new(intrinsic: IntrinsicRecord<'s>) -> Result<Option<TypeLists<'s>>, FieldError> {
        let (mut types, mut overload_types) = (intrinsic.types()?, ValueId::UNSET);
        let mut source = IntrinsicTypeSource::Intrinsic;
        if types == ValueId::UNSET {
            let Some(info) = intrinsic.type_info()? else { return Ok(None) };
            types = info.types()?;
            source = IntrinsicTypeSource::Resolved(info);
            if types == ValueId::UNSET {
                types = info.all_types()?;
                overload_types = info.overload_types()?;
                source = IntrinsicTypeSource::Dependent(info);
            }
        }
        Ok(Some(TypeLists { intrinsic, source, types, overload_types }))
    }

    fn is_overloaded(&self) -> Result<bool, FieldError> {
        match self.source {
            IntrinsicTypeSource::Intrinsic => self.intrinsic.is_overloaded(),
            IntrinsicTypeSource::Resolved(info) | IntrinsicTypeSource::Dependent(info) => {
                info.is_overloaded()
            }
        }
    }

    /// Returns the type count. Checks that dependent types depend on overloaded types.
    fn count(&self) -> Result<u32, FieldError> {
        let (types, overload_types): (Vec<LlvmTypeRecord<'_>>, _) = match self.source {
            IntrinsicTypeSource::Intrinsic => (self.intrinsic.type_list()?, Vec::new()),
            IntrinsicTypeSource::Resolved(info) => (info.type_list()?, Vec::new()),
            IntrinsicTypeSource::Dependent(info) => {
                (info.all_type_list()?, info.overload_type_list()?)
            }
        };
        for &ty in &types {
            let Some(ty) = LlvmDependentTypeRecord::from_record(ty) else { continue };
            let (index, count) = (ty.overload_index()?, overload_types.len());
            let index = usize::try_from(index).unwrap_or(usize::MAX);
            let problem = match overload_types.get(index) {
                None => format!("intrinsic only has {count} overloaded types"),
                Some(ty) if !ty.inherits("LLVMAnyType") => {
                    "dependent types must reference an overload index of an 'llvm_any' type"
                        .to_owned()
                }
                Some(_) => continue,
            };
            let (name, index) = (self.intrinsic.name(), ty.overload_index()?);
            let message =
                format!("for intrinsic {name} overload index {index} is invalid, {problem}");
            return Err(FieldError::new(Code::Intrinsics, *ty, message));
        }
        if let IntrinsicTypeSource::Dependent(_) = self.source {
            self.check_varargs(&types)?;
        }
        Ok(as_index(types.len()))
    }
}

impl TypeLists<'_> {
    /// Checks that only the last parameter is variadic.
    fn check_varargs(&self, types: &[LlvmTypeRecord<'_>]) -> Result<(), FieldError> {
        let is_varargs = |ty: &LlvmTypeRecord<'_>| ty.name() == VARARGS;
        let (returned, params) = types.split_at(self.intrinsic.ret_types()?.len().min(types.len()));
        let message = if returned.iter().any(is_varargs) {
            "cannot use llvm_vararg_ty as a return type"
        } else if params.split_last().is_some_and(|(_, others)| others.iter().any(is_varargs)) {
            "llvm_vararg_ty can only be the last parameter type"
        } else {
            return Ok(());
        };
        Err(FieldError::new(Code::Intrinsics, *self.intrinsic, message))
    }
}

/// Returns whether the field `Properties` lists the intrinsic's properties, not the node's: up to release 3.8.
fn lists_own_properties_as_node(record: IntrinsicRecord<'_>) -> Result<bool, FieldError> {
    Ok(record.intr_properties_value()? == ValueId::UNSET
        && record.properties_value()? != ValueId::UNSET)
}

/// Converts an index or a length. It always fits, since the counted values were interned.
fn as_index(index: usize) -> u32 {
    u32::try_from(index).expect("names and lists are shorter than all strings and values")
}

/// Intrinsic attributes, cached by property list.
struct AttributeSets<'s> {
    /// Properties for all intrinsics that do not opt out.
    defaults: Vec<Record<'s>>,
    properties: IntrinsicProperties,
    sets: Vec<IntrinsicAttributes>,
    /// The set for each property list, and whether default properties are left out.
    by_list: FxHashMap<(ValueId, bool), u32>,
}

impl<'s> AttributeSets<'s> {
    fn new(store: &'s RecordStore) -> Result<AttributeSets<'s>, FieldError> {
        let mut defaults = Vec::new();
        for property in IntrinsicPropertyRecord::all(store)? {
            if property.is_default()? {
                defaults.push(*property);
            }
        }
        let (properties, by_list) = (IntrinsicProperties::default(), FxHashMap::default());
        Ok(AttributeSets { defaults, properties, sets: Vec::new(), by_list })
    }

    /// Returns the attribute index for an intrinsic.
    fn for_intrinsic(&mut self, intrinsic: IntrinsicRecord<'s>) -> Result<u32, FieldError> {
        let in_node = lists_own_properties_as_node(intrinsic)?;
        let listed = if in_node {
            intrinsic.properties_value()?
        } else {
            intrinsic.intr_properties_value()?
        };
        // An error in this field is reported after those in the properties, so it is kept for now.
        let no_defaults = intrinsic.disable_default_attributes();
        if let Ok(no_defaults) = no_defaults
            && let Some(&index) = self.by_list.get(&(listed, no_defaults))
        {
            return Ok(index);
        }
        let mut attributes = IntrinsicAttributes::default();
        let properties =
            if in_node { intrinsic.properties()? } else { intrinsic.intr_properties()? };
        for property in properties {
            attributes.apply(self.properties.for_property(property, *intrinsic)?, *intrinsic)?;
        }
        let no_defaults = no_defaults?;
        if !no_defaults {
            for &property in &self.defaults {
                attributes
                    .apply(self.properties.for_property(property, *intrinsic)?, *intrinsic)?;
            }
        }
        check_range_sets(&attributes, *intrinsic)?;
        // Sets that differ only in property order then compare equal.
        attributes.arguments.iter_mut().for_each(|attributes| attributes.sort_unstable());
        let index = as_index(self.sets.len());
        self.sets.push(attributes);
        self.by_list.insert((listed, no_defaults), index);
        Ok(index)
    }
}

impl IntrinsicAttributes {
    fn apply(&mut self, property: IntrinsicProperty, record: Record<'_>) -> Result<(), FieldError> {
        let error = |message: &str| Err(FieldError::new(Code::Intrinsics, record, message));
        let memory = &mut self.function.memory;
        match property {
            IntrinsicProperty::Memory(effects) => *memory = memory.and(effects),
            IntrinsicProperty::ReadMem if memory.only_writes() => {
                return error(
                    "IntrReadMem cannot be used after IntrNoMem or IntrWriteMem. \
                     Default is ReadWrite",
                );
            }
            IntrinsicProperty::ReadMem => *memory = memory.and(MemoryEffects::READ_ONLY),
            IntrinsicProperty::WriteMem if memory.only_reads() => {
                return error(
                    "IntrWriteMem cannot be used after IntrNoMem or IntrReadMem. \
                     Default is ReadWrite",
                );
            }
            IntrinsicProperty::WriteMem => *memory = memory.and(MemoryEffects::WRITE_ONLY),
            IntrinsicProperty::Commutative => self.is_commutative = true,
            // The first of the two properties decides.
            IntrinsicProperty::WillReturn => self.function.will_return = !self.function.no_return,
            IntrinsicProperty::Function(flag) => *flag(&mut self.function) = true,
            IntrinsicProperty::TriviallyScalarizable => self.is_trivially_scalarizable = true,
            IntrinsicProperty::ValueRanges(property) => {
                let property = RangeSetRecord::new(record.store().record(property));
                let set = range_set(property, record)?;
                if self.range_sets.iter().any(|other| other.param == set.param) {
                    let message = format!("RangeSet for argument {} already specified", set.param);
                    return Err(FieldError::new(Code::Intrinsics, **property, message));
                }
                self.range_sets.push(set);
            }
            IntrinsicProperty::PrintedArgument { index, name, printer } => {
                let Some(index) = index.checked_sub(1) else {
                    return error("ArgInfo is of an argument, not of the result");
                };
                self.printed_arguments.push(PrintedArgument { index, name, printer });
            }
            IntrinsicProperty::Argument { index, attribute, default_value } => {
                if let (Some(index), Some(value)) = (index.checked_sub(1), default_value) {
                    self.default_values.push((index, value));
                }
                let index = usize::from(index);
                if index >= self.arguments.len() {
                    self.arguments.resize_with(index + 1, Vec::new);
                }
                self.arguments[index].push(attribute);
            }
        }
        Ok(())
    }
}
