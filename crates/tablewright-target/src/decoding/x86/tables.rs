//! X86 decoder tables: instructions by opcode table, context, opcode and ModR/M.
//!
//! In: instructions. Out: [`X86Tables`]. An instruction occurs in all contexts covered by its own
//! context. If several instructions compete, the context with the highest rank wins.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::context::{ContextId, ContextKey, Contexts, Ignored, Legacy};
use super::instruction::{MAP_COUNT, X86Instruction};
use super::mod_rm::{ModRmDecision, ModRmFilter};
use super::operands::{NO_OPERANDS, OperandSet, operand_set};
use crate::instructions::operands::InstructionOperands;
use crate::instructions::{InstructionId, Instructions};
use crate::target::target;

/// Opcodes per table.
const OPCODE_COUNT: usize = 256;

/// The decoder tables.
#[doc(alias = "DisassemblerTables")]
#[derive(Debug)]
pub struct X86Tables {
    /// The contexts in the release.
    pub contexts: &'static Contexts,
    /// By instruction, its index in `operand_sets`, and whether it is decoded.
    pub instructions: IndexVec<InstructionId, X86Entry>,
    /// Operand positions, without duplicates.
    pub operand_sets: Vec<OperandSet>,
    /// The opcode tables; each contains, by context, the decisions for all opcodes, or `None` if
    /// there are none.
    pub maps: Vec<IndexVec<ContextId, Option<Vec<DecisionRef>>>>,
    /// The decisions in the order of their first use, without duplicates.
    pub decisions: Vec<(u32, ModRmDecision)>,
}

/// An instruction with its operand index.
#[derive(Clone, Copy, Debug)]
pub struct X86Entry {
    /// Index in `operand_sets`.
    pub operand_set: u32,
    /// Whether the decoder can return it.
    pub is_decoded: bool,
}

/// The decision for an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionRef {
    /// The ModR/M bits on which it depends.
    pub kind: super::mod_rm::DecisionKind,
    /// Index of its first instruction in the list for all decisions; zero for none.
    pub first: u32,
}

/// An instruction with its ModR/M values, at an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct OpcodeEntry {
    instruction: u16,
    filter: ModRmFilter,
}

impl X86Tables {
    /// Builds the tables for the target in `store`.
    ///
    /// # Errors
    /// Returns an error if instructions are invalid or have conflicting encodings.
    pub fn collect(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<X86Tables, AnalysisError> {
        let instructions = store.analysis::<Instructions>(diagnostics)?;
        let operands = store.analysis::<InstructionOperands>(diagnostics)?;
        if instructions.len() > usize::from(u16::MAX) {
            let message = "There are more instructions than 16 bits can number";
            return Err(Diagnostic::error_anywhere(Code::DecodingConflict, message).into());
        }
        let mut builder = X86TablesBuilder::new(store, instructions);
        for (id, record) in instructions.iter() {
            if let Some(instruction) = X86Instruction::from_record(store.record(record))? {
                let operands = operand_set(&instruction, operands.for_instruction(id))?;
                builder.add(id, &instruction, operands)?;
            } else {
                builder.add_hidden();
            }
        }
        builder.finish(diagnostics)
    }
}

struct X86TablesBuilder<'a> {
    store: &'a RecordStore,
    instructions: &'a Instructions,
    tables: X86Tables,
    set_places: FxHashMap<OperandSet, u32>,
    /// The contexts in the release.
    all_contexts: &'static Contexts,
    /// By instruction, its context; `None` if it is not decoded.
    contexts: IndexVec<InstructionId, Option<ContextId>>,
    /// By table, context and opcode, the instructions.
    claims: Vec<Vec<OpcodeEntry>>,
    /// By context and properties, the covered contexts.
    covered: FxHashMap<(ContextId, Ignored, bool), Vec<ContextId>>,
    conflicts: Vec<X86Conflict>,
}

/// Two instructions with the same encoding.
#[derive(Clone, Copy, Debug)]
struct X86Conflict {
    new: u16,
    old: u16,
    mod_rm: u8,
    opcode: u8,
    context: ContextId,
}

impl<'a> X86TablesBuilder<'a> {
    fn new(store: &'a RecordStore, instructions: &'a Instructions) -> X86TablesBuilder<'a> {
        let all_contexts = Contexts::for_release(store.release());
        X86TablesBuilder {
            store,
            all_contexts,
            instructions,
            tables: X86Tables {
                contexts: all_contexts,
                instructions: IndexVec::new(),
                operand_sets: Vec::new(),
                maps: Vec::new(),
                decisions: Vec::new(),
            },
            set_places: FxHashMap::default(),
            contexts: IndexVec::new(),
            claims: vec![Vec::new(); MAP_COUNT * all_contexts.all.len() * OPCODE_COUNT],
            covered: FxHashMap::default(),
            conflicts: Vec::new(),
        }
    }

    fn record(&self, instruction: u16) -> Record<'a> {
        let id = InstructionId::from_index(usize::from(instruction));
        self.store.record(self.instructions.record(id))
    }

    /// Adds an instruction that is never decoded.
    fn add_hidden(&mut self) {
        self.push(NO_OPERANDS, None);
    }

    fn push(&mut self, operands: OperandSet, context: Option<ContextId>) {
        let sets = &mut self.tables.operand_sets;
        let operand_set = *self.set_places.entry(operands).or_insert_with(|| {
            sets.push(operands);
            sets.len() as u32 - 1
        });
        let is_decoded = context.is_some();
        self.tables.instructions.push(X86Entry { operand_set, is_decoded });
        self.contexts.push(context);
    }

    fn add(
        &mut self,
        id: InstructionId,
        instruction: &X86Instruction<'_>,
        operands: OperandSet,
    ) -> Result<(), FieldError> {
        let Some(own) = self.all_contexts.id(instruction.context()?) else {
            return Err(instruction.error("Unknown combination of prefixes in"));
        };
        let filter = instruction.mod_rm()?;
        self.push(operands, Some(own));
        let key = (own, instruction.ignored(), instruction.is_only_in_32_bits());
        let covered = self.covered.entry(key).or_insert_with(|| covered_by(self.all_contexts, key));
        let claim = OpcodeEntry { instruction: id.index() as u16, filter };
        for &context in covered.iter() {
            for opcode in instruction.opcodes() {
                let index = opcode_index(self.all_contexts, instruction.map(), context, opcode);
                self.claims[index].push(claim);
            }
        }
        Ok(())
    }

    fn finish(mut self, diagnostics: &mut Diagnostics) -> Result<X86Tables, AnalysisError> {
        // The first decision means "invalid".
        let mut ids: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
        ids.insert(vec![0], 0);
        let mut next = 1;
        let mut by_claims: FxHashMap<Vec<OpcodeEntry>, ModRmDecision> = FxHashMap::default();
        for map in 0..MAP_COUNT {
            let mut by_context = IndexVec::new();
            for context in self.all_contexts.all.indices() {
                let mut row = Vec::with_capacity(OPCODE_COUNT);
                for opcode in 0..=u8::MAX {
                    let index = opcode_index(self.all_contexts, map, context, opcode);
                    let claims = std::mem::take(&mut self.claims[index]);
                    let decision = match by_claims.get(&claims) {
                        Some(decision) => decision,
                        None => {
                            let decision = self.decide(&claims, opcode);
                            by_claims.entry(claims).or_insert(decision)
                        }
                    };
                    let first = *ids.entry(decision.instructions.clone()).or_insert_with(|| {
                        let first = next;
                        next += decision.instructions.len() as u32;
                        self.tables.decisions.push((first, decision.clone()));
                        first
                    });
                    row.push(DecisionRef { kind: decision.kind, first });
                }
                let is_empty = row.iter().all(|decision| decision.first == 0);
                by_context.push((!is_empty).then_some(row));
            }
            self.tables.maps.push(by_context);
        }
        if self.conflicts.is_empty() {
            return Ok(self.tables);
        }
        self.report(diagnostics)?;
        Err(AnalysisError::Reported)
    }

    /// Returns the instructions for all ModR/M values.
    fn decide(&mut self, claims: &[OpcodeEntry], opcode: u8) -> ModRmDecision {
        let mut all = [0u16; 256];
        for claim in claims {
            for (mod_rm, slot) in (0..=u8::MAX).zip(&mut all) {
                if !claim.filter.accepts(mod_rm) {
                    continue;
                }
                match *slot {
                    0 => *slot = claim.instruction,
                    old if old == claim.instruction || self.is_kept(old, claim.instruction) => {}
                    old => {
                        let context = self.context_of(claim.instruction);
                        if let Some(context) = context.filter(|_| context == self.context_of(old)) {
                            let new = claim.instruction;
                            self.conflicts.push(X86Conflict { new, old, mod_rm, opcode, context });
                        }
                        *slot = claim.instruction;
                    }
                }
            }
        }
        ModRmDecision::new(&all)
    }

    fn context_of(&self, instruction: u16) -> Option<ContextId> {
        self.contexts[InstructionId::from_index(usize::from(instruction))]
    }

    /// Whether an instruction has priority over a later instruction.
    fn is_kept(&self, old: u16, new: u16) -> bool {
        let rank =
            |instruction| self.context_of(instruction).map(|id| self.all_contexts.all[id].rank);
        if rank(old) > rank(new) {
            return true;
        }
        // Exchanging a register with itself has no effect.
        const EXCHANGES: [&str; 3] = ["XCHG16ar", "XCHG32ar", "XCHG64ar"];
        self.record(old).name() == "NOOP" && EXCHANGES.contains(&self.record(new).name())
    }

    /// Reports conflicts in instruction order: once for each pair of instructions and opcode.
    fn report(&mut self, diagnostics: &mut Diagnostics) -> Result<(), AnalysisError> {
        self.conflicts.sort_unstable_by_key(|conflict| {
            (conflict.new, conflict.old, conflict.opcode, conflict.mod_rm)
        });
        let same =
            |a: &X86Conflict, b: &X86Conflict| (a.new, a.old, a.opcode) == (b.new, b.old, b.opcode);
        for conflicts in self.conflicts.chunk_by(same) {
            let conflict = conflicts[0];
            let (new, old) = (self.record(conflict.new), self.record(conflict.old));
            let message = format!(
                "Error: Primary decode conflict: {} would overwrite {}\n\
                 ModRM   {}\nOpcode  {}\nContext {}",
                new.name(),
                old.name(),
                conflict.mod_rm,
                conflict.opcode,
                self.all_contexts.all[conflict.context].name
            );
            let mut warning = Diagnostic::warning(Code::DecodingConflict, None, message);
            warning.label(new.pos(), format!("`{}`", new.name()));
            warning.label(old.pos(), format!("`{}`", old.name()));
            let count = conflicts.chunk_by(|a, b| a.mod_rm == b.mod_rm).count();
            if count > 1 {
                warning.note(None, format!("they have {count} values of ModR/M in common"));
            }
            diagnostics.push(warning);
        }
        let target = target(self.store)?;
        let positions = target.positions().iter().copied();
        let message = "Primary decode conflict";
        diagnostics.push(Diagnostic::error_at(Code::DecodingConflict, positions, message));
        Ok(())
    }
}

/// Returns the index of an opcode in `claims`.
fn opcode_index(contexts: &Contexts, map: usize, context: ContextId, opcode: u8) -> usize {
    (map * contexts.all.len() + context.index()) * OPCODE_COUNT + usize::from(opcode)
}

/// Returns the contexts that contain an instruction.
fn covered_by(
    contexts: &Contexts,
    (own, ignored, is_only_in_32_bits): (ContextId, Ignored, bool),
) -> Vec<ContextId> {
    const IN_64_BITS: ContextKey = ContextKey::Legacy(Legacy::Bit64);
    // All contexts in 64-bit mode, with any prefix.
    let any = Ignored { prefix: true, length: false, w: false, is_address64: false };
    let all = contexts.all.iter_enumerated();
    all.filter(|(_, context)| contexts.covers(contexts.all[own].key, context.key, ignored))
        .filter(|(_, context)| {
            !(is_only_in_32_bits && contexts.covers(IN_64_BITS, context.key, any))
        })
        .map(|(id, _)| id)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use tablewright_test_support::store_of;

    const CLASSES: &str = "
class Predicate; class Register; class RegisterClass; def ops; def ins; def outs;
class Operand {
  string PrintMethod = \"printOperand\"; string EncoderMethod = \"\"; dag MIOperandInfo = (ops);
  string OperandType = \"OPERAND_IMMEDIATE\"; string OperandNamespace = \"MCOI\";
}
class Target; def X86 : Target;
class Instruction {
  string Namespace = \"X86\"; bit isPseudo = 0; string Constraints = \"\"; string DisableEncoding = \"\";
  dag OutOperandList = (outs); dag InOperandList = (ins); list<Predicate> Predicates = [];
  bit isCodeGenOnly = 0; bit isAsmParserOnly = 0;
}
class X86Inst<bits<8> opcode, bits<7> form, dag outputs = (outs), dag inputs = (ins)> : Instruction {
  let OutOperandList = outputs; let InOperandList = inputs;
  bits<8> Opcode = opcode; bits<7> FormBits = form; bits<2> OpSizeBits = 0; bits<2> AdSizeBits = 0;
  bits<3> OpPrefixBits = 0; bits<4> OpMapBits = 0; bits<2> OpEncBits = 0; bits<7> CD8_Scale = 0;
  bit ForceDisassemble = 0; bit hasREX_W = 0; bit IgnoresW = 0; bit hasVEX_4V = 0; bit hasVEX_L = 0;
  bit ignoresVEX_L = 0; bit hasEVEX_K = 0; bit hasEVEX_Z = 0; bit hasEVEX_L2 = 0; bit hasEVEX_B = 0;
}
def GR32 : RegisterClass; def GR8 : RegisterClass; def VR512 : RegisterClass; def VK16WM : RegisterClass;
def i8imm : Operand; def i32mem : Operand; def f512mem : Operand;
def none0 : Instruction; def none1 : Instruction; def none2 : Instruction;
";

    /// The operands of all instructions, and the decisions of an opcode by context.
    fn check(text: &str, opcode: usize, expected: Expect) {
        let store = store_of(&format!("{CLASSES}{text}"));
        let mut diagnostics = Diagnostics::new();
        let mut listing = String::new();
        match X86Tables::collect(&store, &mut diagnostics) {
            Ok(tables) => show(&store, &tables, opcode, &mut listing),
            Err(_) => {
                diagnostics.iter().for_each(|d| listing.push_str(&format!("{}\n", d.message)))
            }
        }
        expected.assert_eq(&listing);
    }

    fn show(store: &RecordStore, tables: &X86Tables, opcode: usize, listing: &mut String) {
        let instructions: &Instructions =
            store.analysis(&mut Diagnostics::new()).expect("they make sense");
        for (id, entry) in tables.instructions.iter_enumerated().filter(|(_, e)| e.is_decoded) {
            let set = tables.operand_sets[entry.operand_set as usize];
            let used = set.iter().take_while(|operand| **operand != NO_OPERANDS[0]);
            let operands: Vec<String> =
                used.map(|op| format!("{:?}:{:?}", op.encoding, op.operand_type)).collect();
            let name = store.record(instructions.record(id)).name();
            listing.push_str(&format!("{} {name} {}\n", id.index(), operands.join(" ")));
        }
        for (map, by_context) in tables.maps.iter().enumerate() {
            for (context, row) in by_context.iter_enumerated() {
                let Some(decision_of) = row.as_ref().map(|row| row[opcode]) else { continue };
                let decision =
                    tables.decisions.iter().find(|(first, _)| *first == decision_of.first);
                let Some((_, decision)) = decision else { continue };
                let mut instructions = decision.instructions.clone();
                instructions.dedup();
                let name = &tables.contexts.all[context].name;
                listing
                    .push_str(&format!("{map} {name} {:?} {instructions:?}\n", decision_of.kind));
            }
        }
    }

    #[test]
    fn mod_rm_tells_registers_from_memory() {
        check(
            "def rr : X86Inst<3, 41, (outs GR32:$d), (ins GR32:$a, GR32:$b)> {
               let Constraints = \"$a = $d\"; let OpPrefixBits = 3; let AdSizeBits = 1; }
             def rm : X86Inst<3, 25, (outs GR32:$d), (ins GR32:$a, i32mem:$b)> {
               let Constraints = \"$a = $d\"; let OpPrefixBits = 3; let AdSizeBits = 1; }",
            3,
            expect![[r#"
                3 rm Dup:Dup(1) Reg:R32 Rm(0):M
                4 rr Dup:Dup(1) Reg:R32 Rm(0):R32
                0 IC_XD_ADSIZE SplitRm [3, 4]
            "#]],
        );
    }

    #[test]
    fn a_vector_has_a_mask_and_a_unit_of_displacements() {
        check(
            "def v : X86Inst<0x58, 25, (outs VR512:$d), (ins VK16WM:$k, VR512:$a, f512mem:$b)> {
               let OpEncBits = 3; let OpPrefixBits = 4; let OpMapBits = 1; let hasVEX_4V = 1;
               let hasEVEX_K = 1; let hasEVEX_L2 = 1; let IgnoresW = 1; let CD8_Scale = 64; }",
            0x58,
            expect![[r#"
                3 v Reg:Zmm WriteMask:Vk Vvvv:Zmm Rm(6):M
                1 IC_EVEX_L2_K SplitRm [3, 0]
                1 IC_EVEX_L2_W_K SplitRm [3, 0]
            "#]],
        );
    }

    #[test]
    fn opcodes_hold_registers_and_middle_bits_hold_opcodes() {
        check(
            "def push : X86Inst<0x50, 2, (outs), (ins GR32:$r)> { let hasREX_W = 1; }
             def xext : X86Inst<0x57, 50, (outs), (ins GR8:$r, i8imm:$n)> { let hasREX_W = 1; let OpMapBits = 1; }",
            0x57,
            expect![[r#"
                3 push Rv:R32
                4 xext Rm(0):R8 Ib:Imm
                0 IC_64BIT_REXW OneEntry [3]
                0 IC_64BIT_REXW_ADSIZE OneEntry [3]
                0 IC_64BIT_REXW_XS OneEntry [3]
                0 IC_64BIT_REXW_XD OneEntry [3]
                0 IC_64BIT_REXW_OPSIZE OneEntry [3]
                1 IC_64BIT_REXW SplitReg [0, 4, 0]
                1 IC_64BIT_REXW_ADSIZE SplitReg [0, 4, 0]
                1 IC_64BIT_REXW_XS SplitReg [0, 4, 0]
                1 IC_64BIT_REXW_XD SplitReg [0, 4, 0]
                1 IC_64BIT_REXW_OPSIZE SplitReg [0, 4, 0]
            "#]],
        );
    }

    #[test]
    fn two_instructions_cannot_have_one_encoding() {
        check(
            "def xa : X86Inst<1, 1>; def xb : X86Inst<1, 1>; def xc : X86Inst<1, 1> { let OpPrefixBits = 2; }",
            1,
            expect![[r#"
                Error: Primary decode conflict: xb would overwrite xa
                ModRM   0
                Opcode  1
                Context IC
                Primary decode conflict
            "#]],
        );
    }
}
