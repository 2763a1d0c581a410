//! Entries of the builtin list: each spelling with its prototype and attributes.
//!
//! In: records of class `Builtin`. Out: entries in list order. `prototype` converts prototypes to
//! type strings, `tables` builds tables from the entries.

use tablewright_records::{Feature, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::TextSink;

use super::entry::{BuiltinMacro, BuiltinsEntry};
use super::prototype::PrototypeReader;
use super::tables::{self, BuiltinTables};
use crate::record_views::builtin::{
    AtomicBuiltinRecord, BuiltinRecord, CustomEntryRecord, IndexedAttributeRecord,
    LangBuiltinRecord, LibBuiltinRecord, MultiIndexAttributeRecord, TargetBuiltinRecord,
    TargetLibBuiltinRecord, TemplateRecord,
};

/// The output in either form.
pub(crate) enum Builtins<'s> {
    Macros {
        entries: Vec<BuiltinsEntry<'s>>,
        /// Lines copied from the description.
        custom: Vec<&'s str>,
    },
    Tables(BuiltinTables<'s>),
}

pub(crate) fn collect(store: &RecordStore) -> Result<Builtins<'_>, Diagnostic> {
    let mut entries = Vec::new();
    // Clang numbers builtins in this order, and requires atomic builtins to be adjacent.
    for builtin in AtomicBuiltinRecord::all(store)? {
        add_builtin(*builtin, &mut entries)?;
    }
    for builtin in BuiltinRecord::all(store)? {
        if AtomicBuiltinRecord::from_record(builtin).is_none() {
            add_builtin(builtin, &mut entries)?;
        }
    }
    if store.release().has(Feature::BuiltinTables) {
        return Ok(Builtins::Tables(tables::for_entries(entries)));
    }
    let mut custom = Vec::new();
    for entry in CustomEntryRecord::all(store)? {
        custom.push(entry.entry()?);
    }
    Ok(Builtins::Macros { entries, custom })
}

/// An instance of a template builtin.
struct BuiltinInstance<'s> {
    /// The replacement for `T` in the prototype.
    substitution: Option<&'s str>,
    prefix: &'s str,
    suffix: &'s str,
}

fn add_builtin<'s>(
    builtin: BuiltinRecord<'s>,
    entries: &mut Vec<BuiltinsEntry<'s>>,
) -> Result<(), Diagnostic> {
    for instance in instances(builtin)? {
        for spelling in builtin.spellings()? {
            let BuiltinInstance { prefix, suffix, .. } = instance;
            let spelling = format!("{prefix}{spelling}{suffix}");
            let kind = kind(builtin)?;
            let library = LibBuiltinRecord::new(builtin.into());
            if matches!(kind, BuiltinMacro::Lib { .. }) && library.has_builtin_prefixed_alias()? {
                let spelling = format!("__builtin_{spelling}");
                entries.push(entry(builtin, &instance, spelling, BuiltinMacro::Builtin)?);
            }
            entries.push(entry(builtin, &instance, spelling, kind)?);
        }
    }
    Ok(())
}

fn instances(builtin: BuiltinRecord<'_>) -> Result<Vec<BuiltinInstance<'_>>, FieldError> {
    let Some(template) = TemplateRecord::from_record(builtin) else {
        return Ok(vec![BuiltinInstance { substitution: None, prefix: "", suffix: "" }]);
    };
    let substitutions = template.substitutions()?;
    let affixes = template.affixes()?;
    let is_prefix = template.is_prefix()?;
    if substitutions.len() != affixes.len() {
        let message = "Substitutions and affixes don't have the same lengths";
        return Err(FieldError::new(Code::IntrinsicPrototypes, builtin, message));
    }
    let instances = substitutions.into_iter().zip(affixes).map(|(substitution, affix)| {
        let (prefix, suffix) = if is_prefix { (affix, "") } else { ("", affix) };
        let substitution = Some(substitution).filter(|text| !text.is_empty());
        BuiltinInstance { substitution, prefix, suffix }
    });
    Ok(instances.collect())
}

fn kind(builtin: BuiltinRecord<'_>) -> Result<BuiltinMacro<'_>, FieldError> {
    if AtomicBuiltinRecord::from_record(builtin).is_some() {
        Ok(BuiltinMacro::Atomic)
    } else if let Some(builtin) = LangBuiltinRecord::from_record(builtin) {
        Ok(BuiltinMacro::Lang { languages: builtin.languages()? })
    } else if let Some(builtin) = TargetLibBuiltinRecord::from_record(builtin) {
        let header = header(builtin.into(), builtin.header()?)?;
        Ok(BuiltinMacro::TargetLib { header, languages: builtin.languages()? })
    } else if let Some(builtin) = TargetBuiltinRecord::from_record(builtin) {
        Ok(BuiltinMacro::Target { features: builtin.features()? })
    } else if let Some(builtin) = LibBuiltinRecord::from_record(builtin) {
        let header = header(builtin.into(), builtin.header()?)?;
        Ok(BuiltinMacro::Lib { header, languages: builtin.languages()? })
    } else {
        Ok(BuiltinMacro::Builtin)
    }
}

fn entry<'s>(
    builtin: BuiltinRecord<'s>,
    instance: &BuiltinInstance<'_>,
    spelling: String,
    kind: BuiltinMacro<'s>,
) -> Result<BuiltinsEntry<'s>, Diagnostic> {
    let reader = PrototypeReader {
        substitution: instance.substitution,
        has_opencl_long: builtin.has_opencl_long()?,
        ..PrototypeReader::new(builtin.store())
    };
    let ty = reader.type_strings(builtin.prototype()?);
    let required_prefix = builtin.required_name_prefix()?;
    Ok(BuiltinsEntry {
        spelling,
        required_prefix: required_prefix.map(|prefix| prefix.spelling()).transpose()?,
        undefine: builtin.requires_undef()?,
        ty: ty.map_err(|message| error_at_field(builtin.into(), "Prototype", message))?,
        attributes: attributes(builtin, &kind)?,
        kind,
    })
}

/// Creates an error at the statement that set the field.
fn error_at_field(record: Record<'_>, field: &str, message: String) -> Diagnostic {
    let pos = record.field(field).map_or(record.pos(), |field| field.pos);
    Diagnostic::error(Code::IntrinsicPrototypes, pos, message)
}

/// Converts a header name to an enumerator: `STDIO_H`.
fn header(builtin: Record<'_>, header: &str) -> Result<String, FieldError> {
    let letter = |c: char| match c {
        'a'..='z' => Some(c.to_ascii_uppercase()),
        '.' | '_' | '/' | '-' => Some('_'),
        _ => None,
    };
    let name: Option<String> = header.chars().map(letter).collect();
    name.ok_or_else(|| {
        FieldError::new(Code::IntrinsicPrototypes, builtin, "Unexpected header name")
    })
}

fn attributes(builtin: BuiltinRecord<'_>, kind: &BuiltinMacro<'_>) -> Result<String, Diagnostic> {
    let mut text = String::new();
    if let Some(builtin) = LibBuiltinRecord::from_record(builtin) {
        if matches!(kind, BuiltinMacro::Lib { .. }) {
            text.push('f');
        } else {
            text.push('F');
            if builtin.only_prefixed_alias_is_constexpr()? {
                text.push('E');
            }
        }
    }
    match builtin.namespace()? {
        None => {}
        Some("std") => text.push('z'),
        Some(other) => {
            let message = format!("Unknown namespace: {other}");
            return Err(error_at_field(builtin.into(), "Namespace", message));
        }
    }
    for attribute in builtin.attributes()? {
        text.push_str(attribute.mangling()?);
        if let Some(attribute) = IndexedAttributeRecord::from_record(attribute) {
            write!(text, ":{}:", attribute.index()?);
        }
        if let Some(attribute) = MultiIndexAttributeRecord::from_record(attribute) {
            let indices: Vec<String> = attribute.indices()?.iter().map(i64::to_string).collect();
            write!(text, "<{}>", indices.join(","));
        }
    }
    Ok(text)
}
