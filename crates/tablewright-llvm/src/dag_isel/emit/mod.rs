//! Prints the selector: the table with the function that runs it, then the functions that the table calls.

mod functions;
mod table;

use tablewright_text::{CppWriter, SequenceToOffsetTable, append, line, text_block};

use super::model::{DagIsel, SelectorTable, TableFormat};

pub(super) use table::step_text;

pub(super) fn emit(model: &DagIsel<'_>, table: &SelectorTable<'_>, w: &mut CppWriter<'_>) {
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
    match model.format {
        TableFormat::SignInLowestBit => {
            line!(w, "  static const unsigned char MatcherTable[] = {{");
        }
        TableFormat::Sleb128 => {
            w.raw("  #define COVERAGE_IDX_VAL(X) X & 255, (unsigned(X) >> 8) & 255, ");
            w.raw("(unsigned(X) >> 16) & 255, (unsigned(X) >> 24) & 255\n");
            line!(w, "  static const uint8_t MatcherTable[] = {{");
        }
    }
    table::emit(table, w);
    let mut size = table.bytes.size();
    if model.numbers.operand_lists.is_none() {
        // The table ends with a step that no pattern follows.
        line!(w, "    0");
        size += 1;
    }
    line!(w, "  }}; // Total Array size is {size} bytes");
    w.raw("\n");
    if let Some(lists) = &model.numbers.operand_lists {
        emit_operand_lists(lists, w);
    }
    match model.format {
        TableFormat::SignInLowestBit => {}
        TableFormat::Sleb128 => line!(w, "  #undef COVERAGE_IDX_VAL"),
    }
    line!(w, "  #undef TARGET_VAL");
    w.raw("  SelectCodeCommon(N, MatcherTable, sizeof(MatcherTable)");
    if model.numbers.operand_lists.is_some() {
        w.raw(",\n                   OperandLists");
    }
    w.raw(");\n");
    w.raw("}\n");
    functions::end(w);
    functions::emit(model, w);
    w.raw(include_str!("end.inc"));
}

/// Prints the lists of slots that nodes refer to.
fn emit_operand_lists(lists: &SequenceToOffsetTable<u8>, w: &mut CppWriter<'_>) {
    line!(w, "  static const uint8_t OperandLists[] = {{");
    if lists.is_empty() {
        line!(w, "  /* dummy */ 0");
    }
    for (offset, slots) in lists.rows() {
        append!(w, "  /* ", offset, " */ ");
        slots.iter().for_each(|&byte| append!(w, u32::from(byte), ", "));
        line!(w);
    }
    line!(w, "  }};\n");
}
