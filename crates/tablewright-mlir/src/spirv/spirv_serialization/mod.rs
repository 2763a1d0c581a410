//! `--gen-spirv-serialization`: functions that write operations as instructions of SPIR-V, and read them.

mod reader;
mod writer;

use tablewright_backend::{Backend, Failure, Job, string_map_order};
use tablewright_records::{Feature, RecordStore};
use tablewright_text::{CppWriter, line};

use crate::model::{SpirvCode, SpirvInstruction, SpirvOperand};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-spirv-serialization",
    help: "Generate SPIR-V (de)serialization utilities and functions",
    options: &[],
    run,
};

/// How the functions find the attributes of an operation.
#[derive(Clone, Copy)]
enum AttributeAccess {
    /// By name, among all attributes.
    Names,
    /// Inherent attributes by their getters; the others are discardable.
    Getters,
}

/// The instructions of an extended set, by number with their C++ classes.
struct ExtensionSet<'s> {
    name: &'s str,
    instructions: Vec<(i64, String)>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let instructions = SpirvInstruction::all(job.store)?;
    let sets = extension_sets(job.store, &instructions);
    let access = if job.store.release().has(Feature::SpirvAttributesHaveGetters) {
        AttributeAccess::Getters
    } else {
        AttributeAccess::Names
    };
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("SPIR-V Serialization Utilities/Functions", Some(source));
        if_defined("GET_SERIALIZATION_FNS", w, |w| writer::emit(&instructions, access, w));
        if_defined("GET_DESERIALIZATION_FNS", w, |w| {
            reader::emit(&instructions, access, w);
            emit_sets(&sets, w);
        });
    })
}

fn if_defined(name: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    line!(w, "#ifdef {name}");
    line!(w);
    body(w);
    line!(w, "#endif // {name}");
    line!(w);
}

/// Whether an instruction has nothing but single values.
fn is_plain(operands: &[SpirvOperand<'_>]) -> bool {
    operands.iter().all(|operand| match operand {
        SpirvOperand::Values { is_variable, .. } => !is_variable,
        SpirvOperand::Attribute { .. } => false,
    })
}

/// Returns the sets in the reference's hash table order.
fn extension_sets<'s>(
    store: &RecordStore,
    instructions: &[SpirvInstruction<'s>],
) -> Vec<ExtensionSet<'s>> {
    let mut sets: Vec<ExtensionSet<'s>> = Vec::new();
    let mut order = string_map_order(store);
    for one in instructions {
        let SpirvCode::Extension { set, number } = one.code else { continue };
        let index = order.insert(set);
        if index == sets.len() {
            sets.push(ExtensionSet { name: set, instructions: Vec::new() });
        }
        sets[index].instructions.push((number, one.operation.qualified_class()));
    }
    let indices: Vec<usize> = order.indices().collect();
    let mut sets: Vec<Option<ExtensionSet<'s>>> = sets.into_iter().map(Some).collect();
    indices.into_iter().filter_map(|index| sets[index].take()).collect()
}

fn emit_sets(sets: &[ExtensionSet<'_>], w: &mut CppWriter) {
    let head = "LogicalResult spirv::Deserializer::dispatchToExtensionSetAutogenDeserialization(\
                StringRef extensionSetName, uint32_t instructionID, ArrayRef<uint32_t> words)";
    w.block(head, "", |w| {
        for set in sets {
            w.block(format_args!("if (extensionSetName == \"{}\")", set.name), "", |w| {
                line!(w, "switch (instructionID) {{");
                for (number, class) in &set.instructions {
                    line!(w, "case {number}:");
                    line!(w, "  return processOp<{class}>(words);");
                }
                w.text_block(
                    "
                    default:
                      return emitError(unknownLoc, \"unhandled deserializations of \") << instructionID << \" from extension set \" << extensionSetName;
                    }
                    ",
                );
            });
        }
        line!(
            w,
            "return emitError(unknownLoc, \"unhandled deserialization of extended instruction set \
             extensionSetName\");"
        );
    });
}
