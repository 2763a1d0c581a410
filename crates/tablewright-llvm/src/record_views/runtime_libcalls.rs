//! Run-time library functions that compilers call: classes in `RuntimeLibcallsImpl.td`.

use tablewright_records::{ValueId, record_views};

record_views! {
    /// A library function that a compiler may need to call.
    pub(crate) struct RuntimeLibcallRecord<'s>("RuntimeLibcall") {
        /// The name that tables refer to it by.
        pub(crate) libcall_name: &'s str = "Name",
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

    /// A calling convention.
    pub(crate) struct LibcallCallingConvRecord<'s>("LibcallCallingConv") {
        /// The convention in C++; empty for the default.
        pub(crate) calling_conv: &'s str = "CallingConv",
    }

    /// A set of functions that are available under a condition.
    pub(crate) struct LibcallImplsRecord<'s>("LibcallImpls") {
        /// The condition.
        pub(crate) availability_predicate: RuntimeLibcallPredicateRecord<'s> = "AvailabilityPredicate",
        /// The functions, as a set.
        pub(crate) members: ValueId = "MemberList",
        /// Calling convention for all functions. If `?`, the library's convention is used.
        pub(crate) calling_conv: Option<LibcallCallingConvRecord<'s>> = "CallingConv",
    }

    /// The functions that a target's system has.
    pub(crate) struct SystemRuntimeLibraryRecord<'s>("SystemRuntimeLibrary") {
        /// The condition on the target.
        pub(crate) triple_predicate: RuntimeLibcallPredicateRecord<'s> = "TriplePred",
        /// The functions.
        pub(crate) members: LibcallImplsRecord<'s> = "MemberList",
        /// Calling convention for functions that do not specify it.
        pub(crate) default_calling_conv: LibcallCallingConvRecord<'s> = "DefaultLibcallCallingConv",
    }
}
