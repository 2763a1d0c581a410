//! The intrinsics in the description, with the builtins of each: masked or unmasked, and for each
//! policy for inactive elements.

use std::fmt;
use std::rc::Rc;

use tablewright_index::define_index;
use tablewright_records::FieldError;
use tablewright_text::{Append, TextSink, append};

use super::prototype::{self, Descriptor, VectorModifier};
use super::vector_type::VectorType;
use crate::record_views::riscv_vector::{PolicySchemeRecord, RvvBuiltinRecord};
use crate::vector_intrinsics::c_type::Element;
use crate::vector_intrinsics::field_error;

define_index! {
    /// A distinct list of types.
    pub(super) struct TypeListId;
}

/// A record's intrinsics.
#[doc(alias = "RVVIntrinsic")]
pub(crate) struct RvvIntrinsic<'s> {
    pub(crate) record: RvvBuiltinRecord<'s>,
    /// The name for these types only.
    pub(crate) own_name: IntrinsicName<'s>,
    /// The name that other types share. Its text is empty if the description does not contain it.
    pub(crate) overloaded_name: IntrinsicName<'s>,
    pub(super) prototype: TypeList,
    pub(super) type_range: Rc<[Element]>,
    /// Logarithms of the register group sizes.
    pub(super) log2_lmul: Rc<[i32]>,
    pub(super) flags: RvvFlags,
    pub(super) schemes: PolicySchemes,
    pub(super) required_extensions: RequiredExtensions,
    /// A segment's element width; `None` if the code does not need it.
    pub(super) segment_sew: Option<SegmentSew>,
    /// A matrix multiplication's widening factor; 0 for none.
    pub(super) twiden: u32,
    /// The number of fields in a segment load or store.
    pub(super) nf: u32,
    pub(super) codegen: RvvCodegen<'s>,
}

/// Required extensions.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum RequiredExtensions {
    /// A bit for each.
    Mask(u32),
    /// The names, separated by commas.
    Names(Rc<str>),
}

/// A segment's element width.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SegmentSew {
    /// The width's logarithm; 0 without a segment.
    Log2(u32),
    /// The width of the first pointer's pointee.
    OfPointee,
}

/// An intrinsic name: a text, followed by types.
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
pub(super) struct RvvFlags {
    pub(super) has_masked: bool,
    pub(super) has_vl: bool,
    pub(super) has_masked_off_operand: bool,
    pub(super) has_tail_policy: bool,
    pub(super) has_mask_policy: bool,
    pub(super) has_frm_round_mode_op: bool,
    pub(super) is_tuple: bool,
    pub(super) has_builtin_alias: bool,
    pub(super) alt_fmt: bool,
    pub(super) has_result_mask: bool,
}

/// Code generation in Clang.
#[derive(PartialEq, Eq)]
pub(super) struct RvvCodegen<'s> {
    pub(super) ir_name: &'s str,
    pub(super) masked_ir_name: &'s str,
    pub(super) manual: &'s str,
    /// The operands on whose types the LLVM intrinsic is overloaded; -1 is the result.
    pub(super) intrinsic_types: Rc<[i64]>,
}

/// The form in which an LLVM intrinsic receives the policy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PolicyScheme(u8);

impl PolicyScheme {
    pub(super) fn from_record(record: PolicySchemeRecord<'_>) -> Result<PolicyScheme, FieldError> {
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

    /// Returns the number of Clang's enumerator, which has two bits.
    pub(super) fn number(self) -> u8 {
        self.0 & 3
    }
}

/// The inactive elements that keep their value: tail elements after the last, and masked-off
/// elements.
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

    /// Returns the policy operand of an LLVM intrinsic. Bit 0: the tail is agnostic. Bit 1: the
    /// mask is agnostic.
    pub(super) fn bits(self) -> u8 {
        u8::from(!self.tail_undisturbed) | u8::from(!self.mask_undisturbed) << 1
    }

    /// Returns the position (0 to 3) of the policy's code among all policies of an intrinsic.
    pub(super) fn rank(self) -> usize {
        usize::from(self.mask_undisturbed) << 1 | usize::from(!self.tail_undisturbed)
    }

    pub(super) fn is_agnostic(self) -> bool {
        self == Policy::AGNOSTIC
    }
}

/// A Clang builtin.
#[derive(Clone, Copy)]
pub(crate) struct RvvBuiltin<'i, 's> {
    pub(super) of: &'i RvvIntrinsic<'s>,
    pub(super) is_masked: bool,
    pub(super) policy: Policy,
}

/// A builtin name after `__builtin_rvv_`: the intrinsic's name, followed by suffixes for rounding
/// mode, mask and policy.
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

impl<'s> RvvIntrinsic<'s> {
    /// Iterates over the combinations of element type and register group for which its types exist.
    pub(crate) fn instances(&self) -> impl Iterator<Item = (Element, i32)> + '_ {
        let pairs = self
            .type_range
            .iter()
            .flat_map(|&element| self.log2_lmul.iter().map(move |&log2_lmul| (element, log2_lmul)));
        // The vector length, an operand of some intrinsics, exists for all combinations.
        pairs.filter(|&(element, log2_lmul)| {
            let mut types = self.prototype.types.iter();
            types.all(|&ty| VectorType::new(element, log2_lmul, ty).is_some())
        })
    }

    /// Iterates over its builtins. Builtins for different element types have the same name and are
    /// not repeated.
    pub(crate) fn builtins(&self) -> impl Iterator<Item = RvvBuiltin<'_, 's>> {
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
            policies.iter().map(move |&policy| RvvBuiltin { of: self, is_masked, policy })
        };
        builtins(false, unmasked).chain(builtins(true, masked))
    }

    /// Returns the name suffix for a rounding mode operand and the alternative format.
    pub(crate) fn rounding_suffix(&self) -> &'static str {
        match (self.flags.has_frm_round_mode_op, self.flags.alt_fmt) {
            (true, true) => "_rm_alt",
            (true, false) => "_rm",
            (false, true) => "_alt",
            (false, false) => "",
        }
    }
}

impl<'s> RvvBuiltin<'_, 's> {
    pub(crate) fn name(&self) -> BuiltinName<'s> {
        let RvvIntrinsic { own_name, .. } = self.of;
        BuiltinName { parts: [own_name.text, self.of.rounding_suffix(), self.policy_suffix()] }
    }

    /// Returns the name suffix for mask and policy.
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

    /// Returns the number of the first pointer argument.
    pub(super) fn pointer_argument(&self) -> Result<Option<usize>, FieldError> {
        let types = self.prototype()?;
        let mut parameters = types.get(1..).unwrap_or_default().iter();
        Ok(parameters.position(|ty| ty.modifiers.has(prototype::RvvModifiers::POINTER)))
    }

    pub(super) fn scheme(&self) -> PolicyScheme {
        if self.is_masked { self.of.schemes.masked } else { self.of.schemes.unmasked }
    }

    /// Whether its first operand may contain the elements that keep their value.
    pub(super) fn has_masked_off_operand(&self) -> bool {
        self.is_masked && self.of.flags.has_masked_off_operand
    }

    /// Returns the operands on whose types the LLVM intrinsic is overloaded; -1 is the result.
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

    /// Returns the result type and the operand types.
    pub(crate) fn prototype(&self) -> Result<Vec<Descriptor>, FieldError> {
        let RvvIntrinsic { record, nf, ref flags, .. } = *self.of;
        let mut types = self.of.prototype.types.to_vec();
        let error = |problem: &str| field_error(*record, "Prototype", problem);

        // The end of the operands for separate fields.
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
            (true, _) if flags.is_tuple => {
                let vector = VectorModifier::tuple(nf)
                    .ok_or_else(|| field_error(*record, "NF", "a tuple has 2 to 8 fields"))?;
                let pointer = types.get(first).ok_or_else(|| error("the address is missing"))?;
                let base = prototype::Base::Vector;
                types.insert(first, Descriptor { vector, base, ..pointer.pointee() });
            }
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

    /// Returns the prototype as type strings, for an element type and register group.
    pub(super) fn type_strings(
        &self,
        element: Element,
        log2_lmul: i32,
    ) -> Result<String, FieldError> {
        let mut text = String::new();
        for ty in self.prototype()? {
            let ty = VectorType::new(element, log2_lmul, ty).and_then(|ty| ty.type_string());
            append!(
                &mut text,
                ty.ok_or_else(|| {
                    field_error(*self.of.record, "Prototype", "a type of it does not exist in C")
                })?
            );
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::lines;

    use crate::test_support::output;

    const CLASSES: &str =
        include_str!("../../../../../tests/data/riscv-vector-builtins/classes.td");

    /// Checks the builtins that a record becomes.
    fn check(record: &str, expected: Expect) {
        let output = output("gen-riscv-vector-builtins", &format!("{CLASSES}{record}"));
        let builtins = lines(&output, &["RISCVV_BUILTIN(__", "error"]);
        expected.assert_eq(&builtins.replace("RISCVV_BUILTIN(__builtin_rvv_", ""));
    }

    #[test]
    fn a_masked_form_and_policies_follow_from_the_schemes() {
        check(
            "def vx : RVVBuiltin<\"v\", \"vvv\", \"i\">;",
            expect![[r#"
            vx,"", "n")
            vx_m,"", "n")
            vx_tum,"", "n")
            vx_tumu,"", "n")
            vx_mu,"", "n")
        "#]],
        );
        check(
            "let UnMaskedPolicyScheme = HasPassthruOperand in def vx : RVVBuiltin<\"v\", \"vvv\", \"i\">;",
            expect![[r#"
                vx,"", "n")
                vx_tu,"", "n")
                vx_m,"", "n")
                vx_tum,"", "n")
                vx_tumu,"", "n")
                vx_mu,"", "n")
            "#]],
        );
    }

    #[test]
    fn an_intrinsic_without_mask_has_one_builtin() {
        check(
            "let HasMasked = 0 in def vx : RVVBuiltin<\"v\", \"vvv\", \"i\">;",
            expect![[r#"
            vx,"", "n")
        "#]],
        );
    }

    #[test]
    fn a_reduction_has_no_mask_policy() {
        check(
            "let HasMaskPolicy = 0, HasMaskedOffOperand = 0, MaskedPolicyScheme = HasPassthruOperand in
             def vx : RVVBuiltin<\"Sv\", \"SvvSv\", \"i\">;",
            expect![[r#"
                vx,"", "n")
                vx_m,"", "n")
                vx_tum,"", "n")
            "#]],
        );
    }

    #[test]
    fn a_rounding_mode_is_an_additional_form() {
        check(
            "let HasFRMRoundModeOp = 1, UnMaskedPolicyScheme = HasPassthruOperand in
             def vx : RVVBuiltin<\"v\", \"vvu\", \"f\">;",
            expect![[r#"
                vx_rm,"", "n")
                vx_rm_tu,"", "n")
                vx_rm_m,"", "n")
                vx_rm_tum,"", "n")
                vx_rm_tumu,"", "n")
                vx_rm_mu,"", "n")
            "#]],
        );
    }

    #[test]
    fn a_single_type_has_a_prototype() {
        check(
            "let HasMasked = 0, HasBuiltinAlias = 0, HasVL = 0, Log2LMUL = [0] in
             def vx : RVVBuiltin<\"\", \"zzKz\", \"i\">;",
            expect![[r#"
                vx,"zzIz", "n")
            "#]],
        );
    }
}
