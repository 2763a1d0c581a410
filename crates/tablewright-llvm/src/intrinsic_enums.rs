//! `--gen-intrinsic-enums`: the numbers of the intrinsics of a target.

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::intrinsics::{Intrinsic, Intrinsics};
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
    /// The target, in capitals; none for the intrinsics of no target, which are listed in a part
    /// of a file only.
    target: Option<String>,
    /// The number of the first intrinsic; zero is no intrinsic.
    first_number: usize,
    intrinsics: Vec<Entry<'s>>,
    /// How many numbers are taken in all, that of no intrinsic included.
    number_count: usize,
    /// The kinds of arguments with their codes, where the description defines them.
    argument_kinds: Option<Vec<(&'s str, String)>>,
}

struct Entry<'s> {
    enum_name: &'s str,
    name: &'s str,
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
        // The first entry is that of the intrinsics of no target.
        let prefixes = all.targets().iter().skip(1);
        let prefixes: Vec<&str> = prefixes.map(|target| target.prefix_text(store)).collect();
        let message = format!(
            "tried to generate intrinsics for unknown target {prefix}\n\
             Known targets are: {}\n",
            prefixes.join(", ")
        );
        return Err(Diagnostic::error_anywhere(Code::Intrinsics, message).into());
    };
    let entry = |intrinsic: &Intrinsic| Entry {
        enum_name: intrinsic.enum_name(store),
        name: all.name(intrinsic),
    };
    Ok(IntrinsicEnums {
        target: (!prefix.is_empty()).then(|| prefix.to_ascii_uppercase()),
        first_number: target.first + 1,
        intrinsics: all.of_target(target).iter().map(entry).collect(),
        number_count: all.list().len() + 1,
        argument_kinds: argument_kinds(store),
    })
}

/// The fields of the record `ArgKind`, which the description computes type signatures with.
fn argument_kinds(store: &RecordStore) -> Option<Vec<(&str, String)>> {
    let record = store.record(store.find_record("ArgKind")?);
    let kind =
        |field: tablewright_records::Field| (store.str(field.name), store.value_text(field.value));
    Some(record.fields().map(kind).collect())
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
    line!(w);
    line!(w, "namespace llvm {{");
    line!(w, "namespace Intrinsic {{");
    line!(w, "enum {target}Intrinsics : unsigned {{");
    numbers(model, w);
    line!(w, "}}; // enum");
    line!(w, "}} // namespace Intrinsic");
    line!(w, "}} // namespace llvm");
    line!(w);
    line!(w, "#endif");
}

fn parts(model: &IntrinsicEnums<'_>, w: &mut CppWriter) {
    line!(w, "#ifdef GET_INTRINSIC_ENUM_VALUES");
    numbers(model, w);
    line!(w, "    num_intrinsics = {}", model.number_count);
    w.raw("#endif\n\n");
    w.raw("// llvm::Intrinsic::IITDescriptor::ArgKind\n");
    line!(w, "#ifdef GET_INTRINSIC_ARGKIND");
    match &model.argument_kinds {
        Some(kinds) => {
            for (name, code) in kinds {
                line!(w, "    AK_{name} = {code},");
            }
        }
        None => line!(w, "#error \"ArgKind is not defined\""),
    }
    w.raw("#endif\n\n");
}

fn numbers(model: &IntrinsicEnums<'_>, w: &mut CppWriter) {
    line!(w, "// The function that each number stands for is named beside it");
    let mut number = format!(" = {}", model.first_number);
    for Entry { enum_name, name } in &model.intrinsics {
        let blanks = 40usize.saturating_sub(enum_name.len());
        line!(w, "    {enum_name}{number}, {:blanks$} // {name}", "");
        // C++ counts on from the first enumerator.
        number.clear();
    }
}
