//! ARM's architectures, extensions and processors as C++.

use std::fmt;

use tablewright_text::{CppWriter, StringTable, line};

use super::model::{AArch64, Architecture, ArmTargetText, TargetDef, VersionEnables};

pub(super) fn emit(model: &TargetDef<'_>, w: &mut CppWriter) {
    w.raw("// Automatically generated file, do not edit!\n\n");
    emit_macro_calls("ARM_PROCESSOR_FAMILY", &model.processor_families, w);
    emit_macro_calls("ARM_ARCHITECTURE", &model.architectures, w);
    let Some(aarch64) = &model.aarch64 else { return };
    emit_part("EMIT_ARCHEXTKIND_ENUM", w, |w| emit_extension_numbers(aarch64, w));
    emit_part("EMIT_EXTENSIONS", w, |w| emit_extensions(aarch64, w));
    emit_part("EMIT_FMV_INFO", w, |w| emit_function_versions(aarch64, w));
    emit_part("EMIT_EXTENSION_DEPENDENCIES", w, |w| emit_dependencies(aarch64, w));
    emit_part("EMIT_ARCHITECTURES", w, |w| match &aarch64.strings {
        Some(_) => emit_architecture_array(aarch64, w),
        None => emit_architectures(aarch64, w),
    });
    emit_part("EMIT_CPU_ALIAS", w, |w| emit_processor_aliases(aarch64, w));
    emit_part("EMIT_CPU_INFO", w, |w| emit_processors(aarch64, w));
    if let Some(strings) = &aarch64.strings {
        emit_part("EMIT_STRTAB", w, |w| emit_strings(strings, w));
    }
}

fn emit_strings(strings: &StringTable, w: &mut CppWriter) {
    w.string_table_definition("StrTab", strings);
}

impl fmt::Display for ArmTargetText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArmTargetText::Literal(text) => write!(f, "\"{text}\""),
            ArmTargetText::Offset(offset) => write!(f, "{offset}"),
        }
    }
}

/// Writes a macro call for each of `values`.
fn emit_macro_calls(name: &str, values: &[&str], w: &mut CppWriter) {
    line!(w, "#ifndef {name}");
    line!(w, "#define {name}(ENUM)");
    w.raw("#endif\n\n");
    for value in values {
        line!(w, "{name}({value})");
    }
    line!(w);
    line!(w, "#undef {name}");
    line!(w);
}

/// Writes a part of the file that is included only if the macro `name` is defined.
fn emit_part(name: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    w.if_defined(name, |w| {
        body(w);
        line!(w, "#undef {name}");
    });
}

fn emit_extension_numbers(model: &AArch64<'_>, w: &mut CppWriter) {
    w.block("enum ArchExtKind : unsigned", ";", |w| {
        for extension in &model.extensions {
            line!(w, "{},", extension.enumerator);
        }
        line!(w, "AEK_NUM_EXTENSIONS");
    });
}

fn emit_extensions(model: &AArch64<'_>, w: &mut CppWriter) {
    w.block("inline constexpr ExtensionInfo Extensions[] =", ";", |w| {
        for extension in &model.extensions {
            let alias = match &extension.visible_alias {
                ArmTargetText::Literal(alias) if alias.is_empty() => "{}".to_owned(),
                alias @ (ArmTargetText::Literal(_) | ArmTargetText::Offset(_)) => alias.to_string(),
            };
            line!(
                w,
                "{{{}, {alias}, AArch64::{}, {}, {}, {}, {}}},",
                extension.visible_name,
                extension.enumerator,
                extension.arch_feature,
                extension.description,
                extension.positive,
                extension.negative,
            );
        }
    });
}

fn emit_function_versions(model: &AArch64<'_>, w: &mut CppWriter) {
    let head = "const std::vector<llvm::AArch64::FMVInfo>& llvm::AArch64::getFMVInfo()";
    w.block(head, "", |w| {
        line!(w, "static std::vector<FMVInfo> I;");
        line!(w, "if(I.size()) return I;");
        line!(w, "I.reserve({});", model.function_versions.len());
        for version in &model.function_versions {
            let arguments = match &version.enables {
                VersionEnables::Features { bit, backend_features, priority } => {
                    format!("{bit}, \"{backend_features}\", {priority}")
                }
                VersionEnables::Extension { bit, priority_bit, extension } => {
                    format!("{bit}, {priority_bit}, {extension}")
                }
                VersionEnables::Nothing { priority_bit } => {
                    format!("std::nullopt, {priority_bit}, std::nullopt")
                }
            };
            line!(w, "I.emplace_back(\"{}\", {arguments});", version.name);
        }
        line!(w, "return I;");
    });
}

fn emit_dependencies(model: &AArch64<'_>, w: &mut CppWriter) {
    w.block("inline constexpr ExtensionDependency ExtensionDependencies[] =", ";", |w| {
        for (earlier, later) in &model.dependencies {
            line!(w, "{{{earlier}, {later}}},");
        }
        // Required by the format: the tools expect a feature between these two that is not an extension.
        line!(w, "{{AEK_RCPC, AEK_RCPC3}},");
    });
}

fn emit_architectures(model: &AArch64<'_>, w: &mut CppWriter) {
    for architecture in &model.architectures {
        let head = format!("inline constexpr ArchInfo {} =", architecture.cpp_name);
        w.block(head, ";", |w| emit_architecture(architecture, w));
    }
    line!(w);
    line!(w, "/// All architectures");
    let count = model.architectures.len();
    let head = format!("static constexpr std::array<const ArchInfo *, {count}> ArchInfos =");
    w.block(head, ";", |w| {
        for architecture in &model.architectures {
            line!(w, "&{},", architecture.cpp_name);
        }
    });
}

/// Writes the contents of an architecture's braces.
fn emit_architecture(architecture: &Architecture<'_>, w: &mut CppWriter) {
    line!(w, "VersionTuple{{{}, {}}},", architecture.major, architecture.minor);
    line!(w, "{}Profile,", architecture.profile.to_ascii_uppercase());
    line!(w, "{},", architecture.name);
    line!(w, "{},", architecture.positive);
    w.raw("  (AArch64::ExtensionBitset({");
    for extension in &architecture.default_extensions {
        write!(w, "AArch64::{extension}, ");
    }
    w.raw("}))\n");
}

/// Writes all architectures as an array, and a name for each element.
fn emit_architecture_array(model: &AArch64<'_>, w: &mut CppWriter) {
    line!(w, "/// All architectures");
    let count = model.architectures.len();
    line!(w, "inline constexpr std::array<ArchInfo, {count}> ArchInfos = {{{{");
    for architecture in &model.architectures {
        w.block("", ",", |w| emit_architecture(architecture, w));
    }
    line!(w, "}}}};");
    for (index, architecture) in model.architectures.iter().enumerate() {
        let name = &architecture.cpp_name;
        line!(w, "static constexpr const ArchInfo &{name} = ArchInfos[{index}];");
    }
}

fn emit_processor_aliases(model: &AArch64<'_>, w: &mut CppWriter) {
    w.block("inline constexpr Alias CpuAliases[] =", ";", |w| {
        for (name, alias) in &model.processor_aliases {
            line!(w, "{{ {name}, {alias} }},");
        }
    });
}

fn emit_processors(model: &AArch64<'_>, w: &mut CppWriter) {
    w.block("inline constexpr CpuInfo CpuInfos[] =", ";", |w| {
        for processor in &model.processors {
            line!(w, "{{");
            line!(w, "  {},", processor.name);
            match &processor.name {
                ArmTargetText::Literal(_) => line!(w, "  {},", processor.architecture),
                ArmTargetText::Offset(_) => {
                    let index = processor.architecture_index;
                    line!(w, "  {index} /* {} */,", processor.architecture);
                }
            }
            line!(w, "  AArch64::ExtensionBitset({{");
            for extension in &processor.extensions {
                line!(w, "    AArch64::{extension},");
            }
            line!(w, "  }})");
            line!(w, "}},");
        }
    });
}
