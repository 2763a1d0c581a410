//! System library functions that optimizations recognize: classes in `TargetLibraryInfoImpl.td`.

use tablewright_records::record_views;

record_views! {
    /// A type in the signature of a library function.
    pub(crate) struct FuncArgTypeRecord<'s>("FuncArgType") {}

    /// A library function.
    pub(crate) struct TargetLibCallRecord<'s>("TargetLibCall") {
        /// Symbol name.
        pub(crate) symbol: &'s str = "String",
        /// Return type; `?` if code checks the signature.
        pub(crate) return_type: Option<FuncArgTypeRecord<'s>> = "ReturnType",
        /// Parameter types.
        pub(crate) argument_types: Vec<FuncArgTypeRecord<'s>> = "ArgumentTypes",
    }
}
