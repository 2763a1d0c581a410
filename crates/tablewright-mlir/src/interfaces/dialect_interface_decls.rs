//! `--gen-dialect-interface-decls`: dialect interfaces, which are classes with virtual functions.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::Feature;
use tablewright_text::{CppClass, CppWriter, line};

use super::parameters;
use crate::model::{Interface, InterfaceKind, InterfaceMethod, MethodKind};
use crate::support::cpp;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-dialect-interface-decls",
    help: "Generate dialect interface declarations.",
    options: &[],
    run,
};

/// An interface in printed form.
struct DialectInterfaceDecl<'s> {
    interface: Interface<'s>,
    constructor: Constructor,
}

/// The place of an interface's constructor among its members.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Constructor {
    /// Before the methods.
    First,
    /// After all other members.
    Last,
    /// After all other members. Only classes that derive from the interface call it.
    LastProtected,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let mut interfaces = Interface::for_main_file_with_class(job.store, InterfaceKind::Dialect)?;
    interfaces.sort_by_key(|interface| interface.sequence);
    let has_code = job.store.release().has(Feature::DialectInterfacesHaveCode);
    let mut decls = Vec::with_capacity(interfaces.len());
    for interface in interfaces {
        let is_pure = |method: &InterfaceMethod<'_>| method.kind == MethodKind::PureVirtual;
        let constructor = if !has_code {
            Constructor::First
        } else if interface.methods.iter().any(is_pure) {
            Constructor::LastProtected
        } else {
            Constructor::Last
        };
        decls.push(DialectInterfaceDecl { interface, constructor });
    }
    job.write_cpp(|w| {
        w.file_header("Dialect Interface Declarations", None);
        for decl in &decls {
            cpp::emit_namespace(decl.interface.cpp_namespace, w, |w| emit(decl, w));
        }
    })
}

fn emit(decl: &DialectInterfaceDecl<'_>, w: &mut CppWriter) {
    let interface = &decl.interface;
    let name = interface.class_name;
    let base = format!("public ::mlir::DialectInterface::Base<{name}>");
    w.class(&CppClass::new(name).base(base), |w| {
        w.access("public");
        let constructor = format_args!("{name}(::mlir::Dialect *dialect) : Base(dialect) {{}}");
        if decl.constructor == Constructor::First {
            line!(w, "{constructor}");
        }
        for method in &interface.methods {
            emit_method(method, w);
        }
        if decl.constructor == Constructor::First {
            return;
        }
        w.raw(interface.extra.class);
        line!(w);
        if decl.constructor == Constructor::LastProtected {
            w.access("protected");
        }
        line!(w, "{constructor}");
    });
}

fn emit_method(method: &InterfaceMethod<'_>, w: &mut CppWriter) {
    let (ty, name, parameters) = (method.return_type, method.name, parameters(method));
    let head = format!("virtual {ty} {name}({parameters}) const");
    match method.kind {
        MethodKind::PureVirtual => line!(w, "{head} = 0;"),
        MethodKind::Declaration => line!(w, "{head};"),
        MethodKind::Normal | MethodKind::Static => match method.body {
            Some(body) => w.block(head, "", |w| {
                w.raw(without_blank_ends(body));
                line!(w);
            }),
            None => line!(w, "{head} {{}}"),
        },
    }
}

/// Returns a text without blank lines at its beginning, and without blanks at its end.
fn without_blank_ends(text: &str) -> &str {
    let text = text.trim_end();
    let first = text.len() - text.trim_start().len();
    let line = text[..first].rfind('\n').map_or(0, |newline| newline + 1);
    &text[line..]
}
