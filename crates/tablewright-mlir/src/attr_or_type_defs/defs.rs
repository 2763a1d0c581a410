//! Definitions of attribute and type classes.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, line};

use super::class::DefClass;
use super::parser::{ParserWriter, emit_lines};
use super::printer::{self, PrinterWriter};
use super::{DefFormat, DialectDefs, FormatStyle, FormattedClass, KindNames, storage};
use crate::model::{AttrOrType, Dialect, ParameterKind, Trait};
use crate::support::cpp;

/// A class and its function bodies.
struct DefinedClass<'d, 's> {
    class: &'d DefClass<'d, 's>,
    /// Bodies of the parse and print functions, if it has a declarative format.
    format: Option<FormatBodies>,
    /// Whether the dialect prints a blank after its mnemonic.
    begins_with_space: bool,
    /// Bodies of its builders and checked builders.
    builders: Vec<Option<(String, String)>>,
    /// The conditions that its parameters are verified by, with the ends of their messages.
    conditions: Vec<(String, String)>,
    /// Definitions for the members that the description adds.
    extra: String,
    storage: Option<storage::StorageBodies>,
}

#[derive(Default)]
struct FormatBodies {
    parse: String,
    print: String,
}

pub(super) fn run(job: &mut Job<'_>, defs: &DialectDefs<'_>) -> Result<(), Failure> {
    let classes = FormattedClass::all(job, defs)?;
    let style = FormatStyle::from_release(job.store.release());
    let defined = classes.iter().map(|class| DefinedClass::new(class, style));
    let defined: Vec<DefinedClass<'_, '_>> = defined.collect();
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header(&format!("{}Def Definitions", &defs.kind.base_template[..4]), Some(source));
        let Some(dialect) = &defs.dialect else { return };
        w.guarded(defs.kind.list_macro, |w| {
            for (i, class) in classes.iter().enumerate() {
                let comma = if i + 1 < classes.len() { "," } else { "" };
                line!(w, "{}{comma}", class.class.qualified);
            }
        });
        w.guarded(defs.kind.classes_macro, |w| emit(defs.kind, dialect, &defined, w));
    })
}

impl<'d, 's> DefinedClass<'d, 's> {
    fn new(formatted: &'d FormattedClass<'d, 's>, style: FormatStyle) -> DefinedClass<'d, 's> {
        let class = &formatted.class;
        let (begins_with_space, format) = match &formatted.format {
            DefFormat::None => (false, None),
            DefFormat::Elements(elements) => {
                let parse = ParserWriter::statements(class, elements, style);
                let print = PrinterWriter::statements(class, elements, style);
                let begins_with_space =
                    style.dialect_prints_blank && printer::begins_with_space(elements);
                (begins_with_space, Some(FormatBodies { parse, print }))
            }
            DefFormat::Unreadable => (false, Some(FormatBodies::default())),
        };
        DefinedClass {
            begins_with_space,
            format,
            builders: class.builders.iter().map(|one| builder_bodies(class, one)).collect(),
            conditions: conditions(class),
            extra: extra_definitions(class),
            storage: storage::bodies(class),
            class,
        }
    }
}

/// Returns builder statements; `None` if the builder is defined elsewhere.
fn builder_bodies(
    class: &DefClass<'_, '_>,
    function: &super::class::BuilderFunction<'_, '_>,
) -> Option<(String, String)> {
    let Some(builder) = function.builder else {
        let names = class.def.parameters.iter().map(|one| format!(", std::move({})", one.name));
        let arguments = names.collect::<String>();
        return Some((
            format!("return Base::get(context{arguments});"),
            format!("return Base::getChecked(emitError, context{arguments});"),
        ));
    };
    let body = builder.body?;
    let context = |hole: &str| (hole == "_ctxt" && !builder.infers_context).then_some("context");
    let get =
        cpp::fill(body, |hole| if hole == "_get" { Some("Base::get") } else { context(hole) });
    let checked = body.replace("$_get(", "Base::getChecked(emitError, ");
    Some((get, cpp::fill(&checked, context)))
}

/// Returns the conditions on parameters and traits, with parameters by name.
fn conditions(class: &DefClass<'_, '_>) -> Vec<(String, String)> {
    let parameters = &class.def.parameters;
    let value = |hole: &str| parameters.iter().find(|one| one.name == hole).map(|one| one.name);
    let of_parameters = parameters.iter().filter_map(|one| {
        let ParameterKind::Constrained(constraint) = &one.kind else { return None };
        let value = |hole: &str| (hole == "_self").then_some(one.name);
        let condition = cpp::fill(&constraint.condition.to_cpp(), value);
        Some((condition, format!("'{}': {}", one.name, constraint.summary)))
    });
    let of_traits = class.def.traits.iter().filter_map(|one| match one {
        Trait::Predicate(one) => {
            let condition = cpp::fill(&one.condition.to_cpp(), value);
            Some((condition, format!("that {}", one.summary)))
        }
        Trait::Native(_) | Trait::Interface(_) | Trait::Effects(_) | Trait::Internal(_) => None,
    });
    of_parameters.chain(of_traits).collect()
}

/// Returns the definitions that traits and the description add.
fn extra_definitions(class: &DefClass<'_, '_>) -> String {
    let name = class.def.names.class;
    let of_traits = class.def.traits.iter().filter_map(|one| match one {
        Trait::Native(native) => Some(native.extra_definition),
        Trait::Interface(_) | Trait::Effects(_) | Trait::Predicate(_) | Trait::Internal(_) => None,
    });
    let all = of_traits.chain([class.def.extra.definition]);
    let filled = all.map(|text| cpp::fill(text, |hole| (hole == "cppClass").then_some(name)));
    filled.map(|text| text + "\n").collect()
}

fn emit(
    kind: &KindNames,
    dialect: &Dialect<'_>,
    defined: &[DefinedClass<'_, '_>],
    w: &mut CppWriter,
) {
    if defined.iter().any(|one| one.class.def.names.mnemonic.is_some()) {
        emit_mnemonic_parser(kind, defined, w);
        emit_mnemonic_printer(kind, defined, w);
    }
    for one in defined {
        cpp::emit_namespace(dialect.cpp_namespace, w, |w| emit_class(one, w));
        if !dialect.cpp_namespace.is_empty() {
            line!(w, "MLIR_DEFINE_EXPLICIT_TYPE_ID({})", one.class.qualified);
        }
    }
    let features = &dialect.features;
    let (is_default, template, dynamic) = match kind.kind {
        AttrOrType::Attr => (
            features.default_attribute_printer_parser,
            include_str!("dialect_attributes.inc"),
            (DYNAMIC_ATTRIBUTE_PARSER, DYNAMIC_ATTRIBUTE_PRINTER),
        ),
        AttrOrType::Type => (
            features.default_type_printer_parser,
            include_str!("dialect_types.inc"),
            (DYNAMIC_TYPE_PARSER, DYNAMIC_TYPE_PRINTER),
        ),
    };
    if is_default {
        let (parser, printer) = if features.extensible { dynamic } else { ("", "") };
        let values =
            [("dialect", dialect.class_name.as_str()), ("parser", parser), ("printer", printer)];
        cpp::emit_namespace(dialect.cpp_namespace, w, |w| w.fill_block(template, &values));
    }
}

const DYNAMIC_ATTRIBUTE_PARSER: &str = "{
    ::mlir::Attribute genAttr;
    auto parseResult = parseOptionalDynamicAttr(attrTag, parser, genAttr);
    if (parseResult.has_value()) {
      if (::mlir::succeeded(parseResult.value()))
        return genAttr;
      return Attribute();
    }
  }";

const DYNAMIC_ATTRIBUTE_PRINTER: &str =
    "if (::mlir::succeeded(printIfDynamicAttr(attr, printer))) return;";

const DYNAMIC_TYPE_PARSER: &str = "{
    auto parseResult = parseOptionalDynamicType(mnemonic, parser, genType);
    if (parseResult.has_value()) {
      if (::mlir::succeeded(parseResult.value()))
        return genType;
      return ::mlir::Type();
    }
  }";

const DYNAMIC_TYPE_PRINTER: &str =
    "if (::mlir::succeeded(printIfDynamicType(type, printer))) return;";

/// Writes the parse function, which dispatches on mnemonics.
fn emit_mnemonic_parser(kind: &KindNames, defined: &[DefinedClass<'_, '_>], w: &mut CppWriter) {
    let (value, arguments) = (kind.value, kind.parse_arguments);
    let type_parameter = if arguments == "parser" { "" } else { "::mlir::Type type, " };
    line!(
        w,
        "static ::mlir::OptionalParseResult generated{value}Parser(::mlir::AsmParser &parser, \
         ::llvm::StringRef *mnemonic, {type_parameter}::mlir::{value} &value) {{"
    );
    w.raw("  return ::mlir::AsmParser::KeywordSwitch<::mlir::OptionalParseResult>(parser)\n");
    for one in defined.iter().filter(|one| one.class.def.names.mnemonic.is_some()) {
        let class = &one.class.qualified;
        line!(w, "    .Case({class}::getMnemonic(), [&](llvm::StringRef, llvm::SMLoc) {{");
        if one.class.has_parser() {
            line!(w, "      value = {class}::parse({arguments});")
        } else {
            line!(w, "      value = {class}::get(parser.getContext());")
        }
        line!(w, "      return ::mlir::success(!!value);");
        line!(w, "    }})");
    }
    w.text_block(
        "
            .Default([&](llvm::StringRef keyword, llvm::SMLoc) {
              *mnemonic = keyword;
              return std::nullopt;
            });
        }

        ",
    );
}

/// Writes the print function, which prints the mnemonic first.
fn emit_mnemonic_printer(kind: &KindNames, defined: &[DefinedClass<'_, '_>], w: &mut CppWriter) {
    let value = kind.value;
    let parameters = format!("::mlir::{value} def, ::mlir::AsmPrinter &printer");
    line!(w, "static ::llvm::LogicalResult generated{value}Printer({parameters}) {{");
    line!(w, "  return ::llvm::TypeSwitch<::mlir::{value}, ::llvm::LogicalResult>(def)");
    for one in defined.iter().filter(|one| one.class.def.names.mnemonic.is_some()) {
        let class = &one.class.qualified;
        line!(w, "    .Case<{class}>([&](auto t) {{");
        line!(w, "      printer << {class}::getMnemonic();");
        if one.begins_with_space {
            line!(w, "      printer << ' ';");
        }
        if one.class.has_parser() {
            line!(w, "      t.print(printer);");
        }
        line!(w, "      return ::mlir::success();");
        line!(w, "    }})");
    }
    line!(w, "    .Default([](auto) {{ return ::mlir::failure(); }});");
    line!(w, "}}");
    line!(w);
}

fn emit_class(one: &DefinedClass<'_, '_>, w: &mut CppWriter) {
    let class = one.class;
    let name = class.def.names.class;
    if let Some(bodies) = &one.storage {
        storage::emit(class, bodies, w);
    }
    w.raw(&one.extra);
    for (function, bodies) in class.builders.iter().zip(&one.builders) {
        let Some((get, get_checked)) = bodies else { continue };
        w.define(&function.get, name, |w| line!(w, "{get}"));
        if class.is_verified() {
            w.define(&function.get_checked, name, |w| line!(w, "{get_checked}"));
        }
    }
    emit_verification(one, w);
    if let Some(bodies) = &one.format {
        w.define(&class.parse(), name, |w| emit_lines(&bodies.parse, w));
        w.define(&DefClass::print(), name, |w| emit_lines(&bodies.print, w));
    }
    if class.def.storage.is_generated {
        for (function, parameter) in class.accessors.iter().zip(&class.def.parameters) {
            w.define(function, name, |w| line!(w, "return getImpl()->{};", parameter.name));
        }
    }
    if let (true, Some(mnemonic)) = (class.def.generated.mnemonic_alias, class.def.names.mnemonic) {
        w.define(&DefClass::get_alias(), name, |w| {
            line!(w, "os << \"{mnemonic}\";");
            line!(w, "return ::mlir::OpAsmAliasResult::OverridableAlias;");
        });
    }
}

fn emit_verification(one: &DefinedClass<'_, '_>, w: &mut CppWriter) {
    let class = one.class;
    let name = class.def.names.class;
    if class.verifies_conditions {
        w.define(&class.verifier("verifyInvariantsImpl"), name, |w| {
            for (condition, what) in &one.conditions {
                w.block(format_args!("if (!({condition}))"), "", |w| {
                    line!(w, "emitError() << \"failed to verify {what}\";");
                    line!(w, "return ::mlir::failure();");
                });
            }
            line!(w, "return ::mlir::success();");
        });
    }
    if class.is_verified() {
        let arguments = &class.arguments;
        w.define(&class.verifier("verifyInvariants"), name, |w| {
            let verifiers = [
                (class.verifies_conditions, "verifyInvariantsImpl"),
                (class.def.generated.verify, "verify"),
            ];
            for (_, verifier) in verifiers.into_iter().filter(|(is_there, _)| *is_there) {
                line!(w, "if (::mlir::failed({verifier}(emitError, {arguments})))");
                line!(w, "  return ::mlir::failure();");
            }
            line!(w, "return ::mlir::success();");
        });
    }
}
