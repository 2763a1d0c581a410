//! The intrinsics of the description, and the builtins that each has: with a mask or without, for each
//! policy about the elements that are not computed.

use std::fmt;
use std::rc::Rc;

use tablewright_index::define_index;
use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{Append, TextSink, append};

use super::prototype::{self, Descriptor, VectorModifier};
use super::vector_type::{BasicType, VectorType};
use crate::record_views::riscv_vector::{PolicySchemeRecord, RvvBuiltinRecord};

define_index! {
    /// A list of types, among those that intrinsics share.
    pub(super) struct TypeListId;
}

/// The intrinsics of one record.
#[doc(alias = "RVVIntrinsic")]
pub(crate) struct Intrinsic<'s> {
    pub(crate) record: RvvBuiltinRecord<'s>,
    /// The name by which only these types are meant.
    pub(crate) own_name: IntrinsicName<'s>,
    /// The name that other types share. Its text is empty where the description states none.
    pub(crate) overloaded_name: IntrinsicName<'s>,
    pub(super) prototype: TypeList,
    pub(super) type_range: Rc<[BasicType]>,
    /// The logarithms of the sizes of register groups.
    pub(super) log2_lmul: Rc<[i32]>,
    pub(super) flags: Flags,
    pub(super) schemes: PolicySchemes,
    pub(super) required_extensions: RequiredExtensions,
    /// The width of the elements of a segment; `None` if code does not say it.
    pub(super) segment_sew: Option<SegmentSew>,
    /// How much wider the result of a matrix multiplication is; 0 for none.
    pub(super) twiden: u32,
    /// The number of fields of what is loaded or stored.
    pub(super) nf: u32,
    pub(super) codegen: Codegen<'s>,
}

/// The extensions that an intrinsic needs.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum RequiredExtensions {
    /// A bit for each.
    Mask(u32),
    /// Their names, with commas.
    Names(Rc<str>),
}

/// The width of the elements of a segment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SegmentSew {
    /// Its logarithm; 0 for no segment.
    Log2(u32),
    /// That of what the first pointer points to.
    OfPointee,
}

/// A name of an intrinsic: a text, and the types that follow it.
pub(crate) struct IntrinsicName<'s> {
    pub(crate) text: &'s str,
    pub(crate) suffix: TypeList,
}

/// The types in a string of a description.
#[derive(Clone)]
pub(crate) struct TypeList {
    pub(super) id: TypeListId,
    pub(crate) types: Rc<[Descriptor]>,
}

#[derive(Clone, Copy)]
pub(super) struct PolicySchemes {
    pub(super) unmasked: PolicyScheme,
    pub(super) masked: PolicyScheme,
}

#[derive(Clone, Copy)]
pub(super) struct Flags {
    pub(super) has_masked: bool,
    pub(super) has_vl: bool,
    pub(super) has_masked_off_operand: bool,
    pub(super) has_tail_policy: bool,
    pub(super) has_mask_policy: bool,
    pub(super) has_frm_round_mode_op: bool,
    pub(super) is_tuple: bool,
    pub(super) has_builtin_alias: bool,
    pub(super) alt_fmt: bool,
}

/// How Clang generates code.
#[derive(PartialEq, Eq)]
pub(super) struct Codegen<'s> {
    pub(super) ir_name: &'s str,
    pub(super) masked_ir_name: &'s str,
    pub(super) manual: &'s str,
    /// The operands whose types choose the intrinsic of LLVM; -1 is the result.
    pub(super) intrinsic_types: Rc<[i64]>,
}

/// How an intrinsic of LLVM takes the policy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PolicyScheme(u8);

impl PolicyScheme {
    pub(super) fn of(record: PolicySchemeRecord<'_>) -> Result<PolicyScheme, FieldError> {
        Ok(PolicyScheme(record.number()? as u8))
    }

    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(super) fn has_passthru_operand(self) -> bool {
        self.0 == 1
    }

    pub(super) fn has_policy_operand(self) -> bool {
        self.0 == 2
    }

    /// The number of Clang's enumerator, which has two bits.
    pub(super) fn number(self) -> u8 {
        self.0 & 3
    }
}

/// Which elements that are not computed keep their value: those after the last, and those the mask
/// leaves out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Policy {
    pub(super) tail_undisturbed: bool,
    pub(super) mask_undisturbed: bool,
}

impl Policy {
    const AGNOSTIC: Policy = Policy { tail_undisturbed: false, mask_undisturbed: false };
    const TAIL: Policy = Policy { tail_undisturbed: true, mask_undisturbed: false };
    const MASK: Policy = Policy { tail_undisturbed: false, mask_undisturbed: true };
    const BOTH: Policy = Policy { tail_undisturbed: true, mask_undisturbed: true };

    /// The operand that tells an intrinsic of LLVM: bit 0 if the tail is agnostic, bit 1 the mask.
    pub(super) fn bits(self) -> u8 {
        u8::from(!self.tail_undisturbed) | u8::from(!self.mask_undisturbed) << 1
    }

    /// The rank, below 4, of the code for the policy among that for others of one intrinsic.
    pub(super) fn rank(self) -> usize {
        usize::from(self.mask_undisturbed) << 1 | usize::from(!self.tail_undisturbed)
    }

    pub(super) fn is_agnostic(self) -> bool {
        self == Policy::AGNOSTIC
    }
}

/// A builtin of Clang.
#[derive(Clone, Copy)]
pub(crate) struct Builtin<'i, 's> {
    pub(super) of: &'i Intrinsic<'s>,
    pub(super) is_masked: bool,
    pub(super) policy: Policy,
}

/// The name of a builtin after `__builtin_rvv_`: that of the intrinsic, then what shows the rounding
/// mode, the mask and the policy.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BuiltinName<'s> {
    pub(super) parts: [&'s str; 3],
}

impl Append for BuiltinName<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        for part in self.parts {
            append!(out, part);
        }
    }
}

impl fmt::Display for BuiltinName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| f.write_str(part))
    }
}

/// An error about what a field of an intrinsic says.
pub(super) fn field_error(record: RvvBuiltinRecord<'_>, field: &str, problem: &str) -> FieldError {
    let message = format!("Record `{}', field `{field}': {problem}", record.name());
    FieldError::new(Code::IntrinsicPrototypes, *record, message).label_field(*record, field)
}

impl<'s> Intrinsic<'s> {
    /// The combinations of element type and register group for which it has types.
    pub(crate) fn instances(&self) -> impl Iterator<Item = (BasicType, i32)> + '_ {
        let pairs = self
            .type_range
            .iter()
            .flat_map(|&basic| self.log2_lmul.iter().map(move |&log2_lmul| (basic, log2_lmul)));
        // The number of elements to work on, which some have as an operand, is a type for all.
        pairs.filter(|&(basic, log2_lmul)| {
            let mut types = self.prototype.types.iter();
            types.all(|&ty| VectorType::new(basic, log2_lmul, ty).is_some())
        })
    }

    /// Its builtins, without those for each element type, which have the same name.
    pub(crate) fn builtins(&self) -> impl Iterator<Item = Builtin<'_, 's>> {
        let unmasked: &[Policy] = if self.schemes.unmasked.is_none() {
            &[Policy::AGNOSTIC]
        } else {
            &[Policy::AGNOSTIC, Policy::TAIL]
        };
        let masked: &[Policy] = match (self.flags.has_tail_policy, self.flags.has_mask_policy) {
            _ if !self.flags.has_masked => &[],
            _ if self.schemes.masked.is_none() => &[Policy::AGNOSTIC],
            (true, true) => &[Policy::AGNOSTIC, Policy::TAIL, Policy::BOTH, Policy::MASK],
            (true, false) => &[Policy::AGNOSTIC, Policy::TAIL],
            (false, _) => &[Policy::AGNOSTIC, Policy::MASK],
        };
        let builtins = |is_masked, policies: &'static [Policy]| {
            policies.iter().map(move |&policy| Builtin { of: self, is_masked, policy })
        };
        builtins(false, unmasked).chain(builtins(true, masked))
    }

    /// What names show of an operand for the rounding mode, and of the alternative format.
    pub(crate) fn rounding_suffix(&self) -> &'static str {
        match (self.flags.has_frm_round_mode_op, self.flags.alt_fmt) {
            (true, true) => "_rm_alt",
            (true, false) => "_rm",
            (false, true) => "_alt",
            (false, false) => "",
        }
    }
}

impl<'s> Builtin<'_, 's> {
    pub(crate) fn name(&self) -> BuiltinName<'s> {
        let Intrinsic { own_name, .. } = self.of;
        BuiltinName { parts: [own_name.text, self.of.rounding_suffix(), self.policy_suffix()] }
    }

    /// What the name shows of mask and policy.
    pub(crate) fn policy_suffix(&self) -> &'static str {
        match (self.is_masked, self.policy.tail_undisturbed, self.policy.mask_undisturbed) {
            (true, true, true) => "_tumu",
            (true, true, false) => "_tum",
            (true, false, true) => "_mu",
            (true, false, false) => "_m",
            (false, true, _) => "_tu",
            (false, false, _) => "",
        }
    }

    pub(crate) fn ir_name(&self) -> &'s str {
        if self.is_masked { self.of.codegen.masked_ir_name } else { self.of.codegen.ir_name }
    }

    /// The number of the argument that is the first pointer.
    pub(super) fn pointer_argument(&self) -> Result<Option<usize>, FieldError> {
        let types = self.prototype()?;
        let mut parameters = types.get(1..).unwrap_or_default().iter();
        Ok(parameters.position(|ty| ty.modifiers.has(prototype::Modifiers::POINTER)))
    }

    pub(super) fn scheme(&self) -> PolicyScheme {
        if self.is_masked { self.of.schemes.masked } else { self.of.schemes.unmasked }
    }

    /// Whether its first operand may hold the elements that keep their value.
    pub(super) fn has_masked_off_operand(&self) -> bool {
        self.is_masked && self.of.flags.has_masked_off_operand
    }

    /// The operands of LLVM's intrinsic whose types choose it; -1 is the result.
    pub(super) fn intrinsic_types(&self) -> Vec<i64> {
        // The description does not count the operand with the elements that keep their value.
        let is_shifted = if self.is_masked {
            self.of.flags.has_masked_off_operand
        } else {
            self.of.schemes.unmasked.has_passthru_operand()
        };
        let types = self.of.codegen.intrinsic_types.iter();
        types.map(|&at| if is_shifted && at >= 0 { at.wrapping_add(1) } else { at }).collect()
    }

    /// The types of its result and operands.
    pub(crate) fn prototype(&self) -> Result<Vec<Descriptor>, FieldError> {
        let Intrinsic { record, nf, ref flags, .. } = *self.of;
        let mut types = self.of.prototype.types.to_vec();
        let error = |problem: &str| field_error(record, "Prototype", problem);
        let tuple = |pointer: Option<&Descriptor>| {
            let vector = VectorModifier::tuple(nf)
                .ok_or_else(|| field_error(record, "NF", "a tuple has 2 to 8 fields"))?;
            let pointer = pointer.ok_or_else(|| error("there is no address"))?;
            let ty = Descriptor { vector, base: prototype::Base::Vector, ..pointer.pointee() };
            Ok::<Descriptor, FieldError>(ty)
        };
        // Where the operands of separate fields end.
        let end = nf as usize + 1;
        let is_separate = nf > 1 && !flags.is_tuple;
        let keeps = if self.is_masked {
            flags.has_masked_off_operand && !self.policy.is_agnostic()
        } else {
            self.policy.tail_undisturbed && self.scheme().has_passthru_operand()
        };
        // Operands are inserted after the fields.
        let has_fields = keeps || self.has_masked_off_operand();
        if is_separate && has_fields && types.len() < end {
            return Err(error("there are fewer operands than fields"));
        }
        let first = usize::from(self.is_masked);
        match (keeps, nf) {
            (false, _) | (true, 0) => {}
            (true, 1) => types.insert(first, types[0]),
            (true, _) if flags.is_tuple => types.insert(first, tuple(types.get(first))?),
            (true, _) => {
                let field = types[1].pointee();
                types.splice(end..end, std::iter::repeat_n(field, nf as usize));
            }
        }
        if self.is_masked {
            let at = if flags.has_masked_off_operand && is_separate { end } else { 1 };
            types.insert(at, Descriptor::MASK);
        }
        if flags.has_vl {
            types.push(Descriptor::VECTOR_LENGTH);
        }
        Ok(types)
    }

    /// The type strings of the prototype, for one element type and register group.
    pub(super) fn type_strings(
        &self,
        basic: BasicType,
        log2_lmul: i32,
    ) -> Result<String, FieldError> {
        let mut text = String::new();
        for ty in self.prototype()? {
            let ty = VectorType::new(basic, log2_lmul, ty).and_then(|ty| ty.type_string());
            append!(
                &mut text,
                ty.ok_or_else(|| {
                    field_error(self.of.record, "Prototype", "a type of it does not exist in C")
                })?
            );
        }
        Ok(text)
    }
}
