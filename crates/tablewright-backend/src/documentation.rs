//! The record that introduces a documentation page, and the page markup.

use tablewright_records::{Feature, RecordStore, RecordView, TextSink, record_views};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::append;

record_views! {
    /// The record that describes a page of documentation. Its name is `GlobalDocumentation`, and it
    /// needs no class.
    pub struct GlobalDocumentationRecord<'s>("GlobalDocumentation") {
        /// Introduction, as markup.
        pub intro: &'s str = "Intro",
        /// Option pages: the program name.
        pub program: &'s str = "Program",
        /// Option pages: an option with one of these flags is left out.
        pub ignore_flags: Vec<&'s str> = "IgnoreFlags",
        /// Option pages: an option with none of these visibilities is left out.
        pub visibility_mask: Vec<&'s str> = "VisibilityMask",
    }
}

impl<'s> GlobalDocumentationRecord<'s> {
    /// Finds the record by its name.
    pub fn find(store: &'s RecordStore) -> Option<GlobalDocumentationRecord<'s>> {
        let id = store.find_record(GlobalDocumentationRecord::CLASS)?;
        Some(GlobalDocumentationRecord::new(store.record(id)))
    }

    /// Finds the record by its name.
    ///
    /// # Errors
    /// If the record is missing. The message begins with `definition`, the backend's word for it.
    pub fn expect(
        store: &'s RecordStore,
        definition: &str,
    ) -> Result<GlobalDocumentationRecord<'s>, Diagnostic> {
        GlobalDocumentationRecord::find(store).ok_or_else(|| {
            let message = format!("{definition} is missing, no documentation will be generated.");
            Diagnostic::error_anywhere(Code::MissingDocumentation, message)
        })
    }
}

/// Documentation page markup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DocsMarkup {
    /// reStructuredText.
    ReStructuredText,
    /// Markdown with MyST directives.
    Markdown,
}

impl DocsMarkup {
    /// Returns the markup for a description.
    pub fn new(store: &RecordStore) -> DocsMarkup {
        if store.release().has(Feature::DocumentsAreMarkdown) {
            DocsMarkup::Markdown
        } else {
            DocsMarkup::ReStructuredText
        }
    }

    /// Writes a heading. A page title has level 1. In reStructuredText, `underline` is repeated below the text.
    pub fn emit_heading(self, text: &str, level: usize, underline: &str, out: &mut impl TextSink) {
        match self {
            DocsMarkup::ReStructuredText => {
                append!(out, text, "\n", underline.repeat(text.len()), "\n");
            }
            DocsMarkup::Markdown => append!(out, "#".repeat(level), " ", text, "\n\n"),
        }
    }

    /// Returns the marks around code.
    pub fn code(self) -> &'static str {
        match self {
            DocsMarkup::ReStructuredText => "``",
            DocsMarkup::Markdown => "`",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_underlined_or_has_its_level() {
        let heading = |markup: DocsMarkup| {
            let mut text = String::new();
            markup.emit_heading("Names", 3, "-", &mut text);
            text
        };
        assert_eq!(heading(DocsMarkup::ReStructuredText), "Names\n-----\n");
        assert_eq!(heading(DocsMarkup::Markdown), "### Names\n\n");
    }
}
