//! `--gen-vt`: the machine value type table.

use std::collections::BTreeMap;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::value_type::ValueTypeRecord;
use tablewright_text::{CppWriter, line};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-vt", help: "Generate ValueType", options: &[], run };

/// Maximum number of value types if their number is a byte.
const NUMBERS: usize = 256;

struct VtValueTypes<'s> {
    /// Types in number order.
    types: Vec<VtValueType<'s>>,
    /// First and last type by kind name.
    ranges: BTreeMap<&'static str, (&'s str, &'s str)>,
    columns: Columns,
    /// Whether vectors have a section of their own.
    has_vector_section: bool,
}

/// The columns that the output has for each type, by release.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Columns {
    /// The number, since enumerators have explicit numbers.
    Numbers,
    /// Whether the type is a tuple of vectors, and the number of vectors. Enumerators are numbered implicitly.
    Tuples,
}

struct VtValueType<'s> {
    name: &'s str,
    /// `None` if the types are numbered implicitly.
    number: Option<i64>,
    size: i64,
    is_overloaded: bool,
    is_integer: bool,
    /// Grade as an integer type; see [`grade`].
    integer_grade: u8,
    is_fp: bool,
    /// Grade as a floating-point type; see [`grade`].
    fp_grade: u8,
    is_normal: bool,
    is_cheri_capability: bool,
    shape: VtShape<'s>,
    /// C++ that creates the IR type, if there is one.
    ir_type: Option<String>,
}

#[derive(Clone, Copy)]
enum VtShape<'s> {
    /// A single value.
    Scalar,
    Vector(VtVector<'s>),
    /// It is as many vectors.
    Tuple(i64),
}

#[derive(Clone, Copy)]
struct VtVector<'s> {
    length: i64,
    element: &'s str,
    is_scalable: bool,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store)?;
    job.write_cpp(|w| emit(&model, job.store.input_name(), w))
}

fn collect(store: &RecordStore) -> Result<VtValueTypes<'_>, FieldError> {
    let columns = if store.release().has(Feature::ValueTypesAreCounted) {
        Columns::Tuples
    } else {
        Columns::Numbers
    };
    let records = match columns {
        Columns::Numbers => by_number(store)?,
        Columns::Tuples => {
            let mut records = ValueTypeRecord::all(store)?;
            records.sort_by_key(|record| record.sequence());
            records
        }
    };
    let types = records.iter().map(|&r| value_type(r, columns)).collect::<Result<Vec<_>, _>>()?;
    let ranges = ranges(&records, &types, columns)?;
    let has_vector_section = !store.release().has(Feature::VectorTypesLackSection);
    Ok(VtValueTypes { types, ranges, columns, has_vector_section })
}

/// Returns all types, sorted by number. Equal numbers are found on the way.
fn by_number(store: &RecordStore) -> Result<Vec<ValueTypeRecord<'_>>, FieldError> {
    let mut by_number: Vec<Option<ValueTypeRecord<'_>>> = vec![None; NUMBERS];
    for record in ValueTypeRecord::all(store)? {
        let number = record.value()?;
        let entry = usize::try_from(number).ok().and_then(|number| by_number.get_mut(number));
        let Some(entry) = entry else {
            let message = format!(
                "Value type `{}' has number {number}, which is not from 0 to {}",
                record.name(),
                NUMBERS - 1
            );
            return Err(FieldError::new(Code::ValueTypes, *record, message));
        };
        if let Some(first) = entry {
            let message = format!(
                "Value type `{}' has number {number}, which `{}' has too",
                record.name(),
                first.name()
            );
            return Err(FieldError::new(Code::ValueTypes, *record, message)
                .label_record(**first, "this one has the number too"));
        }
        *entry = Some(record);
    }
    Ok(by_number.into_iter().flatten().collect())
}

fn value_type(
    record: ValueTypeRecord<'_>,
    columns: Columns,
) -> Result<VtValueType<'_>, FieldError> {
    let name = record.llvm_name()?;
    let is_integer = holds(record.is_integer()?);
    let is_fp = holds(record.is_fp()?);
    let (shape, ir_type) = shape_and_ir_type(record, is_integer || is_fp)?;
    Ok(VtValueType {
        name,
        number: match columns {
            Columns::Numbers => Some(record.value()?),
            Columns::Tuples => None,
        },
        size: record.size()?,
        is_overloaded: holds(record.is_overloaded()?),
        is_integer,
        integer_grade: grade(is_integer, name, 'i'),
        is_fp,
        fp_grade: grade(is_fp, name, 'f'),
        is_normal: record.is_normal_value_type()?,
        is_cheri_capability: holds(record.is_cheri_capability()?),
        shape,
        ir_type,
    })
}

/// Returns whether a bit is set. A bit that is `?` or missing is not set.
fn holds(bit: Option<bool>) -> bool {
    bit == Some(true)
}

/// Returns a type's shape, and the C++ that creates its IR type.
fn shape_and_ir_type(
    record: ValueTypeRecord<'_>,
    is_number: bool,
) -> Result<(VtShape<'_>, Option<String>), FieldError> {
    if holds(record.is_vector()?) {
        let (length, element) = (record.element_count()?.unwrap_or(1), record.element_type()?);
        let is_scalable = holds(record.is_scalable()?);
        let kind = if is_scalable { "Scalable" } else { "Fixed" };
        let ir_type = format!("{kind}VectorType::get({}, {length})", ir_scalar(element)?);
        let vector = VtVector { length, element: element.name(), is_scalable };
        return Ok((VtShape::Vector(vector), Some(ir_type)));
    }
    if holds(record.is_riscv_vec_tuple()?) {
        let (count, element) = (record.field_count()?, record.element_type()?);
        // The size of a tuple is the size of all its vectors.
        let per_vector = record.size()?.checked_div(count);
        let length = per_vector.and_then(|bits| bits.checked_div(element.size().unwrap_or(0)));
        let Some(length) = length else {
            return Err(no_ir_type(record, "tuple of no vectors"));
        };
        let vector = format!("ScalableVectorType::get({}, {length})", ir_scalar(element)?);
        let ir_type =
            format!(r#"TargetExtType::get(Context, "riscv.vector.tuple", {vector}, {count})"#);
        return Ok((VtShape::Tuple(count), Some(ir_type)));
    }
    Ok((VtShape::Scalar, if is_number { Some(ir_scalar(record)?) } else { None }))
}

/// Returns the C++ that makes the IR type of an integer or floating-point type.
fn ir_scalar(record: ValueTypeRecord<'_>) -> Result<String, FieldError> {
    let size = record.size()?;
    if holds(record.is_fp()?) {
        let name = match (size, record.llvm_name()?) {
            // Types with the same size differ by name.
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
    if !holds(record.is_integer()?) {
        return Err(no_ir_type(record, "type that is neither integer nor floating-point"));
    }
    Ok(match size {
        1 | 8 | 16 | 32 | 64 | 128 => format!("Type::getInt{size}Ty(Context)"),
        _ => format!("Type::getIntNTy(Context, {size})"),
    })
}

fn no_ir_type(record: ValueTypeRecord<'_>, what: &str) -> FieldError {
    FieldError::new(
        Code::ValueTypes,
        *record,
        format!("Value type `{}': no IR type for a {what}", record.name()),
    )
}

/// Returns the number ranges for the kinds of types. If types have explicit numbers, no other type may be in between.
fn ranges<'s>(
    records: &[ValueTypeRecord<'s>],
    types: &[VtValueType<'s>],
    columns: Columns,
) -> Result<BTreeMap<&'static str, (&'s str, &'s str)>, FieldError> {
    let mut ranges = BTreeMap::new();
    for (kind, holds) in KINDS {
        let mut members = (0..types.len()).filter(|&i| holds(&types[i]));
        let Some(first) = members.next() else { continue };
        let mut last = first;
        for member in members {
            // `MVT` tests kinds by comparing with the first and the last number of a range.
            if member != last + 1 && columns == Columns::Numbers {
                let message = format!(
                    "Value type `{}' is {kind}, but `{}' between it and `{}' is not",
                    types[member].name,
                    types[last + 1].name,
                    types[last].name
                );
                return Err(FieldError::new(Code::ValueTypes, *records[member], message));
            }
            last = member;
        }
        ranges.insert(kind, (types[first].name, types[last].name));
    }
    Ok(ranges)
}

type VtPredicate = (&'static str, fn(&VtValueType<'_>) -> bool);

const KINDS: [VtPredicate; 12] = [
    ("INTEGER_FIXEDLEN_VECTOR_VALUETYPE", |t| t.is_integer && t.is_fixed_vector()),
    ("INTEGER_SCALABLE_VECTOR_VALUETYPE", |t| t.is_integer && t.is_scalable_vector()),
    ("FP_FIXEDLEN_VECTOR_VALUETYPE", |t| t.is_fp && t.is_fixed_vector()),
    ("FP_SCALABLE_VECTOR_VALUETYPE", |t| t.is_fp && t.is_scalable_vector()),
    ("FIXEDLEN_VECTOR_VALUETYPE", |t| t.is_fixed_vector()),
    ("SCALABLE_VECTOR_VALUETYPE", |t| t.is_scalable_vector()),
    ("VECTOR_VALUETYPE", |t| t.vector().is_some()),
    ("RISCV_VECTOR_TUPLE_VALUETYPE", |t| matches!(t.shape, VtShape::Tuple(_))),
    ("INTEGER_VALUETYPE", |t| t.is_integer && t.vector().is_none()),
    ("FP_VALUETYPE", |t| t.is_fp && t.vector().is_none()),
    ("CHERI_CAPABILITY_VALUETYPE", |t| t.is_cheri_capability),
    ("VALUETYPE", |t| t.is_normal),
];

impl<'s> VtValueType<'s> {
    fn vector(&self) -> Option<VtVector<'s>> {
        match self.shape {
            VtShape::Vector(vector) => Some(vector),
            VtShape::Scalar | VtShape::Tuple(_) => None,
        }
    }

    fn is_fixed_vector(&self) -> bool {
        self.vector().is_some_and(|vector| !vector.is_scalable)
    }

    fn is_scalable_vector(&self) -> bool {
        self.vector().is_some_and(|vector| vector.is_scalable)
    }
}

/// Returns the grade of a type as integer or floating-point type: 0 if it is none, 1 if it is one, 3 if its
/// name begins with the `initial` of scalar types of the kind too.
fn grade(holds: bool, name: &str, initial: char) -> u8 {
    match (holds, name.starts_with(initial)) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 3,
    }
}

fn emit(model: &VtValueTypes<'_>, input: &str, w: &mut CppWriter) {
    w.file_header("ValueTypes Source Fragment", Some(input));
    match model.columns {
        Columns::Numbers => line!(w, "#ifdef GET_VT_ATTR // (Ty, n, sz, Any, Int, FP, Vec, Sc)"),
        Columns::Tuples => {
            line!(w, "#ifdef GET_VT_ATTR // (Ty, sz, Any, Int, FP, Vec, Sc, Tup, NF, NElem, EltTy)")
        }
    }
    for ty in &model.types {
        attributes(ty, w);
    }
    w.raw("#endif\n\n#ifdef GET_VT_RANGES\n");
    for (kind, (first, last)) in &model.ranges {
        line!(w, "  FIRST_{kind} = {first},");
        line!(w, "  LAST_{kind} = {last},");
    }
    w.raw("#endif\n\n");
    if model.has_vector_section {
        emit_vectors(model, w);
    }
    w.raw("#ifdef GET_VT_EVT\n");
    for ty in &model.types {
        if let Some(ir_type) = &ty.ir_type {
            line!(w, "  GET_VT_EVT({}, {ir_type})", ty.name);
        }
    }
    w.raw("#endif\n\n");
}

fn emit_vectors(model: &VtValueTypes<'_>, w: &mut CppWriter) {
    let tuple_column = match model.columns {
        Columns::Numbers => "",
        Columns::Tuples => " Tup,",
    };
    line!(w, "#ifdef GET_VT_VECATTR // (Ty, Sc,{tuple_column} nElem, ElTy)");
    for ty in &model.types {
        if let Some(VtVector { length, element, is_scalable }) = ty.vector() {
            let scalable = u8::from(is_scalable);
            // A vector is not a tuple.
            let is_tuple = if tuple_column.is_empty() { "" } else { " 0," };
            let name = ty.name;
            line!(w, "  GET_VT_VECATTR({name}, {scalable},{is_tuple} {length}, {element})");
        }
    }
    w.raw("#endif\n\n");
}

fn attributes(ty: &VtValueType<'_>, w: &mut CppWriter) {
    let (length, element) = match ty.vector() {
        Some(VtVector { length, element, .. }) => (length, element),
        None => (0, "INVALID_SIMPLE_VALUE_TYPE"),
    };
    write!(w, "  GET_VT_ATTR({}", ty.name);
    if let Some(number) = ty.number {
        write!(w, ", {number}");
    }
    write!(
        w,
        ", {}, {}, {}, {}, {}, {}",
        ty.size,
        u8::from(ty.is_overloaded),
        ty.integer_grade,
        ty.fp_grade,
        u8::from(ty.vector().is_some()),
        u8::from(ty.is_scalable_vector()),
    );
    if ty.number.is_none() {
        let count = match ty.shape {
            VtShape::Tuple(count) => Some(count),
            VtShape::Scalar | VtShape::Vector(_) => None,
        };
        write!(w, ", {}, {}", u8::from(count.is_some()), count.unwrap_or(0));
    }
    line!(w, ", {length}, {element})");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;
    use tablewright_test_support::{Description, lines, output_of};

    use super::BACKEND;

    const CLASSES: &str = include_str!("../../../tests/data/vt/value-types.inc");

    fn output(types: &str) -> String {
        let store = Description::new(format!("{CLASSES}{types}")).store();
        output_of(&BACKEND, &Options::default(), &store)
    }

    /// Checks the output lines that contain one of `marks`.
    fn check(types: &str, marks: &[&str], expected: Expect) {
        expected.assert_eq(&lines(&output(types), marks));
    }

    #[test]
    fn a_scalar_is_normal_if_its_name_is_kind_and_size() {
        check(
            "def i32 : VTInt<32, 1>;\ndef odd : VTInt<32, 2>;\ndef f16 : VTFP<16, 3>;\ndef bf16 : VTFP<16, 4>;",
            &["GET_VT_ATTR("],
            expect![[r#"
                GET_VT_ATTR(i32, 1, 32, 0, 3, 0, 0, 0, 0, INVALID_SIMPLE_VALUE_TYPE)
                GET_VT_ATTR(odd, 2, 32, 0, 1, 0, 0, 0, 0, INVALID_SIMPLE_VALUE_TYPE)
                GET_VT_ATTR(f16, 3, 16, 0, 0, 3, 0, 0, 0, INVALID_SIMPLE_VALUE_TYPE)
                GET_VT_ATTR(bf16, 4, 16, 0, 0, 1, 0, 0, 0, INVALID_SIMPLE_VALUE_TYPE)
            "#]],
        );
    }

    #[test]
    fn a_vector_names_its_length_and_element() {
        check(
            "def i8 : VTInt<8, 1>;\ndef v4i8 : VTVec<4, i8, 2>;\ndef nxv2i8 : VTScalableVec<2, i8, 3>;",
            &["GET_VT_ATTR(", "GET_VT_VECATTR("],
            expect![[r#"
                GET_VT_ATTR(i8, 1, 8, 0, 3, 0, 0, 0, 0, INVALID_SIMPLE_VALUE_TYPE)
                GET_VT_ATTR(v4i8, 2, 32, 0, 1, 0, 1, 0, 4, i8)
                GET_VT_ATTR(nxv2i8, 3, 16, 0, 1, 0, 1, 1, 2, i8)
                GET_VT_VECATTR(v4i8, 0, 4, i8)
                GET_VT_VECATTR(nxv2i8, 1, 2, i8)
            "#]],
        );
    }

    #[test]
    fn a_range_has_the_first_and_the_last_type_of_a_kind() {
        check(
            "def i8 : VTInt<8, 1>;\ndef i16 : VTInt<16, 2>;\ndef f32 : VTFP<32, 3>;\ndef v2i8 : VTVec<2, i8, 4>;",
            &["FIRST_", "LAST_"],
            expect![[r#"
                FIRST_FIXEDLEN_VECTOR_VALUETYPE = v2i8,
                LAST_FIXEDLEN_VECTOR_VALUETYPE = v2i8,
                FIRST_FP_VALUETYPE = f32,
                LAST_FP_VALUETYPE = f32,
                FIRST_INTEGER_FIXEDLEN_VECTOR_VALUETYPE = v2i8,
                LAST_INTEGER_FIXEDLEN_VECTOR_VALUETYPE = v2i8,
                FIRST_INTEGER_VALUETYPE = i8,
                LAST_INTEGER_VALUETYPE = i16,
                FIRST_VALUETYPE = i8,
                LAST_VALUETYPE = v2i8,
                FIRST_VECTOR_VALUETYPE = v2i8,
                LAST_VECTOR_VALUETYPE = v2i8,
            "#]],
        );
    }

    #[test]
    fn a_type_that_is_not_normal_is_in_no_range() {
        check(
            "def i8 : VTInt<8, 1>;\nlet isNormalValueType = false in def iAny : VTAny<254>;",
            &["FIRST_", "LAST_"],
            expect![[r#"
                FIRST_INTEGER_VALUETYPE = i8,
                LAST_INTEGER_VALUETYPE = i8,
                FIRST_VALUETYPE = i8,
                LAST_VALUETYPE = i8,
            "#]],
        );
    }

    #[test]
    fn numbers_are_unique() {
        let error = output("def i8 : VTInt<8, 1>;\ndef i16 : VTInt<16, 1>;");
        assert_eq!(error, "error: Value type `i16' has number 1, which `i8' has too\n");
    }
}
