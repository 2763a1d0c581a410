//! Bytecode encoding of a dialect's attributes and types.

use tablewright_records::{Dag, Feature, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::bytecode::{
    AttributeKindRecord, BytecodeArrayRecord, BytecodeEntryRecord, BytecodeRecord,
    CompositeBytecodeRecord, DialectAttributesRecord, DialectTypesRecord, SizedArrayRecord,
    TypeKindRecord,
};

/// A dialect's attributes or types.
#[derive(Clone, Debug, Default)]
pub struct BytecodeGroup<'s> {
    /// C++ types in byte order, each with its encoded forms.
    pub types: Vec<BytecodeType<'s>>,
    /// Form names by ascending code.
    pub codes: Vec<(usize, &'s str)>,
}

/// A C++ type with its encoded forms.
#[derive(Clone, Debug)]
pub struct BytecodeType<'s> {
    /// The C++ type.
    pub cpp_type: &'s str,
    /// The forms, by code.
    pub forms: Vec<BytecodeForm<'s>>,
}

/// An encoded form of an attribute or a type.
#[derive(Clone, Debug)]
pub struct BytecodeForm<'s> {
    /// Its definition name.
    pub name: &'s str,
    /// Its code.
    pub code: usize,
    /// Its members.
    pub members: Vec<BytecodeMember<'s>>,
    /// The C++ that builds the value; `$_args` are the members, `$_resultType` is the type.
    pub builder: &'s str,
    /// The C++ condition on the value `$_val` that selects this form.
    pub predicate: Option<&'s str>,
}

/// A member in an encoded form.
#[derive(Clone, Debug)]
pub struct BytecodeMember<'s> {
    /// Its name. A name with a leading underscore is not a builder argument.
    pub name: &'s str,
    /// Its encoding.
    pub element: BytecodeElement<'s>,
    /// List details; `None` for a single element.
    pub list: Option<BytecodeList<'s>>,
}

/// List details of a member.
#[derive(Clone, Copy, Debug)]
pub struct BytecodeList<'s> {
    /// The C++ expression that returns the list; `None` for the usual accessor.
    pub getter: Option<&'s str>,
    /// The C++ expression for the list length; `None` if the length is encoded.
    pub size: Option<&'s str>,
}

/// An element's encoding.
#[derive(Clone, Debug)]
pub struct BytecodeElement<'s> {
    /// The C++ type.
    pub cpp_type: &'s str,
    /// Its kind.
    pub kind: BytecodeKind<'s>,
    /// The C++ condition that reads it; `$_reader` is the reader, `$_var` the variable.
    pub parser: &'s str,
    /// The C++ that builds a value from the decoded parts `$_args`.
    pub builder: &'s str,
    /// The C++ that writes it; `$_writer` is the writer, `$_getter` the value. Empty if nothing is written.
    pub printer: &'s str,
    /// The C++ that returns it from its owner; `None` for the usual accessor.
    pub getter: Option<&'s str>,
}

/// An encoded element's kind.
#[derive(Clone, Debug)]
pub enum BytecodeKind<'s> {
    /// An attribute.
    Attribute,
    /// A type.
    Type,
    /// Any other C++ value.
    Value,
    /// Something that consists of others.
    Composite(Vec<BytecodeMember<'s>>),
}

/// Maximum depth to which members may be nested.
const MAX_DEPTH: u32 = 50;

impl<'s> BytecodeGroup<'s> {
    /// Returns a dialect's attributes; empty if the description lists none. An empty name selects the only dialect.
    ///
    /// # Errors
    /// If the description lacks the class, has several dialects and none is selected, or a field has an unexpected
    /// type.
    pub fn attributes(
        store: &'s RecordStore,
        dialect: &str,
    ) -> Result<BytecodeGroup<'s>, Diagnostic> {
        let mut group = BytecodeGroup::default();
        let records = DialectAttributesRecord::all(store)?;
        check_count(records.len(), dialect)?;
        for record in records {
            if dialect.is_empty() || record.dialect()? == dialect {
                group = BytecodeGroup::read(record.elements()?)?;
            }
        }
        Ok(group)
    }

    /// Returns a dialect's types; empty if the description lists none. An empty name selects the only dialect.
    ///
    /// # Errors
    /// As [`BytecodeGroup::attributes`].
    pub fn types(store: &'s RecordStore, dialect: &str) -> Result<BytecodeGroup<'s>, Diagnostic> {
        let mut group = BytecodeGroup::default();
        let records = DialectTypesRecord::all(store)?;
        check_count(records.len(), dialect)?;
        for record in records {
            if dialect.is_empty() || record.dialect()? == dialect {
                group = BytecodeGroup::read(record.elements()?)?;
            }
        }
        Ok(group)
    }

    fn read(elements: Vec<Record<'s>>) -> Result<BytecodeGroup<'s>, FieldError> {
        let mut group = BytecodeGroup::default();
        for (code, record) in elements.into_iter().enumerate() {
            if record.name() == "ReservedOrDead" {
                continue;
            }
            let form = BytecodeForm::read(record, code)?;
            let cpp_type = match BytecodeEntryRecord::new(record).cpp_type()? {
                "" => record.name(),
                cpp_type => cpp_type,
            };
            group.codes.push((code, form.name));
            match group.types.iter_mut().find(|one| one.cpp_type == cpp_type) {
                Some(one) => one.forms.push(form),
                None => group.types.push(BytecodeType { cpp_type, forms: vec![form] }),
            }
        }
        group.types.sort_by_key(|one| one.cpp_type);
        Ok(group)
    }
}

/// Checks that a dialect is selected if there are several.
fn check_count(count: usize, dialect: &str) -> Result<(), Diagnostic> {
    if dialect.is_empty() && count > 1 {
        let message = "Single dialect per invocation required (either only one in input file or specified via dialect option)";
        return Err(Diagnostic::error_anywhere(Code::Mlir, message));
    }
    Ok(())
}

impl<'s> BytecodeForm<'s> {
    fn read(record: Record<'s>, code: usize) -> Result<BytecodeForm<'s>, FieldError> {
        let bytecode = BytecodeRecord::new(record);
        let members = BytecodeEntryRecord::new(record).members()?;
        Ok(BytecodeForm {
            name: record.name(),
            code,
            members: read_members(record, members, MAX_DEPTH)?,
            builder: bytecode.builder()?,
            predicate: Some(bytecode.predicate()?).filter(|text| !text.is_empty()),
        })
    }
}

fn read_members<'s>(
    owner: Record<'s>,
    dag: Dag<'s>,
    depth: u32,
) -> Result<Vec<BytecodeMember<'s>>, FieldError> {
    let error = |message: &str| FieldError::new(Code::Mlir, owner, message);
    let depth = depth.checked_sub(1).ok_or_else(|| error("members are nested too deeply"))?;
    let store = owner.store();
    let mut members = Vec::new();
    for (value, name) in super::dag_arguments(store, dag) {
        let record = store.value(value).as_def().map(|id| store.record(id));
        let record = record.ok_or_else(|| error("a member is a definition"))?;
        let name = name.ok_or_else(|| error("a member has a name"))?;
        let array = BytecodeArrayRecord::from_record(record);
        let list = array.map(BytecodeList::read);
        let element = match array {
            Some(array) => array.element()?,
            None => BytecodeRecord::new(record),
        };
        let element = BytecodeElement::read(element, depth)?;
        if array.is_none() && matches!(element.kind, BytecodeKind::Composite(_)) {
            return Err(error("a composite is an element of an array"));
        }
        members.push(BytecodeMember { name, element, list: list.transpose()? });
    }
    Ok(members)
}

impl<'s> BytecodeList<'s> {
    fn read(array: BytecodeArrayRecord<'s>) -> Result<BytecodeList<'s>, FieldError> {
        let release = Record::from(array).store().release();
        if !release.has(Feature::BytecodeListsHaveKnownSizes) {
            return Ok(BytecodeList { getter: None, size: None });
        }
        Ok(BytecodeList {
            getter: Some(array.getter()?).filter(|text| !text.is_empty()),
            size: SizedArrayRecord::from_record(array).map(|one| one.size()).transpose()?,
        })
    }
}

impl<'s> BytecodeElement<'s> {
    fn read(record: BytecodeRecord<'s>, depth: u32) -> Result<BytecodeElement<'s>, FieldError> {
        let raw = Record::from(record);
        let kind = if let Some(composite) = CompositeBytecodeRecord::from_record(record) {
            BytecodeKind::Composite(read_members(raw, composite.members()?, depth)?)
        } else if AttributeKindRecord::from_record(record).is_some() {
            BytecodeKind::Attribute
        } else if TypeKindRecord::from_record(record).is_some() {
            BytecodeKind::Type
        } else {
            BytecodeKind::Value
        };
        Ok(BytecodeElement {
            cpp_type: match record.cpp_type()? {
                "" => raw.name(),
                cpp_type => cpp_type,
            },
            kind,
            parser: record.parser()?,
            builder: record.builder()?,
            printer: record.printer()?,
            getter: Some(record.getter()?).filter(|text| !text.is_empty()),
        })
    }
}
