//! The function that returns all tables, and rows `OPTION(…)` with offsets only, as C++ text.

use tablewright_text::{CppWriter, append, line};

use super::emit_string_tables::{emit_lists, emit_subcommand_rows};
use super::entries::{OptParserGroup, OptionEntry};
use super::info_tables::{InfoExtra, InfoRow, InfoTables};
use super::model::OptionTables;
use super::string_tables::StringTables;

/// Writes the function that returns all tables.
pub(super) fn emit_function(
    tables: &OptionTables<'_>,
    lists: &StringTables<'_>,
    info: &InfoTables,
    w: &mut CppWriter,
) {
    w.raw("/////////\n// Tables\n\n#ifdef OPTTABLE_CODE\n");
    line!(w, "static llvm::opt::OptTable::Tables optionTables() {{");
    w.string_table_definition("OptionStrTable", &info.strings);
    line!(w, "static constexpr llvm::StringTable::Offset OptionPrefixesTable[] = {{");
    emit_lists("prefixes", &lists.prefix_lists, w);
    line!(
        w,
        "static constexpr llvm::opt::OptTable::HelpTextVariant OptionHelpTextVariantsTable[] = {{"
    );
    for row in &info.help_variants {
        let visibilities = if row.visibilities.is_empty() { "0" } else { &row.visibilities };
        append!(w, "  {", visibilities, ", ", row.text, "},\n");
    }
    line!(w, "}};");
    if !lists.subcommands.is_empty() {
        emit_subcommand_rows(lists, w);
    }
    line!(w, "static constexpr unsigned OptionSubCommandIDsTable[] = {{");
    emit_lists("subcommands", &lists.subcommand_lists, w);
    line!(w, "static constexpr llvm::opt::OptTable::InfoExtra OptionInfoExtrasTable[] = {{");
    for extra in &info.extras {
        emit_extra(extra, w);
    }
    line!(w, "}};");
    line!(w, "static constexpr llvm::opt::OptTable::Info OptionInfoTable[] = {{");
    for (group, row) in tables.groups.iter().zip(&info.groups) {
        emit_info(row, group.name, 0, "Group", w);
    }
    for (option, row) in tables.options.iter().zip(&info.options) {
        emit_info(row, option.name, option.prefixes.number, option.kind, w);
    }
    line!(w, "}};");
    let subcommands = if lists.subcommands.is_empty() { "{}" } else { "OptionSubCommands" };
    line!(
        w,
        "return {{OptionStrTable, OptionPrefixesTable, OptionInfoTable, OptionInfoExtrasTable,"
    );
    line!(w, "        OptionHelpTextVariantsTable, {subcommands}, OptionSubCommandIDsTable}};");
    w.raw("}\n#undef OPTTABLE_CODE\n#endif // OPTTABLE_CODE\n\n");
}

fn emit_extra(extra: &InfoExtra, w: &mut CppWriter) {
    append!(w, "  {", extra.meta_var_name, ", ", extra.alias_args, ", ", extra.values, ", ");
    append!(w, extra.flags, ", ", extra.visibility, ", ", extra.help_variants, ", ");
    append!(w, extra.subcommands, ", ", extra.num_args, "},\n");
}

fn emit_info(row: &InfoRow, name: &str, prefixes: usize, kind: &str, w: &mut CppWriter) {
    append!(w, "  {", row.name, " /* ", name, " */, ", row.help, ", ", row.group, ", ");
    append!(
        w,
        row.alias,
        ", ",
        row.extra,
        ", ",
        prefixes,
        ", llvm::opt::Option::",
        kind,
        "Class},\n"
    );
}

/// Writes the function that returns the values that C++ computes.
pub(super) fn emit_values_function(tables: &OptionTables<'_>, w: &mut CppWriter) {
    w.raw("static llvm::StringRef getOptionValuesCode(unsigned ID) {\n  switch (ID) {\n");
    for (option, _) in &tables.values_code {
        line!(w, "  case OPT_{option}: return {option}_Values;");
    }
    w.raw("  }\n  return {};\n}\n#undef OPTTABLE_VALUES_CODE\n");
}

/// Returns the name of a group or option that may be missing.
pub(super) fn or_invalid(name: Option<&str>) -> &str {
    name.unwrap_or("INVALID")
}

/// Writes a group's arguments.
pub(super) fn emit_group(group: &OptParserGroup<'_>, row: &InfoRow, w: &mut CppWriter) {
    append!(w, "OPTION(0 /* no prefixes */, ", row.name, " /* ", group.name, " */, ");
    append!(w, group.enum_name, ", Group, ", or_invalid(group.group));
    append!(w, ", INVALID, 0, 0, 0, 0, ", row.help, ", 0, 0, 0, 0)\n");
}

/// Writes an option's arguments.
pub(super) fn emit_option(
    option: &OptionEntry<'_>,
    row: &InfoRow,
    extra: &InfoExtra,
    w: &mut CppWriter,
) {
    append!(w, option.prefixes.number, ", ", row.name, " /* ", option.name, " */, ");
    append!(w, option.enum_name, ", ", option.kind, ", ", or_invalid(option.group));
    append!(w, ", ", or_invalid(option.alias), ", ", extra.alias_args, ", ");
    append!(w, extra.flags, ", ", extra.visibility, ", ", extra.num_args, ", ", row.help, ", ");
    append!(w, extra.help_variants, ", ", extra.meta_var_name, ", ", extra.values, ", ");
    append!(w, extra.subcommands);
}
