//! The layout of any text without syntax errors changes blanks alone, and a second time nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright_syntax::format::{LayoutError, LayoutOptions, LineSelection, apply, format};
use tablewright_syntax::lossless::LosslessTree;

fuzz_target!(|text: &str| {
    let layout = |text: &str| {
        let tree = LosslessTree::new(text).ok()?;
        match format(&tree, &LayoutOptions::default(), &LineSelection::All) {
            Ok(edits) => Some(apply(text, &edits)),
            Err(LayoutError::Syntax(_)) => None,
            Err(LayoutError::TokensDiffer) => panic!("the tokens differ"),
        }
    };
    let Some(once) = layout(text) else { return };
    assert_eq!(layout(&once).as_deref(), Some(&*once));
});
