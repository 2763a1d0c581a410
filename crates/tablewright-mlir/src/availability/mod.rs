//! Availability requirements for SPIR-V and TOSA operations and enums: `--gen-avail-interface-decls`,
//! `--gen-avail-interface-defs`, `--gen-spirv-avail-impls`, `--gen-tosa-avail-impls`, `--gen-spirv-enum-avail-decls`,
//! `--gen-spirv-enum-avail-defs`.

pub(crate) mod avail_interface_decls;
pub(crate) mod avail_interface_defs;
mod op_impls;
pub(crate) mod spirv_avail_impls;
pub(crate) mod spirv_enum_avail_decls;
pub(crate) mod spirv_enum_avail_defs;
pub(crate) mod tosa_avail_impls;

use tablewright_backend::string_map_order;
use tablewright_records::RecordStore;

use crate::model::Availability;

/// Keeps the first availability in each class.
fn first_of_each_class<'a, 's>(
    all: impl Iterator<Item = &'a Availability<'s>>,
) -> Vec<&'a Availability<'s>> {
    let mut first: Vec<&Availability<'s>> = Vec::new();
    for one in all {
        if first.iter().all(|other| other.class != one.class) {
            first.push(one);
        }
    }
    first
}

/// Returns the first availability in each class, in the reference release's hash table order.
fn in_table_order<'a, 's>(
    store: &RecordStore,
    all: impl Iterator<Item = &'a Availability<'s>>,
) -> Vec<&'a Availability<'s>> {
    let first = first_of_each_class(all);
    let mut order = string_map_order(store);
    for one in &first {
        order.insert(one.class);
    }
    order.indices().map(|index| first[index]).collect()
}
