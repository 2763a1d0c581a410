//! The intrinsic tables.

use std::collections::BTreeMap;

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore, RecordView, Value, ValueId};
use tablewright_selection::intrinsics::{
    ArgumentAttribute, FunctionAttributes, Intrinsic, IntrinsicAttributes, Intrinsics,
};
use tablewright_selection::record_views::intrinsic::{IitBaseRecord, IntrinsicRecord};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;
use tablewright_text::{SequenceToOffsetTable, SequenceToOffsetTableBuilder, StringTable};

use super::numbering::IntrinsicImplNumbering;
use super::tables::{self, CompactTables};

/// The codes of type signatures are bytes.
const CODES: usize = 256;

/// Count of type signature codes in a number: each code has four bits.
const PACKED_IN_32_BITS: usize = 8;
const PACKED_IN_16_BITS: usize = 4;

pub(super) struct IntrinsicModel<'s> {
    pub(super) intrinsics: &'s Intrinsics,
    pub(super) targets: Vec<TargetRange<'s>>,
    /// Type signature codes, by number; `None` if the description has none.
    pub(super) codes: Option<Vec<(usize, &'s str)>>,
    /// Type signature by intrinsic.
    pub(super) signatures: Vec<IntrinsicImplSignature>,
    pub(super) long_signatures: SequenceToOffsetTable<u8>,
    pub(super) layout: IntrinsicImplLayout<'s>,
}

/// Differences between releases.
pub(super) enum IntrinsicImplLayout<'s> {
    /// Attributes are code, and names arrays.
    Code(Box<CodeLayout<'s>>),
    Tables(Box<CompactTables<'s>>),
}

/// The parts for the layout with attributes as code.
pub(super) struct CodeLayout<'s> {
    pub(super) attributes: IntrinsicImplAttributes<'s>,
    pub(super) clang_builtins: IntrinsicImplBuiltins<'s>,
    pub(super) ms_builtins: IntrinsicImplBuiltins<'s>,
}

/// A target's intrinsics: a range in all intrinsics.
pub(super) struct TargetRange<'s> {
    /// Prefix for the target's intrinsic names; empty for target-independent intrinsics.
    pub(super) prefix: &'s str,
    pub(super) first: usize,
    pub(super) count: usize,
}

/// An intrinsic's type signature.
#[derive(Clone, Copy)]
pub(super) enum IntrinsicImplSignature {
    /// A few codes below 16, the first lowest, in all bits but the highest.
    Packed(u32),
    /// Offset in the table of long signatures.
    Long(usize),
}

/// Attributes. Equal sets are stored once.
pub(super) struct IntrinsicImplAttributes<'s> {
    /// The sets that arguments have.
    pub(super) of_arguments: Vec<&'s [ArgumentAttribute]>,
    /// The sets that functions have.
    pub(super) of_functions: Vec<&'s FunctionAttributes>,
    /// Attribute lists for intrinsics, sorted by attributes.
    pub(super) lists: Vec<IntrinsicImplAttributeList>,
    /// List index by intrinsic.
    pub(super) list_of: Vec<usize>,
    /// The greatest number of arguments, the result among them, up to the last with attributes.
    pub(super) most_arguments: usize,
}

pub(super) struct IntrinsicImplAttributeList {
    /// List number, counted from 1 in order of first use.
    pub(super) number: usize,
    /// The argument (the result is 0) and the number of its set.
    pub(super) arguments: Vec<(usize, usize)>,
    /// The number of the function's set; none if that is empty.
    pub(super) function: Option<usize>,
}

/// A compiler's builtin functions for intrinsics.
pub(super) struct IntrinsicImplBuiltins<'s> {
    pub(super) names: StringTable,
    /// The functions of each target, both by name.
    pub(super) targets: Vec<(&'s str, Vec<IntrinsicImplBuiltin<'s>>)>,
}

pub(super) struct IntrinsicImplBuiltin<'s> {
    pub(super) name: &'s str,
    pub(super) name_offset: usize,
    pub(super) enum_name: &'s str,
}

pub(super) fn collect<'s>(job: &mut Job<'s>) -> Result<IntrinsicModel<'s>, Failure> {
    let store = job.store;
    let intrinsics: &Intrinsics = job.analysis()?;
    let list = intrinsics.list();
    let codes = codes(store)?;
    let is_compact = store.release().has(Feature::IntrinsicTablesAreCompact);
    let most_packed = if is_compact { PACKED_IN_16_BITS } else { PACKED_IN_32_BITS };
    let (signatures, long_signatures) = signatures(list, most_packed, store)?;
    let layout = if is_compact {
        let attributes_of = |intrinsic: &Intrinsic| intrinsics.attributes(intrinsic);
        IntrinsicImplLayout::Tables(Box::new(tables::collect(intrinsics, store, attributes_of)?))
    } else {
        IntrinsicImplLayout::Code(Box::new(CodeLayout {
            attributes: attributes(intrinsics),
            clang_builtins: builtins(list, "Clang", |intrinsic| intrinsic.clang_builtin, store)?,
            ms_builtins: builtins(list, "MS", |intrinsic| intrinsic.ms_builtin, store)?,
        }))
    };
    Ok(IntrinsicModel {
        intrinsics,
        targets: intrinsics
            .targets()
            .iter()
            .map(|target| TargetRange {
                prefix: target.prefix_text(store),
                first: target.first,
                count: target.count,
            })
            .collect(),
        codes,
        signatures,
        long_signatures,
        layout,
    })
}

fn codes(store: &RecordStore) -> Result<Option<Vec<(usize, &str)>>, FieldError> {
    let mut by_number = BTreeMap::new();
    for record in IitBaseRecord::all_if_defined(store) {
        let number = record.number()?;
        let error = |what: String| {
            let message = format!("Type code `{}' has number {number}, {what}", record.name());
            Err(FieldError::new(Code::Intrinsics, *record, message))
        };
        let code = match usize::try_from(number) {
            Ok(code) if code < CODES => code,
            _ => return error(format!("which is not from 0 to {}", CODES - 1)),
        };
        if let Some(first) = by_number.insert(code, record.name()) {
            return error(format!("which `{first}' has too"));
        }
    }
    Ok((!by_number.is_empty()).then(|| by_number.into_iter().collect()))
}

/// The most results that a signature has a code for.
const MAX_RESULTS: usize = 257;

fn signatures(
    list: &[Intrinsic],
    most_packed: usize,
    store: &RecordStore,
) -> Result<(Vec<IntrinsicImplSignature>, SequenceToOffsetTable<u8>), FieldError> {
    let mut signatures = Vec::with_capacity(list.len());
    let mut builder = SequenceToOffsetTableBuilder::new();
    let mut long_count = 0;
    let limits_results = store.release().has(Feature::IntrinsicTablesAreCompact);
    for intrinsic in list {
        let record = store.record(intrinsic.record);
        let results = intrinsic.return_types(store).len();
        if limits_results && results > MAX_RESULTS {
            let name = record.name();
            let message = format!(
                "intrinsics can only return upto {MAX_RESULTS} values, '{name}' returns {results} values"
            );
            return Err(FieldError::new(Code::Intrinsics, record, message));
        }
        let codes = signature(IntrinsicRecord::new(record))?;
        signatures.push(match pack(&codes, most_packed) {
            Some(packed) => IntrinsicImplSignature::Packed(packed),
            None => {
                builder.add(codes);
                long_count += 1;
                // The index among the long signatures, until the table has offsets.
                IntrinsicImplSignature::Long(long_count - 1)
            }
        });
    }
    let (long, offsets) = builder.layout_with_offsets();
    for signature in &mut signatures {
        if let IntrinsicImplSignature::Long(number) = signature {
            *number = offsets[*number];
        }
    }
    Ok((signatures, long))
}

/// Returns the type codes of an intrinsic, type by type. Empty if the description does not compute them.
fn signature(record: IntrinsicRecord<'_>) -> Result<Vec<u8>, FieldError> {
    let mut row = Vec::new();
    let mut codes = record.type_sig()?;
    if codes == ValueId::UNSET {
        let Some(info) = record.type_info()? else { return Ok(row) };
        codes = info.type_sig()?;
    }
    if !add_codes(record.store(), codes, &mut row) {
        let message = format!("Intrinsic '{}': TypeSig is not a list of int", record.name());
        return Err(FieldError::new(Code::Intrinsics, *record, message));
    }
    Ok(row)
}

/// Adds the codes in a list, which up to release 19 is a list of lists. Returns whether it is that.
fn add_codes(store: &RecordStore, codes: ValueId, row: &mut Vec<u8>) -> bool {
    let Value::List(codes) = store.value(codes) else { return false };
    for &code in codes.elements.iter() {
        if let Value::Int(code) = store.value(code) {
            // Codes are bytes.
            row.push(code as u8);
        } else if !add_codes(store, code, row) {
            return false;
        }
    }
    true
}

/// Packs codes into a number whose highest bit is free, if they are few and small enough.
fn pack(row: &[u8], most: usize) -> Option<u32> {
    if row.len() > most || row.iter().any(|&code| code > 15) {
        return None;
    }
    // The first code is the lowest, since the reader shifts codes out at that end.
    let packed = row.iter().rev().fold(0u32, |packed, &code| packed << 4 | u32::from(code));
    // The highest bit marks an offset into the table of long signatures.
    (packed >> (4 * most - 1) == 0).then_some(packed)
}

fn attributes(intrinsics: &Intrinsics) -> IntrinsicImplAttributes<'_> {
    // In the order in which intrinsics have them. All sets are distinct here; below some share a
    // number.
    let met =
        IntrinsicImplNumbering::new(intrinsics.list().iter().map(Intrinsic::attribute_set)).items;
    let sets = || met.iter().map(|&set| &intrinsics.attribute_sets()[set]);
    let arguments = sets().flat_map(|set| &set.arguments).map(Vec::as_slice);
    let of_arguments =
        IntrinsicImplNumbering::new(arguments.filter(|attributes| !attributes.is_empty()));
    let of_functions = IntrinsicImplNumbering::new(sets().map(|set| &set.function));
    // Sets share a number if they differ only in attributes that tables leave out.
    let of_both = IntrinsicImplNumbering::new(sets().map(both));
    let attribute_list =
        |(&(function, arguments), &index): (&Both<'_>, &usize)| IntrinsicImplAttributeList {
            number: index + 1,
            arguments: (0..arguments.len())
                .filter(|&i| !arguments[i].is_empty())
                .map(|i| (i, of_arguments.number(&arguments[i].as_slice())))
                .collect(),
            function: function.is_worth_saying().then(|| of_functions.number(&function)),
        };
    let lists = of_both.numbers.iter().map(attribute_list).collect();
    let mut list_of_set = vec![0; intrinsics.attribute_sets().len()];
    for (&set, attributes) in met.iter().zip(sets()) {
        list_of_set[set] = of_both.number(&both(attributes)) + 1;
    }
    IntrinsicImplAttributes {
        lists,
        list_of: intrinsics.list().iter().map(|i| list_of_set[i.attribute_set()]).collect(),
        most_arguments: sets().map(|set| set.arguments.len()).max().unwrap_or(0),
        of_arguments: of_arguments.items,
        of_functions: of_functions.items,
    }
}

/// Attributes in tables: function attributes and argument attributes.
type Both<'a> = (&'a FunctionAttributes, &'a Vec<Vec<ArgumentAttribute>>);

fn both(attributes: &IntrinsicAttributes) -> Both<'_> {
    (&attributes.function, &attributes.arguments)
}

fn builtins<'s>(
    list: &[Intrinsic],
    compiler: &str,
    name_of: impl Fn(&Intrinsic) -> Option<Symbol>,
    store: &'s RecordStore,
) -> Result<IntrinsicImplBuiltins<'s>, FieldError> {
    let mut names = StringTable::new();
    // Sorted, since the generated code searches names with `std::lower_bound`.
    let mut targets: BTreeMap<Option<&str>, BTreeMap<&str, IntrinsicImplBuiltin<'_>>> =
        BTreeMap::new();
    for intrinsic in list {
        let Some(name) = name_of(intrinsic).map(|name| store.str(name)) else { continue };
        let name_offset = names.add_terminated(name);
        let builtin =
            IntrinsicImplBuiltin { name, name_offset, enum_name: intrinsic.enum_name(store) };
        let prefix = intrinsic.target_prefix.map(|prefix| store.str(prefix));
        if targets.entry(prefix).or_default().insert(name, builtin).is_some() {
            let record = store.record(intrinsic.record);
            let message =
                format!("Intrinsic '{}': duplicate {compiler} builtin name!", record.name());
            let error = FieldError::new(Code::Intrinsics, record, message);
            let first = list.iter().find(|other| {
                other.target_prefix == intrinsic.target_prefix
                    && name_of(other).is_some_and(|other| store.str(other) == name)
            });
            return Err(match first {
                Some(first) => error.label_record(
                    store.record(first.record),
                    "this intrinsic has the same builtin",
                ),
                None => error,
            });
        }
    }
    let targets = targets
        .into_iter()
        .map(|(target, builtins)| (target.unwrap_or_default(), builtins.into_values().collect()))
        .collect();
    Ok(IntrinsicImplBuiltins { names, targets })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_packed_into_31_bits() {
        let pack = |row| super::pack(row, PACKED_IN_32_BITS);
        assert_eq!(pack(&[]), Some(0));
        assert_eq!(pack(&[1, 2, 15]), Some(0xf21));
        assert_eq!(pack(&[0, 0, 0, 0, 0, 0, 0, 7]), Some(0x7000_0000));
        assert_eq!(pack(&[0, 0, 0, 0, 0, 0, 0, 8]), None);
        assert_eq!(pack(&[16]), None);
        assert_eq!(pack(&[0; 9]), None);
        assert_eq!(super::pack(&[15, 2, 15, 7], PACKED_IN_16_BITS), Some(0x7f2f));
        assert_eq!(super::pack(&[15, 2, 15, 8], PACKED_IN_16_BITS), None);
    }
}
