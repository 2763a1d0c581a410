//! The same input in every compile mode: what is loaded has to be the same.

use tablewright::syntax::render::render;
use tablewright::{CompileMode, LoadError, Loaded, Session};

/// The modes compared, the first being the one that the others are held against.
const MODES: [CompileMode; 3] = [CompileMode::Never, CompileMode::Auto, CompileMode::Always];

/// Panics where two compile modes load `text` differently: other records, in another order or with
/// other values, or other diagnostics.
pub fn assert_modes_agree(text: &str) {
    let [resolved, auto, compiled] = MODES.map(|mode| described(text, mode));
    assert_eq!(resolved, auto, "Never and Auto differ for\n{text}");
    assert_eq!(resolved, compiled, "Never and Always differ for\n{text}");
}

/// Everything that can be seen of what was loaded, in one text.
pub fn described(text: &str, mode: CompileMode) -> String {
    let loaded = match Session::new().compile(mode).load_text("fuzz.td", text) {
        Ok(loaded) => loaded,
        Err(LoadError::Rejected(loaded)) => *loaded,
        Err(error) => panic!("text in memory is always read: {error}"),
    };
    let Loaded { store, diagnostics, is_complete, .. } = &loaded;
    let mut out = String::new();
    for diagnostic in diagnostics {
        out += &render(store.sources(), diagnostic, false);
    }
    out += if *is_complete { "complete\n" } else { "incomplete\n" };
    for class in store.classes() {
        store.write_class(&mut out, class);
    }
    for record in store.records() {
        store.write_record(&mut out, record);
    }
    out
}
