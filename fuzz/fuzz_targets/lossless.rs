//! Any text has a lossless tree: its tokens are the text, and the nodes of a node are in order and within it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright_syntax::lossless::{LosslessTree, Node};

fuzz_target!(|text: &str| {
    let Ok(tree) = LosslessTree::new(text) else { return };
    let parts = tree.tokens().map(|token| [token.leading_text(), token.text()].concat());
    assert_eq!(parts.collect::<String>(), text);
    check(tree.root());
});

fn check(node: Node<'_>) {
    let range = |node: Node<'_>| {
        let ids = node.first_token().zip(node.last_token());
        ids.map(|(first, last)| first.id().index()..last.id().index() + 1)
    };
    let Some(outer) = range(node) else { return assert_eq!(node.children().len(), 0) };
    let mut at = outer.start;
    for child in node.children() {
        if let Some(inner) = range(child) {
            assert!(at <= inner.start && inner.end <= outer.end, "{child:?} in {node:?}");
            at = inner.end;
        }
        check(child);
    }
}
