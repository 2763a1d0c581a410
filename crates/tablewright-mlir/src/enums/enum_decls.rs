//! `--gen-enum-decls`: enums in C++, with their operators, and the declarations of their functions.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Feature, RecordStore, Release};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, line};

use super::CppEnum;
use crate::model::{BitEnum, Enum, EnumCase};
use crate::support::cpp;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-enum-decls",
    help: "Generate enum utility declarations",
    options: &[],
    run,
};

/// An enum in printed form.
struct EnumDecl<'s> {
    cpp: CppEnum<'s>,
    /// The largest number, if a function returns it. Wider numbers are truncated to 32 bits.
    max_value: Option<u32>,
    /// Whether texts are read and printed: not of an attribute that cannot be created.
    has_texts: bool,
    /// The texts that are printed in quotes.
    quotes: Quotes,
    /// Enumerators of cases with several bits.
    several_bits: Vec<String>,
    /// The parser for its texts.
    parser: EnumParser,
    /// The cases in messages, between commas.
    listed: String,
    /// The argument with the texts that an optional enum's parser tries; empty if it tries any keyword.
    texts: String,
    /// Whether the map key class reserves two values.
    reserves_keys: bool,
}

/// The texts that are printed in quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    Never,
    Always,
    /// Texts that cannot be keywords.
    NoKeywords,
    /// Texts with several bits.
    SeveralBits,
}

/// The kind of parser for texts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EnumParser {
    /// A keyword or a string for a case, or for several bits.
    OneText,
    /// A keyword for each bit, with separators between them.
    Keywords { separator: &'static str },
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let enums = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Enum Utility Declarations", Some(source));
        for decl in &enums {
            emit(decl, w);
        }
    })
}

fn collect(store: &RecordStore) -> Result<Vec<EnumDecl<'_>>, Diagnostic> {
    let release = store.release();
    Enum::all(store)?.into_iter().map(|model| decl_of(CppEnum::new(model), release)).collect()
}

/// Whether a text is an assembly keyword.
fn is_keyword(text: &str) -> bool {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_later = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    text.starts_with(is_first) && text.chars().all(is_later)
}

fn decl_of(cpp: CppEnum<'_>, release: Release) -> Result<EnumDecl<'_>, Diagnostic> {
    let cases = &cpp.model.cases;
    let is_keyword = |case: &EnumCase<'_>| is_keyword(case.text);
    let quotes = match cpp.model.bits {
        _ if !cases.iter().any(is_keyword) => Quotes::Always,
        _ if !cases.iter().all(is_keyword) => Quotes::NoKeywords,
        Some(BitEnum { is_quoted: true, .. }) => Quotes::SeveralBits,
        _ => Quotes::Never,
    };
    let parser = match cpp.model.bits {
        Some(BitEnum { is_quoted: false, separator, .. }) => {
            if !cases.iter().all(is_keyword) {
                let message = format!(
                    "bit enum {} cannot be printed unquoted with cases that cannot be keywords",
                    cpp.qualified
                );
                return Err(Diagnostic::error_anywhere(Code::Mlir, message));
            }
            let separator = if separator.contains('|') {
                "parseOptionalVerticalBar"
            } else {
                "parseOptionalComma"
            };
            EnumParser::Keywords { separator }
        }
        Some(_) | None => EnumParser::OneText,
    };
    let listed = cases.iter().map(|case| {
        if is_keyword(case) { case.text.to_owned() } else { format!("\\\"{0}\\\"{0}", case.text) }
    });
    let literals = cases.iter().map(|case| format!("\"{}\"", case.text));
    Ok(EnumDecl {
        max_value: (cpp.has_numbers && cpp.model.bits.is_none())
            .then(|| cases.iter().map(|case| case.value as u32).max().unwrap_or(0)),
        has_texts: cpp.model.attribute.as_ref().is_none_or(|one| one.builder_call.is_some()),
        quotes,
        several_bits: cpp
            .cases()
            .filter(|(case, _)| case.value.count_ones() > 1)
            .map(|(_, enumerator)| enumerator.to_owned())
            .collect(),
        parser,
        listed: listed.collect::<Vec<_>>().join(", "),
        texts: if release.has(Feature::EnumParsersListTexts) {
            format!(", {{{}}}", literals.collect::<Vec<_>>().join(", "))
        } else {
            String::new()
        },
        reserves_keys: !release.has(Feature::EnumKeysReserveNoValues),
        cpp,
    })
}

fn emit(decl: &EnumDecl<'_>, w: &mut CppWriter) {
    let model = &decl.cpp.model;
    line!(w);
    cpp::emit_namespace(model.cpp_namespace, w, |w| {
        emit_enum(decl, w);
        emit_functions(decl, w);
        if let Some(attribute) = model.attribute.as_ref().and_then(|a| a.class_name) {
            emit_attribute_class(attribute, model.class_name, w);
        }
    });
    if decl.has_texts {
        emit_parsers(decl, w);
        emit_stream_operator(decl, w);
    }
    let names = [("qualified", decl.cpp.qualified.as_str()), ("underlying", model.underlying_type)];
    let mut reserved = String::new();
    if decl.reserves_keys {
        for name in ["getEmptyKey", "getTombstoneKey"] {
            reserved += &format!(
                "
  static inline {0} {name}() {{
    return static_cast<{0}>(StorageInfo::{name}());
  }}
",
                decl.cpp.qualified
            );
        }
    }
    let values = [&names[..], &[("reserved", reserved.as_str())]].concat();
    w.fill_block(include_str!("dense_map_info.inc"), &values);
}

fn emit_enum(decl: &EnumDecl<'_>, w: &mut CppWriter) {
    let model = &decl.cpp.model;
    line!(w, "// {}", model.summary);
    let head = format_args!("enum class {} : {}", model.class_name, model.underlying_type);
    w.block(head, ";", |w| {
        for (case, enumerator) in decl.cpp.cases() {
            match case.value {
                value @ 0.. => line!(w, "{enumerator} = {value},"),
                _ => line!(w, "{enumerator},"),
            }
        }
    });
    line!(w);
}

fn emit_functions(decl: &EnumDecl<'_>, w: &mut CppWriter) {
    let model = &decl.cpp.model;
    let (name, functions) = (model.class_name, &model.functions);
    if decl.cpp.has_numbers {
        let (function, ty) = (functions.from_number, model.underlying_type);
        line!(w, "::std::optional<{name}> {function}({ty});");
    }
    line!(w, "{} {}({name});", functions.text_type, functions.to_text);
    line!(w, "::std::optional<{name}> {}(::llvm::StringRef);", functions.from_text);
    if let Some(max_value) = decl.max_value {
        w.block(format_args!("inline constexpr unsigned {}()", functions.max_value), "", |w| {
            line!(w, "return {max_value};");
        });
    }
    if let Some(bits) = &model.bits {
        let valid_bits = format!("{}u", bits.valid_bits as u64);
        w.fill_block(
            include_str!("bit_operators.inc"),
            &[("name", name), ("underlying", model.underlying_type), ("valid_bits", &valid_bits)],
        );
    }
    w.fill_block(
        "

        inline $text_type stringifyEnum($name enumValue) {
          return $to_text(enumValue);
        }

        template <typename EnumType>
        ::std::optional<EnumType> symbolizeEnum(::llvm::StringRef);

        template <>
        inline ::std::optional<$name> symbolizeEnum<$name>(::llvm::StringRef str) {
          return $from_text(str);
        }
        ",
        &[
            ("name", name),
            ("text_type", functions.text_type),
            ("to_text", functions.to_text),
            ("from_text", functions.from_text),
        ],
    );
}

fn emit_attribute_class(class: &str, name: &str, w: &mut CppWriter) {
    w.fill_block(
        "

        class $class : public ::mlir::IntegerAttr {
        public:
          using ValueType = $name;
          using ::mlir::IntegerAttr::IntegerAttr;
          static bool classof(::mlir::Attribute attr);
          static $class get(::mlir::MLIRContext *context, $name val);
          $name getValue() const;
        };
        ",
        &[("class", class), ("name", name)],
    );
}

fn emit_parsers(decl: &EnumDecl<'_>, w: &mut CppWriter) {
    let model = &decl.cpp.model;
    let values = [
        ("namespace", model.cpp_namespace),
        ("qualified", &decl.cpp.qualified),
        ("summary", model.summary),
        ("listed", &decl.listed),
        ("texts", &decl.texts),
    ];
    match decl.parser {
        EnumParser::OneText => w.fill_block(include_str!("text_parser.inc"), &values),
        EnumParser::Keywords { separator } => {
            let text = model.bits.map_or("", |bits| bits.separator);
            let more = [("separator", text), ("parse_separator", separator)];
            w.fill_block(include_str!("keywords_parser.inc"), &[&values[..], &more].concat());
        }
    }
}

fn emit_stream_operator(decl: &EnumDecl<'_>, w: &mut CppWriter) {
    let qualified = &decl.cpp.qualified;
    let head = format_args!(
        "inline ::llvm::raw_ostream &operator<<(::llvm::raw_ostream &p, {qualified} value)"
    );
    line!(w);
    line!(w, "namespace llvm {{");
    w.block(head, "", |w| {
        line!(w, "auto valueStr = stringifyEnum(value);");
        match decl.quotes {
            Quotes::Never => line!(w, "return p << valueStr;"),
            Quotes::Always => line!(w, "return p << '\"' << valueStr << '\"';"),
            Quotes::NoKeywords => {
                line!(w, "switch (value) {{");
                for (case, enumerator) in decl.cpp.cases() {
                    if is_keyword(case.text) {
                        line!(w, "case {qualified}::{enumerator}:");
                    }
                }
                w.text_block(
                    "
                      break;
                    default:
                      return p << '\"' << valueStr << '\"';
                    }
                    return p << valueStr;
                    ",
                );
            }
            Quotes::SeveralBits => emit_quotes_of_several_bits(decl, w),
        }
    });
    line!(w, "}} // namespace llvm");
}

/// Quotes texts with several bits, unless they belong to a case.
fn emit_quotes_of_several_bits(decl: &EnumDecl<'_>, w: &mut CppWriter) {
    let qualified = &decl.cpp.qualified;
    if !decl.several_bits.is_empty() {
        line!(w, "switch (value) {{");
        for enumerator in &decl.several_bits {
            line!(w, "case {qualified}::{enumerator}:");
        }
        w.text_block(
            "
              return p << valueStr;
            default:
              break;
            }
            ",
        );
    }
    w.fill_block(
        "
        auto underlyingValue = static_cast<std::make_unsigned_t<$qualified>>(value);
        if (underlyingValue && !llvm::has_single_bit(underlyingValue))
          return p << '\"' << valueStr << '\"';
        return p << valueStr;
        ",
        &[("qualified", qualified)],
    );
}
