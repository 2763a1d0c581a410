//! `--gen-llvmir-intrinsics`: operation definitions for LLVM intrinsics.

use regex_lite::Regex;
use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind, Options};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, line};

use crate::model::LlvmIntrinsic;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-llvmir-intrinsics",
    help: "Generate LLVM IR intrinsics",
    options: &[OptionGroup {
        heading: "Intrinsics Generator Options",
        options: &[OP_CLASS, ACCESS_GROUP, ALIAS_ANALYSIS, FILTER],
    }],
    run,
};

const OP_CLASS: BackendOption = BackendOption {
    name: "dialect-opclass-base",
    kind: OptionKind::Text { placeholder: "string", default: "LLVM_IntrOp" },
    help: "The base class for the ops in the dialect we are planning to emit",
};

const ACCESS_GROUP: BackendOption = BackendOption {
    name: "llvmir-intrinsics-access-group-regexp",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "Mark intrinsics that match the specified regexp as taking an access group metadata",
};

const ALIAS_ANALYSIS: BackendOption = BackendOption {
    name: "llvmir-intrinsics-alias-analysis-regexp",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "Mark intrinsics that match the specified regexp as taking alias.scopes, noalias, and tbaa metadata",
};

const FILTER: BackendOption = BackendOption {
    name: "llvmir-intrinsics-filter",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "Only keep the intrinsics with the specified substring in their record name",
};

const ACCESS_GROUP_ARGUMENT: &str = "OptionalAttr<LLVM_AccessGroupArrayAttr>:$access_groups";

const ALIAS_ANALYSIS_ARGUMENTS: [&str; 3] = [
    "OptionalAttr<LLVM_AliasScopeArrayAttr>:$alias_scopes",
    "OptionalAttr<LLVM_AliasScopeArrayAttr>:$noalias_scopes",
    "OptionalAttr<LLVM_TBAATagArrayAttr>:$tbaa",
];

/// An operation in printed form.
struct IntrinsicOp<'s> {
    definition: &'s str,
    name: String,
    /// The overloaded results and parameters, and the traits, between commas.
    results: String,
    parameters: String,
    traits: String,
    result_count: usize,
    has_access_group: bool,
    has_alias_analysis: bool,
    /// The arguments, each but the first after a comma.
    arguments: String,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let access_group = pattern(job.options, &ACCESS_GROUP)?;
    let alias_analysis = pattern(job.options, &ALIAS_ANALYSIS)?;
    let intrinsics = LlvmIntrinsic::all(job.store, job.options.text(&FILTER))?;
    let matches = |regex: &Option<Regex>, one: &LlvmIntrinsic<'_>| {
        regex.as_ref().is_some_and(|regex| regex.is_match(one.definition))
    };
    let operations = intrinsics.into_iter().map(|one| {
        let has_access_group = matches(&access_group, &one);
        let has_alias_analysis = matches(&alias_analysis, &one);
        IntrinsicOp::new(one, has_access_group, has_alias_analysis)
    });
    let operations: Vec<IntrinsicOp<'_>> = operations.collect();
    let class = job.options.text(&OP_CLASS);
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Operations for LLVM intrinsics", Some(source));
        line!(w, "include \"mlir/Dialect/LLVMIR/LLVMOpBase.td\"");
        line!(w, "include \"mlir/Interfaces/SideEffectInterfaces.td\"");
        line!(w);
        for operation in &operations {
            emit(operation, class, w);
        }
    })
}

fn pattern(options: &Options, option: &BackendOption) -> Result<Option<Regex>, Diagnostic> {
    let text = options.text(option);
    if text.is_empty() {
        return Ok(None);
    }
    let invalid = |_| {
        let message =
            format!("option '{}' is not a valid regular expression: '{text}'", option.name);
        Diagnostic::error_anywhere(Code::Mlir, message)
    };
    Regex::new(text).map(Some).map_err(invalid)
}

impl<'s> IntrinsicOp<'s> {
    fn new(
        one: LlvmIntrinsic<'s>,
        has_access_group: bool,
        has_alias_analysis: bool,
    ) -> IntrinsicOp<'s> {
        let mut arguments = vec!["LLVM_Type"; one.parameter_count];
        arguments.extend(has_access_group.then_some(ACCESS_GROUP_ARGUMENT));
        if has_alias_analysis {
            arguments.extend(ALIAS_ANALYSIS_ARGUMENTS);
        }
        let traits = [
            one.is_commutative.then_some("Commutative"),
            one.has_no_memory_effect.then_some("NoMemoryEffect"),
        ];
        IntrinsicOp {
            definition: one.short_definition(),
            results: list(&one.overloaded_results),
            parameters: list(&one.overloaded_parameters),
            traits: traits.into_iter().flatten().collect::<Vec<_>>().join(", "),
            result_count: one.result_count,
            has_access_group,
            has_alias_analysis,
            arguments: arguments.join(", "),
            name: one.name,
        }
    }
}

fn list(indices: &[usize]) -> String {
    indices.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

fn emit(operation: &IntrinsicOp<'_>, class: &str, w: &mut CppWriter) {
    let IntrinsicOp { definition, name, results, parameters, traits, result_count, .. } = operation;
    write!(
        w,
        "def LLVM_{definition} : {class}<\"{name}\", [{results}], [{parameters}], [{traits}], \
         {result_count}, "
    );
    let (access, alias) =
        (u8::from(operation.has_access_group), u8::from(operation.has_alias_analysis));
    let space = if operation.arguments.is_empty() { "" } else { " " };
    line!(w, "{access}, {alias}>, Arguments<(ins{space}{})>;", operation.arguments);
    line!(w);
}
