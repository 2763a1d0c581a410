//! Entries of the option tables: groups, options, and options with a program field.

use super::string_tables::NameReference;

/// A row of prefixes.
#[derive(Clone, Copy)]
pub(super) struct PrefixRow<'s> {
    /// Number of the row; the offset of its list if all lists are in one table.
    pub(super) number: usize,
    /// The first prefix; empty if there is none.
    pub(super) first: &'s str,
}

pub(super) struct OptParserGroup<'s> {
    pub(super) reference: NameReference,
    pub(super) name: &'s str,
    pub(super) enum_name: &'s str,
    pub(super) group: Option<&'s str>,
    pub(super) help: Option<&'s str>,
}

/// A row `OPTION(…)`, with a field for each argument.
pub(super) struct OptionEntry<'s> {
    pub(super) reference: NameReference,
    pub(super) prefixes: PrefixRow<'s>,
    pub(super) name: &'s str,
    pub(super) enum_name: &'s str,
    pub(super) kind: &'s str,
    pub(super) group: Option<&'s str>,
    pub(super) alias: Option<&'s str>,
    pub(super) alias_args: Vec<&'s str>,
    /// The option's flags, then its group's.
    pub(super) flags: Vec<&'s str>,
    /// The option's visibilities, then its group's.
    pub(super) visibility: Vec<&'s str>,
    pub(super) num_args: i64,
    pub(super) help: Option<&'s str>,
    pub(super) help_variant: Option<HelpVariant<'s>>,
    pub(super) meta_var_name: Option<&'s str>,
    pub(super) values: OptParserValues<'s>,
}

/// Another help text for some visibilities.
pub(super) struct HelpVariant<'s> {
    pub(super) visibilities: Vec<String>,
    /// Empty if missing.
    pub(super) text: &'s str,
}

pub(super) enum OptParserValues<'s> {
    None,
    /// A comma-separated list.
    Text(&'s str),
    /// Computed by C++ code.
    Code,
}

/// A row `…OPTION_WITH_MARSHALLING(…)`, with a field for each argument beside the option's own.
pub(super) struct Marshalled<'s> {
    /// Index of the option.
    pub(super) option: usize,
    pub(super) macro_prefix: &'s str,
    pub(super) should_parse: &'s str,
    pub(super) should_always_emit: bool,
    pub(super) key_path: &'s str,
    pub(super) default_value: &'s str,
    pub(super) implied_check: &'s str,
    pub(super) implied_value: &'s str,
    pub(super) normalizer: &'s str,
    pub(super) denormalizer: &'s str,
    /// `None` in releases that assign and read fields directly.
    pub(super) field_access: Option<FieldAccess<'s>>,
    /// Scope that qualifies all values; empty for none.
    pub(super) scope: &'s str,
    pub(super) value_table: Option<ValueTable<'s>>,
}

/// C++ that stores an option's value in its field, and that reads it.
pub(super) struct FieldAccess<'s> {
    pub(super) value_merger: &'s str,
    pub(super) value_extractor: &'s str,
}

/// An option's value names, with their constants.
pub(super) struct ValueTable<'s> {
    pub(super) number: usize,
    pub(super) rows: Vec<(&'s str, &'s str)>,
}
