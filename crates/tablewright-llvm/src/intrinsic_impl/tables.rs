//! Intrinsic tables that replace arrays and code since release 22.
//!
//! In: the intrinsics. Out: [`CompactTables`]: strings with offsets, attributes as numbers, argument printers, and
//! default values for arguments that older files lack.

use std::collections::BTreeMap;

use tablewright_records::{Feature, FieldError, RecordStore, RecordView};
use tablewright_selection::intrinsics::{
    ArgumentAttribute, FunctionAttributes, Intrinsic, IntrinsicAttributes, Intrinsics,
};
use tablewright_selection::record_views::intrinsic::IntrinsicRecord;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;
use tablewright_text::{SequenceToOffsetTable, SequenceToOffsetTableBuilder, StringTable};

use super::numbering::IntrinsicImplNumbering;
use super::range_sets::RangeSetTables;

/// Name for number 0.
const NO_INTRINSIC: &str = "not_intrinsic";

pub(super) struct CompactTables<'s> {
    pub(super) sections: Sections,
    pub(super) names: StringTable,
    /// The names of all numbers, with their offsets.
    pub(super) name_offsets: Vec<(usize, &'s str)>,
    pub(super) attributes: AttributeTables<'s>,
    /// Whether arguments of an intrinsic are printed in some way.
    pub(super) is_printed: Vec<bool>,
    pub(super) printed: Vec<PrintedIntrinsic<'s>>,
    pub(super) clang_builtins: IntrinsicImplBuiltinTables<'s>,
    pub(super) ms_builtins: IntrinsicImplBuiltinTables<'s>,
}

/// Section separators, with data that only releases with these separators have.
pub(super) enum Sections {
    /// A comment precedes the macro definition.
    Commented,
    /// The macro is undefined at the beginning. There are more tables.
    Undefined(Box<LaterTables>),
}

/// Tables that releases since 23 have.
pub(super) struct LaterTables {
    pub(super) features: StringTable,
    /// Offset of the required features, by intrinsic.
    pub(super) feature_offsets: Vec<usize>,
    pub(super) is_scalarizable: Vec<bool>,
    /// Number of values, index of the first value's argument, then the values.
    pub(super) default_values: SequenceToOffsetTable<u64>,
    /// By intrinsic, the offset of its values, behind a sentinel; 0 for an intrinsic without any.
    pub(super) default_offsets: Vec<usize>,
    /// Constant argument ranges; `None` for a release without tables for them.
    pub(super) range_sets: Option<RangeSetTables>,
}

/// Attributes as numbers.
pub(super) struct AttributeTables<'s> {
    /// The sets that arguments have.
    pub(super) of_arguments: Vec<&'s [ArgumentAttribute]>,
    /// The sets that functions have, with the name of the first intrinsic that has it.
    pub(super) of_functions: Vec<(FunctionAttributes, &'s str)>,
    /// Pairs of argument index (0 is the result) and attribute set number, for all lists.
    pub(super) pairs: SequenceToOffsetTable<(usize, usize)>,
    /// Pair lists: offset and length.
    pub(super) lists: Vec<(usize, usize)>,
    /// By intrinsic: number of the function's attribute set, and number of the list.
    pub(super) of_intrinsics: Vec<(usize, usize)>,
    /// List number width in bits.
    pub(super) list_bits: u32,
    /// Number for an empty function attribute set.
    pub(super) no_function: usize,
    /// Width of the two numbers together, as a C++ type: 8, 16 or 32 bits.
    pub(super) number_bits: u32,
    /// Maximum list length.
    pub(super) longest_list: usize,
}

/// An intrinsic with arguments that are printed in some way.
pub(super) struct PrintedIntrinsic<'s> {
    pub(super) enum_name: &'s str,
    pub(super) arguments: Vec<ImplPrintedArgument>,
}

pub(super) struct ImplPrintedArgument {
    pub(super) index: u16,
    /// Label printed before the table.
    pub(super) label: Option<String>,
    /// The function that prints it, with its namespace.
    pub(super) printer: Option<String>,
}

/// A compiler's builtin functions for intrinsics.
pub(super) struct IntrinsicImplBuiltinTables<'s> {
    pub(super) names: StringTable,
    /// Builtins by target. Target-independent builtins come first, if there are any.
    pub(super) targets: Vec<BuiltinsOfTarget<'s>>,
}

pub(super) struct BuiltinsOfTarget<'s> {
    /// Empty for no target.
    pub(super) target: &'s str,
    /// Common prefix of all names; the table leaves it out.
    pub(super) common_prefix: &'s str,
    /// The name, its offset and the intrinsic, by name.
    pub(super) builtins: Vec<(&'s str, usize, &'s str)>,
}

/// Makes the tables.
pub(super) fn collect<'s>(
    intrinsics: &'s Intrinsics,
    store: &'s RecordStore,
    attributes_of: impl Fn(&Intrinsic) -> &'s IntrinsicAttributes,
) -> Result<CompactTables<'s>, FieldError> {
    let list = intrinsics.list();
    let mut names = StringTable::with_empty_string();
    let mut name_offsets = vec![(names.add_string(NO_INTRINSIC), NO_INTRINSIC)];
    for intrinsic in list {
        let name = intrinsics.name(intrinsic);
        name_offsets.push((names.add_string(name), name));
    }
    let has_defaults = store.release().has(Feature::IntrinsicsHaveDefaultArguments);
    let all: Vec<&IntrinsicAttributes> = list.iter().map(&attributes_of).collect();
    let sections = if has_defaults {
        Sections::Undefined(Box::new(later_tables(list, &all, store)?))
    } else {
        Sections::Commented
    };
    let printed = list.iter().zip(&all).filter(|(_, of)| !of.printed_arguments.is_empty());
    Ok(CompactTables {
        sections,
        names,
        name_offsets,
        attributes: attribute_tables(intrinsics, &all),
        is_printed: all.iter().map(|of| !of.printed_arguments.is_empty()).collect(),
        printed: printed.map(|(of, all)| printed_intrinsic(of, all, has_defaults, store)).collect(),
        clang_builtins: builtins(list, "Clang", |intrinsic| intrinsic.clang_builtin, store)?,
        ms_builtins: builtins(list, "MS", |intrinsic| intrinsic.ms_builtin, store)?,
    })
}

fn later_tables(
    list: &[Intrinsic],
    attributes: &[&IntrinsicAttributes],
    store: &RecordStore,
) -> Result<LaterTables, FieldError> {
    let mut features = StringTable::with_empty_string();
    let mut feature_offsets = Vec::with_capacity(list.len());
    let mut builder = SequenceToOffsetTableBuilder::new();
    // The intrinsics with values, in the order in which these are added.
    let mut with_values = Vec::new();
    for (index, (intrinsic, of)) in list.iter().zip(attributes).enumerate() {
        let record = IntrinsicRecord::new(store.record(intrinsic.record));
        feature_offsets.push(features.add_string(record.target_features()?.unwrap_or("")));
        if !of.default_values.is_empty() {
            builder.add(default_values(intrinsic, of, record, store)?);
            with_values.push(index);
        }
    }
    let has_range_sets = store.release().has(Feature::IntrinsicsHaveRangeSets);
    let (default_values, offsets) = builder.layout_with_offsets();
    let mut default_offsets = vec![0; list.len()];
    for (index, offset) in with_values.into_iter().zip(offsets) {
        default_offsets[index] = offset + 1;
    }
    Ok(LaterTables {
        features,
        feature_offsets,
        is_scalarizable: attributes.iter().map(|of| of.is_trivially_scalarizable).collect(),
        default_values,
        default_offsets,
        range_sets: has_range_sets.then(|| RangeSetTables::new(attributes)),
    })
}

/// Returns the number of values, the index of the first value's argument, then the values.
fn default_values(
    intrinsic: &Intrinsic,
    attributes: &IntrinsicAttributes,
    record: IntrinsicRecord<'_>,
    store: &RecordStore,
) -> Result<Vec<u64>, FieldError> {
    let error = |message: String| Err(FieldError::new(Code::Intrinsics, *record, message));
    if intrinsic.is_overloaded {
        return error(
            "default argument values are not supported for overloaded intrinsics".to_owned(),
        );
    }
    let values: BTreeMap<u16, i64> = attributes.default_values.iter().copied().collect();
    let first = values.keys().next().copied().unwrap_or(0);
    let params: Vec<_> = intrinsic.param_types(store).collect();
    for index in first..u16::try_from(params.len()).unwrap_or(u16::MAX) {
        let Some(&value) = values.get(&index) else {
            return error(format!("missing default argument on parameter {index}"));
        };
        let ty = params[usize::from(index)].vt()?;
        if ty.is_integer()? != Some(true) || ty.is_vector()? == Some(true) {
            return error(format!(
                "default argument on parameter {index} requires an integer parameter type"
            ));
        }
        if value < 0 {
            return error(format!(
                "default argument value {value} on parameter {index} must be non-negative"
            ));
        }
        let bits = ty.size()?;
        if bits < 63 && value >> bits != 0 {
            return error(format!(
                "default argument value {value} out of range for {} parameter {index}",
                ty.name()
            ));
        }
    }
    let header = (values.len() as u64) << 32 | u64::from(first);
    Ok([header].into_iter().chain(values.values().map(|&value| value as u64)).collect())
}

fn attribute_tables<'s>(
    intrinsics: &'s Intrinsics,
    all: &[&'s IntrinsicAttributes],
) -> AttributeTables<'s> {
    let arguments = all.iter().flat_map(|of| &of.arguments).map(Vec::as_slice);
    let of_arguments =
        IntrinsicImplNumbering::new(arguments.filter(|attributes| !attributes.is_empty()));
    let functions = all.iter().map(|of| &of.function);
    let stated_functions = functions.filter(|function| function.is_worth_saying());
    let of_functions = IntrinsicImplNumbering::new(stated_functions.map(as_stated));
    let first_name = |function: &FunctionAttributes| {
        let first = all.iter().position(|of| as_stated(&of.function) == *function);
        first.map_or("", |index| intrinsics.name(&intrinsics.list()[index]))
    };
    let pairs_of = |of: &IntrinsicAttributes| -> Vec<(usize, usize)> {
        let arguments = of.arguments.iter().enumerate().filter(|(_, set)| !set.is_empty());
        arguments.map(|(index, set)| (index, of_arguments.number(&set.as_slice()))).collect()
    };
    let pair_lists: Vec<Vec<(usize, usize)>> = all.iter().map(|of| pairs_of(of)).collect();
    let lists = IntrinsicImplNumbering::new(pair_lists.iter().map(Vec::as_slice));
    let mut builder = SequenceToOffsetTableBuilder::new();
    lists.items.iter().filter(|list| !list.is_empty()).for_each(|list| builder.add(list.to_vec()));
    let (pairs, mut offsets) = {
        let (table, offsets) = builder.layout_unterminated();
        (table, offsets.into_iter())
    };
    let list_rows = lists.items.iter().map(|list| {
        // An empty list is nowhere.
        let offset = if list.is_empty() { None } else { offsets.next() };
        (offset.unwrap_or(0), list.len())
    });
    let list_rows = list_rows.collect();
    let (list_bits, function_bits) =
        (bits_to_count(lists.items.len()), bits_to_count(of_functions.items.len() + 1));
    let no_function = (1usize << function_bits) - 1;
    let mut of_intrinsics = Vec::with_capacity(all.len());
    for (of, pairs) in all.iter().zip(&pair_lists) {
        let function = if of.function.is_worth_saying() {
            of_functions.number(&as_stated(&of.function))
        } else {
            no_function
        };
        of_intrinsics.push((function, lists.number(&pairs.as_slice())));
    }
    AttributeTables {
        pairs,
        lists: list_rows,
        of_intrinsics,
        list_bits,
        no_function,
        number_bits: match list_bits + function_bits {
            ..=8 => 8,
            9..=16 => 16,
            17.. => 32,
        },
        longest_list: pair_lists.iter().map(Vec::len).max().unwrap_or(0),
        of_functions: of_functions.items.iter().map(|of| (*of, first_name(of))).collect(),
        of_arguments: of_arguments.items,
    }
}

/// Returns the attributes with the declared memory effects. Attributes that differ only in other effects share a
/// number.
fn as_stated(function: &FunctionAttributes) -> FunctionAttributes {
    FunctionAttributes { memory: function.stated_memory(), ..*function }
}

/// Returns the number of bits needed to distinguish `count` items.
fn bits_to_count(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

fn printed_intrinsic<'s>(
    intrinsic: &Intrinsic,
    attributes: &IntrinsicAttributes,
    only_named_are_labelled: bool,
    store: &'s RecordStore,
) -> PrintedIntrinsic<'s> {
    let namespace = intrinsic.target_prefix.map_or("", |prefix| store.str(prefix));
    let mut arguments = Vec::with_capacity(attributes.printed_arguments.len());
    for argument in &attributes.printed_arguments {
        let name = argument.name.map(|name| store.str(name));
        let label = match name {
            None if only_named_are_labelled => None,
            name => Some(format!("{}=", name.unwrap_or(""))),
        };
        let printer = argument.printer.map(|printer| match namespace {
            "" => store.str(printer).to_owned(),
            _ => format!("{namespace}::{}", store.str(printer)),
        });
        arguments.push(ImplPrintedArgument { index: argument.index, label, printer });
    }
    PrintedIntrinsic { enum_name: intrinsic.enum_name(store), arguments }
}

fn builtins<'s>(
    list: &[Intrinsic],
    compiler: &str,
    name_of: impl Fn(&Intrinsic) -> Option<Symbol>,
    store: &'s RecordStore,
) -> Result<IntrinsicImplBuiltinTables<'s>, FieldError> {
    let mut targets: BTreeMap<&str, BTreeMap<&str, &Intrinsic>> = BTreeMap::new();
    for intrinsic in list {
        let Some(name) = name_of(intrinsic).map(|name| store.str(name)) else { continue };
        let prefix = intrinsic.target_prefix.map_or("", |prefix| store.str(prefix));
        if let Some(first) = targets.entry(prefix).or_default().insert(name, intrinsic) {
            let record = store.record(intrinsic.record);
            let message =
                format!("Intrinsic '{}': duplicate {compiler} builtin name!", record.name());
            return Err(FieldError::new(Code::Intrinsics, record, message)
                .label_record(store.record(first.record), "this intrinsic has the same builtin"));
        }
    }
    let mut names = StringTable::with_empty_string();
    let mut tables = Vec::with_capacity(targets.len());
    for (target, of_target) in targets {
        let common_prefix = common_prefix(of_target.keys().copied());
        let mut builtins = Vec::with_capacity(of_target.len());
        for (name, intrinsic) in of_target {
            let offset = names.add_string(&name[common_prefix.len()..]);
            builtins.push((name, offset, intrinsic.enum_name(store)));
        }
        tables.push(BuiltinsOfTarget { target, common_prefix, builtins });
    }
    Ok(IntrinsicImplBuiltinTables { names, targets: tables })
}

/// Returns the names' common prefix.
fn common_prefix<'s>(mut names: impl Iterator<Item = &'s str>) -> &'s str {
    let mut prefix = names.next().unwrap_or("");
    for name in names {
        let mut common = prefix.char_indices().zip(name.chars());
        let differs = common.find(|((_, a), b)| a != b).map(|((at, _), _)| at);
        let end = differs.unwrap_or_else(|| prefix.len().min(name.len()));
        prefix = prefix.get(..end).unwrap_or("");
    }
    prefix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_common_to_all_names() {
        let prefix = |names: &[&'static str]| common_prefix(names.iter().copied());
        assert_eq!(prefix(&["__builtin_arm_a", "__builtin_arm_b", "__builtin_sve"]), "__builtin_");
        assert_eq!((prefix(&["ab"]), prefix(&["ab", "abc"]), prefix(&[])), ("ab", "ab", ""));
    }

    #[test]
    fn numbers_take_as_many_bits_as_there_are_things() {
        assert_eq!([0, 1, 2, 3, 4, 5, 248, 258].map(bits_to_count), [0, 0, 1, 2, 2, 3, 8, 9]);
    }
}
