//! Interface class methods: calls through the table that the entity's class fills.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, line};

use super::{InterfaceKindNames, arguments, is_static, parameters, table_names};
use crate::model::{Interface, InterfaceKind, InterfaceMethod};

/// A function in printed form.
struct MethodDef<'s> {
    return_type: &'s str,
    /// The class with its namespace, without colons at the beginning.
    class: String,
    name: &'s str,
    parameters: String,
    /// The table with the function.
    table: String,
    /// Its name in the table.
    table_name: String,
    arguments: String,
}

pub(super) fn run(job: &mut Job<'_>, kind: InterfaceKind) -> Result<(), Failure> {
    let names = InterfaceKindNames::for_kind(kind);
    let interfaces = Interface::for_main_file_with_class(job.store, kind)?;
    let methods: Vec<MethodDef<'_>> =
        interfaces.iter().flat_map(|interface| method_defs(interface, names)).collect();
    job.write_cpp(|w| {
        w.file_header("Interface Definitions", None);
        for method in &methods {
            emit(method, names, w);
        }
    })
}

/// Returns an interface's methods, including the methods of the interfaces that it extends.
fn method_defs<'s>(interface: &Interface<'s>, names: &InterfaceKindNames) -> Vec<MethodDef<'s>> {
    let qualified = interface.qualified_class();
    let class = qualified.strip_prefix("::").unwrap_or(&qualified);
    let def = |method: &InterfaceMethod<'s>, table_name: String, table: String| {
        let first =
            if is_static(method) { String::new() } else { format!("{table}, {}", names.value) };
        MethodDef {
            return_type: method.return_type,
            class: class.to_owned(),
            name: method.name,
            parameters: parameters(method),
            arguments: arguments(method, &first),
            table_name,
            table,
        }
    };
    let own = interface.methods.iter().zip(table_names(interface));
    let own = own.map(|(method, name)| def(method, name, "getImpl()".to_owned()));
    let inherited = interface.bases.iter().flat_map(|base| {
        let table = format!("getImpl()->impl{}", base.class_name);
        base.methods.iter().zip(table_names(base)).map(move |one| (one, table.clone()))
    });
    own.chain(inherited.map(|((method, name), table)| def(method, name, table))).collect()
}

fn emit(method: &MethodDef<'_>, names: &InterfaceKindNames, w: &mut CppWriter) {
    let MethodDef { return_type, class, name, parameters, table, table_name, arguments } = method;
    let head = format_args!("{return_type} {class}::{name}({parameters}){}", names.suffix);
    w.block(head, "", |w| line!(w, "return {table}->{table_name}({arguments});"));
}
