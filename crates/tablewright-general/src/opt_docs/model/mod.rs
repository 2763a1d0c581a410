//! An options page's contents: nested groups, and each option's forms and help.
//!
//! In: the records for options and groups, and the record with the page's audience. Out: a tree in
//! page order. [`groups`] sorts options into groups, [`forms`] spells an option with its values.

mod forms;
mod groups;

use rustc_hash::FxHashMap;

use tablewright_backend::{GlobalDocumentationRecord, docs_markup};
use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{DocsMarkup, append, escape_markup};

use crate::record_views::option::{OptionGroupRecord, OptionRecord};
use forms::{DEFAULT_VALUE, forms};
use groups::{GroupMembers, GroupTree};

/// Maximum group nesting.
const MAX_DEPTH: usize = 8;

/// Characters with a special meaning in the markup.
#[derive(Clone, Copy)]
struct Signs {
    /// In option forms.
    in_forms: &'static str,
    /// In other texts.
    in_texts: &'static str,
    /// In the sentence that lists values.
    in_values: &'static str,
}

impl Signs {
    fn new(markup: DocsMarkup) -> Signs {
        match markup {
            DocsMarkup::ReStructuredText => {
                Signs { in_forms: "`*|[]\\", in_texts: "`*|[]\\", in_values: "" }
            }
            DocsMarkup::Markdown => {
                Signs { in_forms: "", in_texts: "\\*[]<>", in_values: "\\*[]<>" }
            }
        }
    }
}

pub(crate) struct OptDocsPage<'s> {
    pub(crate) markup: DocsMarkup,
    pub(crate) intro: &'s str,
    pub(crate) program: String,
    pub(crate) contents: OptDocsContents,
}

/// A group's or page's contents.
#[derive(Default)]
pub(crate) struct OptDocsContents {
    pub(crate) options: Vec<OptionText>,
    pub(crate) groups: Vec<GroupText>,
}

pub(crate) struct GroupText {
    pub(crate) heading: String,
    /// Empty if missing.
    pub(crate) description: String,
    pub(crate) contents: OptDocsContents,
}

pub(crate) struct OptionText {
    /// Suffix for the program name, unless it is zero. Documentation tools use the program to
    /// distinguish options with the same name.
    pub(crate) program_number: u32,
    /// The option's forms: `--output=<file>`.
    pub(crate) forms: Vec<String>,
    /// Empty if missing.
    pub(crate) description: String,
}

pub(crate) fn collect(store: &RecordStore) -> Result<OptDocsPage<'_>, Diagnostic> {
    let definition = "The GlobalDocumentation top-level definition";
    let info = GlobalDocumentationRecord::expect(store, definition)?;
    let intro = info.intro()?;
    let program = info.program()?.to_ascii_lowercase();
    let audience = Audience::new(info)?;
    let tree = GroupTree::collect(store)?;
    let markup = docs_markup(store);
    let signs = Signs::new(markup);
    let mut writer = PageWriter { audience, tree, program_numbers: FxHashMap::default(), signs };
    let contents = writer.contents(None, 0)?;
    Ok(OptDocsPage { markup, intro, program, contents })
}

/// The page's audience, which decides the options to show.
struct Audience<'s> {
    ignored_flags: Vec<&'s str>,
    visibilities: Vec<&'s str>,
}

impl<'s> Audience<'s> {
    fn new(info: GlobalDocumentationRecord<'s>) -> Result<Audience<'s>, FieldError> {
        Ok(Audience { ignored_flags: info.ignore_flags()?, visibilities: info.visibility_mask()? })
    }

    /// Returns whether the page shows the option. An option also has its group's flags and
    /// visibilities.
    fn sees(&self, option: OptionRecord<'s>) -> Result<bool, FieldError> {
        let group = option.group()?;
        if has_any(&option.flags()?, &self.ignored_flags) {
            return Ok(false);
        }
        let of_group = group.map(OptionGroupRecord::flags).transpose()?;
        if has_any(&of_group.unwrap_or_default(), &self.ignored_flags) {
            return Ok(false);
        }
        if has_any(&option.visibility()?, &self.visibilities) {
            return Ok(true);
        }
        let of_group = group.map(OptionGroupRecord::visibility).transpose()?;
        Ok(has_any(&of_group.unwrap_or_default(), &self.visibilities))
    }
}

fn has_any(marks: &[Record<'_>], names: &[&str]) -> bool {
    marks.iter().any(|mark| names.contains(&mark.name()))
}

struct PageWriter<'s> {
    audience: Audience<'s>,
    tree: GroupTree<'s>,
    /// For each identifier, the program number for the next option with that identifier.
    program_numbers: FxHashMap<String, u32>,
    signs: Signs,
}

impl<'s> PageWriter<'s> {
    /// Returns the members to show in `group` or on the page.
    fn contents(
        &mut self,
        group: Option<OptionGroupRecord<'s>>,
        depth: usize,
    ) -> Result<OptDocsContents, FieldError> {
        let GroupMembers { options, groups } = self.tree.take_members(group);
        let mut contents = OptDocsContents::default();
        for option in options {
            if self.audience.sees(option)? {
                contents.options.extend(self.option(option)?);
            }
        }
        for group in groups {
            if !self.shows_anything(group)? {
                continue;
            }
            if depth == MAX_DEPTH {
                return Err(FieldError::new(Code::Options, group, "groups nested too deeply"));
            }
            contents.groups.push(GroupText {
                heading: self.markup_or_text(group.doc_name()?, || group.documented_spelling())?,
                description: self
                    .markup_or_text(group.doc_brief()?, || group.documented_help_text())?,
                contents: self.contents(Some(group), depth + 1)?,
            });
        }
        Ok(contents)
    }

    /// Returns whether `group` or a nested group contains an option to show.
    fn shows_anything(&self, group: OptionGroupRecord<'s>) -> Result<bool, FieldError> {
        let mut open = vec![group];
        while let Some(next) = open.pop() {
            let Some(members) = self.tree.members(next) else { continue };
            for &option in &members.options {
                if self.audience.sees(option)? {
                    return Ok(true);
                }
            }
            open.extend(&members.groups);
        }
        Ok(false)
    }

    /// Returns an option's text; `None` if the option only represents other arguments, or if
    /// documentation tools cannot refer to its name.
    fn option(&mut self, option: OptionRecord<'s>) -> Result<Option<OptionText>, FieldError> {
        let is_pseudo = ["KIND_UNKNOWN", "KIND_INPUT"].contains(&option.kind()?.name());
        let is_word = option.spelling()?.contains(|c: char| c.is_ascii_alphanumeric());
        if is_pseudo || !is_word {
            return Ok(None);
        }
        let mut names = vec![option];
        for alias in self.tree.take_aliases(option) {
            if self.audience.sees(alias)? {
                names.push(alias);
            }
        }
        let mut identifiers = Vec::new();
        let mut all_forms = Vec::new();
        for name in names {
            let text = name.spelling()?;
            for prefix in name.prefixes()? {
                identifiers.push(identifier(&format!("{prefix}{text}")).to_owned());
            }
            all_forms.extend(forms(name, self.signs.in_forms)?);
        }
        Ok(Some(OptionText {
            program_number: self
                .program_number(identifiers)
                .ok_or_else(|| FieldError::new(Code::Options, option, "option lacks prefixes"))?,
            forms: all_forms,
            description: self.description(option)?,
        }))
    }

    /// Returns a number that no identifier has been used with; `None` if there are no identifiers.
    fn program_number(&mut self, identifiers: Vec<String>) -> Option<u32> {
        let numbers = &mut self.program_numbers;
        let used = identifiers.iter().map(|id| numbers.get(id).copied().unwrap_or(0));
        let number = used.max()?;
        for id in identifiers {
            numbers.insert(id, number + 1);
        }
        Some(number)
    }

    fn description(&self, option: OptionRecord<'s>) -> Result<String, FieldError> {
        let mut text = self.help_for_audience(option)?.unwrap_or_default();
        if text.is_empty() {
            text = self.markup_or_text(option.doc_brief()?, || option.documented_help_text())?;
        }
        let Some(values) = option.values()?.0 else { return Ok(text) };
        if !text.is_empty() && !text.ends_with('.') {
            text.push('.');
        }
        let values: Vec<&str> = values.split(',').filter(|value| !value.is_empty()).collect();
        let Some((last, others)) = values.split_last() else {
            return Err(FieldError::new(
                Code::Options,
                option,
                "option takes values but lists none",
            ));
        };
        let value = option.meta_var_name()?.0.unwrap_or(DEFAULT_VALUE);
        let mut sentence = format!(" {value} must be '");
        if !others.is_empty() {
            append!(&mut sentence, others.join("', '"), "' or '");
        }
        append!(&mut sentence, last, "'.");
        text.push_str(&escape_markup(&sentence, self.signs.in_values));
        Ok(text)
    }

    /// Returns the help for a program in the page's audience.
    fn help_for_audience(&self, option: OptionRecord<'s>) -> Result<Option<String>, FieldError> {
        let store = option.store();
        for variant in option.help_texts_for_variants()? {
            let visibilities = variant.visibilities()?;
            let names: Vec<String> =
                visibilities.iter().map(|&value| store.unquoted_text(value)).collect();
            if self.audience.visibilities.iter().any(|mask| names.iter().any(|name| name == mask)) {
                let text = escape_markup(variant.text()?, self.signs.in_texts);
                if !text.is_empty() {
                    return Ok(Some(text));
                }
            }
        }
        Ok(None)
    }

    /// Returns the markup, or the text converted to markup.
    fn markup_or_text(
        &self,
        markup: Option<&'s str>,
        text: impl FnOnce() -> Result<Option<&'s str>, FieldError>,
    ) -> Result<String, FieldError> {
        match markup {
            None | Some("") => Ok(escape_markup(text()?.unwrap_or_default(), self.signs.in_texts)),
            Some(markup) => Ok(markup.to_owned()),
        }
    }
}

/// Returns the part that documentation tools use as the option's name.
fn identifier(option: &str) -> &str {
    let end = option.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    &option[..end.unwrap_or(option.len())]
}
