//! Intrinsics, one for each record and element type, with result and parameter types.
//!
//! They are an analysis that the jobs of a batch share. An [`NeonIntrinsic`] is a view of a single
//! intrinsic with the queries that backends need.

use tablewright_index::{IndexVec, define_index};
use tablewright_records::{
    Analysis, AnalysisError, Feature, FieldError, Record, RecordId, RecordStore, RecordView,
    ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::builtin_prototype::BuiltinPrototype;
use super::mangled_name::{ClassKind, MangledName, NameParts, ShownTypes};
use super::neon_type::NeonType;
use crate::record_views::arm_neon::NeonInstRecord;
use crate::support::rows::{OutputRow, OutputRows};
use crate::vector_intrinsics::c_type::{ElementKind, ShortForm, type_specs};
use crate::vector_intrinsics::field_error;

define_index! {
    /// An intrinsic.
    pub(crate) struct IntrinsicId;
}

define_index! {
    /// The common facts about a record's intrinsics.
    pub(super) struct DescriptionId;
}

/// The intrinsics in a description.
#[derive(Default)]
pub(crate) struct NeonIntrinsics {
    /// In natural record order. The intrinsics of a record are adjacent.
    pub(super) all: IndexVec<IntrinsicId, IntrinsicTypes>,
    pub(super) descriptions: IndexVec<DescriptionId, NeonDescription>,
    /// The types of all intrinsics: for each, the result and then the parameters.
    types: Vec<NeonType>,
    /// Body dags, which the intrinsics of a description share.
    bodies: OutputRows<ValueId>,
    /// Whether values are reinterpreted with `__builtin_bit_cast`.
    pub(super) has_bit_casts: bool,
}

/// The differences between a record's intrinsics.
pub(super) struct IntrinsicTypes {
    pub(super) description: DescriptionId,
    /// The start of its types. They end at the start of the next intrinsic's types.
    first_type: u32,
    /// The index of the type whose number is passed to a builtin for several types.
    key: u32,
    /// The type in its name.
    pub(super) base: NeonType,
    /// A second type in its name: a reinterpretation's parameter type.
    parameter_base: Option<NeonType>,
    is_big_endian_safe: bool,
    is_macro: bool,
}

/// Common facts about all intrinsics of a record.
pub(super) struct NeonDescription {
    record: RecordId,
    /// The name without types.
    pub(super) name: Symbol,
    name_parts: NameParts,
    arch_guard: Symbol,
    /// The preprocessor condition for intrinsics with `mfloat8_t` vectors.
    mfloat_arch_guard: Box<str>,
    target_guard: Symbol,
    class: ClassKind,
    body: OutputRow<ValueId>,
    is_unavailable: bool,
    is_big_endian_safe: bool,
    /// The end of its intrinsics. They start at the previous description's end.
    end: usize,
}

/// A prototype's base types. They differ only for reinterpretations.
#[derive(Clone, Copy)]
struct BaseTypes {
    result: NeonType,
    parameters: NeonType,
}

/// An intrinsic.
#[derive(Clone, Copy)]
pub(crate) struct NeonIntrinsic<'a> {
    store: &'a RecordStore,
    description: &'a NeonDescription,
    own: &'a IntrinsicTypes,
    types: &'a [NeonType],
    body: &'a [ValueId],
}

/// The conditions for an intrinsic: a preprocessor condition and target features.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NeonGuards<'s> {
    pub(crate) arch: &'s str,
    pub(crate) target: &'s str,
}

impl Analysis for NeonIntrinsics {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<NeonIntrinsics, AnalysisError> {
        Ok(NeonIntrinsics::read(store)?)
    }
}

impl NeonIntrinsics {
    /// Reads the records of class `Inst`.
    pub(crate) fn read(store: &RecordStore) -> Result<NeonIntrinsics, FieldError> {
        let has_bit_casts = store.release().has(Feature::NeonBitCasts);
        let mut intrinsics = NeonIntrinsics { has_bit_casts, ..NeonIntrinsics::default() };
        for record in NeonInstRecord::all(store)? {
            intrinsics.read_record(record)?;
        }
        Ok(intrinsics)
    }

    fn read_record(&mut self, record: NeonInstRecord<'_>) -> Result<(), FieldError> {
        let name = record.base_name()?;
        let prototype = record.prototype()?;
        let types = record.types()?;
        let operation = record.operation()?;
        let is_big_endian_safe = record.is_big_endian_safe()?;
        let (arch_guard, target_guard) = (record.arch_guard()?, record.target_guard()?);
        let is_unavailable = operation.is_unavailable()?;
        let product = record.cartesian_product_with()?;
        let body = self.bodies.push(operation.ops()?.iter().copied());
        let class = class_kind(*record);
        let modifiers = modifiers(*record, prototype)?;
        let mut description = NeonDescription {
            record: record.id(),
            name,
            name_parts: NameParts::from_name(record.store().str(name)),
            arch_guard,
            mfloat_arch_guard: mfloat_arch_guard(record.store().str(arch_guard)),
            target_guard,
            class,
            body,
            is_unavailable,
            is_big_endian_safe,
            end: 0,
        };
        let id = self.descriptions.next_index();
        for base in base_types(*record, types, product)? {
            let intrinsic = self.read_types(id, &modifiers, base, &description);
            let intrinsic =
                intrinsic.map_err(|problem| field_error(*record, "Prototype", &problem))?;
            self.all.push(intrinsic);
        }
        description.end = self.all.len();
        self.descriptions.push(description);
        Ok(())
    }

    /// Adds the intrinsic with these base types.
    fn read_types(
        &mut self,
        id: DescriptionId,
        modifiers: &[&str],
        base: BaseTypes,
        description: &NeonDescription,
    ) -> Result<IntrinsicTypes, String> {
        let first_type = self.types.len();
        let mut key = 0;
        self.types.push(base.result.modified(modifiers.first().copied().unwrap_or(""))?);
        for (at, modifiers) in (0..).zip(modifiers).skip(1) {
            self.types.push(base.parameters.modified(modifiers)?);
            if modifiers.contains('!') {
                key = at;
            }
        }
        let types = &self.types[first_type..];
        Ok(IntrinsicTypes {
            description: id,
            first_type: first_type as u32,
            key,
            base: base.result,
            parameter_base: Some(base.parameters).filter(|&ty| ty != base.result),
            is_big_endian_safe: description.is_big_endian_safe
                || !types.iter().any(|ty| ty.is_vector() && ty.elements() > 1),
            // Only a macro can check immediates, keep the alignment of pointers, and pass `__fp16`.
            is_macro: types.iter().any(|ty| {
                ty.is_immediate || ty.is_pointer() || (ty.is_scalar() && ty.is_float(16))
            }),
        })
    }

    /// Returns an intrinsic. `store` is the store that it was read from.
    pub(crate) fn get<'a>(&'a self, id: IntrinsicId, store: &'a RecordStore) -> NeonIntrinsic<'a> {
        let own = &self.all[id];
        let types = &self.types[own.first_type as usize..];
        let types = match self.all.raw().get(id.index() + 1) {
            Some(next) => &types[..(next.first_type - own.first_type) as usize],
            None => types,
        };
        let description = &self.descriptions[own.description];
        NeonIntrinsic { store, description, own, types, body: &self.bodies[description.body] }
    }

    /// Iterates over all ids in natural record order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = IntrinsicId> + use<> {
        self.all.indices()
    }

    /// Iterates over all intrinsics in natural record order.
    pub(crate) fn iter<'a>(
        &'a self,
        store: &'a RecordStore,
    ) -> impl Iterator<Item = NeonIntrinsic<'a>> {
        self.ids().map(|id| self.get(id, store))
    }

    /// Iterates over a description's intrinsics.
    pub(super) fn for_id(&self, id: DescriptionId) -> impl Iterator<Item = IntrinsicId> + use<> {
        let first = match id.index() {
            0 => 0,
            at => self.descriptions.raw()[at - 1].end,
        };
        (first..self.descriptions[id].end).map(IntrinsicId::from_index)
    }
}

fn class_kind(record: Record<'_>) -> ClassKind {
    // The class after the common base class.
    let class = record.superclasses().get(1).map(|&class| record.store().class(class).name());
    match class {
        Some("SInst" | "SOpInst") => ClassKind::Signed,
        Some("IInst" | "IOpInst") => ClassKind::Integer,
        Some("WInst" | "WOpInst") => ClassKind::Width,
        Some("VInst") => ClassKind::Void,
        _ => ClassKind::Other,
    }
}

/// Splits a prototype into the modifiers for each type: a letter, or several in parentheses.
fn modifiers<'s>(record: Record<'s>, prototype: &'s str) -> Result<Vec<&'s str>, FieldError> {
    let mut modifiers = Vec::new();
    let mut remainder = prototype;
    while let Some(first) = remainder.chars().next() {
        let (one, after) = match remainder.strip_prefix('(') {
            None => remainder.split_at(first.len_utf8()),
            Some(inside) => inside.split_once(')').ok_or_else(|| {
                FieldError::new(Code::IntrinsicPrototypes, record, "unmatched modifier group paren")
            })?,
        };
        // As in the reference release, an empty group ends the prototype.
        if one.is_empty() && !modifiers.is_empty() {
            break;
        }
        modifiers.push(one);
        remainder = after;
    }
    Ok(modifiers)
}

/// Returns the element types of result and parameters in byte order of their specifications.
fn base_types(
    record: Record<'_>,
    types: &str,
    product: &str,
) -> Result<Vec<BaseTypes>, FieldError> {
    let typed = |spec, field| {
        NeonType::from_spec(spec).map_err(|problem| field_error(record, field, &problem))
    };
    let mut specified = Vec::with_capacity(16);
    for out_spec in type_specs(types) {
        let result = typed(out_spec, "Types")?;
        if product.is_empty() {
            let base = BaseTypes { result, parameters: result };
            specified.push(((out_spec, out_spec), base));
        }
        for in_spec in type_specs(product) {
            let parameters = typed(in_spec, "CartesianProductWith")?;
            if in_spec != out_spec && parameters.bits() == result.bits() {
                specified.push(((out_spec, in_spec), BaseTypes { result, parameters }));
            }
        }
    }
    specified.sort_unstable_by_key(|&(specs, _)| specs);
    specified.dedup_by_key(|&mut (specs, _)| specs);
    Ok(specified.into_iter().map(|(_, base)| base).collect())
}

/// Returns the condition for `mfloat8_t` vectors, which only 64-bit targets have.
fn mfloat_arch_guard(guard: &str) -> Box<str> {
    const AARCH64: &str = "defined(__aarch64__)";
    if guard.is_empty() {
        AARCH64.into()
    } else if guard.contains(AARCH64) {
        guard.into()
    } else {
        format!("{AARCH64} && ({guard})").into()
    }
}

impl<'a> NeonIntrinsic<'a> {
    pub(crate) fn record(&self) -> NeonInstRecord<'a> {
        NeonInstRecord::new(self.store.record(self.description.record))
    }

    /// Returns the name without types.
    pub(crate) fn name(&self) -> &'a str {
        self.store.str(self.description.name)
    }

    pub(crate) fn guards(&self) -> NeonGuards<'a> {
        let arch = if self.own.base.is(ElementKind::MFloat) {
            &self.description.mfloat_arch_guard
        } else {
            self.store.str(self.description.arch_guard)
        };
        NeonGuards { arch, target: self.store.str(self.description.target_guard) }
    }

    /// Returns the symbol of the target feature guard.
    pub(crate) fn target_guard(&self) -> Symbol {
        self.description.target_guard
    }

    /// Returns the body dags; empty if it calls its builtin.
    pub(super) fn body(&self) -> &'a [ValueId] {
        self.body
    }

    pub(crate) fn is_unavailable(&self) -> bool {
        self.description.is_unavailable
    }

    /// Whether the order of vector elements does not matter.
    pub(super) fn is_big_endian_safe(&self) -> bool {
        self.own.is_big_endian_safe
    }

    pub(super) fn is_macro(&self) -> bool {
        self.own.is_macro
    }

    pub(crate) fn result(&self) -> NeonType {
        self.types[0]
    }

    pub(crate) fn parameters(&self) -> &'a [NeonType] {
        &self.types[1..]
    }

    /// Returns the type whose number is passed to a builtin for several types.
    pub(crate) fn key_type(&self) -> NeonType {
        self.types[self.own.key as usize]
    }

    /// Whether it calls a builtin.
    pub(crate) fn has_builtin(&self) -> bool {
        self.body().is_empty()
    }

    /// Whether an operand is a scalar, so that the builtin determines its type.
    pub(crate) fn has_scalar(&self) -> bool {
        self.types.iter().any(|ty| ty.is_scalar() && !ty.is_immediate)
    }

    /// Returns the index of the first immediate operand.
    pub(crate) fn immediate(&self) -> Option<usize> {
        self.parameters().iter().position(|ty| ty.is_immediate)
    }

    /// Returns the type in its name.
    pub(crate) fn base(&self) -> NeonType {
        self.own.base
    }

    /// Returns the form in which the builtin's name represents its types.
    pub(crate) fn builtin_class(&self) -> ClassKind {
        if self.has_scalar() { self.description.class } else { ClassKind::Any }
    }

    /// Returns the function's name, which all callers use.
    pub(crate) fn function_name(&self) -> MangledName<'a> {
        let shows_types = self.description.class != ClassKind::Void;
        self.own_name(if shows_types { ClassKind::Signed } else { ClassKind::Void })
    }

    /// Returns the builtin's name after `__builtin_neon_`.
    pub(crate) fn builtin_name(&self) -> MangledName<'a> {
        self.own_name(self.builtin_class())
    }

    fn own_name(&self, class: ClassKind) -> MangledName<'a> {
        let parts = self.description.name_parts;
        MangledName { name: self.name(), parts, types: self.shown_types(class) }
    }

    /// Adds this intrinsic's types to `name`.
    pub(super) fn mangled<'n>(&self, name: &'n str, class: ClassKind) -> MangledName<'n> {
        MangledName { name, parts: NameParts::from_name(name), types: self.shown_types(class) }
    }

    fn shown_types(&self, class: ClassKind) -> ShownTypes {
        ShownTypes {
            class,
            result: self.own.base,
            parameters: self.own.parameter_base,
            are_hidden: class == ClassKind::Any && self.guards().target == "neon",
        }
    }

    /// Returns the element type in its name: `u8`.
    pub(crate) fn element_type(&self) -> ShortForm {
        self.base().short()
    }

    /// Returns the builtin's prototype.
    pub(crate) fn builtin_prototype(&self) -> BuiltinPrototype<'a> {
        let class = self.builtin_class();
        BuiltinPrototype { class, result: self.result(), parameters: self.parameters() }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::lines;

    use crate::test_support::output;

    const CLASSES: &str = include_str!("../../../../../tests/data/arm-neon/classes.td");

    /// Checks the heads of functions and macros for an intrinsic.
    fn check(record: &str, expected: Expect) {
        let output = output("gen-arm-neon", &format!("{CLASSES}{record}"));
        expected.assert_eq(&lines(&output, &[" vx", "#define vx", "error:"]));
    }

    #[test]
    fn an_intrinsic_has_a_function_for_each_type_and_byte_order() {
        check(
            "def X : SInst<\"vx\", \"...\", \"cQUs\">;",
            expect![[r#"
            __ai __attribute__((target("neon"))) uint16x8_t vxq_u16(uint16x8_t __p0, uint16x8_t __p1) {
            __ai __attribute__((target("neon"))) uint16x8_t vxq_u16(uint16x8_t __p0, uint16x8_t __p1) {
            __ai __attribute__((target("neon"))) int8x8_t vx_s8(int8x8_t __p0, int8x8_t __p1) {
            __ai __attribute__((target("neon"))) int8x8_t vx_s8(int8x8_t __p0, int8x8_t __p1) {
        "#]],
        );
    }

    #[test]
    fn modifiers_change_the_type_of_one_operand() {
        check(
            "def X : SInst<\"vx\", \".Q1>\", \"s\">;",
            expect![[r#"
            __ai __attribute__((target("neon"))) int16x4_t vx_s16(int16x8_t __p0, int16_t __p1, int32x2_t __p2) {
            __ai __attribute__((target("neon"))) int16x4_t vx_s16(int16x8_t __p0, int16_t __p1, int32x2_t __p2) {
        "#]],
        );
        check(
            "def X : SInst<\"vx\", \"v*.\", \"s\">;",
            expect![[r#"
            #define vx_s16(__p0, __p1) __extension__ ({ \
            #define vx_s16(__p0, __p1) __extension__ ({ \
        "#]],
        );
        check(
            "def X : WInst<\"vx\", \"2(c*!)\", \"f\">;",
            expect![[r#"
            #define vx_f32(__p0) __extension__ ({ \
            #define vx_f32(__p0) __extension__ ({ \
        "#]],
        );
    }

    #[test]
    fn an_immediate_makes_a_macro() {
        check(
            "def X : SInst<\"vx\", \"..I\", \"i\">;",
            expect![[r#"
            #define vx_s32(__p0, __p1) __extension__ ({ \
            #define vx_s32(__p0, __p1) __extension__ ({ \
        "#]],
        );
    }

    #[test]
    fn a_guard_is_an_attribute_or_a_condition() {
        check(
            "def X : SInst<\"vx\", \"..\", \"i\"> { let TargetGuard = \"bf16,neon\"; }",
            expect![[r#"
                __ai __attribute__((target("bf16,neon"))) int32x2_t vx_s32(int32x2_t __p0) {
                __ai __attribute__((target("bf16,neon"))) int32x2_t vx_s32(int32x2_t __p0) {
            "#]],
        );
        check(
            "def X : SInst<\"vx\", \"..\", \"i\"> { let ArchGuard = \"defined(A)\"; }",
            expect![[r#"
                __ai __attribute__((target("neon"))) int32x2_t vx_s32(int32x2_t __p0) {
                __ai __attribute__((target("neon"))) int32x2_t vx_s32(int32x2_t __p0) {
            "#]],
        );
    }

    #[test]
    fn letters_of_types_and_prototypes_are_known() {
        check("def X : SInst<\"vx\", \"..\", \"Z\">;", expect![""]);
        check(
            "def X : SInst<\"vx\", \".y\", \"i\">;",
            expect![[r#"
            error: Record `X', field `Prototype': 'y' is not a type modifier
        "#]],
        );
    }
}
