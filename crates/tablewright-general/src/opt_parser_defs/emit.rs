//! Option tables as C++ text.

use tablewright_text::{Append, CppWriter, Escaped, Literal, TextSink, append, line};

use super::emit_info::or_invalid;
use super::entries::{HelpVariant, Marshalled, OptParserGroup, OptParserValues, OptionEntry};
use super::model::{OptionTableForm, OptionTables, VARIANTS, VISIBILITIES_OF_VARIANT};
use super::string_tables::NameReference;
use super::{emit_info, emit_string_tables};

pub(super) fn emit(tables: &OptionTables<'_>, w: &mut CppWriter) {
    w.file_header("Option Parsing Definitions", None);
    match &tables.form {
        OptionTableForm::Function(lists, info) => emit_info::emit_function(tables, lists, info, w),
        OptionTableForm::Sections(string_tables) => emit_string_tables::emit(string_tables, w),
        OptionTableForm::Literals => emit_prefixes(tables, w),
    }
    w.raw("/////////\n// ValuesCode\n\n");
    emit_values_code(tables, w);
    w.raw("/////////\n// Groups\n\n");
    line!(w, "#ifdef OPTION");
    for (i, group) in tables.groups.iter().enumerate() {
        match tables.info() {
            Some(info) => emit_info::emit_group(group, &info.groups[i], w),
            None => append!(w, group, "\n"),
        }
    }
    w.raw("\n//////////\n// Options\n\n");
    for i in 0..tables.options.len() {
        w.raw("OPTION(");
        emit_option(tables, i, w);
        w.raw(")\n");
    }
    line!(w, "#endif // OPTION");
    for entry in &tables.marshalled {
        emit_marshalled(tables, entry, w);
    }
    line!(w);
    emit_value_tables(tables, w);
    if let OptionTableForm::Sections(string_tables) = &tables.form {
        emit_string_tables::emit_subcommands(string_tables, w);
    }
    w.raw("\n\n");
}

/// Writes an option's arguments.
fn emit_option(tables: &OptionTables<'_>, index: usize, w: &mut CppWriter) {
    let option = &tables.options[index];
    match tables.info() {
        Some(info) => {
            let row = &info.options[index];
            emit_info::emit_option(option, row, &info.extras[row.extra], w);
        }
        None => append!(w, option),
    }
}

fn emit_prefixes(tables: &OptionTables<'_>, w: &mut CppWriter) {
    w.raw("/////////\n// Prefixes\n\n");
    emit_prefix_rows(tables, w);
    w.raw("/////////\n// Prefix Union\n\n");
    emit_prefix_union(tables, w);
}

fn emit_prefix_rows(tables: &OptionTables<'_>, w: &mut CppWriter) {
    w.raw("#ifdef PREFIX\n#define COMMA ,\n");
    for (row, number) in &tables.prefix_rows {
        // The empty prefix at the end prevents an empty array.
        append!(
            w,
            "PREFIX(prefix_",
            number,
            ", {",
            OptParserPrefixes(row),
            "llvm::StringLiteral(\"\")})\n"
        );
    }
    w.raw("#undef COMMA\n#endif // PREFIX\n\n");
}

fn emit_prefix_union(tables: &OptionTables<'_>, w: &mut CppWriter) {
    w.raw("#ifdef PREFIX_UNION\n#define COMMA ,\nPREFIX_UNION({\n");
    append!(w, OptParserPrefixes(&tables.prefixes), "llvm::StringLiteral(\"\")})\n");
    w.raw("#undef COMMA\n#endif // PREFIX_UNION\n\n");
}

fn emit_values_code(tables: &OptionTables<'_>, w: &mut CppWriter) {
    line!(w, "#ifdef OPTTABLE_VALUES_CODE");
    for (option, code) in &tables.values_code {
        line!(w, "#define VALUES_CODE {option}_Values");
        line!(w, "{code}");
        line!(w, "#undef VALUES_CODE");
    }
    if tables.info().is_some() {
        emit_info::emit_values_function(tables, w);
    }
    line!(w, "#endif");
}

fn emit_marshalled(tables: &OptionTables<'_>, entry: &Marshalled<'_>, w: &mut CppWriter) {
    let name = format!("{}OPTION_WITH_MARSHALLING", entry.macro_prefix);
    line!(w, "#ifdef {name}");
    append!(w, name, "(");
    emit_option(tables, entry.option, w);
    append!(w, ", ", entry, ")\n");
    line!(w, "#endif // {name}");
}

fn emit_value_tables(tables: &OptionTables<'_>, w: &mut CppWriter) {
    w.text_block(
        "
        #ifdef SIMPLE_ENUM_VALUE_TABLE

        struct SimpleEnumValue {
          const char *Name;
          unsigned Value;
        };

        struct SimpleEnumValueTable {
          const SimpleEnumValue *Table;
          unsigned Size;
        };
        ",
    );
    let with_table = |entry: &&Marshalled<'_>| entry.value_table.is_some();
    for entry in tables.marshalled.iter().filter(with_table) {
        let option = &tables.options[entry.option];
        line!(w, "static const SimpleEnumValue {}ValueTable[] = {{", option.enum_name);
        for (value, constant) in entry.value_table.iter().flat_map(|table| &table.rows) {
            let (value, constant) = (Escaped(value), entry.scoped(constant));
            append!(w, "{\"", value, "\",static_cast<unsigned>(", constant, ")},");
        }
        line!(w, "}};");
    }
    w.raw("static const SimpleEnumValueTable SimpleEnumValueTables[] = {");
    for entry in tables.marshalled.iter().filter(with_table) {
        let option = tables.options[entry.option].enum_name;
        line!(w, "{{{option}ValueTable, std::size({option}ValueTable)}},");
    }
    line!(w, "}};");
    w.raw("static const unsigned SimpleEnumValueTablesSize = ");
    w.raw("std::size(SimpleEnumValueTables);\n");
    line!(w, "#endif // SIMPLE_ENUM_VALUE_TABLE");
}

struct OptParserPrefixes<'a>(&'a [&'a str]);

impl Append for OptParserPrefixes<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        for prefix in self.0 {
            append!(out, "llvm::StringLiteral(\"", prefix, "\") COMMA ");
        }
    }
}

impl Append for OptParserGroup<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.reference {
            NameReference::Literal => {
                append!(out, "OPTION(llvm::ArrayRef<llvm::StringLiteral>(), \"", self.name, "\"");
            }
            NameReference::Offset { name, .. } => {
                append!(out, "OPTION(0 /* no prefixes */, ", name, " /* ", self.name, " */");
            }
        }
        append!(out, ", ", self.enum_name, ", Group, ", or_invalid(self.group));
        append!(out, ", INVALID, nullptr, 0, 0, 0", Help(self.help));
        append!(out, HelpVariants { variant: None, reference: self.reference });
        append!(out, ", nullptr, nullptr");
        if let NameReference::Offset { subcommands, .. } = self.reference {
            append!(out, ",  ", subcommands);
        }
        append!(out, ")");
    }
}

impl Append for OptionEntry<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        let name = (Escaped(self.prefixes.first), Escaped(self.name));
        match self.reference {
            NameReference::Literal => {
                append!(out, "prefix_", self.prefixes.number, ", \"", name, "\"");
            }
            NameReference::Offset { name: offset, .. } => {
                append!(out, self.prefixes.number, ", ", offset, " /* ", name, " */");
            }
        }
        append!(out, ", ", self.enum_name, ", ", self.kind);
        append!(out, ", ", or_invalid(self.group), ", ", or_invalid(self.alias));
        append!(out, ", ", AliasArgs(&self.alias_args));
        append!(out, ", ", OrOfFlags(&self.flags), ", ", OrOfFlags(&self.visibility));
        append!(out, ", ", self.num_args, Help(self.help));
        let variant = self.help_variant.as_ref();
        append!(out, HelpVariants { variant, reference: self.reference });
        append!(out, ", ", Literal(self.meta_var_name));
        match self.values {
            OptParserValues::None => append!(out, ", nullptr"),
            OptParserValues::Text(values) => append!(out, ", ", Literal(Some(values))),
            OptParserValues::Code => append!(out, ", ", self.enum_name, "_Values"),
        }
        if let NameReference::Offset { subcommands, .. } = self.reference {
            append!(out, ", ", subcommands);
        }
    }
}

impl Marshalled<'_> {
    /// Writes the constant within the option's scope for values.
    fn scoped<'a>(&'a self, constant: &'a str) -> impl Append + 'a {
        let separator = if self.scope.is_empty() { "" } else { "::" };
        (self.scope, separator, constant)
    }
}

impl Append for Marshalled<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.should_parse, if self.should_always_emit { ", 1" } else { ", 0" });
        append!(out, ", ", self.key_path, ", ", self.scoped(self.default_value));
        append!(out, ", ", self.implied_check, ", ", self.scoped(self.implied_value));
        append!(out, ", ", self.normalizer, ", ", self.denormalizer);
        if let Some(access) = &self.field_access {
            append!(out, ", ", access.value_merger, ", ", access.value_extractor);
        }
        match &self.value_table {
            Some(table) => append!(out, ", ", table.number),
            None => append!(out, ", -1"),
        }
    }
}

/// A row with help texts for other visibilities. A row without texts has its full size.
struct HelpVariants<'a> {
    variant: Option<&'a HelpVariant<'a>>,
    /// Rows with offsets are constants; the function `make_pair` would not be constant.
    reference: NameReference,
}

impl Append for HelpVariants<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        let array = ("std::array<unsigned, ", VISIBILITIES_OF_VARIANT, ">");
        append!(out, ", (std::array<std::pair<", array, ", const char*>, ", VARIANTS, ">{{ ");
        let end = match self.reference {
            NameReference::Literal => {
                append!(out, "std::make_pair(");
                ")"
            }
            NameReference::Offset { .. } => {
                append!(out, "{");
                "}"
            }
        };
        append!(out, array, "{{");
        match self.variant {
            Some(variant) => append!(out, variant.visibilities.join(", ")),
            None => append!(out, ["0"; VISIBILITIES_OF_VARIANT].join(", ")),
        }
        let help = self.variant.map(|variant| variant.text).filter(|text| !text.is_empty());
        append!(out, "}}, ", Literal(help), end, " }})");
    }
}

/// A help text, on a separate line.
struct Help<'a>(Option<&'a str>);

impl Append for Help<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, if self.0.is_some() { ",\n       " } else { ", " }, Literal(self.0));
    }
}

/// An alias's arguments, each ended by a zero byte.
struct AliasArgs<'a>(&'a [&'a str]);

impl Append for AliasArgs<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        if self.0.is_empty() {
            return append!(out, "nullptr");
        }
        append!(out, "\"");
        for arg in self.0 {
            append!(out, arg, "\\0");
        }
        append!(out, "\"");
    }
}

struct OrOfFlags<'a>(&'a [&'a str]);

impl Append for OrOfFlags<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        let Some((first, others)) = self.0.split_first() else { return append!(out, "0") };
        append!(out, first);
        for flag in others {
            append!(out, " | ", flag);
        }
    }
}
