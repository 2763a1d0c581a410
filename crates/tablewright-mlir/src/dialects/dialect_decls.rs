//! `--gen-dialect-decls`: the C++ class of a dialect.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Feature, RecordView, Release};
use tablewright_text::{CppClass, CppWriter, line};

use super::{DIALECT, OPTIONS, base_class};

use crate::model::Dialect;
use crate::record_views::dialect::DialectRecord;
use crate::support::cpp;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-dialect-decls",
    help: "Generate dialect declarations",
    options: &[OPTIONS],
    run,
};

/// A dialect in printed form.
struct DialectDecl<'s> {
    dialect: Dialect<'s>,
    base: &'static str,
    attributes: Vec<AttributeHelper<'s>>,
    /// Whether the functions of helpers are `const`, and their constructors `explicit`.
    helpers_are_const: bool,
    /// Whether helpers access discardable attributes only.
    helpers_are_discardable: bool,
}

/// The helper of a discardable attribute.
struct AttributeHelper<'s> {
    /// The attribute's full name, including the dialect name.
    full_name: String,
    cpp_class: &'s str,
    /// The helper's name is `…AttrHelper`.
    class_prefix: String,
    /// The member's name is `…AttrName`.
    member_prefix: String,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    job.store.expect_class(DialectRecord::CLASS)?;
    let name = job.options.text(&DIALECT);
    let release = job.store.release();
    let dialect = Dialect::selected(job.store, name)?;
    let decl = dialect.map(|dialect| DialectDecl::new(dialect, release));
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Dialect Declarations", Some(source));
        if let Some(decl) = &decl {
            emit(decl, w);
        }
    })
}

impl<'s> DialectDecl<'s> {
    fn new(dialect: Dialect<'s>, release: Release) -> DialectDecl<'s> {
        let helpers = dialect.discardable_attributes.iter().map(|attribute| AttributeHelper {
            full_name: format!("{}.{}", dialect.name, attribute.name),
            cpp_class: attribute.cpp_class,
            class_prefix: cpp::camel_case(attribute.name, true),
            member_prefix: cpp::camel_case(attribute.name, false),
        });
        DialectDecl {
            attributes: helpers.collect(),
            base: base_class(&dialect),
            helpers_are_const: release.has(Feature::AttributeHelpersAreConst),
            helpers_are_discardable: release.has(Feature::HelpersAccessDiscardableAttributes),
            dialect,
        }
    }
}

fn emit(decl: &DialectDecl<'_>, w: &mut CppWriter) {
    let dialect = &decl.dialect;
    cpp::emit_namespace(dialect.cpp_namespace, w, |w| {
        cpp::emit_doc(dialect.summary, dialect.description, w);
        let class = CppClass::new(dialect.class_name.as_str());
        w.class(&class.base(format!("public {}", decl.base)), |w| emit_members(decl, w));
    });
    if !dialect.cpp_namespace.is_empty() {
        line!(w, "MLIR_DECLARE_EXPLICIT_TYPE_ID({})", dialect.qualified_class());
    }
}

fn emit_members(decl: &DialectDecl<'_>, w: &mut CppWriter) {
    let dialect = &decl.dialect;
    w.fill_block(
        "
          explicit $class(::mlir::MLIRContext *context);

          void initialize();
          friend class ::mlir::MLIRContext;
        public:
          ~$class() override;
          static constexpr ::llvm::StringLiteral getDialectNamespace() {
            return ::llvm::StringLiteral(\"$name\");
          }
        ",
        &[("class", &dialect.class_name), ("name", dialect.name)],
    );
    let features = &dialect.features;
    for (has, declarations) in [
        (features.default_attribute_printer_parser, ATTRIBUTE_PARSER),
        (features.default_type_printer_parser, TYPE_PARSER),
        (features.canonicalizer, CANONICALIZER),
        (features.constant_materializer, CONSTANT_MATERIALIZER),
        (features.operation_attr_verify, OPERATION_ATTR_VERIFY),
        (features.region_arg_attr_verify, REGION_ARG_ATTR_VERIFY),
        (features.region_result_attr_verify, REGION_RESULT_ATTR_VERIFY),
        (features.operation_interface_fallback, INTERFACE_FALLBACK),
    ] {
        if has {
            w.text_block(declarations);
        }
    }
    let (constness, explicit) =
        if decl.helpers_are_const { (" const", "explicit ") } else { ("", "") };
    let discardable = if decl.helpers_are_discardable { "Discardable" } else { "" };
    for helper in &decl.attributes {
        w.fill_block(
            include_str!("attribute_helper.inc"),
            &[
                ("full_name", &helper.full_name),
                ("cpp_class", helper.cpp_class),
                ("class_prefix", &helper.class_prefix),
                ("member_prefix", &helper.member_prefix),
                ("const", constness),
                ("explicit", explicit),
                ("discardable", discardable),
            ],
        );
    }
    w.raw(dialect.extra_class_declaration);
    w.raw("\n");
}

const ATTRIBUTE_PARSER: &str = "
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &os) const override;
    ";

const TYPE_PARSER: &str = "
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type,
                   ::mlir::DialectAsmPrinter &os) const override;
    ";

const CANONICALIZER: &str = "
    void getCanonicalizationPatterns(::mlir::RewritePatternSet &results) const override;
    ";

const CONSTANT_MATERIALIZER: &str = "
    ::mlir::Operation *materializeConstant(::mlir::OpBuilder &builder,
                                           ::mlir::Attribute value,
                                           ::mlir::Type type,
                                           ::mlir::Location loc) override;
    ";

const OPERATION_ATTR_VERIFY: &str = "
    ::llvm::LogicalResult verifyOperationAttribute(
        ::mlir::Operation *op, ::mlir::NamedAttribute attribute) override;
    ";

const REGION_ARG_ATTR_VERIFY: &str = "
    ::llvm::LogicalResult verifyRegionArgAttribute(
        ::mlir::Operation *op, unsigned regionIndex, unsigned argIndex,
        ::mlir::NamedAttribute attribute) override;
    ";

const REGION_RESULT_ATTR_VERIFY: &str = "
    ::llvm::LogicalResult verifyRegionResultAttribute(
        ::mlir::Operation *op, unsigned regionIndex, unsigned resultIndex,
        ::mlir::NamedAttribute attribute) override;
    ";

const INTERFACE_FALLBACK: &str = "
    void *getRegisteredInterfaceForOp(mlir::TypeID interfaceID,
                                      mlir::OperationName opName) override;
    ";
