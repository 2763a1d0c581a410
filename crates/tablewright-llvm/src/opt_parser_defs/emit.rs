//! How the option tables are written.

use std::fmt::{self, Display, Formatter};

use tablewright_text::{CppWriter, Escaped, Literal, line};

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
        line!(w, "{group}");
    }
    w.raw("\n//////////\n// Options\n\n");
    for option in &tables.options {
        line!(w, "OPTION({option})");
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
        line!(w, "PREFIX(prefix_{number}, {{{}llvm::StringLiteral(\"\")}})", Prefixes(row));
    }
    w.raw("#undef COMMA\n#endif // PREFIX\n\n");
}

fn prefix_union(tables: &OptionTables<'_>, w: &mut CppWriter) {
    w.raw("#ifdef PREFIX_UNION\n#define COMMA ,\nPREFIX_UNION({\n");
    line!(w, "{}llvm::StringLiteral(\"\")}})", Prefixes(&tables.prefixes));
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
    line!(w, "{name}({option}, {entry})");
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
            write!(w, "{{\"{value}\",static_cast<unsigned>({constant})}},");
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

impl Display for Prefixes<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|prefix| write!(f, "llvm::StringLiteral(\"{prefix}\") COMMA "))
    }
}

impl Display for Group<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "OPTION(llvm::ArrayRef<llvm::StringLiteral>(), \"{}\"", self.name)?;
        write!(f, ", {}, Group, {}", self.enum_name, or_invalid(self.group))?;
        write!(f, ", INVALID, nullptr, 0, 0, 0{}", Help(self.help))?;
        write!(f, "{}, nullptr, nullptr)", HelpVariants(None))
    }
}

impl Display for OptionEntry<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "prefix_{}, \"{}\"", self.prefix_row, Escaped(&self.prefixed_name))?;
        write!(f, ", {}, {}", self.enum_name, self.kind)?;
        write!(f, ", {}, {}", or_invalid(self.group), or_invalid(self.alias))?;
        write!(f, ", {}", AliasArgs(&self.alias_args))?;
        write!(f, ", {}, {}", OrOfFlags(&self.flags), OrOfFlags(&self.visibility))?;
        write!(
            f,
            ", {}{}{}",
            self.num_args,
            Help(self.help),
            HelpVariants(self.help_variant.as_ref())
        )?;
        write!(f, ", {}", Literal(self.meta_var_name))?;
        match self.values {
            Values::None => write!(f, ", nullptr"),
            Values::Text(text) => write!(f, ", {}", Literal(Some(text))),
            Values::Code => write!(f, ", {}_Values", self.enum_name),
        }
    }
}

impl Marshalled<'_> {
    /// The constant within the scope of the option's values.
    fn scoped<'a>(&'a self, constant: &'a str) -> impl Display + 'a {
        let separator = if self.scope.is_empty() { "" } else { "::" };
        Concatenation([self.scope, separator, constant])
    }
}

impl Display for Marshalled<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.should_parse, u8::from(self.should_always_emit))?;
        write!(f, ", {}, {}", self.key_path, self.scoped(self.default_value))?;
        write!(f, ", {}, {}", self.implied_check, self.scoped(self.implied_value))?;
        write!(f, ", {}, {}", self.normalizer, self.denormalizer)?;
        write!(f, ", {}, {}", self.value_merger, self.value_extractor)?;
        match &self.value_table {
            Some(table) => write!(f, ", {}", table.number),
            None => write!(f, ", -1"),
        }
    }
}

/// A row of help texts for other visibilities. Where there is none, the row has its full size.
struct HelpVariants<'a>(Option<&'a HelpVariant<'a>>);

impl Display for HelpVariants<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let visibilities = match self.0 {
            Some(variant) => variant.visibilities.join(", "),
            None => ["0"; VISIBILITIES_OF_VARIANT].join(", "),
        };
        let text = self.0.map(|variant| variant.text).filter(|text| !text.is_empty());
        let array = format!("std::array<unsigned, {VISIBILITIES_OF_VARIANT}>");
        write!(f, ", (std::array<std::pair<{array}, const char*>, {VARIANTS}>{{{{ ")?;
        write!(f, "std::make_pair({array}{{{{{visibilities}}}}}, {}) }}}})", Literal(text))
    }
}

fn or_invalid(name: Option<&str>) -> &str {
    name.unwrap_or("INVALID")
}

/// A help text, on a line of its own.
struct Help<'a>(Option<&'a str>);

impl Display for Help<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let separator = if self.0.is_some() { ",\n       " } else { ", " };
        write!(f, "{separator}{}", Literal(self.0))
    }
}

/// The arguments that an alias stands for, each ended by a zero byte.
struct AliasArgs<'a>(&'a [&'a str]);

impl Display for AliasArgs<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nullptr");
        }
        f.write_str("\"")?;
        self.0.iter().try_for_each(|arg| write!(f, "{arg}\\0"))?;
        f.write_str("\"")
    }
}

struct OrOfFlags<'a>(&'a [&'a str]);

impl Display for OrOfFlags<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.0.split_first() else { return f.write_str("0") };
        f.write_str(first)?;
        others.iter().try_for_each(|flag| write!(f, " | {flag}"))
    }
}

struct Concatenation<'a>([&'a str; 3]);

impl Display for Concatenation<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| f.write_str(part))
    }
}
