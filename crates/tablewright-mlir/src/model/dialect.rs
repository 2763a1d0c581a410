//! Dialects.

use tablewright_records::{Feature, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::dialect::DialectRecord;

/// A dialect.
#[derive(Clone, Debug)]
pub struct Dialect<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// The prefix for its operation names.
    pub name: &'s str,
    /// Its C++ class name.
    pub class_name: String,
    /// The C++ namespace; may be empty.
    pub cpp_namespace: &'s str,
    /// A one-line summary; may be empty.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// C++ classes for the dialects that are loaded with it.
    pub dependent_dialects: Vec<&'s str>,
    /// Attributes that it attaches to operations of any dialect.
    pub discardable_attributes: Vec<DiscardableAttribute<'s>>,
    /// More C++ members of its class.
    pub extra_class_declaration: &'s str,
    /// Features of its C++ class.
    pub features: DialectFeatures,
}

/// An attribute that a dialect attaches to operations in any dialect.
#[derive(Clone, Debug)]
pub struct DiscardableAttribute<'s> {
    /// The name without the dialect prefix.
    pub name: &'s str,
    /// Its C++ class.
    pub cpp_class: &'s str,
}

/// Features of a dialect's C++ class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own in descriptions")]
pub struct DialectFeatures {
    /// It creates constants.
    pub constant_materializer: bool,
    /// Its destructor is defined elsewhere.
    pub non_default_destructor: bool,
    /// It verifies its attributes on operations.
    pub operation_attr_verify: bool,
    /// The dialect verifies its attributes on region arguments.
    pub region_arg_attr_verify: bool,
    /// The dialect verifies its attributes on region results.
    pub region_result_attr_verify: bool,
    /// The dialect provides interfaces for operations of other dialects.
    pub operation_interface_fallback: bool,
    /// The attribute parser and printer are generated.
    pub default_attribute_printer_parser: bool,
    /// The type parser and printer are generated.
    pub default_type_printer_parser: bool,
    /// The dialect has its own canonicalization patterns.
    pub canonicalizer: bool,
    /// Entities can be added at run time.
    pub extensible: bool,
    /// Attributes of its operations are properties.
    pub attribute_properties: bool,
    /// `attr-dict` in formats of its operations has only discardable attributes.
    pub strict_properties: bool,
}

impl<'s> Dialect<'s> {
    /// Returns all dialects, sorted by definition name.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn all(store: &'s RecordStore) -> Result<Vec<Dialect<'s>>, FieldError> {
        DialectRecord::all_if_defined(store).into_iter().map(Dialect::read).collect()
    }

    /// Returns the named dialect, or the only dialect if the name is empty; `None` if the description has no dialects.
    ///
    /// # Errors
    /// If the dialect does not exist, if there are several and no name, or if a field has an unexpected type.
    pub fn selected(store: &'s RecordStore, name: &str) -> Result<Option<Dialect<'s>>, Diagnostic> {
        let mut records = DialectRecord::all_if_defined(store);
        if records.is_empty() {
            return Ok(None);
        }
        let error = |message: &str| Err(Diagnostic::error_anywhere(Code::Mlir, message));
        if name.is_empty() {
            return match records[..] {
                [only] => Ok(Some(Dialect::read(only)?)),
                [..] => error(
                    "when more than 1 dialect is present, one must be selected via '-dialect'",
                ),
            };
        }
        records.retain(|record| record.dialect_name() == Ok(name));
        match records.first() {
            Some(&record) => Ok(Some(Dialect::read(record)?)),
            None => error("selected dialect with '-dialect' does not exist"),
        }
    }

    pub(crate) fn read(record: DialectRecord<'s>) -> Result<Dialect<'s>, FieldError> {
        let definition = Record::from(record).name();
        Ok(Dialect {
            definition,
            name: record.dialect_name()?,
            class_name: definition.replace('_', ""),
            cpp_namespace: record.cpp_namespace()?,
            summary: record.summary()?.unwrap_or_default(),
            description: record.description()?.unwrap_or_default(),
            dependent_dialects: record.dependent_dialects()?,
            discardable_attributes: DiscardableAttribute::all(record)?,
            extra_class_declaration: record.extra_class_declaration()?,
            features: DialectFeatures::read(record)?,
        })
    }

    /// Returns the C++ class with its namespace.
    pub fn qualified_class(&self) -> String {
        match self.cpp_namespace {
            "" => self.class_name.clone(),
            namespace => format!("{namespace}::{}", self.class_name),
        }
    }
}

impl<'s> DiscardableAttribute<'s> {
    fn all(record: DialectRecord<'s>) -> Result<Vec<DiscardableAttribute<'s>>, FieldError> {
        let store = Record::from(record).store();
        let mut attributes = Vec::new();
        for (value, name) in super::dag_arguments(store, record.discardable_attributes()?) {
            // The value names a C++ class, or is a record with a class name.
            let value = store.value(value);
            let text = value.as_text().map(|text| store.str(text));
            let cpp_class = text.or_else(|| value.as_def().map(|id| store.record(id).name()));
            let message = "a discardable attribute is a C++ class, or a record of its name";
            let error = || FieldError::new(Code::Mlir, record, message);
            let cpp_class = cpp_class.ok_or_else(error)?;
            attributes.push(DiscardableAttribute { name: name.unwrap_or_default(), cpp_class });
        }
        Ok(attributes)
    }
}

impl DialectFeatures {
    fn read(record: DialectRecord<'_>) -> Result<DialectFeatures, FieldError> {
        let release = Record::from(record).store().release();
        Ok(DialectFeatures {
            constant_materializer: record.has_constant_materializer()?,
            non_default_destructor: record.has_non_default_destructor()?,
            operation_attr_verify: record.has_operation_attr_verify()?,
            region_arg_attr_verify: record.has_region_arg_attr_verify()?,
            region_result_attr_verify: record.has_region_result_attr_verify()?,
            operation_interface_fallback: record.has_operation_interface_fallback()?,
            default_attribute_printer_parser: record.use_default_attribute_printer_parser()?,
            default_type_printer_parser: record.use_default_type_printer_parser()?,
            canonicalizer: record.has_canonicalizer()?,
            extensible: record.is_extensible()?,
            attribute_properties: record.use_properties_for_attributes()?
                || release.has(Feature::AttributesAreProperties),
            strict_properties: record.use_strict_properties()?
                && release.has(Feature::FormatsHaveStrictProperties),
        })
    }
}
