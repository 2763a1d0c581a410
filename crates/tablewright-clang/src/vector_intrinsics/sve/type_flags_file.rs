//! `arm_sve_typeflags.inc`: the values that Clang shares with the descriptions of SVE and SME.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, StringMapOrder, append};

use super::flags::{Flags, Values};

/// A part of the file: the macro that asks for it, and its values in order.
struct Part<'s> {
    macro_name: &'static str,
    values: Values<'s>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let values = Flags::collect(job.store)?;
    let flags = Part { macro_name: "TYPEFLAGS", values: ordered(values.flags) };
    let enumerations = [
        ("ELTTYPES", values.element_types),
        ("MEMELTTYPES", values.memory_element_types),
        ("MERGETYPES", values.merge_types),
        ("IMMCHECKTYPES", values.immediate_checks),
    ];
    let enumerations =
        enumerations.map(|(macro_name, values)| Part { macro_name, values: ordered(values) });
    job.write_cpp(|w| emit(&flags, &enumerations, w))
}

/// The values in the order of the hash table in which the reference release keeps them.
fn ordered(values: Values<'_>) -> Values<'_> {
    let mut order = StringMapOrder::new();
    for (name, _) in &values {
        order.insert(name);
    }
    order.indices().map(|at| values[at]).collect()
}

fn emit(flags: &Part<'_>, enumerations: &[Part<'_>], w: &mut CppWriter) {
    append!(w, "#ifdef LLVM_GET_SVE_", flags.macro_name, "\n");
    for (name, value) in &flags.values {
        append!(w, "const uint64_t ", name, " = ", value, ";\n");
    }
    append!(w, "#endif\n\n");
    for Part { macro_name, values } in enumerations {
        append!(w, "#ifdef LLVM_GET_SVE_", macro_name, "\n");
        for (name, value) in values {
            append!(w, "  ", name, " = ", value, ",\n");
        }
        append!(w, "#endif\n\n");
    }
}
