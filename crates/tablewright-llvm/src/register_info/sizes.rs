//! Table sizes for register info.

use tablewright_backend::{Failure, Job};

use super::model::{Pairs, RegisterInfo};
use crate::support::table_size::{TableSize, TableSubject};

/// Sizes in bytes for `MCRegisterDesc` and `MCRegisterClass`.
const REGISTER_DESC: usize = 24;
const CLASS_DESC: usize = 32;
/// Register number size in bytes.
const REGISTER: usize = 2;
/// Lane mask size in bytes.
const LANES: usize = 8;
/// Size in bytes for a pair of register number and DWARF number.
const DWARF_PAIR: usize = 8;

/// Returns the table sizes for a target.
///
/// # Errors
///
/// The same errors as `--gen-register-info`.
pub(crate) fn sizes(job: &mut Job<'_>) -> Result<Vec<TableSize>, Failure> {
    let info = RegisterInfo::collect(job)?;
    let desc = &info.mc_desc;
    let (registers, classes) = (TableSubject::Registers, TableSubject::RegisterClasses);
    let names = info.analyses.registers.iter().map(|(_, register)| register.name.len() + 1);
    let class_names = info.analyses.classes.iter().map(|(_, class)| class.name.len() + 1);
    let members = desc.classes.iter().map(|class| class.order.len()).sum();
    let sets: usize = desc.classes.iter().map(|class| class.bits.len()).sum();
    let mut sizes = vec![
        // `NoRegister` has an additional description.
        TableSize::from_rows(
            "descriptions of registers",
            registers,
            desc.registers.len() + 1,
            REGISTER_DESC,
        ),
        TableSize::from_strings("names of registers", registers, &desc.register_strings)
            .unshared(names.sum::<usize>() + 2),
        TableSize::for_lists("parts and units as differences", registers, &desc.differences, 2),
        TableSize::for_lists("lane masks of units", registers, &desc.lanes, LANES),
        TableSize::for_lists("indices of sub-registers", registers, &desc.sub_reg_indices, 2),
        TableSize::from_rows("numbers in instructions", registers, desc.encodings.len() + 1, 2),
        TableSize::from_rows("descriptions of classes", classes, desc.classes.len(), CLASS_DESC),
        TableSize::from_strings("names of classes", classes, &desc.class_strings)
            .unshared(class_names.sum::<usize>() + 1),
        TableSize::from_rows("members of classes in order", classes, members, REGISTER)
            .with_all_shared(packed_members(&info) * REGISTER),
        TableSize::from_rows("members of classes as bits", classes, sets, 1),
        TableSize::for_lists("types of classes", classes, &info.codegen_classes.types, 2),
        TableSize::for_lists("pressure sets", classes, &info.pressure.lists.table, 4),
    ];
    for table in info.dwarf.switches.iter().flat_map(|switch| &switch.tables) {
        let rows = match table.pairs {
            Pairs::NumberToRegister(pairs) => pairs.len(),
            Pairs::RegisterToNumber(pairs) => pairs.len(),
        };
        sizes.push(TableSize::from_rows(table.name.as_str(), registers, rows, DWARF_PAIR));
    }
    Ok(sizes)
}

/// Counts the registers in member lists. A list can also be a part of another list.
fn packed_members(info: &RegisterInfo<'_>) -> usize {
    let orders = info.mc_desc.classes.iter().map(|class| class.order.to_vec());
    crate::support::table_size::packed_len(orders)
}
