//! Lane masks: the parts of a register that a sub-register index covers, as bits of a mask.
//!
//! In: the composed sub-register indices, the register classes and units. Out: [`LaneMasks`]. An
//! index that is not composed with any other is a *leaf* and has a lane, a bit, of its own. The
//! mask of another index is the union of the masks of all that it composes to.

use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::composition::ComposedIndices;
use super::index::{RegisterClassId, RegisterId, SubRegIndexId};
use super::register::Registers;
use super::register_classes::{RegisterClass, RegisterClasses};
use super::sub_reg_index::SubRegIndices;
use super::sub_registers::SubRegisters;
use super::unit_weights::UnitWeights;

/// A set of lanes, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LaneMask(pub u64);

impl LaneMask {
    /// No lanes.
    pub const NONE: LaneMask = LaneMask(0);
    /// All lanes.
    pub const ALL: LaneMask = LaneMask(u64::MAX);

    /// The mask of one lane.
    fn lane(lane: u32) -> LaneMask {
        LaneMask(1 << lane)
    }
}

/// A step in the transformation of a mask of lanes of a part into one of the whole register: the
/// lanes in `mask` are rotated.
#[doc(alias = "MaskRolPair")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaskRol {
    /// The lanes that are rotated.
    pub mask: LaneMask,
    /// The distance by which they are rotated to the left.
    pub rotate_left: u32,
}

/// The lanes of sub-register indices, register classes and registers.
#[derive(Debug)]
pub struct LaneMasks {
    indices: IndexVec<SubRegIndexId, LaneMask>,
    transforms: IndexVec<SubRegIndexId, Vec<MaskRol>>,
    classes: IndexVec<RegisterClassId, LaneMask>,
    register_units: IndexVec<RegisterId, Vec<LaneMask>>,
    /// All lanes but those of indices with a super-register that its sub-registers do not cover.
    pub covering: LaneMask,
}

impl LaneMasks {
    /// The lanes of a part.
    pub fn of_index(&self, index: SubRegIndexId) -> LaneMask {
        self.indices[index]
    }

    /// The rotations that turn a mask of lanes of the sub-register `index` into one of the whole
    /// register.
    pub fn transform(&self, index: SubRegIndexId) -> &[MaskRol] {
        &self.transforms[index]
    }

    /// The lanes of the registers of a class.
    pub fn of_class(&self, class: RegisterClassId) -> LaneMask {
        self.classes[class]
    }

    /// The lanes that each of a register's units is part of, in the order of the units.
    pub fn of_units(&self, register: RegisterId) -> &[LaneMask] {
        &self.register_units[register]
    }
}

impl Analysis for LaneMasks {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<LaneMasks, AnalysisError> {
        let ComposedIndices { indices } = store.analysis(diagnostics)?;
        let registers: &Registers = store.analysis(diagnostics)?;
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let weights: &UnitWeights = store.analysis(diagnostics)?;
        let lanes = lanes(indices)?;
        let transforms = indices.ids().map(|index| transform(indices, &lanes, index)).collect();
        let masks = masks(indices, &lanes);
        let mut covering = LaneMask::ALL;
        for (id, index) in indices.iter() {
            if !index.all_super_regs_covered {
                covering.0 &= !masks[id].0;
            }
        }
        let of_class = |(_, class): (_, &RegisterClass)| {
            let having = indices.ids().filter(|&index| class.with_sub_reg(index).is_some());
            // A class without sub-registers counts as one lane, the first: an empty mask would mean
            // no part of its registers at all.
            match having.fold(0, |mask, index| mask | masks[index].0) {
                0 => LaneMask::lane(0),
                mask => LaneMask(mask),
            }
        };
        let of_units = |register| unit_masks(sub_registers, weights, &masks, register);
        Ok(LaneMasks {
            transforms,
            classes: classes.iter().map(of_class).collect(),
            register_units: registers.ids().map(of_units).collect(),
            covering,
            indices: masks,
        })
    }
}

/// The lane of each leaf. Lanes are numbered in the order of the indices.
fn lanes(indices: &SubRegIndices) -> Result<IndexVec<SubRegIndexId, Option<u32>>, Diagnostic> {
    let mut lanes = IndexVec::with_capacity(indices.len());
    let mut next = 0;
    for (id, index) in indices.iter() {
        if indices.has_composites(id) {
            lanes.push(None);
        } else if next == u64::BITS {
            let name = &index.name;
            let message = format!("Ran out of lanemask bits to represent subregister {name}");
            return Err(Diagnostic::error_anywhere(Code::RegisterUnits, message));
        } else {
            lanes.push(Some(next));
            next += 1;
        }
    }
    Ok(lanes)
}

/// The rotations that turn lanes within part `index` into lanes of the whole. Where leaf `b` of the
/// part is composed to leaf `c` of the whole, the lane of `b` moves to that of `c`; lanes that move
/// equally far share a step.
fn transform(
    indices: &SubRegIndices,
    lanes: &IndexVec<SubRegIndexId, Option<u32>>,
    index: SubRegIndexId,
) -> Vec<MaskRol> {
    // A part without parts has one lane, lane 0 of the part by itself, which becomes the lane of
    // the leaf.
    if let Some(lane) = lanes[index] {
        return vec![MaskRol { mask: LaneMask::ALL, rotate_left: lane }];
    }
    let mut steps: Vec<MaskRol> = Vec::new();
    for (part, composite) in indices.composites_of(index) {
        // Only leaves have a lane; masks of other parts are unions of these.
        let (Some(from), Some(to)) = (lanes[part], lanes[composite]) else {
            continue;
        };
        // A move to the right is a rotation to the left all the way round: the modulus of the
        // wrapped difference is right because 64 divides 2^32.
        let rotate_left = to.wrapping_sub(from) % u64::BITS;
        match steps.iter_mut().find(|step| step.rotate_left == rotate_left) {
            Some(step) => step.mask.0 |= LaneMask::lane(from).0,
            None => steps.push(MaskRol { mask: LaneMask::lane(from), rotate_left }),
        }
    }
    match &mut steps[..] {
        [] => steps.push(MaskRol { mask: LaneMask::ALL, rotate_left: 0 }),
        // The mask that is transformed has no other lanes than those of the part, so a single
        // rotation need not select any.
        [only] => only.mask = LaneMask::ALL,
        _ => {}
    }
    steps
}

/// The mask of each index: its own lane, or the lanes of all indices that it composes to.
fn masks(
    indices: &SubRegIndices,
    lanes: &IndexVec<SubRegIndexId, Option<u32>>,
) -> IndexVec<SubRegIndexId, LaneMask> {
    let of_lane = |lane: &Option<u32>| lane.map(LaneMask::lane);
    let mut masks: IndexVec<SubRegIndexId, Option<LaneMask>> = lanes.iter().map(of_lane).collect();
    // A depth-first search over the compositions. An index that is composed of itself, through
    // others, counts as all lanes where the search meets it again.
    let mut is_begun = IndexVec::from_elem(false, &masks);
    for index in indices.ids() {
        let mut stack = vec![index];
        while let Some(&at) = stack.last() {
            if masks[at].is_some() {
                stack.pop();
                continue;
            }
            let parts = || indices.composites_of(at).map(|(_, composite)| composite);
            let is_first = !std::mem::replace(&mut is_begun[at], true);
            let open = |&part: &SubRegIndexId| masks[part].is_none() && !is_begun[part];
            let open: Vec<SubRegIndexId> =
                if is_first { parts().filter(open).collect() } else { Vec::new() };
            if open.is_empty() {
                let mask = parts()
                    .map(|part| masks[part].unwrap_or(LaneMask::ALL).0)
                    .fold(0, |mask, part| mask | part);
                masks[at] = Some(LaneMask(mask));
                stack.pop();
            } else {
                stack.extend(open);
            }
        }
    }
    masks.into_iter().map(|mask| mask.expect("each index was visited")).collect()
}

/// The mask of each of a register's units: the lanes that all leaf sub-registers with that unit have
/// in common. A unit that no leaf sub-register has is in all lanes.
fn unit_masks(
    sub_registers: &SubRegisters,
    weights: &UnitWeights,
    masks: &IndexVec<SubRegIndexId, LaneMask>,
    register: RegisterId,
) -> Vec<LaneMask> {
    let units = weights.units(register);
    let mut unit_masks = vec![LaneMask::ALL; units.len()];
    for &(index, sub_reg) in sub_registers.of(register) {
        if !sub_registers.of(sub_reg).is_empty() {
            continue;
        }
        for unit in weights.units(sub_reg) {
            if let Ok(at) = units.binary_search(unit) {
                unit_masks[at].0 &= masks[index].0;
            }
        }
    }
    // Adopted units, which come after the native ones, have no lanes.
    unit_masks.truncate(sub_registers.units(register).len());
    unit_masks
}
