//! Sub-register indices: names for register parts.
//!
//! In: records of class `SubRegIndex`. Out: [`SubRegIndices`], with bit ranges by mode, described
//! compositions (`ComposedOf`) and described concatenations (`CoveringSubRegIndices`). Further
//! compositions and concatenations are added while sub-registers are completed.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{Feature, FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use super::index::SubRegIndexId;
use super::register::Registers;
use crate::hw_modes::{HwModeId, HwModes};
use crate::qualified_name::QualifiedName;
use crate::record_views::register::{SubRegIndexRecord, SubRegRangeRecord};

/// The bit range that a part occupies in its register.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SubRegRange {
    /// The size in bits; `None` if unknown.
    pub size: Option<u32>,
    /// The first bit; `None` if unknown.
    pub offset: Option<u32>,
}

/// The bit width for sizes and offsets in ranges: see [`Feature::SubRegRangesHave32Bits`].
#[derive(Clone, Copy, Default, Debug)]
pub struct RangeWidth {
    greatest: u32,
}

impl RangeWidth {
    fn new(store: &RecordStore) -> RangeWidth {
        let is_wide = store.release().has(Feature::SubRegRangesHave32Bits);
        RangeWidth { greatest: if is_wide { u32::MAX } else { u32::from(u16::MAX) } }
    }

    /// Returns the number that represents an unknown size or offset: all bits are set.
    pub fn unknown(self) -> u32 {
        self.greatest
    }

    /// Truncates a number to the width. Returns `None` for the unknown number.
    fn number(self, number: u32) -> Option<u32> {
        Some(number & self.greatest).filter(|&number| number != self.unknown())
    }

    fn range(self, record: SubRegRangeRecord<'_>) -> Result<SubRegRange, FieldError> {
        // The fields are -1 if unknown.
        let (size, offset) = (record.size()? as u32, record.offset()? as u32);
        Ok(SubRegRange { size: self.number(size), offset: self.number(offset) })
    }

    /// Returns the range for a nested part if both offsets are known.
    fn composed(self, outer: SubRegRange, inner: SubRegRange) -> Option<SubRegRange> {
        let offset = outer.offset?.wrapping_add(inner.offset?);
        Some(SubRegRange { size: inner.size, offset: self.number(offset) })
    }

    /// Returns the combined range of the parts. Its offset is unknown if the parts are not
    /// adjacent.
    fn joined(self, parts: &[SubRegRange]) -> SubRegRange {
        let sizes = parts.iter().map(|part| part.size);
        let size: Option<u32> = sizes.reduce(|sum, size| Some(sum?.wrapping_add(size?))).flatten();
        let follows = |pair: &[SubRegRange]| {
            // This end is not truncated to the range width.
            let end =
                pair[0].offset.zip(pair[0].size).map(|(offset, size)| offset.wrapping_add(size));
            end.is_some() && end == pair[1].offset
        };
        let is_adjacent = parts.windows(2).all(follows);
        SubRegRange {
            size: size.and_then(|size| self.number(size)),
            offset: parts[0].offset.filter(|_| is_adjacent),
        }
    }
}

/// A sub-register index.
#[doc(alias = "CodeGenSubRegIndex")]
#[derive(Clone, Debug)]
pub struct SubRegIndex {
    /// The index name, which is also the enumerator name.
    pub name: Box<str>,
    /// The record; `None` if the index is synthesized.
    pub record: Option<RecordId>,
    /// The C++ namespace.
    pub namespace: Option<Symbol>,
    /// Bit ranges by hardware mode.
    pub ranges: IndexVec<HwModeId, SubRegRange>,
    /// Whether only the default mode has its own range.
    pub is_same_in_all_modes: bool,
    /// The parts of a concatenation. A part is not itself a concatenation. Empty for other indices.
    pub concatenation_of: Vec<SubRegIndexId>,
    /// Whether each register with this part is covered by its sub-registers.
    pub all_super_regs_covered: bool,
    /// Whether the index never connects a real register with a real sub-register.
    pub is_artificial: bool,
}

impl SubRegIndex {
    /// Returns the bit range in the default mode.
    pub fn default_range(&self) -> SubRegRange {
        self.ranges[HwModeId::DEFAULT]
    }

    /// Returns the name with its namespace.
    pub fn qualified_name<'s>(&'s self, store: &'s RecordStore) -> QualifiedName<'s> {
        let namespace = self.namespace.map_or("", |namespace| store.str(namespace));
        QualifiedName { namespace, name: &self.name }
    }
}

/// A target's sub-register indices and their compositions: `composites[a][b]` names part `b` inside
/// part `a`.
#[derive(Clone, Default, Debug)]
pub struct SubRegIndices {
    /// The bit width for all ranges.
    pub range_width: RangeWidth,
    indices: IndexVec<SubRegIndexId, SubRegIndex>,
    /// By `a`, then by `b`. The inner vector ends after the last `b` with a composition.
    composites: IndexVec<SubRegIndexId, IndexVec<SubRegIndexId, Option<SubRegIndexId>>>,
}

impl SubRegIndices {
    /// Returns the number of sub-register indices.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Iterates over all indices, in order.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = (SubRegIndexId, &SubRegIndex)> + DoubleEndedIterator {
        self.indices.iter_enumerated()
    }

    /// Iterates over all index ids, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = SubRegIndexId> + use<> {
        self.indices.indices()
    }

    /// Returns a sub-register index.
    pub fn get(&self, index: SubRegIndexId) -> &SubRegIndex {
        &self.indices[index]
    }

    /// Returns a sub-register index name.
    pub fn name(&self, index: SubRegIndexId) -> &str {
        &self.get(index).name
    }

    pub(super) fn get_mut(&mut self, index: SubRegIndexId) -> &mut SubRegIndex {
        &mut self.indices[index]
    }

    /// Returns the index for part `b` inside part `a`, if any.
    pub fn composed(&self, a: SubRegIndexId, b: SubRegIndexId) -> Option<SubRegIndexId> {
        self.composites[a].get(b).copied().flatten()
    }

    /// Iterates over the parts inside part `a` with their composed indices, in part order.
    pub fn composites_of(
        &self,
        a: SubRegIndexId,
    ) -> impl Iterator<Item = (SubRegIndexId, SubRegIndexId)> + '_ {
        let by_part = self.composites[a].iter_enumerated();
        by_part.filter_map(|(b, &composite)| Some((b, composite?)))
    }

    /// Whether part `a` has parts.
    pub fn has_composites(&self, a: SubRegIndexId) -> bool {
        self.composites[a].iter().any(Option::is_some)
    }

    /// Reads the described indices with their `ComposedOf` compositions and `CoveringSubRegIndices`
    /// concatenations.
    pub(super) fn new(
        store: &RecordStore,
        registers: &Registers,
        hw_modes: &HwModes,
    ) -> Result<SubRegIndices, FieldError> {
        let range_width = RangeWidth::new(store);
        let mut indices = SubRegIndices { range_width, ..SubRegIndices::default() };
        for described in registers.sub_reg_indices() {
            let record = SubRegIndexRecord::new(store.record(described.record));
            indices.push(SubRegIndex {
                name: record.name().into(),
                record: Some(described.record),
                namespace: described.namespace,
                ranges: ranges(record, range_width, hw_modes)?,
                is_same_in_all_modes: choices(record, hw_modes)?.iter().all(|c| c.0.is_default()),
                concatenation_of: Vec::new(),
                // Both are true until a register shows otherwise.
                all_super_regs_covered: true,
                is_artificial: true,
            });
        }
        for (id, described) in registers.sub_reg_indices().iter_enumerated() {
            let record = SubRegIndexRecord::new(store.record(described.record));
            indices.describe_parts(id, record, registers)?;
        }
        Ok(indices)
    }

    /// Adds the composition and the concatenation from the record for `index`.
    fn describe_parts(
        &mut self,
        index: SubRegIndexId,
        record: SubRegIndexRecord<'_>,
        registers: &Registers,
    ) -> Result<(), FieldError> {
        let of = |part: &SubRegIndexRecord<'_>| registers.expect_sub_reg_index(**part, *record);
        match &record.composed_of()?[..] {
            [] => {}
            [a, b] => {
                if let Some(earlier) = self.compose(of(a)?, of(b)?, index) {
                    let message = "Ambiguous ComposedOf entries";
                    let error = FieldError::new(Code::SubRegisters, *record, message);
                    return Err(match self.get(earlier).record {
                        Some(earlier) => error.label_record(
                            record.store().record(earlier),
                            "this index is composed of the same two",
                        ),
                        None => error,
                    });
                }
            }
            _ => {
                let message = "ComposedOf must have exactly two entries";
                return Err(FieldError::new(Code::SubRegisters, *record, message));
            }
        }
        match &record.covering_sub_reg_indices()?[..] {
            [] => Ok(()),
            [_] => {
                let message = "CoveredBySubRegs must have two or more entries";
                Err(FieldError::new(Code::SubRegisters, *record, message))
            }
            parts => {
                let parts = parts.iter().map(of).collect::<Result<_, FieldError>>()?;
                self.concatenate(index, parts);
                Ok(())
            }
        }
    }

    fn push(&mut self, index: SubRegIndex) -> SubRegIndexId {
        self.composites.push(IndexVec::new());
        self.indices.push(index)
    }

    /// Adds an index without a record. Its ranges are unknown.
    fn synthesize(
        &mut self,
        name: String,
        namespace: Option<Symbol>,
        modes: usize,
    ) -> SubRegIndexId {
        self.push(SubRegIndex {
            name: name.into(),
            record: None,
            namespace,
            ranges: IndexVec::from_elem_n(SubRegRange::default(), modes),
            is_same_in_all_modes: true,
            concatenation_of: Vec::new(),
            all_super_regs_covered: true,
            is_artificial: true,
        })
    }

    /// Sets the index for part `b` inside part `a`. If this part already has a different index,
    /// keeps and returns the existing index. Computes unknown ranges for `composite` from the
    /// ranges for `a` and `b`.
    pub(super) fn compose(
        &mut self,
        a: SubRegIndexId,
        b: SubRegIndexId,
        composite: SubRegIndexId,
    ) -> Option<SubRegIndexId> {
        let named = *self.composites[a].grown_to(b, None).get_or_insert(composite);
        for mode in self.get(composite).ranges.indices() {
            // A described range is kept.
            if self.get(composite).ranges[mode].offset.is_none() {
                let (outer, inner) = (self.get(a).ranges[mode], self.get(b).ranges[mode]);
                if let Some(range) = self.range_width.composed(outer, inner) {
                    self.get_mut(composite).ranges[mode] = range;
                }
            }
        }
        (named != composite).then_some(named)
    }

    /// Returns the index for part `b` inside part `a`. Synthesizes a missing index.
    pub(super) fn composed_or_synthesized(
        &mut self,
        a: SubRegIndexId,
        b: SubRegIndexId,
    ) -> SubRegIndexId {
        if let Some(composite) = self.composed(a, b) {
            return composite;
        }
        let outer = self.get(a);
        let name = format!("{}_then_{}", outer.name, self.get(b).name);
        let (namespace, modes) = (outer.namespace, outer.ranges.len());
        let composite = self.synthesize(name, namespace, modes);
        self.compose(a, b, composite);
        composite
    }

    /// Sets the parts for the concatenation `index`, unless it already has parts.
    pub(super) fn concatenate(&mut self, index: SubRegIndexId, parts: Vec<SubRegIndexId>) {
        let current = &mut self.get_mut(index).concatenation_of;
        if current.is_empty() {
            *current = parts;
        }
    }
}

/// Returns the records with ranges by mode.
fn choices<'m>(
    record: SubRegIndexRecord<'_>,
    hw_modes: &'m HwModes,
) -> Result<&'m [(HwModeId, RecordId)], FieldError> {
    let select = record.sub_reg_ranges()?;
    Ok(select.and_then(|select| hw_modes.choices(select.id())).unwrap_or_default())
}

fn ranges(
    record: SubRegIndexRecord<'_>,
    width: RangeWidth,
    hw_modes: &HwModes,
) -> Result<IndexVec<HwModeId, SubRegRange>, FieldError> {
    let choices = choices(record, hw_modes)?;
    let of = |range| width.range(SubRegRangeRecord::new(record.store().record(range)));
    let default = match choices.iter().find(|choice| choice.0 == HwModeId::DEFAULT) {
        Some(&(_, range)) => of(range)?,
        None => width.range(SubRegRangeRecord::new(*record))?,
    };
    let mut ranges = IndexVec::from_elem(default, hw_modes.modes());
    for &(mode, range) in choices {
        ranges[mode] = of(range)?;
    }
    Ok(ranges)
}

/// Concatenated indices, by their parts.
#[derive(Default)]
pub(super) struct Concatenations {
    by_parts: FxHashMap<Vec<SubRegIndexId>, SubRegIndexId>,
}

impl Concatenations {
    /// Flattens all concatenations: replaces each part that is a concatenation by its parts.
    pub(super) fn new(indices: &mut SubRegIndices) -> Concatenations {
        let mut by_parts = FxHashMap::default();
        let mut done = IndexVec::from_elem(false, &indices.indices);
        for index in indices.ids() {
            take_apart(indices, index, &mut done);
            let parts = &indices.get(index).concatenation_of;
            if !parts.is_empty() {
                // If several indices have the same parts, later lookups return the first.
                by_parts.entry(parts.clone()).or_insert(index);
            }
        }
        Concatenations { by_parts }
    }

    /// Returns the index that consists of `parts`. Synthesizes a missing index.
    pub(super) fn index_of(
        &mut self,
        parts: Vec<SubRegIndexId>,
        indices: &mut SubRegIndices,
    ) -> SubRegIndexId {
        if let Some(&index) = self.by_parts.get(&parts) {
            return index;
        }
        let names: Vec<&str> = parts.iter().map(|&part| indices.name(part)).collect();
        let name = names.join("_");
        let namespace = indices.get(parts[0]).namespace;
        let modes = indices.get(parts[0]).ranges.len();
        let index = indices.synthesize(name, namespace, modes);
        for mode in indices.get(index).ranges.indices() {
            let ranges = parts.iter().map(|&part| indices.get(part).ranges[mode]);
            indices.get_mut(index).ranges[mode] =
                indices.range_width.joined(&ranges.collect::<Vec<_>>());
        }
        indices.get_mut(index).concatenation_of.clone_from(&parts);
        self.by_parts.insert(parts, index);
        index
    }
}

/// Flattens an index after its parts. Ignores a part that contains the index itself.
fn take_apart(
    indices: &mut SubRegIndices,
    index: SubRegIndexId,
    done: &mut IndexVec<SubRegIndexId, bool>,
) {
    // A depth-first search. Each stack entry has the position of its next part.
    let mut stack = vec![(index, 0)];
    while let Some(&mut (at, ref mut next)) = stack.last_mut() {
        if *next == 0 && done[at] {
            stack.pop();
            continue;
        }
        done[at] = true;
        if let Some(&part) = indices.get(at).concatenation_of.get(*next) {
            *next += 1;
            if !done[part] {
                stack.push((part, 0));
            }
            continue;
        }
        stack.pop();
        let mut apart = Vec::new();
        for &part in &indices.get(at).concatenation_of {
            match &indices.get(part).concatenation_of[..] {
                [] => apart.push(part),
                parts => apart.extend_from_slice(parts),
            }
        }
        indices.get_mut(at).concatenation_of = apart;
    }
}
