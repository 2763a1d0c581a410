//! LLDB settings: the class in `PropertiesBase.td`. Optional fields come from small additional parent classes, such as
//! `DefaultTrue` and `Desc`.

use tablewright_records::{ValueId, record_views};

record_views! {
    /// A setting.
    pub(crate) struct PropertyRecord<'s>("Property") {
        /// The setting's name.
        pub(crate) setting: &'s str = "Name",
        /// The type: `Boolean` is `OptionValue::eTypeBoolean`.
        pub(crate) ty: &'s str = "Type",
        /// The group of settings that share a table.
        pub(crate) definition: &'s str = "Definition",
        /// The group's path, such as `target.process`.
        pub(crate) path: &'s str = "Path",
        /// Whether the setting is global; the field is enough.
        pub(crate) global: ValueId = "Global",
        /// Whether the default is a number; the field is enough.
        pub(crate) has_default_unsigned_value: ValueId = "HasDefaultUnsignedValue",
        /// The default as a number.
        pub(crate) default_unsigned_value: i64 = "DefaultUnsignedValue",
        /// Whether the default is an enumerator; the field is enough.
        pub(crate) has_default_enum_value: ValueId = "HasDefaultEnumValue",
        /// The default as a C++ enumerator.
        pub(crate) default_enum_value: &'s str = "DefaultEnumValue",
        /// Whether the default is a text; the field is enough.
        pub(crate) has_default_string_value: ValueId = "HasDefaultStringValue",
        /// The default as a text.
        pub(crate) default_string_value: ValueId = "DefaultStringValue",
        /// Whether elements have a type; the field is enough.
        pub(crate) has_element_type: ValueId = "HasElementType",
        /// The element type of an array or a dictionary.
        pub(crate) element_type: &'s str = "ElementType",
        /// The C++ for the enumeration values.
        pub(crate) enum_values: &'s str = "EnumValues" else "{}",
        /// The help text.
        pub(crate) description: ValueId = "Description",
    }
}
