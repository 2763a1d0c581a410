//! Any text is read as a condition of a query without a panic, and one that can be read is run.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tablewright::inspect::query::Query;
use tablewright::{Loaded, Session};

static RECORDS: LazyLock<Loaded> = LazyLock::new(|| {
    let text = "class A<int n> { int N = n; string S = \"s\" # n; bits<4> B = n; list<int> L = [n, 1]; bit T = true; }\n\
                def op; def a : A<1> { dag D = (op:$x 1:$y, \"z\"); A R = ?; } def b : A<2> { A R = a; code C = [{c}]; }\n";
    Session::new().load_text("query.td", text).expect("it is correct")
});

fuzz_target!(|text: &str| {
    if let Ok(query) = Query::parse(text) {
        let _ = query.run(&RECORDS.store);
    }
    let _ = Query::new().show(text).map(|query| query.run(&RECORDS.store));
    let _ = Query::new().class(text).name(text).uses(text).run(&RECORDS.store);
});
