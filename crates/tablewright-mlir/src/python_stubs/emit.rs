//! Stubs as text.

use tablewright_text::{TextSink, append};

use crate::python_op_bindings::emit::emit_parameters;
use crate::python_op_bindings::member::{Member, MemberKind, Presence};
use crate::python_op_bindings::model::{BindingsModel, PythonOperation};
use tablewright_text::snake_case;

const HEADER: &str = "# Types of the bindings of a dialect of MLIR, from its description.

import builtins
import sys
from typing import Any as _Any, Optional as _Optional, Sequence as _Sequence, Union as _Union

if sys.version_info >= (3, 12):
  from collections.abc import Buffer as _Buffer
else:
  from typing_extensions import Buffer as _Buffer

from .._mlir_libs._mlir import ir as _ods_ir
";

/// The parameter type for a non-attribute property, for which the bindings have no type.
const UNTYPED: &str = ": _Any";

pub(super) fn emit(model: &BindingsModel<'_>, out: &mut impl TextSink) {
    out.push_str(HEADER);
    if model.is_extension {
        append!(out, "from ._", model.dialect, "_ops_gen import _Dialect as _Dialect\n")
    } else {
        out.push_str(
            "\nclass _Dialect(_ods_ir.Dialect):\n  DIALECT_NAMESPACE: builtins.str = ...\n",
        )
    }
    for op in &model.operations {
        emit_class(op, out);
        if model.has_adaptors {
            emit_adaptor(op, out);
        }
        append!(out, "\ndef ", op.function.name, "(");
        emit_parameters(&op.parameters, snake_case, UNTYPED, out);
        append!(out, ") -> ", op.function.return_type, ": ...\n");
    }
}

fn emit_class(op: &PythonOperation<'_>, out: &mut impl TextSink) {
    append!(out, "\nclass ", op.class, "(_ods_ir.OpView):\n");
    if !op.description.is_empty() {
        out.push_str("  r\"\"\"\n");
        for line in &op.description {
            append!(out, if line.is_empty() { "" } else { "  " }, line, "\n");
        }
        out.push_str("  \"\"\"\n\n");
    }
    append!(out, "  OPERATION_NAME: builtins.str = ...  # ", op.full_name, "\n\n");
    out.push_str("  def __init__(self, ");
    emit_parameters(&op.parameters, str::to_owned, UNTYPED, out);
    out.push_str(") -> None: ...\n");
    for member in &op.members {
        emit_getter(member, out);
        if let MemberKind::Attribute(_, presence) = &member.kind {
            emit_setter(member, *presence, out);
        }
    }
}

fn emit_adaptor(op: &PythonOperation<'_>, out: &mut impl TextSink) {
    append!(out, "\nclass ", op.class, "Adaptor(_ods_ir.OpAdaptor):\n");
    append!(out, "  OPERATION_NAME: builtins.str = ...  # ", op.full_name, "\n");
    for member in op.adaptor_members() {
        emit_getter(member, out);
    }
}

fn emit_getter(member: &Member<'_>, out: &mut impl TextSink) {
    append!(out, "\n  @builtins.property\n  def ", member.name, "(self) -> ");
    append!(out, member.annotation, ": ...\n");
}

/// Attributes can be set, and optional attributes can be deleted.
fn emit_setter(member: &Member<'_>, presence: Presence, out: &mut impl TextSink) {
    let (name, annotation) = (&member.name, &member.annotation);
    append!(out, "  @", name, ".setter\n  def ", name, "(self, value: ", annotation);
    out.push_str(") -> None: ...\n");
    match presence {
        Presence::Required => {}
        Presence::Optional | Presence::Unit => {
            append!(out, "  @", name, ".deleter\n  def ", name, "(self) -> None: ...\n");
        }
    }
}
