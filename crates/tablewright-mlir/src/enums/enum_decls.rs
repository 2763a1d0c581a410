//! `--gen-enum-decls`: enums in C++, with their operators, and the declarations of their functions.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Feature, RecordStore, Release};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{CppWriter, line};

use super::CppEnum;
use super::enum_parser::{EnumParser, emit_parser_classes, is_keyword};
use crate::model::{BitEnum, Enum};
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
    /// The texts that are printed in quotes.
    quotes: Quotes,
    /// Enumerators of cases with several bits.
    several_bits: Vec<String>,
    /// The parser for its texts. `None` for an attribute that cannot be created.
    parser: Option<EnumParser<'s>>,
    /// Whether the map key class reserves two values.
    reserves_keys: bool,
    /// Whether the functions of its parser are only declared here.
    declares_parser: bool,
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

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let enums = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Enum Utility Declarations", Some(source));
        if enums.iter().any(|decl| decl.declares_parser && decl.parser.is_some()) {
            emit_parser_classes(w);
        }
        for decl in &enums {
            emit(decl, w);
        }
    })
}

fn collect(store: &RecordStore) -> Result<Vec<EnumDecl<'_>>, Diagnostic> {
    let release = store.release();
    Enum::all(store)?.into_iter().map(|model| decl_of(CppEnum::new(model), release)).collect()
}

fn decl_of(cpp: CppEnum<'_>, release: Release) -> Result<EnumDecl<'_>, Diagnostic> {
    let cases = &cpp.model.cases;
    let quotes = match cpp.model.bits {
        _ if !cases.iter().any(is_keyword) => Quotes::Always,
        _ if !cases.iter().all(is_keyword) => Quotes::NoKeywords,
        Some(BitEnum { is_quoted: true, .. }) => Quotes::SeveralBits,
        _ => Quotes::Never,
    };
    let parser = EnumParser::new(&cpp, release)?;
    let parser = cpp.has_texts().then_some(parser);
    Ok(EnumDecl {
        max_value: (cpp.has_numbers && cpp.model.bits.is_none())
            .then(|| cases.iter().map(|case| case.value as u32).max().unwrap_or(0)),
        quotes,
        several_bits: cpp
            .cases()
            .filter(|(case, _)| case.value.count_ones() > 1)
            .map(|(_, enumerator)| enumerator.to_owned())
            .collect(),
        parser,
        reserves_keys: !release.has(Feature::EnumKeysReserveNoValues),
        declares_parser: release.has(Feature::EnumParsersAreDefined),
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
    if let Some(parser) = &decl.parser {
        if decl.declares_parser {
            parser.emit_declarations(w);
        } else {
            parser.emit_templates(w);
        }
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
                    if is_keyword(case) {
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
