//! `arm_sve_typeflags.inc`: values that Clang shares with the SVE and SME descriptions.

use tablewright_backend::{Failure, Job, string_map_order};
use tablewright_records::{Feature, RecordStore};
use tablewright_text::{CppWriter, append};

use super::flags::{SveFlagValues, SveFlags, values};
use crate::record_views::arm_sve::ImmCheckTypeRecord;

/// A part of the file: the macro that selects it, and its values in order.
struct TypeFlagsPart<'s> {
    macro_name: &'static str,
    values: SveFlagValues<'s>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let values = SveFlags::collect(job.store)?;
    let flags = TypeFlagsPart { macro_name: "TYPEFLAGS", values: ordered(values.flags, job.store) };
    let mut enumerations = vec![
        ("SVE_ELTTYPES", values.element_types),
        ("SVE_MEMELTTYPES", values.memory_element_types),
        ("SVE_MERGETYPES", values.merge_types),
    ];
    if !job.store.release().has(Feature::ImmChecksOfArm) {
        enumerations.push(("SVE_IMMCHECKTYPES", values.immediate_checks));
    }
    let enumerations: Vec<TypeFlagsPart<'_>> = enumerations
        .into_iter()
        .map(|(macro_name, values)| TypeFlagsPart {
            macro_name,
            values: ordered(values, job.store),
        })
        .collect();
    job.write_cpp(|w| {
        emit_flags(&flags, w);
        emit_enumerations(&enumerations, w);
    })
}

/// `arm_immcheck_types.inc`: kinds of immediate checks in NEON, SVE and SME.
pub(crate) fn run_immediate_checks(job: &mut Job<'_>) -> Result<(), Failure> {
    let values = ordered(values(job.store, ImmCheckTypeRecord::number)?, job.store);
    let part = TypeFlagsPart { macro_name: "ARM_INTRIN_IMMCHECKTYPES", values };
    job.write_cpp(|w| emit_enumerations(&[part], w))
}

/// Sorts the values as in the reference release's hash table.
fn ordered<'s>(values: SveFlagValues<'s>, store: &RecordStore) -> SveFlagValues<'s> {
    let mut order = string_map_order(store);
    for (name, _) in &values {
        order.insert(name);
    }
    order.indices().map(|at| values[at]).collect()
}

fn emit_flags(flags: &TypeFlagsPart<'_>, w: &mut CppWriter) {
    append!(w, "#ifdef LLVM_GET_SVE_", flags.macro_name, "\n");
    for (name, value) in &flags.values {
        append!(w, "const uint64_t ", name, " = ", value, ";\n");
    }
    append!(w, "#endif\n\n");
}

fn emit_enumerations(enumerations: &[TypeFlagsPart<'_>], w: &mut CppWriter) {
    for TypeFlagsPart { macro_name, values } in enumerations {
        append!(w, "#ifdef LLVM_GET_", macro_name, "\n");
        for (name, value) in values {
            append!(w, "  ", name, " = ", value, ",\n");
        }
        append!(w, "#endif\n\n");
    }
}
