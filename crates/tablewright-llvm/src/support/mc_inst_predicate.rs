//! C++ for conditions on a machine instruction.

use tablewright_target::mc_inst_predicate::{Comparison, McInstPredicate, OpcodeList, OperandKind};
use tablewright_text::TextSink;

use super::qualified_name::{Qualified, Scoped};

/// The context of an expression: the target, and the type of the variable `MI`.
#[doc(alias = "PredicateExpander")]
pub(crate) struct McPredicateContext<'a> {
    /// Target name.
    pub(crate) target: &'a str,
    /// Whether it is an `MCInst` rather than a `MachineInstr`.
    pub(crate) is_mc_inst: bool,
    /// Whether the variable `MI` is a reference rather than a pointer.
    pub(crate) is_reference: bool,
}

impl McPredicateContext<'_> {
    /// Returns the condition, negated if `negated`, as an expression. Further lines are indented by at least `level`
    /// levels.
    pub(crate) fn expression(
        &self,
        predicate: &McInstPredicate<'_>,
        negated: bool,
        level: usize,
    ) -> String {
        let mut expression = McPredicateExpression { context: self, out: String::new(), level };
        expression.emit(predicate, negated);
        expression.out
    }

    fn member(&self) -> &'static str {
        if self.is_reference { "MI." } else { "MI->" }
    }

    fn argument(&self) -> &'static str {
        if self.is_reference { "MI" } else { "*MI" }
    }
}

struct McPredicateExpression<'a> {
    context: &'a McPredicateContext<'a>,
    out: String,
    level: usize,
}

impl McPredicateExpression<'_> {
    fn emit(&mut self, predicate: &McInstPredicate<'_>, negated: bool) {
        let not = if negated { "!" } else { "" };
        let equals = if negated { "!=" } else { "==" };
        let (mi, argument) = (self.context.member(), self.context.argument());
        match predicate {
            McInstPredicate::True => write!(self.out, "{}", !negated),
            McInstPredicate::False => write!(self.out, "{negated}"),
            McInstPredicate::Not(inner) => self.emit(inner, !negated),
            McInstPredicate::IsRegister(operand) => {
                write!(self.out, "{not}{mi}getOperand({operand}).isReg() ")
            }
            McInstPredicate::IsVirtualRegister(operand) => {
                write!(self.out, "{not}{mi}getOperand({operand}).getReg().isVirtual()")
            }
            McInstPredicate::IsImmediate(operand) => {
                write!(self.out, "{not}{mi}getOperand({operand}).isImm() ")
            }
            McInstPredicate::Register { operand, register, mapper } => {
                self.emit_operand(*operand, "getReg", mapper);
                write!(self.out, " {equals} {}", Qualified(*register))
            }
            McInstPredicate::RegisterSimple { operand, mapper } => {
                self.out.push_str(not);
                self.emit_operand(*operand, "getReg", mapper);
            }
            McInstPredicate::InvalidRegister { operand, has_method: true } => {
                let not = if negated { "" } else { "!" };
                write!(self.out, "{not}{mi}getOperand({operand}).getReg().isValid()")
            }
            McInstPredicate::InvalidRegister { operand, has_method: false } => {
                write!(self.out, "{mi}getOperand({operand}).getReg() {equals} 0")
            }
            McInstPredicate::Immediate { operand, comparison, value, mapper } => {
                self.emit_operand(*operand, "getImm", mapper);
                write!(self.out, " {} {value}", operator(*comparison, negated))
            }
            McInstPredicate::ImmediateSimple { operand, mapper } => {
                self.out.push_str(not);
                self.emit_operand(*operand, "getImm", mapper);
            }
            McInstPredicate::SameRegister(first, second) => {
                write!(self.out, "{mi}getOperand({first}).getReg() {equals} ");
                write!(self.out, "{mi}getOperand({second}).getReg()")
            }
            McInstPredicate::NumOperands(count) => {
                write!(self.out, "{mi}getNumOperands() {equals} {count}")
            }
            // Pseudo-instructions are gone when there is an `MCInst`, and code is about a
            // `MachineInstr`.
            McInstPredicate::Pseudo(_) | McInstPredicate::NonPortable(_)
                if self.context.is_mc_inst =>
            {
                write!(self.out, "false")
            }
            McInstPredicate::Pseudo(opcodes) | McInstPredicate::Opcode(opcodes) => {
                self.emit_opcodes(opcodes, negated);
            }
            McInstPredicate::Operands { kinds, conditions } => {
                self.out.push_str(not);
                self.emit_operands(kinds, conditions);
            }
            McInstPredicate::All(parts) => self.emit_sequence(parts, "&& ", negated),
            McInstPredicate::Any(parts) => self.emit_sequence(parts, "|| ", negated),
            // Code is copied unchanged, even if its negation is required.
            McInstPredicate::NonPortable(code) => write!(self.out, "({code})"),
            // As with code, the reference does not negate calls of these functions.
            McInstPredicate::Function { mc_inst, machine_instr } => {
                let function = if self.context.is_mc_inst { mc_inst } else { machine_instr };
                write!(self.out, "{function}({argument})")
            }
            McInstPredicate::FunctionWithTii { mc_inst, .. } if self.context.is_mc_inst => {
                write!(self.out, "{mc_inst}({argument}, MCII)")
            }
            McInstPredicate::FunctionWithTii { machine_instr, tii, .. } => {
                let tii = if tii.is_empty() { "TII" } else { tii };
                write!(self.out, "{tii}->{machine_instr}({argument})")
            }
            McInstPredicate::TiiPredicate(function) => {
                let scope = if self.context.is_mc_inst { "_MC" } else { "InstrInfo" };
                write!(self.out, "{not}{}{scope}::{function}({argument})", self.context.target)
            }
        }
    }

    /// Writes the operand's value, passed through `mapper`, if any.
    fn emit_operand(&mut self, operand: i64, getter: &str, mapper: &str) {
        let value = format!("{}getOperand({operand}).{getter}()", self.context.member());
        match mapper {
            "" => write!(self.out, "{value}"),
            _ => write!(self.out, "{mapper}({value})"),
        }
    }

    /// Writes checks of operand kinds and conditions on the operands on a line.
    fn emit_operands(&mut self, kinds: &[(i64, OperandKind)], conditions: &[McInstPredicate<'_>]) {
        let mi = self.context.member();
        self.out.push('(');
        for (operand, kind) in kinds {
            let check = match kind {
                OperandKind::Register => "isReg",
                OperandKind::Immediate => "isImm",
            };
            write!(self.out, "{mi}getOperand({operand}).{check}() && ");
        }
        for (i, condition) in conditions.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { " && " });
            self.emit(condition, false);
        }
        self.out.push(')');
    }

    fn emit_opcodes(&mut self, list: &OpcodeList<'_>, negated: bool) {
        let mi = self.context.member();
        let opcodes = &list.opcodes[..];
        // Opcodes are negated individually, in contrast to longer sequences, which get a `!`.
        let (equals, join) = if negated { ("!=", "&& ") } else { ("==", "|| ") };
        if let [opcode] = opcodes {
            let opcode = Scoped(*opcode);
            return write!(self.out, "( {mi}getOpcode() {equals} {opcode} )");
        }
        if list.is_searched {
            self.out.push_str(if negated {
                "!llvm::is_contained({"
            } else {
                "llvm::is_contained({"
            });
            for (i, opcode) in opcodes.iter().enumerate() {
                let comma = if i == 0 { "" } else { ", " };
                write!(self.out, "{comma}{}", Scoped(*opcode))
            }
            return write!(self.out, "}}, {mi}getOpcode())");
        }
        self.out.push('(');
        self.emit_lines(opcodes, join, |this, opcode| {
            write!(this.out, "{mi}getOpcode() {equals} {}", Scoped(*opcode))
        })
    }

    fn emit_sequence(&mut self, parts: &[McInstPredicate<'_>], join: &str, negated: bool) {
        if let [part] = parts {
            return self.emit(part, negated);
        }
        self.out.push_str(if negated { "!(" } else { "(" });
        self.emit_lines(parts, join, |this, part| this.emit(part, false))
    }

    /// Writes items on a line each, and the parenthesis that ends them on another.
    fn emit_lines<T>(&mut self, items: &[T], join: &str, item: impl Fn(&mut Self, &T)) {
        self.level += 1;
        for (i, each) in items.iter().enumerate() {
            self.new_line();
            self.out.push_str(if i == 0 { "" } else { join });
            item(self, each);
        }
        self.level -= 1;
        self.new_line();
        self.out.push(')');
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.level));
    }
}

fn operator(comparison: Comparison, negated: bool) -> &'static str {
    match (comparison, negated) {
        (Comparison::Equal, false) => "==",
        (Comparison::Equal, true) => "!=",
        (Comparison::Less, false) => "<",
        (Comparison::Less, true) => ">=",
        (Comparison::Greater, false) => ">",
        (Comparison::Greater, true) => "<=",
        (Comparison::AtMost, false) => "<=",
        (Comparison::AtMost, true) => ">",
        (Comparison::AtLeast, false) => ">=",
        (Comparison::AtLeast, true) => "<",
    }
}
