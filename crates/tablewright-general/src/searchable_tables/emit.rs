//! Enums, tables and look-ups as C++.

use std::fmt;

use tablewright_text::{CppWriter, line, text_block};

use super::model::{
    Bounds, Cell, Enum, KeyField, KeyType, Lookup, Search, SearchableTables, Table, TableRows,
};

pub(super) fn emit(model: &SearchableTables<'_>, w: &mut CppWriter) {
    for enumeration in &model.enums {
        emit_enum(enumeration, w);
    }
    for table in &model.tables {
        emit_table(table, w);
    }
    // One macro may ask for several parts, which is why they do not undefine it.
    for guard in &model.guards {
        line!(w, "#undef {guard}");
    }
}

fn emit_part(guard: &str, part: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    line!(w, "#ifdef GET_{guard}_{part}");
    body(w);
    w.raw("#endif\n\n");
}

fn emit_enum(enumeration: &Enum<'_>, w: &mut CppWriter) {
    emit_part(&enumeration.guard, "DECL", w, |w| {
        w.block(format_args!("enum {}", enumeration.name), ";", |w| {
            for (name, value) in &enumeration.entries {
                line!(w, "{name} = {value},");
            }
        });
    });
}

fn emit_table(table: &Table<'_>, w: &mut CppWriter) {
    emit_part(&table.guard, "DECL", w, |w| {
        for lookup in &table.lookups {
            line!(w, "{};", Signature { table, lookup });
        }
    });
    emit_part(&table.guard, "IMPL", w, |w| {
        line!(w, "constexpr {} {}[] = {{", table.cpp_type, table.name);
        for (position, row) in table.rows.in_order().enumerate() {
            w.raw("  { ");
            for (i, cell) in row.iter().enumerate() {
                w.raw(if i == 0 { "" } else { ", " });
                emit_cell(cell, w);
            }
            line!(w, " }}, // {position}");
        }
        w.raw(" };\n");
        for lookup in &table.lookups {
            line!(w);
            w.block(Signature { table, lookup }, "", |w| emit_body(table, lookup, w));
        }
    });
}

fn emit_cell(cell: &Cell<'_>, w: &mut CppWriter) {
    match cell {
        // Most cells, and no format is needed for them.
        Cell::Code(text) | Cell::Name(text) => w.raw(text),
        Cell::Text(_) | Cell::Bits(_) | Cell::Flag(_) | Cell::Intrinsic(_) => write!(w, "{cell}"),
    }
}

/// The head of a look-up function.
struct Signature<'a> {
    table: &'a Table<'a>,
    lookup: &'a Lookup<'a>,
}

impl fmt::Display for Signature<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Signature { table, lookup } = self;
        if lookup.returns_range {
            write!(f, "llvm::iterator_range<const {} *> ", table.cpp_type)?;
        } else {
            write!(f, "const {} *", table.cpp_type)?;
        }
        write!(f, "{}(", lookup.function)?;
        for (i, field) in lookup.key.iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(f, "{separator}{} {}", field.ty.cpp("StringRef"), field.name)?;
        }
        f.write_str(")")
    }
}

impl KeyType {
    /// The C++ type; `string` is that of strings, which depends on who owns them.
    fn cpp(self, string: &'static str) -> &'static str {
        match self {
            KeyType::Text => string,
            KeyType::Unsigned(8) => "uint8_t",
            KeyType::Unsigned(16) => "uint16_t",
            KeyType::Unsigned(32) => "uint32_t",
            KeyType::Unsigned(_) => "uint64_t",
            KeyType::Flag => "bool",
            KeyType::Enumerator => "unsigned",
        }
    }
}

fn emit_body(table: &Table<'_>, lookup: &Lookup<'_>, w: &mut CppWriter) {
    let (entry_type, array) = match &lookup.index {
        Some(index) => {
            emit_index_array(&table.rows, &lookup.key, index, w);
            ("IndexType", "Index")
        }
        None => (table.cpp_type, &*table.name),
    };
    match &lookup.search {
        Search::Direct(bounds) => {
            emit_check_bounds(bounds, w);
            line!(w, "auto Table = ArrayRef({array});");
            line!(w, "size_t Idx = {} - {};", bounds.field, bounds.first);
            match &lookup.index {
                Some(_) => line!(w, "return &{}[Table[Idx]._index];", table.name),
                None => line!(w, "return &Table[Idx];"),
            }
        }
        Search::Binary(bounds) => {
            if let Some(bounds) = bounds {
                emit_check_bounds(bounds, w);
                line!(w);
            }
            emit_key(&lookup.key, w);
            emit_comparator(lookup, entry_type, w);
            line!(w, "auto Table = ArrayRef({array});");
            emit_binary_search(table, lookup, w);
        }
    }
}

/// Writes the keys in order, each with the position of its row in the table.
fn emit_index_array(rows: &TableRows<'_>, key: &[KeyField<'_>], index: &[u32], w: &mut CppWriter) {
    w.block("struct IndexType", ";", |w| {
        for field in key {
            line!(w, "{} {};", field.ty.cpp("const char *"), field.name);
        }
        line!(w, "unsigned _index;");
    });
    w.block("static const struct IndexType Index[] =", ";", |w| {
        for &position in index {
            w.raw("    { ");
            for field in key {
                let cell = rows.cell(position, field.column);
                match field.ty {
                    // Strings are compared without regard to case.
                    KeyType::Text => w.raw(&cell.to_string().to_ascii_uppercase()),
                    KeyType::Unsigned(_) | KeyType::Flag | KeyType::Enumerator => {
                        emit_cell(&cell, w);
                    }
                }
                w.raw(", ");
            }
            writeln!(w, "{position} }},");
        }
    });
    line!(w);
}

fn emit_check_bounds(bounds: &Bounds<'_>, w: &mut CppWriter) {
    // The reference returns `nullptr` from functions that return a range as well, and `&Table[Idx]`
    // after a direct look-up, though C++ accepts neither.
    text_block!(
        w,
        "
        if (({field} < {first}) ||
            ({field} > {last}))
          return nullptr;
        ",
        field = bounds.field,
        first = bounds.first,
        last = bounds.last
    );
}

fn emit_key(key: &[KeyField<'_>], w: &mut CppWriter) {
    w.block("struct KeyType", ";", |w| {
        for field in key {
            line!(w, "{} {};", field.ty.cpp("std::string"), field.name);
        }
    });
    let value = |field: &KeyField<'_>| match field.ty {
        KeyType::Text => format!("{}.upper()", field.name),
        KeyType::Unsigned(_) | KeyType::Flag | KeyType::Enumerator => field.name.to_owned(),
    };
    let values: Vec<String> = key.iter().map(value).collect();
    line!(w, "KeyType Key = {{{}}};", values.join(", "));
}

fn emit_comparator(lookup: &Lookup<'_>, entry_type: &str, w: &mut CppWriter) {
    w.block("struct Comp", ";", |w| {
        let parameters = format_args!("const {entry_type} &LHS, const KeyType &RHS");
        emit_less(parameters, &lookup.key, w);
        // A range has two ends, at which entry and key change sides.
        if lookup.returns_range {
            let parameters = format_args!("const KeyType &LHS, const {entry_type} &RHS");
            emit_less(parameters, &lookup.key, w);
        }
    });
}

fn emit_less(parameters: fmt::Arguments<'_>, key: &[KeyField<'_>], w: &mut CppWriter) {
    w.block(format_args!("bool operator()({parameters}) const"), "", |w| {
        for KeyField { name, ty, is_enum, .. } in key {
            if *ty == KeyType::Text {
                text_block!(
                    w,
                    "
                    int Cmp{name} = StringRef(LHS.{name}).compare(RHS.{name});
                    if (Cmp{name} < 0) return true;
                    if (Cmp{name} > 0) return false;
                    "
                );
                continue;
            }
            // Whether enumerators are signed is up to the compiler.
            let cast = if *is_enum { "(unsigned)" } else { "" };
            text_block!(
                w,
                "
                if ({cast}LHS.{name} < {cast}RHS.{name})
                  return true;
                if ({cast}LHS.{name} > {cast}RHS.{name})
                  return false;
                "
            );
        }
        line!(w, "return false;");
    });
}

fn emit_binary_search(table: &Table<'_>, lookup: &Lookup<'_>, w: &mut CppWriter) {
    if lookup.returns_range {
        line!(w, "auto It = std::equal_range(Table.begin(), Table.end(), Key, Comp());");
        line!(w, "return llvm::make_range(It.first, It.second);");
        return;
    }
    line!(w, "auto Idx = std::lower_bound(Table.begin(), Table.end(), Key, Comp());");
    let mut condition = "if (Idx == Table.end()".to_owned();
    for KeyField { name, .. } in &lookup.key {
        line!(w, "{condition} ||");
        condition = format!("    Key.{name} != Idx->{name}");
    }
    line!(w, "{condition})");
    line!(w, "  return nullptr;");
    line!(w);
    match &lookup.index {
        Some(_) => line!(w, "return &{}[Idx->_index];", table.name),
        None => line!(w, "return &*Idx;"),
    }
}
