//! The table of intrinsics, from which Clang's semantic analysis declares functions when a program names
//! them: signatures, and a row for each record.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::intrinsics::{Flags, Intrinsic, TypeList};
use super::reader;
use super::signature_table::SignatureTable;

/// These are macros of the header.
const MACROS: [&str; 2] = ["vsetvli", "vsetvlimax"];

struct SemaFile<'s> {
    signatures: SignatureTable,
    rows: Vec<IntrinsicRow<'s>>,
}

/// A record, as Clang declares its intrinsics.
#[doc(alias = "RVVIntrinsicRecord")]
#[doc(alias = "SemaRecord")]
struct IntrinsicRow<'s> {
    name: &'s str,
    overloaded_name: &'s str,
    numbers: [u32; 19],
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let file = collect(&reader::collect(job.store)?);
    job.write_cpp(|w| emit(&file, w))
}

fn collect<'s>(intrinsics: &[Intrinsic<'s>]) -> SemaFile<'s> {
    let declared =
        || intrinsics.iter().filter(|intrinsic| !MACROS.contains(&intrinsic.own_name.text));
    let signatures = SignatureTable::new(declared().flat_map(|intrinsic| {
        [&intrinsic.prototype, &intrinsic.own_name.suffix, &intrinsic.overloaded_name.suffix]
    }));
    let rows = declared().map(|intrinsic| row(intrinsic, &signatures)).collect();
    SemaFile { rows, signatures }
}

fn row<'s>(intrinsic: &Intrinsic<'s>, signatures: &SignatureTable) -> IntrinsicRow<'s> {
    let Intrinsic { prototype, own_name, overloaded_name, .. } = intrinsic;
    // The fields of Clang's structure have so many bits.
    let index = |signature: &TypeList| u32::from(signatures.index(signature) as u16);
    let length = |signature: &TypeList| u32::from(signature.types.len() as u8);
    let types = intrinsic.type_range.iter().fold(0, |mask, basic| mask | basic.bit());
    let sizes = intrinsic.log2_lmul.iter().fold(0_u8, |mask, log2| mask | 1 << (log2 + 3));
    let Flags { has_masked, has_vl, has_masked_off_operand, .. } = intrinsic.flags;
    let Flags { has_tail_policy, has_mask_policy, has_frm_round_mode_op, is_tuple, .. } =
        intrinsic.flags;
    let numbers = [
        index(prototype),
        index(&own_name.suffix),
        index(&overloaded_name.suffix),
        length(prototype),
        length(&own_name.suffix),
        length(&overloaded_name.suffix),
        intrinsic.required_extensions,
        u32::from(types),
        u32::from(sizes),
        u32::from(intrinsic.nf as u8),
        u32::from(has_masked),
        u32::from(has_vl),
        u32::from(has_masked_off_operand),
        u32::from(has_tail_policy),
        u32::from(has_mask_policy),
        u32::from(has_frm_round_mode_op),
        u32::from(is_tuple),
        u32::from(intrinsic.schemes.unmasked.number()),
        u32::from(intrinsic.schemes.masked.number()),
    ];
    IntrinsicRow { name: own_name.text, overloaded_name: overloaded_name.text, numbers }
}

fn emit(file: &SemaFile<'_>, w: &mut CppWriter) {
    append!(w, "#ifdef DECL_SIGNATURE_TABLE\n");
    for &numbers in &file.signatures.entries {
        let [base, vector, modifiers] = numbers.map(u32::from);
        append!(w, "PrototypeDescriptor(", base, ", ", vector, ", ", modifiers, "),\n");
    }
    append!(w, "#endif\n#ifdef DECL_INTRINSIC_RECORDS\n");
    for IntrinsicRow { name, overloaded_name, numbers } in &file.rows {
        append!(w, "{\"", name, "\",");
        match *overloaded_name {
            "" => append!(w, "nullptr,"),
            name => append!(w, "\"", name, "\","),
        }
        for number in numbers {
            append!(w, number, ",");
        }
        append!(w, "},\n");
    }
    append!(w, "#endif\n");
}
