//! `--gen-api`: the API's C header.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, line, text_block};

use crate::model::{
    FptrTypedef, FunctionsParam, Handle, Macro, OffloadEnum, OffloadFunction, Struct, Typedef,
};
use crate::support::{comment, emit_file_header, emit_rule, parameter_list_with_code_loc};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-api", help: "Generate Offload API header contents", options: &[], run };

/// API objects by kind, in header order.
struct Api<'s> {
    macros: Vec<Macro<'s>>,
    handles: Vec<Handle<'s>>,
    enums: Vec<OffloadEnum<'s>>,
    typedefs: Vec<Typedef<'s>>,
    fptr_typedefs: Vec<FptrTypedef<'s>>,
    structs: Vec<Struct<'s>>,
    functions: Vec<OffloadFunction<'s>>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let api = collect(job.store)?;
    job.write_cpp(|w| emit(&api, w))
}

fn collect(store: &RecordStore) -> Result<Api<'_>, FieldError> {
    Ok(Api {
        macros: Macro::all(store)?,
        handles: Handle::all(store)?,
        enums: OffloadEnum::all(store)?,
        typedefs: Typedef::all(store)?,
        fptr_typedefs: FptrTypedef::all(store)?,
        structs: Struct::all(store)?,
        functions: OffloadFunction::all(store)?,
    })
}

fn emit(api: &Api<'_>, w: &mut CppWriter) {
    emit_file_header(w);
    text_block!(
        w,
        "
        // Auto-generated file, do not manually edit.

        #pragma once

        #include <stddef.h>
        #include <stdint.h>

        #if defined(__cplusplus)
        extern \"C\" {{
        #endif

        "
    );
    api.macros.iter().for_each(|object| emit_macro(object, w));
    api.handles.iter().for_each(|object| emit_handle(object, w));
    api.enums.iter().for_each(|object| emit_enum(object, w));
    api.typedefs.iter().for_each(|object| emit_typedef(object, w));
    api.fptr_typedefs.iter().for_each(|object| emit_fptr_typedef(object, w));
    api.structs.iter().for_each(|object| emit_struct(object, w));
    api.functions.iter().for_each(|object| emit_function(object, w));
    text_block!(
        w,
        "
        #if defined(__cplusplus)
        }} // extern \"C\"
        #endif
        "
    );
}

/// Writes the first line of an object's comment.
fn emit_brief(desc: &str, w: &mut CppWriter) {
    let mut lines = desc.lines();
    line!(w, "/// @brief {}", lines.next().unwrap_or_default());
    lines.for_each(|text| line!(w, "/// {text}"));
}

fn emit_macro(object: &Macro<'_>, w: &mut CppWriter) {
    let Macro { name, bare_name, desc, value, condition } = object;
    emit_rule(w);
    line!(w, "#ifndef {bare_name}");
    if let Some(condition) = condition {
        line!(w, "#if {}", condition.condition);
    }
    emit_brief(desc, w);
    line!(w, "#define {name} {value}");
    if let Some(condition) = condition {
        if let Some(value) = condition.alt_value {
            line!(w, "#else");
            line!(w, "#define {name} {value}");
        }
        line!(w, "#endif // {}", condition.condition);
    }
    line!(w, "#endif // {bare_name}");
    line!(w);
}

fn emit_handle(object: &Handle<'_>, w: &mut CppWriter) {
    emit_rule(w);
    emit_brief(object.desc, w);
    line!(w, "typedef struct {} *{};", object.implementation, object.name);
    line!(w);
}

fn emit_enum(object: &OffloadEnum<'_>, w: &mut CppWriter) {
    let OffloadEnum { name, prefix, last, .. } = object;
    emit_rule(w);
    emit_brief(object.desc, w);
    w.block(format_args!("typedef enum {name}"), &format!(" {name};"), |w| {
        for etor in &object.etors {
            match etor.tagged_type.filter(|_| object.is_typed) {
                Some(ty) => comment("///", &format!("[{ty}] {}", etor.desc), w),
                None => comment("///", etor.desc, w),
            }
            line!(w, "{} = {},", etor.name, etor.value);
        }
        line!(w, "/// @cond");
        line!(w, "{prefix}_LAST = {last},");
        line!(w, "{prefix}_FORCE_UINT32 = 0x7fffffff");
        line!(w, "/// @endcond");
        line!(w);
    });
    line!(w);
}

fn emit_typedef(object: &Typedef<'_>, w: &mut CppWriter) {
    emit_rule(w);
    emit_brief(object.desc, w);
    line!(w, "typedef {} {};", object.value, object.name);
    line!(w);
}

fn emit_fptr_typedef(object: &FptrTypedef<'_>, w: &mut CppWriter) {
    emit_rule(w);
    emit_brief(object.desc, w);
    line!(w, "typedef {} (*{})(", object.result, object.name);
    emit_parameters(&object.params, |_| "// ".to_owned(), w);
    line!(w);
}

/// Writes each parameter on its own line after its comment, then the end of the declaration.
fn emit_parameters(
    params: &[FunctionsParam<'_>],
    marker: fn(&FunctionsParam<'_>) -> String,
    w: &mut CppWriter,
) {
    w.indented(|w| {
        for (i, param) in params.iter().enumerate() {
            let marker = marker(param);
            let mut texts = param.desc.lines();
            line!(w, "{marker}{}", texts.next().unwrap_or_default());
            texts.for_each(|text| line!(w, "// {text}"));
            let end = if i + 1 < params.len() { "," } else { ");" };
            line!(w, "{} {}{end}", param.ty, param.name);
        }
        if params.is_empty() {
            line!(w, ");");
        }
    });
}

fn emit_struct(object: &Struct<'_>, w: &mut CppWriter) {
    let name = object.name;
    emit_rule(w);
    emit_brief(object.desc, w);
    w.block(format_args!("typedef struct {name}"), &format!(" {name};"), |w| {
        for member in &object.members {
            comment("///", member.desc, w);
            line!(w, "{} {};", member.ty, member.name);
        }
    });
    line!(w);
}

fn emit_function(object: &OffloadFunction<'_>, w: &mut CppWriter) {
    let name = object.name;
    emit_params_struct(object, w);
    emit_rule(w);
    emit_function_comment(object, w);
    line!(w, "OL_APIEXPORT ol_result_t OL_APICALL {name}(");
    emit_parameters(&object.params, flags, w);
    line!(w);
    emit_rule(w);
    line!(w, "/// @brief Variant of {name} that also sets source code location information");
    line!(w, "/// @details See also ::{name}");
    let params = parameter_list_with_code_loc(object);
    let variant = object.name_with_code_loc();
    line!(w, "OL_APIEXPORT ol_result_t OL_APICALL {variant}({params});");
    line!(w);
}

fn emit_params_struct(object: &OffloadFunction<'_>, w: &mut CppWriter) {
    if object.params.is_empty() {
        return;
    }
    let name = &object.params_struct;
    emit_rule(w);
    line!(w, "/// @brief Function parameters for {}", object.name);
    line!(w, "/// @details Each entry is a pointer to the parameter passed to the function;");
    w.block(format_args!("typedef struct {name}"), &format!(" {name};"), |w| {
        for param in &object.params {
            line!(w, "{}* p{};", param.ty, param.name);
        }
    });
    line!(w);
}

fn emit_function_comment(object: &OffloadFunction<'_>, w: &mut CppWriter) {
    emit_brief(object.desc, w);
    line!(w, "///");
    line!(w, "/// @details");
    object.details.iter().for_each(|detail| emit_item("///    -", detail, w));
    line!(w, "///");
    if !object.analogues.is_empty() {
        line!(w, "/// @remarks");
        line!(w, "///  _Analogues_");
        object.analogues.iter().for_each(|analogue| emit_item("///    -", analogue, w));
        line!(w, "///");
    }
    line!(w, "/// @returns");
    for result in &object.returns {
        line!(w, "///     - ::{}", result.value);
        result.conditions.iter().for_each(|condition| emit_item("///         +", condition, w));
    }
}

/// Writes a list item in a comment.
fn emit_item(marker: &str, text: &str, w: &mut CppWriter) {
    let mut lines = text.lines();
    line!(w, "{marker} {}", lines.next().unwrap_or_default());
    lines.for_each(|text| line!(w, "/// {text}"));
}

/// Returns the comment before a function parameter, with its direction.
fn flags(param: &FunctionsParam<'_>) -> String {
    let mut text = "// ".to_owned();
    for (is_set, flag) in
        [(param.is_in, "[in]"), (param.is_out, "[out]"), (param.is_optional, "[optional]")]
    {
        if is_set {
            text.push_str(flag);
        }
    }
    if !text.ends_with(' ') {
        text.push(' ');
    }
    text
}
