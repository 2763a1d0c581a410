//! Operators that print the arguments of functions.

use tablewright_text::{CppWriter, line};

use super::OPERATOR;
use crate::model::{FunctionsParam, OffloadFunction, ParamValue};

pub(super) fn emit(function: &OffloadFunction<'_>, w: &mut CppWriter) {
    line!(w);
    let head = format!("{OPERATOR} const struct {} *params)", function.params_struct);
    w.block(head, "", |w| {
        for (i, param) in function.params.iter().enumerate() {
            if i > 0 {
                line!(w, "os << \", \";");
            }
            line!(w, "os << \".{} = \";", param.name);
            emit_argument(function, param, w);
        }
        line!(w, "return os;");
    });
}

fn emit_argument(function: &OffloadFunction<'_>, param: &FunctionsParam<'_>, w: &mut CppWriter) {
    let argument = format!("*params->p{}", param.name);
    match &param.value {
        ParamValue::Plain => line!(w, "os << {argument};"),
        ParamValue::Address => line!(w, "printPtr(os, {argument});"),
        ParamValue::Callback => line!(w, "os << reinterpret_cast<void*>({argument});"),
        ParamValue::Range { begin, end } => {
            let (begin, end) = (bound(function, begin), bound(function, end));
            line!(w, "os << \"{{\";");
            w.block(format_args!("for (size_t i = {begin}; i < {end}; i++)"), "", |w| {
                w.block(format_args!("if (i > {begin})"), "", |w| line!(w, "os << \", \";"));
                line!(w, "printPtr(os, ({argument})[i]);");
            });
            line!(w, "os << \"}}\";");
        }
        ParamValue::Tagged { tag, size } => {
            line!(w, "printTagged(os, {argument}, *params->p{tag}, *params->p{size});");
        }
    }
}

/// Returns the end of a range: a parameter's value, or C++.
fn bound(function: &OffloadFunction<'_>, text: &str) -> String {
    if function.has_param(text) { format!("*params->p{text}") } else { text.to_owned() }
}
