//! Calling conventions: classes in `TargetCallingConv.td`.

use tablewright_records::record_views;
use tablewright_target::record_views::register::RegisterRecord;
use tablewright_target::record_views::value_type::ValueTypeRecord;

record_views! {
    /// A calling convention: how arguments or results of a function are passed.
    pub(crate) struct CallingConvRecord<'s>("CallingConv") {
        /// Actions. The first action that applies to an argument is used.
        pub(crate) actions: Vec<CcActionRecord<'s>> = "Actions",
        /// Whether other files may call the function.
        pub(crate) is_entry: bool = "Entry",
        /// Whether the function is written by hand, and the record only names it.
        pub(crate) is_custom: bool = "Custom",
    }

    /// An action on an argument.
    pub(crate) struct CcActionRecord<'s>("CCAction") {}

    /// An action that is taken only under a condition.
    pub(crate) struct CcPredicateActionRecord<'s>("CCPredicateAction"): CcActionRecord {
        /// The action.
        pub(crate) sub_action: CcActionRecord<'s> = "SubAction",
    }

    /// A condition on the type of the argument.
    pub(crate) struct CcIfTypeRecord<'s>("CCIfType"): CcPredicateActionRecord {
        /// Accepted argument types.
        pub(crate) vts: Vec<ValueTypeRecord<'s>> = "VTs",
    }

    /// A condition in C++.
    pub(crate) struct CcIfRecord<'s>("CCIf"): CcPredicateActionRecord {
        /// The C++ expression.
        pub(crate) predicate: &'s str = "Predicate",
    }

    /// Assigns the first free register in a list.
    pub(crate) struct CcAssignToRegRecord<'s>("CCAssignToReg"): CcActionRecord {
        /// The registers.
        pub(crate) reg_list: Vec<RegisterRecord<'s>> = "RegList",
    }

    /// Registers, and room on the stack with them.
    pub(crate) struct CcAssignToRegAndStackRecord<'s>("CCAssignToRegAndStack"): CcAssignToRegRecord {}

    /// Assigns the first free register in a list with register names, because register tuples lack records.
    pub(crate) struct CcAssignToRegTupleRecord<'s>("CCAssignToRegTuple"): CcActionRecord {
        /// Register names.
        pub(crate) reg_list: Vec<&'s str> = "RegList",
    }

    /// Registers that block others when they are taken.
    pub(crate) struct CcAssignToRegWithShadowRecord<'s>("CCAssignToRegWithShadow"): CcActionRecord {
        /// The registers.
        pub(crate) reg_list: Vec<RegisterRecord<'s>> = "RegList",
        /// Blocked registers, each by the register at the same index in `RegList`.
        pub(crate) shadow_reg_list: Vec<RegisterRecord<'s>> = "ShadowRegList",
    }

    /// Room on the stack. `CCAssignToRegAndStack` and `CCPassByVal` have the fields too.
    pub(crate) struct CcAssignToStackRecord<'s>("CCAssignToStack"): CcActionRecord {
        /// Size in bytes; 0 for the type's size.
        pub(crate) size: i64 = "Size",
        /// Alignment in bytes; 0 for the type's alignment.
        pub(crate) align: i64 = "Align",
    }

    /// Room on the stack that blocks registers.
    pub(crate) struct CcAssignToStackWithShadowRecord<'s>("CCAssignToStackWithShadow"): CcAssignToStackRecord {
        /// The registers that are blocked.
        pub(crate) shadow_reg_list: Vec<RegisterRecord<'s>> = "ShadowRegList",
    }

    /// A change of the argument's type. All actions that change it have the field.
    pub(crate) struct CcPromoteToTypeRecord<'s>("CCPromoteToType"): CcActionRecord {
        /// The type that the argument is turned into.
        pub(crate) dest_ty: ValueTypeRecord<'s> = "DestTy",
    }

    /// The rest is left to another calling convention.
    pub(crate) struct CcDelegateToRecord<'s>("CCDelegateTo"): CcActionRecord {
        /// The other calling convention.
        pub(crate) cc: CallingConvRecord<'s> = "CC",
    }

    /// Calls a target function for the argument.
    pub(crate) struct CcCustomRecord<'s>("CCCustom"): CcActionRecord {
        /// Function name.
        pub(crate) func_name: &'s str = "FuncName",
    }
}
