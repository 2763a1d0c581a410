//! Records of the example target, and of a part of RISC-V.

use std::path::Path;
use std::sync::LazyLock;

use tablewright_records::RecordStore;
use tablewright_session::Session;

const FILES: [&str; 2] =
    ["examples/asm-syntax/ToyAsm.td", "crates/tablewright-machine/tests/riscv.td"];

pub static STORES: LazyLock<Vec<RecordStore>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let dirs = ["examples/asm-syntax", "examples/toy-target", "examples/toy-target/prelude"];
    let load = |file: &str| {
        let session =
            dirs.iter().fold(Session::new(), |session, dir| session.include_dir(root.join(dir)));
        session.load_file(root.join(file)).expect("the description is valid").into_store()
    };
    FILES.iter().map(|file| load(file)).collect()
});
