//! Any text as trees, and as functions of LLVM IR: instructions of the example target are selected, or the text is
//! refused with a position inside of it.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tablewright::inspect::encoding::DecoderSetup;
use tablewright::matcher_table::MatcherTable;
use tablewright::selector::{Selector, SelectorOptions, ValueNames, read_trees};
use tablewright::syntax::diagnostic::Diagnostics;
use tablewright::{RecordStore, Session};

static TOY: LazyLock<RecordStore> = LazyLock::new(|| {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let dirs = ["semantics", "asm-syntax", "toy-target", "toy-target/prelude"];
    let session =
        dirs.iter().fold(Session::new(), |session, dir| session.include_dir(examples.join(dir)));
    let loaded = session.load_file(examples.join("semantics/ToyRun.td"));
    loaded.expect("the example is valid").into_store()
});

static TABLE: LazyLock<MatcherTable<'static>> = LazyLock::new(|| {
    let table = MatcherTable::new(&TOY, &mut Diagnostics::new(), false);
    table.unwrap_or_else(|_| panic!("the example is valid"))
});

thread_local! {
    static SELECTOR: Selector<'static, 'static> = {
        let diagnostics = &mut Diagnostics::new();
        let processor = Some("toy2".to_owned());
        let setup = DecoderSetup { tables: Vec::new(), processor, features: Vec::new() };
        let (features, mode) =
            setup.features_and_mode(None, &TOY, diagnostics).expect("the example is valid");
        let options = SelectorOptions { refuses_assumptions: false, has_trace: true };
        let selector = Selector::new(&TABLE, features, mode, options, diagnostics);
        selector.expect("the example is valid")
    };
}

fuzz_target!(|text: &str| {
    SELECTOR.with(|selector| {
        match read_trees(text, selector.types(), selector.patterns()) {
            Ok(graph) => {
                let selection = selector.select(&graph);
                let names = ValueNames::new(selector.types(), &graph, &selection);
                let selected = (names.instructions(), names.values(), names.attempts());
                drop((selected, names.failures()));
            }
            Err(error) => assert!(error.offset <= text.len(), "{error:?}"),
        }
        if let Err(error) = selector.select_functions(text) {
            assert!((1..=text.lines().count().max(1) + 1).contains(&error.line), "{error:?}");
        }
    });
});
