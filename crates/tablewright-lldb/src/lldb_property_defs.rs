//! `--gen-lldb-property-defs`: LLDB settings, a table for each group.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore, RecordView};
use tablewright_text::{CppWriter, line};

use crate::record_views::property::PropertyRecord;
use crate::support::{LldbGroup, field_text, groups};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-lldb-property-defs",
    help: "Generate lldb property definitions",
    options: &[],
    run,
};

/// A group's settings.
struct PropertyTable<'s> {
    definition: &'s str,
    identifier: String,
    properties: Vec<LldbProperty<'s>>,
    /// The expected path; `None` if the release has no path definitions.
    expected_path: Option<&'s str>,
}

struct LldbProperty<'s> {
    name: &'s str,
    ty: &'s str,
    is_global: bool,
    /// The default as a number or an enumerator, or the element type.
    value: String,
    /// The default as a text.
    text: Option<String>,
    /// C++ for the enumeration values.
    enum_values: &'s str,
    description: String,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let tables = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&tables, source, w))
}

fn collect(store: &RecordStore) -> Result<Vec<PropertyTable<'_>>, FieldError> {
    let groups = groups(PropertyRecord::all(store)?, PropertyRecord::definition)?;
    let has_paths = store.release().has(Feature::PropertiesHavePaths);
    groups.iter().map(|group| table(group, has_paths)).collect()
}

fn table<'s>(
    group: &LldbGroup<'s, PropertyRecord<'s>>,
    has_paths: bool,
) -> Result<PropertyTable<'s>, FieldError> {
    // Each setting needs a path, and the group has the path of its first setting.
    let with_path = group.records.iter().filter(|_| has_paths);
    let paths = with_path.map(|record| record.path()).collect::<Result<Vec<_>, FieldError>>()?;
    let properties = group.records.iter().map(|&record| LldbProperty::read(record));
    let properties = properties.collect::<Result<Vec<_>, FieldError>>()?;
    Ok(PropertyTable {
        definition: group.title,
        identifier: group.identifier(),
        properties,
        expected_path: paths.first().copied(),
    })
}

impl<'s> LldbProperty<'s> {
    fn read(record: PropertyRecord<'s>) -> Result<LldbProperty<'s>, FieldError> {
        let (name, ty) = (record.setting()?, record.ty()?);
        let value = if record.has_default_unsigned_value().is_ok() {
            record.default_unsigned_value()?.to_string()
        } else if record.has_default_enum_value().is_ok() {
            record.default_enum_value()?.to_owned()
        } else if record.has_element_type().is_ok() {
            format!("OptionValue::eType{}", record.element_type()?)
        } else {
            "0".to_owned()
        };
        let text = record
            .has_default_string_value()
            .is_ok()
            .then(|| field_text(record.store(), record.default_string_value()).unwrap_or_default());
        Ok(LldbProperty {
            name,
            ty,
            is_global: record.global().is_ok(),
            value,
            text,
            enum_values: record.enum_values()?,
            description: field_text(record.store(), record.description()).unwrap_or_default(),
        })
    }
}

fn emit(tables: &[PropertyTable<'_>], source: &str, w: &mut CppWriter) {
    w.file_header("Property definitions for LLDB.", Some(source));
    for table in tables {
        let PropertyTable { definition, identifier, .. } = table;
        line!(w, "// Property definitions for {definition}");
        line!(w, "#ifdef LLDB_PROPERTIES_{identifier}");
        emit_table(table, w);
        line!(w, "#undef LLDB_PROPERTIES_{identifier}");
        line!(w, "#endif // {definition} Property");
        line!(w);
    }
}

/// Writes a table. Texts are not escaped: descriptions contain C++ escapes.
fn emit_table(table: &PropertyTable<'_>, w: &mut CppWriter) {
    // The title is not made an identifier here, as it is in the macro.
    let name = format!("g_{}_properties", table.definition);
    w.block(format_args!("static constexpr PropertyDefinition {name}[] ="), ";", |w| {
        for LldbProperty { name, ty, is_global, value, text, enum_values, description } in
            &table.properties
        {
            write!(w, "  {{\"{name}\", OptionValue::eType{ty}, {is_global}, {value}, ");
            match text {
                Some(text) => write!(w, "\"{text}\""),
                None => w.raw("nullptr"),
            }
            w.raw(&format!(", {enum_values}, \"{description}\"}},\n"));
        }
    });
    if let Some(path) = table.expected_path {
        let head = format_args!("static constexpr PropertyCollectionDefinition {name}_def");
        line!(w, "{head} = {{");
        line!(w, "/*properties=*/{name},");
        line!(w, "/*expected_path=*/\"{path}\",");
        line!(w, "}};");
    }
}
