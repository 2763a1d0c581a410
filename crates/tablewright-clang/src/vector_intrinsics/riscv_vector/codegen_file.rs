//! Code generation for builtin calls: `switch` cases, merged if their code is equal.

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_backend::{Failure, Job};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, append};

use super::builtin_names::BuiltinNames;
use super::intrinsics::{
    BuiltinName, Policy, RequiredExtensions, RvvBuiltin, RvvIntrinsic, SegmentSew,
};
use super::reader;
use crate::vector_intrinsics::case_labels::emit_case_labels;
use crate::vector_intrinsics::family::IntrinsicFamily::RiscvVector;

/// Builtins with a common body.
struct BuiltinGroup<'s> {
    names: Vec<BuiltinName<'s>>,
    ir_name: &'s str,
    /// The number of fields; `None` for a single field.
    nf: Option<u32>,
    policy: Policy,
    /// A matrix multiplication's widening factor; 0 for none.
    twiden: u32,
    segment_sew: Option<SegmentSewCode>,
    code: BuiltinGroupCode<'s>,
}

/// The code that sets a segment's element width.
enum SegmentSewCode {
    /// The logarithm itself.
    Log2(u32),
    /// The logarithm of the pointee's width, for the argument with this number.
    OfPointee(usize),
}

enum BuiltinGroupCode<'s> {
    Manual { is_masked: bool, code: &'s str },
    Generated { steps: Vec<&'static str>, intrinsic_types: Vec<i64>, has_vl: bool },
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let intrinsics = reader::collect(job.store)?;
    let groups = collect(&intrinsics)?;
    job.write_cpp(|w| emit(&groups, w))
}

fn share_body(a: &RvvBuiltin<'_, '_>, b: &RvvBuiltin<'_, '_>) -> bool {
    a.ir_name() == b.ir_name()
        && a.of.codegen.manual == b.of.codegen.manual
        && a.of.segment_sew == b.of.segment_sew
        && a.of.twiden == b.of.twiden
        && a.policy == b.policy
}

fn collect<'s>(intrinsics: &[RvvIntrinsic<'s>]) -> Result<Vec<BuiltinGroup<'s>>, Diagnostic> {
    let legal = intrinsics.iter().filter(|intrinsic| intrinsic.instances().next().is_some());
    let mut builtins: Vec<RvvBuiltin<'_, 's>> = legal.flat_map(RvvIntrinsic::builtins).collect();
    let ranks = ranks(&builtins);
    builtins.sort_by_cached_key(|builtin| ranks[builtin.ir_name()] << 2 | builtin.policy.rank());
    let mut groups = Vec::new();
    let mut names = Vec::new();
    // The first builtin with each name, indexed by name number.
    let mut first: Vec<&RvvBuiltin<'_, 's>> = Vec::new();
    let mut numbers = BuiltinNames::default();
    let mut upcoming = builtins.iter().peekable();
    while let Some(builtin) = upcoming.next() {
        let name = builtin.name();
        match first.get(numbers.number(name)) {
            Some(first) => check_same(first, builtin)?,
            None => {
                first.push(builtin);
                names.push(name);
            }
        }
        let is_last = upcoming.peek().is_none_or(|next| !share_body(builtin, next));
        if is_last {
            // The last builtin of a group determines the body.
            groups.push(group(std::mem::take(&mut names), builtin)?);
        }
    }
    if groups.is_empty() {
        let message = "no intrinsic has a type that exists";
        return Err(Diagnostic::error_anywhere(Code::IntrinsicPrototypes, message));
    }
    Ok(groups)
}

/// Ranks the LLVM intrinsic names, since there are fewer of them than builtins.
fn ranks<'s>(builtins: &[RvvBuiltin<'_, 's>]) -> FxHashMap<&'s str, usize> {
    let names: FxHashSet<&str> = builtins.iter().map(RvvBuiltin::ir_name).collect();
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_unstable();
    names.into_iter().enumerate().map(|(rank, name)| (name, rank)).collect()
}

/// Checks that builtins with the same name differ only in their types.
fn check_same(first: &RvvBuiltin<'_, '_>, second: &RvvBuiltin<'_, '_>) -> Result<(), Diagnostic> {
    let (a, b) = (first.of, second.of);
    let difference = if first.ir_name() != second.ir_name() {
        "IRName"
    } else if a.codegen.manual != b.codegen.manual {
        "ManualCodegen"
    } else if first.is_masked != second.is_masked {
        "isMasked"
    } else if a.flags.has_vl != b.flags.has_vl {
        "hasVL"
    } else if first.scheme() != second.scheme() {
        "getPolicyScheme"
    } else if first.intrinsic_types() != second.intrinsic_types() {
        "IntrinsicTypes"
    } else {
        return Ok(());
    };
    let message = format!("Builtin with same name has different {difference}");
    let mut error = Diagnostic::error_anywhere(Code::IntrinsicConflicts, message);
    error.note(Some(b.record.pos()), format!("one builtin '{}' is of this record", second.name()));
    error.note(Some(a.record.pos()), "the other one is of this record");
    Err(error)
}

fn group<'s>(
    names: Vec<BuiltinName<'s>>,
    builtin: &RvvBuiltin<'_, 's>,
) -> Result<BuiltinGroup<'s>, Diagnostic> {
    let RvvIntrinsic { nf, ref codegen, ref flags, .. } = *builtin.of;
    let code = match codegen.manual {
        "" => BuiltinGroupCode::Generated {
            steps: steps(builtin),
            intrinsic_types: builtin.intrinsic_types(),
            has_vl: flags.has_vl,
        },
        code => BuiltinGroupCode::Manual { is_masked: builtin.is_masked, code },
    };
    let segment_sew = match builtin.of.segment_sew {
        None => None,
        Some(SegmentSew::Log2(log2)) => Some(SegmentSewCode::Log2(log2)),
        // As in the reference release, -1 represents the width if there is no pointer.
        Some(SegmentSew::OfPointee) => Some(match builtin.pointer_argument()? {
            Some(argument) => SegmentSewCode::OfPointee(argument),
            None => SegmentSewCode::Log2(u32::MAX),
        }),
    };
    let names_extensions = matches!(builtin.of.required_extensions, RequiredExtensions::Names(_));
    let nf = Some(nf).filter(|&nf| nf >= 2 && !names_extensions);
    let twiden = builtin.of.twiden;
    let (ir_name, policy) = (builtin.ir_name(), builtin.policy);
    Ok(BuiltinGroup { names, ir_name, nf, policy, twiden, segment_sew, code })
}

/// Returns the statements that convert the builtin's operands to the LLVM intrinsic's operands.
fn steps(builtin: &RvvBuiltin<'_, '_>) -> Vec<&'static str> {
    const POLICY: &str = "Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));";
    const POISON: &str = "Ops.insert(Ops.begin(), llvm::PoisonValue::get(ResultType));";
    let scheme = builtin.scheme();
    let policy = builtin.policy;
    let mut steps = Vec::new();
    if !builtin.is_masked {
        if scheme.has_policy_operand() {
            steps.push(POLICY);
        } else if scheme.has_passthru_operand() && !policy.tail_undisturbed {
            steps.push(POISON);
        }
    } else if builtin.of.flags.has_vl {
        // The mask is the builtin's first operand, but the LLVM intrinsic's last operand before the
        // length.
        steps.push("std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);");
        if scheme.has_policy_operand() {
            steps.push(POLICY);
        }
        let has_masked_off = builtin.has_masked_off_operand();
        if policy.is_agnostic() && (has_masked_off || scheme.has_passthru_operand()) {
            steps.push(POISON);
        }
    } else {
        steps.push("std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end());");
    }
    if builtin.of.twiden != 0 {
        steps.push("Ops.push_back(ConstantInt::get(Ops.back()->getType(), TWiden));");
    }
    steps
}

fn emit(groups: &[BuiltinGroup<'_>], w: &mut CppWriter) {
    for BuiltinGroup { names, ir_name, nf, policy, twiden, segment_sew, code } in groups {
        emit_case_labels(RiscvVector, names, w);
        if !ir_name.is_empty() {
            append!(w, "  ID = Intrinsic::riscv_", ir_name, ";\n");
        }
        if let Some(nf) = nf {
            append!(w, "  NF = ", nf, ";\n");
        }
        if *twiden != 0 {
            append!(w, "  TWiden = ", twiden, ";\n");
        }
        append!(w, "  PolicyAttrs = ", u32::from(policy.bits()), ";\n");
        emit_segment_sew(segment_sew.as_ref(), w);
        match code {
            BuiltinGroupCode::Manual { is_masked, code } => {
                append!(w, "IsMasked = ", is_masked, ";\n", code, "break;\n");
            }
            BuiltinGroupCode::Generated { steps, intrinsic_types, has_vl } => {
                for step in steps {
                    append!(w, "  ", step, "\n");
                }
                emit_intrinsic_types(intrinsic_types, *has_vl, w);
            }
        }
    }
    append!(w, "\n");
}

fn emit_segment_sew(segment_sew: Option<&SegmentSewCode>, w: &mut CppWriter) {
    match segment_sew {
        None => {}
        Some(SegmentSewCode::Log2(log2)) => append!(w, "  SegInstSEW = ", log2, ";\n"),
        Some(SegmentSewCode::OfPointee(argument)) => {
            append!(w, "  {\n    auto PointeeType = E->getArg(", argument);
            append!(w, ")->getType()->getPointeeType();\n");
            append!(w, "    SegInstSEW = llvm::Log2_64(getContext().getTypeSize(PointeeType));\n");
            append!(w, "  }\n");
        }
    }
}

fn emit_intrinsic_types(types: &[i64], has_vl: bool, w: &mut CppWriter) {
    append!(w, "  IntrinsicTypes = {");
    for (i, &at) in types.iter().enumerate() {
        append!(w, if i > 0 { ", " } else { "" });
        match at {
            -1 => append!(w, "ResultType"),
            _ => append!(w, "Ops[", at, "]->getType()"),
        }
    }
    // The length may have 32 or 64 bits.
    append!(w, if has_vl { ", Ops.back()->getType()" } else { "" }, "};\n  break;\n");
}
