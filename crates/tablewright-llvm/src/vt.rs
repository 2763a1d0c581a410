//! `--gen-vt`: the table of machine value types.

use std::collections::BTreeMap;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, line};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-vt", help: "Generate ValueType", options: &[], run };

/// How many value types there can be: they are numbered by a byte.
const NUMBERS: usize = 256;

struct ValueTypes<'s> {
    /// In order of their numbers.
    types: Vec<ValueType<'s>>,
    /// The first and the last type of each kind, by the name of the kind.
    ranges: BTreeMap<&'static str, (&'s str, &'s str)>,
}

struct ValueType<'s> {
    name: &'s str,
    number: i64,
    size: i64,
    is_overloaded: bool,
    is_integer: bool,
    /// How much of an integer type it is; see [`grade`].
    integer_grade: u8,
    is_fp: bool,
    /// How much of a floating-point type it is; see [`grade`].
    fp_grade: u8,
    is_scalable: bool,
    is_normal: bool,
    vector: Option<Vector<'s>>,
    /// The C++ that makes the IR type, if there is one.
    ir_type: Option<String>,
}

struct Vector<'s> {
    length: i64,
    element: &'s str,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store)?;
    job.write_cpp(|w| emit(&model, job.store.input_name(), w))
}

fn collect(store: &RecordStore) -> Result<ValueTypes<'_>, FieldError> {
    // Sorted by number, with equal numbers found on the way.
    let mut by_number: Vec<Option<Record<'_>>> = vec![None; NUMBERS];
    for record in store.derived_from_name("ValueType")? {
        let number = record.int("Value")?;
        let entry = usize::try_from(number).ok().and_then(|number| by_number.get_mut(number));
        let Some(entry) = entry else {
            let message = format!(
                "Value type `{}' has number {number}, which is not from 0 to {}",
                record.name(),
                NUMBERS - 1
            );
            return Err(FieldError::new(Code::ValueTypes, record, message));
        };
        if let Some(first) = entry {
            let message = format!(
                "Value type `{}' has number {number}, which `{}' has too",
                record.name(),
                first.name()
            );
            return Err(FieldError::new(Code::ValueTypes, record, message)
                .label_record(*first, "this one has the number too"));
        }
        *entry = Some(record);
    }
    let records: Vec<Record<'_>> = by_number.into_iter().flatten().collect();
    let types = records.iter().map(|&r| value_type(r)).collect::<Result<Vec<_>, _>>()?;
    let ranges = ranges(&records, &types)?;
    Ok(ValueTypes { types, ranges })
}

fn value_type(record: Record<'_>) -> Result<ValueType<'_>, FieldError> {
    let name = record.string("LLVMName")?;
    let is_integer = record.bit("isInteger")?;
    let is_fp = record.bit("isFP")?;
    let is_scalable = record.bit("isScalable")?;
    let mut vector = None;
    if record.bit("isVector")? {
        let length = record.int("nElem")?;
        vector = Some(Vector { length, element: record.record("ElementType")?.name() });
    }
    let ir_type = match &vector {
        Some(vector) => {
            let element = ir_scalar(record.record("ElementType")?)?;
            let kind = if is_scalable { "Scalable" } else { "Fixed" };
            Some(format!("{kind}VectorType::get({element}, {})", vector.length))
        }
        None if is_integer || is_fp => Some(ir_scalar(record)?),
        None => None,
    };
    Ok(ValueType {
        name,
        number: record.int("Value")?,
        size: record.int("Size")?,
        is_overloaded: record.bit("isOverloaded")?,
        is_integer,
        integer_grade: grade(is_integer, name, 'i'),
        is_fp,
        fp_grade: grade(is_fp, name, 'f'),
        is_scalable,
        is_normal: record.bit("isNormalValueType")?,
        vector,
        ir_type,
    })
}

/// The C++ that makes the IR type of an integer or floating-point type.
fn ir_scalar(record: Record<'_>) -> Result<String, FieldError> {
    let size = record.int("Size")?;
    if record.bit("isFP")? {
        let name = match (size, record.string("LLVMName")?) {
            // Types of one size differ by name.
            (16, "bf16") => "BFloatTy",
            (16, _) => "HalfTy",
            (32, _) => "FloatTy",
            (64, _) => "DoubleTy",
            (80, _) => "X86_FP80Ty",
            (128, "ppcf128") => "PPC_FP128Ty",
            (128, _) => "FP128Ty",
            _ => {
                let what = format!("floating-point type of {size} bits");
                return Err(no_ir_type(record, &what));
            }
        };
        return Ok(format!("Type::get{name}(Context)"));
    }
    if !record.bit("isInteger")? {
        return Err(no_ir_type(record, "type that is neither integer nor floating-point"));
    }
    Ok(match size {
        1 | 8 | 16 | 32 | 64 | 128 => format!("Type::getInt{size}Ty(Context)"),
        _ => format!("Type::getIntNTy(Context, {size})"),
    })
}

fn no_ir_type(record: Record<'_>, what: &str) -> FieldError {
    FieldError::new(
        Code::ValueTypes,
        record,
        format!("Value type `{}': no IR type for a {what}", record.name()),
    )
}

/// The ranges of numbers that types of a kind occupy. No other type may lie between them.
fn ranges<'s>(
    records: &[Record<'s>],
    types: &[ValueType<'s>],
) -> Result<BTreeMap<&'static str, (&'s str, &'s str)>, FieldError> {
    let mut ranges = BTreeMap::new();
    for (kind, holds) in KINDS {
        let mut members = (0..types.len()).filter(|&i| holds(&types[i]));
        let Some(first) = members.next() else { continue };
        let mut last = first;
        for member in members {
            // `MVT` tests kinds by comparing with the first and the last number of a range.
            if member != last + 1 {
                let message = format!(
                    "Value type `{}' is {kind}, but `{}' between it and `{}' is not",
                    types[member].name,
                    types[last + 1].name,
                    types[last].name
                );
                return Err(FieldError::new(Code::ValueTypes, records[member], message));
            }
            last = member;
        }
        ranges.insert(kind, (types[first].name, types[last].name));
    }
    Ok(ranges)
}

type Kind = (&'static str, fn(&ValueType<'_>) -> bool);

const KINDS: [Kind; 10] = [
    ("INTEGER_FIXEDLEN_VECTOR_VALUETYPE", |t| t.is_integer && t.is_fixed_vector()),
    ("INTEGER_SCALABLE_VECTOR_VALUETYPE", |t| t.is_integer && t.is_scalable),
    ("FP_FIXEDLEN_VECTOR_VALUETYPE", |t| t.is_fp && t.is_fixed_vector()),
    ("FP_SCALABLE_VECTOR_VALUETYPE", |t| t.is_fp && t.is_scalable),
    ("FIXEDLEN_VECTOR_VALUETYPE", |t| t.is_fixed_vector()),
    ("SCALABLE_VECTOR_VALUETYPE", |t| t.is_scalable),
    ("VECTOR_VALUETYPE", |t| t.vector.is_some()),
    ("INTEGER_VALUETYPE", |t| t.is_integer && t.vector.is_none()),
    ("FP_VALUETYPE", |t| t.is_fp && t.vector.is_none()),
    ("VALUETYPE", |t| t.is_normal),
];

impl ValueType<'_> {
    fn is_fixed_vector(&self) -> bool {
        self.vector.is_some() && !self.is_scalable
    }
}

/// The grade of a type as integer or floating-point type: 0 if it is none, 1 if it is one, 3 if its
/// name begins with the `initial` of scalar types of the kind too.
fn grade(holds: bool, name: &str, initial: char) -> u8 {
    match (holds, name.starts_with(initial)) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 3,
    }
}

fn emit(model: &ValueTypes<'_>, input: &str, w: &mut CppWriter) {
    w.file_header("ValueTypes Source Fragment", Some(input));
    line!(w, "#ifdef GET_VT_ATTR // (Ty, n, sz, Any, Int, FP, Vec, Sc)");
    for ty in &model.types {
        attributes(ty, w);
    }
    w.raw("#endif\n\n#ifdef GET_VT_RANGES\n");
    for (kind, (first, last)) in &model.ranges {
        line!(w, "  FIRST_{kind} = {first},");
        line!(w, "  LAST_{kind} = {last},");
    }
    w.raw("#endif\n\n#ifdef GET_VT_VECATTR // (Ty, Sc, nElem, ElTy)\n");
    for ty in &model.types {
        if let Some(Vector { length, element }) = ty.vector {
            let scalable = u8::from(ty.is_scalable);
            line!(w, "  GET_VT_VECATTR({}, {scalable}, {length}, {element})", ty.name);
        }
    }
    w.raw("#endif\n\n#ifdef GET_VT_EVT\n");
    for ty in &model.types {
        if let Some(ir_type) = &ty.ir_type {
            line!(w, "  GET_VT_EVT({}, {ir_type})", ty.name);
        }
    }
    w.raw("#endif\n\n");
}

fn attributes(ty: &ValueType<'_>, w: &mut CppWriter) {
    let (length, element) = match ty.vector {
        Some(Vector { length, element }) => (length, element),
        None => (0, "INVALID_SIMPLE_VALUE_TYPE"),
    };
    line!(
        w,
        "  GET_VT_ATTR({}, {}, {}, {}, {}, {}, {}, {}, {length}, {element})",
        ty.name,
        ty.number,
        ty.size,
        u8::from(ty.is_overloaded),
        ty.integer_grade,
        ty.fp_grade,
        u8::from(ty.vector.is_some()),
        u8::from(ty.is_scalable),
    );
}
