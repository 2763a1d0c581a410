//! Builtin tables: enumerators, a string table, and a row of offsets for each builtin.

use super::entry::{BuiltinMacro, BuiltinsEntry};
use crate::support::builtin_table::{BuiltinInfo, BuiltinStrings, BuiltinTableAvailability};

/// The builtins in a description as tables.
pub(crate) struct BuiltinTables<'s> {
    pub(crate) strings: BuiltinStrings,
    /// Atomic builtins, followed by other builtins without a prefix.
    pub(crate) without_prefix: Vec<TableBuiltin<'s>>,
    /// Builtins with a prefix that is not in the string table.
    pub(crate) with_prefix: Vec<TableBuiltin<'s>>,
    /// Atomic builtins, which are also macro calls.
    pub(crate) atomics: Vec<BuiltinsEntry<'s>>,
}

/// A builtin in the tables.
pub(crate) struct TableBuiltin<'s> {
    /// The enumerator's prefix.
    pub(crate) prefix: &'s str,
    pub(crate) info: BuiltinInfo,
}

pub(super) fn for_entries(entries: Vec<BuiltinsEntry<'_>>) -> BuiltinTables<'_> {
    let is_atomic = |entry: &BuiltinsEntry<'_>| matches!(entry.kind, BuiltinMacro::Atomic);
    let mut strings = BuiltinStrings::new();
    let mut add = |entry: &BuiltinsEntry<'_>| info(entry, &mut strings);
    // As in the reference release, an atomic builtin with a prefix is in both lists.
    let first = entries.iter().filter(|entry| is_atomic(entry) || entry.required_prefix.is_none());
    let without_prefix = first.map(|entry| table_builtin(entry, &mut add)).collect();
    let second = entries.iter().filter(|entry| entry.required_prefix.is_some());
    let with_prefix = second.map(|entry| table_builtin(entry, &mut add)).collect();
    let atomics = entries.into_iter().filter(is_atomic).collect();
    BuiltinTables { strings, without_prefix, with_prefix, atomics }
}

fn table_builtin<'s>(
    entry: &BuiltinsEntry<'s>,
    info: &mut impl FnMut(&BuiltinsEntry<'_>) -> BuiltinInfo,
) -> TableBuiltin<'s> {
    TableBuiltin { prefix: entry.required_prefix.unwrap_or_default(), info: info(entry) }
}

fn info(entry: &BuiltinsEntry<'_>, strings: &mut BuiltinStrings) -> BuiltinInfo {
    let name = strings.add(&entry.spelling);
    let ty = Some(strings.add(&entry.ty));
    let attributes = strings.add(&entry.attributes);
    let (features, header, languages) = match &entry.kind {
        BuiltinMacro::Builtin | BuiltinMacro::Atomic => (None, None, None),
        BuiltinMacro::Lib { header, languages } | BuiltinMacro::TargetLib { header, languages } => {
            (None, Some(header.clone()), Some(*languages))
        }
        BuiltinMacro::Lang { languages } => (None, None, Some(*languages)),
        BuiltinMacro::Target { features } => (Some(strings.add(features)), None, None),
    };
    let languages = languages.map(str::to_owned);
    BuiltinInfo {
        name,
        ty,
        attributes,
        availability: Some(BuiltinTableAvailability { features, header, languages }),
    }
}
