//! `--gen-dfa-packetizer`: which instructions of a VLIW processor go into one packet.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::automaton::{NondeterministicAutomaton, TooLarge};
use tablewright_target::schedule::packetizer::packetizers;
use tablewright_target::schedule::{CompleteModels, SchedModels};
use tablewright_target::target::target;
use tablewright_text::{AutomatonTables, AutomatonTransition, CppWriter, line, text_block};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-dfa-packetizer",
    help: "Generate DFA Packetizer for VLIW targets",
    options: &[],
    run,
};

/// How many numbers stand on a line.
const PER_LINE: usize = 32;

/// The packetizer of itineraries of one namespace.
struct Packetizer {
    namespace: String,
    /// By processor model and scheduling class, the action.
    actions: Vec<u32>,
    /// The processor models, and where their parts of `actions` begin.
    models: Vec<(String, usize)>,
    tables: AutomatonTables,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let target = target(job.store)?;
    let models: &SchedModels = job.analysis()?;
    job.analysis::<CompleteModels>()?;
    let mut found = Vec::new();
    for packetizer in packetizers(job.store, models)? {
        found.push(Packetizer {
            namespace: packetizer.namespace,
            actions: packetizer.stages,
            models: packetizer.models,
            tables: tables(*target, packetizer.automaton)?,
        });
    }
    job.write_cpp(|w| emit(target.name(), &found, w))
}

fn tables(
    target: Record<'_>,
    automaton: NondeterministicAutomaton,
) -> Result<AutomatonTables, FieldError> {
    let dfa = automaton.determinize().map_err(|TooLarge { limit }| {
        FieldError::new(
            Code::Scheduling,
            target,
            format!("the packetizer has more than {limit} transitions"),
        )
    })?;
    let transitions = dfa.transitions.iter().map(|t| AutomatonTransition {
        from: t.from,
        action: t.action,
        to: t.to,
        path: t.path,
    });
    Ok(AutomatonTables::new(dfa.described_size, dfa.state_count, transitions, &dfa.paths))
}

fn emit(target: &str, packetizers: &[Packetizer], w: &mut CppWriter) {
    w.file_header("Target DFA Packetizer Tables", None);
    w.raw("\n#include \"llvm/CodeGen/DFAPacketizer.h\"\n");
    w.raw("namespace llvm {\n");
    for packetizer in packetizers {
        // The tables are in an anonymous namespace, the functions in `llvm`, so it is closed and
        // opened again around each packetizer.
        w.raw("} // end namespace llvm\n\nnamespace {\n");
        let namespace = &packetizer.namespace;
        let name = format!("{target}{namespace}");
        indices(&name, packetizer, w);
        packetizer.tables.emit_size(w);
        packetizer.tables.emit(&name, "uint64_t", w, |w, action| write!(w, "{action}"));
        w.raw("} // end anonymous namespace\n\nnamespace llvm {\n");
        factory(target, namespace, w);
    }
    w.raw("} // end namespace llvm\n");
}

fn indices(name: &str, packetizer: &Packetizer, w: &mut CppWriter) {
    write!(w, "constexpr unsigned {name}ResourceIndices[] = {{");
    for line in packetizer.actions.chunks(PER_LINE) {
        w.raw("\n  ");
        for action in line {
            write!(w, "{action}, ");
        }
    }
    w.raw("\n};\n\n");
    line!(w, "constexpr unsigned {name}ProcResourceIndexStart[] = {{");
    line!(w, "  0, // NoSchedModel");
    for (model, start) in &packetizer.models {
        line!(w, "  {start}, // {model}");
    }
    // The end of the last model: the reader takes the difference of two neighbours as a count.
    line!(w, "  {}\n}};\n", packetizer.actions.len());
}

fn factory(target: &str, namespace: &str, w: &mut CppWriter) {
    let name = format!("{target}{namespace}");
    text_block!(
        w,
        "
        DFAPacketizer *{target}GenSubtargetInfo::create{namespace}DFAPacketizer(const InstrItineraryData *IID) const {{
          static Automaton<uint64_t> A(ArrayRef<{name}Transition>({name}Transitions), {name}TransitionInfo);
          unsigned ProcResIdxStart = {name}ProcResourceIndexStart[IID->SchedModel.ProcID];
          unsigned ProcResIdxNum = {name}ProcResourceIndexStart[IID->SchedModel.ProcID + 1] - ProcResIdxStart;
          return new DFAPacketizer(IID, A, {{&{name}ResourceIndices[ProcResIdxStart], ProcResIdxNum}});

        }}

        "
    );
}
