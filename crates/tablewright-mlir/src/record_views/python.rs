//! The classes of `mlir/Bindings/Python/PythonBindings.td`.

use tablewright_records::record_views;

record_views! {
    /// What a type is called in Python.
    pub(crate) struct PythonTypeNameRecord<'s>("PythonTypeName") {
        /// The C++ class.
        pub cpp_name: &'s str = "cppName",
        /// The class of Python.
        pub python_name: &'s str = "pyName",
    }

    /// What an attribute can be built of in Python.
    pub(crate) struct PythonAttrTypeRecord<'s>("PythonAttrType") {
        /// The name of the definition of the attribute.
        pub definition: &'s str = "defName",
        /// The type of Python.
        pub python_type: &'s str = "pyType",
    }
}
