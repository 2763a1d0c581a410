//! The tables of a function that returns all of them: rows of options, with texts as offsets in one string table.

use rustc_hash::FxHashMap;
use tablewright_text::StringTable;

use super::entries::{OptParserGroup, OptParserValues, OptionEntry};

/// The tables that the function returns, beside those of prefixes and subcommands.
pub(super) struct InfoTables {
    /// Prefixes, then the names and texts of groups and options.
    pub(super) strings: StringTable,
    pub(super) groups: Vec<InfoRow>,
    pub(super) options: Vec<InfoRow>,
    /// Distinct values for the members that most options leave at their defaults. Row 0 has the defaults.
    pub(super) extras: Vec<InfoExtra>,
    /// Help texts for other visibilities: lists, each ended by an empty row. The first row is empty.
    pub(super) help_variants: Vec<HelpVariantRow>,
}

/// A row's numbers. Zero is a missing text.
pub(super) struct InfoRow {
    pub(super) name: usize,
    pub(super) help: usize,
    /// The number of the group, from 1 on.
    pub(super) group: usize,
    /// The ID of the option for which this option is an alias, or 0. Groups have the first IDs.
    pub(super) alias: usize,
    /// Index into `extras`.
    pub(super) extra: usize,
}

/// A row's rare members.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct InfoExtra {
    pub(super) meta_var_name: usize,
    pub(super) alias_args: usize,
    pub(super) values: usize,
    /// Flags and visibilities as C++.
    pub(super) flags: String,
    pub(super) visibility: String,
    /// The first row of its help texts for other visibilities.
    pub(super) help_variants: usize,
    /// The offset of the list of subcommands.
    pub(super) subcommands: usize,
    pub(super) num_args: i64,
}

impl Default for InfoExtra {
    fn default() -> InfoExtra {
        InfoExtra {
            meta_var_name: 0,
            alias_args: 0,
            values: 0,
            flags: "0".to_owned(),
            visibility: "0".to_owned(),
            help_variants: 0,
            subcommands: 0,
            num_args: 0,
        }
    }
}

/// A help text for some visibilities.
#[derive(Default)]
pub(super) struct HelpVariantRow {
    /// The visibilities as C++; empty at the end of a list.
    pub(super) visibilities: String,
    pub(super) text: usize,
}

impl InfoTables {
    /// Builds the tables for groups and options.
    pub(super) fn new(
        prefixes: &[&str],
        groups: &[OptParserGroup<'_>],
        options: &[OptionEntry<'_>],
    ) -> InfoTables {
        let mut tables = InfoTables {
            strings: StringTable::with_empty_string(),
            groups: Vec::with_capacity(groups.len()),
            options: Vec::with_capacity(options.len()),
            extras: vec![InfoExtra::default()],
            help_variants: vec![HelpVariantRow::default()],
        };
        for &prefix in prefixes {
            tables.text(prefix);
        }
        let names = groups.iter().map(|group| group.enum_name);
        let names = names.chain(options.iter().map(|option| option.enum_name));
        let numbers: FxHashMap<&str, usize> = names.zip(1..).collect();
        let number = |name: Option<&str>| name.map_or(0, |name| numbers[name]);
        for group in groups {
            let name = tables.text(group.name);
            let help = tables.help_text(group.help);
            let group = number(group.group);
            tables.groups.push(InfoRow { name, help, group, alias: 0, extra: 0 });
        }
        let mut extra_numbers = FxHashMap::from_iter([(InfoExtra::default(), 0)]);
        for option in options {
            let name = tables.text(&[option.prefixes.first, option.name].concat());
            let help = tables.help_text(option.help);
            let extra = tables.extra(option);
            let next = tables.extras.len();
            let extra_number = *extra_numbers.entry(extra.clone()).or_insert(next);
            if extra_number == next {
                tables.extras.push(extra);
            }
            tables.options.push(InfoRow {
                name,
                help,
                group: number(option.group),
                alias: number(option.alias),
                extra: extra_number,
            });
        }
        tables
    }

    /// Adds a text and its terminator. Returns its offset.
    fn text(&mut self, text: &str) -> usize {
        self.strings.add(&[text.as_bytes(), &[0]].concat())
    }

    /// Adds a help text that may be missing. A help text without characters is a zero byte, since offset 0 is a missing text.
    fn help_text(&mut self, text: Option<&str>) -> usize {
        match text {
            None => 0,
            Some("") => self.text("\0"),
            Some(text) => self.text(text),
        }
    }

    /// Adds a text other than a help text. A missing text and a text without characters have offset 0.
    fn short_text(&mut self, text: Option<&str>) -> usize {
        text.filter(|text| !text.is_empty()).map_or(0, |text| self.text(text))
    }

    fn extra(&mut self, option: &OptionEntry<'_>) -> InfoExtra {
        let alias_args = match &option.alias_args[..] {
            [] => 0,
            args => self.text(&args.iter().map(|arg| format!("{arg}\0")).collect::<String>()),
        };
        let meta_var_name = self.short_text(option.meta_var_name);
        let values = self.short_text(match option.values {
            OptParserValues::Text(values) => Some(values),
            OptParserValues::None | OptParserValues::Code => None,
        });
        InfoExtra {
            meta_var_name,
            alias_args,
            values,
            flags: joined_flags(&option.flags),
            visibility: joined_flags(&option.visibility),
            help_variants: self.add_help_variant(option),
            subcommands: option.reference.subcommands(),
            num_args: option.num_args,
        }
    }

    /// Adds the help texts for other visibilities. Returns the index of their first row.
    fn add_help_variant(&mut self, option: &OptionEntry<'_>) -> usize {
        let Some(variant) = &option.help_variant else { return 0 };
        let first = self.help_variants.len();
        let text = self.text(variant.text);
        let visibilities = variant.visibilities.join(" | ");
        self.help_variants.push(HelpVariantRow { visibilities, text });
        self.help_variants.push(HelpVariantRow::default());
        first
    }
}

/// Returns the C++ that joins flags, each once and in byte order.
fn joined_flags(flags: &[&str]) -> String {
    let mut flags = flags.to_vec();
    flags.sort_unstable();
    flags.dedup();
    if flags.is_empty() {
        return "0".to_owned();
    }
    let flags = flags.iter().map(|flag| format!("static_cast<unsigned>({flag})"));
    flags.collect::<Vec<String>>().join(" | ")
}
