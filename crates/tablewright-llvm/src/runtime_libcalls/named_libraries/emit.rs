//! Named libraries and tables about library calls as C++.

use tablewright_text::{CppWriter, line, text_block};

use super::super::emit_groups::{emit_group, emit_groups};
use super::super::libcall_impl::LibcallImpl;
use super::NamedLibraries;
use super::families::{LibcallFamilies, LibcallFamily};
use super::functions::{LibraryVariant, SetupFunction};
use super::signatures::LibcallSignatures;

/// Writes a guarded part. It begins with a blank line.
type EmitPart = fn(&str, &mut CppWriter, &mut dyn FnMut(&mut CppWriter));

const CLASS: &str = "RTLIB::RuntimeLibcallsInfo";

/// Target properties as parameters.
const TARGET: &str = "const llvm::Triple &TT, ExceptionHandling ExceptionModel, \
                      FloatABI::ABIType FloatABI, StringRef ABIName, LongDoubleFormat LongDoubleFormat";

/// Arguments for these parameters.
const TARGET_ARGUMENTS: &str = "TT, ExceptionModel, FloatABI, ABIName, LongDoubleFormat";

pub(in super::super) fn emit_enumerations(model: &NamedLibraries<'_>, w: &mut CppWriter) {
    line!(w);
    model.signatures.signatures.emit_types(w);
    line!(w);
    w.block("enum class RuntimeLibrary : unsigned char", ";", |w| {
        line!(w, "UnknownLibrary = 0,");
        for name in &model.names {
            line!(w, "{name},");
        }
    });
}

/// Writes the parts after the library call names.
pub(in super::super) fn emit_parts_after_names(
    model: &NamedLibraries<'_>,
    impls: &[LibcallImpl<'_>],
    emit_part: EmitPart,
    w: &mut CppWriter,
) {
    let (signatures, families) = (&model.signatures, &model.families);
    emit_part("GET_INIT_RUNTIME_LIBCALL_SIGNATURES", w, &mut |w| emit_signatures(signatures, w));
    emit_part("GET_RUNTIME_LIBCALL_MASKED_VECTOR_LIBCALL_MAPPING", w, &mut |w| {
        let with_mask = signatures.masked.iter().copied();
        emit_mapping("getUnmaskedVectorLibcall", with_mask, w);
        let without_mask = signatures.masked.iter().map(|&(masked, unmasked)| (unmasked, masked));
        emit_mapping("getMaskedVectorLibcall", without_mask, w);
    });
    emit_part("GET_RUNTIME_LIBCALLS_INFO_MEMBER_DECLS", w, &mut |w| emit_declarations(model, w));
    emit_part("GET_RUNTIME_LIBCALLS_INFO", w, &mut |w| {
        for function in &model.functions {
            emit_setup_function(function, impls, w);
        }
        emit_default_calling_convs(model, w);
        emit_default_libraries(model, w);
        emit_library_dispatch(model, w);
    });
    emit_part("GET_RUNTIME_LIBCALL_FP_SELECTOR_DECLS", w, &mut |w| {
        for family in &families.families {
            line!(w, "LLVM_ABI Libcall get{}(EVT VT);", family.name);
        }
        line!(w);
    });
    emit_part("GET_RUNTIME_LIBCALL_FP_SELECTORS", w, &mut |w| {
        families.families.iter().for_each(|family| emit_selector(family, w));
    });
    emit_part("GET_RUNTIME_LIBCALL_INTRINSIC_TO_LIBCALL", w, &mut |w| {
        emit_intrinsics(families, w);
    });
}

fn emit_signatures(model: &LibcallSignatures<'_>, w: &mut CppWriter) {
    model.signatures.emit_table(&format!("const FuncArgTypeID {CLASS}::SignatureTable"), w);
    line!(w);
    w.block(format!("const uint16_t {CLASS}::SignatureOffset[] ="), ";", |w| {
        for (offset, name) in &model.offsets {
            line!(w, "{offset}, // {name}");
        }
    });
    line!(w);
}

/// Writes a function from a library call to another.
fn emit_mapping<'s>(
    function: &str,
    pairs: impl Iterator<Item = (&'s str, &'s str)>,
    w: &mut CppWriter,
) {
    line!(w, "RTLIB::Libcall {CLASS}::{function}(RTLIB::Libcall LC) {{");
    line!(w, "  switch (LC) {{");
    for (from, to) in pairs {
        line!(w, "  case RTLIB::{from}:");
        line!(w, "    return RTLIB::{to};");
    }
    emit_unknown_default(w);
}

/// Writes the end: a `switch` default that returns no library call.
fn emit_unknown_default(w: &mut CppWriter) {
    w.text_block(
        "
          default:
            return RTLIB::UNKNOWN_LIBCALL;
          }
        }

        ",
    );
}

fn emit_declarations(model: &NamedLibraries<'_>, w: &mut CppWriter) {
    for SetupFunction { name, .. } in &model.functions {
        line!(w, "void setAvailableLibFuncs_{name}({TARGET}, CallingConv::ID DefaultCC);");
    }
    line!(w, "bool setAvailableLibraryLibcalls(RTLIB::RuntimeLibrary Library, {TARGET});");
    line!(w, "static CallingConv::ID getDefaultLibcallCallingConv({TARGET});");
    line!(w);
}

fn emit_setup_function(function: &SetupFunction<'_>, impls: &[LibcallImpl<'_>], w: &mut CppWriter) {
    write!(w, "void llvm::{CLASS}::setAvailableLibFuncs_{}", function.name);
    line!(w, "({TARGET}, CallingConv::ID DefaultCC) {{");
    if let Some(group) = &function.common {
        emit_group(group, impls, "  ", w);
    }
    for variant in &function.variants {
        emit_variant(variant, impls, w);
    }
    for exclusion in &function.exclusions {
        w.raw("\n  if (");
        w.raw(&exclusion.condition);
        w.raw(") {\n");
        for &index in &exclusion.impls {
            let LibcallImpl { name, symbol, .. } = &impls[index];
            line!(w, "    setUnavailable(RTLIB::impl_{name}); // {symbol}");
        }
        line!(w, "  }}");
    }
    for variant in &function.later_variants {
        emit_variant(variant, impls, w);
    }
    line!(w, "}}\n");
}

fn emit_variant(variant: &LibraryVariant<'_>, impls: &[LibcallImpl<'_>], w: &mut CppWriter) {
    if variant.condition.is_empty() {
        w.raw("  {\n");
    } else {
        w.raw("  if (");
        w.raw(&variant.condition);
        w.raw(") {\n");
    }
    emit_groups(&variant.groups, impls, "    ", w);
    w.raw("  }\n");
}

fn emit_default_calling_convs(model: &NamedLibraries<'_>, w: &mut CppWriter) {
    line!(w, "CallingConv::ID llvm::{CLASS}::getDefaultLibcallCallingConv({TARGET}) {{");
    for system in &model.systems {
        if let Some(calling_conv) = system.calling_conv {
            w.raw("  if (");
            w.raw(&system.condition);
            w.raw(") {\n    return ");
            w.raw(calling_conv);
            w.raw(";\n  }\n");
        }
    }
    line!(w, "  return CallingConv::C;\n}}\n");
}

fn emit_default_libraries(model: &NamedLibraries<'_>, w: &mut CppWriter) {
    write!(w, "ArrayRef<RTLIB::RuntimeLibrary> llvm::{CLASS}::getDefaultRuntimeLibraries");
    line!(w, "(const llvm::Triple &TT) {{");
    for system in model.systems.iter().filter(|system| !system.libraries.is_empty()) {
        w.raw("  if (");
        w.raw(&system.condition);
        w.raw(") {\n    static constexpr RTLIB::RuntimeLibrary Libs[] = {\n");
        for library in &system.libraries {
            line!(w, "      RTLIB::RuntimeLibrary::{library},");
        }
        w.raw("    };\n    return Libs;\n  }\n");
    }
    line!(w, "  return {{}};\n}}\n");
}

fn emit_library_dispatch(model: &NamedLibraries<'_>, w: &mut CppWriter) {
    write!(w, "bool llvm::{CLASS}::setAvailableLibraryLibcalls(RTLIB::RuntimeLibrary Library, ");
    line!(w, "{TARGET}) {{");
    write!(w, "  const CallingConv::ID DefaultCC = ");
    line!(w, "getDefaultLibcallCallingConv({TARGET_ARGUMENTS});");
    line!(w, "  switch (Library) {{");
    for case in &model.cases {
        line!(w, "  case RTLIB::RuntimeLibrary::{}:", case.library);
        for (condition, function) in &case.isolated {
            w.raw("    if (");
            w.raw(condition);
            w.raw(") {\n");
            emit_call(function, "      ", w);
            w.raw("    }\n");
        }
        emit_call(&case.library, "    ", w);
    }
    line!(w, "  default:\n    return false;\n  }}\n}}\n\n");
}

/// Writes the call that sets up a library.
fn emit_call(function: &str, indent: &str, w: &mut CppWriter) {
    line!(w, "{indent}setAvailableLibFuncs_{function}({TARGET_ARGUMENTS}, DefaultCC);");
    line!(w, "{indent}return true;");
}

fn emit_selector(family: &LibcallFamily<'_>, w: &mut CppWriter) {
    line!(w, "RTLIB::Libcall llvm::RTLIB::get{}(EVT VT) {{", family.name);
    if !family.vectors.is_empty() {
        w.text_block(
            "
              if (VT.isVector()) {
                if (!VT.isSimple())
                  return RTLIB::UNKNOWN_LIBCALL;
                switch (VT.getSimpleVT().SimpleTy) {
            ",
        );
        for (ty, libcall) in &family.vectors {
            line!(w, "    case MVT::{ty}:");
            line!(w, "      return RTLIB::{libcall};");
        }
        line!(w, "    default:\n      return RTLIB::UNKNOWN_LIBCALL;\n    }}\n  }}");
    }
    write!(w, "  return getFPLibCall(VT");
    for scalar in &family.scalars {
        write!(w, ", RTLIB::{}", scalar.libcall.as_deref().unwrap_or("UNKNOWN_LIBCALL"));
    }
    line!(w, ");\n}}\n");
}

fn emit_intrinsics(model: &LibcallFamilies<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "
        RTLIB::Libcall llvm::{CLASS}::getLibcallForIntrinsic(Intrinsic::ID ID, FunctionType *FTy) {{
          Type *Ty = FTy->getReturnType();
          if (!Ty->isFloatingPointTy()) {{
            for (Type *ParamTy : FTy->params()) {{
              if (ParamTy->isFloatingPointTy()) {{
                Ty = ParamTy;
                break;
              }}
            }}
          }}
          if (!Ty->isFloatingPointTy())
            return RTLIB::UNKNOWN_LIBCALL;
          switch (ID) {{
        "
    );
    for (intrinsics, family) in &model.intrinsics {
        for intrinsic in intrinsics {
            line!(w, "  case Intrinsic::{intrinsic}:");
        }
        for scalar in &model.families[*family].scalars {
            if let Some(libcall) = &scalar.libcall {
                line!(w, "    if (Ty->{}())\n      return RTLIB::{libcall};", scalar.check);
            }
        }
        line!(w, "    return RTLIB::UNKNOWN_LIBCALL;");
    }
    emit_unknown_default(w);
}
