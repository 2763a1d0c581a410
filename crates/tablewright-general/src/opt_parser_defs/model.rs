//! Contents for the option tables.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::entries::{
    FieldAccess, HelpVariant, Marshalled, OptParserGroup, OptParserValues, OptionEntry, PrefixRow,
    ValueTable,
};
use super::info_tables::InfoTables;
use super::string_tables::{
    NameReference, References, StringTables, all_prefixes, list_offsets, prefixes_by_row,
};
use crate::record_views::option::{OptionGroupRecord, OptionRecord};
use crate::support::options::options_in_order;

/// Number of additional help texts in an entry, and number of visibilities for each text. The parser's tables are
/// arrays with these sizes.
pub(super) const VARIANTS: usize = 1;
pub(super) const VISIBILITIES_OF_VARIANT: usize = 2;

pub(super) struct OptionTables<'s> {
    pub(super) form: OptionTableForm<'s>,
    /// Prefix rows in byte order, each with its number.
    pub(super) prefix_rows: Vec<(Vec<&'s str>, usize)>,
    /// All distinct prefixes: in byte order, or in the order of the rows if a function returns the tables.
    pub(super) prefixes: Vec<&'s str>,
    /// C++ that computes an option's values, with the option's name.
    pub(super) values_code: Vec<(&'s str, &'s str)>,
    pub(super) groups: Vec<OptParserGroup<'s>>,
    pub(super) options: Vec<OptionEntry<'s>>,
    /// Options with a program field, in order of definition.
    pub(super) marshalled: Vec<Marshalled<'s>>,
}

/// The tables' form in a release.
pub(super) enum OptionTableForm<'s> {
    /// Texts are literals in the rows.
    Literals,
    /// Each table is a section. Names are offsets.
    Sections(StringTables<'s>),
    /// A function returns all tables. All texts are offsets.
    Function(StringTables<'s>, InfoTables),
}

impl OptionTables<'_> {
    /// Returns the tables that a function returns; `None` in other forms.
    pub(super) fn info(&self) -> Option<&InfoTables> {
        match &self.form {
            OptionTableForm::Function(_, info) => Some(info),
            OptionTableForm::Literals | OptionTableForm::Sections(_) => None,
        }
    }
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<OptionTables<'s>, Failure> {
    let groups = OptionGroupRecord::all(store)?;
    let options = options_in_order(store, diagnostics)?;
    let has_info = store.release().has(Feature::OptionTablesAreFunction);
    let mut prefix_rows = PrefixRows::from_options(&options)?;
    let keys = prefix_rows.rows.keys();
    let prefixes = if has_info { prefixes_by_row(keys) } else { all_prefixes(keys) };
    let references = if store.release().has(Feature::OptionNamesAreOffsets) {
        prefix_rows.number_by_offset();
        References::offsets(store, &groups, &options, &prefixes, prefix_rows.rows.keys())?
    } else {
        References::literals(groups.len(), options.len())
    };
    let PrefixRows { rows, of_values } = prefix_rows;
    let groups = groups.into_iter().zip(references.of_groups);
    let entries = options.iter().zip(references.of_options);
    let groups = groups.map(|(g, name)| group(g, name)).collect::<Result<Vec<_>, _>>()?;
    let entries =
        entries.map(|(&o, name)| option(o, name, &of_values)).collect::<Result<Vec<_>, _>>()?;
    let form = match references.tables {
        None => OptionTableForm::Literals,
        Some(tables) if has_info => {
            OptionTableForm::Function(tables, InfoTables::new(&prefixes, &groups, &entries))
        }
        Some(tables) => OptionTableForm::Sections(tables),
    };
    Ok(OptionTables {
        form,
        prefixes,
        values_code: values_code(&options)?,
        groups,
        options: entries,
        marshalled: marshalled_options(store, &options)?,
        prefix_rows: rows.into_iter().collect(),
    })
}

/// Prefix rows, numbered by first occurrence; the empty row always exists.
struct PrefixRows<'s> {
    rows: BTreeMap<Vec<&'s str>, usize>,
    /// Rows by field value, since few values differ.
    of_values: FxHashMap<ValueId, PrefixRow<'s>>,
}

impl<'s> PrefixRows<'s> {
    fn from_options(options: &[OptionRecord<'s>]) -> Result<PrefixRows<'s>, FieldError> {
        let mut rows = BTreeMap::from([(Vec::new(), 0)]);
        let mut of_values = FxHashMap::default();
        for option in options {
            if let Entry::Vacant(new) = of_values.entry(option.prefix_list()?) {
                let prefixes = option.prefixes()?;
                let first = prefixes.first().copied().unwrap_or_default();
                // Different values may be equal lists.
                let next = rows.len();
                let number = *rows.entry(prefixes).or_insert(next);
                new.insert(PrefixRow { number, first });
            }
        }
        Ok(PrefixRows { rows, of_values })
    }

    /// Replaces row numbers by offsets in a table with all rows, each after its length.
    fn number_by_offset(&mut self) {
        let offsets = list_offsets(self.rows.keys().map(Vec::len));
        let mut of_numbers = vec![0; self.rows.len()];
        for (number, offset) in self.rows.values_mut().zip(offsets) {
            of_numbers[*number] = offset;
            *number = offset;
        }
        self.of_values.retain(|_, row| {
            row.number = of_numbers[row.number];
            true
        });
    }
}

fn values_code<'s>(options: &[OptionRecord<'s>]) -> Result<Vec<(&'s str, &'s str)>, Diagnostic> {
    let mut codes = Vec::new();
    for &option in options {
        let Some(code) = option.values_code()?.0 else { continue };
        if option.values()?.0.is_some() {
            let message = format!("Option `{}' has both Values and ValuesCode", option.name());
            return Err(FieldError::new(Code::Options, option, message)
                .label_field(*option, "Values")
                .label_field(*option, "ValuesCode")
                .into());
        }
        codes.push((option.enumerator()?, code));
    }
    Ok(codes)
}

fn group(
    group: OptionGroupRecord<'_>,
    reference: NameReference,
) -> Result<OptParserGroup<'_>, FieldError> {
    Ok(OptParserGroup {
        reference,
        name: group.spelling()?,
        enum_name: group.enumerator()?,
        group: group.group()?.map(OptionGroupRecord::enumerator).transpose()?,
        help: group.help_text()?.0,
    })
}

fn option<'s>(
    option: OptionRecord<'s>,
    reference: NameReference,
    prefix_rows: &FxHashMap<ValueId, PrefixRow<'s>>,
) -> Result<OptionEntry<'s>, FieldError> {
    let prefixes = prefix_rows[&option.prefix_list()?];
    let name = option.spelling()?;
    let group = option.group()?;
    Ok(OptionEntry {
        reference,
        prefixes,
        name,
        enum_name: option.enumerator()?,
        kind: option.kind()?.class_name()?,
        group: group.map(OptionGroupRecord::enumerator).transpose()?,
        alias: option.alias()?.map(OptionRecord::enumerator).transpose()?,
        alias_args: alias_args(option)?,
        // An option also has its group's flags and visibilities.
        flags: names(option.flags()?, group.map(OptionGroupRecord::flags).transpose()?),
        visibility: names(
            option.visibility()?,
            group.map(OptionGroupRecord::visibility).transpose()?,
        ),
        num_args: option.num_args()?,
        help: option.help_text()?.0,
        help_variant: help_variant(option)?,
        meta_var_name: option.meta_var_name()?.0,
        values: match option.values()?.0 {
            Some(values) => OptParserValues::Text(values),
            None if option.values_code()?.0.is_none() => OptParserValues::None,
            None => OptParserValues::Code,
        },
    })
}

/// Reads the arguments of an option's alias. A list in the string table ends at an empty text, so that arguments in it
/// have characters.
fn alias_args(option: OptionRecord<'_>) -> Result<Vec<&str>, FieldError> {
    let args = option.alias_args()?;
    let is_table = option.store().release().has(Feature::OptionTablesAreFunction);
    if is_table && args.iter().any(|arg| arg.is_empty()) {
        let message = "AliasArgs entries must not be empty";
        return Err(
            FieldError::new(Code::Options, option, message).label_field(*option, "AliasArgs")
        );
    }
    Ok(args)
}

fn names<'s>(own: Vec<Record<'s>>, of_group: Option<Vec<Record<'s>>>) -> Vec<&'s str> {
    own.into_iter().chain(of_group.into_iter().flatten()).map(Record::name).collect()
}

fn help_variant(option: OptionRecord<'_>) -> Result<Option<HelpVariant<'_>>, FieldError> {
    let variants = option.help_texts_for_variants()?;
    if variants.len() > VARIANTS {
        let message = format!("Option `{}' has more than {VARIANTS} help variant", option.name());
        return Err(FieldError::new(Code::Options, option, message));
    }
    let Some(variant) = variants.first() else { return Ok(None) };
    let visibilities = variant.visibilities()?;
    if visibilities.len() > VISIBILITIES_OF_VARIANT {
        let message = format!(
            "Help variant of option `{}' has more than {VISIBILITIES_OF_VARIANT} visibilities",
            option.name()
        );
        return Err(FieldError::new(Code::Options, option, message));
    }
    let store = option.store();
    Ok(Some(HelpVariant {
        visibilities: visibilities.iter().map(|&value| store.unquoted_text(value)).collect(),
        text: variant.text()?,
    }))
}

/// Returns the options whose `KeyPath` names a program field. Values implied by other options
/// depend on the order of definition.
fn marshalled_options<'s>(
    store: &RecordStore,
    options: &[OptionRecord<'s>],
) -> Result<Vec<Marshalled<'s>>, FieldError> {
    let names_field_access = !store.release().has(Feature::MarshalledOptionsAssign);
    let mut with_key_path = Vec::new();
    for (i, &option) in options.iter().enumerate() {
        if let Some(key_path) = option.key_path()?.0.filter(|path| !path.is_empty()) {
            with_key_path.push((i, option, key_path));
        }
    }
    with_key_path.sort_by_key(|(_, option, _)| option.sequence());
    let mut table_count = 0;
    let mut entries = Vec::with_capacity(with_key_path.len());
    for (i, option, key_path) in with_key_path {
        let mut entry = marshalled(i, option, key_path, &mut table_count)?;
        if names_field_access {
            entry.field_access = Some(FieldAccess {
                value_merger: option.value_merger()?,
                value_extractor: option.value_extractor()?,
            });
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn marshalled<'s>(
    index: usize,
    option: OptionRecord<'s>,
    key_path: &'s str,
    table_count: &mut usize,
) -> Result<Marshalled<'s>, FieldError> {
    let default_value = option.default_value()?;
    let value_table = value_table(option, *table_count)?;
    // Only options with a table have a number.
    *table_count += usize::from(value_table.is_some());
    Ok(Marshalled {
        option: index,
        should_always_emit: option.should_always_emit()?,
        macro_prefix: option.macro_prefix()?,
        key_path,
        default_value,
        scope: option.normalized_values_scope()?,
        implied_check: option.implied_check()?,
        implied_value: option.implied_value()?.unwrap_or(default_value),
        should_parse: option.should_parse()?,
        normalizer: option.normalizer()?,
        denormalizer: option.denormalizer()?,
        field_access: None,
        value_table,
    })
}

fn value_table(
    option: OptionRecord<'_>,
    number: usize,
) -> Result<Option<ValueTable<'_>>, FieldError> {
    let Some(constants) = option.normalized_values()? else { return Ok(None) };
    let values = option.values_to_normalize()?.split(',').filter(|value| !value.is_empty());
    let values: Vec<&str> = values.collect();
    if values.len() != constants.len() {
        let message = format!(
            "Option `{}' has {} values, but {} normalized values",
            option.name(),
            values.len(),
            constants.len()
        );
        return Err(FieldError::new(Code::Options, option, message));
    }
    Ok(Some(ValueTable { number, rows: values.into_iter().zip(constants).collect() }))
}
