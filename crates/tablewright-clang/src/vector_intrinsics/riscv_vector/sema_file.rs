//! The table of intrinsics: signatures, and a row for each record. Clang's semantic analysis uses
//! it to declare functions on demand.

use tablewright_backend::{Failure, Job};
use tablewright_records::Feature;
use tablewright_text::{CppWriter, append};

use super::intrinsics::{RequiredExtensions, RvvFlags, RvvIntrinsic, TypeList};
use super::prototype::PrototypeLetters;
use super::reader;
use super::signature_table::RvvSignatureTable;
use super::vector_type::element_mask;

/// Functions that are macros in the header.
const MACROS: [&str; 2] = ["vsetvli", "vsetvlimax"];

struct SemaFile<'s> {
    signatures: RvvSignatureTable,
    rows: Vec<IntrinsicRow<'s>>,
}

/// A record in the form in which Clang declares its intrinsics.
#[doc(alias = "RVVIntrinsicRecord")]
#[doc(alias = "SemaRecord")]
struct IntrinsicRow<'s> {
    name: &'s str,
    overloaded_name: &'s str,
    required_extensions: RequiredExtensions,
    /// The fields before the extensions, and the fields after them.
    numbers: ([u32; 6], [u32; 9]),
    /// Whether the intrinsic uses the alternative format; some releases lack this field.
    alt_fmt: u32,
    /// Whether the function with a mask has a mask for the result, in releases with this field.
    result_mask: Option<u32>,
    is_tuple: u32,
    unmasked_scheme: u8,
    masked_scheme: u8,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let letters = PrototypeLetters::new(job.store);
    let has_result_masks = job.store.release().has(Feature::MaskedPrototypesHaveResultMasks);
    let file = collect(&reader::collect(job.store)?, letters, has_result_masks);
    job.write_cpp(|w| emit(&file, w))
}

fn collect<'s>(
    intrinsics: &[RvvIntrinsic<'s>],
    letters: PrototypeLetters,
    has_result_masks: bool,
) -> SemaFile<'s> {
    let declared =
        || intrinsics.iter().filter(|intrinsic| !MACROS.contains(&intrinsic.own_name.text));
    let lists = declared().flat_map(|intrinsic| {
        [&intrinsic.prototype, &intrinsic.own_name.suffix, &intrinsic.overloaded_name.suffix]
    });
    let signatures = RvvSignatureTable::new(lists, letters);
    let rows = declared().map(|intrinsic| row(intrinsic, &signatures, has_result_masks)).collect();
    SemaFile { rows, signatures }
}

fn row<'s>(
    intrinsic: &RvvIntrinsic<'s>,
    signatures: &RvvSignatureTable,
    has_result_masks: bool,
) -> IntrinsicRow<'s> {
    let RvvIntrinsic { prototype, own_name, overloaded_name, .. } = intrinsic;
    // The fields in Clang's structure have this number of bits.
    let index = |signature: &TypeList| u32::from(signatures.index(signature) as u16);
    let length = |signature: &TypeList| u32::from(signature.types.len() as u8);
    let types = element_mask(&intrinsic.type_range);
    let sizes = intrinsic.log2_lmul.iter().fold(0_u8, |mask, log2| mask | 1 << (log2 + 3));
    let RvvFlags { has_masked, has_vl, has_masked_off_operand, .. } = intrinsic.flags;
    let RvvFlags { has_tail_policy, has_mask_policy, has_frm_round_mode_op, is_tuple, .. } =
        intrinsic.flags;
    let signature_numbers = [
        index(prototype),
        index(&own_name.suffix),
        index(&overloaded_name.suffix),
        length(prototype),
        length(&own_name.suffix),
        length(&overloaded_name.suffix),
    ];
    let numbers = [
        types,
        u32::from(sizes),
        u32::from(intrinsic.nf as u8),
        u32::from(has_masked),
        u32::from(has_vl),
        u32::from(has_masked_off_operand),
        u32::from(has_tail_policy),
        u32::from(has_mask_policy),
        u32::from(has_frm_round_mode_op),
    ];
    IntrinsicRow {
        name: own_name.text,
        overloaded_name: overloaded_name.text,
        required_extensions: intrinsic.required_extensions.clone(),
        numbers: (signature_numbers, numbers),
        alt_fmt: u32::from(intrinsic.flags.alt_fmt),
        result_mask: has_result_masks.then_some(u32::from(intrinsic.flags.has_result_mask)),
        is_tuple: u32::from(is_tuple),
        unmasked_scheme: intrinsic.schemes.unmasked.number(),
        masked_scheme: intrinsic.schemes.masked.number(),
    }
}

fn emit(file: &SemaFile<'_>, w: &mut CppWriter) {
    append!(w, "#ifdef DECL_SIGNATURE_TABLE\n");
    for &numbers in &file.signatures.entries {
        let [base, vector, modifiers] = numbers.map(u32::from);
        append!(w, "PrototypeDescriptor(", base, ", ", vector, ", ", modifiers, "),\n");
    }
    append!(w, "#endif\n#ifdef DECL_INTRINSIC_RECORDS\n");
    for row in &file.rows {
        emit_row(row, w);
    }
    append!(w, "#endif\n");
}

fn emit_row(row: &IntrinsicRow<'_>, w: &mut CppWriter) {
    append!(w, "{\"", row.name, "\",");
    match row.overloaded_name {
        "" => append!(w, "nullptr,"),
        name => append!(w, "\"", name, "\","),
    }
    let (signatures, numbers) = &row.numbers;
    match &row.required_extensions {
        RequiredExtensions::Mask(mask) => {
            emit_numbers(signatures, w);
            append!(w, mask, ",");
            emit_numbers(numbers, w);
            emit_numbers(&[row.is_tuple], w);
            append!(w, u32::from(row.unmasked_scheme), ",", u32::from(row.masked_scheme), ",");
        }
        RequiredExtensions::Names(names) => {
            append!(w, "\"", &**names, "\",");
            emit_numbers(signatures, w);
            emit_numbers(numbers, w);
            emit_numbers(row.result_mask.as_slice(), w);
            emit_numbers(&[row.alt_fmt, row.is_tuple], w);
            append!(w, scheme_name(row.unmasked_scheme), ",", scheme_name(row.masked_scheme), ",");
        }
    }
    append!(w, "},\n");
}

fn emit_numbers(numbers: &[u32], w: &mut CppWriter) {
    for number in numbers {
        append!(w, number, ",");
    }
}

/// Returns Clang's enumerator for a policy scheme.
fn scheme_name(number: u8) -> &'static str {
    match number {
        0 => "SchemeNone",
        1 => "HasPassthruOperand",
        _ => "HasPolicyOperand",
    }
}
