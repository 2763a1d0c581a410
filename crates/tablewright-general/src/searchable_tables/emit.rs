//! Enums, tables and look-ups as C++.

use std::fmt;

use tablewright_text::{CppWriter, line};

use super::model::{Cell, Enum, KeyField, KeyType, Lookup, Rows, Search, SearchableTables, Table};

pub(super) fn emit(model: &SearchableTables<'_>, w: &mut CppWriter) {
    for enumeration in &model.enums {
        enum_(enumeration, w);
    }
    for table in &model.tables {
        self::table(table, w);
    }
    // Several parts may be asked for by one macro, which is why they do not undefine it.
    for guard in model.guards() {
        line!(w, "#undef {guard}");
    }
}

fn part(guard: &str, which: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    line!(w, "#ifdef GET_{guard}_{which}");
    body(w);
    w.raw("#endif\n\n");
}

fn enum_(enumeration: &Enum<'_>, w: &mut CppWriter) {
    part(&enumeration.guard, "DECL", w, |w| {
        w.block(format_args!("enum {}", enumeration.name), ";", |w| {
            for (name, value) in &enumeration.entries {
                line!(w, "{name} = {value},");
            }
        });
    });
}

fn table(table: &Table<'_>, w: &mut CppWriter) {
    part(&table.guard, "DECL", w, |w| {
        for lookup in &table.lookups {
            line!(w, "{};", Signature { table, lookup });
        }
    });
    part(&table.guard, "IMPL", w, |w| {
        line!(w, "constexpr {} {}[] = {{", table.cpp_type, table.name);
        for place in 0..table.rows.len() {
            w.raw("  { ");
            for (i, cell) in table.rows.row(place).iter().enumerate() {
                w.raw(if i == 0 { "" } else { ", " });
                self::cell(cell, w);
            }
            line!(w, " }}, // {place}");
        }
        w.raw(" };\n");
        for lookup in &table.lookups {
            line!(w);
            w.block(Signature { table, lookup }, "", |w| body(table, lookup, w));
        }
    });
}

fn cell(cell: &Cell<'_>, w: &mut CppWriter) {
    match cell {
        Cell::Code(text) | Cell::Name(text) => w.raw(text),
        _ => write!(w, "{cell}"),
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
        match lookup.returns_range {
            true => write!(f, "llvm::iterator_range<const {} *> ", table.cpp_type)?,
            false => write!(f, "const {} *", table.cpp_type)?,
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
    /// The C++ type, which for strings depends on who owns them.
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

fn body(table: &Table<'_>, lookup: &Lookup<'_>, w: &mut CppWriter) {
    let (entry_type, array) = match &lookup.index {
        Some(index) => {
            index_array(&table.rows, &lookup.key, index, w);
            ("IndexType", "Index")
        }
        None => (table.cpp_type, &*table.name),
    };
    match &lookup.search {
        Search::Direct { first, last } => {
            let field = lookup.key[0].name;
            check_bounds(field, first, last, w);
            line!(w, "auto Table = ArrayRef({array});");
            line!(w, "size_t Idx = {field} - {first};");
            match &lookup.index {
                Some(_) => line!(w, "return &{}[Table[Idx]._index];", table.name),
                None => line!(w, "return &Table[Idx];"),
            }
        }
        Search::Binary { bounds } => {
            if let Some((first, last)) = bounds {
                check_bounds(lookup.key[0].name, first, last, w);
                line!(w);
            }
            key(&lookup.key, w);
            comparator(lookup, entry_type, w);
            line!(w, "auto Table = ArrayRef({array});");
            find(table, lookup, w);
        }
    }
}

/// Writes the keys in order, each with the place of its entry in the table.
fn index_array(rows: &Rows<'_>, key: &[KeyField<'_>], index: &[u32], w: &mut CppWriter) {
    w.block("struct IndexType", ";", |w| {
        for field in key {
            line!(w, "{} {};", field.ty.cpp("const char *"), field.name);
        }
        line!(w, "unsigned _index;");
    });
    w.block("static const struct IndexType Index[] =", ";", |w| {
        for &place in index {
            let row = rows.row(place as usize);
            w.raw("    { ");
            for field in key {
                match field.ty {
                    // The parameter is turned into upper case, too.
                    KeyType::Text => w.raw(&row[field.column].to_string().to_ascii_uppercase()),
                    _ => cell(&row[field.column], w),
                }
                w.raw(", ");
            }
            write!(w, "{place} }},");
            w.blank();
        }
    });
    line!(w);
}

fn check_bounds(field: &str, first: &Cell<'_>, last: &Cell<'_>, w: &mut CppWriter) {
    line!(w, "if (({field} < {first}) ||");
    line!(w, "    ({field} > {last}))");
    // The reference writes this for functions that return a range as well, and `&Table[Idx]` after
    // a direct look-up, though C++ accepts neither.
    line!(w, "  return nullptr;");
}

fn key(key: &[KeyField<'_>], w: &mut CppWriter) {
    w.block("struct KeyType", ";", |w| {
        for field in key {
            line!(w, "{} {};", field.ty.cpp("std::string"), field.name);
        }
    });
    let value = |field: &KeyField<'_>| match field.ty {
        KeyType::Text => format!("{}.upper()", field.name),
        _ => field.name.to_owned(),
    };
    let values: Vec<String> = key.iter().map(value).collect();
    line!(w, "KeyType Key = {{{}}};", values.join(", "));
}

fn comparator(lookup: &Lookup<'_>, entry_type: &str, w: &mut CppWriter) {
    w.block("struct Comp", ";", |w| {
        less("const {} &LHS, const KeyType &RHS", entry_type, &lookup.key, w);
        if lookup.returns_range {
            less("const KeyType &LHS, const {} &RHS", entry_type, &lookup.key, w);
        }
    });
}

fn less(params: &str, entry_type: &str, key: &[KeyField<'_>], w: &mut CppWriter) {
    let params = params.replace("{}", entry_type);
    w.block(format_args!("bool operator()({params}) const"), "", |w| {
        for KeyField { name, ty, is_enum, .. } in key {
            if *ty == KeyType::Text {
                line!(w, "int Cmp{name} = StringRef(LHS.{name}).compare(RHS.{name});");
                line!(w, "if (Cmp{name} < 0) return true;");
                line!(w, "if (Cmp{name} > 0) return false;");
                continue;
            }
            // Whether enumerators are signed is up to the compiler.
            let cast = if *is_enum { "(unsigned)" } else { "" };
            line!(w, "if ({cast}LHS.{name} < {cast}RHS.{name})");
            line!(w, "  return true;");
            line!(w, "if ({cast}LHS.{name} > {cast}RHS.{name})");
            line!(w, "  return false;");
        }
        line!(w, "return false;");
    });
}

fn find(table: &Table<'_>, lookup: &Lookup<'_>, w: &mut CppWriter) {
    if lookup.returns_range {
        line!(w, "auto It = std::equal_range(Table.begin(), Table.end(), Key, Comp());");
        line!(w, "return llvm::make_range(It.first, It.second);");
        return;
    }
    line!(w, "auto Idx = std::lower_bound(Table.begin(), Table.end(), Key, Comp());");
    w.raw("  if (Idx == Table.end()");
    for field in &lookup.key {
        write!(w, " ||\n      Key.{0} != Idx->{0}", field.name);
    }
    w.raw(")\n    return nullptr;\n\n");
    match &lookup.index {
        Some(_) => line!(w, "return &{}[Idx->_index];", table.name),
        None => line!(w, "return &*Idx;"),
    }
}
