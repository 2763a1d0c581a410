//! The record that introduces a documentation page, and the markup of pages.

use tablewright_records::{Feature, RecordStore, RecordView, record_views};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::DocsMarkup;

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

/// Returns the markup for the pages of a description.
pub fn docs_markup(store: &RecordStore) -> DocsMarkup {
    if store.release().has(Feature::DocumentsAreMarkdown) {
        DocsMarkup::Markdown
    } else {
        DocsMarkup::ReStructuredText
    }
}
