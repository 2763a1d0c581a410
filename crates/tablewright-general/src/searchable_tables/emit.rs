//! Enums, tables and look-ups in C++.

use std::fmt;

use tablewright_text::{CppWriter, line, text_block};

use super::model::{
    Bounds, BoundsCheck, KeyField, KeyType, SearchableCell, SearchableEnum, SearchableLookup,
    SearchableTable, SearchableTables, SparseRows, TableSearch,
};

pub(super) fn emit(model: &SearchableTables<'_>, w: &mut CppWriter) {
    for enumeration in &model.enums {
        emit_enum(enumeration, w);
    }
    for table in &model.tables {
        emit_table(table, w);
    }
    // Several parts may have the same macro, so they do not undefine it.
    for guard in &model.guards {
        line!(w, "#undef {guard}");
    }
}

fn emit_part(guard: &str, part: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    line!(w, "#ifdef GET_{guard}_{part}");
    body(w);
    w.raw("#endif\n\n");
}

fn emit_enum(enumeration: &SearchableEnum<'_>, w: &mut CppWriter) {
    emit_part(&enumeration.guard, "DECL", w, |w| {
        let mut head = format!("enum {}", enumeration.name);
        if let Some(ty) = enumeration.underlying_type {
            head += &format!(" : {ty}");
        }
        w.block(head, ";", |w| {
            for (name, value) in &enumeration.entries {
                line!(w, "{name} = {value},");
            }
        });
    });
}

fn emit_table(table: &SearchableTable<'_>, w: &mut CppWriter) {
    emit_part(&table.guard, "DECL", w, |w| {
        for lookup in &table.lookups {
            line!(w, "{};", SearchableSignature { table, lookup });
        }
        if table.strings.is_some() {
            line!(w, "StringRef get{}Str(StringTable::Offset);", table.cpp_type);
        }
    });
    emit_part(&table.guard, "IMPL", w, |w| {
        line!(w, "constexpr {} {}[] = {{", table.cpp_type, table.name);
        match &table.sparse {
            Some(sparse) => emit_sparse_rows(table, sparse, w),
            None => {
                for (position, row) in table.rows.in_order().enumerate() {
                    emit_row(row, position, w);
                }
            }
        }
        w.raw(" };\n");
        if let Some(strings) = &table.strings {
            let name = format!("{}Strings", table.name);
            w.string_table_definition(&name, strings);
            line!(w);
            let head = format!("StringRef get{}Str(StringTable::Offset Offset)", table.cpp_type);
            w.block(head, "", |w| line!(w, "return {name}[Offset];"));
        }
        for lookup in &table.lookups {
            line!(w);
            w.block(SearchableSignature { table, lookup }, "", |w| emit_body(table, lookup, w));
        }
    });
}

fn emit_row(row: &[SearchableCell<'_>], position: usize, w: &mut CppWriter) {
    w.raw("  { ");
    for (i, cell) in row.iter().enumerate() {
        w.raw(if i == 0 { "" } else { ", " });
        emit_cell(cell, w);
    }
    line!(w, " }}, // {position}");
}

fn emit_sparse_rows(table: &SearchableTable<'_>, sparse: &SparseRows, w: &mut CppWriter) {
    for (position, entry) in sparse.entries.iter().enumerate() {
        if let Some(entry) = entry {
            emit_row(table.rows.entry(*entry), position, w);
            continue;
        }
        // A row without an entry has a wrong key, so that no search finds it.
        let other_key = if position == 0 { "0x1" } else { "0x0" };
        w.raw("  { ");
        for column in 0..table.rows.columns {
            w.raw(if column == 0 { "" } else { ", " });
            w.raw(if column == sparse.key.index() { other_key } else { "{}" });
        }
        line!(w, " }}, // {position}");
    }
}

fn emit_cell(cell: &SearchableCell<'_>, w: &mut CppWriter) {
    match cell {
        // Most cells are written without a format.
        SearchableCell::Code(text) | SearchableCell::Name(text) => w.raw(text),
        SearchableCell::Text(_)
        | SearchableCell::Offset(..)
        | SearchableCell::Bits(_)
        | SearchableCell::Flag(_)
        | SearchableCell::Intrinsic(_) => {
            write!(w, "{cell}");
        }
    }
}

/// The signature of a look-up function.
struct SearchableSignature<'a> {
    table: &'a SearchableTable<'a>,
    lookup: &'a SearchableLookup<'a>,
}

impl fmt::Display for SearchableSignature<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchableSignature { table, lookup } = self;
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
    /// Returns the C++ type. `string` is the type for strings; it depends on the owner.
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

fn emit_body(table: &SearchableTable<'_>, lookup: &SearchableLookup<'_>, w: &mut CppWriter) {
    let (entry_type, array) = match &lookup.index {
        Some(index) => {
            emit_index_array(table, lookup, index, w);
            ("IndexType", "Index")
        }
        None => (table.cpp_type, &*table.name),
    };
    match &lookup.search {
        TableSearch::Direct(bounds) => {
            emit_check_bounds(bounds, w);
            line!(w, "auto Table = ArrayRef({array});");
            line!(w, "size_t Idx = {} - {};", bounds.field, bounds.first);
            match &lookup.index {
                Some(_) => line!(w, "return &{}[Table[Idx]._index];", table.name),
                None => line!(w, "return &Table[Idx];"),
            }
        }
        TableSearch::Binary(bounds) => {
            if let Some(bounds) = bounds {
                emit_check_bounds(bounds, w);
                line!(w);
            }
            emit_key(&lookup.key, w);
            emit_comparator(table, lookup, entry_type, w);
            line!(w, "auto Table = ArrayRef({array});");
            emit_binary_search(table, lookup, w);
        }
        TableSearch::Sparse(size) => {
            for KeyField { name, .. } in &lookup.key {
                text_block!(
                    w,
                    "
                    if ({name} >= {size})
                      return nullptr;
                    const auto *Entry = &{}[{name}];
                    return Entry->{name} == {name} ? Entry : nullptr;
                    ",
                    table.name
                );
            }
        }
    }
}

/// Writes the keys in order, each with the position of its row in the table.
fn emit_index_array(
    table: &SearchableTable<'_>,
    lookup: &SearchableLookup<'_>,
    index: &[u32],
    w: &mut CppWriter,
) {
    let string = if table.strings.is_some() { "unsigned" } else { "const char *" };
    let mut offsets = lookup.index_offsets.iter();
    w.block("struct IndexType", ";", |w| {
        for field in &lookup.key {
            line!(w, "{} {};", field.ty.cpp(string), field.name);
        }
        line!(w, "unsigned _index;");
    });
    w.block("static const struct IndexType Index[] =", ";", |w| {
        for &position in index {
            w.raw("    { ");
            for field in &lookup.key {
                let cell = table.rows.cell(position, field.column);
                match field.ty {
                    // Strings are compared without regard to case.
                    KeyType::Text => match (offsets.next(), cell) {
                        (Some(&offset), SearchableCell::Offset(_, text)) => {
                            let text = text.to_ascii_uppercase();
                            emit_cell(&SearchableCell::Offset(offset, &text), w);
                        }
                        (_, cell) => w.raw(&cell.to_string().to_ascii_uppercase()),
                    },
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
    // The reference returns `nullptr` even from functions that return a range, and `&Table[Idx]`
    // after a direct look-up, although C++ accepts neither.
    let Bounds { field, ty, check, first, last } = bounds;
    let ty = ty.cpp("StringRef");
    match check {
        BoundsCheck::Compare => {
            line!(w, "if (({field} < {first}) ||");
            line!(w, "    ({field} > {last}))");
        }
        BoundsCheck::ClampCasts => {
            let bounds = format!("({ty}){first}, ({ty}){last}");
            line!(w, "if (({ty}){field} != std::clamp(({ty}){field}, {bounds}))");
        }
        BoundsCheck::ClampType => {
            line!(w, "if (({ty}){field} != std::clamp<{ty}>({field}, {first}, {last}))");
        }
    }
    line!(w, "  return nullptr;");
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

fn emit_comparator(
    table: &SearchableTable<'_>,
    lookup: &SearchableLookup<'_>,
    entry_type: &str,
    w: &mut CppWriter,
) {
    w.block("struct Comp", ";", |w| {
        let parameters = format_args!("const {entry_type} &LHS, const KeyType &RHS");
        emit_less(parameters, table, &lookup.key, w);
        // A range search also compares the key with an entry, so it needs both argument orders.
        if lookup.returns_range {
            let parameters = format_args!("const KeyType &LHS, const {entry_type} &RHS");
            emit_less(parameters, table, &lookup.key, w);
        }
    });
}

fn emit_less(
    parameters: fmt::Arguments<'_>,
    table: &SearchableTable<'_>,
    key: &[KeyField<'_>],
    w: &mut CppWriter,
) {
    w.block(format_args!("bool operator()({parameters}) const"), "", |w| {
        for KeyField { name, ty, is_enum, .. } in key {
            if *ty == KeyType::Text {
                if table.strings.is_some() {
                    let strings = format!("{}Strings", table.name);
                    line!(w, "StringRef LHS{name}Str = {strings}[LHS.{name}];");
                    line!(w, "StringRef RHS{name}Str = RHS.{name};");
                    line!(w, "int Cmp{name} = LHS{name}Str.compare(RHS{name}Str);");
                } else {
                    line!(w, "int Cmp{name} = StringRef(LHS.{name}).compare(RHS.{name});");
                }
                text_block!(
                    w,
                    "
                    if (Cmp{name} < 0) return true;
                    if (Cmp{name} > 0) return false;
                    "
                );
                continue;
            }
            // The compiler decides whether enumerators are signed.
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

fn emit_binary_search(
    table: &SearchableTable<'_>,
    lookup: &SearchableLookup<'_>,
    w: &mut CppWriter,
) {
    if lookup.returns_range {
        line!(w, "auto It = std::equal_range(Table.begin(), Table.end(), Key, Comp());");
        line!(w, "return llvm::make_range(It.first, It.second);");
        return;
    }
    line!(w, "auto Idx = std::lower_bound(Table.begin(), Table.end(), Key, Comp());");
    let mut condition = "if (Idx == Table.end()".to_owned();
    for KeyField { name, ty, .. } in &lookup.key {
        line!(w, "{condition} ||");
        condition = match ty {
            KeyType::Text if table.strings.is_some() => {
                format!("    Key.{name} != {}Strings[Idx->{name}]", table.name)
            }
            KeyType::Text | KeyType::Unsigned(_) | KeyType::Flag | KeyType::Enumerator => {
                format!("    Key.{name} != Idx->{name}")
            }
        };
    }
    line!(w, "{condition})");
    line!(w, "  return nullptr;");
    line!(w);
    match &lookup.index {
        Some(_) => line!(w, "return &{}[Idx->_index];", table.name),
        None => line!(w, "return &*Idx;"),
    }
}
