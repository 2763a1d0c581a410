//! The functions that relate instructions to each other: records of class `InstrMapping`.

use tablewright_text::{CppWriter, append, line, text_block};

use super::super::model::{InstrInfo, InstrInfoRelation, RelationForm, Relations};

pub(super) fn emit(relations: &Relations<'_>, info: &InstrInfo<'_>, w: &mut CppWriter) {
    let namespace = info.names.namespace;
    w.guarded("GET_INSTRMAP_INFO", |w| {
        super::emit_namespace(info, w, &[namespace], |w| {
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
                emit_function(relation, relations.form, namespace, w);
            }
        });
    });
}

fn emit_function(
    relation: &InstrInfoRelation<'_>,
    form: RelationForm,
    namespace: &str,
    w: &mut CppWriter,
) {
    let name = relation.name;
    let (result, opcode) = match form {
        RelationForm::Qualified | RelationForm::Short => ("int", "uint16_t"),
        RelationForm::Wide => ("int32_t", "uint32_t"),
    };
    let table = match form {
        RelationForm::Qualified => format!("{name}Table"),
        RelationForm::Short | RelationForm::Wide => "Table".to_owned(),
    };
    // A single column needs no parameter that selects it.
    let is_single = relation.columns.len() == 1;
    write!(w, "// {name}\nLLVM_READONLY\n{result} {name}({opcode} Opcode");
    if !is_single {
        for field in &relation.fields {
            write!(w, ", enum {field} in{field}");
        }
    }
    w.raw(") {\n");
    match form {
        RelationForm::Qualified => emit_table(relation, namespace, w),
        RelationForm::Short | RelationForm::Wide if relation.rows.is_empty() => {
            return line!(w, "  using namespace {namespace};\n  return -1;\n}}\n");
        }
        RelationForm::Short | RelationForm::Wide => {
            emit_short_table(relation, form, namespace, w);
        }
    }
    emit_search(relation, form, &table, w);
    if is_single {
        return line!(w, "  return {table}[mid][1];\n}}\n");
    }
    for (number, column) in relation.columns.iter().enumerate() {
        w.raw("  if (");
        for (index, (field, value)) in relation.fields.iter().zip(column).enumerate() {
            w.raw(if index == 0 { "" } else { " && " });
            write!(w, "in{field} == {field}_{value}");
        }
        line!(w, ")\n    return {table}[mid][{}];", number + 1);
    }
    match form {
        RelationForm::Qualified | RelationForm::Short => w.raw("  return -1;}\n\n"),
        RelationForm::Wide => {
            w.raw("  llvm_unreachable(\"Unrecognized column value!\");\n}\n\n");
        }
    }
}

fn emit_table(relation: &InstrInfoRelation<'_>, namespace: &str, w: &mut CppWriter) {
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

/// Writes a table whose rows mention instructions without their namespace.
fn emit_short_table(
    relation: &InstrInfoRelation<'_>,
    form: RelationForm,
    namespace: &str,
    w: &mut CppWriter,
) {
    let (opcode, missing) = match form {
        RelationForm::Qualified | RelationForm::Short => ("uint16_t", "(uint16_t)-1U"),
        RelationForm::Wide => ("uint32_t", "INSTRUCTION_LIST_END"),
    };
    line!(w, "  using namespace {namespace};");
    line!(w, "  static constexpr {opcode} Table[][{}] = {{", relation.columns.len() + 1);
    for (key, columns) in &relation.rows {
        append!(w, "    { ", key);
        for column in columns {
            match column {
                Some(instruction) => append!(w, ", ", instruction),
                None => append!(w, ", ", missing),
            }
        }
        w.raw(" },\n");
    }
    w.raw("  }; // End of Table\n\n");
}

/// Writes the search for the row of `Opcode`.
fn emit_search(
    relation: &InstrInfoRelation<'_>,
    form: RelationForm,
    table: &str,
    w: &mut CppWriter,
) {
    let end = relation.rows.len();
    text_block!(
        w,
        "
          unsigned mid;
          unsigned start = 0;
          unsigned end = {end};
          while (start < end) {{
            mid = start + (end - start) / 2;
        "
    );
    let (open, close) = match form {
        RelationForm::Qualified => (" {", "    }\n"),
        RelationForm::Short | RelationForm::Wide => ("", ""),
    };
    line!(w, "    if (Opcode == {table}[mid][0]){open}");
    w.raw("      break;\n");
    w.raw(close);
    text_block!(
        w,
        "
            if (Opcode < {table}[mid][0])
              end = mid;
            else
              start = mid + 1;
          }}
          if (start == end)
            return -1; // The instruction is related to none.

        "
    );
}
