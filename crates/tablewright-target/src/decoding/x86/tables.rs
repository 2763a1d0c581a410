//! The tables of a decoder of X86: for each table of opcodes, context and opcode the instructions by
//! ModR/M.
//!
//! In: instructions. Out: [`X86Tables`]. An instruction lies in all contexts that its own covers; of
//! several that do, the one with the context of the highest rank is decoded.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::context::{ContextId, ContextKey, Ignored, Legacy, context, contexts, covers};
use super::instruction::{MAP_COUNT, X86Instruction};
use super::mod_rm::{ModRmDecision, ModRmFilter};
use super::operands::{NO_OPERANDS, OperandSet, operand_set};
use crate::instructions::operands::InstructionOperands;
use crate::instructions::{InstructionId, Instructions};
use crate::target::target;

/// How many opcodes a table has.
const OPCODE_COUNT: usize = 256;

/// The tables of a decoder.
#[derive(Debug)]
pub struct X86Tables {
    /// Of each instruction the place of its operands in `operand_sets`, and whether it is decoded.
    pub instructions: IndexVec<InstructionId, X86Entry>,
    /// Where operands are; of equal ones one.
    pub operand_sets: Vec<OperandSet>,
    /// The tables of opcodes; in each, by context, the decisions of all opcodes if there is one.
    pub maps: Vec<IndexVec<ContextId, Option<Vec<DecisionPlace>>>>,
    /// The decisions in the order in which they are needed, of equal ones one.
    pub decisions: Vec<(u32, ModRmDecision)>,
}

/// What is known of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct X86Entry {
    /// The place of its operands.
    pub operand_set: u32,
    /// Whether words are decoded to it.
    pub is_decoded: bool,
}

/// A decision of an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionPlace {
    /// What it depends on.
    pub kind: super::mod_rm::DecisionKind,
    /// The number of its first instruction among those of all decisions; zero for none.
    pub first: u32,
}

/// An instruction with the values of ModR/M that it has, where an opcode leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Claim {
    instruction: u16,
    filter: ModRmFilter,
}

impl X86Tables {
    /// The tables for the target in `store`.
    ///
    /// # Errors
    /// Where instructions make no sense, or two have one encoding.
    pub fn collect(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<X86Tables, AnalysisError> {
        let instructions = store.analysis::<Instructions>(diagnostics)?;
        let operands = store.analysis::<InstructionOperands>(diagnostics)?;
        if instructions.len() > usize::from(u16::MAX) {
            let message = "There are more instructions than 16 bits can number";
            return Err(Diagnostic::error_anywhere(Code::Encoding, message).into());
        }
        let mut builder = Builder::new(store, instructions);
        for (id, record) in instructions.iter() {
            if let Some(instruction) = X86Instruction::of(store.record(record))? {
                let operands = operand_set(&instruction, operands.of(id))?;
                builder.add(id, &instruction, operands)?;
            } else {
                builder.add_hidden();
            }
        }
        builder.finish(diagnostics)
    }
}

struct Builder<'a> {
    store: &'a RecordStore,
    instructions: &'a Instructions,
    tables: X86Tables,
    set_places: FxHashMap<OperandSet, u32>,
    /// Of each instruction its context.
    contexts: IndexVec<InstructionId, Option<ContextId>>,
    /// By table, context and opcode the instructions there.
    claims: Vec<Vec<Claim>>,
    /// The contexts that each covers.
    covered: FxHashMap<(ContextId, Ignored, bool), Vec<ContextId>>,
    conflicts: Vec<Conflict>,
}

/// Two instructions with one encoding.
#[derive(Clone, Copy, Debug)]
struct Conflict {
    new: u16,
    old: u16,
    mod_rm: u8,
    opcode: u8,
    context: ContextId,
}

impl<'a> Builder<'a> {
    fn new(store: &'a RecordStore, instructions: &'a Instructions) -> Builder<'a> {
        Builder {
            store,
            instructions,
            tables: X86Tables {
                instructions: IndexVec::new(),
                operand_sets: Vec::new(),
                maps: Vec::new(),
                decisions: Vec::new(),
            },
            set_places: FxHashMap::default(),
            contexts: IndexVec::new(),
            claims: vec![Vec::new(); MAP_COUNT * contexts().len() * OPCODE_COUNT],
            covered: FxHashMap::default(),
            conflicts: Vec::new(),
        }
    }

    fn record(&self, instruction: u16) -> Record<'a> {
        let id = InstructionId::from_index(usize::from(instruction));
        self.store.record(self.instructions.record(id))
    }

    /// Adds an instruction that nothing is decoded to.
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
        let Some(own) = context(instruction.context()?) else {
            return Err(instruction.error("There is no context with the prefixes of"));
        };
        let filter = instruction.mod_rm()?;
        self.push(operands, Some(own));
        let key = (own, instruction.ignored(), instruction.is_only_in_32_bits());
        let covered = self.covered.entry(key).or_insert_with(|| covered_by(key));
        let claim = Claim { instruction: id.index() as u16, filter };
        for &context in covered.iter() {
            for opcode in instruction.opcodes() {
                self.claims[place(instruction.map, context, opcode)].push(claim);
            }
        }
        Ok(())
    }

    fn finish(mut self, diagnostics: &mut Diagnostics) -> Result<X86Tables, AnalysisError> {
        // The first decision is that there is no instruction.
        let mut known: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
        known.insert(vec![0], 0);
        let mut next = 1;
        let mut by_claims: FxHashMap<Vec<Claim>, ModRmDecision> = FxHashMap::default();
        for map in 0..MAP_COUNT {
            let mut by_context = IndexVec::new();
            for context in contexts().indices() {
                let mut row = Vec::with_capacity(OPCODE_COUNT);
                for opcode in 0..=u8::MAX {
                    let claims = std::mem::take(&mut self.claims[place(map, context, opcode)]);
                    let decision = match by_claims.get(&claims) {
                        Some(decision) => decision,
                        None => {
                            let decision = self.decide(&claims, opcode);
                            by_claims.entry(claims).or_insert(decision)
                        }
                    };
                    let first = *known.entry(decision.instructions.clone()).or_insert_with(|| {
                        let first = next;
                        next += decision.instructions.len() as u32;
                        self.tables.decisions.push((first, decision.clone()));
                        first
                    });
                    row.push(DecisionPlace { kind: decision.kind, first });
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

    /// The instructions for all values of ModR/M.
    fn decide(&mut self, claims: &[Claim], opcode: u8) -> ModRmDecision {
        let mut all = [0u16; 256];
        for claim in claims {
            for (mod_rm, place) in (0..=u8::MAX).zip(&mut all) {
                if !claim.filter.accepts(mod_rm) {
                    continue;
                }
                match *place {
                    0 => *place = claim.instruction,
                    old if old == claim.instruction || self.is_kept(old, claim.instruction) => {}
                    old => {
                        let context = self.context_of(claim.instruction);
                        if let Some(context) = context.filter(|_| context == self.context_of(old)) {
                            let new = claim.instruction;
                            self.conflicts.push(Conflict { new, old, mod_rm, opcode, context });
                        }
                        *place = claim.instruction;
                    }
                }
            }
        }
        ModRmDecision::of(&all)
    }

    fn context_of(&self, instruction: u16) -> Option<ContextId> {
        self.contexts[InstructionId::from_index(usize::from(instruction))]
    }

    /// Whether an instruction is decoded rather than a later one.
    fn is_kept(&self, old: u16, new: u16) -> bool {
        let rank = |instruction| self.context_of(instruction).map(|id| contexts()[id].rank);
        if rank(old) > rank(new) {
            return true;
        }
        // To exchange a register with itself is to do nothing.
        const EXCHANGES: [&str; 3] = ["XCHG16ar", "XCHG32ar", "XCHG64ar"];
        self.record(old).name() == "NOOP" && EXCHANGES.contains(&self.record(new).name())
    }

    /// Reports all conflicts, in the order of instructions.
    fn report(&mut self, diagnostics: &mut Diagnostics) -> Result<(), AnalysisError> {
        self.conflicts.sort_by_key(|conflict| (conflict.new, conflict.opcode, conflict.context));
        for conflict in &self.conflicts {
            let (new, old) = (self.record(conflict.new), self.record(conflict.old));
            let message = format!(
                "Error: Primary decode conflict: {} would overwrite {}\n\
                 ModRM   {}\nOpcode  {}\nContext {}",
                new.name(),
                old.name(),
                conflict.mod_rm,
                conflict.opcode,
                contexts()[conflict.context].name
            );
            let mut warning = Diagnostic::warning(Code::Encoding, None, message);
            warning.label(new.pos(), format!("`{}`", new.name()));
            warning.label(old.pos(), format!("`{}`", old.name()));
            diagnostics.push(warning);
        }
        let target = target(self.store)?;
        let places = target.positions().iter().copied();
        let message = "Primary decode conflict";
        diagnostics.push(Diagnostic::error_at(Code::Encoding, places, message));
        Ok(())
    }
}

/// The place of an opcode among all.
fn place(map: usize, context: ContextId, opcode: u8) -> usize {
    (map * contexts().len() + context.index()) * OPCODE_COUNT + usize::from(opcode)
}

/// The contexts in which an instruction lies.
fn covered_by((own, ignored, is_only_in_32_bits): (ContextId, Ignored, bool)) -> Vec<ContextId> {
    const IN_64_BITS: ContextKey = ContextKey::Legacy(Legacy::Bit64);
    // What is for the mode of 64 bits, with whatever prefix.
    let any = Ignored { prefix: true, length: false, w: false, is_address64: false };
    let all = contexts().iter_enumerated();
    all.filter(|(_, context)| covers(contexts()[own].key, context.key, ignored))
        .filter(|(_, context)| !(is_only_in_32_bits && covers(IN_64_BITS, context.key, any)))
        .map(|(id, _)| id)
        .collect()
}
