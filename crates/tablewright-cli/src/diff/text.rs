//! A report as plain text, and as Markdown for a review.

use tablewright_records::TextSink;

use super::section::{DiffSection, SectionItem};

/// Formats a report as plain text, or returns `unchanged` if `sections` is empty.
pub(super) fn plain(sections: &[DiffSection], unchanged: &str) -> String {
    let mut text = String::new();
    for (i, section) in sections.iter().enumerate() {
        text.push_str(if i > 0 { "\n" } else { "" });
        writeln!(text, "{}", section.title);
        for item in &section.items {
            write!(text, "  {} {}", item.sign.text(), item.what);
            let names = names(item, |name| name.to_owned());
            if !names.is_empty() {
                text.push_str(if item.what.is_empty() { "" } else { "\n      " });
                text.push_str(&names);
            }
            if !item.note.is_empty() {
                write!(text, "  ({})", item.note);
            }
            text.push('\n');
        }
        if section.left_out > 0 {
            writeln!(text, "  ... and {} more (--full shows all)", section.left_out);
        }
    }
    if sections.is_empty() {
        writeln!(text, "{unchanged}");
    }
    text
}

/// Formats a report as Markdown, or returns `unchanged` if `sections` is empty.
pub(super) fn markdown(sections: &[DiffSection], unchanged: &str) -> String {
    let mut text = String::new();
    for (i, section) in sections.iter().enumerate() {
        text.push_str(if i > 0 { "\n" } else { "" });
        writeln!(text, "### {}\n", section.title);
        for item in &section.items {
            write!(text, "- {}", item.sign.text());
            if !item.what.is_empty() {
                write!(text, " {}", code(&item.what));
            }
            let names = names(item, code);
            if !names.is_empty() {
                write!(text, "{} {names}", if item.what.is_empty() { "" } else { ":" });
            }
            if !item.note.is_empty() {
                write!(text, " ({})", item.note);
            }
            text.push('\n');
        }
        if section.left_out > 0 {
            writeln!(text, "- … and {} more", section.left_out);
        }
    }
    if sections.is_empty() {
        writeln!(text, "{}{}.", unchanged[..1].to_uppercase(), &unchanged[1..]);
    }
    text
}

fn names(item: &SectionItem, format_name: impl Fn(&str) -> String) -> String {
    let mut names: Vec<String> = item.names.iter().map(|name| format_name(name)).collect();
    if item.names_left_out > 0 {
        names.push(format!("and {} more", item.names_left_out));
    }
    names.join(", ")
}

/// Formats a code span whose text may contain backticks.
fn code(text: &str) -> String {
    let fence = if text.contains('`') { "``" } else { "`" };
    let blank = if text.contains('`') { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}
