//! The functions that relate instructions to each other: records of class `InstrMapping`.

use tablewright_text::{CppWriter, append, line, text_block};

use super::super::model::{Relation, Relations};

pub(super) fn emit(relations: &Relations<'_>, namespace: &str, w: &mut CppWriter) {
    w.guarded("GET_INSTRMAP_INFO", |w| {
        super::emit_namespace(w, namespace, |w| {
            w.blank();
            for column_enum in &relations.enums {
                let field = &column_enum.field;
                write!(w, "enum {field} {{");
                for (index, value) in column_enum.values.iter().enumerate() {
                    w.raw(if index == 0 { "\n" } else { ",\n" });
                    write!(w, "\t{field}_{value}");
                }
                w.raw("\n};\n\n");
            }
            for relation in &relations.relations {
                emit_function(relation, namespace, w);
            }
        });
    });
}

fn emit_function(relation: &Relation<'_>, namespace: &str, w: &mut CppWriter) {
    let name = relation.name;
    // A single column needs no parameter that selects it.
    let is_single = relation.columns.len() == 1;
    write!(w, "// {name}\nLLVM_READONLY\nint {name}(uint16_t Opcode");
    if !is_single {
        for field in &relation.fields {
            write!(w, ", enum {field} in{field}");
        }
    }
    w.raw(") {\n");
    emit_table(relation, namespace, w);
    emit_search(relation, w);
    if is_single {
        return line!(w, "  return {name}Table[mid][1];\n}}\n");
    }
    for (number, column) in relation.columns.iter().enumerate() {
        w.raw("  if (");
        for (index, (field, value)) in relation.fields.iter().zip(column).enumerate() {
            w.raw(if index == 0 { "" } else { " && " });
            write!(w, "in{field} == {field}_{value}");
        }
        line!(w, ")\n    return {name}Table[mid][{}];", number + 1);
    }
    w.raw("  return -1;}\n\n");
}

fn emit_table(relation: &Relation<'_>, namespace: &str, w: &mut CppWriter) {
    let name = relation.name;
    line!(w, "static const uint16_t {name}Table[][{}] = {{", relation.columns.len() + 1);
    for (key, columns) in &relation.rows {
        append!(w, "  { ", namespace, "::", key);
        for column in columns {
            match column {
                Some(instruction) => append!(w, ", ", namespace, "::", instruction),
                None => w.raw(", (uint16_t)-1U"),
            }
        }
        w.raw(" },\n");
    }
    if relation.rows.is_empty() {
        let end = format!("{namespace}::INSTRUCTION_LIST_END");
        write!(w, "  {{ {end}, {end} }}");
    }
    line!(w, "}}; // End of {name}Table\n");
}

/// Writes the search for the row of `Opcode`.
fn emit_search(relation: &Relation<'_>, w: &mut CppWriter) {
    let (name, end) = (relation.name, relation.rows.len());
    text_block!(
        w,
        "
          unsigned mid;
          unsigned start = 0;
          unsigned end = {end};
          while (start < end) {{
            mid = start + (end - start) / 2;
            if (Opcode == {name}Table[mid][0]) {{
              break;
            }}
            if (Opcode < {name}Table[mid][0])
              end = mid;
            else
              start = mid + 1;
          }}
          if (start == end)
            return -1; // The instruction is related to none.

        "
    );
}
