//! Registers: the class `Register` (`Target.td`).

use tablewright_records::record_views;

record_views! {
    /// A register of the machine.
    pub struct RegisterRecord<'s>("Register") {
        /// The C++ namespace of its enumerator; none where it is empty or `?`.
        pub namespace: Option<&'s str> = "Namespace",
    }
}
