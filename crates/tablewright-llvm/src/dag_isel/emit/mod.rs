//! Prints the selector: the table with the function that runs it, then the functions that the table calls.

mod functions;
mod table;

use tablewright_text::{CppWriter, line, text_block};

use super::model::DagIsel;

pub(super) use table::step_text;

/// What is to be printed besides the table.
#[derive(Clone, Copy)]
pub(super) struct Options {
    pub(super) has_comments: bool,
    pub(super) has_coverage: bool,
}

pub(super) fn emit(model: &DagIsel<'_>, options: Options, w: &mut CppWriter<'_>) {
    w.file_header(&format!("DAG Instruction Selector for the {} target", model.target), None);
    w.raw(include_str!("begin.inc"));
    functions::declare(w, "void", "SelectCode(SDNode *N)", false);
    w.raw("{\n");
    text_block!(
        w,
        "
          // A value of two bytes, low byte first.
          #define TARGET_VAL(X) X & 255, unsigned(X) >> 8
        "
    );
    line!(w, "  static const unsigned char MatcherTable[] = {{");
    table::emit(model, options, w);
    // The table ends with a step that no pattern follows.
    line!(w, "    0");
    line!(w, "  }}; // Total Array size is {} bytes", model.size + 1);
    w.raw("\n");
    line!(w, "  #undef TARGET_VAL");
    line!(w, "  SelectCodeCommon(N, MatcherTable, sizeof(MatcherTable));");
    w.raw("}\n");
    functions::end(w);
    functions::emit(model, options, w);
    w.raw(include_str!("end.inc"));
}
