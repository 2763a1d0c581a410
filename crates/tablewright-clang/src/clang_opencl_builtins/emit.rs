//! The output: declarations, tables, and two functions.

use tablewright_text::{CppWriter, append, text_block};

use super::model::{OpenclBuiltins, OpenclGroup, OpenclOverload};
use super::types::{GenericType, OpenclTypes, QualType};
use crate::support::opencl_functions::AccessQualifier;

pub(super) fn emit(builtins: &OpenclBuiltins<'_>, source: &str, w: &mut CppWriter) {
    w.file_header("Builtin functions of OpenCL", Some(source));
    w.raw("#include \"llvm/ADT/StringRef.h\"\nusing namespace clang;\n\n");
    w.raw("enum OpenCLTypeID {\n");
    for name in &builtins.types.names {
        append!(w, "  OCLT_", name, ",\n");
    }
    w.raw("};\n");
    w.raw(include_str!("declarations.inc"));
    emit_tables(builtins, w);
    emit_lookup(builtins, w);
    emit_qual_types(&builtins.types, w);
}

fn emit_tables(builtins: &OpenclBuiltins<'_>, w: &mut CppWriter) {
    w.raw("static const char *FunctionExtensionTable[] = {\n");
    for (i, extension) in builtins.extensions.iter().enumerate() {
        append!(w, "  // ", i, ": ", extension.record, "\n  \"", extension.names, "\",\n");
    }
    w.raw("};\n\nstatic const OpenCLTypeStruct TypeTable[] = {\n");
    for (i, ty) in builtins.types.table.iter().enumerate() {
        append!(w, "  // ", i, "\n  {OCLT_", ty.name, ", ", ty.width, ", ");
        for qualifier in ty.qualifiers {
            append!(w, u32::from(qualifier), ", ");
        }
        append!(w, access_enumerator(ty.access), ", ", ty.address_space, "},\n");
    }
    w.raw("};\n\nstatic const unsigned short SignatureTable[] = {\n");
    for signature in &builtins.signatures {
        append!(w, "  // ", signature.index, "\n  ");
        for &ty in &signature.types {
            append!(w, u32::from(ty), ", ");
        }
        w.raw("\n");
    }
    w.raw("};\n\nstatic const OpenCLBuiltinStruct BuiltinTable[] = {\n");
    for OpenclGroup { range, names, overloads } in &builtins.groups {
        append!(w, "  // ", range.index, ": ");
        for name in names {
            append!(w, name, ", ");
        }
        w.raw("\n");
        overloads.iter().for_each(|&overload| emit_overload(overload, builtins, w));
    }
    w.raw("};\n\n");
}

fn emit_overload(overload: OpenclOverload, builtins: &OpenclBuiltins<'_>, w: &mut CppWriter) {
    let signature = &builtins.signatures[overload.signature];
    let properties = &builtins.properties[overload.properties];
    append!(w, "  { ", signature.index, ", ", signature.types.len(), ", ");
    for bit in [properties.is_pure, properties.is_const, properties.is_convergent] {
        w.raw(if bit { "1, " } else { "0, " });
    }
    append!(w, properties.extension, ", ", properties.versions, " },\n");
}

fn emit_lookup(builtins: &OpenclBuiltins<'_>, w: &mut CppWriter) {
    w.raw("\n// The place of the overloads of a function in BuiltinTable, from 1 on, and how\n");
    w.raw("// many there are; <0, 0> if there is no such function.\n");
    w.raw("static std::pair<unsigned, unsigned> isOpenCLBuiltin(llvm::StringRef Name) {\n\n");
    w.indented(|w| w.string_matcher("Name", &builtins.matcher));
    w.raw("  return std::make_pair(0, 0);\n} // isOpenCLBuiltin\n");
}

/// Writes the function that converts a table type to Clang types.
fn emit_qual_types(types: &OpenclTypes<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "


        static QualType getOpenCLEnumType(Sema &S, llvm::StringRef Name);
        static QualType getOpenCLTypedefType(Sema &S, llvm::StringRef Name);

        // The types of Clang that a type of TypeTable stands for: several for a generic
        // type, else one. Without vectors and qualifiers first, which are added then.
        static void OCL2Qual(Sema &S, const OpenCLTypeStruct &Ty,
                             llvm::SmallVectorImpl<QualType> &QT) {{
          ASTContext &Context = S.Context;
          // Of a generic type: the number of its types without vectors, and the
          // sizes of vectors.
          unsigned GenTypeNumTypes;
          llvm::ArrayRef<unsigned> GenVectorSizes;
        "
    );
    for list in &types.vector_lists {
        append!(w, "  constexpr unsigned List", list.name, "[] = {");
        for &size in &list.sizes {
            append!(w, size, ", ");
        }
        w.raw("};\n");
    }
    w.raw("\n  switch (Ty.ID) {\n");
    emit_images(types, w);
    for generic in &types.generic {
        emit_generic_type(generic, w);
    }
    for scalar in &types.scalars {
        append!(w, "    case OCLT_", scalar.name, ":\n");
        emit_push(&scalar.ty, "QT", "", w);
        w.raw("      break;\n");
    }
    text_block!(
        w,
        "
          }} // end of switch (Ty.ID)

          // A generic type gets its vectors here.
          if (Ty.ID >= {}) {{
            for (unsigned I = 0; I < QT.size(); I++) {{
              // One element is a scalar.
              if (GenVectorSizes[I / GenTypeNumTypes] != 1) {{
                QT[I] = Context.getExtVectorType(QT[I],
                                  GenVectorSizes[I / GenTypeNumTypes]);
              }}
            }}
          }}
        ",
        types.first_generic
    );
    w.raw(include_str!("qualifiers.inc"));
}

fn emit_images(types: &OpenclTypes<'_>, w: &mut CppWriter) {
    for image in &types.images {
        append!(w, "    case OCLT_", image.name, ":\n      switch (Ty.AccessQualifier) {\n");
        append!(w, "        case OCLAQ_None:\n");
        append!(w, "          llvm_unreachable(\"Image without access qualifier\");\n");
        for (access, ty) in &image.by_access {
            append!(w, "        case ", access_enumerator(Some(*access)), ":\n");
            emit_push(ty, "QT", "    ", w);
            append!(w, "          break;\n");
        }
        append!(w, "      }\n      break;\n");
    }
}

fn emit_generic_type(ty: &GenericType<'_>, w: &mut CppWriter) {
    let GenericType { name, types, vector_list, size_count } = ty;
    append!(w, "    case OCLT_", name, ": {\n");
    append!(w, "      SmallVector<QualType, ", types.len(), "> TypeList;\n");
    for ty in types {
        emit_push(ty, "TypeList", "", w);
    }
    append!(w, "      GenTypeNumTypes = TypeList.size();\n");
    append!(w, "      QT.reserve(", size_count * types.len(), ");\n");
    append!(w, "      for (unsigned I = 0; I < ", size_count, "; I++) {\n");
    append!(w, "        QT.append(TypeList);\n      }\n");
    append!(w, "      GenVectorSizes = List", vector_list, ";\n      break;\n    }\n");
}

/// Adds a type to `list`, if its extensions are available.
fn emit_push(ty: &QualType<'_>, list: &str, indentation: &str, w: &mut CppWriter) {
    let QualType { expression, extensions } = ty;
    if extensions.is_empty() {
        append!(w, indentation, "      ", list, ".push_back(", expression, ");\n");
        return;
    }
    append!(w, indentation, "      if (");
    for (i, extension) in extensions.split(' ').enumerate() {
        append!(w, if i > 0 { " && " } else { "" });
        append!(w, "S.getPreprocessor().isMacroDefined(\"", extension, "\")");
    }
    append!(w, ") {\n", indentation, "        ", list, ".push_back(", expression, ");\n");
    append!(w, indentation, "      }\n");
}

fn access_enumerator(access: Option<AccessQualifier>) -> &'static str {
    match access {
        None => "OCLAQ_None",
        Some(AccessQualifier::ReadOnly) => "OCLAQ_ReadOnly",
        Some(AccessQualifier::WriteOnly) => "OCLAQ_WriteOnly",
        Some(AccessQualifier::ReadWrite) => "OCLAQ_ReadWrite",
    }
}
