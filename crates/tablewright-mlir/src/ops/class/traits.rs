//! The traits of an operation's class, and the functions that follow from traits and switches.

use super::{OpClass, OpMethod};
use crate::model::operation::{OperationSyntax, OperationValue, count_variable};
use crate::model::{InterfaceMethod, MethodKind, Operation, Trait};

/// Returns the distinct C++ trait classes.
pub(super) fn cpp_classes(op: &Operation<'_>, has_properties: bool) -> Vec<String> {
    let mut classes = TraitClasses::default();
    let regions = &op.blocks.regions;
    let successors = &op.blocks.successors;
    let (results, operands) = (&op.results, &op.arguments.operands);
    let variadic = |list: &[crate::model::operation::OperationBlock<'_>]| {
        list.iter().filter(|one| one.is_variadic).count()
    };
    classes.add_count("Region", regions.len(), variadic(regions));
    classes.add_count("Result", results.len(), count_variable(results));
    if let ([result], 0) = (&results[..], count_variable(results)) {
        let ty = result.constraint.cpp_type;
        classes.add(format!("::mlir::OpTrait::OneTypedResult<{ty}>::Impl"));
    }
    classes.add_count("Successor", successors.len(), variadic(successors));
    classes.add_count("Operand", operands.len(), count_variable(operands));
    let is_structural = |one: &&Trait<'_>| match one {
        Trait::Native(one) => one.is_structural,
        Trait::Interface(_) | Trait::Effects(_) | Trait::Predicate(_) | Trait::Internal(_) => false,
    };
    let add_all = |classes: &mut TraitClasses, structural: bool| {
        let traits = op.traits.iter().filter(|one| is_structural(one) == structural);
        traits.filter_map(Trait::cpp_class).for_each(|class| classes.add(class));
    };
    add_all(&mut classes, true);
    classes.add("::mlir::OpTrait::OpInvariants".to_owned());
    if has_properties {
        classes.add("::mlir::BytecodeOpInterface::Trait".to_owned());
    }
    add_all(&mut classes, false);
    let has_token = |values: &[OperationValue<'_>]| {
        values.iter().any(|value| value.constraint.cpp_type == "::mlir::TokenType")
    };
    for (values, name) in [(operands, "TokenConsumerTrait"), (results, "TokenProducerTrait")] {
        if has_token(values) {
            classes.add(format!("::mlir::OpTrait::{name}"));
        }
    }
    classes.0
}

#[derive(Default)]
struct TraitClasses(Vec<String>);

impl TraitClasses {
    fn add(&mut self, class: String) {
        if !self.0.contains(&class) {
            self.0.push(class);
        }
    }

    /// Adds the trait for the number of operands, results, regions or successors.
    fn add_count(&mut self, what: &str, count: usize, variable: usize) {
        let name = match (count - variable, variable) {
            (0, 0) => format!("Zero{what}s"),
            (1, 0) => format!("One{what}"),
            (_, 0) => format!("N{what}s<{count}>::Impl"),
            (0, _) => format!("Variadic{what}s"),
            (fixed, _) => format!("AtLeastN{what}s<{fixed}>::Impl"),
        };
        self.add(format!("::mlir::OpTrait::{name}"));
    }
}

/// Adds declared interface methods. Skips methods that the interface implements itself, and inherited methods unless
/// the description lists them.
pub(super) fn add_interface_methods(class: &mut OpClass<'_, '_>) {
    for one in &class.op.traits {
        let Trait::Interface(one) = one else { continue };
        let Some(always_declared) = &one.always_declared else { continue };
        for method in &one.interface.methods {
            if method.body.is_some() {
                continue;
            }
            if method.default_body.is_some() && !always_declared.contains(&method.name) {
                let interface = one.interface.qualified_class();
                let name = class.names.class;
                let inherited = format!("{interface}::Trait<{name}>::{}", method.name);
                if !class.inherited.contains(&inherited) {
                    class.inherited.push(inherited);
                }
                continue;
            }
            class.methods.add(interface_method(method));
        }
    }
}

/// Returns a function of an interface as the operation declares it.
pub(super) fn interface_method(method: &InterfaceMethod<'_>) -> OpMethod {
    let mut function = OpMethod::new(method.return_type, method.name);
    for parameter in &method.parameters {
        function = function.parameter(parameter.cpp_type, parameter.name);
    }
    match method.kind {
        MethodKind::Static => function.make_static(),
        MethodKind::Normal | MethodKind::PureVirtual | MethodKind::Declaration => function,
    }
}

/// Adds the parse and print declarations, if the functions are defined elsewhere.
pub(super) fn add_syntax(class: &mut OpClass<'_, '_>) {
    match class.op.syntax {
        OperationSyntax::Custom => {
            class.methods.add(parse());
            class.methods.add(print("void", "p"));
        }
        OperationSyntax::Generic | OperationSyntax::Format(_) => {}
    }
}

/// Returns the function that reads the operation.
pub(in crate::ops) fn parse() -> OpMethod {
    OpMethod::new("::mlir::ParseResult", "parse")
        .make_static()
        .parameter("::mlir::OpAsmParser &", "parser")
        .parameter("::mlir::OperationState &", "result")
}

/// Returns the function that prints the operation. `result` is its return type with attributes.
pub(in crate::ops) fn print(result: &str, printer: &str) -> OpMethod {
    OpMethod::new(result, "print").parameter("::mlir::OpAsmPrinter &", printer)
}

/// Adds the functions that canonicalize and fold.
pub(super) fn add_hooks(class: &mut OpClass<'_, '_>) {
    let hooks = class.op.hooks;
    if hooks.canonicalize_method {
        let name = class.names.class;
        class.methods.add(
            OpMethod::new("::llvm::LogicalResult", "canonicalize")
                .make_static()
                .parameter(name, "op")
                .parameter("::mlir::PatternRewriter &", "rewriter"),
        );
    }
    if hooks.canonicalizer || hooks.canonicalize_method {
        let function = OpMethod::new("void", "getCanonicalizationPatterns")
            .make_static()
            .parameter("::mlir::RewritePatternSet &", "results")
            .parameter("::mlir::MLIRContext *", "context");
        class.methods.add(if hooks.canonicalizer {
            function
        } else {
            function.outside("results.add(canonicalize);".to_owned())
        });
    }
    if hooks.folder {
        let is_single = class.op.results.len() == 1 && count_variable(&class.op.results) == 0;
        let fold = if is_single {
            OpMethod::new("::mlir::OpFoldResult", "fold").parameter("FoldAdaptor", "adaptor")
        } else {
            OpMethod::new("::llvm::LogicalResult", "fold")
                .parameter("FoldAdaptor", "adaptor")
                .parameter("::llvm::SmallVectorImpl<::mlir::OpFoldResult> &", "results")
        };
        class.methods.add(fold);
    }
}

/// The interface that names results.
const ASM_INTERFACE: &str = "::mlir::OpAsmOpInterface::Trait";

/// Adds the function that names results, if there are several and the description does not add it.
pub(super) fn add_asm_interface(class: &mut OpClass<'_, '_>) {
    let results = &class.op.results;
    let has_names = results.iter().any(|result| !result.name.is_empty());
    if results.len() < 2 || !has_names || class.op.has_trait(ASM_INTERFACE) {
        return;
    }
    class.traits.push(ASM_INTERFACE.to_owned());
    let mut body = String::new();
    for (i, result) in results.iter().enumerate() {
        let name = result.name;
        body += &format!("auto resultGroup{i} = getODSResults({i});\n");
        body += &format!("if (!resultGroup{i}.empty())\n");
        body += &format!("  setNameFn(*resultGroup{i}.begin(), \"{name}\");\n");
    }
    class.methods.add(
        OpMethod::new("void", "getAsmResultNames")
            .parameter("::mlir::OpAsmSetValueNameFn", "setNameFn")
            .outside(body),
    );
}
