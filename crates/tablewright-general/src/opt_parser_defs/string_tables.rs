//! The string table for options, and list tables to which options refer by offset.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::StringTable;

use crate::record_views::option::{OptionGroupRecord, OptionRecord, SubCommandRecord};

/// Tables to which options refer by offset.
pub(super) struct StringTables<'s> {
    /// Prefixes, group names, and option names with their first prefixes.
    pub(super) strings: StringTable,
    /// Prefix lists in byte order, each with its prefixes' offsets.
    pub(super) prefix_lists: Vec<Vec<NamedNumber<'s>>>,
    /// All distinct prefixes in byte order.
    pub(super) prefixes: Vec<NamedNumber<'s>>,
    /// Subcommand lists in byte order of their names, each with indices into `subcommands`.
    pub(super) subcommand_lists: Vec<Vec<NamedNumber<'s>>>,
    pub(super) subcommands: Vec<SubCommand<'s>>,
}

/// A string's offset or a record's index, with the name for a comment.
pub(super) struct NamedNumber<'s> {
    pub(super) number: usize,
    pub(super) name: &'s str,
}

pub(super) struct SubCommand<'s> {
    pub(super) name: &'s str,
    pub(super) help: &'s str,
    pub(super) usage: &'s str,
}

/// The reference from a row to the text on the command line.
#[derive(Clone, Copy)]
pub(super) enum NameReference {
    /// As a literal.
    Literal,
    Offset {
        /// In the string table.
        name: usize,
        /// Offset of the subcommand list in its table.
        subcommands: usize,
    },
}

impl NameReference {
    /// Returns the offset of the subcommand list; 0 is the empty list.
    pub(super) fn subcommands(self) -> usize {
        match self {
            NameReference::Literal => 0,
            NameReference::Offset { subcommands, .. } => subcommands,
        }
    }
}

/// The references of group rows and option rows, and the tables that they refer to.
pub(super) struct References<'s> {
    pub(super) tables: Option<StringTables<'s>>,
    pub(super) of_groups: Vec<NameReference>,
    pub(super) of_options: Vec<NameReference>,
}

impl<'s> References<'s> {
    /// Creates references in which all names are literals.
    pub(super) fn literals(groups: usize, options: usize) -> References<'s> {
        References {
            tables: None,
            of_groups: vec![NameReference::Literal; groups],
            of_options: vec![NameReference::Literal; options],
        }
    }

    /// Creates references in which all names are offsets into a string table: first the distinct `prefixes`, then
    /// groups, then options.
    pub(super) fn offsets<'a>(
        store: &'s RecordStore,
        groups: &[OptionGroupRecord<'s>],
        options: &[OptionRecord<'s>],
        prefixes: &[&'s str],
        prefix_lists: impl Iterator<Item = &'a Vec<&'s str>>,
    ) -> Result<References<'s>, FieldError>
    where
        's: 'a,
    {
        let mut strings = StringTable::with_empty_string();
        let mut in_table = |name: &'s str| NamedNumber { number: strings.add_string(name), name };
        let prefixes = prefixes.iter().copied().map(&mut in_table).collect();
        let prefix_lists = prefix_lists
            .map(|list| list.iter().map(|&prefix| in_table(prefix)).collect())
            .collect();
        let mut of_groups = Vec::with_capacity(groups.len());
        for group in groups {
            let name = strings.add_string(group.spelling()?);
            of_groups.push(NameReference::Offset { name, subcommands: 0 });
        }
        let subcommands = SubCommandRecord::all_if_defined(store);
        let lists = SubCommandLists::new(&subcommands, options)?;
        let mut of_options = Vec::with_capacity(options.len());
        for (option, &subcommands) in options.iter().zip(&lists.of_options) {
            let first_prefix = option.prefixes()?.first().copied().unwrap_or_default();
            let name = strings.add_string(&[first_prefix, option.spelling()?].concat());
            of_options.push(NameReference::Offset { name, subcommands });
        }
        let tables = StringTables {
            strings,
            prefix_lists,
            prefixes,
            subcommand_lists: lists.lists,
            subcommands: subcommands.into_iter().map(subcommand).collect::<Result<_, _>>()?,
        };
        Ok(References { tables: Some(tables), of_groups, of_options })
    }
}

/// Returns the offsets of consecutive lists, each after its length.
pub(super) fn list_offsets(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let next = |end: &mut usize, length| Some(std::mem::replace(end, *end + 1 + length));
    lengths.scan(0, next).collect()
}

struct SubCommandLists<'s> {
    lists: Vec<Vec<NamedNumber<'s>>>,
    /// Offset of each option's list.
    of_options: Vec<usize>,
}

impl<'s> SubCommandLists<'s> {
    fn new(
        subcommands: &[SubCommandRecord<'s>],
        options: &[OptionRecord<'s>],
    ) -> Result<SubCommandLists<'s>, FieldError> {
        let mut keys = Vec::with_capacity(options.len());
        for option in options {
            let subcommands = option.subcommands()?;
            let other =
                subcommands.iter().position(|&s| SubCommandRecord::from_record(s).is_none());
            if let Some(index) = other {
                let message = format!("`{}' is not a subcommand", subcommands[index].name());
                return Err(FieldError::new(Code::Options, *option, message)
                    .label_field(**option, "SubCommands")
                    .at_element(index));
            }
            keys.push(subcommands.iter().map(|subcommand| subcommand.name()).collect::<Vec<_>>());
        }
        // The list without subcommands always exists.
        let mut offsets = BTreeMap::from([(&[][..], 0)]);
        offsets.extend(keys.iter().map(|key| (&key[..], 0)));
        let in_table = list_offsets(offsets.keys().map(|list| list.len()));
        offsets.values_mut().zip(in_table).for_each(|(slot, offset)| *slot = offset);
        let indices: FxHashMap<&str, usize> =
            subcommands.iter().enumerate().map(|(i, record)| (record.name(), i)).collect();
        let named = |&name: &&'s str| NamedNumber { number: indices[name], name };
        Ok(SubCommandLists {
            lists: offsets.keys().map(|list| list.iter().map(named).collect()).collect(),
            of_options: keys.iter().map(|key| offsets[&key[..]]).collect(),
        })
    }
}

fn subcommand(subcommand: SubCommandRecord<'_>) -> Result<SubCommand<'_>, FieldError> {
    Ok(SubCommand {
        name: subcommand.spelling()?,
        help: subcommand.help_text()?,
        usage: subcommand.usage()?,
    })
}

/// Returns all distinct prefixes of all rows, in byte order.
pub(super) fn all_prefixes<'a, 's: 'a>(
    rows: impl Iterator<Item = &'a Vec<&'s str>>,
) -> Vec<&'s str> {
    let mut prefixes: Vec<&str> = rows.flatten().copied().collect();
    prefixes.sort_unstable();
    prefixes.dedup();
    prefixes
}

/// Returns all distinct prefixes of all rows, in the order of the rows.
pub(super) fn prefixes_by_row<'a, 's: 'a>(
    rows: impl Iterator<Item = &'a Vec<&'s str>>,
) -> Vec<&'s str> {
    let mut seen = FxHashSet::default();
    rows.flatten().copied().filter(|prefix| seen.insert(*prefix)).collect()
}
