//! Calling conventions: the classes of `TargetCallingConv.td`.

use tablewright_records::record_views;
use tablewright_target::record_views::register::RegisterRecord;
use tablewright_target::record_views::value_type::ValueTypeRecord;

record_views! {
    /// A calling convention: how arguments or results of a function are passed.
    pub(crate) struct CallingConvRecord<'s>("CallingConv") {
        /// What is done with an argument: the first action that applies to it.
        pub(crate) actions: Vec<CcActionRecord<'s>> = "Actions",
        /// Whether other files may call the function.
        pub(crate) is_entry: bool = "Entry",
        /// Whether the function is written by hand, and the record only names it.
        pub(crate) is_custom: bool = "Custom",
    }

    /// What is done with an argument.
    pub(crate) struct CcActionRecord<'s>("CCAction") {}

    /// An action that is taken only under a condition.
    pub(crate) struct CcPredicateActionRecord<'s>("CCPredicateAction"): CcActionRecord {
        /// The action.
        pub(crate) sub_action: CcActionRecord<'s> = "SubAction",
    }

    /// A condition on the type of the argument.
    pub(crate) struct CcIfTypeRecord<'s>("CCIfType"): CcPredicateActionRecord {
        /// The types, one of which the argument has.
        pub(crate) vts: Vec<ValueTypeRecord<'s>> = "VTs",
    }

    /// A condition in C++.
    pub(crate) struct CcIfRecord<'s>("CCIf"): CcPredicateActionRecord {
        /// The C++ expression.
        pub(crate) predicate: &'s str = "Predicate",
    }

    /// Registers, the first free one of which takes the argument.
    pub(crate) struct CcAssignToRegRecord<'s>("CCAssignToReg"): CcActionRecord {
        /// The registers.
        pub(crate) reg_list: Vec<RegisterRecord<'s>> = "RegList",
    }

    /// Registers, and room on the stack with them.
    pub(crate) struct CcAssignToRegAndStackRecord<'s>("CCAssignToRegAndStack"): CcAssignToRegRecord {}

    /// Registers by their names, the first free one of which takes the argument. Registers of tuples have
    /// no records.
    pub(crate) struct CcAssignToRegTupleRecord<'s>("CCAssignToRegTuple"): CcActionRecord {
        /// The names of the registers.
        pub(crate) reg_list: Vec<&'s str> = "RegList",
    }

    /// Registers that block others when they are taken.
    pub(crate) struct CcAssignToRegWithShadowRecord<'s>("CCAssignToRegWithShadow"): CcActionRecord {
        /// The registers.
        pub(crate) reg_list: Vec<RegisterRecord<'s>> = "RegList",
        /// The registers that are blocked, each by the one at the same index of `RegList`.
        pub(crate) shadow_reg_list: Vec<RegisterRecord<'s>> = "ShadowRegList",
    }

    /// Room on the stack. `CCAssignToRegAndStack` and `CCPassByVal` have the fields too.
    pub(crate) struct CcAssignToStackRecord<'s>("CCAssignToStack"): CcActionRecord {
        /// The size in bytes; 0 for that of the type.
        pub(crate) size: i64 = "Size",
        /// The alignment in bytes; 0 for that of the type.
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

    /// A function of the target takes care of the argument.
    pub(crate) struct CcCustomRecord<'s>("CCCustom"): CcActionRecord {
        /// The name of the function.
        pub(crate) func_name: &'s str = "FuncName",
    }
}
