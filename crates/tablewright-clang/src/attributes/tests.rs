use expect_test::{Expect, expect};
use tablewright_test_support::{item, lines};

use crate::test_support::output;

const CLASSES: &str = include_str!("../../../../tests/data/support/attr-classes.inc");

/// Returns the output of an action for an attribute with these fields.
fn attribute(action: &str, fields: &str) -> String {
    let text = format!(
        "{CLASSES}
def Var : DeclNode<?, \"variables\">;
def Function : DeclNode<?, \"functions\">;
def Local : SubsetSubject<Var, [{{S->isLocal()}}], \"local variables\">;
def X : InheritableAttr {{
  let Spellings = [GNU<\"x\">];
  let Subjects = SubjectList<[Function]>;
  let Documentation = [Undocumented];
  {fields}
}}"
    );
    output(action, &text)
}

/// Checks the item of the output whose head contains `head`.
fn check(action: &str, fields: &str, head: &str, expected: Expect) {
    expected.assert_eq(&item(&attribute(action, fields), head));
}

#[test]
fn a_string_argument_is_a_length_and_characters() {
    let fields = "let Args = [StringArgument<\"Text\">];";
    let classes = attribute("gen-clang-attr-classes", fields);
    expect![[r#"
        unsigned textLength;
        char *text;
        static XAttr *CreateImplicit(ASTContext &Ctx, llvm::StringRef Text, const AttributeCommonInfo &CommonInfo);
        static XAttr *Create(ASTContext &Ctx, llvm::StringRef Text, const AttributeCommonInfo &CommonInfo);
        static XAttr *CreateImplicit(ASTContext &Ctx, llvm::StringRef Text, SourceRange Range = {});
        static XAttr *Create(ASTContext &Ctx, llvm::StringRef Text, SourceRange Range = {});
        XAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo, llvm::StringRef Text);
        XAttr *clone(ASTContext &C) const;
        llvm::StringRef getText() const {
        return llvm::StringRef(text, textLength);
        unsigned getTextLength() const {
        return textLength;
        void setText(ASTContext &C, llvm::StringRef S) {
        textLength = S.size();
        this->text = new (C, 1) char [textLength];
        std::memcpy(this->text, S.data(), textLength);
    "#]].assert_eq(&lines(&classes, &["text", "Text"]));
    check(
        "gen-clang-attr-impl",
        fields,
        "XAttr *XAttr::clone(",
        expect![[r#"
        XAttr *XAttr::clone(ASTContext &C) const {
          auto *A = new (C) XAttr(C, *this, getText());
          A->Inherited = Inherited;
          A->IsPackExpansion = IsPackExpansion;
          A->setImplicit(Implicit);
          return A;
        }
    "#]],
    );
}

#[test]
fn a_list_argument_is_copied_in_the_constructor() {
    let fields = "let Args = [VariadicUnsignedArgument<\"Sizes\">];";
    check(
        "gen-clang-attr-impl",
        fields,
        "XAttr::XAttr(",
        expect![[r#"
        XAttr::XAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo, unsigned *Sizes, unsigned SizesSize)
            : InheritableAttr(Ctx, CommonInfo, attr::X, /*IsLateParsed=*/false, false),
              sizes_Size(SizesSize), sizes_(new (Ctx, 16) unsigned[sizes_Size]) {
          std::copy(Sizes, Sizes + sizes_Size, sizes_);
        }
    "#]],
    );
    check(
        "gen-clang-attr-impl",
        fields,
        "XAttr *XAttr::clone(",
        expect![[r#"
        XAttr *XAttr::clone(ASTContext &C) const {
          auto *A = new (C) XAttr(C, *this, sizes_, sizes_Size);
          A->Inherited = Inherited;
          A->IsPackExpansion = IsPackExpansion;
          A->setImplicit(Implicit);
          return A;
        }
    "#]],
    );
}

#[test]
fn an_enum_argument_converts_between_names_and_values() {
    let fields = "let Args = [EnumArgument<\"Kind\", \"KindTy\", 1, [\"a\", \"b\", \"c\"], [\"A\", \"B\", \"B\"]>];";
    check(
        "gen-clang-attr-impl",
        fields,
        "bool XAttr::ConvertStrToKindTy(",
        expect![[r#"
        bool XAttr::ConvertStrToKindTy(StringRef Val, XAttr::KindTy &Out) {
          std::optional<XAttr::KindTy> R = llvm::StringSwitch<std::optional<XAttr::KindTy>>(Val)
            .Case("a", XAttr::KindTy::A)
            .Case("b", XAttr::KindTy::B)
            .Case("c", XAttr::KindTy::B)
            .Default(std::optional<XAttr::KindTy>());
          if (R) {
            Out = *R;
            return true;
          }
          return false;
        }
    "#]],
    );
    check(
        "gen-clang-attr-impl",
        fields,
        "const char *XAttr::ConvertKindTyToStr(",
        expect![[r#"
        const char *XAttr::ConvertKindTyToStr(XAttr::KindTy Val) {
          switch(Val) {
          case XAttr::KindTy::A: return "a";
          case XAttr::KindTy::B: return "b";
          }
          llvm_unreachable("No enumerator with that value");
        }
    "#]],
    );
    let classes = attribute("gen-clang-attr-classes", fields);
    expect![[r#"
        enum KindTy {
          A,
          B
        };
    "#]]
    .assert_eq(&item(&classes, "enum KindTy"));
}

#[test]
fn an_optional_argument_is_printed_only_if_it_is_present() {
    let fields = "let Args = [ExprArgument<\"Value\", 1>, IntArgument<\"Number\">];";
    check(
        "gen-clang-attr-impl",
        fields,
        "void XAttr::printPretty(",
        expect![[r#"
        void XAttr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          bool IsFirstArgument = true; (void)IsFirstArgument;
          unsigned TrailingOmittedArgs = 0; (void)TrailingOmittedArgs;
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            break;
          case 0 : {
            OS << "__attribute__((x";
            if (!(!getValue())) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "";
            getValue()->printPretty(OS, nullptr, Policy);
            OS << "";
            }
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getNumber() << "";
            if (!IsFirstArgument)
              OS << ")";
            OS << "))";
            break;
          }
          }
        }
    "#]],
    );
}

#[test]
fn each_spelling_is_printed_in_its_syntax() {
    let fields =
        "let Spellings = [GNU<\"x\">, CXX11<\"toy\", \"x\">, Declspec<\"x\">, Keyword<\"_X\", 0>];";
    let attribute = attribute("gen-clang-attr-impl", fields);
    expect![[r#"
        OS << "__attribute__((x";
        OS << "[[toy::x";
        OS << "__declspec(x";
        OS << "_X";
    "#]]
    .assert_eq(&lines(&attribute, &["OS << \"_", "OS << \"["]));
}

#[test]
fn a_traversal_visits_expressions_and_types() {
    let fields = "let Args = [ExprArgument<\"E\">, TypeArgument<\"T\">, VariadicExprArgument<\"All\">, IntArgument<\"N\">];";
    check(
        "gen-clang-attr-ast-visitor",
        fields,
        "bool VISITORCLASS<Derived>::TraverseXAttr(XAttr *A)",
        expect![[r#"
            bool VISITORCLASS<Derived>::TraverseXAttr(XAttr *A) {
              if (!getDerived().VisitAttr(A))
                return false;
              if (!getDerived().VisitXAttr(A))
                return false;
              if (!getDerived().TraverseStmt(A->getE()))
                return false;
              if (auto *TSI = A->getTLoc())
                if (!getDerived().TraverseTypeLoc(TSI->getTypeLoc()))
                  return false;
              {
                Expr * *I = A->all_begin();
                Expr * *E = A->all_end();
                for (; I != E; ++I) {
                  if (!getDerived().TraverseStmt(*I))
                    return false;
                }
              }
              return true;
            }
        "#]],
    );
}

#[test]
fn a_parser_asks_for_the_kind_of_the_first_argument() {
    let first = |argument: &str| {
        let fields = format!("let Args = [{argument}];");
        let switches = attribute("gen-clang-attr-parser-string-switches", &fields);
        let parts = switches.split("#endif").filter(|part| part.contains(".Case"));
        let heads = parts.filter_map(|part| part.split_once("#if defined(")?.1.split_once(')'));
        format!("{argument}: {}\n", heads.map(|(head, _)| head).collect::<Vec<_>>().join(", "))
    };
    let arguments = [
        "IdentifierArgument<\"I\">",
        "VariadicIdentifierArgument<\"I\">",
        "TypeArgument<\"T\">",
        "StringArgument<\"S\">",
        "EnumArgument<\"K\", \"Ty\", 0, [\"a\"], [\"A\"]>",
        "ExprArgument<\"E\">, IntArgument<\"N\">",
    ];
    expect![[r#"
        IdentifierArgument<"I">: CLANG_ATTR_IDENTIFIER_ARG_LIST
        VariadicIdentifierArgument<"I">: CLANG_ATTR_VARIADIC_IDENTIFIER_ARG_LIST
        TypeArgument<"T">: CLANG_ATTR_TYPE_ARG_LIST
        StringArgument<"S">: CLANG_ATTR_STRING_LITERAL_ARG_LIST
        EnumArgument<"K", "Ty", 0, ["a"], ["A"]>: CLANG_ATTR_IDENTIFIER_ARG_LIST
        ExprArgument<"E">, IntArgument<"N">: 
    "#]]
    .assert_eq(&arguments.map(first).concat());
}

#[test]
fn an_attribute_is_diagnosed_on_other_subjects() {
    let action = "gen-clang-attr-parsed-attr-impl";
    check(
        action,
        "",
        "bool diagAppertainsToDecl(",
        expect![[r#"
        bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
          if (!isa<FunctionDecl>(D)) {
            S.Diag(Attr.getLoc(), diag::warn_attribute_wrong_decl_type_str)
              << Attr << Attr.isRegularKeywordAttribute() << "functions";
            return false;
          }
          return true;
        }
    "#]],
    );
    let warning = "let Subjects = SubjectList<[Var, Local], ErrorDiag>;";
    check(
        action,
        warning,
        "bool diagAppertainsToDecl(",
        expect![[r#"
        bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
          if (!isa<VarDecl>(D) && !isLocal(D)) {
            S.Diag(Attr.getLoc(), diag::err_attribute_wrong_decl_type_str)
              << Attr << Attr.isRegularKeywordAttribute() << "variables and local variables";
            return false;
          }
          return true;
        }
    "#]],
    );
}

#[test]
fn optional_arguments_count_apart() {
    let fields =
        "let Args = [IntArgument<\"A\">, IntArgument<\"B\", 1>, BoolArgument<\"C\", 0, 1>];";
    let parsed = attribute("gen-clang-attr-parsed-attr-impl", fields);
    expect![[r#"
        /*NumArgs=*/1,
        /*OptArgs=*/1,
    "#]]
    .assert_eq(&lines(&parsed, &["NumArgs=", "OptArgs="]));
}

#[test]
fn an_attribute_of_templates_is_instantiated_with_its_arguments() {
    let fields = "let Args = [ExprArgument<\"E\">, IntArgument<\"N\">]; let TemplateDependent = 1;";
    check(
        "gen-clang-attr-template-instantiate",
        fields,
        "Attr *instantiateTemplateAttribute(",
        expect![[r#"
            Attr *instantiateTemplateAttribute(const Attr *At, ASTContext &C, Sema &S,
                    const MultiLevelTemplateArgumentList &TemplateArgs) {
              switch (At->getKind()) {
                case attr::X: {
                  const auto *A = cast<XAttr>(At);
                  Expr * tempInstE;
                  {
                    EnterExpressionEvaluationContext Unevaluated(
                        S, Sema::ExpressionEvaluationContext::Unevaluated);
                    ExprResult Result = S.SubstExpr(A->getE(), TemplateArgs);
                    if (Result.isInvalid())
                      return nullptr;
                    tempInstE = Result.get();
                  }
                  return new (C) XAttr(C, *A, tempInstE, A->getN());
                }
              } // end switch
              llvm_unreachable("Unknown attribute!");
              return nullptr;
            }
        "#]],
    );
}

#[test]
fn a_file_holds_each_argument_in_order() {
    let fields = "let Args = [IntArgument<\"N\">, ExprArgument<\"E\">, StringArgument<\"S\">, VersionArgument<\"V\">];";
    let read = attribute("gen-clang-attr-pch-read", fields);
    expect![[r#"
        case attr::X: {
          bool isInherited = Record.readInt();
          bool isImplicit = Record.readInt();
          bool isPackExpansion = Record.readInt();
          int n = Record.readInt();
          Expr * e = Record.readExpr();
          std::string s= Record.readString();
          VersionTuple v= Record.readVersionTuple();
          New = new (Context) XAttr(Context, Info, n, e, s, v);
          cast<InheritableAttr>(New)->setInherited(isInherited);
          New->setImplicit(isImplicit);
          New->setPackExpansion(isPackExpansion);
          break;
        }
    "#]]
    .assert_eq(&item(&read, "case attr::X: {"));
    let written = attribute("gen-clang-attr-pch-write", fields);
    expect![[r#"
        case attr::X: {
          const auto *SA = cast<XAttr>(A);
          Record.push_back(SA->isInherited());
          Record.push_back(A->isImplicit());
          Record.push_back(A->isPackExpansion());
          Record.push_back(SA->getN());
          Record.AddStmt(SA->getE());
          Record.AddString(SA->getS());
          Record.AddVersionTuple(SA->getV());
          break;
        }
    "#]]
    .assert_eq(&item(&written, "case attr::X: {"));
}
