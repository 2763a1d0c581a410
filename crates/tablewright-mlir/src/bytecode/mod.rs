//! `--gen-bytecode`: functions that read and write the attributes and types of a dialect as bytecode.

mod reader;
#[cfg(test)]
mod tests;
mod writer;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_records::Feature;
use tablewright_text::{CppWriter, line};

use crate::model::BytecodeGroup;
use reader::ReadBody;
use writer::WriteStep;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-bytecode",
    help: "Generate dialect bytecode readers/writers",
    options: &[OptionGroup { heading: "Options for -gen-bytecode", options: &[DIALECT] }],
    run,
};

const DIALECT: BackendOption = BackendOption {
    name: "bytecode-dialect",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "The dialect to gen for",
};

/// Whether attributes or types are written.
#[derive(Clone, Copy)]
struct GroupNames {
    /// Their common C++ class.
    class: &'static str,
    /// The variable name for a single attribute or type.
    variable: &'static str,
}

/// The result of functions that write, by release.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WriteResult {
    /// A function that writes returns nothing.
    None,
    /// A function that writes returns whether there is a form.
    Logical,
}

const ATTRIBUTES: GroupNames = GroupNames { class: "Attribute", variable: "attribute" };
const TYPES: GroupNames = GroupNames { class: "Type", variable: "type" };

/// A C++ type as its functions are printed.
struct TypeFunctions<'s> {
    cpp_type: &'s str,
    forms: Vec<BytecodeLayout<'s>>,
}

/// A printed form of a type.
struct BytecodeLayout<'s> {
    name: &'s str,
    code: usize,
    read: ReadBody<'s>,
    /// The condition that selects this form.
    condition: Option<String>,
    write: Vec<WriteStep<'s>>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let dialect = job.options.text(&DIALECT);
    let attributes = BytecodeGroup::attributes(job.store, dialect)?;
    let types = BytecodeGroup::types(job.store, dialect)?;
    let result = if job.store.release().has(Feature::BytecodeWritersReturnResults) {
        WriteResult::Logical
    } else {
        WriteResult::None
    };
    let groups = [(ATTRIBUTES, attributes), (TYPES, types)]
        .map(|(names, group)| (names, functions(names, &group, result), group));
    job.write_cpp(|w| {
        for (names, functions, group) in &groups {
            emit(*names, functions, group, result, w);
        }
    })
}

fn functions<'s>(
    names: GroupNames,
    group: &BytecodeGroup<'s>,
    result: WriteResult,
) -> Vec<TypeFunctions<'s>> {
    let functions = group.types.iter().map(|one| TypeFunctions {
        cpp_type: one.cpp_type,
        forms: one
            .forms
            .iter()
            .map(|form| BytecodeLayout {
                name: form.name,
                code: form.code,
                read: ReadBody::from_form(form, one.cpp_type, result),
                condition: form.predicate.map(|text| writer::condition(text, names.variable)),
                write: writer::steps(&form.members, names.variable),
            })
            .collect(),
    });
    functions.collect()
}

fn emit(
    names: GroupNames,
    functions: &[TypeFunctions<'_>],
    group: &BytecodeGroup<'_>,
    result: WriteResult,
    w: &mut CppWriter,
) {
    let class = names.class;
    for one in functions {
        for form in &one.forms {
            let head = format_args!(
                "static ::mlir::{class} read{}(MLIRContext* context, DialectBytecodeReader &reader)",
                form.name
            );
            w.block(head, "", |w| form.read.emit(&format!("{}()", one.cpp_type), w));
            line!(w);
        }
        emit_write(names, one, result, w);
    }
    emit_read_any(class, group, w);
    emit_write_any(names, functions, result, w);
}

/// Writes the function that encodes a type in its forms.
fn emit_write(names: GroupNames, one: &TypeFunctions<'_>, result: WriteResult, w: &mut CppWriter) {
    let (cpp_type, variable) = (one.cpp_type, names.variable);
    let (ty, success, failure) = match result {
        WriteResult::None => ("void", "", ""),
        WriteResult::Logical => ("LogicalResult", "return success();\n", "return failure();\n"),
    };
    let head =
        format_args!("static {ty} write({cpp_type} {variable}, DialectBytecodeWriter &writer)");
    w.block(head, "", |w| {
        for form in &one.forms {
            let body = |w: &mut CppWriter| {
                line!(w, "writer.writeVarInt(/* {} */ {});", form.name, form.code);
                writer::emit(&form.write, names.variable, w);
                w.lines(success);
            };
            match &form.condition {
                Some(condition) => w.block(format_args!("if ({condition})"), "", body),
                None => body(w),
            }
        }
        w.lines(failure);
    });
    line!(w);
}

/// Writes the function that reads any attribute or type by its code.
fn emit_read_any(class: &str, group: &BytecodeGroup<'_>, w: &mut CppWriter) {
    let head = format_args!(
        "static {class} read{class}(MLIRContext* context, DialectBytecodeReader &reader)"
    );
    w.block(head, "", |w| {
        if group.codes.is_empty() {
            return line!(w, "return reader.emitError() << \"unknown attribute\", {class}();");
        }
        let values = [("class", class)];
        w.fill_block(
            "
            uint64_t kind;
            if (failed(reader.readVarInt(kind)))
              return $class();
            switch (kind) {
            ",
            &values,
        );
        for (code, name) in &group.codes {
            line!(w, "case {code}:");
            line!(w, "  return read{name}(context, reader);");
        }
        w.fill_block(
            "
            default:
              reader.emitError() << \"unknown attribute code: \" << kind;
              return $class();
            }
            return $class();
            ",
            &values,
        );
    });
    line!(w);
}

/// Writes the function that writes any attribute or type.
fn emit_write_any(
    names: GroupNames,
    functions: &[TypeFunctions<'_>],
    result: WriteResult,
    w: &mut CppWriter,
) {
    let after = match result {
        WriteResult::None => ", success()",
        WriteResult::Logical => "",
    };
    let GroupNames { class, variable } = names;
    let head = format_args!(
        "static LogicalResult write{class}({class} {variable}, DialectBytecodeWriter &writer)"
    );
    w.block(head, "", |w| {
        line!(w, "return TypeSwitch<{class}, LogicalResult>({variable})");
        for one in functions {
            line!(w, "  .Case([&]({} t) {{", one.cpp_type);
            line!(w, "    return write(t, writer){after};");
            line!(w, "  }})");
        }
        line!(w, "  .Default([&]({class}) {{ return failure(); }});");
    });
    line!(w);
}
