//! Outputs of actions for small descriptions in unit tests.

use tablewright_backend::Options;
use tablewright_records::Release;
use tablewright_test_support::{Description, output_of};

/// Returns the output of an action of release 19 for `text`, or its errors.
pub(crate) fn output(action: &str, text: &str) -> String {
    output_for(Release::new(19), action, text)
}

/// Returns the output of an action of a release for `text`, or its errors.
pub(crate) fn output_for(release: Release, action: &str, text: &str) -> String {
    let backend = crate::backends().iter().find(|backend| backend.name == action);
    let store = Description::new(text).for_release(release).store();
    output_of(backend.expect("an action"), &Options::default(), &store)
}
