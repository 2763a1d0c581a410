//! Type reader: converts records to C types.
//!
//! In: records of class `Type`. Out: the types in `mve_type`. Most records are dags of operators on
//! other types, and finally on the intrinsic's parameter. A record's type is computed once for each
//! parameter.

use rustc_hash::FxHashMap;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::{
    Dag, Feature, Record, RecordId, RecordStore, RecordView, Value, ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::error::{at, in_field, without_position};
use super::mve_type::{MveType, MveTypeId, MveTypes, VECTOR_BITS, register_lanes};
use crate::record_views::arm_mve::{
    ComplexTypeRecord, CtoPointerRecord, CtoScaleSizeRecord, CtoTupleRecord, ImmediateRecord,
    PrimitiveTypeRecord, UnpromotedRecord,
};
use crate::vector_intrinsics::c_type::{Element, ElementKind};

/// Depth limit for nested types.
const MAX_DEPTH: u32 = 200;

/// The type of numbers in descriptions.
pub(super) const NUMBER_TYPE: &str = "u32";

define_index! {
    /// A record that is used as a type.
    pub(super) struct TypeUseId;
}

pub(super) struct MveTypeReader<'s> {
    store: &'s RecordStore,
    pub(super) types: MveTypes,
    /// The scalars, sorted by record name.
    scalars: Vec<(&'s str, MveTypeId)>,
    /// The scalar for numbers in descriptions, if any.
    pub(super) number: Option<MveTypeId>,
    uses: IndexVec<TypeUseId, TypeUse<'s>>,
    use_by_record: FxHashMap<RecordId, TypeUseId>,
    depth: u32,
}

/// A record that is used as a type.
struct TypeUse<'s> {
    record: Record<'s>,
    /// Whether it wraps another type: the type of an immediate operand, or of an unpromoted
    /// operand.
    is_immediate: bool,
    is_unpromoted: bool,
    /// The record's type for each parameter so far. There are only a few.
    by_parameter: Vec<(MveTypeId, MveTypeId)>,
}

impl<'s> TypeUse<'s> {
    fn new(record: Record<'s>) -> TypeUse<'s> {
        TypeUse {
            record,
            is_immediate: record.inherits("Immediate"),
            is_unpromoted: record.inherits("unpromoted"),
            by_parameter: Vec::new(),
        }
    }
}

impl<'s> MveTypeReader<'s> {
    /// Creates a reader with the scalars in the description.
    pub(super) fn new(store: &'s RecordStore) -> Result<MveTypeReader<'s>, Diagnostic> {
        let mut types = MveTypes::new();
        types.pointers_are_opaque = store.release().has(Feature::MveCastsParameters);
        let mut scalars = Vec::new();
        for record in PrimitiveTypeRecord::all(store)? {
            scalars.push((record.name(), read_scalar(record, &mut types)?));
        }
        scalars.sort_unstable_by_key(|&(name, _)| name);
        let mut reader = MveTypeReader {
            store,
            types,
            scalars,
            number: None,
            uses: IndexVec::new(),
            use_by_record: FxHashMap::default(),
            depth: 0,
        };
        reader.number = reader.scalar_called(NUMBER_TYPE);
        Ok(reader)
    }

    /// Returns the types, and the scalars sorted by record name.
    pub(super) fn into_types_and_scalars(self) -> (MveTypes, Vec<MveTypeId>) {
        (self.types, self.scalars.into_iter().map(|(_, id)| id).collect())
    }

    /// Returns the scalar for the record `name`.
    fn scalar_called(&self, name: &str) -> Option<MveTypeId> {
        let at = self.scalars.binary_search_by_key(&name, |&(name, _)| name).ok()?;
        Some(self.scalars[at].1)
    }

    /// Returns the first scalar with this kind and size, by record name.
    fn scalar_like(&self, element: Element) -> Option<MveTypeId> {
        let ids = self.scalars.iter().map(|&(_, id)| id);
        ids.into_iter().find(|&id| self.types.scalar(id) == Some(element))
    }

    /// Returns the type for a value in `owner`: a record or a dag.
    pub(super) fn for_value(
        &mut self,
        owner: Record<'s>,
        value: ValueId,
        parameter: MveTypeId,
    ) -> Result<MveTypeId, Diagnostic> {
        if let Value::Dag(dag) = self.store.value(value) {
            self.for_dag(owner, dag, parameter)
        } else if let Value::Def(record) = self.store.value(value) {
            self.for_record(self.store.record(record), parameter)
        } else {
            Err(without_position(
                Code::IntrinsicPrototypes,
                "Could not convert this value into a type",
            ))
        }
    }

    /// Returns the type for `record` in an intrinsic with `parameter`.
    pub(super) fn for_record(
        &mut self,
        record: Record<'s>,
        parameter: MveTypeId,
    ) -> Result<MveTypeId, Diagnostic> {
        let of = self.use_of(record);
        self.for_use(of, parameter)
    }

    /// Returns the type use of `record`, for repeated queries.
    pub(super) fn use_of(&mut self, record: Record<'s>) -> TypeUseId {
        *self
            .use_by_record
            .entry(record.id())
            .or_insert_with(|| self.uses.push(TypeUse::new(record)))
    }

    /// Returns the record that describes an immediate operand of this type; `None` if it is not an
    /// immediate.
    pub(super) fn immediate(&self, id: TypeUseId) -> Option<ImmediateRecord<'s>> {
        let TypeUse { record, is_immediate, .. } = self.uses[id];
        is_immediate.then(|| ImmediateRecord::new(record))
    }

    /// Whether operands of this type keep their width (`unpromoted`). Other narrow integers are extended to 32 bits.
    pub(super) fn is_unpromoted(&self, id: TypeUseId) -> bool {
        self.uses[id].is_unpromoted
    }

    /// Returns the type for a type use in an intrinsic with `parameter`.
    pub(super) fn for_use(
        &mut self,
        id: TypeUseId,
        parameter: MveTypeId,
    ) -> Result<MveTypeId, Diagnostic> {
        let TypeUse { by_parameter, .. } = &self.uses[id];
        if let Some(&(_, ty)) = by_parameter.iter().find(|&&(of, _)| of == parameter) {
            return Ok(ty);
        }
        let ty = self.read(self.uses[id].unwrapped()?, parameter)?;
        self.uses[id].by_parameter.push((parameter, ty));
        Ok(ty)
    }

    fn read(&mut self, record: Record<'s>, parameter: MveTypeId) -> Result<MveTypeId, Diagnostic> {
        if record.name() == "Void" {
            return Ok(self.types.void());
        }
        if record.inherits("PrimitiveType")
            && let Some(scalar) = self.scalar_called(record.name())
        {
            return Ok(scalar);
        }
        if let Some(complex) = ComplexTypeRecord::from_record(record) {
            return self.for_dag(record, complex.spec()?, parameter);
        }
        Err(at(Code::IntrinsicPrototypes, record, "Could not convert this record into a type"))
    }

    fn for_dag(
        &mut self,
        owner: Record<'s>,
        dag: Dag<'s>,
        parameter: MveTypeId,
    ) -> Result<MveTypeId, Diagnostic> {
        self.depth += 1;
        let ty = if self.depth <= MAX_DEPTH {
            self.apply(owner, dag, parameter)
        } else {
            Err(in_field(Code::IntrinsicPrototypes, owner, "spec", "a type is nested too deeply"))
        };
        self.depth -= 1;
        ty
    }

    /// Applies the operator of `dag` to its operands.
    fn apply(
        &mut self,
        owner: Record<'s>,
        dag: Dag<'s>,
        parameter: MveTypeId,
    ) -> Result<MveTypeId, Diagnostic> {
        let Value::Def(operator) = self.store.value(dag.operator) else {
            return Err(in_field(
                Code::IntrinsicPrototypes,
                owner,
                "spec",
                "the operator of a type is not a record",
            ));
        };
        let operator = self.store.record(operator);
        if !operator.inherits("ComplexTypeOp") {
            let message = "Expected ComplexTypeOp as dag operator in type expression";
            return Err(without_position(Code::IntrinsicPrototypes, message));
        }
        let is_void = parameter == self.types.void();
        let mut operands = MveOperands { reader: self, owner, dag, parameter };
        match operator.name() {
            "CTO_Parameter" if is_void => Err(without_position(
                Code::IntrinsicPrototypes,
                "Parametric type in unparametrised context",
            )),
            "CTO_Parameter" => Ok(parameter),
            "CTO_Vec" => operands.vector(),
            "CTO_Pred" => operands.predicate(),
            _ if operator.inherits("CTO_Tuple") => operands.tuple(CtoTupleRecord::new(operator)),
            _ if operator.inherits("CTO_Pointer") => {
                operands.pointer(CtoPointerRecord::new(operator))
            }
            "CTO_CopyKind" => operands.copy_kind(),
            _ if operator.inherits("CTO_ScaleSize") => {
                operands.scale_size(CtoScaleSizeRecord::new(operator))
            }
            _ => Err(without_position(
                Code::IntrinsicPrototypes,
                "Bad operator in type dag expression",
            )),
        }
    }
}

impl<'s> TypeUse<'s> {
    /// Returns the wrapped type's record, or `record` itself.
    fn unwrapped(&self) -> Result<Record<'s>, Diagnostic> {
        Ok(if self.is_immediate {
            ImmediateRecord::new(self.record).ty()?
        } else if self.is_unpromoted {
            UnpromotedRecord::new(self.record).underlying_type()?
        } else {
            self.record
        })
    }
}

fn read_scalar(
    record: PrimitiveTypeRecord<'_>,
    types: &mut MveTypes,
) -> Result<MveTypeId, Diagnostic> {
    let letter = record.kind()?;
    let kind = match letter {
        "s" => ElementKind::Signed,
        "u" => ElementKind::Unsigned,
        "f" => ElementKind::Float,
        _ => {
            let message = format!("'{letter}' is not a type kind; expected 's', 'u' or 'f'");
            return Err(in_field(Code::IntrinsicPrototypes, *record, "kind", message));
        }
    };
    let element = Element { kind, bits: record.size()? as u32 };
    let own_name = Some(record.name_override()?).filter(|name| !name.is_empty());
    Ok(types.intern_scalar(element, own_name))
}

/// A type operator's operands.
struct MveOperands<'r, 's> {
    reader: &'r mut MveTypeReader<'s>,
    owner: Record<'s>,
    dag: Dag<'s>,
    parameter: MveTypeId,
}

impl MveOperands<'_, '_> {
    fn error(&self, message: &str) -> Diagnostic {
        in_field(Code::IntrinsicPrototypes, self.owner, "spec", message)
    }

    fn operand(&mut self, at: usize) -> Result<MveTypeId, Diagnostic> {
        let operand = self.dag.args.get(at);
        let operand = operand.ok_or_else(|| self.error("a type has too few operands"))?;
        self.reader.for_value(self.owner, operand.value, self.parameter)
    }

    fn scalar(&mut self, at: usize) -> Result<Element, Diagnostic> {
        let ty = self.operand(at)?;
        let scalar = self.reader.types.scalar(ty);
        scalar.ok_or_else(|| self.error("an operand of a type is not a scalar"))
    }

    fn vector(&mut self) -> Result<MveTypeId, Diagnostic> {
        let element = self.scalar(0)?;
        let lanes = match self.dag.args.len() {
            1 => register_lanes(element)
                .ok_or_else(|| self.error("the element type lacks a size"))?,
            _ => {
                let like = self.operand(1)?;
                let MveType::Vector { lanes, .. } = self.reader.types.get(like) else {
                    return Err(self.error("the second operand of a vector is not a vector"));
                };
                lanes
            }
        };
        Ok(self.reader.types.intern(MveType::Vector { element, lanes }))
    }

    fn predicate(&mut self) -> Result<MveTypeId, Diagnostic> {
        let of = self.operand(0)?;
        let lanes = VECTOR_BITS.checked_div(self.reader.types.bits(of));
        let lanes = lanes.ok_or_else(|| self.error("the element type lacks a size"))?;
        Ok(self.reader.types.intern(MveType::Predicate { lanes }))
    }

    fn tuple(&mut self, operator: CtoTupleRecord<'_>) -> Result<MveTypeId, Diagnostic> {
        let vectors = operator.n()? as u32;
        let of = self.operand(0)?;
        let MveType::Vector { element, lanes } = self.reader.types.get(of) else {
            return Err(self.error("the operand of a tuple is not a vector"));
        };
        Ok(self.reader.types.intern(MveType::MultiVector { element, lanes, vectors }))
    }

    fn pointer(&mut self, operator: CtoPointerRecord<'_>) -> Result<MveTypeId, Diagnostic> {
        let to = self.operand(0)?;
        let is_const = operator.is_const()?;
        Ok(self.reader.types.intern(MveType::Pointer { to, is_const }))
    }

    fn copy_kind(&mut self) -> Result<MveTypeId, Diagnostic> {
        let Element { bits, .. } = self.scalar(0)?;
        let Element { kind, .. } = self.scalar(1)?;
        let scalar_type = self.reader.scalar_like(Element { kind, bits });
        scalar_type.ok_or_else(|| {
            without_position(Code::IntrinsicPrototypes, "Cannot find a type to satisfy CopyKind")
        })
    }

    fn scale_size(&mut self, operator: CtoScaleSizeRecord<'_>) -> Result<MveTypeId, Diagnostic> {
        let Element { kind, bits } = self.scalar(0)?;
        let (numerator, denominator) = (operator.num()? as u32, operator.denom()? as u32);
        let bits = bits.wrapping_mul(numerator).checked_div(denominator);
        let bits = bits.ok_or_else(|| {
            in_field(Code::IntrinsicPrototypes, *operator, "denom", "a size is divided by zero")
        })?;
        let scalar_type = self.reader.scalar_like(Element { kind, bits });
        scalar_type.ok_or_else(|| {
            without_position(Code::IntrinsicPrototypes, "Cannot find a type to satisfy ScaleSize")
        })
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use tablewright_test_support::lines;

    use crate::test_support::output;

    const CLASSES: &str = include_str!("../../../../../tests/data/arm-mve-header/classes.td");

    /// Returns the declarations of an intrinsic with a result type and an operand type, for elements of 16 bits.
    fn declarations(result: &str, operand: &str) -> String {
        let text = format!(
            "{CLASSES}let params = [s16] in
def vx : Intrinsic<{result}, (args {operand}:$a), (bitcast $a, {result})>;"
        );
        let header = output("gen-arm-mve-header", &text);
        if header.starts_with("error") { header } else { lines(&header, &[" vx_s16("]) }
    }

    #[test]
    fn a_type_follows_from_the_element() {
        let types =
            ["Scalar", "Vector", "UVector", "Vec<Double>", "Vec<Half>", "Predicate", "u32", "sint"];
        expect![[r#"
            int16_t vx_s16(int16x8_t);
            int16x8_t vx_s16(int16x8_t);
            uint16x8_t vx_s16(int16x8_t);
            int32x4_t vx_s16(int16x8_t);
            int8x16_t vx_s16(int16x8_t);
            mve_pred16_t vx_s16(int16x8_t);
            uint32_t vx_s16(int16x8_t);
            int vx_s16(int16x8_t);
        "#]]
        .assert_eq(&types.map(|ty| declarations(ty, "Vector")).concat());
    }

    #[test]
    fn pointers_and_tuples_have_elements() {
        let types = ["Ptr<Scalar>", "CPtr<Scalar>", "Tuple<2>", "Ptr<Vector>"];
        expect![[r#"
            int16x8_t vx_s16(int16_t *);
            int16x8_t vx_s16(const int16_t *);
            int16x8_t vx_s16(int16x8x2_t);
            int16x8_t vx_s16(int16x8_t *);
        "#]]
        .assert_eq(&types.map(|ty| declarations("Vector", ty)).concat());
    }

    #[test]
    fn a_type_exists_or_is_an_error() {
        let types = [
            "Vec<Vector>",
            "Vec<Vec<Scalar>>",
            "CopyKind<Scalar, Vector>",
            "ComplexType<(CTO_ScaleSize<1, 3> Scalar)>",
        ];
        expect![[r#"
            error: an operand of a type is not a scalar
            error: an operand of a type is not a scalar
            error: an operand of a type is not a scalar
            error: Cannot find a type to satisfy ScaleSize
        "#]]
        .assert_eq(&types.map(|ty| declarations("Vector", ty)).concat());
    }
}
