use expect_test::{Expect, expect};
use tablewright_test_support::item;

use super::attrdef;
use crate::test_support::output;

/// Returns the description of an attribute with these parameters and a format.
fn attribute(parameters: &str, format: &str) -> String {
    format!(
        "include \"mlir.inc\"
class ArrayParameter<string element> : AttrOrTypeParameter<\"::llvm::ArrayRef<\" # element # \">\">;
def Toy : Dialect {{ let name = \"toy\"; let cppNamespace = \"::toy\"; }}
def XAttr : AttrDef<Toy, \"X\"> {{
  let mnemonic = \"x\";
  let parameters = (ins {parameters});
  let assemblyFormat = [{{{format}}}];
}}\n"
    )
}

/// Checks the function of the attribute whose head contains `head`.
fn check(parameters: &str, format: &str, head: &str, expected: Expect) {
    let output = output(&attrdef::DEFS_BACKEND, &attribute(parameters, format));
    expected.assert_eq(&item(&output, head));
}

fn check_parser(parameters: &str, format: &str, expected: Expect) {
    check(parameters, format, "::mlir::Attribute X::parse(", expected);
}

fn check_printer(parameters: &str, format: &str, expected: Expect) {
    check(parameters, format, "void X::print(", expected);
}

#[test]
fn a_parameter_is_parsed_by_its_type() {
    check_parser(
        "\"int\":$width",
        "`<` $width `>`",
        expect![[r#"
        ::mlir::Attribute X::parse(::mlir::AsmParser &odsParser, ::mlir::Type odsType) {
          ::mlir::Builder odsBuilder(odsParser.getContext());
          ::llvm::SMLoc odsLoc = odsParser.getCurrentLocation();
          (void) odsLoc;
          ::mlir::FailureOr<int> _result_width;
          // Parse literal '<'
          if (odsParser.parseLess()) return {};
          _result_width = ::mlir::FieldParser<int>::parse(odsParser);
          if (::mlir::failed(_result_width)) {
          odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse XAttr parameter 'width' which is to be a `int`");
          return {};
          }
          // Parse literal '>'
          if (odsParser.parseGreater()) return {};
          assert(::mlir::succeeded(_result_width));
          return X::get(odsParser.getContext(),
          int((*_result_width)));
        }
    "#]],
    );
}

#[test]
fn parameters_after_the_last_required_one_may_be_missing() {
    check_parser(
        "\"int\":$a, OptionalParameter<\"int\">:$b",
        "`<` params `>`",
        expect![[r#"
        ::mlir::Attribute X::parse(::mlir::AsmParser &odsParser, ::mlir::Type odsType) {
          ::mlir::Builder odsBuilder(odsParser.getContext());
          ::llvm::SMLoc odsLoc = odsParser.getCurrentLocation();
          (void) odsLoc;
          ::mlir::FailureOr<int> _result_a;
          ::mlir::FailureOr<int> _result_b;
          // Parse literal '<'
          if (odsParser.parseLess()) return {};
          do {
          _result_a = ::mlir::FieldParser<int>::parse(odsParser);
          if (::mlir::failed(_result_a)) {
          odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse XAttr parameter 'a' which is to be a `int`");
          return {};
          }
          if (odsParser.parseOptionalComma()) break;
          _result_b = ::mlir::FieldParser<int>::parse(odsParser);
          if (::mlir::failed(_result_b)) {
          odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse XAttr parameter 'b' which is to be a `int`");
          return {};
          }
          } while(false);
          // Parse literal '>'
          if (odsParser.parseGreater()) return {};
          assert(::mlir::succeeded(_result_a));
          return X::get(odsParser.getContext(),
          int((*_result_a)),
          int((_result_b.value_or(int()))));
        }
    "#]],
    );
    check_printer(
        "\"int\":$a, OptionalParameter<\"int\">:$b",
        "`<` params `>`",
        expect![[r#"
        void X::print(::mlir::AsmPrinter &odsPrinter) const {
          ::mlir::Builder odsBuilder(getContext());
          odsPrinter << "<";
          {
          bool _firstPrinted = true;
          if (!_firstPrinted) odsPrinter << ", ";
          _firstPrinted = false;
          odsPrinter.printStrippedAttrOrType(getA());
          if (!(getB() == int())) {
          if (!_firstPrinted) odsPrinter << ", ";
          _firstPrinted = false;
          if (!(getB() == int())) {
          odsPrinter.printStrippedAttrOrType(getB());
          }
          }
          }
          odsPrinter << ">";
        }
    "#]],
    );
}

#[test]
fn struct_parameters_come_in_any_order_each_once() {
    check_parser(
        "\"int\":$a, \"int\":$b",
        "`<` struct(params) `>`",
        expect![[r#"
        ::mlir::Attribute X::parse(::mlir::AsmParser &odsParser, ::mlir::Type odsType) {
          ::mlir::Builder odsBuilder(odsParser.getContext());
          ::llvm::SMLoc odsLoc = odsParser.getCurrentLocation();
          (void) odsLoc;
          ::mlir::FailureOr<int> _result_a;
          ::mlir::FailureOr<int> _result_b;
          // Parse literal '<'
          if (odsParser.parseLess()) return {};
          bool _seen_a = false;
          bool _seen_b = false;
          {
          const auto _loop_body = [&](::llvm::StringRef _paramKey) -> bool {
          // Parse literal '='
          if (odsParser.parseEqual()) return {};
          if (!_seen_a && _paramKey == "a") {
          _seen_a = true;
          _result_a = ::mlir::FieldParser<int>::parse(odsParser);
          if (::mlir::failed(_result_a)) {
          odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse XAttr parameter 'a' which is to be a `int`");
          return {};
          }
          } else if (!_seen_b && _paramKey == "b") {
          _seen_b = true;
          _result_b = ::mlir::FieldParser<int>::parse(odsParser);
          if (::mlir::failed(_result_b)) {
          odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse XAttr parameter 'b' which is to be a `int`");
          return {};
          }
          } else {
          odsParser.emitError(odsParser.getCurrentLocation(),
          "duplicate or unknown struct parameter name: ") << _paramKey;
          return {};
          }
          return true;
          };
          for (unsigned odsStructIndex = 0; odsStructIndex < 2; ++odsStructIndex) {
          ::llvm::StringRef _paramKey;
          if (odsParser.parseKeyword(&_paramKey)) {
          odsParser.emitError(odsParser.getCurrentLocation(),
          "expected a parameter name in struct");
          return {};
          }
          if (!_loop_body(_paramKey)) return {};
          if ((odsStructIndex != 2 - 1) && odsParser.parseComma())
          return {};
          }
          }
          // Parse literal '>'
          if (odsParser.parseGreater()) return {};
          assert(::mlir::succeeded(_result_a));
          assert(::mlir::succeeded(_result_b));
          return X::get(odsParser.getContext(),
          int((*_result_a)),
          int((*_result_b)));
        }
    "#]],
    );
}

#[test]
fn an_array_in_a_struct_has_brackets_unless_it_is_last() {
    let parameters = "ArrayParameter<\"int\">:$a, ArrayParameter<\"int\">:$b";
    check_printer(
        parameters,
        "`<` struct(params) `>`",
        expect![[r#"
        void X::print(::mlir::AsmPrinter &odsPrinter) const {
          ::mlir::Builder odsBuilder(getContext());
          odsPrinter << "<";
          {
          bool _firstPrinted = true;
          if (!_firstPrinted) odsPrinter << ", ";
          _firstPrinted = false;
          odsPrinter << "a = ";
          odsPrinter.printStrippedAttrOrType(getA());
          if (!_firstPrinted) odsPrinter << ", ";
          _firstPrinted = false;
          odsPrinter << "b = ";
          odsPrinter.printStrippedAttrOrType(getB());
          }
          odsPrinter << ">";
        }
    "#]],
    );
}

#[test]
fn an_optional_group_is_printed_if_its_anchor_is_present() {
    let parameters = "\"int\":$a, OptionalParameter<\"int\">:$b";
    check_parser(
        parameters,
        "$a (`,` $b^) : (`none`)?",
        expect![[r#"
        ::mlir::Attribute X::parse(::mlir::AsmParser &odsParser, ::mlir::Type odsType) {
          ::mlir::Builder odsBuilder(odsParser.getContext());
          ::llvm::SMLoc odsLoc = odsParser.getCurrentLocation();
          (void) odsLoc;
          ::mlir::FailureOr<int> _result_a;
          ::mlir::FailureOr<int> _result_b;
          _result_a = ::mlir::FieldParser<int>::parse(odsParser);
          if (::mlir::failed(_result_a)) {
          odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse XAttr parameter 'a' which is to be a `int`");
          return {};
          }
          if (odsParser.parseOptionalComma()) {
          // Parse literal 'none'
          if (odsParser.parseKeyword("none")) return {};
          } else {
          _result_b = ::mlir::FieldParser<int>::parse(odsParser);
          if (::mlir::failed(_result_b)) {
          odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse XAttr parameter 'b' which is to be a `int`");
          return {};
          }
          }
          assert(::mlir::succeeded(_result_a));
          return X::get(odsParser.getContext(),
          int((*_result_a)),
          int((_result_b.value_or(int()))));
        }
    "#]],
    );
    check_printer(
        parameters,
        "$a (`,` $b^) : (`none`)?",
        expect![[r#"
        void X::print(::mlir::AsmPrinter &odsPrinter) const {
          ::mlir::Builder odsBuilder(getContext());
          odsPrinter.printStrippedAttrOrType(getA());
          if (!(getB() == int())) {
          odsPrinter << ",";
          if (!(getB() == int())) {
          odsPrinter << ' ';
          odsPrinter.printStrippedAttrOrType(getB());
          }
          } else {
          odsPrinter << ' ' << "none";
          }
        }
    "#]],
    );
}

#[test]
fn a_custom_directive_gets_parameters_references_and_texts() {
    check_parser(
        "\"int\":$a, \"int\":$b",
        "$a custom<Pair>($b, ref($a), \"3\")",
        expect![[r#"
        ::mlir::Attribute X::parse(::mlir::AsmParser &odsParser, ::mlir::Type odsType) {
          ::mlir::Builder odsBuilder(odsParser.getContext());
          ::llvm::SMLoc odsLoc = odsParser.getCurrentLocation();
          (void) odsLoc;
          ::mlir::FailureOr<int> _result_a;
          ::mlir::FailureOr<int> _result_b;
          _result_a = ::mlir::FieldParser<int>::parse(odsParser);
          if (::mlir::failed(_result_a)) {
          odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse XAttr parameter 'a' which is to be a `int`");
          return {};
          }
          {
          auto odsCustomLoc = odsParser.getCurrentLocation();
          (void)odsCustomLoc;
          auto odsCustomResult = parsePair(odsParser,
          ::mlir::detail::unwrapForCustomParse(_result_b),
          *_result_a,
          3);
          if (::mlir::failed(odsCustomResult)) return {};
          if (::mlir::failed(_result_b)) {
          odsParser.emitError(odsCustomLoc, "custom parser failed to parse parameter 'b'");
          return {};
          }
          }
          assert(::mlir::succeeded(_result_a));
          assert(::mlir::succeeded(_result_b));
          return X::get(odsParser.getContext(),
          int((*_result_a)),
          int((*_result_b)));
        }
    "#]],
    );
    check_printer(
        "\"int\":$a, \"int\":$b",
        "$a custom<Pair>($b, ref($a), \"3\")",
        expect![[r#"
        void X::print(::mlir::AsmPrinter &odsPrinter) const {
          ::mlir::Builder odsBuilder(getContext());
          odsPrinter.printStrippedAttrOrType(getA());
          odsPrinter << ' ';
          printPair(odsPrinter,
          getB(),
          getA(),
          3);
        }
    "#]],
    );
}

/// The attribute has a required parameter `a` and an optional parameter `b`.
#[test]
fn faults_of_formats_are_reported() {
    use crate::model::{AttrOrType, AttrOrTypeDef, DefSyntax, parse_def_format};
    let errors = |format: &str| {
        let parameters = "\"int\":$a, OptionalParameter<\"int\">:$b";
        let store = crate::test_support::store(&attribute(parameters, format));
        let defs = AttrOrTypeDef::all(&store, AttrOrType::Attr).expect("they can be read");
        let DefSyntax::Format(text) = defs[0].syntax else { panic!("it has a format") };
        let errors = parse_def_format(&defs[0], text).expect_err(format);
        format!("{format}: {}\n", errors[0].message)
    };
    let formats = [
        "$c",
        "$a $a",
        "$b",
        "params $a",
        "$a params",
        "$a custom<A>(ref($b))",
        "$a struct($b) `,`",
        "struct(struct($a))",
        "struct(custom<A>($a, $b))",
        "custom<A>(params) $a",
        "($a^)?",
        "$a ($b `x`^)?",
        "$a ($b)?",
        "$a (` ` ref($b)^)?",
        "$a (`x` custom<A>(ref($a))^)?",
        "qualified(`x`) $a",
        "$a functional-type($a)",
        "$a \"text\"",
    ];
    expect![[r#"
        $c: XAttr has no parameter named 'c'
        $a $a: duplicate parameter 'a'
        $b: format is missing reference to parameter: a
        params $a: duplicate parameter 'a'
        $a params: `params` captures duplicate parameter: a
        $a custom<A>(ref($b)): parameter 'b' must be bound before it is referenced
        $a struct($b) `,`: `struct` directive with optional parameters cannot be followed by a comma literal
        struct(struct($a)): `struct` can only be used at the top-level context
        struct(custom<A>($a, $b)): `struct` can only contain `custom` directives with a single argument
        custom<A>(params) $a: `params` can only be used at the top-level context or within a `struct` directive
        ($a^)?: parameters in an optional group must be optional
        $a ($b `x`^)?: optional group anchor must be a parameter or directive
        $a ($b)?: optional group has no anchor element
        $a (` ` ref($b)^)?: 'ref' is only valid within a `custom` directive
        $a (`x` custom<A>(ref($a))^)?: `custom` directive with no bound parameters cannot be used as optional group anchor
        qualified(`x`) $a: `qualified` argument list expected a variable
        $a functional-type($a): unsupported directive kind
        $a "text": strings may only be used as 'custom' directive arguments
    "#]].assert_eq(&formats.map(errors).concat());
}

#[test]
fn storage_compares_and_hashes_all_parameters() {
    check(
        "\"int\":$a, \"Name\":$b",
        "`<` params `>`",
        "struct XStorage",
        expect![[r#"
        struct XStorage : public ::mlir::AttributeStorage {
          using KeyTy = std::tuple<int, Name>;
          XStorage(int a, Name b) : a(std::move(a)), b(std::move(b)) {}

          KeyTy getAsKey() const {
            return KeyTy(a, b);
          }

          bool operator==(const KeyTy &tblgenKey) const {
            return (a == std::get<0>(tblgenKey)) && (b == std::get<1>(tblgenKey));
          }

          static ::llvm::hash_code hashKey(const KeyTy &tblgenKey) {
            return ::llvm::hash_combine(std::get<0>(tblgenKey), std::get<1>(tblgenKey));
          }

          static XStorage *construct(::mlir::AttributeStorageAllocator &allocator, KeyTy &&tblgenKey) {
            auto a = std::move(std::get<0>(tblgenKey));
            auto b = std::move(std::get<1>(tblgenKey));
            return new (allocator.allocate<XStorage>()) XStorage(std::move(a), std::move(b));
          }
          int a;
          Name b;
        };
    "#]],
    );
}

#[test]
fn a_dialect_dispatches_by_the_mnemonic() {
    let output = output(&attrdef::DEFS_BACKEND, &attribute("\"int\":$a", "$a"));
    expect![[r#"
        static ::mlir::OptionalParseResult generatedAttributeParser(::mlir::AsmParser &parser, ::llvm::StringRef *mnemonic, ::mlir::Type type, ::mlir::Attribute &value) {
          return ::mlir::AsmParser::KeywordSwitch<::mlir::OptionalParseResult>(parser)
            .Case(::toy::X::getMnemonic(), [&](llvm::StringRef, llvm::SMLoc) {
              value = ::toy::X::parse(parser, type);
              return ::mlir::success(!!value);
            })
            .Default([&](llvm::StringRef keyword, llvm::SMLoc) {
              *mnemonic = keyword;
              return std::nullopt;
            });
        }
    "#]].assert_eq(&item(&output, "generatedAttributeParser("));
    expect![[r#"
        static ::llvm::LogicalResult generatedAttributePrinter(::mlir::Attribute def, ::mlir::AsmPrinter &printer) {
          return ::llvm::TypeSwitch<::mlir::Attribute, ::llvm::LogicalResult>(def)
            .Case<::toy::X>([&](auto t) {
              printer << ::toy::X::getMnemonic();
              printer << ' ';
              t.print(printer);
              return ::mlir::success();
            })
            .Default([](auto) { return ::mlir::failure(); });
        }
    "#]].assert_eq(&item(&output, "generatedAttributePrinter("));
}

#[test]
fn accessors_and_builders_are_declared() {
    let attribute = attribute("\"int\":$width, OptionalParameter<\"Name\">:$name", "$width");
    let output = output(&attrdef::DECLS_BACKEND, &attribute);
    expect![[r#"
        class X : public ::mlir::Attribute::AttrBase<X, ::mlir::Base, detail::XStorage> {
        public:
          using Base::Base;

          static constexpr ::llvm::StringLiteral name = "toy.X";
          static constexpr ::llvm::StringLiteral dialectName = "toy";
          static X get(::mlir::MLIRContext *context, int width, Name name);
          static constexpr ::llvm::StringLiteral getMnemonic() {
            return {"x"};
          }
          static ::mlir::Attribute parse(::mlir::AsmParser &odsParser, ::mlir::Type odsType);
          void print(::mlir::AsmPrinter &odsPrinter) const;
          int getWidth() const;
          Name getName() const;
        };
    "#]]
    .assert_eq(&item(&output, "class X :"));
}
