//! Files of a generated crate.

mod classes;
mod code;
mod decoding;
mod lists;
mod methods;
mod package;
mod rewrites;
mod writer;

use super::CrateFile;
use super::model::CrateModel;

/// Source that does not depend on the target.
const RUNTIME: [(&str, &str); 7] = [
    ("src/decoder.rs", include_str!("../runtime/decoder.rs")),
    ("src/features.rs", include_str!("../runtime/features.rs")),
    ("src/insn.rs", include_str!("../runtime/insn.rs")),
    ("src/number.rs", include_str!("../runtime/number.rs")),
    ("src/print.rs", include_str!("../runtime/print.rs")),
    ("src/shared.rs", include_str!("../runtime/shared.rs")),
    ("src/tail.rs", include_str!("../runtime/tail.rs")),
];

/// Source for architectures with a base, letters and names.
const MARCH: &str = include_str!("../runtime/march_letters.rs");

/// Writes all files.
pub(super) fn files(model: &CrateModel) -> Vec<CrateFile> {
    let mut files = Vec::new();
    let mut add = |path: &str, text: String| files.push(CrateFile { path: path.to_owned(), text });
    add("Cargo.toml", package::manifest(&model.package));
    add("LICENSE.md", package::licence(&model.package));
    add("README.md", package::readme(&model.package));
    add("rustfmt.toml", "use_small_heuristics = \"Max\"\n".to_owned());
    add("examples/disassemble.rs", package::example(&model.package));
    add("src/lib.rs", package::library(&model.package));
    for (path, text) in RUNTIME {
        add(path, text.to_owned());
    }
    if model.package.has_march {
        add("src/march.rs", MARCH.to_owned());
    }
    add("src/code.rs", code::source(&model.source));
    add("src/feature_list.rs", lists::features(&model.features));
    add("src/conditions.rs", lists::conditions(&model.conditions));
    add("src/registers.rs", lists::registers(&model.registers));
    add("src/opcodes.rs", lists::opcodes(&model.opcodes));
    add("src/operand_records.rs", code::operand_records(&model.source));
    add("src/plans.rs", lists::plans(model));
    add("src/classes.rs", classes::classes(&model.classes));
    add("src/numbers.rs", lists::numbers(&model.numbers));
    add("src/codecs.rs", decoding::codecs(model));
    add("src/formats.rs", decoding::formats(&model.decoding));
    add("src/methods.rs", methods::methods(&model.methods));
    add("src/aliases.rs", rewrites::aliases(model));
    add("src/long.rs", rewrites::long(model));
    add("src/tables.rs", decoding::tables(&model.decoding));
    for table in &model.decoding.tables {
        add(&format!("src/tables/{}.rs", table.module), decoding::table(table));
    }
    files
}
