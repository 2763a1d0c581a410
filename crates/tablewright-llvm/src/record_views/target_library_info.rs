//! Functions of system libraries that optimizations know: the classes of `TargetLibraryInfoImpl.td`.

use tablewright_records::record_views;

record_views! {
    /// A type in the signature of a library function.
    pub(crate) struct FuncArgTypeRecord<'s>("FuncArgType") {}

    /// A library function.
    pub(crate) struct TargetLibCallRecord<'s>("TargetLibCall") {
        /// The name of the symbol.
        pub(crate) symbol: &'s str = "String",
        /// The type that the function returns; `?` where code checks the signature.
        pub(crate) return_type: Option<FuncArgTypeRecord<'s>> = "ReturnType",
        /// The types of its parameters.
        pub(crate) argument_types: Vec<FuncArgTypeRecord<'s>> = "ArgumentTypes",
    }
}
