//! The C++ class of an attribute or a type: its functions, as both declarations and definitions are printed from.

use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::CppFunction;

use super::{KindNames, signatures};
use crate::model::{
    AttrOrTypeDef, BuilderParameter, DefBuilder, DefParameter, DefSyntax, InterfaceMethod,
    MethodKind, ParameterKind, Trait,
};
use crate::support::cpp;

/// An attribute or type in printed form.
pub(super) struct DefClass<'d, 's> {
    pub(super) def: &'d AttrOrTypeDef<'s>,
    pub(super) kind: &'static KindNames,
    pub(super) qualified: String,
    /// The storage with its namespace.
    pub(super) storage: String,
    /// Its C++ trait classes.
    pub(super) traits: Vec<String>,
    /// Interface methods that it inherits although it declares others.
    pub(super) inherited: Vec<String>,
    pub(super) builders: Vec<BuilderFunction<'d, 's>>,
    /// Its parameters with their types, and their names.
    pub(super) parameters: String,
    pub(super) arguments: String,
    /// Whether trait and parameter conditions are verified.
    pub(super) verifies_conditions: bool,
    pub(super) accessors: Vec<CppFunction>,
    /// Interface methods that it declares.
    pub(super) interface_methods: Vec<CppFunction>,
}

/// A function that creates it.
pub(super) struct BuilderFunction<'d, 's> {
    /// The builder; `None` for the function with all parameters.
    pub(super) builder: Option<&'d DefBuilder<'s>>,
    pub(super) get: CppFunction,
    pub(super) get_checked: CppFunction,
}

/// The error-reporting parameter.
const EMIT_ERROR: &str = "::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError";

const CONTEXT: &str = "::mlir::MLIRContext *context";

impl<'d, 's> DefClass<'d, 's> {
    /// # Errors
    /// If two creation functions cannot be distinguished by calls.
    pub(super) fn new(
        def: &'d AttrOrTypeDef<'s>,
        kind: &'static KindNames,
    ) -> Result<DefClass<'d, 's>, Diagnostic> {
        let declared = def.parameters.iter();
        let declared = declared.map(|one| format!("{} {}", one.cpp_type, one.name));
        let parameters = declared.collect::<Vec<_>>().join(", ");
        let arguments: Vec<&str> = def.parameters.iter().map(|one| one.name).collect();
        let has_parameters = !def.parameters.is_empty();
        let mut class = DefClass {
            qualified: def.qualified_class(),
            storage: if has_parameters {
                format!("{}::{}", def.storage.namespace, def.storage.class)
            } else {
                format!("::mlir::{}Storage", kind.value)
            },
            traits: trait_classes(def, kind),
            inherited: Vec::new(),
            builders: builders(def, &parameters)?,
            arguments: arguments.join(", "),
            parameters,
            verifies_conditions: has_parameters && has_conditions(def),
            accessors: accessors(def),
            interface_methods: Vec::new(),
            def,
            kind,
        };
        class.add_interface_methods();
        Ok(class)
    }

    /// Whether creation can be checked.
    pub(super) fn is_verified(&self) -> bool {
        self.verifies_conditions || (self.def.generated.verify && !self.def.parameters.is_empty())
    }

    /// Whether functions read and print it.
    pub(super) fn has_parser(&self) -> bool {
        match self.def.syntax {
            DefSyntax::Mnemonic => false,
            DefSyntax::Custom | DefSyntax::Format(_) => true,
        }
    }

    pub(super) fn parse(&self) -> CppFunction {
        let result = format!("::mlir::{}", self.kind.value);
        CppFunction::new(result, "parse").is_static().parameter(self.kind.parse_parameters)
    }

    pub(super) fn print() -> CppFunction {
        CppFunction::new("void", "print").parameter("::mlir::AsmPrinter &odsPrinter").is_const()
    }

    pub(super) fn get_alias() -> CppFunction {
        let function = CppFunction::new("::mlir::OpAsmAliasResult", "getAlias");
        function.parameter("::llvm::raw_ostream &os").is_const()
    }

    /// Returns a function that verifies parameters.
    pub(super) fn verifier(&self, name: &str) -> CppFunction {
        let function = CppFunction::new("::llvm::LogicalResult", name).is_static();
        function.parameter(EMIT_ERROR).parameter(self.parameters.as_str())
    }

    /// Adds declared interface methods. Skips methods that the interface implements itself, and inherited methods
    /// unless the description lists them. A method that two interfaces share, or that matches an accessor by name and
    /// parameter types, is declared once.
    fn add_interface_methods(&mut self) {
        let mut declared: Vec<(String, Vec<&str>)> =
            self.accessors.iter().map(|one| (one.name().to_owned(), Vec::new())).collect();
        for one in &self.def.traits {
            let Trait::Interface(one) = one else { continue };
            let Some(always_declared) = &one.always_declared else { continue };
            for method in &one.interface.methods {
                if method.body.is_some() {
                    continue;
                }
                if method.default_body.is_some() && !always_declared.contains(&method.name) {
                    let interface = one.interface.qualified_class();
                    let class = self.def.names.class;
                    self.inherited.push(format!("{interface}::Trait<{class}>::{}", method.name));
                    continue;
                }
                let types = method.parameters.iter().map(|parameter| parameter.cpp_type);
                let signature = (method.name.to_owned(), types.collect());
                if !declared.contains(&signature) {
                    self.interface_methods.push(interface_function(method));
                    declared.push(signature);
                }
            }
        }
    }
}

fn has_conditions(def: &AttrOrTypeDef<'_>) -> bool {
    let is_constrained = |one: &DefParameter<'_>| matches!(one.kind, ParameterKind::Constrained(_));
    def.traits.iter().any(|one| matches!(one, Trait::Predicate(_)))
        || def.parameters.iter().any(is_constrained)
}

fn interface_function(method: &InterfaceMethod<'_>) -> CppFunction {
    let mut function = CppFunction::new(method.return_type, method.name);
    for parameter in &method.parameters {
        function = function.parameter(format!("{} {}", parameter.cpp_type, parameter.name));
    }
    match method.kind {
        MethodKind::Static => function.is_static(),
        MethodKind::Normal | MethodKind::PureVirtual | MethodKind::Declaration => {
            function.is_const()
        }
    }
}

/// Returns the distinct C++ trait classes; an interface comes after the interfaces that it extends.
fn trait_classes(def: &AttrOrTypeDef<'_>, kind: &KindNames) -> Vec<String> {
    let mut classes: Vec<String> = Vec::new();
    let mut add = |class: String| {
        if !classes.contains(&class) {
            classes.push(class);
        }
    };
    for one in &def.traits {
        match one {
            Trait::Native(native) => add(native.cpp_class.clone()),
            Trait::Interface(one) => {
                let bases = one.interface.bases.iter().chain([&*one.interface]);
                bases.for_each(|base| add(format!("{}::Trait", base.qualified_class())));
            }
            Trait::Effects(one) => add(one.cpp_class.clone()),
            Trait::Predicate(_) | Trait::Internal(_) => {}
        }
    }
    if def.generated.mnemonic_alias {
        add(kind.alias_interface.to_owned());
    }
    classes
}

/// Returns the creation functions; without parameters, only the base class function.
fn builders<'d, 's>(
    def: &'d AttrOrTypeDef<'s>,
    parameters: &str,
) -> Result<Vec<BuilderFunction<'d, 's>>, Diagnostic> {
    // Without parameters there is only the function of the base class.
    if def.parameters.is_empty() {
        return Ok(Vec::new());
    }
    let mut functions = Vec::new();
    if def.generated.default_builder {
        let with = |function: CppFunction| function.parameter(CONTEXT).parameter(parameters);
        let get = with(CppFunction::new(def.names.class, "get").is_static());
        let get_checked = CppFunction::new(def.names.class, "getChecked").is_static();
        let get_checked = with(get_checked.parameter(EMIT_ERROR));
        functions.push(BuilderFunction { builder: None, get, get_checked });
    }
    for builder in &def.builders {
        let result = builder.return_type.unwrap_or(def.names.class);
        let get = CppFunction::new(result, "get").is_static();
        let get_checked = CppFunction::new(result, "getChecked").is_static().parameter(EMIT_ERROR);
        functions.push(BuilderFunction {
            builder: Some(builder),
            get: with_builder_parameters(get, builder),
            get_checked: with_builder_parameters(get_checked, builder),
        });
    }
    let mut is_distinct = signatures::distinct(def)?.into_iter();
    functions.retain(|_| is_distinct.next().unwrap_or(true));
    Ok(functions)
}

fn with_builder_parameters(mut function: CppFunction, builder: &DefBuilder<'_>) -> CppFunction {
    if !builder.infers_context {
        function = function.parameter(CONTEXT);
    }
    for BuilderParameter { cpp_type, name, default } in &builder.parameters {
        let declaration = format!("{cpp_type} {name}");
        function = match default {
            Some(default) => function.parameter_or(declaration, *default),
            None => function.parameter(declaration),
        };
    }
    function
}

/// Returns a parameter's accessor name.
pub(super) fn accessor_name(parameter: &str) -> String {
    format!("get{}", cpp::camel_case(parameter, true))
}

fn accessors(def: &AttrOrTypeDef<'_>) -> Vec<CppFunction> {
    if !def.generated.accessors {
        return Vec::new();
    }
    let functions = def.parameters.iter().map(|parameter| {
        CppFunction::new(parameter.accessor_type, accessor_name(parameter.name)).is_const()
    });
    functions.collect()
}
