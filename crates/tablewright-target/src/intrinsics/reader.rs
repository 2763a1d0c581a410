//! How intrinsics are collected and validated.
//!
//! There are thousands, but what they list (properties, types) is mostly the same; equal lists are
//! equal values, so that each is looked at once.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_records::{Analysis, AnalysisError, FieldError, Record, RecordStore, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::property::{Properties, Property};
use super::{Intrinsic, IntrinsicAttributes, Intrinsics, MemoryEffects, RECORD_PREFIX, TargetSet};
use crate::sd_node_properties::SdNodeProperties;

impl Analysis for Intrinsics {
    /// All intrinsics, ordered by target and name.
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Intrinsics, AnalysisError> {
        let mut reader = IntrinsicReader::new(store)?;
        let records = store.derived_from_name("Intrinsic")?;
        let mut list = Vec::with_capacity(records.len());
        for record in records {
            list.push(reader.read(record)?);
        }
        let IntrinsicReader { attributes, names, .. } = reader;
        let targets = Vec::new();
        let mut intrinsics = Intrinsics { list, targets, attributes: attributes.sets, names };
        intrinsics.sort(store);
        Ok(intrinsics)
    }
}

impl Intrinsics {
    /// Puts the intrinsics in order, and finds those of each target.
    fn sort(&mut self, store: &RecordStore) {
        let mut list = std::mem::take(&mut self.list);
        let target = |intrinsic: &Intrinsic| intrinsic.target_prefix.map(|name| store.str(name));
        list.sort_by(|a, b| target(a).cmp(&target(b)).then_with(|| self.name(a).cmp(self.name(b))));
        // Intrinsics of no target come first in the order, and have a set even if there are none.
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

/// Reads intrinsics one by one: all of them, or the few that patterns use.
pub struct IntrinsicReader<'s> {
    store: &'s RecordStore,
    attributes: AttributeSets<'s>,
    /// By list of properties.
    sd_properties: FxHashMap<ValueId, SdNodeProperties>,
    /// By list of types, how many it lists.
    types: FxHashMap<ValueId, u32>,
    names: String,
}

impl<'s> IntrinsicReader<'s> {
    /// A reader of a store's intrinsics.
    ///
    /// # Errors
    /// Where there is no class of properties.
    pub fn new(store: &'s RecordStore) -> Result<IntrinsicReader<'s>, FieldError> {
        Ok(IntrinsicReader {
            store,
            attributes: AttributeSets::new(store)?,
            sd_properties: FxHashMap::default(),
            types: FxHashMap::default(),
            names: String::new(),
        })
    }

    /// What holds for calls of an intrinsic that was read.
    pub fn attributes(&self, intrinsic: &Intrinsic) -> &IntrinsicAttributes {
        &self.attributes.sets[intrinsic.attribute_set()]
    }

    /// The name of the function of an intrinsic that was read.
    pub fn name(&self, intrinsic: &Intrinsic) -> &str {
        &self.names[intrinsic.name.start as usize..intrinsic.name.end as usize]
    }

    /// The intrinsic that `record` describes.
    ///
    /// # Errors
    /// Where the record makes no sense.
    pub fn read(&mut self, record: Record<'s>) -> Result<Intrinsic, FieldError> {
        let error = |what: &str| {
            FieldError::new(Code::Intrinsics, record, format!("Intrinsic '{}{what}", record.name()))
        };
        let enum_name = record.name().strip_prefix(RECORD_PREFIX).filter(|name| !name.is_empty());
        let enum_name = enum_name.ok_or_else(|| error("' does not start with 'int_'!"))?;
        let clang_builtin = self.text_if_declared(record, "ClangBuiltinName")?;
        let ms_builtin = self.text_if_declared(record, "MSBuiltinName")?;
        let target_prefix = self.text(record, "TargetPrefix")?;
        let start = self.names.len();
        match record.string("LLVMName")? {
            "" => {
                self.names.push_str("llvm.");
                self.names.extend(enum_name.chars().map(|c| if c == '_' { '.' } else { c }));
            }
            name => self.names.push_str(name),
        }
        let rest = self.names[start..].strip_prefix("llvm.").filter(|rest| !rest.is_empty());
        let rest = rest.ok_or_else(|| error("'s name does not start with 'llvm.'!"))?;
        if let Some(target) = target_prefix {
            let target = self.store.str(target);
            if !rest.strip_prefix(target).is_some_and(|rest| rest.starts_with('.')) {
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
            return_count: 0,
            attributes: 0,
            sd_properties: SdNodeProperties::default(),
        };
        self.set_types(&mut intrinsic, record)?;
        intrinsic.attributes = self.attributes.of(record)?;
        if let Some(properties) = record.field("Properties")
            && properties_field(record) != "Properties"
        {
            intrinsic.sd_properties = match self.sd_properties.entry(properties.value) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => *new.insert(SdNodeProperties::of(record)?),
            };
        }
        Ok(intrinsic)
    }

    /// The text of a field; none where it is empty.
    fn text(&self, record: Record<'s>, field: &str) -> Result<Option<Symbol>, FieldError> {
        let text = record.symbol(field)?;
        Ok(Some(text).filter(|&text| !self.store.str(text).is_empty()))
    }

    /// The text of a field that older descriptions do not have; none there.
    fn text_if_declared(
        &self,
        record: Record<'s>,
        field: &str,
    ) -> Result<Option<Symbol>, FieldError> {
        match record.field(field) {
            Some(_) => self.text(record, field),
            None => Ok(None),
        }
    }

    /// The field `Types` lists the types of the results, of which `RetTypes` knows how many there
    /// are, and of the parameters.
    fn set_types(
        &mut self,
        intrinsic: &mut Intrinsic,
        record: Record<'s>,
    ) -> Result<(), FieldError> {
        let Some(types) = record.field("Types") else { return Ok(()) };
        let count = match self.types.entry(types.value) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => *new.insert(as_index(record.list_of_records("Types")?.len())),
        };
        intrinsic.types = Some(types.value);
        intrinsic.is_overloaded = record.bit("isOverloaded")?;
        intrinsic.return_count = as_index(record.list("RetTypes")?.len());
        if intrinsic.return_count > count {
            let name = record.name();
            let message = format!("Intrinsic '{name}' has more RetTypes than Types");
            return Err(FieldError::new(Code::Intrinsics, record, message));
        }
        Ok(())
    }
}

/// The field that lists the properties of an intrinsic. Up to LLVM 3.8 it has the name of the one
/// that lists those of its node now.
fn properties_field(record: Record<'_>) -> &'static str {
    match (record.field("IntrProperties"), record.field("Properties")) {
        (None, Some(_)) => "Properties",
        _ => "IntrProperties",
    }
}

/// An index or a length. What is counted here was interned, of which there is less.
fn as_index(index: usize) -> u32 {
    u32::try_from(index).expect("names and lists are shorter than all strings and values")
}

/// The attributes of intrinsics, found by the list of properties that they follow from.
struct AttributeSets<'s> {
    /// The properties of all intrinsics that do not opt out.
    defaults: Vec<Record<'s>>,
    properties: Properties,
    sets: Vec<IntrinsicAttributes>,
    /// By list of properties, and whether the default ones are left out.
    known: FxHashMap<(ValueId, bool), u32>,
}

impl<'s> AttributeSets<'s> {
    fn new(store: &'s RecordStore) -> Result<AttributeSets<'s>, FieldError> {
        let mut defaults = Vec::new();
        for property in store.derived_from_name("IntrinsicProperty")? {
            // Older releases have no defaults.
            if property.field("IsDefault").is_some() && property.bit("IsDefault")? {
                defaults.push(property);
            }
        }
        let (properties, known) = (Properties::default(), FxHashMap::default());
        Ok(AttributeSets { defaults, properties, sets: Vec::new(), known })
    }

    /// The attributes of an intrinsic, an index.
    fn of(&mut self, record: Record<'s>) -> Result<u32, FieldError> {
        let field = properties_field(record);
        let listed = record.value(field)?;
        // An error in this field is reported after those in the properties, so it is kept for now.
        let no_defaults = match record.field("DisableDefaultAttributes") {
            Some(_) => record.bit("DisableDefaultAttributes"),
            None => Ok(false),
        };
        if let Ok(no_defaults) = no_defaults
            && let Some(&known) = self.known.get(&(listed, no_defaults))
        {
            return Ok(known);
        }
        let mut attributes = IntrinsicAttributes::default();
        for property in record.list_of_records(field)? {
            attributes.apply(self.properties.of(property, record)?, record)?;
        }
        let no_defaults = no_defaults?;
        if !no_defaults {
            for &property in &self.defaults {
                attributes.apply(self.properties.of(property, record)?, record)?;
            }
        }
        // Sets that differ only in the order of the properties then compare equal.
        attributes.arguments.iter_mut().for_each(|attributes| attributes.sort_unstable());
        let index = as_index(self.sets.len());
        self.sets.push(attributes);
        self.known.insert((listed, no_defaults), index);
        Ok(index)
    }
}

impl IntrinsicAttributes {
    fn apply(&mut self, property: Property, record: Record<'_>) -> Result<(), FieldError> {
        let error = |message: &str| Err(FieldError::new(Code::Intrinsics, record, message));
        let memory = &mut self.function.memory;
        match property {
            Property::Memory(effects) => *memory = memory.and(effects),
            Property::ReadMem if memory.only_writes() => {
                return error(
                    "IntrReadMem cannot be used after IntrNoMem or IntrWriteMem. \
                     Default is ReadWrite",
                );
            }
            Property::ReadMem => *memory = memory.and(MemoryEffects::READ_ONLY),
            Property::WriteMem if memory.only_reads() => {
                return error(
                    "IntrWriteMem cannot be used after IntrNoMem or IntrReadMem. \
                     Default is ReadWrite",
                );
            }
            Property::WriteMem => *memory = memory.and(MemoryEffects::WRITE_ONLY),
            Property::Commutative => self.is_commutative = true,
            // Which of the two comes first decides.
            Property::WillReturn => self.function.will_return = !self.function.no_return,
            Property::Function(flag) => *flag(&mut self.function) = true,
            Property::Argument { index, attribute } => {
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
