//! `--gen-openmp-clause-ops`: structs for clause operands and attributes, and for each operation the list of its clause
//! structs.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, line};

use crate::model::{
    OpenMpArgument, OpenMpArgumentKind, OpenMpClause, OpenMpElements, OpenMpOperation,
};
use crate::support::cpp;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-openmp-clause-ops",
    help: "Generate OpenMP clause operand structures",
    options: &[],
    run,
};

/// A clause's struct in printed form.
struct ClauseStruct<'s> {
    name: &'s str,
    /// C++ types and names.
    members: Vec<(String, String)>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let clauses = OpenMpClause::all(job.store)?;
    let operations = OpenMpOperation::all(job.store)?;
    for clause in &clauses {
        for argument in &clause.arguments {
            if has_unknown_elements(argument) {
                let message = format!(
                    "could not infer array-like attribute element type for argument '{}', will use bare `storageType`",
                    argument.name
                );
                job.diagnostics.push(Diagnostic::warning(Code::Mlir, Some(clause.pos), message));
            }
        }
    }
    let structs: Vec<ClauseStruct<'_>> = clauses.iter().map(ClauseStruct::new).collect();
    job.write_cpp(|w| {
        line!(w, "namespace mlir::omp {{");
        line!(w);
        for one in &structs {
            w.block(format_args!("struct {}ClauseOps", one.name), ";", |w| {
                for (ty, name) in &one.members {
                    line!(w, "{ty} {name};");
                }
            });
        }
        w.text_block(
            "

            namespace detail {
            template <typename... Mixins>
            struct Clauses : public Mixins... {};
            } // namespace detail
            ",
        );
        for operation in &operations {
            emit_operation(operation, w);
        }
        line!(w);
        line!(w, "}} // namespace mlir::omp");
    })
}

fn emit_operation(operation: &OpenMpOperation<'_>, w: &mut CppWriter) {
    line!(w);
    write!(w, "using {}Operands = detail::Clauses<", operation.name);
    for (i, clause) in operation.clauses.iter().enumerate() {
        write!(w, "{}{clause}ClauseOps", if i > 0 { ", " } else { "" });
    }
    line!(w, ">;");
}

fn has_unknown_elements(argument: &OpenMpArgument<'_>) -> bool {
    matches!(argument.kind, OpenMpArgumentKind::Attribute { elements: OpenMpElements::Unknown, .. })
}

impl<'s> ClauseStruct<'s> {
    fn new(clause: &OpenMpClause<'s>) -> ClauseStruct<'s> {
        let members = clause.arguments.iter();
        let members = members
            .map(|argument| (member_type(&argument.kind), cpp::camel_case(argument.name, false)));
        ClauseStruct { name: clause.name, members: members.collect() }
    }
}

fn member_type(kind: &OpenMpArgumentKind<'_>) -> String {
    match kind {
        OpenMpArgumentKind::Operand(operand) if operand.arity.is_variadic() => {
            "::llvm::SmallVector<::mlir::Value>".to_owned()
        }
        OpenMpArgumentKind::Operand(_) => "::mlir::Value".to_owned(),
        OpenMpArgumentKind::Attribute { class, elements } => match elements {
            OpenMpElements::Of(element) => format!("::llvm::SmallVector<{element}>"),
            OpenMpElements::None | OpenMpElements::Unknown => (*class).to_owned(),
        },
    }
}
