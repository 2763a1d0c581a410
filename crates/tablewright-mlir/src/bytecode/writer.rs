//! The bodies of functions that write bytecode.

use tablewright_text::{CppWriter, line};

use crate::model::{BytecodeElement, BytecodeKind, BytecodeList, BytecodeMember};
use crate::support::cpp;

/// A write step.
pub(super) enum WriteStep<'s> {
    /// A statement.
    Statement(String),
    /// List elements in sequence.
    List { function: &'static str, getter: String, cpp_type: &'s str, steps: Vec<WriteStep<'s>> },
}

/// Returns the condition with `variable` for the value.
pub(super) fn condition(predicate: &str, variable: &str) -> String {
    cpp::fill(predicate, |name| (name == "_val").then_some(variable))
}

/// Returns the steps that write the members in `variable`.
pub(super) fn steps<'s>(members: &[BytecodeMember<'s>], variable: &str) -> Vec<WriteStep<'s>> {
    members.iter().filter_map(|member| step(member, variable)).collect()
}

fn step<'s>(member: &BytecodeMember<'s>, variable: &str) -> Option<WriteStep<'s>> {
    let (name, element) = (member.name, &member.element);
    let Some(list) = member.list else {
        return (!element.printer.is_empty())
            .then(|| WriteStep::Statement(print(element, variable, name)));
    };
    let getter = getter(list.getter, variable, name);
    Some(match (&element.kind, list.size) {
        (BytecodeKind::Attribute, None) => {
            WriteStep::Statement(format!("writer.writeAttributes({getter})"))
        }
        (BytecodeKind::Type, None) => WriteStep::Statement(format!("writer.writeTypes({getter})")),
        (kind, _) => WriteStep::List {
            function: list_function(list),
            getter,
            cpp_type: element.cpp_type,
            steps: match kind {
                BytecodeKind::Composite(members) => steps(members, variable),
                BytecodeKind::Attribute | BytecodeKind::Type | BytecodeKind::Value => {
                    vec![WriteStep::Statement(print(element, variable, variable))]
                }
            },
        },
    })
}

fn list_function(list: BytecodeList<'_>) -> &'static str {
    match list.size {
        Some(_) => "writeListWithKnownSize",
        None => "writeList",
    }
}

/// Returns the statement that writes a member of `variable`.
fn print(element: &BytecodeElement<'_>, variable: &str, member: &str) -> String {
    let value = getter(element.getter, variable, member);
    cpp::fill(element.printer, |name| match name {
        "_writer" => Some("writer"),
        "_name" => Some(variable),
        "_getter" => Some(value.as_str()),
        _ => None,
    })
}

/// Returns the C++ expression for a member: the description's template or the accessor call.
fn getter(template: Option<&str>, variable: &str, member: &str) -> String {
    let function = cpp::getter(member);
    cpp::fill(template.unwrap_or("$_attrType.$_getMember()"), |name| match name {
        "_attrType" => Some(variable),
        "_member" => Some(member),
        "_getMember" => Some(function.as_str()),
        _ => None,
    })
}

/// Writes the steps.
pub(super) fn emit(steps: &[WriteStep<'_>], variable: &str, w: &mut CppWriter) {
    for step in steps {
        match step {
            WriteStep::Statement(statement) => line!(w, "{statement};"),
            WriteStep::List { function, getter, cpp_type, steps } => {
                let head = format_args!("writer.{function}({getter}, [&]({cpp_type} {variable})");
                w.block(head, ");", |w| emit(steps, variable, w));
            }
        }
    }
}
