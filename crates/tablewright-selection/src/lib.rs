//! Models of instruction selection that several backends share: data collected from records and checked, but not
//! printed.
//!
//! In: a record store and the machine's models in `tablewright-target`. Out: [`Analysis`](tablewright_records::Analysis)es
//! of the store for patterns ([`patterns`]) and GlobalISel rules ([`global_isel`]), and readers of combiner rules
//! ([`combines`]) and intrinsics ([`intrinsics`]).
//!
//! The machine's models know nothing of selection.
#![warn(missing_docs)]

pub mod combines;
pub mod global_isel;
pub mod intrinsics;
pub mod llvm_ir;
pub mod patterns;
pub mod record_views;
pub mod sd_node_properties;
