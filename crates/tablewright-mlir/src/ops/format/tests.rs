use expect_test::{Expect, expect};
use tablewright_test_support::item;

use crate::ops::op_defs;
use crate::test_support::output;

/// Returns the output for an operation with these fields.
fn definitions(fields: &str) -> String {
    let text = format!("include \"mlir-op.inc\"\ndef XOp : Op<Toy, \"x\"> {{ {fields} }}\n");
    output(&op_defs::BACKEND, &text)
}

/// The statements that parse and print a dictionary, which each format has.
const PARSED_DICTIONARY: &str = "\
{
  auto loc = parser.getCurrentLocation();(void)loc;
  if (parser.parseOptionalAttrDict(result.attributes))
    return ::mlir::failure();
  if (failed(verifyInherentAttrs(result.name, result.attributes, [&]() {
      return parser.emitError(loc) << \"'\" << result.name.getStringRef() << \"' op \";
    })))
    return ::mlir::failure();
}
";
const PRINTED_DICTIONARY: &str = "\
::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs;
_odsPrinter.printOptionalAttrDict((*this)->getAttrs(), elidedAttrs);
";

/// Checks the statements in the function whose head contains `head`, without the dictionary.
fn check(fields: &str, head: &str, expected: Expect) {
    let function = item(&definitions(fields), head);
    let statements = function.lines().filter_map(|line| line.strip_prefix("  "));
    let statements = statements.map(|line| format!("{line}\n")).collect::<String>();
    let statements = statements.replace(PARSED_DICTIONARY, "").replace(PRINTED_DICTIONARY, "");
    expected.assert_eq(statements.trim_end_matches("return ::mlir::success();\n"));
}

fn check_parser(fields: &str, expected: Expect) {
    check(fields, "::mlir::ParseResult XOp::parse(", expected);
}

fn check_printer(fields: &str, expected: Expect) {
    check(fields, "void XOp::print(", expected);
}

/// Checks the error of an operation with these fields.
fn check_error(fields: &str, expected: &str) {
    assert_eq!(definitions(fields), format!("error: {expected}\n"));
}

/// An operation whose format is `attr-dict` and the rest.
fn dictionary_and(rest: &str, members: &str) -> String {
    format!("{members} let assemblyFormat = [{{attr-dict {rest}}}];")
}

#[test]
fn a_buildable_type_is_not_parsed() {
    let fields = dictionary_and("$a", "let arguments = (ins Int:$a);");
    check_parser(
        &fields,
        expect![[r#"
        ::mlir::OpAsmParser::UnresolvedOperand aRawOperand{};
        ::llvm::ArrayRef<::mlir::OpAsmParser::UnresolvedOperand> aOperands(&aRawOperand, 1);
        ::llvm::SMLoc aOperandsLoc;
        (void)aOperandsLoc;
        aOperandsLoc = parser.getCurrentLocation();
        if (parser.parseOperand(aRawOperand))
          return ::mlir::failure();
        ::mlir::Type odsBuildableType0 = parser.getBuilder().getInt();
        if (parser.resolveOperands(aOperands, odsBuildableType0, aOperandsLoc, result.operands))
          return ::mlir::failure();
    "#]],
    );
}

#[test]
fn a_written_type_is_stripped_unless_it_is_qualified() {
    let members = "let arguments = (ins Any:$a, Any:$b);";
    let fields = dictionary_and("$a `,` $b `:` type($a) `,` qualified(type($b))", members);
    check_printer(
        &fields,
        expect![[r#"
        _odsPrinter << ' ';
        _odsPrinter << getA();
        _odsPrinter << ",";
        _odsPrinter << ' ';
        _odsPrinter << getB();
        _odsPrinter << ' ' << ":";
        _odsPrinter << ' ';
        {
          auto type = getA().getType();
          if (auto validType = ::llvm::dyn_cast<::mlir::Type>(type))
            _odsPrinter.printStrippedAttrOrType(validType);
          else
            _odsPrinter << type;
        }
        _odsPrinter << ",";
        _odsPrinter << ' ';
        _odsPrinter << getB().getType();
    "#]],
    );
}

#[test]
fn a_literal_guards_its_optional_group() {
    let fields =
        dictionary_and("(`if` $a^ `:` type($a))?", "let arguments = (ins Optional<Any>:$a);");
    check_parser(
        &fields,
        expect![[r#"
        ::llvm::SmallVector<::mlir::OpAsmParser::UnresolvedOperand, 4> aOperands;
        ::llvm::SMLoc aOperandsLoc;
        (void)aOperandsLoc;
        ::llvm::SmallVector<::mlir::Type, 1> aTypes;
        if (::mlir::succeeded(parser.parseOptionalKeyword("if"))) {
        {
          aOperandsLoc = parser.getCurrentLocation();
          ::mlir::OpAsmParser::UnresolvedOperand operand;
          ::mlir::OptionalParseResult parseResult = parser.parseOptionalOperand(operand);
          if (parseResult.has_value()) {
            if (failed(*parseResult))
              return ::mlir::failure();
            aOperands.push_back(operand);
          }
        }
        if (parser.parseColon())
          return ::mlir::failure();
        {
          ::mlir::Type optionalType;
          ::mlir::OptionalParseResult parseResult = parser.parseOptionalType(optionalType);
          if (parseResult.has_value()) {
            if (failed(*parseResult))
              return ::mlir::failure();
            aTypes.push_back(optionalType);
          }
        }
        }
        if (!aOperands.empty()) {
        if (parser.resolveOperands(aOperands, aTypes, aOperandsLoc, result.operands))
          return ::mlir::failure();
        }
    "#]],
    );
    check_printer(
        &fields,
        expect![[r#"
        if (getA()) {
        _odsPrinter << ' ' << "if";
        _odsPrinter << ' ';
        if (::mlir::Value value = getA())
          _odsPrinter << value;
        _odsPrinter << ' ' << ":";
        _odsPrinter << ' ';
        _odsPrinter << (getA() ? ::llvm::ArrayRef<::mlir::Type>(getA().getType()) : ::llvm::ArrayRef<::mlir::Type>());
        }
    "#]],
    );
}

#[test]
fn a_unit_anchor_is_neither_parsed_nor_printed() {
    let unit = "def UnitAttr : Attr<CPred<\"true\">, \"unit\", \"::mlir::UnitAttr\", \"bool\"> { let isOptional = 1; }\n";
    let text = format!(
        "include \"mlir-op.inc\"\n{unit}def XOp : Op<Toy, \"x\"> {{
  let arguments = (ins UnitAttr:$fast);
  let assemblyFormat = \"(`fast` $fast^) : (`slow`)? attr-dict\";
}}\n"
    );
    let output = output(&op_defs::BACKEND, &text);
    expect![[r#"
        ::mlir::ParseResult XOp::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
          if (::mlir::succeeded(parser.parseOptionalKeyword("fast"))) {
          result.getOrAddProperties<XOp::Properties>().fast = parser.getBuilder().getUnitAttr();
          } else {
          if (parser.parseKeyword("slow"))
            return ::mlir::failure();
          }
          {
            auto loc = parser.getCurrentLocation();(void)loc;
            if (parser.parseOptionalAttrDict(result.attributes))
              return ::mlir::failure();
            if (failed(verifyInherentAttrs(result.name, result.attributes, [&]() {
                return parser.emitError(loc) << "'" << result.name.getStringRef() << "' op ";
              })))
              return ::mlir::failure();
          }
          return ::mlir::success();
        }
    "#]].assert_eq(&item(&output, "::mlir::ParseResult XOp::parse("));
    expect![[r#"
        void XOp::print(::mlir::OpAsmPrinter &_odsPrinter) {
          if (getFastAttr()) {
          _odsPrinter << ' ' << "fast";
          } else {
          _odsPrinter << ' ' << "slow";
          }
          ::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs;
          elidedAttrs.push_back("fast");
          _odsPrinter.printOptionalAttrDict((*this)->getAttrs(), elidedAttrs);
        }
    "#]]
    .assert_eq(&item(&output, "void XOp::print("));
}

#[test]
fn an_optional_attribute_is_parsed_in_its_guard() {
    let members = "let arguments = (ins OptionalAttr<Text>:$a);";
    check_parser(
        &dictionary_and("($a^ `,`)?", members),
        expect![[r#"
        ::toy::TextAttr aAttr;
        ::mlir::OptionalParseResult parseResultaAttr =
          parser.parseOptionalAttribute(aAttr, ::mlir::Type{});
        if (parseResultaAttr.has_value() && failed(*parseResultaAttr))
          return ::mlir::failure();
        if (parseResultaAttr.has_value() && succeeded(*parseResultaAttr))
        if (aAttr) result.getOrAddProperties<XOp::Properties>().a = aAttr;
        if (aAttr) {
        if (parser.parseComma())
          return ::mlir::failure();
        }
    "#]],
    );
}

#[test]
fn clauses_are_parsed_in_a_loop_each_at_most_once() {
    let members = "let arguments = (ins OptionalAttr<Text>:$a, Variadic<Int>:$b);";
    let fields = dictionary_and("oilist(`a` $a | `b` $b)", members);
    check_parser(
        &fields,
        expect![[r#"
        ::toy::TextAttr aAttr;
        ::llvm::SmallVector<::mlir::OpAsmParser::UnresolvedOperand, 4> bOperands;
        ::llvm::SMLoc bOperandsLoc;
        (void)bOperandsLoc;
        bool aClause = false;
        bool bClause = false;
        while(true) {
        if (succeeded(parser.parseOptionalKeyword("a"))) {
          if (aClause) {
            return parser.emitError(parser.getNameLoc())
                  << "`a` clause can appear at most once in the expansion of the "
                     "oilist directive";
          }
          aClause = true;
        ::mlir::OptionalParseResult parseResultaAttr =
          parser.parseOptionalAttribute(aAttr, ::mlir::Type{});
        if (parseResultaAttr.has_value() && failed(*parseResultaAttr))
          return ::mlir::failure();
        if (parseResultaAttr.has_value() && succeeded(*parseResultaAttr))
        if (aAttr) result.getOrAddProperties<XOp::Properties>().a = aAttr;
        } else if (succeeded(parser.parseOptionalKeyword("b"))) {
          if (bClause) {
            return parser.emitError(parser.getNameLoc())
                  << "`b` clause can appear at most once in the expansion of the "
                     "oilist directive";
          }
          bClause = true;
        bOperandsLoc = parser.getCurrentLocation();
        if (parser.parseOperandList(bOperands))
          return ::mlir::failure();
        } else {
          break;
        }
        }
        ::mlir::Type odsBuildableType0 = parser.getBuilder().getInt();
        if (parser.resolveOperands(bOperands, odsBuildableType0, bOperandsLoc, result.operands))
          return ::mlir::failure();
    "#]],
    );
    check_printer(
        &fields,
        expect![[r#"
        ::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs;
        elidedAttrs.push_back("a");
        _odsPrinter.printOptionalAttrDict((*this)->getAttrs(), elidedAttrs);
        if (false || (getAAttr())) {
        _odsPrinter << ' ' << "a";
        _odsPrinter << ' ';
        _odsPrinter.printStrippedAttrOrType(getAAttr());
        }
        if (false || getB().size()) {
        _odsPrinter << ' ' << "b";
        _odsPrinter << ' ';
        _odsPrinter << getB();
        }
    "#]],
    );
}

#[test]
fn a_custom_directive_gets_references_after_they_are_parsed() {
    let members = "let arguments = (ins Int:$a, Optional<Int>:$b);";
    let fields = dictionary_and("$a custom<Pair>($b, ref($a), \"3\")", members);
    check_parser(
        &fields,
        expect![[r#"
        ::mlir::OpAsmParser::UnresolvedOperand aRawOperand{};
        ::llvm::ArrayRef<::mlir::OpAsmParser::UnresolvedOperand> aOperands(&aRawOperand, 1);
        ::llvm::SMLoc aOperandsLoc;
        (void)aOperandsLoc;
        ::llvm::SmallVector<::mlir::OpAsmParser::UnresolvedOperand, 4> bOperands;
        ::llvm::SMLoc bOperandsLoc;
        (void)bOperandsLoc;
        aOperandsLoc = parser.getCurrentLocation();
        if (parser.parseOperand(aRawOperand))
          return ::mlir::failure();
        {
        bOperandsLoc = parser.getCurrentLocation();
        ::std::optional<::mlir::OpAsmParser::UnresolvedOperand> bOperand;
        auto odsResult = parsePair(parser, bOperand, aRawOperand, 3);
        if (odsResult) return ::mlir::failure();
        if (bOperand.has_value())
          bOperands.push_back(*bOperand);
        }
        ::mlir::Type odsBuildableType0 = parser.getBuilder().getInt();
        if (parser.resolveOperands(aOperands, odsBuildableType0, aOperandsLoc, result.operands))
          return ::mlir::failure();
        if (!bOperands.empty()) {
        if (parser.resolveOperands(bOperands, odsBuildableType0, bOperandsLoc, result.operands))
          return ::mlir::failure();
        }
    "#]],
    );
    check_printer(
        &fields,
        expect![[r#"
        _odsPrinter << ' ';
        _odsPrinter << getA();
        _odsPrinter << ' ';
        printPair(_odsPrinter, *this, getB(), getA(), 3);
    "#]],
    );
}

#[test]
fn a_custom_directive_first_in_a_group_decides_whether_the_group_is_present() {
    let members = "let arguments = (ins OptionalAttr<Text>:$a);";
    check_parser(
        &dictionary_and("(custom<Name>($a)^)?", members),
        expect![[r#"
        ::toy::TextAttr aAttr;
        if (auto optResult = [&]() -> ::mlir::OptionalParseResult {
        {
        auto odsResult = parseName(parser, aAttr);
        if (!odsResult.has_value()) return {};
        if (::mlir::failed(*odsResult)) return ::mlir::failure();
        if (aAttr)
        result.getOrAddProperties<XOp::Properties>().a = aAttr;
        }
        return ::mlir::success();
        }(); optResult.has_value() && ::mlir::failed(*optResult)) {
        return ::mlir::failure();
        } else if (optResult.has_value()) {
        }
    "#]],
    );
}

#[test]
fn a_functional_type_has_the_types_of_both_sides() {
    let members = "let arguments = (ins Any:$a); let results = (outs Variadic<Any>:$r);";
    let fields = dictionary_and("$a `:` functional-type(operands, $r)", members);
    check_parser(
        &fields,
        expect![[r#"
        ::mlir::OpAsmParser::UnresolvedOperand aRawOperand{};
        ::llvm::ArrayRef<::mlir::OpAsmParser::UnresolvedOperand> aOperands(&aRawOperand, 1);
        ::llvm::SMLoc aOperandsLoc;
        (void)aOperandsLoc;
        ::llvm::ArrayRef<::mlir::Type> allOperandTypes;
        ::llvm::ArrayRef<::mlir::Type> rTypes;
        aOperandsLoc = parser.getCurrentLocation();
        if (parser.parseOperand(aRawOperand))
          return ::mlir::failure();
        if (parser.parseColon())
          return ::mlir::failure();
        ::mlir::FunctionType allOperand__r_functionType;
        if (parser.parseType(allOperand__r_functionType))
          return ::mlir::failure();
        allOperandTypes = allOperand__r_functionType.getInputs();
        rTypes = allOperand__r_functionType.getResults();
        result.addTypes(rTypes);
        if (parser.resolveOperands(aOperands, allOperandTypes, parser.getNameLoc(), result.operands))
          return ::mlir::failure();
    "#]],
    );
    check_printer(
        &fields,
        expect![[r#"
        _odsPrinter << ' ';
        _odsPrinter << getA();
        _odsPrinter << ' ' << ":";
        _odsPrinter << ' ';
        _odsPrinter.printFunctionalType(getOperation()->getOperandTypes(), getR().getTypes());
    "#]],
    );
}

#[test]
fn lists_are_resolved_together() {
    let members = "let arguments = (ins Any:$a, Any:$b); let results = (outs Any:$r);
                   let regions = (region OneBlock:$body); let successors = (successor OneBlock:$next);";
    let fields =
        dictionary_and("operands `:` type(operands) type(results) regions successors", members);
    check_parser(
        &fields,
        expect![[r#"
        ::llvm::SmallVector<::mlir::OpAsmParser::UnresolvedOperand, 4> allOperands;
        ::llvm::SmallVector<::mlir::Type, 1> allOperandTypes;
        ::llvm::SmallVector<::mlir::Type, 1> allResultTypes;
        ::llvm::SmallVector<std::unique_ptr<::mlir::Region>, 2> fullRegions;
        ::llvm::SmallVector<::mlir::Block *, 2> fullSuccessors;
        [[maybe_unused]] ::llvm::SMLoc allOperandLoc = parser.getCurrentLocation();
        if (parser.parseOperandList(allOperands))
          return ::mlir::failure();
        if (parser.parseColon())
          return ::mlir::failure();
        if (parser.parseTypeList(allOperandTypes))
          return ::mlir::failure();
        if (parser.parseTypeList(allResultTypes))
          return ::mlir::failure();
        {
          std::unique_ptr<::mlir::Region> region;
          auto firstRegionResult = parser.parseOptionalRegion(region);
          if (firstRegionResult.has_value()) {
            if (failed(*firstRegionResult))
              return ::mlir::failure();
            fullRegions.emplace_back(std::move(region));
            while (succeeded(parser.parseOptionalComma())) {
              region = std::make_unique<::mlir::Region>();
              if (parser.parseRegion(*region))
                return ::mlir::failure();
              fullRegions.emplace_back(std::move(region));
            }
          }
        }
        {
          ::mlir::Block *succ;
          auto firstSucc = parser.parseOptionalSuccessor(succ);
          if (firstSucc.has_value()) {
            if (failed(*firstSucc))
              return ::mlir::failure();
            fullSuccessors.emplace_back(succ);
            while (succeeded(parser.parseOptionalComma())) {
              if (parser.parseSuccessor(succ))
                return ::mlir::failure();
              fullSuccessors.emplace_back(succ);
            }
          }
        }
        result.addRegions(fullRegions);
        result.addSuccessors(fullSuccessors);
        result.addTypes(allResultTypes);
        if (parser.resolveOperands(allOperands, allOperandTypes, allOperandLoc, result.operands))
          return ::mlir::failure();
    "#]],
    );
}

#[test]
fn punctuation_takes_no_blank_before_or_after() {
    let fields = dictionary_and(
        "`(` $a `)` `[` $b `,` `]` `->` `word`",
        "let arguments = (ins Int:$a, Int:$b);",
    );
    check_printer(
        &fields,
        expect![[r#"
        _odsPrinter << "(";
        _odsPrinter << getA();
        _odsPrinter << ")";
        _odsPrinter << ' ' << "[";
        _odsPrinter << getB();
        _odsPrinter << ",";
        _odsPrinter << "]";
        _odsPrinter << ' ' << "->";
        _odsPrinter << ' ' << "word";
    "#]],
    );
}

#[test]
fn whitespace_replaces_the_blank_between_elements() {
    let fields = dictionary_and(
        "$a `` $b ` ` $c `\\n` `end`",
        "let arguments = (ins Int:$a, Int:$b, Int:$c);",
    );
    check_printer(
        &fields,
        expect![[r#"
        _odsPrinter << ' ';
        _odsPrinter << getA();
        _odsPrinter << getB();
        _odsPrinter << ' ';
        _odsPrinter << ' ';
        _odsPrinter << getC();
        _odsPrinter.printNewline();
        _odsPrinter << ' ' << "end";
    "#]],
    );
}

#[test]
fn attributes_in_the_format_are_left_out_of_the_dictionary() {
    let members = "let arguments = (ins Text:$a, OptionalAttr<Text>:$b, Text:$c);";
    check_printer(
        &dictionary_and("$a ($b^)?", members),
        expect![[r#"
        ::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs;
        elidedAttrs.push_back("a");
        elidedAttrs.push_back("b");
        _odsPrinter.printOptionalAttrDict((*this)->getAttrs(), elidedAttrs);
        _odsPrinter << ' ';
        _odsPrinter.printStrippedAttrOrType(getAAttr());
        if (getBAttr()) {
        _odsPrinter << ' ';
        _odsPrinter.printStrippedAttrOrType(getBAttr());
        }
    "#]],
    );
}

#[test]
fn each_type_is_written_built_or_inferred() {
    check_error(
        &dictionary_and("$a", "let arguments = (ins Any:$a);"),
        "type of operand #0, named 'a', is not buildable and a buildable type cannot be inferred",
    );
    check_error(
        &dictionary_and("", "let results = (outs Any:$r);"),
        "type of result #0, named 'r', is not buildable and a buildable type cannot be inferred",
    );
    check_error(
        &dictionary_and("", "let arguments = (ins Any:$a);"),
        "operand #0, named 'a', not found",
    );
}

#[test]
fn each_region_and_successor_is_written() {
    check_error(
        &dictionary_and("", "let regions = (region OneBlock:$body);"),
        "region #0, named 'body', not found",
    );
    check_error(
        &dictionary_and("", "let successors = (successor OneBlock:$next);"),
        "successor #0, named 'next', not found",
    );
}
