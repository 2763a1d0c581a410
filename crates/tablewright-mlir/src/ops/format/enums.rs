//! Enum attributes that are written by the texts of their cases.

use super::names::{WrittenEnum, is_keyword};
use super::printer::FormatPrinter;
use super::reader::FormatReader;
use crate::model::Enum;
use crate::ops::class::attribute_of_parameter;
use crate::support::cpp;
use crate::support::punctuation::parse_literal;

impl FormatReader<'_, '_> {
    pub(super) fn enum_attribute(
        &mut self,
        index: usize,
        one: WrittenEnum<'_, '_>,
        is_optional: bool,
    ) {
        let attribute = &self.op.arguments.attributes[index];
        let (name, constraint) = (attribute.name, &attribute.constraint);
        let enumeration = one.enumeration;
        let cases = EnumCases::new(name, enumeration, is_optional);
        let value =
            attribute_of_parameter(constraint.innermost(), "parser.getBuilder()", "*attrOptional");
        let set = self.set_attribute(name, &format!("{name}Attr"));
        let body = match one.separator {
            Some(separator) => cases.flags(enumeration, separator),
            None => cases.keyword(),
        };
        self.add(&format!("{{\n{body}{name}Attr = {value};\n{set}\n}}\n}}"));
    }
}

/// Parts of the statements that read cases.
struct EnumCases<'s> {
    name: &'s str,
    /// The texts that are keywords, in quotes.
    keywords: String,
    /// The statement for a text that is not a keyword.
    otherwise: String,
    symbolize: String,
}

impl<'s> EnumCases<'s> {
    fn new(name: &'s str, one: &Enum<'_>, is_optional: bool) -> EnumCases<'s> {
        let texts: Vec<&str> = one.cases.iter().map(|case| case.text).collect();
        let keywords = texts.iter().filter(|text| is_keyword(text));
        let keywords: Vec<String> = keywords.map(|text| format!("\"{text}\"")).collect();
        let listed = texts.join(", ");
        let otherwise = if is_optional {
            String::new()
        } else {
            format!(
                "return parser.emitError(loc, \"expected string or keyword containing one of the following enum \
                 values for attribute '{name}' [{listed}]\");"
            )
        };
        EnumCases {
            name,
            keywords: keywords.join(","),
            otherwise,
            symbolize: format!("{}::{}", one.cpp_namespace, one.functions.from_text),
        }
    }

    /// Returns statements that read a keyword or a string.
    fn keyword(&self) -> String {
        let EnumCases { name, keywords, otherwise, symbolize } = self;
        format!(
            "  ::llvm::StringRef attrStr;
  ::mlir::NamedAttrList attrStorage;
  auto loc = parser.getCurrentLocation();
  if (parser.parseOptionalKeyword(&attrStr, {{{keywords}}})) {{
    ::mlir::StringAttr attrVal;
    ::mlir::OptionalParseResult parseResult =
      parser.parseOptionalAttribute(attrVal,
                                    parser.getBuilder().getNoneType(),
                                    \"{name}\", attrStorage);
    if (parseResult.has_value()) {{
      if (failed(*parseResult))
        return ::mlir::failure();
      attrStr = attrVal.getValue();
    }} else {{
      {otherwise}
    }}
  }}
  if (!attrStr.empty()) {{
    auto attrOptional = {symbolize}(attrStr);
    if (!attrOptional)
      return parser.emitError(loc, \"invalid \")
             << \"{name} attribute specification: \\\"\" << attrStr << '\"';;

    "
        )
    }

    /// Returns statements that read keywords with a separator between them.
    fn flags(&self, one: &Enum<'_>, separator: &str) -> String {
        let EnumCases { name, keywords, otherwise, symbolize } = self;
        let class = format!("{}::{}", one.cpp_namespace, one.class_name);
        let separator = match separator {
            "," | "|" => parse_literal("parser", separator, "Optional"),
            // The reference has this text in the place of a call.
            _ => "parser.invalid bit enum separator()".to_owned(),
        };
        format!(
            "  ::llvm::StringRef attrStr;
  auto loc = parser.getCurrentLocation();
  if (parser.parseOptionalKeyword(&attrStr, {{{keywords}}})) {{
    {otherwise}
  }} else {{
    {class} flags = {{}};
    while (true) {{
      auto flag = {symbolize}(attrStr);
      if (!flag)
        return parser.emitError(loc, \"invalid \")
               << \"{name} attribute specification: \\\"\" << attrStr << '\"';;
      flags = flags | *flag;
      if (failed({separator}))
        break;
      if (parser.parseKeyword(&attrStr))
        return ::mlir::failure();
    }}
    auto attrOptional = ::std::optional<{class}>(flags);
    "
        )
    }
}

impl FormatPrinter<'_, '_> {
    /// Adds a block that prints the text of a case. `value` is its C++ value.
    pub(super) fn enum_value(&mut self, one: WrittenEnum<'_, '_>, value: &str) {
        let print = "_odsPrinter << caseValueStr;\n";
        let to_text = one.enumeration.functions.to_text;
        let text = match one.separator {
            Some(_) => print.to_owned(),
            None => printed_keyword(one.enumeration, print),
        };
        self.add(&format!(
            "{{\nauto caseValue = {value};\nauto caseValueStr = {to_text}(caseValue);\n{text}}}"
        ));
    }
}

/// Returns statements that print the text of a case, in quotes unless it is a keyword.
fn printed_keyword(one: &Enum<'_>, print: &str) -> String {
    const QUOTED: &str = "_odsPrinter << '\"' << caseValueStr << '\"';";
    // Several bits may be printed as several texts.
    let is_single = |value: i64| one.bits.is_none() || value.count_ones() == 1;
    let cases = one.cases.iter();
    let keywords = cases.filter(|case| is_keyword(case.text) && is_single(case.value));
    let keywords: Vec<_> = keywords.collect();
    if keywords.len() == one.cases.len() && one.bits.is_none() {
        return print.to_owned();
    }
    if one.bits.is_some() && keywords.is_empty() {
        return format!("{QUOTED}\n");
    }
    let class = format!("{}::{}", one.cpp_namespace, one.class_name);
    let mut text = "switch (caseValue) {\n".to_owned();
    for case in keywords {
        let symbol = cpp::identifier(case.symbol);
        text += &format!("case {class}::{symbol}:\n");
    }
    text + &format!("  {print}  break;\ndefault:\n  {QUOTED}\n  break;\n}}\n")
}
