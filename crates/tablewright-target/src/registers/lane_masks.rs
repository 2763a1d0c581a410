//! Lanes: the smallest parts that registers are divided into, as bits of a mask.
//!
//! Each sub-register index that has no parts is a lane; any other is the lanes of its parts.

use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};

use super::composition::ComposedIndices;
use super::index::{RegisterClassId, RegisterId, SubRegIndexId};
use super::register::Registers;
use super::register_classes::{RegisterClass, RegisterClasses};
use super::sub_reg_index::SubRegIndices;
use super::sub_registers::SubRegisters;
use super::unit_weights::UnitWeights;

/// Lanes, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LaneMask(pub u64);

impl LaneMask {
    /// No lanes.
    pub const NONE: LaneMask = LaneMask(0);
    /// All lanes.
    pub const ALL: LaneMask = LaneMask(u64::MAX);

    fn lane(lane: u32) -> LaneMask {
        LaneMask(1 << lane)
    }
}

/// A step of turning the lanes of a part into those of the whole: the lanes in `mask`, moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaskRol {
    /// Which lanes.
    pub mask: LaneMask,
    /// How far they are rotated to the left.
    pub rotate_left: u32,
}

/// The lanes of sub-register indices, register classes and registers.
#[derive(Debug)]
pub struct LaneMasks {
    indices: Vec<LaneMask>,
    transforms: Vec<Vec<MaskRol>>,
    classes: Vec<LaneMask>,
    register_units: Vec<Vec<LaneMask>>,
    /// The lanes whose registers are, taken together, all of the registers they are lanes of.
    pub covering: LaneMask,
}

impl LaneMasks {
    /// The lanes of a part.
    pub fn of_index(&self, index: SubRegIndexId) -> LaneMask {
        self.indices[index.index()]
    }

    /// How the lanes of a part of that index are found among those of the whole.
    pub fn transform(&self, index: SubRegIndexId) -> &[MaskRol] {
        &self.transforms[index.index()]
    }

    /// The lanes of the registers of a class.
    pub fn of_class(&self, class: RegisterClassId) -> LaneMask {
        self.classes[class.index()]
    }

    /// The lanes that are in each of a register's units, in the order of these.
    pub fn of_units(&self, register: RegisterId) -> &[LaneMask] {
        &self.register_units[register.index()]
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
        for (i, index) in indices.iter() {
            if !index.all_super_regs_covered {
                covering.0 &= !masks[i.index()].0;
            }
        }
        let of_class = |(_, class): (_, &RegisterClass)| {
            let having = indices.ids().filter(|&index| class.with_sub_reg(index).is_some());
            match having.fold(0, |mask, index| mask | masks[index.index()].0) {
                0 => LaneMask::lane(0),
                mask => LaneMask(mask),
            }
        };
        let of_units = |register| unit_masks(sub_registers, weights, &masks, register);
        Ok(LaneMasks {
            transforms,
            classes: classes.iter().map(of_class).collect(),
            register_units: registers.indices().map(of_units).collect(),
            covering,
            indices: masks,
        })
    }
}

/// The lane of each index that has no parts.
fn lanes(indices: &SubRegIndices) -> Result<Vec<Option<u32>>, Diagnostic> {
    let mut lanes = Vec::with_capacity(indices.len());
    let mut next = 0;
    for (i, index) in indices.iter() {
        if indices.has_composites(i) {
            lanes.push(None);
        } else if next == u64::BITS {
            let name = &index.name;
            let fault = format!("Ran out of lanemask bits to represent subregister {name}");
            return Err(Diagnostic::new(Severity::Error, None, fault));
        } else {
            lanes.push(Some(next));
            next += 1;
        }
    }
    Ok(lanes)
}

fn transform(indices: &SubRegIndices, lanes: &[Option<u32>], index: SubRegIndexId) -> Vec<MaskRol> {
    if let Some(lane) = lanes[index.index()] {
        return vec![MaskRol { mask: LaneMask::ALL, rotate_left: lane }];
    }
    let mut steps: Vec<MaskRol> = Vec::new();
    for (part, composite) in indices.composites_of(index) {
        let (Some(from), Some(to)) = (lanes[part.index()], lanes[composite.index()]) else {
            continue;
        };
        let rotate_left = to.wrapping_sub(from) % u64::BITS;
        match steps.iter_mut().find(|step| step.rotate_left == rotate_left) {
            Some(step) => step.mask.0 |= LaneMask::lane(from).0,
            None => steps.push(MaskRol { mask: LaneMask::lane(from), rotate_left }),
        }
    }
    match &mut steps[..] {
        [] => steps.push(MaskRol { mask: LaneMask::ALL, rotate_left: 0 }),
        // Lanes that are not among the part's are none of the mask that is turned.
        [only] => only.mask = LaneMask::ALL,
        _ => {}
    }
    steps
}

/// The lanes of each index: its own, or those of what its parts are called.
fn masks(indices: &SubRegIndices, lanes: &[Option<u32>]) -> Vec<LaneMask> {
    let of_lane = |lane: &Option<u32>| lane.map(LaneMask::lane);
    let mut masks: Vec<Option<LaneMask>> = lanes.iter().map(of_lane).collect();
    // What is on the way counts as all lanes, should it be come upon again.
    let mut is_begun = vec![false; masks.len()];
    for index in indices.ids() {
        let mut way = vec![index];
        while let Some(&at) = way.last() {
            if masks[at.index()].is_some() {
                way.pop();
                continue;
            }
            let parts = || indices.composites_of(at).map(|(_, composite)| composite);
            let is_first = !std::mem::replace(&mut is_begun[at.index()], true);
            let open =
                |part: &SubRegIndexId| masks[part.index()].is_none() && !is_begun[part.index()];
            let open: Vec<SubRegIndexId> =
                if is_first { parts().filter(open).collect() } else { Vec::new() };
            if open.is_empty() {
                let mask = parts()
                    .map(|part| masks[part.index()].unwrap_or(LaneMask::ALL).0)
                    .fold(0, |mask, part| mask | part);
                masks[at.index()] = Some(LaneMask(mask));
                way.pop();
            } else {
                way.extend(open);
            }
        }
    }
    masks.into_iter().map(|mask| mask.expect("each index was visited")).collect()
}

/// The lanes that are in each of a register's units: those that are in all sub-registers without
/// sub-registers that have the unit.
fn unit_masks(
    sub_registers: &SubRegisters,
    weights: &UnitWeights,
    masks: &[LaneMask],
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
                unit_masks[at].0 &= masks[index.index()].0;
            }
        }
    }
    unit_masks.truncate(sub_registers.units(register).len());
    unit_masks
}
