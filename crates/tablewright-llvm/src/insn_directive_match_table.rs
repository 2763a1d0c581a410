//! `--gen-insn-directive-match-table`: formats for SystemZ's directive `.insn`, with their operand kinds.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Dag, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::encoding::DagOperandRecord;
use tablewright_text::{CppWriter, line, text_block};

use crate::record_views::insn_directive::InsnDirectiveRecord;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-insn-directive-match-table",
    help: "Generate SystemZ .insn match table.",
    options: &[],
    run,
};

/// Assembly string prefix.
const DIRECTIVE: &str = ".insn ";

struct InsnTable<'s> {
    /// The largest operand count.
    max_operands: usize,
    /// Ordered by format.
    rows: Vec<InsnRow<'s>>,
}

struct InsnRow<'s> {
    /// The word after the directive: `rr`.
    format: &'s str,
    instruction: &'s str,
    optional_operands: i64,
    /// Operand class names.
    kinds: Vec<&'s str>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store)?;
    job.write_cpp(|w| emit(&model, w))
}

fn collect(store: &RecordStore) -> Result<InsnTable<'_>, Failure> {
    let mut rows = Vec::new();
    for instruction in InsnDirectiveRecord::all(store)? {
        if instruction.is_insn_directive()? {
            rows.push(row(store, instruction)?);
        }
    }
    rows.sort_by_key(|row| row.format);
    let max_operands = rows.iter().map(|row| row.kinds.len()).max().unwrap_or(0);
    Ok(InsnTable { max_operands, rows })
}

fn row<'s>(
    store: &'s RecordStore,
    instruction: InsnDirectiveRecord<'s>,
) -> Result<InsnRow<'s>, FieldError> {
    let error = |message: &str| FieldError::new(Code::AsmStrings, instruction, message);
    if !instruction.out_operand_list()?.args.is_empty() {
        return Err(error(".insn directive may not have output operands"));
    }
    let Some(operands) = instruction.asm_string()?.strip_prefix(DIRECTIVE) else {
        return Err(error("expected .insn asm string"));
    };
    let format = operands.split_once(',').map_or(operands, |(format, _)| format);
    let kinds = kinds(store, instruction.in_operand_list()?)?;
    if kinds.is_empty() {
        return Err(error(".insn directive missing encoding operand"));
    }
    let optional_operands = instruction.num_optional_operands()?;
    if usize::try_from(optional_operands).map_or(true, |count| count > kinds.len()) {
        return Err(error("NumOptionalOperands exceeds operand count"));
    }
    Ok(InsnRow { format, instruction: instruction.name(), optional_operands, kinds })
}

/// Returns the operand classes. An operand is a record, or a dag with the record as its operator.
fn kinds<'s>(store: &'s RecordStore, operands: Dag<'s>) -> Result<Vec<&'s str>, FieldError> {
    let mut kinds = Vec::new();
    for operand in operands.args {
        let value = store.value(operand.value);
        let value = value.as_dag().map_or(value, |dag| store.value(dag.operator));
        if let Some(record) = value.as_def() {
            let record: Record<'s> = store.record(record);
            kinds.push(DagOperandRecord::new(record).parser_match_class()?.class_name()?);
        }
    }
    Ok(kinds)
}

fn emit(model: &InsnTable<'_>, w: &mut CppWriter) {
    w.file_header("Match Table for SystemZ .insn directive operand types", None);
    let max = model.max_operands;
    text_block!(
        w,
        "
        constexpr unsigned MAX_INSN_OPERANDNUM = {max};

        struct InsnMatchEntry {{
          StringRef Format;
          uint64_t Opcode;
          uint32_t NumOperands;
          uint32_t NumOptionalOperands;
          MatchClassKind OperandKinds[MAX_INSN_OPERANDNUM];
        }};

        struct CompareInsn {{
          bool operator()(const InsnMatchEntry &LHS, StringRef RHS) {{
            return LHS.Format < RHS;
          }}
          bool operator()(StringRef LHS, const InsnMatchEntry &RHS) {{
            return LHS < RHS.Format;
          }}
          bool operator()(const InsnMatchEntry &LHS,
                          const InsnMatchEntry &RHS) {{
            return LHS.Format < RHS.Format;
          }}
        }};

        /* Format, Opcode, NumOperands, NumOptionalOperands, OperandKinds */
        static InsnMatchEntry InsnMatchTable[] = {{
        "
    );
    for InsnRow { format, instruction, optional_operands, kinds } in &model.rows {
        let count = kinds.len();
        write!(w, "  {{\"{format}\", SystemZ::{instruction}, {count}, {optional_operands}, {{");
        for (i, kind) in kinds.iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(w, "{separator}MCK_{kind}");
        }
        w.raw("}},\n");
    }
    line!(w, "}};");
}
