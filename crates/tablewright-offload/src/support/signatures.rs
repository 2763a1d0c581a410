//! C++ function parameters.

use crate::model::OffloadFunction;

/// Returns a function's parameters with types, on a single line.
pub(crate) fn parameter_list(function: &OffloadFunction<'_>) -> String {
    let params: Vec<String> =
        function.params.iter().map(|param| format!("{} {}", param.ty, param.name)).collect();
    params.join(", ")
}

/// Returns the parameters with types for the variant with a source position as its last parameter.
pub(crate) fn parameter_list_with_code_loc(function: &OffloadFunction<'_>) -> String {
    let mut params = parameter_list(function);
    if !params.is_empty() {
        params.push_str(", ");
    }
    params + "ol_code_location_t *CodeLocation"
}

/// Returns the parameter names, each behind `prefix`.
pub(crate) fn argument_list(function: &OffloadFunction<'_>, prefix: &str) -> String {
    let names: Vec<String> =
        function.params.iter().map(|param| format!("{prefix}{}", param.name)).collect();
    names.join(", ")
}
