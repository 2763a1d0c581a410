//! Commands that drive `tablewright lsp` on LLVM's descriptions.

mod client;
pub(crate) mod latencies;
pub(crate) mod renames;
