//! Run-time library functions that compilers call: classes in `RuntimeLibcallsImpl.td`.

use tablewright_records::{Record, ValueId, record_views};

use super::target_library_info::FuncArgTypeRecord;

record_views! {
    /// A library function that a compiler may need to call.
    pub(crate) struct RuntimeLibcallRecord<'s>("RuntimeLibcall") {
        /// The name that tables refer to it by.
        pub(crate) libcall_name: &'s str = "Name",
        /// Return type; `NoneType` if the signature is not known.
        pub(crate) return_type: FuncArgTypeRecord<'s> = "ReturnType",
        /// Parameter types.
        pub(crate) argument_types: Vec<FuncArgTypeRecord<'s>> = "ArgumentTypes",
    }

    /// A library function on vectors with a mask.
    pub(crate) struct MaskedRuntimeLibcallRecord<'s>("MaskedRuntimeLibcall"): RuntimeLibcallRecord {
        /// The same without a mask.
        pub(crate) unmasked: RuntimeLibcallRecord<'s> = "Unmasked",
    }

    /// Library functions that do the same for several floating-point types.
    pub(crate) struct RuntimeLibcallFamilyRecord<'s>("RuntimeLibcallFamily") {
        /// Start of the library calls' names, followed by the type.
        pub(crate) libcall_base: &'s str = "LibcallBase",
        /// Intrinsics that become such calls.
        pub(crate) intrinsics: Vec<&'s str> = "Intrinsics",
        /// Vector types.
        pub(crate) vector_suffixes: Vec<&'s str> = "VectorSuffixes",
    }

    /// A function that does it.
    pub(crate) struct RuntimeLibcallImplRecord<'s>("RuntimeLibcallImpl") {
        /// Operation that the function implements.
        pub(crate) provides: RuntimeLibcallRecord<'s> = "Provides",
        /// Symbol name.
        pub(crate) symbol: &'s str = "LibCallFuncName",
    }

    /// A condition on the target's triple.
    pub(crate) struct RuntimeLibcallPredicateRecord<'s>("RuntimeLibcallPredicate") {
        /// The condition in C++; empty for none.
        pub(crate) condition: &'s str = "Cond",
    }

    /// A part of a condition on the target.
    pub(crate) struct LibcallPredicateRecord<'s>("LibcallPredicate") {
        /// The condition in C++.
        pub(crate) condition: &'s str = "Cond",
    }

    /// A condition on the target, from release 24 on.
    pub(crate) struct RuntimeLibcallAvailabilityRecord<'s>("RuntimeLibcallAvailability") {
        /// Parts with the operators `all_of`, `any_of`, `none_of` and `not`; `(?)` for none.
        pub(crate) condition: ValueId = "CondDag",
    }

    /// A calling convention.
    pub(crate) struct LibcallCallingConvRecord<'s>("LibcallCallingConv") {
        /// The convention in C++; empty for the default.
        pub(crate) calling_conv: &'s str = "CallingConv",
    }

    /// A set of functions that are available under a condition.
    pub(crate) struct LibcallImplsRecord<'s>("LibcallImpls") {
        /// The condition: a `RuntimeLibcallPredicate`, from release 24 on a `RuntimeLibcallAvailability`.
        pub(crate) availability_predicate: Record<'s> = "AvailabilityPredicate",
        /// The functions, as a set.
        pub(crate) members: ValueId = "MemberList",
        /// Calling convention for all functions. If `?`, the library's convention is used.
        pub(crate) calling_conv: Option<LibcallCallingConvRecord<'s>> = "CallingConv",
    }

    /// A library, or a variant of it.
    pub(crate) struct LibcallLibraryRecord<'s>("LibcallLibrary") {
        /// Library name, which variants share.
        pub(crate) library_name: &'s str = "LibraryName",
        /// The functions, as a set.
        pub(crate) impls: ValueId = "Impls",
        /// The condition on the target.
        pub(crate) predicate: Record<'s> = "Pred",
        /// Whether targets with the condition have only these functions of the library.
        pub(crate) is_isolated: bool = "Isolated",
    }

    /// Functions that a library lacks on some targets.
    pub(crate) struct LibraryExclusionRecord<'s>("LibraryExclusion") {
        /// Library name.
        pub(crate) library_name: &'s str = "LibraryName",
        /// The condition on the target.
        pub(crate) predicate: Record<'s> = "Pred",
        /// The functions.
        pub(crate) exclude: Vec<RuntimeLibcallImplRecord<'s>> = "Exclude",
    }

    /// The functions that a target's system has.
    pub(crate) struct SystemRuntimeLibraryRecord<'s>("SystemRuntimeLibrary") {
        /// The condition on the target, as for `LibcallImpls`.
        pub(crate) triple_predicate: Record<'s> = "TriplePred",
        /// The functions, before release 24.
        pub(crate) members: LibcallImplsRecord<'s> = "MemberList",
        /// Names of the libraries that the system has, from release 24 on.
        pub(crate) default_libraries: Vec<&'s str> = "DefaultLibraries",
        /// Calling convention for functions that do not specify it.
        pub(crate) default_calling_conv: LibcallCallingConvRecord<'s> = "DefaultLibcallCallingConv",
    }
}
