//! The record that introduces a page of documentation, of whatever the page is.

use tablewright_records::{RecordStore, RecordView, record_views};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

record_views! {
    /// The record that describes a page of documentation. It is the record of that name, and of no class.
    pub struct GlobalDocumentationRecord<'s>("GlobalDocumentation") {
        /// The text at the beginning, as markup.
        pub intro: &'s str = "Intro",
        /// On a page of options: the name of the program.
        pub program: &'s str = "Program",
        /// On a page of options: options with one of these flags are left out.
        pub ignore_flags: Vec<&'s str> = "IgnoreFlags",
        /// On a page of options: options without any of these visibilities are left out.
        pub visibility_mask: Vec<&'s str> = "VisibilityMask",
    }
}

impl<'s> GlobalDocumentationRecord<'s> {
    /// The record of that name, if there is one.
    pub fn find(store: &'s RecordStore) -> Option<GlobalDocumentationRecord<'s>> {
        let id = store.find_record(GlobalDocumentationRecord::CLASS)?;
        Some(GlobalDocumentationRecord::new(store.record(id)))
    }

    /// The record of that name.
    ///
    /// # Errors
    /// Where there is none. The message begins with `definition`, as the backend calls it.
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
