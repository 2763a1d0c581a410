//! `--gen-print-header`: C++ operators that print API values and function arguments.

mod params;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_text::{CppWriter, line};

use crate::model::{Handle, OffloadEnum, OffloadFunction, Struct, TaggedValue};
use crate::support::{emit_file_header, emit_rule};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-print-header",
    help: "Generate Offload API print header",
    options: &[],
    run,
};

/// The structure of errors. Fixed code prints its code alone.
const ERROR_STRUCT: &str = "ol_error_struct_t";

/// The printed API objects.
struct PrintedObjects<'s> {
    handles: Vec<Handle<'s>>,
    enums: Vec<OffloadEnum<'s>>,
    structs: Vec<PrintedStruct<'s>>,
    functions: Vec<OffloadFunction<'s>>,
    pointers: PointerStyle,
}

/// The variable type for a pointer to a pointer property.
#[derive(Clone, Copy)]
enum PointerStyle {
    /// `const T * const *`.
    ToConst,
    /// `T * const * const`.
    ToMutable,
}

struct PrintedStruct<'s> {
    object: Struct<'s>,
    /// Whether fixed code prints the structure.
    is_fixed: bool,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let printed = collect(job.store)?;
    job.write_cpp(|w| emit(&printed, w))
}

fn collect(store: &RecordStore) -> Result<PrintedObjects<'_>, FieldError> {
    let structs = Struct::all(store)?.into_iter();
    let structs = structs
        .map(|object| PrintedStruct { is_fixed: object.name == ERROR_STRUCT, object })
        .collect();
    Ok(PrintedObjects {
        handles: Handle::all(store)?,
        enums: OffloadEnum::all(store)?,
        structs,
        functions: OffloadFunction::all(store)?,
        pointers: if store.release().has(Feature::OffloadPrintsConstPointers) {
            PointerStyle::ToConst
        } else {
            PointerStyle::ToMutable
        },
    })
}

fn emit(printed: &PrintedObjects<'_>, w: &mut CppWriter) {
    emit_file_header(w);
    w.raw(include_str!("begin.inc"));
    for handle in &printed.handles {
        line!(w, "template <> struct is_handle<{}> : std::true_type {{}};", handle.name);
    }
    line!(w, "template <typename T> inline constexpr bool is_handle_v = is_handle<T>::value;");
    line!(w);
    for object in &printed.enums {
        line!(w, "{OPERATOR} enum {} value);", object.name);
    }
    for PrintedStruct { object, .. } in &printed.structs {
        line!(w, "{OPERATOR} const struct {} param);", object.name);
    }
    line!(w);
    for object in &printed.enums {
        emit_enum(object, w);
        if object.is_typed {
            emit_tagged(object, printed.pointers, w);
        }
    }
    w.raw(include_str!("error_struct.inc"));
    let structs = printed.structs.iter().filter(|printed| !printed.is_fixed);
    structs.for_each(|printed| emit_struct(&printed.object, w));
    let functions = printed.functions.iter().filter(|function| !function.params.is_empty());
    functions.for_each(|function| params::emit(function, w));
    w.raw(include_str!("end.inc"));
}

/// Returns an operator declaration up to its second parameter.
const OPERATOR: &str = "inline llvm::raw_ostream &operator<<(llvm::raw_ostream &os,";

fn emit_enum(object: &OffloadEnum<'_>, w: &mut CppWriter) {
    let name = object.name;
    emit_rule(w);
    line!(w, "/// @brief Print operator for the {name} type");
    line!(w, "/// @returns llvm::raw_ostream &");
    w.block(format_args!("{OPERATOR} enum {name} value)"), "", |w| {
        w.block("switch (value)", "", |w| {
            for etor in &object.etors {
                line!(w, "case {}:", etor.name);
                line!(w, "  os << \"{}\";", etor.name);
                line!(w, "  break;");
            }
            emit_default(w);
        });
        line!(w, "return os;");
    });
    line!(w);
}

fn emit_default(w: &mut CppWriter) {
    line!(w, "default:");
    line!(w, "  os << \"unknown enumerator\";");
    line!(w, "  break;");
}

/// Writes the function that prints the properties that enumerators name.
fn emit_tagged(object: &OffloadEnum<'_>, pointers: PointerStyle, w: &mut CppWriter) {
    let name = object.name;
    emit_rule(w);
    line!(w, "/// @brief Print type-tagged {name} enum value");
    line!(w, "/// @returns llvm::raw_ostream &");
    line!(w, "template <>");
    let head = format!(
        "inline void printTagged(llvm::raw_ostream &os, const void *ptr, {name} value, size_t size)"
    );
    w.block(head, "", |w| {
        w.block("if (ptr == NULL)", "", |w| {
            line!(w, "printPtr(os, ptr);");
            line!(w, "return;");
        });
        line!(w);
        w.block("switch (value)", "", |w| {
            for etor in &object.etors {
                let Some(value) = etor.tagged_value() else { continue };
                w.block(format_args!("case {}:", etor.name), "", |w| {
                    emit_tagged_value(&value, pointers, w);
                    line!(w, "break;");
                });
            }
            emit_default(w);
        });
    });
}

fn emit_tagged_value(value: &TaggedValue<'_>, pointers: PointerStyle, w: &mut CppWriter) {
    let printed = match value {
        TaggedValue::Text => {
            line!(w, "printPtr(os, (const char*) ptr);");
            return;
        }
        TaggedValue::Pointer(pointee) => {
            match pointers {
                PointerStyle::ToConst => {
                    line!(w, "const {pointee} * const *tptr = (const {pointee} * const *)ptr;");
                }
                PointerStyle::ToMutable => {
                    line!(w, "{pointee} * const * const tptr = ({pointee} * const * const)ptr;");
                }
            }
            "printPtr(os, tptr)"
        }
        TaggedValue::Value(ty) => {
            line!(w, "const {ty} * const tptr = (const {ty} * const)ptr;");
            "*tptr"
        }
    };
    line!(w, "os << (const void *)tptr << \" (\";");
    line!(w, "os << {printed};");
    line!(w, "os << \")\";");
}

fn emit_struct(object: &Struct<'_>, w: &mut CppWriter) {
    let name = object.name;
    emit_rule(w);
    line!(w, "/// @brief Print operator for the {name} type");
    line!(w, "/// @returns llvm::raw_ostream &");
    line!(w);
    w.block(format_args!("{OPERATOR} const struct {name} params)"), "", |w| {
        line!(w, "os << \"(struct {name}){{\";");
        for (i, member) in object.members.iter().enumerate() {
            if i > 0 {
                line!(w, "os << \", \";");
            }
            line!(w, "os << \".{} = \";", member.name);
            if member.is_address() {
                line!(w, "printPtr(os, params.{});", member.name);
            } else {
                line!(w, "os << params.{};", member.name);
            }
        }
        line!(w, "os << \"}}\";");
        line!(w, "return os;");
    });
}
