//! What a page of options shows: groups within groups, and for each option its forms and its help.
//!
//! In come the records of options and their groups, and the record that says for whom the page is;
//! out comes a tree in the order of the page. [`groups`] sorts options into groups, [`forms`] spells
//! an option with its values.

mod forms;
mod groups;

use rustc_hash::FxHashMap;

use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::append;

use crate::support::documentation::{self, escaped};
use forms::{DEFAULT_VALUE, forms};
use groups::{Members, Tree};

/// Characters that have a meaning in reStructuredText.
const SIGNS: &str = "`*|[]\\";
/// What headings are underlined with, by depth.
const UNDERLINES: [&str; 8] = ["=", "~", "-", "_", "'", "+", "<", ">"];

pub(crate) struct Page<'s> {
    pub(crate) intro: &'s str,
    pub(crate) program: String,
    pub(crate) contents: Contents,
}

/// What a group, or the page, holds.
#[derive(Default)]
pub(crate) struct Contents {
    pub(crate) options: Vec<OptionText>,
    pub(crate) groups: Vec<GroupText>,
}

pub(crate) struct GroupText {
    pub(crate) heading: String,
    /// What the heading is underlined with, once for each byte.
    pub(crate) underline: &'static str,
    /// Empty for none.
    pub(crate) description: String,
    pub(crate) contents: Contents,
}

pub(crate) struct OptionText {
    /// Follows the name of the program unless it is zero: documentation tools tell options of the
    /// same name apart by their program.
    pub(crate) program_number: u32,
    /// How it can be written: `--output=<file>`.
    pub(crate) forms: Vec<String>,
    /// Empty for none.
    pub(crate) description: String,
}

pub(crate) fn collect(store: &RecordStore) -> Result<Page<'_>, Diagnostic> {
    let info = documentation::global(store, "The GlobalDocumentation top-level definition")?;
    let intro = info.string("Intro")?;
    let program = info.string("Program")?.to_ascii_lowercase();
    let audience = Audience::new(info)?;
    let tree = Tree::collect(store)?;
    let mut writer = PageWriter { audience, tree, program_numbers: FxHashMap::default() };
    let contents = writer.contents(None, 0)?;
    Ok(Page { intro, program, contents })
}

/// For whom the page is, which decides what it shows.
struct Audience<'s> {
    ignored_flags: Vec<&'s str>,
    visibilities: Vec<&'s str>,
}

impl<'s> Audience<'s> {
    fn new(info: Record<'s>) -> Result<Audience<'s>, FieldError> {
        Ok(Audience {
            ignored_flags: info.list_of_strings("IgnoreFlags")?,
            visibilities: info.list_of_strings("VisibilityMask")?,
        })
    }

    fn sees(&self, option: Record<'_>) -> Result<bool, FieldError> {
        Ok(!has_any(option, "Flags", &self.ignored_flags)?
            && has_any(option, "Visibility", &self.visibilities)?)
    }
}

/// Whether the option or its group has one of the records called `names` in `field`.
fn has_any(option: Record<'_>, field: &str, names: &[&str]) -> Result<bool, FieldError> {
    for owner in [Some(option), option.optional_record("Group")?].into_iter().flatten() {
        let marks = owner.list_of_records(field)?;
        if marks.iter().any(|mark| names.contains(&mark.name())) {
            return Ok(true);
        }
    }
    Ok(false)
}

struct PageWriter<'s> {
    audience: Audience<'s>,
    tree: Tree<'s>,
    /// By identifier, the number that the program needs for the next option that has it.
    program_numbers: FxHashMap<String, u32>,
}

impl<'s> PageWriter<'s> {
    /// The members of `group`, or of the page.
    fn contents(
        &mut self,
        group: Option<Record<'s>>,
        depth: usize,
    ) -> Result<Contents, FieldError> {
        let Members { options, groups } = self.tree.take_members(group);
        let mut contents = Contents::default();
        for option in options {
            if self.audience.sees(option)? {
                contents.options.extend(self.option(option)?);
            }
        }
        for group in groups {
            if !self.shows_anything(group)? {
                continue;
            }
            let Some(underline) = UNDERLINES.get(depth) else {
                return Err(FieldError::new(
                    Code::ClangDocumentation,
                    group,
                    "groups nested too deeply",
                ));
            };
            contents.groups.push(GroupText {
                heading: markup_or_text(group, "DocName", "Name")?,
                underline,
                description: markup_or_text(group, "DocBrief", "HelpText")?,
                contents: self.contents(Some(group), depth + 1)?,
            });
        }
        Ok(contents)
    }

    /// Whether there is an option to be shown in `group` or in the groups within it.
    fn shows_anything(&self, group: Record<'s>) -> Result<bool, FieldError> {
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

    /// The text of an option; `None` for what only stands for other arguments, and for names that
    /// documentation tools cannot refer to.
    fn option(&mut self, option: Record<'s>) -> Result<Option<OptionText>, FieldError> {
        let is_pseudo = ["KIND_UNKNOWN", "KIND_INPUT"].contains(&option.record("Kind")?.name());
        let is_word = option.string("Name")?.contains(|c: char| c.is_ascii_alphanumeric());
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
            let text = name.string("Name")?;
            for prefix in name.list_of_strings("Prefixes")? {
                identifiers.push(identifier(&format!("{prefix}{text}")).to_owned());
            }
            all_forms.extend(forms(name)?);
        }
        Ok(Some(OptionText {
            program_number: self.program_number(identifiers).ok_or_else(|| {
                FieldError::new(Code::ClangDocumentation, option, "option has no prefixes")
            })?,
            forms: all_forms,
            description: self.description(option)?,
        }))
    }

    /// A number that none of the identifiers has been used with; `None` if there are none.
    fn program_number(&mut self, identifiers: Vec<String>) -> Option<u32> {
        let numbers = &mut self.program_numbers;
        let used = identifiers.iter().map(|id| numbers.get(id).copied().unwrap_or(0));
        let number = used.max()?;
        for id in identifiers {
            numbers.insert(id, number + 1);
        }
        Some(number)
    }

    fn description(&self, option: Record<'s>) -> Result<String, FieldError> {
        let mut text = self.help_for_audience(option)?.unwrap_or_default();
        if text.is_empty() {
            text = markup_or_text(option, "DocBrief", "HelpText")?;
        }
        if option.is_unset("Values")? {
            return Ok(text);
        }
        if !text.is_empty() && !text.ends_with('.') {
            text.push('.');
        }
        let values = option.string("Values")?.split(',').filter(|value| !value.is_empty());
        let values: Vec<&str> = values.collect();
        let Some((last, others)) = values.split_last() else {
            return Err(FieldError::new(
                Code::ClangDocumentation,
                option,
                "option takes values but lists none",
            ));
        };
        let value = match option.is_unset("MetaVarName")? {
            true => DEFAULT_VALUE,
            false => option.string("MetaVarName")?,
        };
        append!(&mut text, " ", value, " must be '");
        if !others.is_empty() {
            append!(&mut text, others.join("', '"), "' or '");
        }
        append!(&mut text, last, "'.");
        Ok(text)
    }

    /// The help written for one of the programs that the page is for.
    fn help_for_audience(&self, option: Record<'s>) -> Result<Option<String>, FieldError> {
        let store = option.store();
        for variant in option.list_of_records("HelpTextsForVariants")? {
            let visibilities = variant.list("Visibilities")?;
            let names: Vec<String> =
                visibilities.iter().map(|&value| store.unquoted_text(value)).collect();
            if self.audience.visibilities.iter().any(|mask| names.iter().any(|name| name == mask)) {
                let text = escaped(variant.string("Text")?, SIGNS);
                if !text.is_empty() {
                    return Ok(Some(text));
                }
            }
        }
        Ok(None)
    }
}

/// What documentation tools take for the name of an option.
fn identifier(option: &str) -> &str {
    let end = option.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    &option[..end.unwrap_or(option.len())]
}

/// The markup in field `markup`, or else the text in field `text` as markup. Fields that are not
/// there are empty.
fn markup_or_text(record: Record<'_>, markup: &str, text: &str) -> Result<String, FieldError> {
    match record.optional_string(markup)?.unwrap_or_default() {
        "" => Ok(escaped(record.optional_string(text)?.unwrap_or_default(), SIGNS)),
        markup => Ok(markup.to_owned()),
    }
}
