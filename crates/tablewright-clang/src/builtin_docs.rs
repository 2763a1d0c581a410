//! `--gen-builtin-docs`: documentation of target builtins as a reStructuredText page.

use tablewright_backend::{Failure, GlobalDocumentationRecord, Job};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{TextSink, append, quicksort_by};

use crate::record_views::attr::{DocumentationCategoryRecord, DocumentationRecord};
use crate::record_views::builtin::{BuiltinRecord, TargetBuiltinRecord};
use crate::support::c_space::{is_space, trim};

/// The category for builtins without public documentation.
const INTERNAL: &str = "InternalOnly";
/// The last category on the page.
const UNDOCUMENTED: &str = "Undocumented";

struct BuiltinPage<'s> {
    intro: &'s str,
    categories: Vec<BuiltinCategory<'s>>,
}

struct BuiltinCategory<'s> {
    name: &'s str,
    text: &'s str,
    entries: Vec<BuiltinEntry<'s>>,
}

struct BuiltinEntry<'s> {
    heading: &'s str,
    /// The declaration; `None` for a builtin without a prototype.
    declaration: Option<String>,
    /// The required target features; may be empty.
    features: &'s str,
    text: &'s str,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let page = collect(job.store)?;
    let mut out = job.output();
    emit(&page, &mut out);
    Ok(out.finish()?)
}

fn collect(store: &RecordStore) -> Result<BuiltinPage<'_>, Diagnostic> {
    let definition = "The GlobalDocumentation top-level definition";
    let intro = GlobalDocumentationRecord::expect(store, definition)?.intro()?;
    let mut categories: Vec<(RecordId, BuiltinCategory<'_>)> = Vec::new();
    for builtin in BuiltinRecord::all(store)? {
        for document in builtin.documentation()? {
            let category = document.category()?;
            if category.category_name()? == INTERNAL {
                continue;
            }
            let entry = entry(builtin, document)?;
            let id = category.id();
            match categories.iter_mut().find(|(other, _)| *other == id) {
                Some((_, category)) => category.entries.push(entry),
                None => categories.push((id, new_category(category, entry)?)),
            }
        }
    }
    // Categories with the same name are not merged.
    quicksort_by(&mut categories, |(_, a), (_, b)| {
        let key = |category: &BuiltinCategory<'_>| category.name == UNDOCUMENTED;
        (key(a), a.name) < (key(b), b.name)
    });
    for (_, category) in &mut categories {
        quicksort_by(&mut category.entries, |a, b| a.heading < b.heading);
    }
    let categories = categories.into_iter().map(|(_, category)| category).collect();
    Ok(BuiltinPage { intro, categories })
}

fn new_category<'s>(
    record: DocumentationCategoryRecord<'s>,
    first: BuiltinEntry<'s>,
) -> Result<BuiltinCategory<'s>, FieldError> {
    Ok(BuiltinCategory {
        name: record.category_name()?,
        text: trim(record.content()?),
        entries: vec![first],
    })
}

fn entry<'s>(
    builtin: BuiltinRecord<'s>,
    document: DocumentationRecord<'s>,
) -> Result<BuiltinEntry<'s>, FieldError> {
    let name = builtin.spellings()?.first().copied();
    let name = name.unwrap_or_else(|| Record::from(builtin).name());
    let features = match TargetBuiltinRecord::from_record(builtin) {
        Some(builtin) => builtin.features()?,
        None => "",
    };
    Ok(BuiltinEntry {
        heading: Some(document.heading()?).filter(|heading| !heading.is_empty()).unwrap_or(name),
        declaration: declaration(builtin, name)?,
        features,
        text: trim(document.content()?),
    })
}

/// Returns a builtin's declaration: its prototype with the builtin's name and any parameter names.
fn declaration(builtin: BuiltinRecord<'_>, name: &str) -> Result<Option<String>, FieldError> {
    let Some((result, rest)) = builtin.prototype()?.split_once('(') else { return Ok(None) };
    // As in the reference release, the last character is assumed to be the closing parenthesis.
    let mut last = rest.chars();
    last.next_back();
    let parameters = last.as_str();
    let mut text = String::new();
    append!(&mut text, result.trim_end_matches(is_space), " ", name, "(");
    let names = builtin.arg_names()?;
    if names.is_empty() {
        append!(&mut text, parameters, ")");
        return Ok(Some(text));
    }
    let mut types = split_parameters(parameters);
    let is_variadic = types.pop_if(|last| *last == "...").is_some();
    if types.len() != names.len() {
        let message = format!(
            "number of ArgNames ({}) does not match number of prototype parameters ({})",
            names.len(),
            types.len()
        );
        return Err(FieldError::new(Code::IntrinsicPrototypes, builtin, message));
    }
    for (i, (ty, name)) in types.iter().zip(names).enumerate() {
        append!(&mut text, if i > 0 { ", " } else { "" }, ty, " ", name);
    }
    text.push_str(if is_variadic { ", ...)" } else { ")" });
    Ok(Some(text))
}

/// Splits parameters at commas outside `<>`.
fn split_parameters(text: &str) -> Vec<&str> {
    let mut parameters = Vec::new();
    let (mut start, mut depth) = (0, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b',' if depth == 0 => {
                parameters.push(trim(&text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    // A trailing comma does not add an empty parameter.
    parameters.extend(Some(trim(&text[start..])).filter(|last| !last.is_empty()));
    parameters
}

fn emit(page: &BuiltinPage<'_>, out: &mut impl TextSink) {
    append!(out, page.intro, "\n");
    for BuiltinCategory { name, text, entries } in &page.categories {
        append!(out, "\n", name, "\n", "=".repeat(name.len()), "\n\n");
        if !text.is_empty() {
            append!(out, text, "\n\n");
        }
        entries.iter().for_each(|entry| emit_entry(entry, out));
    }
}

fn emit_entry(entry: &BuiltinEntry<'_>, out: &mut impl TextSink) {
    let BuiltinEntry { heading, declaration, features, text } = entry;
    append!(out, "``", heading, "``\n", "-".repeat(heading.len() + 4), "\n\n");
    if let Some(declaration) = declaration {
        out.push_str("**Prototype:**\n\n.. code-block:: c\n\n");
        append!(out, "  ", declaration, "\n\n");
    }
    if !features.is_empty() {
        append!(out, "**Target Features:** ", features, "\n\n");
    }
    append!(out, text, "\n\n\n");
}

#[cfg(test)]
mod tests {
    use super::split_parameters;

    #[test]
    fn commas_within_angle_brackets_divide_no_parameters() {
        assert_eq!(split_parameters("int, A<b, c> *"), ["int", "A<b, c> *"]);
        assert_eq!(split_parameters("int,,x,"), ["int", "", "x"]);
        assert!(split_parameters(" ").is_empty());
    }
}
