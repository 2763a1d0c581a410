//! Intrinsic reader. In: records of class `RVVBuiltin`. Out: parsed and checked fields.
//! `intrinsics` interprets them.

use std::rc::Rc;

use tablewright_records::{Feature, FieldError, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::intrinsics::{
    IntrinsicName, PolicyScheme, PolicySchemes, RequiredExtensions, RvvCodegen, RvvFlags,
    RvvIntrinsic, SegmentSew, TypeList, TypeListId,
};
use super::prototype::{self, Descriptor, PrototypeLetters};
use super::vector_type::element_from_letter;
use crate::record_views::riscv_vector::RvvBuiltinRecord;
use crate::support::field_values::{self, ClangFieldValues, ValueMemo};
use crate::vector_intrinsics::c_type::Element;
use crate::vector_intrinsics::field_error;

/// Extensions that may be required, each with a bit in Clang's mask.
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

/// Reads the intrinsics in natural record order.
pub(crate) fn collect(store: &RecordStore) -> Result<Vec<RvvIntrinsic<'_>>, Diagnostic> {
    let records = RvvBuiltinRecord::all(store)?;
    let mut reader = RvvIntrinsicReader::default();
    records.into_iter().map(|record| Ok(reader.intrinsic(record)?)).collect()
}

/// Number of fields in all releases. In the view, these are declared first and do not have
/// defaults.
const FIELDS: usize = 24;

/// Reads intrinsics. Values that many intrinsics share are read once.
struct RvvIntrinsicReader {
    fields: ClangFieldValues<FIELDS>,
    type_lists: ValueMemo<ValueId, TypeList>,
    next_list: TypeListId,
    type_ranges: ValueMemo<ValueId, Rc<[Element]>>,
    log2_lmul: ValueMemo<ValueId, Rc<[i32]>>,
    intrinsic_types: ValueMemo<ValueId, Rc<[i64]>>,
    extensions: ValueMemo<ValueId, RequiredExtensions>,
    numbers: ValueMemo<ValueId, u32>,
    flags: ValueMemo<([ValueId; 11], bool), (RvvFlags, PolicySchemes)>,
}

impl Default for RvvIntrinsicReader {
    fn default() -> RvvIntrinsicReader {
        let schema = RvvBuiltinRecord::schema();
        RvvIntrinsicReader {
            fields: ClangFieldValues::new(std::array::from_fn(|i| schema.fields[i].name)),
            type_lists: ValueMemo::default(),
            next_list: TypeListId::from_index(0),
            type_ranges: ValueMemo::default(),
            log2_lmul: ValueMemo::default(),
            intrinsic_types: ValueMemo::default(),
            extensions: ValueMemo::default(),
            numbers: ValueMemo::default(),
            flags: ValueMemo::default(),
        }
    }
}

impl RvvIntrinsicReader {
    fn intrinsic<'s>(
        &mut self,
        record: RvvBuiltinRecord<'s>,
    ) -> Result<RvvIntrinsic<'s>, FieldError> {
        let [name, overloaded_name, manual, ir_name, masked_ir_name, rest @ ..] =
            self.fields.read(*record)?;
        let [suffix, overloaded_suffix, prototype, type_range, log2_lmul, rest @ ..] = rest;
        let [intrinsic_types, extensions, nf, flags @ ..] = rest;
        let text = |field, value| field_values::text(*record, field, value);
        let (flags, schemes) =
            self.flags.get_or_read((flags, record.alt_fmt()?), || flags_of(record))?;
        Ok(RvvIntrinsic {
            record,
            own_name: IntrinsicName {
                text: text("Name", name)?,
                suffix: self.type_list(record, "Suffix", suffix)?,
            },
            overloaded_name: IntrinsicName {
                text: text("OverloadedName", overloaded_name)?,
                suffix: self.type_list(record, "OverloadedSuffix", overloaded_suffix)?,
            },
            prototype: self.type_list(record, "Prototype", prototype)?,
            type_range: self.type_ranges.get_or_read(type_range, || type_range_of(record))?,
            log2_lmul: self.log2_lmul.get_or_read(log2_lmul, || log2_lmul_of(record))?,
            flags,
            schemes,
            codegen: RvvCodegen {
                manual: text("ManualCodegen", manual)?,
                intrinsic_types: self
                    .intrinsic_types
                    .get_or_read(intrinsic_types, || record.intrinsic_types().map(Rc::from))?,
                ir_name: text("IRName", ir_name)?,
                masked_ir_name: text("MaskedIRName", masked_ir_name)?,
            },
            required_extensions: self
                .extensions
                .get_or_read(extensions, || required_extensions(record))?,
            segment_sew: segment_sew(record)?,
            twiden: record.twiden()? as u32,
            nf: self.numbers.get_or_read(nf, || record.nf().map(|nf| nf as u32))?,
        })
    }

    fn type_list(
        &mut self,
        record: RvvBuiltinRecord<'_>,
        field: &str,
        value: ValueId,
    ) -> Result<TypeList, FieldError> {
        let list = self.type_lists.get_or_read(value, || {
            let id = self.next_list;
            self.next_list = TypeListId::from_index(id.index() + 1);
            Ok(TypeList { id, types: read_types(record, field)?.into() })
        })?;
        if list.types.is_empty() && field == "Prototype" {
            return Err(field_error(*record, field, "the result type is missing"));
        }
        Ok(list)
    }
}

fn read_types(record: RvvBuiltinRecord<'_>, field: &str) -> Result<Vec<Descriptor>, FieldError> {
    let letters = PrototypeLetters::new(record.store());
    prototype::parse(record.string(field)?, letters)
        .map_err(|problem| field_error(*record, field, &problem))
}

fn flags_of(record: RvvBuiltinRecord<'_>) -> Result<(RvvFlags, PolicySchemes), FieldError> {
    let flags = RvvFlags {
        has_masked: record.has_masked()?,
        has_result_mask: record.has_result_mask()?,
        has_masked_off_operand: record.has_masked_off_operand()?,
        has_vl: record.has_vl()?,
        has_tail_policy: record.has_tail_policy()?,
        has_mask_policy: record.has_mask_policy()?,
        has_frm_round_mode_op: record.has_frm_round_mode_op()?,
        is_tuple: record.is_tuple()?,
        has_builtin_alias: record.has_builtin_alias()?,
        alt_fmt: record.alt_fmt()?,
    };
    let schemes = PolicySchemes {
        masked: PolicyScheme::from_record(record.masked_policy_scheme()?)?,
        unmasked: PolicyScheme::from_record(record.unmasked_policy_scheme()?)?,
    };
    // The outputs do not depend on this field, but the reference reads it.
    record.supports_overloading()?;
    if !flags.has_tail_policy && !flags.has_mask_policy {
        let message = "An RVV instruction should not be without both tail policy and mask policy";
        return Err(FieldError::new(Code::IntrinsicFlags, *record, message));
    }
    Ok((flags, schemes))
}

/// Segment instructions with the element width in their names.
const SEGMENT_LOADS_AND_STORES: [&str; 4] = ["vlseg", "vlsseg", "vsseg", "vssseg"];
const INDEXED_SEGMENT_LOADS_AND_STORES: [&str; 4] = ["vloxseg", "vluxseg", "vsoxseg", "vsuxseg"];

/// Returns a segment's element width from the instruction's name.
fn segment_sew(record: RvvBuiltinRecord<'_>) -> Result<Option<SegmentSew>, FieldError> {
    if !record.store().release().has(Feature::RiscvExtensionsAreNamed)
        || !record.has_seg_inst_sew()?
    {
        return Ok(None);
    }
    let name = match record.overloaded_name()? {
        "" => record.own_name()?.split('_').next().unwrap_or_default(),
        name => name,
    };
    let rest_of = |starts: [&str; 4]| {
        let after_start = starts.iter().find_map(|start| name.strip_prefix(start))?;
        let fields = after_start.chars().next()?;
        matches!(fields, '2'..='8').then(|| &after_start[1..])
    };
    let log2 = |width: &str| match width {
        "8" => Some(3),
        "16" => Some(4),
        "32" => Some(5),
        "64" => Some(6),
        _ => None,
    };
    if let Some(width) = rest_of(INDEXED_SEGMENT_LOADS_AND_STORES)
        && width.strip_prefix("ei").and_then(log2).is_some()
    {
        return Ok(Some(SegmentSew::OfPointee));
    }
    let width = rest_of(SEGMENT_LOADS_AND_STORES).and_then(|width| {
        let width = width.strip_prefix('e')?;
        // Only loads have a form that stops at the first fault.
        let is_load = name.starts_with("vlseg");
        log2(width.strip_suffix("ff").filter(|_| is_load).unwrap_or(width))
    });
    Ok(Some(SegmentSew::Log2(width.unwrap_or(0))))
}

fn type_range_of(record: RvvBuiltinRecord<'_>) -> Result<Rc<[Element]>, FieldError> {
    let letters = record.type_range()?.chars();
    let types = letters.map(|letter| {
        element_from_letter(letter).ok_or_else(|| {
            field_error(*record, "TypeRange", &format!("'{letter}' is not an element type"))
        })
    });
    types.collect()
}

fn log2_lmul_of(record: RvvBuiltinRecord<'_>) -> Result<Rc<[i32]>, FieldError> {
    let sizes = record.log2_lmul()?.into_iter().map(|log2| match log2 {
        -3..=3 => Ok(log2 as i32),
        _ => Err(field_error(*record, "Log2LMUL", &format!("{log2} is not within -3 and 3"))),
    });
    sizes.collect()
}

fn required_extensions(record: RvvBuiltinRecord<'_>) -> Result<RequiredExtensions, FieldError> {
    if record.store().release().has(Feature::RiscvExtensionsAreNamed) {
        return Ok(RequiredExtensions::Names(record.required_features()?.join(",").into()));
    }
    let mut mask = 0;
    for feature in record.required_features()? {
        let Some(bit) = EXTENSIONS.iter().position(|&name| name == feature) else {
            let problem = format!("'{feature}' is not an extension that a description can require");
            return Err(field_error(*record, "RequiredFeatures", &problem));
        };
        mask |= 1 << bit;
    }
    Ok(RequiredExtensions::Mask(mask))
}
