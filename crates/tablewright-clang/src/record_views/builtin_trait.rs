//! Clang's type and expression traits: the classes in `BuiltinTraits.td`.

use tablewright_records::record_views;

record_views! {
    /// A language set: a trait is a keyword there.
    pub(crate) struct TokenKeyRecord<'s>("TokenKey") {
        /// The bits.
        pub(crate) number: i64 = "Value",
    }

    /// A trait.
    pub(crate) struct TraitRecord<'s>("Trait") {
        /// The keyword.
        pub(crate) spelling: &'s str = "Spelling",
        /// Enumerator prefix.
        pub(crate) prefix: &'s str = "Prefix",
        /// The languages that have the keyword.
        pub(crate) key_flags: Vec<TokenKeyRecord<'s>> = "KeyFlags",
    }

    /// A type trait.
    pub(crate) struct TypeTraitRecord<'s>("TypeTrait"): TraitRecord {
        /// The C++ library's template with the same meaning; empty for none.
        pub(crate) std_name: &'s str = "StdName",
    }

    /// Another keyword for a trait.
    pub(crate) struct TraitAliasRecord<'s>("Alias") {
        /// The keyword.
        pub(crate) spelling: &'s str = "Spelling",
        /// The trait.
        pub(crate) primary: TraitRecord<'s> = "Primary",
        /// The languages that have the keyword.
        pub(crate) key_flags: Vec<TokenKeyRecord<'s>> = "KeyFlags",
    }
}
