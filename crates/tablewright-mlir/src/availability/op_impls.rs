//! Operation methods that return required availabilities.

use tablewright_records::RecordStore;
use tablewright_text::{CppWriter, line};

use super::in_table_order;
use crate::model::{Availability, AvailableEnum, AvailableOperation};
use crate::support::cpp;

pub(super) fn emit(store: &RecordStore, operations: &[AvailableOperation<'_>], w: &mut CppWriter) {
    for operation in operations {
        for availability in in_table_order(store, operation.own.iter()) {
            emit_function(operation, availability, w);
        }
    }
}

/// Writes the method for an availability class.
fn emit_function(
    operation: &AvailableOperation<'_>,
    availability: &Availability<'_>,
    w: &mut CppWriter,
) {
    let (result, function) = (availability.query.result, availability.query.function);
    let class = operation.class_name;
    w.block(format_args!("{result} {class}::{function}()"), "", |w| {
        line!(w, "{result} tblgen_overall = {};", availability.initializer);
        let own = operation.own.iter().filter(|one| one.class == availability.class);
        for one in own.filter(|one| !one.merge_action.is_empty()) {
            line!(w, "{{");
            line!(w, "  {}", one.preparation);
            line!(w, "  {};", merge(one.merge_action, one.instance));
            line!(w, "}}");
        }
        for (name, attribute) in &operation.attributes {
            if let Some(one) = attribute.find(availability.class) {
                emit_attribute(name, attribute, one, w);
            }
        }
        line!(w, "return tblgen_overall;");
    });
}

/// Writes the statements that add an attribute's requirements.
fn emit_attribute(
    name: &str,
    attribute: &AvailableEnum<'_>,
    availability: &Availability<'_>,
    w: &mut CppWriter,
) {
    let model = &attribute.model;
    let (namespace, getter) = (model.cpp_namespace, cpp::getter(name));
    if model.bits.is_some() {
        let (class, underlying) = (model.class_name, model.underlying_type);
        line!(w, "for (unsigned i = 0; i < std::numeric_limits<{underlying}>::digits; ++i) {{");
        line!(
            w,
            "  {namespace}::{class} tblgen_attrVal = this->{getter}() & \
             static_cast<{namespace}::{class}>(1 << i);"
        );
        line!(w, "  if (static_cast<{underlying}>(tblgen_attrVal) == 0) continue;");
    } else {
        line!(w, "{{");
        line!(w, "  auto tblgen_attrVal = this->{getter}();");
    }
    let function = availability.query.function;
    let action = merge(availability.merge_action, "*tblgen_instance");
    line!(w, "  auto tblgen_instance = {namespace}::{function}(tblgen_attrVal);");
    line!(w, "  if (tblgen_instance) {action};");
    line!(w, "}}");
}

/// Returns the C++ that adds an instance to the earlier instances.
fn merge(action: &str, instance: &str) -> String {
    cpp::fill(action, |name| match name {
        "overall" => Some("tblgen_overall"),
        "instance" => Some(instance),
        _ => None,
    })
}
