//! Calling conventions: classes in `TargetCallingConv.td`.

use tablewright_records::record_views;

use super::register::RegisterRecord;
use super::value_type::ValueTypeRecord;

record_views! {
    /// A calling convention: how arguments or results of a function are passed.
    pub struct CallingConvRecord<'s>("CallingConv") {
        /// Actions. The first action that applies to an argument is used.
        pub actions: Vec<CcActionRecord<'s>> = "Actions",
        /// Whether other files may call the function.
        pub is_entry: bool = "Entry",
        /// Whether the function is written by hand, and the record only names it.
        pub is_custom: bool = "Custom",
    }

    /// An action on an argument.
    pub struct CcActionRecord<'s>("CCAction") {}

    /// An action that is taken only under a condition.
    pub struct CcPredicateActionRecord<'s>("CCPredicateAction"): CcActionRecord {
        /// The action.
        pub sub_action: CcActionRecord<'s> = "SubAction",
    }

    /// A condition on the type of the argument.
    pub struct CcIfTypeRecord<'s>("CCIfType"): CcPredicateActionRecord {
        /// Accepted argument types.
        pub vts: Vec<ValueTypeRecord<'s>> = "VTs",
    }

    /// A condition in C++.
    pub struct CcIfRecord<'s>("CCIf"): CcPredicateActionRecord {
        /// The C++ expression.
        pub predicate: &'s str = "Predicate",
    }

    /// Assigns the first free register in a list.
    pub struct CcAssignToRegRecord<'s>("CCAssignToReg"): CcActionRecord {
        /// The registers.
        pub reg_list: Vec<RegisterRecord<'s>> = "RegList",
    }

    /// Registers, and room on the stack with them.
    pub struct CcAssignToRegAndStackRecord<'s>("CCAssignToRegAndStack"): CcAssignToRegRecord {}

    /// Assigns the first free register in a list with register names, because register tuples lack records.
    pub struct CcAssignToRegTupleRecord<'s>("CCAssignToRegTuple"): CcActionRecord {
        /// Register names.
        pub reg_list: Vec<&'s str> = "RegList",
    }

    /// Registers that block others when they are taken.
    pub struct CcAssignToRegWithShadowRecord<'s>("CCAssignToRegWithShadow"): CcActionRecord {
        /// The registers.
        pub reg_list: Vec<RegisterRecord<'s>> = "RegList",
        /// Blocked registers, each by the register at the same index in `RegList`.
        pub shadow_reg_list: Vec<RegisterRecord<'s>> = "ShadowRegList",
    }

    /// Room on the stack. `CCAssignToRegAndStack` and `CCPassByVal` have the fields too.
    pub struct CcAssignToStackRecord<'s>("CCAssignToStack"): CcActionRecord {
        /// Size in bytes; 0 for the type's size.
        pub size: i64 = "Size",
        /// Alignment in bytes; 0 for the type's alignment.
        pub align: i64 = "Align",
    }

    /// Room on the stack that blocks registers.
    pub struct CcAssignToStackWithShadowRecord<'s>("CCAssignToStackWithShadow"): CcAssignToStackRecord {
        /// The registers that are blocked.
        pub shadow_reg_list: Vec<RegisterRecord<'s>> = "ShadowRegList",
    }

    /// A change of the argument's type. All actions that change it have the field.
    pub struct CcPromoteToTypeRecord<'s>("CCPromoteToType"): CcActionRecord {
        /// The type that the argument is turned into.
        pub dest_ty: ValueTypeRecord<'s> = "DestTy",
    }

    /// The rest is left to another calling convention.
    pub struct CcDelegateToRecord<'s>("CCDelegateTo"): CcActionRecord {
        /// The other calling convention.
        pub cc: CallingConvRecord<'s> = "CC",
    }

    /// Calls a target function for the argument.
    pub struct CcCustomRecord<'s>("CCCustom"): CcActionRecord {
        /// Function name.
        pub func_name: &'s str = "FuncName",
    }
}
