//! `--gen-opt-rst`: a program's options as a reStructuredText page.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_text::{Escaped, StringMapOrder, TextSink};

use crate::record_views::option::{OptionGroupRecord, OptionRecord};
use crate::support::options::options_in_order;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-opt-rst", help: "Generate option RST", options: &[], run };

/// Heading for options without a group.
const NO_GROUP: &str = "options";

struct OptRstSection<'s> {
    heading: String,
    options: Vec<OptRstOptionText<'s>>,
}

struct OptRstOptionText<'s> {
    prefix: &'s str,
    name: &'s str,
    /// Placeholder for the value; empty if there is none.
    value: &'s str,
    /// Empty if missing.
    help: String,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let sections = collect(job.store, job.diagnostics)?;
    let mut text = String::new();
    emit(&sections, &mut text);
    job.write_text(&text)
}

fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<OptRstSection<'s>>, Failure> {
    let options = options_in_order(store, diagnostics)?;
    // The reference prints groups in the order of its hash map, reproduced here.
    let mut order = StringMapOrder::new();
    let mut sections: Vec<OptRstSection<'s>> = Vec::new();
    let mut section_of = |name: &'s str, sections: &mut Vec<_>| {
        let index = order.insert(name);
        if index == sections.len() {
            let heading = name.to_ascii_uppercase();
            sections.push(OptRstSection { heading, options: Vec::new() });
        }
        index
    };
    for group in OptionGroupRecord::all(store)? {
        // Groups without options have sections, too.
        section_of(group.spelling()?, &mut sections);
    }
    for option in options {
        let group = option.group()?.map(OptionGroupRecord::spelling);
        let index = section_of(group.transpose()?.unwrap_or(NO_GROUP), &mut sections);
        sections[index].options.push(OptRstOptionText::new(option)?);
    }
    let mut sections: Vec<Option<OptRstSection<'s>>> = sections.into_iter().map(Some).collect();
    Ok(order.indices().filter_map(|index| sections[index].take()).collect())
}

impl<'s> OptRstOptionText<'s> {
    fn new(record: OptionRecord<'s>) -> Result<OptRstOptionText<'s>, FieldError> {
        let values = record.values()?.0;
        let value = match record.meta_var_name()?.0 {
            Some(name) => name,
            None if values.is_some() => "<value>",
            None => "",
        };
        let mut help = record.help_text()?.0.map_or(String::new(), as_sentence);
        if let Some(values) = values {
            let sentence = values_sentence(value, values).ok_or_else(|| {
                FieldError::new(
                    Code::Options,
                    record,
                    format!("Option `{}' lacks values", record.name()),
                )
            })?;
            help.push_str(&sentence);
        }
        let prefix = record.prefixes()?.first().copied().unwrap_or_default();
        Ok(OptRstOptionText { prefix, name: record.spelling()?, value, help })
    }
}

/// Returns the text without surrounding blanks, with a full stop.
fn as_sentence(text: &str) -> String {
    let text = text.trim_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r']);
    let stop = if text.is_empty() || text.ends_with('.') { "" } else { "." };
    format!("{text}{stop}")
}

/// Returns a sentence with the possible values; `None` if there are none.
fn values_sentence(value: &str, values: &str) -> Option<String> {
    let values: Vec<&str> = values.split(',').filter(|value| !value.is_empty()).collect();
    let (last, others) = values.split_last()?;
    let others = match others {
        [] => String::new(),
        _ => format!("{}' or '", others.join("', '")),
    };
    Some(format!(" {value} must be '{others}{last}'."))
}

fn emit(sections: &[OptRstSection<'_>], out: &mut impl TextSink) {
    for section in sections {
        let heading = &section.heading;
        write!(out, "{heading}\n{:-<1$}\n\n", "", heading.len());
        for option in &section.options {
            emit_option(option, out);
        }
    }
}

fn emit_option(option: &OptRstOptionText<'_>, out: &mut impl TextSink) {
    write!(out, ".. option:: {}{}", option.prefix, option.name);
    if !option.value.is_empty() {
        write!(out, "={}", Escaped(option.value));
    }
    out.push_str("\n\n");
    if !option.help.is_empty() {
        write!(out, " {}\n\n", Escaped(&option.help));
    }
}
