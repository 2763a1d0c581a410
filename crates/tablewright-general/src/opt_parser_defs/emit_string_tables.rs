//! String table and list tables for options, as C++ text.

use tablewright_text::{CppWriter, append, line};

use super::string_tables::{NamedNumber, StringTables};

/// Writes the sections before the options.
pub(super) fn emit(tables: &StringTables<'_>, w: &mut CppWriter) {
    w.raw("/////////\n// String table\n\n#ifdef OPTTABLE_STR_TABLE_CODE\n");
    w.string_table_definition("OptionStrTable", &tables.strings);
    w.raw("#endif // OPTTABLE_STR_TABLE_CODE\n\n");
    w.raw("/////////\n// Prefixes\n\n#ifdef OPTTABLE_PREFIXES_TABLE_CODE\n");
    line!(w, "static constexpr llvm::StringTable::Offset OptionPrefixesTable[] = {{");
    emit_lists("prefixes", &tables.prefix_lists, w);
    w.raw("#endif // OPTTABLE_PREFIXES_TABLE_CODE\n\n");
    w.raw("/////////// SubCommand IDs\n\n#ifdef OPTTABLE_SUBCOMMAND_IDS_TABLE_CODE\n");
    line!(w, "static constexpr unsigned OptionSubCommandIDsTable[] = {{");
    emit_lists("subcommands", &tables.subcommand_lists, w);
    w.raw("#endif // OPTTABLE_SUBCOMMAND_IDS_TABLE_CODE\n\n");
    w.raw("/////////\n// Prefix Union\n\n#ifdef OPTTABLE_PREFIXES_UNION_CODE\n");
    line!(w, "static constexpr llvm::StringTable::Offset OptionPrefixesUnion[] = {{");
    for (i, prefix) in tables.prefixes.iter().enumerate() {
        w.raw(if i > 0 { ", " } else { "" });
        append!(w, "  ", prefix.number, " /* '", prefix.name, "' */");
    }
    w.raw("\n};\n#endif // OPTTABLE_PREFIXES_UNION_CODE\n\n");
}

/// Writes consecutive lists, each after its length, and the end of the array.
pub(super) fn emit_lists(what: &str, lists: &[Vec<NamedNumber<'_>>], w: &mut CppWriter) {
    for (i, list) in lists.iter().enumerate() {
        w.raw(if i > 0 { ",\n" } else { "" });
        append!(w, "  ", list.len(), " /* ", what, " */");
        for element in list {
            append!(w, ", ", element.number, " /* '", element.name, "' */");
        }
    }
    w.raw("\n};\n");
}

/// Writes the section after the options.
pub(super) fn emit_subcommands(tables: &StringTables<'_>, w: &mut CppWriter) {
    w.raw("\n/////////\n\n// SubCommands\n\n#ifdef OPTTABLE_SUBCOMMANDS_CODE\n");
    emit_subcommand_rows(tables, w);
    w.raw("#endif // OPTTABLE_SUBCOMMANDS_CODE\n");
}

/// Writes the subcommand table.
pub(super) fn emit_subcommand_rows(tables: &StringTables<'_>, w: &mut CppWriter) {
    line!(w, "static constexpr llvm::opt::OptTable::SubCommand OptionSubCommands[] = {{");
    for subcommand in &tables.subcommands {
        append!(w, "  { \"", subcommand.name, "\", \"", subcommand.help, "\", \"");
        append!(w, subcommand.usage, "\" },\n");
    }
    w.raw("};\n");
}
