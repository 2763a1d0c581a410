//! `--gen-intrinsic-enums`: numbers for a target's intrinsics.

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_records::{Feature, RecordStore};
use tablewright_selection::intrinsics::{Intrinsic, Intrinsics};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, line};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-intrinsic-enums",
    help: "Generate intrinsic enums",
    options: &[OptionGroup { heading: "Options for -gen-intrinsic-enums", options: &[PREFIX] }],
    run,
};

const PREFIX: BackendOption = BackendOption {
    name: "intrinsic-prefix",
    kind: OptionKind::Text { placeholder: "target prefix", default: "" },
    help: "Generate intrinsics with this target prefix",
};

struct IntrinsicEnums<'s> {
    /// Target in capitals. `None` for target-independent intrinsics, which are only listed in a part of a file.
    target: Option<String>,
    /// Number of the first intrinsic; zero means no intrinsic.
    first_number: usize,
    intrinsics: Vec<IntrinsicEnumEntry<'s>>,
    /// Count of numbers, including the number for no intrinsic.
    number_count: usize,
    /// The enumerations that type signatures are computed with.
    kinds: Vec<Kinds<'s>>,
    layout: IntrinsicEnumLayout,
}

/// The file layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum IntrinsicEnumLayout {
    /// Nested namespaces.
    Nested,
    /// A single line for both namespaces. The comment on a number contains the definition's location.
    Located,
    /// As `Located`. Each section undefines its macro, and argument constraints are enumerations.
    Undefined,
}

struct IntrinsicEnumEntry<'s> {
    enum_name: &'s str,
    name: &'s str,
    /// Definition file and line.
    location: String,
}

/// An enumeration that type signatures are computed with.
struct Kinds<'s> {
    /// Record in the description.
    record: &'static str,
    /// Prefix for enumerators.
    prefix: &'static str,
    /// Enumerators with their codes. `None` if the description does not define them.
    codes: Option<Vec<(&'s str, String)>>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job)?;
    job.write_cpp(|w| emit(&model, w))
}

fn collect<'s>(job: &mut Job<'s>) -> Result<IntrinsicEnums<'s>, Failure> {
    let (store, prefix) = (job.store, job.options.text(&PREFIX));
    let all: &Intrinsics = job.analysis()?;
    let Some(target) = all.targets().iter().find(|target| target.prefix_text(store) == prefix)
    else {
        // The first entry contains the target-independent intrinsics.
        let prefixes = all.targets().iter().skip(1);
        let prefixes: Vec<&str> = prefixes.map(|target| target.prefix_text(store)).collect();
        let message = format!(
            "tried to generate intrinsics for unknown target {prefix}\n\
             Known targets are: {}\n",
            prefixes.join(", ")
        );
        return Err(Diagnostic::error_anywhere(Code::Intrinsics, message).into());
    };
    let entry = |intrinsic: &Intrinsic| IntrinsicEnumEntry {
        enum_name: intrinsic.enum_name(store),
        name: all.name(intrinsic),
        location: location(store, intrinsic),
    };
    let layout = if store.release().has(Feature::IntrinsicsHaveDefaultArguments) {
        IntrinsicEnumLayout::Undefined
    } else if store.release().has(Feature::IntrinsicTablesAreCompact) {
        IntrinsicEnumLayout::Located
    } else {
        IntrinsicEnumLayout::Nested
    };
    let kinds: &[(&str, &str)] = match layout {
        IntrinsicEnumLayout::Nested | IntrinsicEnumLayout::Located => &[("ArgKind", "AK_")],
        IntrinsicEnumLayout::Undefined => {
            &[("AnyKindVectorConstraint", "VC_"), ("AnyKindElementConstraint", "EC_")]
        }
    };
    let codes_of = |&(record, prefix)| Kinds { record, prefix, codes: codes(store, record) };
    Ok(IntrinsicEnums {
        target: (!prefix.is_empty()).then(|| prefix.to_ascii_uppercase()),
        first_number: target.first + 1,
        intrinsics: all.for_target(target).iter().map(entry).collect(),
        number_count: all.list().len() + 1,
        kinds: kinds.iter().map(codes_of).collect(),
        layout,
    })
}

/// Returns the fields in a record that the description uses to compute type signatures.
fn codes<'s>(store: &'s RecordStore, record: &str) -> Option<Vec<(&'s str, String)>> {
    let record = store.record(store.find_record(record)?);
    let kind =
        |field: tablewright_records::Field| (store.str(field.name), store.value_text(field.value));
    Some(record.fields().map(kind).collect())
}

/// Returns the name of the file that defines an intrinsic, without its folder, and the line.
fn location(store: &RecordStore, intrinsic: &Intrinsic) -> String {
    let (sources, pos) = (store.sources(), store.record(intrinsic.record).pos());
    let file = &sources.file(sources.file_of(pos)).name;
    let name = file.rsplit_once('/').map_or(&file[..], |(_, name)| name);
    format!("{name}:{}", sources.line_column(pos).line)
}

fn emit(model: &IntrinsicEnums<'_>, w: &mut CppWriter) {
    w.file_header("Intrinsic Function Source Fragment", None);
    match &model.target {
        Some(target) => header_of_target(model, target, w),
        None => parts(model, w),
    }
}

fn header_of_target(model: &IntrinsicEnums<'_>, target: &str, w: &mut CppWriter) {
    line!(w, "#ifndef LLVM_IR_INTRINSIC_{target}_ENUMS_H");
    line!(w, "#define LLVM_IR_INTRINSIC_{target}_ENUMS_H");
    let (begin, end) = match model.layout {
        IntrinsicEnumLayout::Nested => (
            "\nnamespace llvm {\nnamespace Intrinsic {\n",
            "} // namespace Intrinsic\n} // namespace llvm\n\n#endif\n",
        ),
        IntrinsicEnumLayout::Located => {
            ("namespace llvm::Intrinsic {\n", "} // namespace llvm::Intrinsic\n#endif\n\n")
        }
        IntrinsicEnumLayout::Undefined => {
            ("\nnamespace llvm::Intrinsic {\n\n", "\n} // namespace llvm::Intrinsic\n\n#endif")
        }
    };
    w.raw(begin);
    line!(w, "enum {target}Intrinsics : unsigned {{");
    numbers(model, w);
    line!(w, "}}; // enum");
    w.raw(end);
    match model.layout {
        IntrinsicEnumLayout::Nested | IntrinsicEnumLayout::Located => {}
        IntrinsicEnumLayout::Undefined => line!(w, " // LLVM_IR_INTRINSIC_{target}_ENUMS_H\n"),
    }
}

fn parts(model: &IntrinsicEnums<'_>, w: &mut CppWriter) {
    match model.layout {
        IntrinsicEnumLayout::Nested | IntrinsicEnumLayout::Located => {
            line!(w, "#ifdef GET_INTRINSIC_ENUM_VALUES");
            values(model, w);
            w.raw("#endif\n\n");
            w.raw("// llvm::Intrinsic::IITDescriptor::ArgKind\n");
            line!(w, "#ifdef GET_INTRINSIC_ARGKIND");
            for Kinds { record, prefix, codes } in &model.kinds {
                match codes {
                    Some(codes) => {
                        for (name, code) in codes {
                            line!(w, "    {prefix}{name} = {code},");
                        }
                    }
                    None => line!(w, "#error \"{record} is not defined\""),
                }
            }
            w.raw("#endif\n\n");
        }
        IntrinsicEnumLayout::Undefined => {
            w.guarded("GET_INTRINSIC_ENUM_VALUES", |w| {
                line!(w);
                values(model, w);
                line!(w);
            });
            w.guarded("GET_INTRINSIC_ANYKIND_ENUMS", |w| {
                line!(w);
                model.kinds.iter().for_each(|kinds| enumeration(kinds, w));
                line!(w);
            });
        }
    }
}

fn values(model: &IntrinsicEnums<'_>, w: &mut CppWriter) {
    numbers(model, w);
    line!(w, "    num_intrinsics = {}", model.number_count);
}

fn enumeration(kinds: &Kinds<'_>, w: &mut CppWriter) {
    let Kinds { record, prefix, codes } = kinds;
    let Some(codes) = codes else {
        line!(w, "#error \"{record} is not defined\"");
        return;
    };
    line!(w, "// llvm::Intrinsic::IITDescriptor::{record}");
    line!(w, "enum {record} {{");
    for (name, code) in codes {
        line!(w, "  {prefix}{name} = {code},");
    }
    line!(w, "}}; // {record}\n");
}

fn numbers(model: &IntrinsicEnums<'_>, w: &mut CppWriter) {
    match model.layout {
        IntrinsicEnumLayout::Nested => {
            line!(w, "// The function that each number stands for is named beside it")
        }
        IntrinsicEnumLayout::Located | IntrinsicEnumLayout::Undefined => {
            line!(w, "// Enum values for intrinsics.")
        }
    }
    let mut number = format!(" = {}", model.first_number);
    for IntrinsicEnumEntry { enum_name, name, location } in &model.intrinsics {
        let blanks = 40usize.saturating_sub(enum_name.len());
        write!(w, "    {enum_name}{number}, {:blanks$} // {name}", "");
        match model.layout {
            IntrinsicEnumLayout::Nested => line!(w),
            IntrinsicEnumLayout::Located | IntrinsicEnumLayout::Undefined => {
                line!(w, " ({location})")
            }
        }
        // C++ counts on from the first enumerator.
        number.clear();
    }
}
