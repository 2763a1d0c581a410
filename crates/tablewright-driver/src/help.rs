//! Texts for `--help`, its variants and `--version`.

use std::collections::BTreeMap;
use std::fmt::Write;

use tablewright_backend::{BackendOption, OptionKind};
use tablewright_records::Release;

use crate::grammar::dashed;
use crate::option_table::{General, GeneralOption, Group, OptionTable};
use crate::tool::Tool;

/// Heading above the actions.
const ACTIONS: &str = "Action to perform:";

/// Sort key that puts the actions among the options, which are in byte order.
const ACTIONS_SORT_AS: &str = "gen";

/// Extra indentation for the texts of actions, in columns.
const ACTION_INDENT: usize = 3;

/// Lines for one option. Lines in a table are aligned when all of them are known.
struct HelpEntry {
    sort_as: &'static str,
    lines: Vec<HelpLine>,
}

struct HelpLine {
    left: String,
    /// Text between the dash and the help text.
    gap: &'static str,
    help: &'static str,
    /// Additional indentation of the text, in columns.
    indent: usize,
}

/// Builds the text for `--help`. `hidden` adds rarely needed options, `sorted` sorts by name alone.
pub fn text(table: &OptionTable, program: &str, hidden: bool, sorted: bool) -> String {
    let sections = sections(table, hidden);
    let lines = sections.values().flatten().flat_map(|entry| &entry.lines);
    let width = lines.map(|line| line.left.len() - line.indent).max().unwrap_or(0);
    let mut text = format!("USAGE: {program} [options] <input file>\n\nOPTIONS:\n");
    if sorted {
        write_entries(&mut text, sections.into_values().flatten().collect(), width);
        return text;
    }
    for (heading, entries) in sections {
        _ = write!(text, "\n{heading}:\n\n");
        write_entries(&mut text, entries, width);
    }
    text
}

/// Builds the text for `--version`, with the given or the default release.
pub fn version(tool: &dyn Tool, program: &str, release: Option<Release>) -> String {
    let tablewright = env!("CARGO_PKG_VERSION");
    if !tool.is_replacement() {
        return format!("{program}, with Tablewright {tablewright}\n");
    }
    let llvm = release.unwrap_or(Release::DEFAULT).output_version();
    format!("Tablewright {tablewright}, in place of {program}\n  Output of LLVM version {llvm}.\n")
}

/// Entries by heading; headings are in byte order.
fn sections(table: &OptionTable, hidden: bool) -> BTreeMap<&'static str, Vec<HelpEntry>> {
    let mut sections: BTreeMap<&str, Vec<HelpEntry>> = BTreeMap::new();
    for group in Group::ALL {
        let options = table.general().filter(|o| o.group == group && (hidden || !o.hidden));
        sections.insert(group.heading(), options.map(general_entry).collect());
    }
    sections.entry(Group::General.heading()).or_default().push(actions_entry(table));
    for group in table.groups() {
        let entries = table.options_in(group).map(backend_entry);
        sections.entry(group.heading).or_default().extend(entries);
    }
    sections
}

fn write_entries(text: &mut String, mut entries: Vec<HelpEntry>, width: usize) {
    entries.sort_by_key(|entry| entry.sort_as);
    for line in entries.iter().flat_map(|entry| &entry.lines) {
        let HelpLine { left, gap, help, indent } = line;
        if help.is_empty() {
            _ = writeln!(text, "{left}");
        } else {
            let column = width + indent;
            _ = writeln!(text, "{left:column$} - {gap}{help}");
        }
    }
}

fn general_entry(option: &'static GeneralOption) -> HelpEntry {
    let left = match option.general {
        General::Print(_) | General::Flag(_) => dashed(option.name),
        General::Text { placeholder, .. } => valued(option.name, placeholder),
    };
    HelpEntry { sort_as: option.name, lines: vec![plain(left, option.help)] }
}

fn backend_entry(option: &'static BackendOption) -> HelpEntry {
    let left = match option.kind {
        OptionKind::Flag { .. } => dashed(option.name),
        OptionKind::Text { placeholder, .. }
        | OptionKind::File { placeholder }
        | OptionKind::Texts { placeholder } => valued(option.name, placeholder),
        OptionKind::Number { .. } => valued(option.name, "uint"),
        OptionKind::Choice { .. } => valued(option.name, "value"),
    };
    let mut lines = vec![plain(left, option.help)];
    if let OptionKind::Choice { choices, .. } = option.kind {
        lines.extend(choices.iter().map(|(name, help)| HelpLine {
            left: format!("    ={name}"),
            gap: "  ",
            help,
            indent: 0,
        }));
    }
    HelpEntry { sort_as: option.name, lines }
}

fn actions_entry(table: &OptionTable) -> HelpEntry {
    let heading = HelpLine { left: format!("  {ACTIONS}"), gap: "", help: "", indent: 0 };
    let actions = table.backends.iter().map(|backend| HelpLine {
        left: format!("      --{}", backend.name),
        gap: "",
        help: backend.help,
        indent: ACTION_INDENT,
    });
    HelpEntry { sort_as: ACTIONS_SORT_AS, lines: [heading].into_iter().chain(actions).collect() }
}

fn plain(left: String, help: &'static str) -> HelpLine {
    HelpLine { left: format!("  {left}"), gap: "", help, indent: 0 }
}

/// Returns an option with its placeholder: `-o <filename>`, `--class=<name>`.
fn valued(name: &str, what: &str) -> String {
    let between = if name.len() == 1 { ' ' } else { '=' };
    format!("{}{between}<{what}>", dashed(name))
}
