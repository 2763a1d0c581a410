//! The bodies of functions that read bytecode.

use tablewright_text::{CppWriter, line};

use super::WriteResult;
use crate::model::{BytecodeElement, BytecodeForm, BytecodeKind, BytecodeMember};
use crate::support::cpp;

/// The body of a function that reads members and builds a value from them.
pub(super) struct ReadBody<'s> {
    /// C++ types, each with the variables of this type.
    variables: Vec<(String, Vec<&'s str>)>,
    /// Functions that read a list element.
    functions: Vec<ElementFunction<'s>>,
    /// The conditions that read the variables.
    conditions: Vec<String>,
    /// The value.
    result: String,
}

/// A function that reads a list element.
struct ElementFunction<'s> {
    name: String,
    cpp_type: &'s str,
    body: ReadBody<'s>,
}

impl<'s> ReadBody<'s> {
    /// Builds the body for a form of a C++ type. A form without members ignores the description's builder.
    pub(super) fn from_form(
        form: &BytecodeForm<'s>,
        cpp_type: &str,
        result: WriteResult,
    ) -> ReadBody<'s> {
        let body = ReadBody::new(&form.members, form.builder, cpp_type);
        if !form.members.is_empty() {
            return body;
        }
        let result = match result {
            WriteResult::None => format!("get<{cpp_type}>(context)"),
            WriteResult::Logical => {
                format!("getChecked<{cpp_type}>([&]() {{ return reader.emitError(); }}, context)")
            }
        };
        ReadBody { result, ..body }
    }

    fn new(members: &[BytecodeMember<'s>], builder: &str, cpp_type: &str) -> ReadBody<'s> {
        let names = members.iter().map(|member| member.name);
        let arguments: Vec<&str> = names.filter(|name| !name.starts_with('_')).collect();
        let mut body = ReadBody {
            variables: Vec::new(),
            functions: Vec::new(),
            conditions: Vec::new(),
            result: build(builder, cpp_type, &arguments.join(", ")),
        };
        for member in members {
            body.add(member);
        }
        body
    }

    /// Builds the body for a list element.
    fn from_element(element: &BytecodeElement<'s>) -> ReadBody<'s> {
        if let BytecodeKind::Composite(members) = &element.kind {
            return ReadBody::new(members, element.builder, element.cpp_type);
        }
        ReadBody {
            variables: vec![(element.cpp_type.to_owned(), vec!["temp"])],
            functions: Vec::new(),
            conditions: vec![parse(element, "temp")],
            result: build(element.builder, element.cpp_type, "temp"),
        }
    }

    fn add(&mut self, member: &BytecodeMember<'s>) {
        let (name, element) = (member.name, &member.element);
        let (cpp_type, condition) = match member.list {
            None => (element.cpp_type.to_owned(), parse(element, name)),
            Some(list) => {
                let condition = match (&element.kind, list.size) {
                    (BytecodeKind::Attribute, None) => {
                        format!("succeeded(reader.readAttributes({name}))")
                    }
                    (BytecodeKind::Type, None) => format!("succeeded(reader.readTypes({name}))"),
                    (_, size) => self.add_function(member, size),
                };
                (format!("SmallVector<{}>", element.cpp_type), condition)
            }
        };
        self.conditions.push(condition);
        match self.variables.last_mut() {
            Some((last, names)) if *last == cpp_type => names.push(name),
            Some(_) | None => self.variables.push((cpp_type, vec![name])),
        }
    }

    /// Adds a list element reader; returns the condition that reads the whole list.
    fn add_function(&mut self, member: &BytecodeMember<'s>, size: Option<&str>) -> String {
        let element = &member.element;
        let mut name = format!("read{}", member.name);
        if let Some(first) = name.get_mut(4..5) {
            first.make_ascii_uppercase();
        }
        let condition = match size {
            None => format!("succeeded(reader.readList({}, {name}))", member.name),
            Some(size) => {
                format!("succeeded(reader.readListWithKnownSize({}, {size}, {name}))", member.name)
            }
        };
        let body = ReadBody::from_element(element);
        self.functions.push(ElementFunction { name, cpp_type: element.cpp_type, body });
        condition
    }

    /// Writes the body, which returns `failure` on a read error.
    pub(super) fn emit(&self, failure: &str, w: &mut CppWriter) {
        let Some((last, before)) = self.conditions.split_last() else {
            return line!(w, "return {};", self.result);
        };
        for (cpp_type, names) in &self.variables {
            line!(w, "{cpp_type} {};", names.join(", "));
        }
        for function in &self.functions {
            let head =
                format_args!("auto {} = [&]() -> FailureOr<{}>", function.name, function.cpp_type);
            w.block(head, ";", |w| function.body.emit("failure()", w));
        }
        let mut head = "if (";
        for condition in before {
            line!(w, "{head}{condition} &&");
            head = "    ";
        }
        w.block(format_args!("{head}{last})"), "", |w| line!(w, "return {};", self.result));
        line!(w, "return {failure};");
    }
}

/// Returns the condition that reads a variable.
fn parse(element: &BytecodeElement<'_>, variable: &str) -> String {
    cpp::fill(element.parser, |name| match name {
        "_reader" => Some("reader"),
        "_resultType" => Some(element.cpp_type),
        "_var" => Some(variable),
        _ => None,
    })
}

/// Returns the expression that builds the value from arguments.
fn build(builder: &str, cpp_type: &str, arguments: &str) -> String {
    cpp::fill(builder.trim(), |name| match name {
        "_args" => Some(arguments),
        "_resultType" => Some(cpp_type),
        _ => None,
    })
}
