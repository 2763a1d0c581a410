//! Resolution for tokens in rows. Each token is a literal, a register, or a reference to an
//! instruction operand, whose operand class the matcher checks.
//!
//! In: rows divided into tokens. Out: rows with their operands and the sources for instruction
//! operands ([`results`](super::results)).

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use super::match_class::{MatchClassId, MatchClasses};
use super::matchable::{
    AsmOperand, ListSpan, Matchable, MatchableSource, Matchables, ResultOperand,
};
use super::results::{NamedAlias, alias_results, instruction_results};
use super::source::{DraftToken, MatchableDraft, MatchableDrafts};
use super::texts::{AsmTexts, TextId};
use super::two_operand_alias::without_operand;
use crate::inst_alias::{AliasOperand, IMM_CLASS, InstAlias, ResultValue};
use crate::instructions::Instructions;
use crate::instructions::operands::{
    InstructionOperands, OperandConstraint, Operands, similar_operand,
};
use crate::record_views::instruction::{InstructionRecord, OperandRecord, RegisterOperandRecord};
use crate::registers::RegisterClassLike;

/// Resolves tokens.
pub(super) struct OperandReferences<'a> {
    pub(super) store: &'a RecordStore,
    pub(super) instructions: &'a Instructions,
    pub(super) operands: &'a InstructionOperands,
    pub(super) texts: &'a mut AsmTexts,
    pub(super) classes: &'a mut MatchClasses,
    /// Whether an alias may name an operand twice to require the same register.
    pub(super) checks_ties: bool,
    cache: ReferenceCache,
}

/// Cached lookups.
#[derive(Default)]
struct ReferenceCache {
    /// By token, the referenced operand; `None` if the token is a literal.
    tokens: FxHashMap<TextId, Option<AsmOperandReference>>,
    /// Texts by record symbol.
    names: FxHashMap<Symbol, TextId>,
    /// Classes by operand record.
    classes: FxHashMap<RecordId, MatchClassId>,
}

/// A reference to an operand.
#[derive(Clone, Copy)]
struct AsmOperandReference {
    name: TextId,
    /// The name as a record symbol, if any record uses it.
    symbol: Option<Symbol>,
}

impl<'a> OperandReferences<'a> {
    pub(super) fn new(
        store: &'a RecordStore,
        instructions: &'a Instructions,
        operands: &'a InstructionOperands,
        texts: &'a mut AsmTexts,
        classes: &'a mut MatchClasses,
        checks_ties: bool,
    ) -> OperandReferences<'a> {
        let cache = ReferenceCache::default();
        OperandReferences { store, instructions, operands, texts, classes, checks_ties, cache }
    }

    /// Builds the rows. Two-operand aliases come last.
    pub(super) fn resolve(mut self, drafts: MatchableDrafts) -> Result<Matchables, FieldError> {
        let mut rows = Matchables { features: drafts.features, ..Matchables::default() };
        let mut shorter = Vec::new();
        for draft in &drafts.rows {
            let tokens = draft.tokens.slice(&drafts.tokens);
            let (operands, results) = match draft.alias {
                Some(alias) => self.alias(draft, tokens, &drafts.aliases[alias])?,
                None => self.instruction(draft, tokens)?,
            };
            if draft.source == MatchableSource::Instruction
                && let Some(constraint) = self.two_operand_constraint(draft)?
            {
                let record = self.record(draft);
                let texts = &*self.texts;
                let (operands, results) =
                    without_operand(&operands, &results, constraint, record, texts)?;
                shorter.push((draft, operands, results));
            }
            rows.push(draft, draft.source, &operands, &results);
        }
        for (draft, operands, results) in shorter {
            rows.push(draft, MatchableSource::TwoOperandAlias, &operands, &results);
        }
        Ok(rows)
    }

    fn record(&self, draft: &MatchableDraft) -> Record<'a> {
        self.store.record(self.instructions.record(draft.instruction))
    }

    fn two_operand_constraint(
        &self,
        draft: &MatchableDraft,
    ) -> Result<Option<&'a str>, FieldError> {
        let constraint =
            InstructionRecord::new(self.record(draft)).two_operand_alias_constraint()?;
        Ok(constraint.filter(|constraint| !constraint.is_empty()))
    }

    /// Resolves an instruction's operands.
    fn instruction(
        &mut self,
        draft: &MatchableDraft,
        tokens: &[DraftToken],
    ) -> Result<(Vec<AsmOperand>, Vec<ResultOperand>), FieldError> {
        let record = self.record(draft);
        let operands = self.operands.for_instruction(draft.instruction);
        let mut asm_operands = Vec::with_capacity(tokens.len());
        for token in tokens {
            match self.simple(token) {
                Ok(operand) => asm_operands.push(operand),
                Err(reference) => {
                    self.reference(record, operands, token.text, reference, &mut asm_operands)?;
                }
            }
        }
        let text_of = |name| self.cache.names.get(&name).copied();
        let results = instruction_results(operands, &asm_operands, record, text_of)?;
        Ok((asm_operands, results))
    }

    /// Resolves an alias's operands.
    fn alias(
        &mut self,
        draft: &MatchableDraft,
        tokens: &[DraftToken],
        alias: &InstAlias,
    ) -> Result<(Vec<AsmOperand>, Vec<ResultOperand>), FieldError> {
        let record = self.store.record(alias.record);
        let names: Vec<TextId> =
            alias.results.iter().map(|result| self.name_of_result(result)).collect();
        let mut asm_operands = Vec::with_capacity(tokens.len());
        for token in tokens {
            let operand = match self.simple(token) {
                Ok(operand) => operand,
                Err(reference) => {
                    self.alias_reference(record, alias, token.text, reference.name, &names)?
                }
            };
            asm_operands.push(operand);
        }
        let operands = self.operands.for_instruction(draft.instruction);
        let alias = NamedAlias { alias, names: &names };
        let (texts, checks_ties) = (&*self.texts, self.checks_ties);
        let results = alias_results(operands, alias, &asm_operands, record, texts, checks_ties)?;
        Ok((asm_operands, results))
    }

    /// Resolves a literal or register token. Fails with the reference if the token refers to an
    /// operand.
    fn simple(&mut self, token: &DraftToken) -> Result<AsmOperand, AsmOperandReference> {
        let class = match token.register {
            Some(register) => self.classes.for_register(register),
            None => None,
        };
        let class = match class {
            Some(class) => class,
            None => match self.referred_to(token.text) {
                Some(reference) => return Err(reference),
                None => self.classes.token(token.text, self.texts),
            },
        };
        let empty = self.texts.empty;
        Ok(AsmOperand { token: token.text, class, name: empty, own_name: empty, part: None })
    }

    /// Returns the operand reference in a token. `$` before a digit is not a reference.
    fn referred_to(&mut self, token: TextId) -> Option<AsmOperandReference> {
        if let Some(&reference) = self.cache.tokens.get(&token) {
            return reference;
        }
        let name = self.texts.get(token).strip_prefix('$');
        let name = name.filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()));
        let reference = name.map(str::to_owned).map(|name| self.parse_reference(&name));
        self.cache.tokens.insert(token, reference);
        reference
    }

    /// Parses a reference after the `$`, for example `{src}`.
    fn parse_reference(&mut self, name: &str) -> AsmOperandReference {
        let name = match name.strip_prefix('{') {
            Some(inside) => inside.char_indices().next_back().map_or("", |(end, _)| &inside[..end]),
            None => name,
        };
        let symbol = self.store.symbols().get(name);
        let name = self.texts.add(name);
        if let Some(symbol) = symbol {
            self.cache.names.insert(symbol, name);
        }
        AsmOperandReference { name, symbol }
    }

    fn text_of(&mut self, name: Symbol) -> TextId {
        let OperandReferences { store, texts, cache, .. } = self;
        *cache.names.entry(name).or_insert_with(|| texts.add(store.str(name)))
    }

    /// Adds the instruction operand that a token refers to. If the operand lacks its own class,
    /// adds all its parts.
    fn reference(
        &mut self,
        instruction: Record<'_>,
        operands: Operands<'_>,
        token: TextId,
        reference: AsmOperandReference,
        found: &mut Vec<AsmOperand>,
    ) -> Result<(), FieldError> {
        let index = reference.symbol.and_then(|name| operands.named(name));
        let Some(index) = index else {
            return Err(self.no_operand(instruction, reference.name));
        };
        let operand = &operands.list()[index];
        let class = operands.class(operand);
        let own_name = reference.name;
        let record = self.store.record(class.record);
        if operand.mi_operand_count > 1 && has_default_class(record)? {
            for (number, part) in class.parts.iter().enumerate() {
                let Some(part) = part.record else {
                    let message =
                        format!("part {number} of operand '{}' is not a record", { record.name() });
                    let error = FieldError::new(Code::OperandClasses, instruction, message);
                    return Err(error.label_record(record, "what the operand is"));
                };
                let class = self.class_of(self.store.record(part))?;
                let part = Some(number as u32);
                found.push(AsmOperand { token, class, name: own_name, own_name, part });
            }
            return Ok(());
        }
        let class = self.class_of(record)?;
        let mut asm_operand = AsmOperand { token, class, name: own_name, own_name, part: None };
        // A tied operand uses its partner's name because the row operand is the source for both.
        if let [part] = operands.parts(operand)
            && let OperandConstraint::TiedTo(output) = part.constraint
        {
            let tied = operands.sub_operand(output as usize);
            asm_operand.name = self.text_of(operands.list()[tied.operand].name);
            asm_operand.part = Some(tied.part as u32);
        }
        found.push(asm_operand);
        Ok(())
    }

    /// Returns the alias operand that a token refers to. Its class comes from the alias argument,
    /// not from the instruction operand.
    fn alias_reference(
        &mut self,
        record: Record<'_>,
        alias: &InstAlias,
        token: TextId,
        name: TextId,
        names: &[TextId],
    ) -> Result<AsmOperand, FieldError> {
        for (result, &result_name) in alias.results.iter().zip(names) {
            if let ResultValue::Operand { record, .. } = result.value
                && result_name == name
            {
                let class = self.class_of(self.store.record(record))?;
                let part = result.part.map(|part| part as u32);
                return Ok(AsmOperand { token, class, name, own_name: name, part });
            }
        }
        Err(self.no_operand(record, name))
    }

    /// Returns an alias argument's name. Empty for numbers and registers.
    fn name_of_result(&mut self, result: &AliasOperand) -> TextId {
        let ResultValue::Operand { name, .. } = result.value else { return self.texts.empty };
        match (name.name, name.part) {
            (Some(name), None) => self.text_of(name),
            (name, Some(part)) => {
                let name = name.map_or("", |name| self.store.str(name));
                let text = format!("{name}.{}", self.store.str(part));
                self.texts.add(&text)
            }
            (None, None) => self.texts.empty,
        }
    }

    fn no_operand(&self, record: Record<'_>, name: TextId) -> FieldError {
        let message = format!("error: unable to find operand: '{}'", self.texts.get(name));
        let similar = similar_operand(record, self.texts.get(name));
        let error = FieldError::new(Code::OperandNames, record, message);
        error.label_field(record, "AsmString").did_you_mean(similar)
    }

    /// Returns the operand class for an operand record.
    fn class_of(&mut self, operand: Record<'_>) -> Result<MatchClassId, FieldError> {
        if let Some(&class) = self.cache.classes.get(&operand.id()) {
            return Ok(class);
        }
        let class = class_of_operand(operand, self.classes)?;
        self.cache.classes.insert(operand.id(), class);
        Ok(class)
    }
}

impl Matchables {
    fn push(
        &mut self,
        draft: &MatchableDraft,
        source: MatchableSource,
        operands: &[AsmOperand],
        results: &[ResultOperand],
    ) {
        self.rows.push(Matchable {
            variant: draft.variant,
            source,
            instruction: draft.instruction,
            mnemonic: draft.mnemonic,
            features: draft.features,
            size: draft.size,
            has_deprecation: draft.has_deprecation,
            converter: draft.converter,
            operands: ListSpan::push(&mut self.operands, operands),
            results: ListSpan::push(&mut self.results, results),
        });
    }
}

/// Whether an operand lacks its own class, so that each part has a class.
fn has_default_class(operand: Record<'_>) -> Result<bool, FieldError> {
    Ok(OperandRecord::new(operand).parser_match_class()?.class_name()? == IMM_CLASS)
}

fn class_of_operand(
    operand: Record<'_>,
    classes: &MatchClasses,
) -> Result<MatchClassId, FieldError> {
    let error = |message: &str| FieldError::new(Code::OperandClasses, operand, message);
    let mut register_class = operand;
    if let Some(operand) = RegisterOperandRecord::from_record(operand) {
        let class = operand.store().value(operand.parser_match_class()?).as_def();
        if let Some(&class) = class.and_then(|class| classes.of_operand_class.get(&class)) {
            return Ok(class);
        }
        register_class = operand.reg_class()?;
    } else if RegisterClassLike::from_record(operand).is_none() {
        if !operand.inherits("Operand") {
            let message =
                format!("Operand `{}' does not derive from class Operand!", operand.name());
            return Err(error(&message));
        }
        let class = OperandRecord::new(operand).parser_match_class()?;
        let class = classes.of_operand_class.get(&class.id());
        return class.copied().ok_or_else(|| {
            error("operand has no match class!").label_field(operand, "ParserMatchClass")
        });
    }
    let class = classes.of_register_class.get(&register_class.id());
    class.copied().ok_or_else(|| error("register class has no class info!"))
}
