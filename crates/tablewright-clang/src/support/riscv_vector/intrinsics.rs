//! The intrinsics of the description, and the builtins that each has: with a mask or without, for each
//! policy about the elements that are not computed.

use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::prototype::{self, Descriptor, VectorModifier};
use super::vector_type::{BasicType, VectorType};

/// The extensions that may be required, each with its bit in a mask of Clang.
const EXTENSIONS: [&str; 19] = [
    "RV64",
    "Zvfhmin",
    "Xsfvcp",
    "Xsfvfnrclipxfqf",
    "Xsfvfwmaccqqq",
    "Xsfvqmaccdod",
    "Xsfvqmaccqoq",
    "Zvbb",
    "Zvbc",
    "Zvkb",
    "Zvkg",
    "Zvkned",
    "Zvknha",
    "Zvknhb",
    "Zvksed",
    "Zvksh",
    "Zvfbfwma",
    "Zvfbfmin",
    "Experimental",
];

/// What one record describes.
pub(crate) struct Intrinsic<'s> {
    pub(crate) record: Record<'s>,
    /// The name by which only these types are meant.
    pub(crate) own_name: Name<'s>,
    /// The name that other types share. Its text is empty where the description states none.
    pub(crate) overloaded_name: Name<'s>,
    pub(super) prototype: Vec<Descriptor>,
    pub(super) type_range: Vec<BasicType>,
    /// The logarithms of the sizes of register groups.
    pub(super) log2_lmul: Vec<i32>,
    pub(super) flags: Flags,
    pub(super) schemes: PolicySchemes,
    /// A mask of extensions.
    pub(super) required_extensions: u32,
    /// The number of fields of what is loaded or stored.
    pub(super) nf: u32,
    pub(super) codegen: Codegen<'s>,
}

/// A name of an intrinsic: a text, and the types that follow it.
pub(crate) struct Name<'s> {
    pub(crate) text: &'s str,
    pub(crate) suffix: Vec<Descriptor>,
}

pub(super) struct PolicySchemes {
    pub(super) unmasked: PolicyScheme,
    pub(super) masked: PolicyScheme,
}

pub(super) struct Flags {
    pub(super) has_masked: bool,
    pub(super) has_vl: bool,
    pub(super) has_masked_off_operand: bool,
    pub(super) has_tail_policy: bool,
    pub(super) has_mask_policy: bool,
    pub(super) has_frm_round_mode_op: bool,
    pub(super) is_tuple: bool,
    pub(super) has_builtin_alias: bool,
}

/// How Clang generates code.
#[derive(PartialEq, Eq)]
pub(super) struct Codegen<'s> {
    pub(super) ir_name: &'s str,
    pub(super) masked_ir_name: &'s str,
    pub(super) manual: &'s str,
    /// The operands whose types choose the intrinsic of LLVM; -1 is the result.
    pub(super) intrinsic_types: Vec<i64>,
}

/// How an intrinsic of LLVM is told about its policy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PolicyScheme(u8);

impl PolicyScheme {
    fn of(record: Record<'_>) -> Result<PolicyScheme, FieldError> {
        Ok(PolicyScheme(record.int("Value")? as u8))
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

/// Which elements that are not computed keep their value: those behind the last, and those the mask
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

    /// The order of the code for the policies of one intrinsic.
    pub(super) fn order(self) -> (bool, bool) {
        (self.mask_undisturbed, !self.tail_undisturbed)
    }

    pub(super) fn is_agnostic(self) -> bool {
        self == Policy::AGNOSTIC
    }
}

/// A builtin of Clang.
pub(crate) struct Builtin<'i, 's> {
    pub(super) of: &'i Intrinsic<'s>,
    /// The name behind `__builtin_rvv_`.
    pub(crate) name: String,
    /// What the name shows of mask and policy.
    pub(crate) policy_suffix: &'static str,
    pub(super) is_masked: bool,
    pub(super) policy: Policy,
}

/// The intrinsics, in natural order of their records.
pub(crate) fn collect(store: &RecordStore) -> Result<Vec<Intrinsic<'_>>, Diagnostic> {
    let records = store.derived_from_name("RVVBuiltin")?;
    records.into_iter().map(|record| Ok(intrinsic(record)?)).collect()
}

fn intrinsic(record: Record<'_>) -> Result<Intrinsic<'_>, FieldError> {
    let intrinsic = Intrinsic {
        record,
        own_name: Name { text: record.string("Name")?, suffix: prototype_of(record, "Suffix")? },
        overloaded_name: Name {
            text: record.string("OverloadedName")?,
            suffix: prototype_of(record, "OverloadedSuffix")?,
        },
        prototype: prototype_of(record, "Prototype")?,
        type_range: type_range(record)?,
        flags: Flags {
            has_masked: record.bit("HasMasked")?,
            has_masked_off_operand: record.bit("HasMaskedOffOperand")?,
            has_vl: record.bit("HasVL")?,
            has_tail_policy: record.bit("HasTailPolicy")?,
            has_mask_policy: record.bit("HasMaskPolicy")?,
            has_frm_round_mode_op: record.bit("HasFRMRoundModeOp")?,
            is_tuple: record.bit("IsTuple")?,
            has_builtin_alias: record.bit("HasBuiltinAlias")?,
        },
        schemes: PolicySchemes {
            masked: PolicyScheme::of(record.record("MaskedPolicyScheme")?)?,
            unmasked: PolicyScheme::of(record.record("UnMaskedPolicyScheme")?)?,
        },
        log2_lmul: log2_lmul(record)?,
        codegen: Codegen {
            manual: record.string("ManualCodegen")?,
            intrinsic_types: record.list_of_ints("IntrinsicTypes")?,
            ir_name: record.string("IRName")?,
            masked_ir_name: record.string("MaskedIRName")?,
        },
        required_extensions: required_extensions(record)?,
        nf: record.int("NF")? as u32,
    };
    // No file says whether it can be overloaded, but it has to be said.
    record.bit("SupportOverloading")?;
    if !intrinsic.flags.has_tail_policy && !intrinsic.flags.has_mask_policy {
        let message = "An RVV instruction should not be without both tail policy and mask policy";
        return Err(FieldError::new(Code::ClangRiscvVector, record, message));
    }
    Ok(intrinsic)
}

fn field_error(record: Record<'_>, field: &str, problem: &str) -> FieldError {
    let message = format!("Record `{}', field `{field}': {problem}", record.name());
    FieldError::new(Code::ClangRiscvVector, record, message).label_field(record, field)
}

fn prototype_of(record: Record<'_>, field: &str) -> Result<Vec<Descriptor>, FieldError> {
    let types = prototype::parse(record.string(field)?)
        .map_err(|problem| field_error(record, field, &problem))?;
    if types.is_empty() && field == "Prototype" {
        return Err(field_error(record, field, "there is no result type"));
    }
    Ok(types)
}

fn type_range(record: Record<'_>) -> Result<Vec<BasicType>, FieldError> {
    let letters = record.string("TypeRange")?.chars();
    let types = letters.map(|letter| {
        BasicType::of_letter(letter).ok_or_else(|| {
            field_error(record, "TypeRange", &format!("'{letter}' is no element type"))
        })
    });
    types.collect()
}

fn log2_lmul(record: Record<'_>) -> Result<Vec<i32>, FieldError> {
    let sizes = record.list_of_ints("Log2LMUL")?.into_iter().map(|log2| match log2 {
        -3..=3 => Ok(log2 as i32),
        _ => Err(field_error(record, "Log2LMUL", &format!("{log2} is not within -3 and 3"))),
    });
    sizes.collect()
}

fn required_extensions(record: Record<'_>) -> Result<u32, FieldError> {
    let mut mask = 0;
    for feature in record.list_of_strings("RequiredFeatures")? {
        let Some(bit) = EXTENSIONS.iter().position(|&name| name == feature) else {
            let problem = format!("'{feature}' is no extension that can be required");
            return Err(field_error(record, "RequiredFeatures", &problem));
        };
        mask |= 1 << bit;
    }
    Ok(mask)
}

impl<'s> Intrinsic<'s> {
    /// The combinations of element type and register group for which it has types.
    pub(crate) fn instances(&self) -> impl Iterator<Item = (BasicType, i32)> + '_ {
        let types = self.prototype.iter().copied();
        let vl = self.flags.has_vl.then_some(Descriptor::VECTOR_LENGTH);
        let types: Vec<Descriptor> = types.chain(vl).collect();
        let pairs = self
            .type_range
            .iter()
            .flat_map(|&basic| self.log2_lmul.iter().map(move |&log2_lmul| (basic, log2_lmul)));
        pairs.filter(move |&(basic, log2_lmul)| {
            types.iter().all(|&ty| VectorType::new(basic, log2_lmul, ty).is_some())
        })
    }

    /// Its builtins, without those for each element type, which have the same name.
    pub(crate) fn builtins(&self) -> Vec<Builtin<'_, 's>> {
        let mut builtins = vec![self.builtin(false, Policy::AGNOSTIC)];
        if !self.schemes.unmasked.is_none() {
            builtins.push(self.builtin(false, Policy::TAIL));
        }
        if self.flags.has_masked {
            builtins.push(self.builtin(true, Policy::AGNOSTIC));
            let policies: &[Policy] = match (self.flags.has_tail_policy, self.flags.has_mask_policy)
            {
                _ if self.schemes.masked.is_none() => &[],
                (true, true) => &[Policy::TAIL, Policy::BOTH, Policy::MASK],
                (true, false) => &[Policy::TAIL],
                (false, _) => &[Policy::MASK],
            };
            builtins.extend(policies.iter().map(|&policy| self.builtin(true, policy)));
        }
        builtins
    }

    fn builtin(&self, is_masked: bool, policy: Policy) -> Builtin<'_, 's> {
        let policy_suffix = match (is_masked, policy.tail_undisturbed, policy.mask_undisturbed) {
            (true, true, true) => "_tumu",
            (true, true, false) => "_tum",
            (true, false, true) => "_mu",
            (true, false, false) => "_m",
            (false, true, _) => "_tu",
            (false, false, _) => "",
        };
        let name = format!("{}{}{policy_suffix}", self.own_name.text, self.rounding_suffix());
        Builtin { of: self, name, policy_suffix, is_masked, policy }
    }

    /// What names show of an operand for the rounding mode.
    pub(crate) fn rounding_suffix(&self) -> &'static str {
        if self.flags.has_frm_round_mode_op { "_rm" } else { "" }
    }
}

impl<'i, 's> Builtin<'i, 's> {
    pub(crate) fn ir_name(&self) -> &'s str {
        match self.is_masked {
            true => self.of.codegen.masked_ir_name,
            false => self.of.codegen.ir_name,
        }
    }

    pub(super) fn scheme(&self) -> PolicyScheme {
        match self.is_masked {
            true => self.of.schemes.masked,
            false => self.of.schemes.unmasked,
        }
    }

    /// Whether its first operand may hold the elements that keep their value.
    pub(super) fn has_masked_off_operand(&self) -> bool {
        self.is_masked && self.of.flags.has_masked_off_operand
    }

    /// The operands of LLVM's intrinsic whose types choose it; -1 is the result.
    pub(super) fn intrinsic_types(&self) -> Vec<i64> {
        // The description does not count the operand with the elements that keep their value.
        let is_shifted = match self.is_masked {
            true => self.of.flags.has_masked_off_operand,
            false => self.of.schemes.unmasked.has_passthru_operand(),
        };
        let types = self.of.codegen.intrinsic_types.iter();
        types.map(|&at| if is_shifted && at >= 0 { at.wrapping_add(1) } else { at }).collect()
    }

    /// The types of its result and operands.
    pub(crate) fn prototype(&self) -> Result<Vec<Descriptor>, FieldError> {
        let Intrinsic { record, nf, ref flags, .. } = *self.of;
        let mut types = self.of.prototype.clone();
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
        let keeps = match self.is_masked {
            true => flags.has_masked_off_operand && !self.policy.is_agnostic(),
            false => self.policy.tail_undisturbed && self.scheme().has_passthru_operand(),
        };
        // Operands are inserted behind the fields.
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

    /// The prototype in the short form that Clang reads, for one element type and register group.
    pub(super) fn short_prototype(
        &self,
        basic: BasicType,
        log2_lmul: i32,
    ) -> Result<String, FieldError> {
        let mut text = String::new();
        for ty in self.prototype()? {
            let short = VectorType::new(basic, log2_lmul, ty).and_then(|ty| ty.short_form());
            text += &short.ok_or_else(|| {
                field_error(self.of.record, "Prototype", "a type of it does not exist in C")
            })?;
        }
        Ok(text)
    }
}
