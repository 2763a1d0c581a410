//! `--verify-openmp-ops`: checks that operations have the arguments and formats in their clauses. There is no output.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_syntax::diagnostic::Code;

use crate::model::{OpenMpFinding, OpenMpMissing, openmp_findings};

pub(crate) const BACKEND: Backend = Backend {
    name: "verify-openmp-ops",
    help: "Verify OpenMP operations (produce no output file)",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    for finding in openmp_findings(job.store)? {
        let message = message(&finding);
        match finding.missing {
            OpenMpMissing::Description => job.diagnostics.error(Code::Mlir, finding.pos, message),
            OpenMpMissing::Argument(_) | OpenMpMissing::Format(_) | OpenMpMissing::Declaration => {
                job.diagnostics.warning(Code::Mlir, finding.pos, message)
            }
        };
    }
    Ok(())
}

fn message(finding: &OpenMpFinding<'_>) -> String {
    let (what, advice) = match &finding.missing {
        OpenMpMissing::Argument(argument) => {
            (format!("argument '{argument}'"), "Consider `dag arguments = !con(clausesArgs, ...)`")
        }
        OpenMpMissing::Format(field) => {
            (format!("`{field}`"), "Consider concatenating `clauses[{Req,Opt}]AssemblyFormat`")
        }
        OpenMpMissing::Description => {
            ("`description`".to_owned(), "Consider concatenating `clausesDescription`")
        }
        OpenMpMissing::Declaration => (
            "`extraClassDeclaration`".to_owned(),
            "Consider concatenating `clausesExtraClassDeclaration`",
        ),
    };
    format!(
        "'{}' clause-defined {what} not present in operation. {advice} or explicitly skipping this field.",
        finding.clause
    )
}
