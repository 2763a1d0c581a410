//! Slots for the instructions in a packet.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordId};
use tablewright_target::record_views::itinerary::InstrItinDataRecord;

use crate::packet_syntax::PacketSyntax;
use crate::subtarget::MachineSubtarget;

/// The slots in which an instruction can be, as bits.
pub(crate) type SlotMask = u32;

/// Returns the slots for each itinerary class of the processor: the units in the itinerary's first stage.
pub(crate) fn slots_by_class(
    subtarget: &MachineSubtarget<'_>,
    syntax: &PacketSyntax,
) -> Result<FxHashMap<RecordId, SlotMask>, FieldError> {
    let mut slots = FxHashMap::default();
    let Some(processor) = subtarget.processor() else { return Ok(slots) };
    for itinerary in processor.sched_model()?.itineraries()?.itin_data()? {
        slots.insert(itinerary.class()?, first_stage(itinerary, syntax)?);
    }
    Ok(slots)
}

fn first_stage(
    itinerary: InstrItinDataRecord<'_>,
    syntax: &PacketSyntax,
) -> Result<SlotMask, FieldError> {
    let mut mask = 0;
    if let Some(stage) = itinerary.stages()?.first() {
        for unit in stage.units()? {
            if let Some(slot) = syntax.slots.iter().position(|slot| *slot == unit.name()) {
                mask |= 1 << slot;
            }
        }
    }
    Ok(mask)
}

/// Whether all instructions can have different slots. No mask is any slot.
pub(crate) fn fits(masks: &[SlotMask], free: SlotMask) -> bool {
    let Some((mask, rest)) = masks.split_first() else { return true };
    let mut choices = if *mask == 0 { free } else { mask & free };
    while choices != 0 {
        let slot = choices & choices.wrapping_neg();
        if fits(rest, free & !slot) {
            return true;
        }
        choices &= !slot;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_have_different_slots() {
        assert!(fits(&[0b1100, 0b0100, 0b0011, 0b0001], 0b1111));
        assert!(!fits(&[0b0011, 0b0010, 0b0001], 0b1111));
        assert!(fits(&[0, 0b1000], 0b1111));
    }
}
