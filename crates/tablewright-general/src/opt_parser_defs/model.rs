//! What the option tables say.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_records::{FieldError, Record, RecordStore, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_target::options::{enum_name, options_in_order};

/// How many texts for other visibilities an entry has room for, and for how many visibilities each.
/// The parser's tables are arrays of these sizes.
pub(super) const VARIANTS: usize = 1;
pub(super) const VISIBILITIES_OF_VARIANT: usize = 2;

pub(super) struct OptionTables<'s> {
    /// The rows of prefixes, each with its number, in byte order.
    pub(super) prefix_rows: Vec<(Vec<&'s str>, usize)>,
    /// All prefixes, each once, in byte order.
    pub(super) prefixes: Vec<&'s str>,
    /// Code that computes the values of an option, with the option's name.
    pub(super) values_code: Vec<(&'s str, &'s str)>,
    pub(super) groups: Vec<Group<'s>>,
    pub(super) options: Vec<OptionEntry<'s>>,
    /// The options that belong to a field of the program, in order of definition.
    pub(super) marshalled: Vec<Marshalled<'s>>,
}

/// A row of prefixes.
#[derive(Clone, Copy)]
pub(super) struct PrefixRow<'s> {
    pub(super) number: usize,
    /// The first prefix; empty where there is none.
    pub(super) first: &'s str,
}

pub(super) struct Group<'s> {
    pub(super) name: &'s str,
    pub(super) enum_name: &'s str,
    pub(super) group: Option<&'s str>,
    pub(super) help: Option<&'s str>,
}

/// A row `OPTION(…)`: a field for each of its arguments.
pub(super) struct OptionEntry<'s> {
    pub(super) prefixes: PrefixRow<'s>,
    pub(super) name: &'s str,
    pub(super) enum_name: &'s str,
    pub(super) kind: &'s str,
    pub(super) group: Option<&'s str>,
    pub(super) alias: Option<&'s str>,
    pub(super) alias_args: Vec<&'s str>,
    /// Its own flags, then those of its group.
    pub(super) flags: Vec<&'s str>,
    /// Likewise.
    pub(super) visibility: Vec<&'s str>,
    pub(super) num_args: i64,
    pub(super) help: Option<&'s str>,
    pub(super) help_variant: Option<HelpVariant<'s>>,
    pub(super) meta_var_name: Option<&'s str>,
    pub(super) values: Values<'s>,
}

/// Another help text for some visibilities.
pub(super) struct HelpVariant<'s> {
    pub(super) visibilities: Vec<String>,
    /// Empty for none.
    pub(super) text: &'s str,
}

pub(super) enum Values<'s> {
    None,
    /// A list between commas.
    Text(&'s str),
    /// Computed by code.
    Code,
}

/// A row `…OPTION_WITH_MARSHALLING(…)`: a field for each argument beside those of the option.
pub(super) struct Marshalled<'s> {
    /// The index of the option.
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
    pub(super) value_merger: &'s str,
    pub(super) value_extractor: &'s str,
    /// What all values are qualified with; empty for nothing.
    pub(super) scope: &'s str,
    pub(super) value_table: Option<ValueTable<'s>>,
}

/// The names an option's value may have, with the constants they stand for.
pub(super) struct ValueTable<'s> {
    pub(super) number: usize,
    pub(super) rows: Vec<(&'s str, &'s str)>,
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<OptionTables<'s>, Failure> {
    let groups = store.derived_from_name("OptionGroup")?;
    let options = options_in_order(store, diagnostics)?;
    let PrefixRows { rows, of_values } = PrefixRows::of(&options)?;
    let tables = OptionTables {
        prefixes: all_prefixes(&rows),
        values_code: values_code(&options)?,
        groups: groups.into_iter().map(group).collect::<Result<_, _>>()?,
        options: options.iter().map(|&o| option(o, &of_values)).collect::<Result<_, _>>()?,
        marshalled: marshalled_options(&options)?,
        prefix_rows: rows.into_iter().collect(),
    };
    Ok(tables)
}

/// The rows of prefixes, numbered as they are met; the empty one is always there.
struct PrefixRows<'s> {
    rows: BTreeMap<Vec<&'s str>, usize>,
    /// By the values of the field, of which few are different.
    of_values: FxHashMap<ValueId, PrefixRow<'s>>,
}

impl<'s> PrefixRows<'s> {
    fn of(options: &[Record<'s>]) -> Result<PrefixRows<'s>, FieldError> {
        let mut rows = BTreeMap::from([(Vec::new(), 0)]);
        let mut of_values = FxHashMap::default();
        for option in options {
            if let Entry::Vacant(new) = of_values.entry(option.value("Prefixes")?) {
                let prefixes = option.list_of_strings("Prefixes")?;
                let first = prefixes.first().copied().unwrap_or_default();
                // Different values may be the same list of strings.
                let next = rows.len();
                let number = *rows.entry(prefixes).or_insert(next);
                new.insert(PrefixRow { number, first });
            }
        }
        Ok(PrefixRows { rows, of_values })
    }
}

fn all_prefixes<'s>(rows: &BTreeMap<Vec<&'s str>, usize>) -> Vec<&'s str> {
    let mut prefixes: Vec<&str> = rows.keys().flatten().copied().collect();
    prefixes.sort_unstable();
    prefixes.dedup();
    prefixes
}

fn values_code<'s>(options: &[Record<'s>]) -> Result<Vec<(&'s str, &'s str)>, Diagnostic> {
    let mut codes = Vec::new();
    for &option in options {
        let Some(code) = text_if_set(option, "ValuesCode")? else { continue };
        if !option.is_unset("Values")? {
            let message = format!("Option `{}' has both Values and ValuesCode", option.name());
            return Err(FieldError::new(Code::Options, option, message)
                .label_field(option, "Values")
                .label_field(option, "ValuesCode")
                .into());
        }
        codes.push((enum_name(option)?, code));
    }
    Ok(codes)
}

fn group(record: Record<'_>) -> Result<Group<'_>, FieldError> {
    Ok(Group {
        name: record.string("Name")?,
        enum_name: enum_name(record)?,
        group: record.optional_record("Group")?.map(enum_name).transpose()?,
        help: text_if_set(record, "HelpText")?,
    })
}

fn option<'s>(
    record: Record<'s>,
    prefix_rows: &FxHashMap<ValueId, PrefixRow<'s>>,
) -> Result<OptionEntry<'s>, FieldError> {
    let prefixes = prefix_rows[&record.value("Prefixes")?];
    let name = record.string("Name")?;
    let group = record.optional_record("Group")?;
    // What a group has set, its options have too.
    let with_group = |field| {
        let mut names = record_names(record, field)?;
        if let Some(group) = group {
            names.extend(record_names(group, field)?);
        }
        Ok::<_, FieldError>(names)
    };
    Ok(OptionEntry {
        prefixes,
        name,
        enum_name: enum_name(record)?,
        kind: record.record("Kind")?.string("Name")?,
        group: group.map(enum_name).transpose()?,
        alias: record.optional_record("Alias")?.map(enum_name).transpose()?,
        alias_args: record.list_of_strings("AliasArgs")?,
        flags: with_group("Flags")?,
        visibility: with_group("Visibility")?,
        num_args: record.int("NumArgs")?,
        help: text_if_set(record, "HelpText")?,
        help_variant: help_variant(record)?,
        meta_var_name: text_if_set(record, "MetaVarName")?,
        values: match text_if_set(record, "Values")? {
            Some(values) => Values::Text(values),
            None if record.is_unset("ValuesCode")? => Values::None,
            None => Values::Code,
        },
    })
}

fn help_variant(record: Record<'_>) -> Result<Option<HelpVariant<'_>>, FieldError> {
    let variants = record.list_of_records("HelpTextsForVariants")?;
    if variants.len() > VARIANTS {
        let message = format!("Option `{}' has more than {VARIANTS} help variant", record.name());
        return Err(FieldError::new(Code::Options, record, message));
    }
    let Some(variant) = variants.first() else { return Ok(None) };
    let visibilities = variant.list("Visibilities")?;
    if visibilities.len() > VISIBILITIES_OF_VARIANT {
        let message = format!(
            "Help variant of option `{}' has more than {VISIBILITIES_OF_VARIANT} visibilities",
            record.name()
        );
        return Err(FieldError::new(Code::Options, record, message));
    }
    let store = record.store();
    Ok(Some(HelpVariant {
        visibilities: visibilities.iter().map(|&value| store.unquoted_text(value)).collect(),
        text: variant.string("Text")?,
    }))
}

/// The options whose `KeyPath` names a field of the program. Values implied by other options
/// depend on the order of definition.
fn marshalled_options<'s>(options: &[Record<'s>]) -> Result<Vec<Marshalled<'s>>, FieldError> {
    let mut records = Vec::new();
    for (i, &option) in options.iter().enumerate() {
        if text_if_set(option, "KeyPath")?.is_some_and(|path| !path.is_empty()) {
            records.push((i, option));
        }
    }
    records.sort_by_key(|(_, record)| record.sequence());
    let mut table_count = 0;
    let mut entries = Vec::with_capacity(records.len());
    for (i, record) in records {
        entries.push(marshalled(i, record, &mut table_count)?);
    }
    Ok(entries)
}

fn marshalled<'s>(
    option: usize,
    record: Record<'s>,
    table_count: &mut usize,
) -> Result<Marshalled<'s>, FieldError> {
    let default_value = record.string("DefaultValue")?;
    let value_table = value_table(record, *table_count)?;
    // Only options with a table take a number.
    *table_count += usize::from(value_table.is_some());
    Ok(Marshalled {
        option,
        should_always_emit: record.bit("ShouldAlwaysEmit")?,
        macro_prefix: record.string("MacroPrefix")?,
        key_path: record.string("KeyPath")?,
        default_value,
        scope: record.string("NormalizedValuesScope")?,
        implied_check: record.string("ImpliedCheck")?,
        implied_value: record.optional_string("ImpliedValue")?.unwrap_or(default_value),
        should_parse: record.string("ShouldParse")?,
        normalizer: record.string("Normalizer")?,
        denormalizer: record.string("Denormalizer")?,
        value_merger: record.string("ValueMerger")?,
        value_extractor: record.string("ValueExtractor")?,
        value_table,
    })
}

fn value_table(record: Record<'_>, number: usize) -> Result<Option<ValueTable<'_>>, FieldError> {
    if record.is_unset("NormalizedValues")? {
        return Ok(None);
    }
    let constants = record.list_of_strings("NormalizedValues")?;
    let values: Vec<&str> =
        record.string("Values")?.split(',').filter(|value| !value.is_empty()).collect();
    if values.len() != constants.len() {
        let message = format!(
            "Option `{}' has {} values, but {} normalized values",
            record.name(),
            values.len(),
            constants.len()
        );
        return Err(FieldError::new(Code::Options, record, message));
    }
    Ok(Some(ValueTable { number, rows: values.into_iter().zip(constants).collect() }))
}

/// The text of a field that has to be there but may be `?`.
fn text_if_set<'s>(record: Record<'s>, field: &str) -> Result<Option<&'s str>, FieldError> {
    match record.value(field)? {
        ValueId::UNSET => Ok(None),
        _ => record.string(field).map(Some),
    }
}

fn record_names<'s>(record: Record<'s>, field: &str) -> Result<Vec<&'s str>, FieldError> {
    Ok(record.list_of_records(field)?.into_iter().map(Record::name).collect())
}
