//! The ranges for constant intrinsic arguments.

use tablewright_selection::intrinsics::IntrinsicAttributes;
use tablewright_text::{
    CppWriter, SequenceToOffsetTable, SequenceToOffsetTableBuilder, append, line,
};

pub(super) struct RangeSetTables {
    /// Ranges with an inclusive lower and an exclusive upper bound.
    ranges: SequenceToOffsetTable<(i64, i64)>,
    sets: Vec<RangeSetRow>,
    /// By intrinsic, the first set's index and the set count.
    lists: Vec<(usize, usize)>,
}

struct RangeSetRow {
    /// The argument index, from 0.
    param: u16,
    /// The first range's index.
    first: usize,
    range_count: usize,
}

impl RangeSetTables {
    pub(super) fn new(attributes: &[&IntrinsicAttributes]) -> RangeSetTables {
        let mut builder = SequenceToOffsetTableBuilder::new();
        let mut lists = Vec::with_capacity(attributes.len());
        let mut set_count = 0;
        for of in attributes {
            lists.push((set_count, of.range_sets.len()));
            set_count += of.range_sets.len();
            of.range_sets.iter().for_each(|set| builder.add(set.ranges.clone()));
        }
        let (ranges, offsets) = builder.layout_unterminated();
        let sets = attributes.iter().flat_map(|of| &of.range_sets).zip(offsets);
        let sets = sets.map(|(set, first)| RangeSetRow {
            param: set.param,
            first,
            range_count: set.ranges.len(),
        });
        RangeSetTables { ranges, sets: sets.collect(), lists }
    }
}

/// Writes the tables, and the function that checks an argument value.
pub(super) fn emit(tables: &RangeSetTables, names: &[(usize, &str)], w: &mut CppWriter) {
    const HEAD: &str = "
        bool Intrinsic::isImmArgValueInRangeSet(ID IID, unsigned ArgIdx,
                                                const APInt &Value) {
        ";
    if tables.sets.is_empty() {
        line!(w);
        w.text_block(HEAD);
        line!(w, "  return true;\n}}");
        return;
    }
    w.raw(include_str!("range_set_types.inc"));
    line!(w, "\nstatic constexpr ImmArgRange ImmArgRangeTable[] = {{");
    w.unterminated_sequence_table(&tables.ranges, |w, (lower, end)| {
        append!(w, "{", *lower, ", ", *end, "}");
    });
    line!(w, "}}; // ImmArgRangeTable");
    line!(w, "\nstatic constexpr ImmArgRangeSet ImmArgRangeSetTable[] = {{");
    for RangeSetRow { param, first, range_count } in &tables.sets {
        line!(w, "  {{{param}, {first}, {range_count}}},");
    }
    line!(w, "}}; // ImmArgRangeSetTable");
    line!(w, "\nstatic constexpr ImmArgRangeSetList ImmArgRangeSetListTable[] = {{");
    let lists = [(0, 0)].into_iter().chain(tables.lists.iter().copied());
    for ((first, count), (_, name)) in lists.zip(names) {
        line!(w, "  {{{first}, {count}}}, // {name}");
    }
    line!(w, "}}; // ImmArgRangeSetListTable\n");
    w.raw(include_str!("find_in_range_set.inc"));
}
