//! The classes of `llvm/Frontend/Directive/DirectiveBase.td`.

use tablewright_records::record_views;

record_views! {
    /// A language of directives.
    pub(crate) struct DirectiveLanguageRecord<'s>("DirectiveLanguage") {
        /// The namespace.
        pub cpp_namespace: &'s str = "cppNamespace",
    }

    /// A clause.
    pub(crate) struct ClauseRecord<'s>("Clause") {
        /// The enum of the values.
        pub enumeration: &'s str = "enumClauseValue",
        /// The values.
        pub values: Vec<ClauseValueRecord<'s>> = "allowedClauseValues",
    }

    /// A value of a clause.
    pub(crate) struct ClauseValueRecord<'s>("EnumVal") {
        /// The spelling.
        pub spelling: &'s str = "name",
        /// Whether users can write it.
        pub is_user_value: bool = "isUserValue",
    }
}
