//! Attribute page sections by category.
//!
//! In: attributes with their documentation. Out: categories by name, each with sections by heading.
//! Attributes with the same text may share a section.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tablewright_backend::{GlobalDocumentationRecord, docs_markup};
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{DocsMarkup, append, quicksort_by};

use crate::attributes::model::match_rules::MatchRules;
use crate::attributes::model::spelling::{AttrSpelling, AttrSyntax};
use crate::attributes::model::{ClangAttribute, error};
use crate::record_views::attr::{DocumentationCategoryRecord, DocumentationRecord};
use crate::support::c_space::trim;

/// The category for attributes that users cannot write.
const INTERNAL: &str = "InternalOnly";
/// The category for attributes without documentation.
const UNDOCUMENTED: &str = "Undocumented";

pub(super) struct Page<'s> {
    pub(super) markup: DocsMarkup,
    pub(super) intro: &'s str,
    /// By name.
    pub(super) categories: Vec<Category<'s>>,
}

pub(super) struct Category<'s> {
    pub(super) name: &'s str,
    pub(super) text: &'s str,
    /// By heading.
    pub(super) sections: Vec<Section<'s>>,
}

/// An attribute's documentation in a category.
pub(super) struct Section<'s> {
    /// The target for links from other pages; empty for none.
    pub(super) label: &'s str,
    pub(super) heading: String,
    /// The spellings for each syntax, in the order of [`AttrSyntax::ALL`].
    pub(super) spellings: [Vec<String>; 8],
    pub(super) has_pragma_support: bool,
    pub(super) deprecation: Option<Deprecation<'s>>,
    pub(super) text: &'s str,
}

pub(super) struct Deprecation<'s> {
    /// The recommended replacement; empty if there is none.
    pub(super) replacement: &'s str,
}

/// An attribute in a category, or several attributes with the same text.
struct AttrDocsEntry<'s> {
    /// The first attribute.
    attribute: ClangAttribute<'s>,
    /// The last attribute's documentation.
    document: DocumentationRecord<'s>,
    heading: String,
    spellings: [Vec<String>; 8],
}

pub(super) fn collect(store: &RecordStore) -> Result<Page<'_>, Diagnostic> {
    let global =
        GlobalDocumentationRecord::expect(store, "The Documentation top-level definition")?;
    let intro = global.intro()?;
    let mut by_category: BTreeMap<&str, (DocumentationCategoryRecord<'_>, Vec<AttrDocsEntry<'_>>)> =
        BTreeMap::new();
    let shares_text = store.release().has(Feature::AttributesShareDocumentation);
    for attribute in ClangAttribute::all(store)? {
        let documents = attribute.record().documentation()?;
        for &document in &documents {
            let category = document.category()?;
            let name = category.category_name()?;
            if name != INTERNAL {
                let entry = entry(attribute, document, name, shares_text)?;
                by_category.entry(name).or_insert((category, Vec::new())).1.push(entry);
            } else if documents.len() > 1 {
                let message = "Attribute is \"InternalOnly\", but has multiple documentation \
                               categories";
                let is_attribute = format!("the attribute is '{}'", attribute.name());
                return Err(error(Code::MissingDocumentation, document, message)
                    .note(is_attribute)
                    .into());
            }
        }
    }
    let mut rules = None;
    let mut categories = Vec::with_capacity(by_category.len());
    for (name, (record, mut entries)) in by_category {
        let text = trim(record.content()?);
        if shares_text && name != UNDOCUMENTED {
            entries = merged(entries)?;
        }
        quicksort_by(&mut entries, |a, b| a.heading < b.heading);
        // Rules are read only if an attribute is printed.
        let rules = match &mut rules {
            Some(rules) => rules,
            none => none.insert(MatchRules::collect(store)?),
        };
        let sections = entries.into_iter().map(|entry| section(entry, rules));
        let sections = sections.collect::<Result<_, _>>()?;
        categories.push(Category { name, text, sections });
    }
    Ok(Page { markup: docs_markup(store), intro, categories })
}

fn entry<'s>(
    attribute: ClangAttribute<'s>,
    document: DocumentationRecord<'s>,
    category: &str,
    shares_text: bool,
) -> Result<AttrDocsEntry<'s>, FieldError> {
    let spellings = attribute.spellings()?;
    if spellings.is_empty() {
        let message = "Attribute has no supported spellings; cannot be documented";
        let help =
            "an attribute without spellings has the documentation `InternalOnly` or `Undocumented`";
        return Err(attribute.error(Code::MissingDocumentation, message).note(help));
    }
    let explicit = document.heading()?;
    let heading =
        if explicit.is_empty() { heading(&spellings, category) } else { explicit.to_owned() };
    if heading.is_empty() {
        let message = "This attribute requires a heading to be specified";
        return Err(attribute
            .error(Code::MissingDocumentation, message)
            .label_record(document, "this text lacks a 'Heading'"));
    }
    let mut by_syntax: [Vec<String>; 8] = Default::default();
    for spelling in &spellings {
        let syntax = spelling.syntax(attribute)?;
        let AttrSpelling { namespace, name, .. } = *spelling;
        let written = match syntax {
            _ if namespace.is_empty() => name.to_owned(),
            // These releases print only the blank.
            AttrSyntax::Pragma if shares_text => format!(" {name}"),
            AttrSyntax::Pragma => format!("{namespace} {name}"),
            AttrSyntax::Gnu
            | AttrSyntax::Cxx11
            | AttrSyntax::C23
            | AttrSyntax::Declspec
            | AttrSyntax::Microsoft
            | AttrSyntax::Keyword
            | AttrSyntax::HlslAnnotation => format!("{namespace}::{name}"),
        };
        if let Some(index) = AttrSyntax::ALL.iter().position(|(other, _)| *other == syntax) {
            by_syntax[index].push(written);
        }
    }
    Ok(AttrDocsEntry { attribute, document, heading, spellings: by_syntax })
}

/// Merges attributes with the same text into an entry.
fn merged(entries: Vec<AttrDocsEntry<'_>>) -> Result<Vec<AttrDocsEntry<'_>>, FieldError> {
    let mut by_text: FxHashMap<&str, usize> = FxHashMap::default();
    let mut merged: Vec<AttrDocsEntry<'_>> = Vec::with_capacity(entries.len());
    for entry in entries {
        let index = *by_text.entry(entry.document.content()?).or_insert(merged.len());
        match merged.get_mut(index) {
            Some(first) => first.add(entry),
            None => merged.push(entry),
        }
    }
    Ok(merged)
}

impl<'s> AttrDocsEntry<'s> {
    fn add(&mut self, other: AttrDocsEntry<'s>) {
        self.document = other.document;
        // As in the reference, a heading is skipped only if it equals the whole heading so far.
        if other.heading != self.heading {
            append!(&mut self.heading, ", ", &other.heading);
        }
        for (own, others) in self.spellings.iter_mut().zip(other.spellings) {
            own.extend(others);
        }
    }
}

/// Derives a heading from the spellings; empty if this is not possible.
fn heading(spellings: &[AttrSpelling<'_>], category: &str) -> String {
    if let [only] = spellings {
        return only.name.to_owned();
    }
    let names: BTreeSet<&str> = spellings.iter().map(AttrSpelling::bare_name).collect();
    let is_clear = names.len() == 1 || category == UNDOCUMENTED;
    if is_clear { names.into_iter().collect::<Vec<_>>().join(", ") } else { String::new() }
}

fn section<'s>(
    entry: AttrDocsEntry<'s>,
    rules: &MatchRules<'s>,
) -> Result<Section<'s>, FieldError> {
    let has_pragma_support = rules.support(entry.attribute)?;
    let document = entry.document;
    let deprecation = match document.deprecated()? {
        Some(deprecated) => Some(Deprecation { replacement: deprecated.replacement()? }),
        None => None,
    };
    Ok(Section {
        label: document.label()?,
        heading: entry.heading,
        spellings: entry.spellings,
        has_pragma_support,
        deprecation,
        text: trim(document.content()?),
    })
}
