//! Interface classes: for each interface a method table with its models, the interface class, and the trait.

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, line};

use super::{
    BaseModel, InterfaceKindNames, arguments, base_models, is_static, parameters, table_names,
};
use crate::model::{Interface, InterfaceKind, InterfaceMethod};
use crate::support::cpp;

/// An interface in printed form.
struct InterfaceDecl<'s> {
    interface: Interface<'s>,
    names: &'static InterfaceKindNames,
    qualified: String,
    /// `…::detail`, or `detail` if there is no namespace.
    detail_namespace: String,
    methods: Vec<MethodDecl<'s>>,
    entries: TableEntries,
    bases: Vec<BaseModel<'s>>,
    /// Extra members of the class and of the trait, and the body of `classof`.
    shared_in_class: String,
    in_trait: String,
    shared_in_trait: String,
    class_of: Option<String>,
    verify: Option<String>,
}

/// The functions that a model puts into the table, separated by commas.
struct TableEntries {
    /// The model for classes that have the trait.
    model: String,
    /// The model for classes that are models themselves.
    fallback: String,
}

/// A function in printed form.
struct MethodDecl<'s> {
    method: InterfaceMethod<'s>,
    /// Its name in the table of functions.
    table_name: String,
    /// Its name in a class that is a model itself.
    model_name: String,
    parameters: String,
    /// The parameter types of the function in the table.
    table_types: String,
    /// Parameters in a model, and in a fallback model, whose object is the implementation.
    model_parameters: String,
    external_parameters: String,
    /// The body in the model for classes that have the trait.
    model_body: String,
    /// Whether the body is a function of the table, which the models for all classes share.
    is_shared: bool,
    /// The body in the model for classes that are models themselves.
    fallback_body: String,
    /// The inherited implementation, in the trait and in a model from outside.
    default_bodies: Option<DefaultBodies>,
}

/// The names that depend on the release.
#[derive(Clone, Copy)]
struct NamingRules {
    overloads: OverloadNames,
    /// The name of the object without a cast, if bodies may use it.
    raw_name: Option<&'static str>,
}

/// Overloaded function names in a class that is a model itself.
#[derive(Clone, Copy)]
enum OverloadNames {
    /// The name that the overloads have in common.
    Methods,
    /// The names in the method table.
    Table,
}

/// The constructor of the model for classes that have the trait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ModelConstructor {
    Plain,
    /// It is `constexpr`, and the model has a name for its class.
    Constant,
}

struct DefaultBodies {
    in_trait: String,
    external: String,
}

pub(super) fn run(job: &mut Job<'_>, kind: InterfaceKind) -> Result<(), Failure> {
    let decls = collect(job.store, kind)?;
    let constructor = if job.store.release().has(Feature::InterfaceModelsAreConstant) {
        ModelConstructor::Constant
    } else {
        ModelConstructor::Plain
    };
    job.write_cpp(|w| {
        w.file_header("Interface Declarations", None);
        for decl in &decls {
            let interface = &decl.interface;
            decl.in_namespace(w, |w| {
                cpp::emit_doc("", interface.description, w);
                line!(w, "class {};", interface.class_name);
            });
        }
        for decl in &decls {
            decl.in_namespace(w, |w| {
                emit_models(decl, constructor, w);
                emit_interface(decl, w);
            });
        }
        for decl in &decls {
            cpp::emit_namespace(&decl.detail_namespace, w, |w| emit_trait(decl, w));
        }
        for decl in &decls {
            decl.in_namespace(w, |w| emit_model_functions(decl, w));
        }
    })
}

/// Checks that no method is named like the function that verifies a trait.
fn check_method_names(interface: &Interface<'_>) -> Result<(), Diagnostic> {
    if interface.methods.iter().all(|method| method.name != "verifyTrait") {
        return Ok(());
    }
    let message = format!(
        "'verifyTrait' method cannot be specified as interface method for '{}'; use the 'verify' field instead",
        interface.class_name
    );
    Err(Diagnostic::error_anywhere(Code::Mlir, message))
}

/// Reads the interfaces in definition order, so that each follows its bases.
fn collect(store: &RecordStore, kind: InterfaceKind) -> Result<Vec<InterfaceDecl<'_>>, Diagnostic> {
    let mut interfaces = Interface::for_main_file_with_class(store, kind)?;
    interfaces.sort_by_key(|interface| interface.sequence);
    interfaces.iter().try_for_each(check_method_names)?;
    let names = InterfaceKindNames::for_kind(kind);
    let overloads = if store.release().has(Feature::OverloadsKeepTheirName) {
        OverloadNames::Methods
    } else {
        OverloadNames::Table
    };
    let shares = store.release().has(Feature::InterfaceMethodsAreShared);
    let rules = NamingRules { overloads, raw_name: names.raw_name.filter(|_| shares) };
    let decls = interfaces.into_iter();
    Ok(decls.map(|interface| InterfaceDecl::new(interface, names, rules)).collect())
}

impl<'s> InterfaceDecl<'s> {
    fn new(
        interface: Interface<'s>,
        names: &'static InterfaceKindNames,
        rules: NamingRules,
    ) -> InterfaceDecl<'s> {
        let methods = interface.methods.iter().zip(table_names(&interface));
        let methods = methods.map(|(method, table_name)| {
            let model_name = match rules.overloads {
                OverloadNames::Methods => method.name.to_owned(),
                OverloadNames::Table => table_name.clone(),
            };
            let functions = MethodFunctions { table: table_name, model: model_name };
            MethodDecl::new(method.clone(), functions, names, rules.raw_name)
        });
        let methods: Vec<MethodDecl<'s>> = methods.collect();
        let extra = &interface.extra;
        let non_empty = |text: &'s str| Some(text).filter(|text| !text.is_empty());
        InterfaceDecl {
            names,
            qualified: interface.qualified_class(),
            detail_namespace: match interface.cpp_namespace {
                "" => "detail".to_owned(),
                namespace => format!("{namespace}::detail"),
            },
            entries: TableEntries::new(&methods),
            methods,
            bases: base_models(&interface, names),
            shared_in_class: names.fill(extra.shared, "(*this)"),
            in_trait: names.fill(extra.in_trait, names.this),
            shared_in_trait: names.fill(extra.shared, names.this),
            class_of: non_empty(extra.class_of)
                .map(|body| names.fill(body, "odsInterfaceInstance")),
            verify: non_empty(extra.verify).map(|body| names.fill(body, "op")),
            interface,
        }
    }

    fn in_namespace(&self, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
        cpp::emit_namespace(self.interface.cpp_namespace, w, body);
    }
}

impl TableEntries {
    fn new(methods: &[MethodDecl<'_>]) -> TableEntries {
        let join = |name: fn(&MethodDecl<'_>) -> String| {
            methods.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        TableEntries {
            model: join(|method| {
                if method.is_shared {
                    format!("Concept::shared_{}", method.table_name)
                } else {
                    method.table_name.clone()
                }
            }),
            fallback: join(|method| method.table_name.clone()),
        }
    }
}

/// Function names for a method.
struct MethodFunctions {
    /// The function in the table.
    table: String,
    /// The function in a class that is a model itself.
    model: String,
}

impl<'s> MethodDecl<'s> {
    fn new(
        method: InterfaceMethod<'s>,
        functions: MethodFunctions,
        names: &InterfaceKindNames,
        raw_name: Option<&str>,
    ) -> MethodDecl<'s> {
        let MethodFunctions { table: table_name, model: model_name } = functions;
        let (name, concrete, value_type) = (method.name, names.concrete, names.value_type);
        let own = parameters(&method);
        let types: Vec<&str> = method.parameters.iter().map(|one| one.cpp_type).collect();
        let after = |first: String, tail: &str| match tail {
            "" => first,
            rest => format!("{first}, {rest}"),
        };
        let with_value =
            |first: &str| after(format!("{first}{value_type}tablegen_opaque_val"), &own);
        let is_static = is_static(&method);
        let (inherited, fallback) = if is_static {
            let arguments = arguments(&method, "");
            (
                format!("return {concrete}::{name}({arguments});"),
                format!("return {concrete}::{model_name}({arguments});"),
            )
        } else {
            let arguments_of_model = arguments(&method, "tablegen_opaque_val");
            let object = format!("static_cast<const {concrete} *>(impl)");
            let cast = names.cast;
            (
                format!("return {cast}.{name}({});", arguments(&method, "")),
                format!("return {object}->{model_name}({arguments_of_model});"),
            )
        };
        let table = format!("const Concept *impl, {value_type}");
        let default_bodies = method.default_body.map(|body| DefaultBodies {
            in_trait: names.fill(body, names.this),
            external: if is_static {
                cpp::fill(body, |_| None)
            } else {
                names.fill_model_body(body, raw_name)
            },
        });
        let model_body = method.body.map(|body| {
            if is_static { body.to_owned() } else { names.fill_model_body(body, raw_name) }
        });
        let is_shared =
            !is_static && method.body.is_some_and(|body| names.needs_no_class(body, raw_name));
        MethodDecl {
            is_shared,
            table_types: if is_static { types.join(", ") } else { after(table, &types.join(", ")) },
            model_parameters: if is_static {
                own.clone()
            } else {
                with_value("const Concept *impl, ")
            },
            external_parameters: if is_static { own.clone() } else { with_value("") },
            model_body: model_body.unwrap_or(inherited),
            fallback_body: fallback,
            default_bodies,
            parameters: own,
            table_name,
            model_name,
            method,
        }
    }

    /// Returns the result and name.
    fn head(&self) -> (&'s str, &'s str) {
        (self.method.return_type, self.method.name)
    }
}

/// Writes the table of functions, and the models that fill it.
fn emit_models(decl: &InterfaceDecl<'_>, constructor: ModelConstructor, w: &mut CppWriter) {
    let (name, concrete) = (decl.interface.class_name, decl.names.concrete);
    line!(w, "namespace detail {{");
    w.block(format_args!("struct {name}InterfaceTraits"), ";", |w| {
        emit_concept(decl, w);
        for model in ["Model", "FallbackModel"] {
            line!(w, "template<typename {concrete}>");
            w.block(format_args!("class {model} : public Concept"), ";", |w| {
                w.access("public");
                line!(w, "using Interface = {};", decl.qualified);
                let is_constant = model == "Model" && constructor == ModelConstructor::Constant;
                if is_constant {
                    line!(w, "using GeneratedModel = Model;");
                }
                let constant = if is_constant { "constexpr " } else { "" };
                let entries =
                    if model == "Model" { &decl.entries.model } else { &decl.entries.fallback };
                line!(w, "{constant}{model}() : Concept{{{entries}}} {{}}");
                for method in &decl.methods {
                    if model == "Model" && method.is_shared {
                        continue;
                    }
                    let (ty, name) = (method.method.return_type, &method.table_name);
                    line!(w, "static inline {ty} {name}({});", method.model_parameters);
                }
            });
        }
        line!(w, "template<typename ConcreteModel, typename {concrete}>");
        w.block("class ExternalModel : public FallbackModel<ConcreteModel>", ";", |w| {
            w.access("public");
            line!(w, "using ConcreteEntity = {concrete};");
            for method in decl.methods.iter().filter(|method| method.default_bodies.is_some()) {
                let (ty, name) = (method.method.return_type, &method.model_name);
                let parameters = &method.external_parameters;
                if is_static(&method.method) {
                    line!(w, "static {ty} {name}({parameters});")
                } else {
                    line!(w, "{ty} {name}({parameters}) const;")
                }
            }
        });
    });
    line!(w, "template <typename {concrete}>");
    line!(w, "struct {name}Trait;");
    line!(w, "}} // namespace detail");
}

fn emit_concept(decl: &InterfaceDecl<'_>, w: &mut CppWriter) {
    w.block("struct Concept", ";", |w| {
        for method in &decl.methods {
            let (ty, name) = (method.method.return_type, &method.table_name);
            line!(w, "{ty} (*{name})({});", method.table_types);
        }
        for method in decl.methods.iter().filter(|method| method.is_shared) {
            let (ty, name) = (method.method.return_type, &method.table_name);
            line!(w, "static {ty} shared_{name}({});", method.model_parameters);
        }
        if decl.bases.is_empty() {
            return;
        }
        for base in &decl.bases {
            let name = base.interface.class_name;
            line!(w, "const {}::Concept *impl{name} = nullptr;", base.qualified);
        }
        let parameter = "::mlir::detail::InterfaceMap &interfaceMap";
        w.block(format_args!("void initializeInterfaceConcept({parameter})"), "", |w| {
            for base in &decl.bases {
                w.fill_block(
                    "
                    impl$name = interfaceMap.lookup<$base>();
                    assert(impl$name && \"`$interface` expected its base interface `$base` to be registered\");
                    ",
                    &[
                        ("name", base.interface.class_name),
                        ("base", &base.qualified),
                        ("interface", &decl.qualified),
                    ],
                );
            }
        });
    });
}

/// Writes the interface class.
fn emit_interface(decl: &InterfaceDecl<'_>, w: &mut CppWriter) {
    let (name, names) = (decl.interface.class_name, decl.names);
    w.fill_block(
        "
        class $name : public ::mlir::$base<$name, detail::${name}InterfaceTraits> {
        public:
          using ::mlir::$base<$name, detail::${name}InterfaceTraits>::$base;
          template <typename $concrete>
          struct Trait : public detail::${name}Trait<$concrete> {};
        ",
        &[("name", name), ("base", names.base_class), ("concrete", names.concrete)],
    );
    w.indented(|w| {
        emit_method_declarations(&decl.interface, names, w);
        emit_extra(&[decl.interface.extra.class, &decl.shared_in_class], w);
        for base in &decl.bases {
            w.fill_block(
                "

                //===----------------------------------------------------------------===//
                // Inherited from $base
                //===----------------------------------------------------------------===//
                operator $base () const {
                  if (!*this) return nullptr;
                  return $base(*this, getImpl()->impl$name);
                }
                ",
                &[("base", &base.qualified), ("name", base.interface.class_name)],
            );
            emit_method_declarations(&base.interface, names, w);
            emit_extra(&[base.interface.extra.class, &base.shared], w);
        }
        if let Some(class_of) = &decl.class_of {
            w.fill_block(
                "
                static bool classof($value_type base) {
                  auto* interface = getInterfaceFor(base);
                  if (!interface)
                    return false;
                  $name odsInterfaceInstance(base, interface);
                  $class_of
                }
                ",
                &[("value_type", names.value_type), ("name", name), ("class_of", class_of)],
            );
        }
    });
    line!(w, "}};");
}

fn emit_method_declarations(
    interface: &Interface<'_>,
    names: &InterfaceKindNames,
    w: &mut CppWriter,
) {
    for method in &interface.methods {
        let (ty, name, parameters) = (method.return_type, method.name, parameters(method));
        cpp::emit_doc("", method.description, w);
        line!(w, "{ty} {name}({parameters}){};", names.suffix);
    }
}

/// Writes the description's C++ on separate lines.
fn emit_extra(texts: &[&str], w: &mut CppWriter) {
    for text in texts.iter().filter(|text| !text.is_empty()) {
        w.raw(text);
        w.raw("\n");
    }
}

fn emit_trait(decl: &InterfaceDecl<'_>, w: &mut CppWriter) {
    w.fill_block(
        "
        template <typename $concrete>
        struct ${name}Trait : public ::mlir::$base<$name, detail::${name}InterfaceTraits>::Trait<$concrete> {
        ",
        &[
            ("name", decl.interface.class_name),
            ("base", decl.names.base_class),
            ("concrete", decl.names.concrete),
        ],
    );
    w.indented(|w| {
        for method in &decl.methods {
            let Some(bodies) = &method.default_bodies else { continue };
            let ((ty, name), parameters) = (method.head(), &method.parameters);
            let (before, after) =
                if is_static(&method.method) { ("static ", "") } else { ("", decl.names.suffix) };
            w.block(format_args!("{before}{ty} {name}({parameters}){after}"), "", |w| {
                emit_extra(&[&bodies.in_trait], w);
            });
        }
        if let Some(verify) = &decl.verify {
            let name = if decl.interface.extra.verifies_regions {
                "verifyRegionTrait"
            } else {
                "verifyTrait"
            };
            let head = format_args!("static ::llvm::LogicalResult {name}(::mlir::Operation *op)");
            w.block(head, "", |w| emit_extra(&[verify], w));
        }
        emit_extra(&[&decl.in_trait, &decl.shared_in_trait], w);
    });
    line!(w, "}};");
}

/// Writes the functions of the models.
fn emit_model_functions(decl: &InterfaceDecl<'_>, w: &mut CppWriter) {
    let (interface, concrete) = (decl.interface.class_name, decl.names.concrete);
    for model in [ModelKind::Trait, ModelKind::Fallback] {
        for method in &decl.methods {
            let (ty, name) = (method.method.return_type, &method.table_name);
            let parameters = &method.model_parameters;
            let (class, body) = match model {
                ModelKind::Trait => ("Model", &method.model_body),
                ModelKind::Fallback => ("FallbackModel", &method.fallback_body),
            };
            let traits = format!("detail::{interface}InterfaceTraits");
            let head = if class == "Model" && method.is_shared {
                format!("inline {ty} {traits}::Concept::shared_{name}({parameters})")
            } else {
                line!(w, "template<typename {concrete}>");
                format!("{ty} {traits}::{class}<{concrete}>::{name}({parameters})")
            };
            w.block(head, "", |w| emit_extra(&[body], w));
        }
    }
    for method in &decl.methods {
        let Some(bodies) = &method.default_bodies else { continue };
        let (ty, name) = (method.method.return_type, &method.model_name);
        let parameters = &method.external_parameters;
        let after = if is_static(&method.method) { "" } else { " const" };
        line!(w, "template<typename ConcreteModel, typename {concrete}>");
        let class = format!("{interface}InterfaceTraits::ExternalModel<ConcreteModel, {concrete}>");
        w.block(format_args!("{ty} detail::{class}::{name}({parameters}){after}"), "", |w| {
            emit_extra(&[&bodies.external], w);
        });
    }
}

/// The class that fills the table.
#[derive(Clone, Copy)]
enum ModelKind {
    /// The model for entities with the trait.
    Trait,
    /// The model for classes that are models themselves.
    Fallback,
}
