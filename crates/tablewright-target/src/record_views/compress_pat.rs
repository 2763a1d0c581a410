//! Compressed instructions: the class `CompressPat` (`Target.td`).

use tablewright_records::{Dag, record_views};

record_views! {
    /// An instruction and its shorter replacement.
    pub struct CompressPatRecord<'s>("CompressPat") {
        /// The instruction with its operands.
        pub input: Dag<'s> = "Input",
        /// The shorter instruction with its operands.
        pub output: Dag<'s> = "Output",
        /// Whether the shorter instruction is never expanded.
        pub is_compress_only: bool = "isCompressOnly",
    }
}
