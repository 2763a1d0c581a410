//! A program's command-line options as data for programs.
//!
//! In: records of class `Option` and their groups. Out: [`ExportedOption`]s in the order in which the
//! option parser tries them.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use crate::record_views::option::{OptionGroupRecord, OptionRecord};
use crate::support::options::options_in_order;

/// A command-line option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedOption {
    /// The enumerator without its prefix, for example `fast` for `OPT_fast`.
    pub id: String,
    /// The name without a prefix.
    pub name: String,
    /// The prefixes that may precede the name, such as `-` and `--`.
    pub prefixes: Vec<String>,
    /// The syntax of its values: the record of its kind without `KIND_`, for example `FLAG`.
    pub kind: String,
    /// Its group and the parent groups, innermost first, by enumerator.
    pub groups: Vec<String>,
    /// Its flags and its groups' flags, by record name.
    pub flags: Vec<String>,
    /// Its visibilities and its group's visibilities, by record name.
    pub visibility: Vec<String>,
    /// The subcommands that have it, by name; empty for an option of the program itself.
    pub subcommands: Vec<String>,
    /// Texts for `--help`.
    #[serde(flatten)]
    pub help: OptionHelp,
    /// The option that it is an alias of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<OptionAlias>,
    /// The possible values; empty for any value.
    pub values: Vec<String>,
}

/// An option's texts for `--help`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionHelp {
    /// The help text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The placeholder for the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta_var: Option<String>,
}

/// The target of an alias.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionAlias {
    /// The option's enumerator.
    pub id: String,
    /// The values that the alias adds.
    pub arguments: Vec<String>,
}

/// Lists the options in the order in which the option parser tries them.
///
/// # Errors
/// If there is no class `Option`, if a field is invalid, or if two options are equivalent.
pub fn options(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<ExportedOption>, Failure> {
    let options = options_in_order(store, diagnostics)?;
    let list = options.into_iter().map(ExportedOption::new);
    Ok(list.collect::<Result<Vec<_>, FieldError>>()?)
}

impl ExportedOption {
    fn new(option: OptionRecord<'_>) -> Result<ExportedOption, FieldError> {
        let inherited = InheritedOptions::new(option)?;
        let alias = match option.alias()? {
            Some(alias) => Some(OptionAlias {
                id: alias.enumerator()?.to_owned(),
                arguments: owned(option.alias_args()?),
            }),
            None => None,
        };
        let subcommands = option.subcommands()?.into_iter().map(|one| one.spelling());
        let values = option.values()?.0.unwrap_or_default();
        Ok(ExportedOption {
            id: option.enumerator()?.to_owned(),
            name: option.spelling()?.to_owned(),
            prefixes: owned(option.prefixes()?),
            kind: Record::from(option.kind()?).name().trim_start_matches("KIND_").to_owned(),
            groups: inherited.groups,
            flags: inherited.flags,
            visibility: inherited.visibility,
            subcommands: owned(subcommands.collect::<Result<Vec<_>, _>>()?),
            help: OptionHelp {
                help: option.help_text()?.0.map(str::to_owned),
                meta_var: option.meta_var_name()?.0.map(str::to_owned),
            },
            alias,
            values: values.split(',').filter(|it| !it.is_empty()).map(str::to_owned).collect(),
        })
    }
}

/// An option's flags and visibility, with the groups that add to them.
struct InheritedOptions {
    groups: Vec<String>,
    flags: Vec<String>,
    visibility: Vec<String>,
}

impl InheritedOptions {
    fn new(option: OptionRecord<'_>) -> Result<InheritedOptions, FieldError> {
        let mut inherited = InheritedOptions {
            groups: Vec::new(),
            flags: record_names(option.flags()?),
            visibility: record_names(option.visibility()?),
        };
        // The option parser's tables add the flags of the direct group only.
        if let Some(group) = option.group()? {
            add_new(&mut inherited.flags, record_names(group.flags()?));
            add_new(&mut inherited.visibility, record_names(group.visibility()?));
        }
        let mut next: Option<OptionGroupRecord<'_>> = option.group()?;
        while let Some(group) = next {
            let name = group.enumerator()?.to_owned();
            // A circle of groups ends here.
            if inherited.groups.contains(&name) {
                break;
            }
            inherited.groups.push(name);
            next = group.group()?;
        }
        Ok(inherited)
    }
}

fn add_new(list: &mut Vec<String>, names: Vec<String>) {
    for name in names {
        if !list.contains(&name) {
            list.push(name);
        }
    }
}

fn record_names(records: Vec<Record<'_>>) -> Vec<String> {
    records.into_iter().map(|record| record.name().to_owned()).collect()
}

fn owned(texts: Vec<&str>) -> Vec<String> {
    texts.into_iter().map(str::to_owned).collect()
}
