//! The object with the tables of register classes, and functions that use it.

use tablewright_target::registers::RegisterClassId;
use tablewright_text::{CppWriter, append, line, text_block};

use super::{emit_hex_words, emit_lane_mask, storage_type};
use crate::register_info::model::{ClassStorage, RegisterInfo, SharedMasks, StoredClass};

/// Writes the object and the function that finds a class in it.
pub(super) fn emit(info: &RegisterInfo<'_>, storage: &ClassStorage, w: &mut CppWriter) {
    let target = info.target;
    let ty = storage_type(info, storage);
    line!(w, "using {target}RegisterClassStorage = {ty};");
    let linkage = if storage.shared_masks.is_some() { "inline constexpr" } else { "extern const" };
    line!(w, "{linkage} {ty} {target}MCRegisterClassStorage = {{\n  {{");
    for (id, stored) in storage.classes.iter_enumerated() {
        emit_class(info, storage, id, *stored, w);
    }
    line!(w, "  }},\n  {{");
    for (desc, stored) in info.mc_desc.classes.iter().zip(&storage.classes) {
        append!(w, "    /* ", stored.registers, " */ ");
        for &register in desc.order {
            append!(w, info.register(register), ", ");
        }
        w.blank();
    }
    line!(w, "  }},\n  {{");
    for (desc, stored) in info.mc_desc.classes.iter().zip(&storage.classes) {
        append!(w, "    /* ", stored.bytes, " */ ");
        desc.bits.iter().for_each(|byte| write!(w, "0x{byte:02x}, "));
        w.blank();
    }
    line!(w, "  }},\n  {{");
    let count = info.analyses.classes.len();
    for ((_, class), stored) in info.analyses.classes.iter().zip(&storage.classes) {
        write!(w, "    // {} {}\n    ", stored.masks, class.name);
        emit_hex_words(w, class.sub_classes.words32(count));
        if storage.shared_masks.is_none() {
            for (index, classes) in &class.super_reg_classes {
                w.raw("\n    ");
                emit_hex_words(w, classes.words32(count));
                write!(w, "// {}", info.analyses.indices.name(*index));
            }
        }
        w.blank();
    }
    if let Some(shared) = &storage.shared_masks {
        emit_shared_masks(info, shared, w);
    }
    line!(w, "  }},\n  {{");
    let sequences = &info.codegen_classes.super_reg_indices;
    w.sequence_table(sequences, "0", |w, index| write!(w, "{index}"));
    line!(w, "  }},\n  {{");
    for ((_, class), stored) in info.analyses.classes.iter().zip(&storage.classes) {
        write!(w, "    /* {} {} */ ", stored.super_classes, class.name);
        for &super_class in &class.super_classes {
            append!(w, info.class(super_class), "RegClassID, ");
        }
        w.blank();
    }
    text_block!(
        w,
        "
          }}
        }};

        const MCRegisterClass &get{target}MCRegisterClass(unsigned RC) {{
          return {target}MCRegisterClassStorage.Classes[RC];
        }}

        "
    );
}

/// Writes the masks of super-register classes, and the offsets by which classes refer to them.
fn emit_shared_masks(info: &RegisterInfo<'_>, shared: &SharedMasks, w: &mut CppWriter) {
    let target = info.target;
    for mask in &shared.masks {
        w.raw("    ");
        emit_hex_words(w, mask.iter().copied());
        w.blank();
    }
    line!(w, "  }},\n  {{");
    for (id, masks) in shared.of_classes.iter_enumerated() {
        if masks.is_empty() {
            continue;
        }
        append!(w, "    /* ", shared.starts[id], " ", &*info.analyses.classes.get(id).name, " */ ");
        for mask in masks {
            let id = id.index();
            write!(w, "offsetof({target}RegisterClassStorage, SubClassMasks[{mask}]) - ");
            write!(w, "{id} * sizeof(MCRegisterClass), ");
        }
        w.blank();
    }
}

fn emit_class(
    info: &RegisterInfo<'_>,
    storage: &ClassStorage,
    id: RegisterClassId,
    stored: StoredClass,
    w: &mut CppWriter,
) {
    let (class, desc) = (info.analyses.classes.get(id), &info.mc_desc.classes[id]);
    let properties = &class.properties;
    let offset = |array: &str, index: usize| {
        let (storage, id) = (format!("{}RegisterClassStorage", info.target), id.index());
        format!("offsetof({storage}, {array}[{index}]) - {id} * sizeof(MCRegisterClass),")
    };
    line!(w, "    {{\n      {}", offset("Regs", stored.registers));
    line!(w, "      {}", offset("BitSets", stored.bytes));
    line!(w, "      {},\n      {},", desc.name, desc.register_size);
    match &storage.shared_masks {
        Some(_) => {
            line!(w, "      {},\n      {}, /* MinRegVal */", desc.order.len(), desc.first_register);
            line!(w, "      {}, /* RegSetSize */", desc.range_len);
        }
        None => line!(w, "      {},\n      {},", desc.order.len(), desc.bits.len()),
    }
    line!(w, "      {}RegClassID,", info.class(id));
    line!(w, "      {}, /* CopyCost */", desc.copy_cost);
    line!(w, "      {}, /* Allocatable */", properties.is_allocatable);
    line!(w, "      {},", desc.is_base_class);
    line!(w, "      {}", offset("SubClassMasks", stored.masks));
    if let Some(shared) = &storage.shared_masks {
        line!(w, "      {}", offset("SuperRegMaskOffsets", shared.starts[id]));
    }
    let indices = info.codegen_classes.super_reg_indices_of[id];
    line!(w, "      {}", offset("SuperRegIdxSeqs", indices));
    w.raw("      ");
    emit_lane_mask(w, info.analyses.lanes.for_class(id));
    line!(w, ",\n      {},", properties.allocation_priority);
    line!(w, "      {},", properties.global_priority);
    line!(w, "      0x{:02x}, /* TSFlags */", properties.ts_flags);
    line!(w, "      {}, /* SpillStackID */", properties.spill_stack_id);
    line!(w, "      {}, /* HasDisjunctSubRegs */", class.has_disjunct_sub_regs);
    line!(w, "      {}, /* CoveredBySubRegs */", class.covered_by_sub_regs);
    line!(w, "      {}", offset("SuperClasses", stored.super_classes));
    line!(w, "      {}\n    }},", class.super_classes.len());
}
