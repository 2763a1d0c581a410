//! `--gen-dfa-packetizer`: an automaton that decides whether VLIW instructions fit in the same packet.

use tablewright_backend::{Backend, Failure, Job, string_map_order};
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::automaton::{NondeterministicAutomaton, TooLarge};
use tablewright_target::schedule::packetizer::ModelPart;
use tablewright_target::schedule::packetizer::packetizers;
use tablewright_target::schedule::{CompleteModels, SchedModels};
use tablewright_target::target::target;
use tablewright_text::{
    AutomatonTables, AutomatonTransition, CppWriter, PathTerminator, line, text_block,
};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-dfa-packetizer",
    help: "Generate DFA Packetizer for VLIW targets",
    options: &[],
    run,
};

/// Numbers in a line.
const PER_LINE: usize = 32;

/// A packetizer for the itineraries in a namespace.
struct DfaPacketizer {
    namespace: String,
    /// By processor model and scheduling class, the action.
    actions: Vec<u32>,
    /// Processor models, with the offsets of their parts in `actions`.
    models: Vec<ModelPart>,
    /// Whether a function finds the part of a processor's model.
    maps_processors: bool,
    tables: AutomatonTables,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let target = target(job.store)?;
    let models: &SchedModels = job.analysis()?;
    job.analysis::<CompleteModels>()?;
    let mut dfa_packetizers = Vec::new();
    let maps_processors = job.store.release().has(Feature::PacketizersMapProcessors);
    let order = |namespaces: &[&str]| namespace_order(job.store, namespaces);
    for packetizer in packetizers(job.store, models, order)? {
        dfa_packetizers.push(DfaPacketizer {
            namespace: packetizer.namespace,
            actions: packetizer.stages,
            models: packetizer.models,
            maps_processors,
            tables: tables(job.store, *target, packetizer.automaton)?,
        });
    }
    job.write_cpp(|w| emit(target.name(), &dfa_packetizers, w))
}

/// Returns the order of the namespaces, as indices.
fn namespace_order(store: &RecordStore, namespaces: &[&str]) -> Vec<usize> {
    if !store.release().has(Feature::PacketizersOrderByName) {
        return (0..namespaces.len()).rev().collect();
    }
    let mut order = string_map_order(store);
    for namespace in namespaces {
        order.insert(namespace);
    }
    order.indices().collect()
}

fn tables(
    store: &RecordStore,
    target: Record<'_>,
    automaton: NondeterministicAutomaton,
) -> Result<AutomatonTables, FieldError> {
    let dfa = automaton.determinize().map_err(|TooLarge { limit }| {
        FieldError::new(
            Code::Itineraries,
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
    let terminator = if store.release().has(Feature::AutomataHaveBracedLists) {
        PathTerminator::Int
    } else {
        PathTerminator::UnsignedLongLong
    };
    Ok(AutomatonTables::new(
        dfa.described_size,
        dfa.state_count,
        transitions,
        &dfa.paths,
        terminator,
    ))
}

fn emit(target: &str, packetizers: &[DfaPacketizer], w: &mut CppWriter) {
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
        if packetizer.maps_processors {
            resource_index(&name, packetizer, w);
        }
        packetizer.tables.emit_size(w);
        packetizer.tables.emit(&name, "uint64_t", w, |w, action| write!(w, "{action}"));
        w.raw("} // end anonymous namespace\n\nnamespace llvm {\n");
        factory(target, packetizer, w);
    }
    w.raw("} // end namespace llvm\n");
}

fn indices(name: &str, packetizer: &DfaPacketizer, w: &mut CppWriter) {
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
    for model in &packetizer.models {
        line!(w, "  {}, // {}", model.start, model.name);
    }
    // End of the last model: the reader computes counts as differences between neighbours.
    line!(w, "  {}\n}};\n", packetizer.actions.len());
}

/// Writes the function that finds the part of a machine model by the number that its processors have.
fn resource_index(name: &str, packetizer: &DfaPacketizer, w: &mut CppWriter) {
    line!(w, "int {name}GetResourceIndex(unsigned ProcID) {{ ");
    line!(w, "  static const unsigned {name}ProcIdToProcResourceIdxTable[][2] = {{");
    // The first part belongs to `NoSchedModel`.
    for (index, model) in (1..).zip(&packetizer.models) {
        line!(w, "    {{ {},  {index} }}, // {}", model.processor_id, model.name);
    }
    text_block!(
        w,
        "
          }};
          auto It = llvm::lower_bound({name}ProcIdToProcResourceIdxTable, ProcID,
              [](const unsigned LHS[], unsigned Val) {{ return LHS[0] < Val; }});
          assert(*It[0] == ProcID);
          return (*It)[1];
        }}

        "
    );
}

fn factory(target: &str, packetizer: &DfaPacketizer, w: &mut CppWriter) {
    let namespace = &packetizer.namespace;
    let name = format!("{target}{namespace}");
    text_block!(
        w,
        "
        DFAPacketizer *{target}GenSubtargetInfo::create{namespace}DFAPacketizer(const InstrItineraryData *IID) const {{
          static Automaton<uint64_t> A(ArrayRef<{name}Transition>({name}Transitions), {name}TransitionInfo);
        "
    );
    let index = if packetizer.maps_processors {
        line!(w, "  unsigned Index = {name}GetResourceIndex(IID->SchedModel.ProcID);");
        "Index"
    } else {
        "IID->SchedModel.ProcID"
    };
    text_block!(
        w,
        "
          unsigned ProcResIdxStart = {name}ProcResourceIndexStart[{index}];
          unsigned ProcResIdxNum = {name}ProcResourceIndexStart[{index} + 1] - ProcResIdxStart;
          return new DFAPacketizer(IID, A, {{&{name}ResourceIndices[ProcResIdxStart], ProcResIdxNum}});

        }}

        "
    );
}
