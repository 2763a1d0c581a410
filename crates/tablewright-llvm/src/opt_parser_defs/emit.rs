//! How the option tables are written.

use tablewright_text::{CppWriter, Escaped, Literal, Part, line, put};

use super::model::{
    Group, HelpVariant, Marshalled, OptionEntry, OptionTables, VARIANTS, VISIBILITIES_OF_VARIANT,
    Values,
};

pub(super) fn emit(tables: &OptionTables<'_>, w: &mut CppWriter) {
    w.file_header("Option Parsing Definitions", None);
    w.raw("/////////\n// Prefixes\n\n");
    prefix_rows(tables, w);
    w.raw("/////////\n// Prefix Union\n\n");
    prefix_union(tables, w);
    w.raw("/////////\n// ValuesCode\n\n");
    values_code(tables, w);
    w.raw("/////////\n// Groups\n\n");
    line!(w, "#ifdef OPTION");
    for group in &tables.groups {
        put!(w, group, "\n");
    }
    w.raw("\n//////////\n// Options\n\n");
    for option in &tables.options {
        put!(w, "OPTION(", option, ")\n");
    }
    line!(w, "#endif // OPTION");
    for entry in &tables.marshalled {
        marshalled(entry, &tables.options[entry.option], w);
    }
    line!(w);
    value_tables(tables, w);
    w.raw("\n\n");
}

fn prefix_rows(tables: &OptionTables<'_>, w: &mut CppWriter) {
    w.raw("#ifdef PREFIX\n#define COMMA ,\n");
    for (row, number) in &tables.prefix_rows {
        // The empty prefix at the end keeps the array from being empty.
        put!(w, "PREFIX(prefix_", number, ", {", Prefixes(row), "llvm::StringLiteral(\"\")})\n");
    }
    w.raw("#undef COMMA\n#endif // PREFIX\n\n");
}

fn prefix_union(tables: &OptionTables<'_>, w: &mut CppWriter) {
    w.raw("#ifdef PREFIX_UNION\n#define COMMA ,\nPREFIX_UNION({\n");
    put!(w, Prefixes(&tables.prefixes), "llvm::StringLiteral(\"\")})\n");
    w.raw("#undef COMMA\n#endif // PREFIX_UNION\n\n");
}

fn values_code(tables: &OptionTables<'_>, w: &mut CppWriter) {
    line!(w, "#ifdef OPTTABLE_VALUES_CODE");
    for (option, code) in &tables.values_code {
        line!(w, "#define VALUES_CODE {option}_Values");
        line!(w, "{code}");
        line!(w, "#undef VALUES_CODE");
    }
    line!(w, "#endif");
}

fn marshalled(entry: &Marshalled<'_>, option: &OptionEntry<'_>, w: &mut CppWriter) {
    let name = format!("{}OPTION_WITH_MARSHALLING", entry.macro_prefix);
    line!(w, "#ifdef {name}");
    put!(w, name, "(", option, ", ", entry, ")\n");
    line!(w, "#endif // {name}");
}

fn value_tables(tables: &OptionTables<'_>, w: &mut CppWriter) {
    line!(w, "#ifdef SIMPLE_ENUM_VALUE_TABLE");
    line!(w);
    w.block("struct SimpleEnumValue", ";", |w| {
        line!(w, "const char *Name;");
        line!(w, "unsigned Value;");
    });
    line!(w);
    w.block("struct SimpleEnumValueTable", ";", |w| {
        line!(w, "const SimpleEnumValue *Table;");
        line!(w, "unsigned Size;");
    });
    let with_table = |entry: &&Marshalled<'_>| entry.value_table.is_some();
    for entry in tables.marshalled.iter().filter(with_table) {
        let option = &tables.options[entry.option];
        line!(w, "static const SimpleEnumValue {}ValueTable[] = {{", option.enum_name);
        for (value, constant) in entry.value_table.iter().flat_map(|table| &table.rows) {
            let (value, constant) = (Escaped(value), entry.scoped(constant));
            put!(w, "{\"", value, "\",static_cast<unsigned>(", constant, ")},");
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

struct Prefixes<'a>(&'a [&'a str]);

impl Part for Prefixes<'_> {
    fn put(&self, text: &mut String) {
        for prefix in self.0 {
            put!(text, "llvm::StringLiteral(\"", prefix, "\") COMMA ");
        }
    }
}

impl Part for Group<'_> {
    fn put(&self, text: &mut String) {
        put!(text, "OPTION(llvm::ArrayRef<llvm::StringLiteral>(), \"", self.name, "\"");
        put!(text, ", ", self.enum_name, ", Group, ", or_invalid(self.group));
        put!(text, ", INVALID, nullptr, 0, 0, 0", Help(self.help));
        put!(text, HelpVariants(None), ", nullptr, nullptr)");
    }
}

impl Part for OptionEntry<'_> {
    fn put(&self, text: &mut String) {
        let (prefix, name) = (Escaped(self.prefixes.first), Escaped(self.name));
        put!(text, "prefix_", self.prefixes.number, ", \"", prefix, name, "\"");
        put!(text, ", ", self.enum_name, ", ", self.kind);
        put!(text, ", ", or_invalid(self.group), ", ", or_invalid(self.alias));
        put!(text, ", ", AliasArgs(&self.alias_args));
        put!(text, ", ", OrOfFlags(&self.flags), ", ", OrOfFlags(&self.visibility));
        put!(text, ", ", self.num_args, Help(self.help));
        put!(text, HelpVariants(self.help_variant.as_ref()), ", ", Literal(self.meta_var_name));
        match self.values {
            Values::None => put!(text, ", nullptr"),
            Values::Text(values) => put!(text, ", ", Literal(Some(values))),
            Values::Code => put!(text, ", ", self.enum_name, "_Values"),
        }
    }
}

impl Marshalled<'_> {
    /// The constant within the scope of the option's values.
    fn scoped<'a>(&'a self, constant: &'a str) -> impl Part + 'a {
        let separator = if self.scope.is_empty() { "" } else { "::" };
        (self.scope, separator, constant)
    }
}

impl Part for Marshalled<'_> {
    fn put(&self, text: &mut String) {
        put!(text, self.should_parse, if self.should_always_emit { ", 1" } else { ", 0" });
        put!(text, ", ", self.key_path, ", ", self.scoped(self.default_value));
        put!(text, ", ", self.implied_check, ", ", self.scoped(self.implied_value));
        put!(text, ", ", self.normalizer, ", ", self.denormalizer);
        put!(text, ", ", self.value_merger, ", ", self.value_extractor);
        match &self.value_table {
            Some(table) => put!(text, ", ", table.number),
            None => put!(text, ", -1"),
        }
    }
}

/// A row of help texts for other visibilities. Where there is none, the row has its full size.
struct HelpVariants<'a>(Option<&'a HelpVariant<'a>>);

impl Part for HelpVariants<'_> {
    fn put(&self, text: &mut String) {
        let array = ("std::array<unsigned, ", VISIBILITIES_OF_VARIANT, ">");
        put!(text, ", (std::array<std::pair<", array, ", const char*>, ", VARIANTS, ">{{ ");
        put!(text, "std::make_pair(", array, "{{");
        match self.0 {
            Some(variant) => put!(text, variant.visibilities.join(", ")),
            None => put!(text, ["0"; VISIBILITIES_OF_VARIANT].join(", ")),
        }
        let help = self.0.map(|variant| variant.text).filter(|text| !text.is_empty());
        put!(text, "}}, ", Literal(help), ") }})");
    }
}

fn or_invalid(name: Option<&str>) -> &str {
    name.unwrap_or("INVALID")
}

/// A help text, on a line of its own.
struct Help<'a>(Option<&'a str>);

impl Part for Help<'_> {
    fn put(&self, text: &mut String) {
        put!(text, if self.0.is_some() { ",\n       " } else { ", " }, Literal(self.0));
    }
}

/// The arguments that an alias stands for, each ended by a zero byte.
struct AliasArgs<'a>(&'a [&'a str]);

impl Part for AliasArgs<'_> {
    fn put(&self, text: &mut String) {
        if self.0.is_empty() {
            return put!(text, "nullptr");
        }
        put!(text, "\"");
        for arg in self.0 {
            put!(text, arg, "\\0");
        }
        put!(text, "\"");
    }
}

struct OrOfFlags<'a>(&'a [&'a str]);

impl Part for OrOfFlags<'_> {
    fn put(&self, text: &mut String) {
        let Some((first, others)) = self.0.split_first() else { return put!(text, "0") };
        put!(text, first);
        for flag in others {
            put!(text, " | ", flag);
        }
    }
}
