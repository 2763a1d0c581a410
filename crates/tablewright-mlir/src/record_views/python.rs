//! The classes of `mlir/Bindings/Python/PythonBindings.td`.

use tablewright_records::record_views;

record_views! {
    /// The Python name of a type.
    pub(crate) struct PythonTypeNameRecord<'s>("PythonTypeName") {
        /// The C++ class.
        pub cpp_name: &'s str = "cppName",
        /// The class of Python.
        pub python_name: &'s str = "pyName",
    }

    /// The Python type from which an attribute can be built.
    pub(crate) struct PythonAttrTypeRecord<'s>("PythonAttrType") {
        /// The attribute's definition name.
        pub definition: &'s str = "defName",
        /// The type of Python.
        pub python_type: &'s str = "pyType",
    }
}
