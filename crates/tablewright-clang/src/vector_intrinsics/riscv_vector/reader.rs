//! The reader of intrinsics: in come the records of class `RVVBuiltin`, out come their fields, parsed
//! and checked. What the intrinsics mean is left to `intrinsics`.

use std::rc::Rc;

use tablewright_records::{FieldError, Record, RecordStore, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::intrinsics::{
    Codegen, Flags, Intrinsic, Name, PolicyScheme, PolicySchemes, TypeList, TypeListId, field_error,
};
use super::prototype;
use super::vector_type::BasicType;
use crate::support::field_values::{self, FieldValues, Known};

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

/// The intrinsics, in natural order of their records.
pub(crate) fn collect(store: &RecordStore) -> Result<Vec<Intrinsic<'_>>, Diagnostic> {
    let records = store.derived_from_name("RVVBuiltin")?;
    let mut reader = Reader::default();
    records.into_iter().map(|record| Ok(reader.intrinsic(record)?)).collect()
}

/// The fields of an intrinsic: texts, lists of types, what flags are read from, other lists and
/// numbers.
const FIELDS: [&str; 24] = [
    "Name",
    "OverloadedName",
    "ManualCodegen",
    "IRName",
    "MaskedIRName",
    "Suffix",
    "OverloadedSuffix",
    "Prototype",
    "TypeRange",
    "Log2LMUL",
    "IntrinsicTypes",
    "RequiredFeatures",
    "NF",
    "HasMasked",
    "HasMaskedOffOperand",
    "HasVL",
    "HasTailPolicy",
    "HasMaskPolicy",
    "HasFRMRoundModeOp",
    "IsTuple",
    "HasBuiltinAlias",
    "MaskedPolicyScheme",
    "UnMaskedPolicyScheme",
    "SupportOverloading",
];

/// Reads intrinsics. What many of them hold is worked out once.
struct Reader {
    fields: FieldValues<24>,
    type_lists: Known<ValueId, TypeList>,
    next_list: TypeListId,
    type_ranges: Known<ValueId, Rc<[BasicType]>>,
    log2_lmul: Known<ValueId, Rc<[i32]>>,
    intrinsic_types: Known<ValueId, Rc<[i64]>>,
    extensions: Known<ValueId, u32>,
    numbers: Known<ValueId, u32>,
    flags: Known<[ValueId; 11], (Flags, PolicySchemes)>,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            fields: FieldValues::new(FIELDS),
            type_lists: Known::default(),
            next_list: TypeListId::from_index(0),
            type_ranges: Known::default(),
            log2_lmul: Known::default(),
            intrinsic_types: Known::default(),
            extensions: Known::default(),
            numbers: Known::default(),
            flags: Known::default(),
        }
    }
}

impl Reader {
    fn intrinsic<'s>(&mut self, record: Record<'s>) -> Result<Intrinsic<'s>, FieldError> {
        let [name, overloaded_name, manual, ir_name, masked_ir_name, rest @ ..] =
            self.fields.read(record)?;
        let [suffix, overloaded_suffix, prototype, type_range, log2_lmul, rest @ ..] = rest;
        let [intrinsic_types, extensions, nf, flags @ ..] = rest;
        let text = |field, value| field_values::text(record, field, value);
        let (flags, schemes) = self.flags.get_or_read(flags, || flags_of(record))?;
        Ok(Intrinsic {
            record,
            own_name: Name {
                text: text("Name", name)?,
                suffix: self.type_list(record, "Suffix", suffix)?,
            },
            overloaded_name: Name {
                text: text("OverloadedName", overloaded_name)?,
                suffix: self.type_list(record, "OverloadedSuffix", overloaded_suffix)?,
            },
            prototype: self.type_list(record, "Prototype", prototype)?,
            type_range: self.type_ranges.get_or_read(type_range, || type_range_of(record))?,
            log2_lmul: self.log2_lmul.get_or_read(log2_lmul, || log2_lmul_of(record))?,
            flags,
            schemes,
            codegen: Codegen {
                manual: text("ManualCodegen", manual)?,
                intrinsic_types: self.intrinsic_types.get_or_read(intrinsic_types, || {
                    record.list_of_ints("IntrinsicTypes").map(Rc::from)
                })?,
                ir_name: text("IRName", ir_name)?,
                masked_ir_name: text("MaskedIRName", masked_ir_name)?,
            },
            required_extensions: self
                .extensions
                .get_or_read(extensions, || required_extensions(record))?,
            nf: self.numbers.get_or_read(nf, || record.int("NF").map(|nf| nf as u32))?,
        })
    }

    fn type_list(
        &mut self,
        record: Record<'_>,
        field: &str,
        value: ValueId,
    ) -> Result<TypeList, FieldError> {
        let list = self.type_lists.get_or_read(value, || {
            let types = prototype::parse(record.string(field)?)
                .map_err(|problem| field_error(record, field, &problem))?;
            let id = self.next_list;
            self.next_list = TypeListId::from_index(id.index() + 1);
            Ok(TypeList { id, types: types.into() })
        })?;
        if list.types.is_empty() && field == "Prototype" {
            return Err(field_error(record, field, "there is no result type"));
        }
        Ok(list)
    }
}

fn flags_of(record: Record<'_>) -> Result<(Flags, PolicySchemes), FieldError> {
    let flags = Flags {
        has_masked: record.bit("HasMasked")?,
        has_masked_off_operand: record.bit("HasMaskedOffOperand")?,
        has_vl: record.bit("HasVL")?,
        has_tail_policy: record.bit("HasTailPolicy")?,
        has_mask_policy: record.bit("HasMaskPolicy")?,
        has_frm_round_mode_op: record.bit("HasFRMRoundModeOp")?,
        is_tuple: record.bit("IsTuple")?,
        has_builtin_alias: record.bit("HasBuiltinAlias")?,
    };
    let schemes = PolicySchemes {
        masked: PolicyScheme::of(record.record("MaskedPolicyScheme")?)?,
        unmasked: PolicyScheme::of(record.record("UnMaskedPolicyScheme")?)?,
    };
    // No file says whether it can be overloaded, but it has to be said.
    record.bit("SupportOverloading")?;
    if !flags.has_tail_policy && !flags.has_mask_policy {
        let message = "An RVV instruction should not be without both tail policy and mask policy";
        return Err(FieldError::new(Code::ClangRiscvVector, record, message));
    }
    Ok((flags, schemes))
}

fn type_range_of(record: Record<'_>) -> Result<Rc<[BasicType]>, FieldError> {
    let letters = record.string("TypeRange")?.chars();
    let types = letters.map(|letter| {
        BasicType::of_letter(letter).ok_or_else(|| {
            field_error(record, "TypeRange", &format!("'{letter}' is no element type"))
        })
    });
    types.collect()
}

fn log2_lmul_of(record: Record<'_>) -> Result<Rc<[i32]>, FieldError> {
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
