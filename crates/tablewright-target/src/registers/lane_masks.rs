//! Lane masks: the register parts that a sub-register index covers, as bits in a mask.
//!
//! In: composed sub-register indices, register classes and units. Out: [`LaneMasks`]. An index
//! without compositions is a *leaf* and has its own lane, which is one bit. The mask for any other
//! index is the union of the masks for its composed indices.

use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, Feature, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::composition::ComposedIndices;
use super::index::{RegisterClassId, RegisterId, SubRegIndexId};
use super::register::{Registers, SubReg};
use super::register_classes::{RegisterClass, RegisterClasses};
use super::sub_reg_index::SubRegIndices;
use super::sub_registers::SubRegisters;
use super::unit_weights::UnitWeights;

/// A lane set with one bit for each lane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LaneMask(pub u64);

impl LaneMask {
    /// No lanes.
    pub const NONE: LaneMask = LaneMask(0);
    /// All lanes.
    pub const ALL: LaneMask = LaneMask(u64::MAX);

    /// Returns the mask for one lane.
    fn lane(lane: u32) -> LaneMask {
        LaneMask(1 << lane)
    }
}

/// A step that transforms a part's lane mask into a lane mask for the whole register: the lanes in
/// `mask` are rotated.
#[doc(alias = "MaskRolPair")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaskRol {
    /// The lanes to rotate.
    pub mask: LaneMask,
    /// The rotation distance to the left.
    pub rotate_left: u32,
}

/// Lanes for sub-register indices, register classes and registers.
#[derive(Debug)]
pub struct LaneMasks {
    indices: IndexVec<SubRegIndexId, LaneMask>,
    transforms: IndexVec<SubRegIndexId, Vec<MaskRol>>,
    classes: IndexVec<RegisterClassId, LaneMask>,
    register_units: IndexVec<RegisterId, Vec<LaneMask>>,
    /// All lanes except the lanes for indices that occur in a register not covered by its
    /// sub-registers.
    pub covering: LaneMask,
}

impl LaneMasks {
    /// Returns a part's lanes.
    pub fn for_index(&self, index: SubRegIndexId) -> LaneMask {
        self.indices[index]
    }

    /// Returns the rotations that transform lane masks for the sub-register `index` into lane masks
    /// for the whole register.
    pub fn transform(&self, index: SubRegIndexId) -> &[MaskRol] {
        &self.transforms[index]
    }

    /// Returns the lanes for registers in a class.
    pub fn for_class(&self, class: RegisterClassId) -> LaneMask {
        self.classes[class]
    }

    /// Returns a lane mask for each unit in a register, in unit order.
    pub fn for_units(&self, register: RegisterId) -> &[LaneMask] {
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
        let of_class = |(_, class): (_, &RegisterClass)| class_mask(indices, &masks, class);
        let units = UnitLanes { registers, sub_registers, weights, masks: &masks };
        let keeps_uncovered = store.release().has(Feature::UncoveredLanesBelongToUnits);
        let of_units = |register| {
            let mut unit_masks = units.leaf_masks(register);
            if keeps_uncovered {
                units.add_uncovered(register, &mut unit_masks);
            }
            // Adopted units follow the native units and do not have lanes.
            unit_masks.truncate(sub_registers.units(register).len());
            unit_masks
        };
        Ok(LaneMasks {
            transforms,
            classes: classes.iter().map(of_class).collect(),
            register_units: registers.ids().map(of_units).collect(),
            covering,
            indices: masks,
        })
    }
}

/// Assigns lanes to leaves, in index order.
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

/// Returns the rotations that transform lanes inside part `index` into lanes in the whole register.
/// If leaf `b` in the part composes to leaf `c` in the whole, the lane for `b` moves to the lane
/// for `c`. Lanes with equal distance share a step.
fn transform(
    indices: &SubRegIndices,
    lanes: &IndexVec<SubRegIndexId, Option<u32>>,
    index: SubRegIndexId,
) -> Vec<MaskRol> {
    // A part without parts has a single lane: lane 0 within the part, which moves to the leaf's
    // lane.
    if let Some(lane) = lanes[index] {
        return vec![MaskRol { mask: LaneMask::ALL, rotate_left: lane }];
    }
    let mut steps: Vec<MaskRol> = Vec::new();
    for (part, composite) in indices.composites_of(index) {
        // Only leaves have a lane. Masks for other parts are unions of leaf masks.
        let (Some(from), Some(to)) = (lanes[part], lanes[composite]) else {
            continue;
        };
        // A move to the right is a rotation to the left around the end. The modulus of the wrapped
        // difference is correct because 64 divides 2^32.
        let rotate_left = to.wrapping_sub(from) % u64::BITS;
        match steps.iter_mut().find(|step| step.rotate_left == rotate_left) {
            Some(step) => step.mask.0 |= LaneMask::lane(from).0,
            None => steps.push(MaskRol { mask: LaneMask::lane(from), rotate_left }),
        }
    }
    match &mut steps[..] {
        [] => steps.push(MaskRol { mask: LaneMask::ALL, rotate_left: 0 }),
        // The transformed mask contains only lanes in this part, so a single rotation can apply to
        // all lanes.
        [only] => only.mask = LaneMask::ALL,
        _ => {}
    }
    steps
}

/// Returns the lanes of all sub-registers in a class.
fn class_mask(
    indices: &SubRegIndices,
    masks: &IndexVec<SubRegIndexId, LaneMask>,
    class: &RegisterClass,
) -> LaneMask {
    let having = indices.ids().filter(|&index| class.with_sub_reg(index).is_some());
    // A class without sub-registers gets the first lane. An empty mask would mean no part at all.
    match having.fold(0, |mask, index| mask | masks[index].0) {
        0 => LaneMask::lane(0),
        mask => LaneMask(mask),
    }
}

/// Returns a mask for each index: its own lane, or the lanes for its composed indices.
fn masks(
    indices: &SubRegIndices,
    lanes: &IndexVec<SubRegIndexId, Option<u32>>,
) -> IndexVec<SubRegIndexId, LaneMask> {
    let of_lane = |lane: &Option<u32>| lane.map(LaneMask::lane);
    let mut masks: IndexVec<SubRegIndexId, Option<LaneMask>> = lanes.iter().map(of_lane).collect();
    // A depth-first search over compositions. In a cycle, an index that is reached again counts as
    // all lanes.
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

/// The tables that determine unit lanes.
struct UnitLanes<'a> {
    registers: &'a Registers,
    sub_registers: &'a SubRegisters,
    weights: &'a UnitWeights,
    masks: &'a IndexVec<SubRegIndexId, LaneMask>,
}

impl UnitLanes<'_> {
    /// Returns a mask for each unit in a register: the lanes shared by all leaf sub-registers with this unit. A unit
    /// outside all leaf sub-registers gets all lanes.
    fn leaf_masks(&self, register: RegisterId) -> Vec<LaneMask> {
        let units = self.weights.units(register);
        let mut unit_masks = vec![LaneMask::ALL; units.len()];
        for &SubReg { index, register: sub_reg } in self.sub_registers.for_register(register) {
            if !self.is_leaf(sub_reg) {
                continue;
            }
            for unit in self.weights.units(sub_reg) {
                if let Ok(at) = units.binary_search(unit) {
                    unit_masks[at].0 &= self.masks[index].0;
                }
            }
        }
        unit_masks
    }

    /// Adds the lanes that no leaf in a sub-register has to all units in this sub-register, if its sub-registers do not
    /// cover it.
    fn add_uncovered(&self, register: RegisterId, unit_masks: &mut [LaneMask]) {
        let units = self.weights.units(register);
        let sub_regs = self.sub_registers.for_register(register);
        for &SubReg { index, register: sub_reg } in sub_regs {
            if self.is_leaf(sub_reg) || self.registers.get(sub_reg).covered_by_sub_regs {
                continue;
            }
            let parts = self.sub_registers.for_register(sub_reg);
            let is_part = |register| parts.iter().any(|part| part.register == register);
            let leaves = sub_regs.iter().filter(|leaf| self.is_leaf(leaf.register));
            let leaves = leaves.filter(|leaf| is_part(leaf.register));
            let of_leaves = leaves.fold(0, |lanes, leaf| lanes | self.masks[leaf.index].0);
            let uncovered = self.masks[index].0 & !of_leaves;
            for unit in self.weights.units(sub_reg) {
                if let Ok(at) = units.binary_search(unit) {
                    unit_masks[at].0 |= uncovered;
                }
            }
        }
    }

    fn is_leaf(&self, register: RegisterId) -> bool {
        self.sub_registers.for_register(register).is_empty()
    }
}
