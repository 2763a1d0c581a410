//! Clang's builtin templates: the classes in `BuiltinTemplates.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// A template parameter.
    pub(crate) struct TemplateArgRecord<'s>("TemplateArg") {
        /// The name by which other parameters refer to it; empty for none.
        pub(crate) own_name: &'s str = "Name",
    }

    /// A template as a parameter.
    pub(crate) struct TemplateParameterRecord<'s>("Template"): TemplateArgRecord {
        /// The template's parameters.
        pub(crate) args: Vec<Record<'s>> = "Args",
    }

    /// A type as a parameter.
    pub(crate) struct ClassParameterRecord<'s>("Class"): TemplateArgRecord {
        /// Whether it is a pack.
        pub(crate) is_variadic: bool = "IsVariadic",
    }

    /// A value as a parameter. Its type is another parameter.
    pub(crate) struct NttpRecord<'s>("NTTP"): TemplateArgRecord {
        /// The type parameter's name.
        pub(crate) type_name: &'s str = "TypeName",
        /// Whether it is a pack.
        pub(crate) is_variadic: bool = "IsVariadic",
    }

    /// A value with a C type as a parameter.
    pub(crate) struct BuiltinNttpRecord<'s>("BuiltinNTTP"): TemplateArgRecord {
        /// The type's name.
        pub(crate) type_name: &'s str = "TypeName",
    }

    /// A builtin template.
    pub(crate) struct BuiltinTemplateRecord<'s>("BuiltinTemplate") {
        /// The parameters.
        pub(crate) template_head: Vec<Record<'s>> = "TemplateHead",
    }
}
