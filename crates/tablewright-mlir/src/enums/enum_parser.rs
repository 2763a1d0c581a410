//! The functions that read an enum's texts, as templates in the header, or as declarations and definitions.

use tablewright_records::{Feature, Release};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, line};

use super::CppEnum;
use crate::model::{BitEnum, EnumCase};

/// The parser for an enum's texts.
pub(super) struct EnumParser<'s> {
    kind: ParserKind,
    namespace: &'s str,
    qualified: String,
    summary: &'s str,
    /// The separator between texts; empty if there is a single text.
    separator: &'s str,
    /// The cases in messages, between commas.
    listed: String,
    /// The argument with the texts that an optional enum's parser tries; empty if it tries any keyword.
    texts: String,
}

/// The form of the texts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParserKind {
    /// A keyword or a string for a case, or for several bits.
    OneText,
    /// A keyword for each bit, with separators between them.
    Keywords { parse_separator: &'static str },
}

/// Whether a missing text is an error or an empty `std::optional`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParserResult {
    Required,
    Optional,
}

impl<'s> EnumParser<'s> {
    /// Builds the parser of an enum.
    ///
    /// # Errors
    /// If cases that are not keywords would be printed without quotes.
    pub(super) fn new(cpp: &CppEnum<'s>, release: Release) -> Result<EnumParser<'s>, Diagnostic> {
        let cases = &cpp.model.cases;
        let kind = match cpp.model.bits {
            Some(BitEnum { is_quoted: false, separator, .. }) => {
                if !cases.iter().all(is_keyword) {
                    let message = format!(
                        "bit enum {} cannot be printed unquoted with cases that cannot be keywords",
                        cpp.qualified
                    );
                    return Err(Diagnostic::error_anywhere(Code::Mlir, message));
                }
                let parse_separator = if separator.contains('|') {
                    "parseOptionalVerticalBar"
                } else {
                    "parseOptionalComma"
                };
                ParserKind::Keywords { parse_separator }
            }
            Some(_) | None => ParserKind::OneText,
        };
        let listed = cases.iter().map(|case| {
            if is_keyword(case) {
                case.text.to_owned()
            } else {
                format!("\\\"{0}\\\"{0}", case.text)
            }
        });
        let literals = cases.iter().map(|case| format!("\"{}\"", case.text));
        Ok(EnumParser {
            kind,
            namespace: cpp.model.cpp_namespace,
            qualified: cpp.qualified.clone(),
            summary: cpp.model.summary,
            separator: cpp.model.bits.map_or("", |bits| bits.separator),
            listed: listed.collect::<Vec<_>>().join(", "),
            texts: if release.has(Feature::EnumParsersListTexts) {
                format!(", {{{}}}", literals.collect::<Vec<_>>().join(", "))
            } else {
                String::new()
            },
        })
    }

    /// Writes both parsers as templates.
    pub(super) fn emit_templates(&self, w: &mut CppWriter) {
        line!(w, "namespace mlir {{");
        line!(w, "template <typename T, typename>");
        line!(w, "struct FieldParser;");
        for result in [ParserResult::Required, ParserResult::Optional] {
            let ty = self.ty(result);
            line!(w);
            line!(w, "template<>");
            w.block(format_args!("struct FieldParser<{ty}, {ty}>"), ";", |w| {
                line!(w, "template <typename ParserT>");
                let head = format_args!("static FailureOr<{ty}> parse(ParserT &parser)");
                w.block(head, "", |w| self.emit_body(result, w));
            });
        }
        line!(w, "}} // namespace mlir");
    }

    /// Writes the classes of both parsers.
    pub(super) fn emit_declarations(&self, w: &mut CppWriter) {
        line!(w);
        line!(w, "namespace mlir {{");
        for result in [ParserResult::Required, ParserResult::Optional] {
            let ty = self.ty(result);
            line!(w, "template<>");
            w.block(format_args!("struct FieldParser<{ty}, {ty}>"), ";", |w| {
                if let Some(is_compositional) = self.is_compositional(result) {
                    line!(w, "static constexpr bool isKeyValueCompositional = {is_compositional};");
                    line!(w);
                }
                line!(w, "static FailureOr<{ty}> parse(AsmParser &parser);");
            });
            line!(w);
        }
        line!(w, "}} // namespace mlir");
    }

    /// Writes the functions of both parsers.
    pub(super) fn emit_definitions(&self, w: &mut CppWriter) {
        line!(w);
        line!(w, "namespace mlir {{");
        for result in [ParserResult::Required, ParserResult::Optional] {
            let ty = self.ty(result);
            let head =
                format_args!("FailureOr<{ty}> FieldParser<{ty}, {ty}>::parse(AsmParser &parser)");
            w.block(head, "", |w| self.emit_body(result, w));
            line!(w);
        }
        line!(w, "}} // namespace mlir");
    }

    /// Returns whether a list with commas can contain the texts; `None` if the parser does not state it.
    fn is_compositional(&self, result: ParserResult) -> Option<bool> {
        match (self.kind, result) {
            (_, ParserResult::Optional) => Some(false),
            (ParserKind::OneText, ParserResult::Required) => None,
            (ParserKind::Keywords { .. }, ParserResult::Required) => {
                Some(self.separator.contains('|'))
            }
        }
    }

    fn ty(&self, result: ParserResult) -> String {
        match result {
            ParserResult::Required => self.qualified.clone(),
            ParserResult::Optional => format!("std::optional<{}>", self.qualified),
        }
    }

    fn emit_body(&self, result: ParserResult, w: &mut CppWriter) {
        let (parse_separator, body) = match (self.kind, result) {
            (ParserKind::OneText, ParserResult::Required) => ("", include_str!("text_parse.inc")),
            (ParserKind::OneText, ParserResult::Optional) => {
                ("", include_str!("text_parse_optional.inc"))
            }
            (ParserKind::Keywords { parse_separator }, ParserResult::Required) => {
                (parse_separator, include_str!("keywords_parse.inc"))
            }
            (ParserKind::Keywords { parse_separator }, ParserResult::Optional) => {
                (parse_separator, include_str!("keywords_parse_optional.inc"))
            }
        };
        let values = [
            ("namespace", self.namespace),
            ("qualified", &self.qualified),
            ("summary", self.summary),
            ("listed", &self.listed),
            ("texts", &self.texts),
            ("separator", self.separator),
            ("parse_separator", parse_separator),
        ];
        w.fill_block(body, &values);
    }
}

/// Declares the classes that parser declarations name.
pub(super) fn emit_parser_classes(w: &mut CppWriter) {
    line!(w);
    w.text_block(
        "
        namespace mlir {
        class AsmParser;

        template <typename T, typename>
        struct FieldParser;
        } // namespace mlir
        ",
    );
}

/// Whether a case's text is an assembly keyword.
pub(super) fn is_keyword(case: &EnumCase<'_>) -> bool {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_later = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    case.text.starts_with(is_first) && case.text.chars().all(is_later)
}
