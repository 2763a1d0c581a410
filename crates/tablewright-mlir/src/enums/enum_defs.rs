//! `--gen-enum-defs`: the functions of enums between values, numbers and texts.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Feature, Release};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{CppWriter, line};

use super::CppEnum;
use super::enum_parser::EnumParser;
use crate::model::{BitEnum, Enum, EnumCaseKind};
use crate::support::cpp;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-enum-defs", help: "Generate enum utility definitions", options: &[], run };

/// An enum in printed form.
struct EnumDef<'s> {
    cpp: CppEnum<'s>,
    attribute: Option<AttributeDef<'s>>,
    /// The separator between texts, without blanks.
    separator: &'s str,
    /// The parser for its texts, if this file defines it.
    parser: Option<EnumParser<'s>>,
}

/// The C++ class for an attribute that contains an enum value.
struct AttributeDef<'s> {
    class: &'s str,
    /// The attribute condition.
    condition: String,
    /// The integer's width in bits.
    bitwidth: i64,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let release = job.store.release();
    let enums = Enum::all(job.store)?.into_iter().map(|model| EnumDef::new(model, release));
    let enums = enums.collect::<Result<Vec<_>, _>>()?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Enum Utility Definitions", Some(source));
        for def in &enums {
            cpp::emit_namespace(def.cpp.model.cpp_namespace, w, |w| emit(def, w));
            if let Some(parser) = &def.parser {
                parser.emit_definitions(w);
            }
        }
    })
}

impl<'s> EnumDef<'s> {
    fn new(model: Enum<'s>, release: Release) -> Result<EnumDef<'s>, Diagnostic> {
        let attribute = model.attribute.as_ref().and_then(|attribute| {
            let condition = attribute.condition.to_cpp();
            let condition = cpp::fill(&condition, |name| (name == "_self").then_some("attr"));
            let (class, bitwidth) = (attribute.class_name?, attribute.bitwidth);
            Some(AttributeDef { class, condition, bitwidth })
        });
        let separator = model.bits.map_or("", |bits| bits.separator.trim());
        let cpp = CppEnum::new(model);
        let defines_parser = release.has(Feature::EnumParsersAreDefined) && cpp.has_texts();
        let parser = defines_parser.then(|| EnumParser::new(&cpp, release)).transpose()?;
        Ok(EnumDef { cpp, attribute, separator, parser })
    }
}

fn emit(def: &EnumDef<'_>, w: &mut CppWriter) {
    match &def.cpp.model.bits {
        Some(bits) => {
            emit_bits_to_text(def, bits, w);
            emit_text_to_bits(def, w);
            emit_number_to_bits(def, bits, w);
        }
        None => {
            emit_value_to_text(def, w);
            emit_text_to_value(def, w);
            if def.cpp.has_numbers {
                emit_number_to_value(def, w);
            }
        }
    }
    if let Some(AttributeDef { class, condition, bitwidth }) = &def.attribute {
        let model = &def.cpp.model;
        let bitwidth = bitwidth.to_string();
        w.fill_block(
            include_str!("attribute_class.inc"),
            &[
                ("class", class),
                ("name", model.class_name),
                ("underlying", model.underlying_type),
                ("condition", condition),
                ("bitwidth", &bitwidth),
            ],
        );
    }
}

fn emit_value_to_text(def: &EnumDef<'_>, w: &mut CppWriter) {
    let model = &def.cpp.model;
    let (name, functions) = (model.class_name, &model.functions);
    line!(w);
    let head = format_args!("{} {}({name} val)", functions.text_type, functions.to_text);
    w.block(head, "", |w| {
        w.block("switch (val)", "", |w| {
            for (case, enumerator) in def.cpp.cases() {
                line!(w, "case {name}::{enumerator}: return \"{}\";", case.text);
            }
        });
        line!(w, "return \"\";");
    });
}

fn emit_text_to_value(def: &EnumDef<'_>, w: &mut CppWriter) {
    let model = &def.cpp.model;
    let (name, function) = (model.class_name, model.functions.from_text);
    line!(w);
    w.block(format_args!("::std::optional<{name}> {function}(::llvm::StringRef str)"), "", |w| {
        line!(w, "return ::llvm::StringSwitch<::std::optional<{name}>>(str)");
        w.indented(|w| {
            for (case, enumerator) in def.cpp.cases() {
                line!(w, ".Case(\"{}\", {name}::{enumerator})", case.text);
            }
            line!(w, ".Default(::std::nullopt);");
        });
    });
}

fn emit_number_to_value(def: &EnumDef<'_>, w: &mut CppWriter) {
    let model = &def.cpp.model;
    let (name, ty, function) =
        (model.class_name, model.underlying_type, model.functions.from_number);
    w.block(format_args!("::std::optional<{name}> {function}({ty} value)"), "", |w| {
        w.block("switch (value)", "", |w| {
            for (case, enumerator) in def.cpp.cases() {
                line!(w, "case {}: return {name}::{enumerator};", case.value);
            }
            line!(w, "default: return ::std::nullopt;");
        });
    });
}

fn emit_bits_to_text(def: &EnumDef<'_>, bits: &BitEnum<'_>, w: &mut CppWriter) {
    let model = &def.cpp.model;
    let (name, ty, functions) = (model.class_name, model.underlying_type, &model.functions);
    line!(w);
    let head = format_args!("{} {}({name} symbol)", functions.text_type, functions.to_text);
    w.block(head, "", |w| {
        let valid = bits.valid_bits as u64;
        line!(w, "auto val = static_cast<{ty}>(symbol);");
        line!(w, "assert({valid}u == ({valid}u | val) && \"invalid bits set in bit enum\");");
        if let Some(zero) = def.cpp.zero {
            line!(w, "if (val == 0) return \"{}\";", model.cases[zero].text);
        }
        line!(w, "::llvm::SmallVector<::llvm::StringRef, 2> strs;");
        let cases = model.cases.iter().filter(|case| case.value != 0);
        if bits.prints_groups {
            for group in cases.clone().rev().filter(|case| case.kind == EnumCaseKind::Group) {
                let value = group.value as u64;
                w.block(format_args!("if ({value}u == ({value}u & val))"), "", |w| {
                    line!(w, "strs.push_back(\"{}\");", group.text);
                    line!(w, "val &= ~static_cast<{ty}>({value});");
                });
            }
        }
        for case in cases.filter(|case| !bits.prints_groups || case.kind == EnumCaseKind::Bit) {
            let value = case.value as u64;
            line!(w, "if ({value}u == ({value}u & val))");
            line!(w, "  strs.push_back(\"{}\");", case.text);
        }
        line!(w, "return ::llvm::join(strs, \"{}\");", bits.separator);
    });
}

fn emit_text_to_bits(def: &EnumDef<'_>, w: &mut CppWriter) {
    let model = &def.cpp.model;
    let (name, ty, function) = (model.class_name, model.underlying_type, model.functions.from_text);
    line!(w);
    w.block(format_args!("::std::optional<{name}> {function}(::llvm::StringRef str)"), "", |w| {
        if let Some(zero) = def.cpp.zero {
            let (text, enumerator) = (model.cases[zero].text, &def.cpp.enumerators[zero]);
            line!(w, "if (str == \"{text}\") return {name}::{enumerator};");
        }
        line!(w, "::llvm::SmallVector<::llvm::StringRef, 2> symbols;");
        line!(w, "str.split(symbols, \"{}\");", def.separator);
        line!(w);
        line!(w, "{ty} val = 0;");
        w.block("for (auto symbol : symbols)", "", |w| {
            let head = "auto bit = llvm::StringSwitch<::std::optional";
            line!(w, "{head}<{ty}>>(symbol.trim())");
            for case in model.cases.iter().filter(|case| case.value != 0) {
                line!(w, "  .Case(\"{}\", {})", case.text, case.value as u64);
            }
            line!(w, "  .Default(::std::nullopt);");
            line!(w, "if (bit) {{ val |= *bit; }} else {{ return ::std::nullopt; }}");
        });
        line!(w, "return static_cast<{name}>(val);");
    });
}

fn emit_number_to_bits(def: &EnumDef<'_>, bits: &BitEnum<'_>, w: &mut CppWriter) {
    let model = &def.cpp.model;
    let (name, ty, function) =
        (model.class_name, model.underlying_type, model.functions.from_number);
    line!(w);
    w.block(format_args!("::std::optional<{name}> {function}({ty} value)"), "", |w| {
        if let Some(zero) = def.cpp.zero {
            line!(w, "if (value == 0) return {name}::{};", def.cpp.enumerators[zero]);
        }
        let valid = bits.valid_bits as u64;
        line!(w, "if (value & ~static_cast<{ty}>({valid}u)) return std::nullopt;");
        line!(w, "return static_cast<{name}>(value);");
    });
}
