//! Templates that are built into Clang: the classes of `BuiltinTemplates.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// A template parameter.
    pub(crate) struct TemplateArgRecord<'s>("TemplateArg") {
        /// The name by which others refer to it; empty for one that nothing refers to.
        pub(crate) own_name: &'s str = "Name",
    }

    /// A parameter that is a template itself.
    pub(crate) struct TemplateParameterRecord<'s>("Template"): TemplateArgRecord {
        /// The parameters of that template.
        pub(crate) args: Vec<Record<'s>> = "Args",
    }

    /// A parameter that is a type.
    pub(crate) struct ClassParameterRecord<'s>("Class"): TemplateArgRecord {
        /// Whether it is a pack of types.
        pub(crate) is_variadic: bool = "IsVariadic",
    }

    /// A parameter that is a value of a type that is a parameter.
    pub(crate) struct NttpRecord<'s>("NTTP"): TemplateArgRecord {
        /// The name of the type.
        pub(crate) type_name: &'s str = "TypeName",
        /// Whether it is a pack of values.
        pub(crate) is_variadic: bool = "IsVariadic",
    }

    /// A parameter that is a value of a type of C.
    pub(crate) struct BuiltinNttpRecord<'s>("BuiltinNTTP"): TemplateArgRecord {
        /// The name of the type.
        pub(crate) type_name: &'s str = "TypeName",
    }

    /// A template that is built in.
    pub(crate) struct BuiltinTemplateRecord<'s>("BuiltinTemplate") {
        /// The parameters.
        pub(crate) template_head: Vec<Record<'s>> = "TemplateHead",
    }
}
