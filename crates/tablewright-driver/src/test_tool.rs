//! A tool for tests, with the backends that are independent of compilers.

use tablewright_backend::{Backend, DEFAULT_BACKEND};
use tablewright_records::Release;

use crate::tool::Tool;

/// Replacement for `llvm-tblgen` that suffices for command-line tests.
pub(crate) struct TestTool;

impl Tool for TestTool {
    fn name(&self) -> &str {
        "llvm-tblgen"
    }

    fn short_name(&self) -> &str {
        "llvm"
    }

    fn backends(&self, _release: Option<Release>) -> Vec<&'static Backend> {
        tablewright_general::backends()
    }

    fn default_backend(&self) -> &'static Backend {
        let mut backends = tablewright_general::backends().into_iter();
        backends.find(|backend| backend.name == DEFAULT_BACKEND).expect("it prints records")
    }

    fn is_replacement(&self) -> bool {
        true
    }
}
