//! The entries of the list: each spelling of each builtin, with its prototype and attributes.
//!
//! In come the records of class `Builtin`; out come entries in the order of the list. Prototypes are
//! shortened by `prototype`.

use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::TextSink;

use super::prototype;

pub(crate) struct Builtins<'s> {
    pub(crate) entries: Vec<Entry<'s>>,
    /// Lines that are copied as they are.
    pub(crate) custom: Vec<&'s str>,
}

pub(crate) struct Entry<'s> {
    pub(crate) spelling: String,
    /// Whether a macro of that name has to go first.
    pub(crate) undefine: bool,
    /// The prototype in the short form that Clang reads.
    pub(crate) ty: String,
    pub(crate) attributes: String,
    pub(crate) kind: BuiltinMacro<'s>,
}

/// The macro that an entry calls, with the arguments that only this macro has.
pub(crate) enum BuiltinMacro<'s> {
    Builtin,
    Atomic,
    Lib { header: String, languages: &'s str },
    Lang { languages: &'s str },
    Target { features: &'s str },
}

pub(crate) fn collect(store: &RecordStore) -> Result<Builtins<'_>, Diagnostic> {
    let mut entries = Vec::new();
    // Clang numbers builtins in this order, and expects atomic ones in a row.
    for builtin in store.derived_from_name("AtomicBuiltin")? {
        add_builtin(builtin, &mut entries)?;
    }
    for builtin in store.derived_from_name("Builtin")? {
        if !builtin.inherits("AtomicBuiltin") {
            add_builtin(builtin, &mut entries)?;
        }
    }
    let mut custom = Vec::new();
    for entry in store.derived_from_name("CustomEntry")? {
        custom.push(entry.string("Entry")?);
    }
    Ok(Builtins { entries, custom })
}

/// One of the forms of a builtin that is a template.
struct Instance<'s> {
    /// What stands for `T` in the prototype.
    substitution: Option<&'s str>,
    prefix: &'s str,
    suffix: &'s str,
}

fn add_builtin<'s>(builtin: Record<'s>, entries: &mut Vec<Entry<'s>>) -> Result<(), Diagnostic> {
    for instance in instances(builtin)? {
        for spelling in builtin.list_of_strings("Spellings")? {
            let Instance { prefix, suffix, .. } = instance;
            let spelling = format!("{prefix}{spelling}{suffix}");
            let kind = kind(builtin)?;
            if matches!(kind, BuiltinMacro::Lib { .. }) && builtin.bit("AddBuiltinPrefixedAlias")? {
                let spelling = format!("__builtin_{spelling}");
                entries.push(entry(builtin, &instance, spelling, BuiltinMacro::Builtin)?);
            }
            entries.push(entry(builtin, &instance, spelling, kind)?);
        }
    }
    Ok(())
}

fn instances(builtin: Record<'_>) -> Result<Vec<Instance<'_>>, FieldError> {
    if !builtin.inherits("Template") {
        return Ok(vec![Instance { substitution: None, prefix: "", suffix: "" }]);
    }
    let substitutions = builtin.list_of_strings("Substitutions")?;
    let affixes = builtin.list_of_strings("Affixes")?;
    let as_prefix = builtin.bit("AsPrefix")?;
    if substitutions.len() != affixes.len() {
        let message = "Substitutions and affixes don't have the same lengths";
        return Err(FieldError::new(Code::ClangBuiltins, builtin, message));
    }
    let instances = substitutions.into_iter().zip(affixes).map(|(substitution, affix)| {
        let (prefix, suffix) = if as_prefix { (affix, "") } else { ("", affix) };
        let substitution = Some(substitution).filter(|text| !text.is_empty());
        Instance { substitution, prefix, suffix }
    });
    Ok(instances.collect())
}

fn kind(builtin: Record<'_>) -> Result<BuiltinMacro<'_>, FieldError> {
    if builtin.inherits("AtomicBuiltin") {
        Ok(BuiltinMacro::Atomic)
    } else if builtin.inherits("LangBuiltin") {
        Ok(BuiltinMacro::Lang { languages: builtin.string("Languages")? })
    } else if builtin.inherits("TargetBuiltin") {
        Ok(BuiltinMacro::Target { features: builtin.string("Features")? })
    } else if builtin.inherits("LibBuiltin") {
        Ok(BuiltinMacro::Lib { header: header(builtin)?, languages: builtin.string("Languages")? })
    } else {
        Ok(BuiltinMacro::Builtin)
    }
}

fn entry<'s>(
    builtin: Record<'s>,
    instance: &Instance<'_>,
    spelling: String,
    kind: BuiltinMacro<'s>,
) -> Result<Entry<'s>, Diagnostic> {
    let ty = prototype::short_form(builtin.string("Prototype")?, instance.substitution);
    Ok(Entry {
        spelling,
        undefine: builtin.bit("RequiresUndef")?,
        ty: ty.map_err(|message| error_at_field(builtin, "Prototype", message))?,
        attributes: attributes(builtin, &kind)?,
        kind,
    })
}

/// An error where the field was set.
fn error_at_field(record: Record<'_>, field: &str, message: String) -> Diagnostic {
    let pos = record.field(field).map_or(record.pos(), |field| field.pos);
    Diagnostic::error(Code::ClangBuiltins, pos, message)
}

/// The name of the header as that of an enumerator: `STDIO_H`.
fn header(builtin: Record<'_>) -> Result<String, FieldError> {
    let letter = |c: char| match c {
        'a'..='z' => Some(c.to_ascii_uppercase()),
        '.' | '_' | '/' | '-' => Some('_'),
        _ => None,
    };
    let name: Option<String> = builtin.string("Header")?.chars().map(letter).collect();
    name.ok_or_else(|| FieldError::new(Code::ClangBuiltins, builtin, "Unexpected header name"))
}

fn attributes(builtin: Record<'_>, kind: &BuiltinMacro<'_>) -> Result<String, Diagnostic> {
    let mut text = String::new();
    if builtin.inherits("LibBuiltin") {
        if matches!(kind, BuiltinMacro::Lib { .. }) {
            text.push('f');
        } else {
            text.push('F');
            if builtin.bit("OnlyBuiltinPrefixedAliasIsConstexpr")? {
                text.push('E');
            }
        }
    }
    match builtin.optional_string("Namespace")? {
        None => {}
        Some("std") => text.push('z'),
        Some(other) => {
            let message = format!("Unknown namespace: {other}");
            return Err(error_at_field(builtin, "Namespace", message));
        }
    }
    for attribute in builtin.list_of_records("Attributes")? {
        text.push_str(attribute.string("Mangling")?);
        if attribute.inherits("IndexedAttribute") {
            write!(text, ":{}:", attribute.int("Index")?);
        }
    }
    Ok(text)
}
