//! The table of the directives that others combine.

use crate::support::directives::DirectiveId;
use tablewright_text::{CppWriter, line};

use super::model::DirectiveImplModel;

const TABLE: &str = "LeafConstructTable";

/// Writes rows of equal length: a directive, the number of its leaves, the leaves, and padding.
pub(super) fn emit(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let namespace = format!("llvm::{}", language.cpp_namespace);
    let ty = format!("{namespace}::Directive");
    let name = |i: DirectiveId| {
        let name = language.directives[i].formatted_name();
        format!("{namespace}::{}{name}", language.directive_prefix)
    };
    let columns = language.max_leaf_count();
    line!(w);
    line!(w, "static_assert(sizeof({ty}) == sizeof(int));");
    line!(w, "[[maybe_unused]] static const {ty} {TABLE}[][{}] = {{", columns + 2);
    for &directive in &model.leaf_order {
        let leaves = &language.directives[directive].leaves;
        write!(w, "    {{{}, static_cast<{ty}>({}),", name(directive), leaves.len());
        for &leaf in leaves {
            write!(w, " {},", name(leaf));
        }
        // Rows of a C++ array are equally long.
        for _ in leaves.len()..columns {
            write!(w, " static_cast<{ty}>(-1),");
        }
        w.raw("},\n");
    }
    w.raw("};\n\n");
    line!(w, "[[maybe_unused]] static auto {TABLE}EndDirective = {TABLE} + {};", model.first_end);
    line!(w);
    line!(w, "[[maybe_unused]] static const int {TABLE}Ordering[] = {{");
    w.raw("   ");
    for row in &model.rows_of_directives {
        write!(w, " {},", row.index());
    }
    w.raw("\n};\n");
}
