//! Text patterns for instructions and aliases, in matching order.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, FieldError, Record, RecordId, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::assembler_features::AssemblerFeatures;
use tablewright_target::assembly::{
    AsmMatcher, Matchable, MatchableSource, MatcherOptions, MnemonicAlias, MnemonicAliases,
    ResultOperand,
};
use tablewright_target::inst_alias::{InstAlias, InstAliasReader, ResultValue};
use tablewright_target::instructions::asm_piece::{AsmPiece, for_each_piece};
use tablewright_target::instructions::{InstructionId, asm_string};
use tablewright_target::record_views::asm_syntax::InstAliasRecord;
use tablewright_target::record_views::instruction::{
    InstructionRecord, OperandRecord, RegisterOperandRecord,
};
use tablewright_target::registers::{RegisterClassLike, RegisterId};

use crate::codec_builder::CodecBuilder;
use crate::machine::Machine;
use crate::text::TextRule;
use crate::text_builder::{TextBuilder, TextRuleId};

/// The patterns for a machine's assembly language.
pub struct AsmRows {
    pub(super) rows: Vec<AsmRow>,
    /// Row indices by mnemonic in lower case, in matching order.
    by_mnemonic: FxHashMap<String, Vec<usize>>,
    /// Rows whose mnemonic continues with an operand.
    glued: Vec<usize>,
    pub(super) rules: IndexVec<TextRuleId, TextRule>,
    /// By operand record, the registers in its class.
    pub(super) members: FxHashMap<RecordId, Vec<RegisterId>>,
    mnemonics: FxHashMap<String, String>,
}

/// A pattern.
pub(super) struct AsmRow {
    pub(super) instruction: InstructionId,
    pub(super) pieces: Vec<RowPiece>,
    pub(super) results: Vec<RowResult>,
    /// The features that the subtarget lacks.
    pub(super) missing: Vec<String>,
}

pub(super) enum RowPiece {
    Text(String),
    Operand { record: RecordId, rule: TextRuleId },
}

/// The source of one or more instruction operands.
#[derive(Clone, Copy)]
pub(super) enum RowResult {
    /// The operands of a piece, counted among the pieces with operands.
    Piece(usize),
    /// The instruction operand with this index.
    Copy(usize),
    /// Two pieces must be the same register.
    Same(usize, usize),
    Number(i64),
    Register(RegisterId),
    NoRegister,
}

impl AsmRows {
    /// Builds the patterns.
    ///
    /// # Errors
    /// If the description's assembly language is invalid.
    pub fn new(
        machine: &Machine<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<AsmRows, AnalysisError> {
        let store = machine.store;
        let matcher = AsmMatcher::build(store, MatcherOptions::default(), diagnostics)?;
        let rules = TextBuilder::new(store, &machine.syntax, &machine.subtarget)?;
        let codecs = CodecBuilder::new(
            store,
            &machine.syntax,
            &machine.subtarget,
            &machine.registers,
            diagnostics,
        )?;
        let reader = InstAliasReader {
            instructions: machine.instructions,
            operands: machine.operands,
            registers: machine.registers.registers,
            classes: store.analysis(diagnostics)?,
        };
        let mut builder = RowBuilder {
            machine,
            matcher: &matcher,
            rules,
            codecs,
            reader,
            features: store.analysis(diagnostics)?,
            members: FxHashMap::default(),
        };
        let variant = matcher.parser.variants.iter().position(|variant| {
            usize::try_from(variant.number).is_ok_and(|number| number == machine.variant())
        });
        let mut rows: Vec<AsmRow> = Vec::new();
        for row in matcher.rows.rows().iter().filter(|row| Some(row.variant) == variant) {
            rows.extend(builder.row(row)?);
        }
        let mut by_mnemonic: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        let mut glued: Vec<usize> = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            match mnemonic(row) {
                Some(mnemonic) => by_mnemonic.entry(mnemonic).or_default().push(index),
                None => glued.push(index),
            }
        }
        // A longer text is more exact: `add.f$pred` before `add$pred`.
        glued.sort_by_key(|index| {
            let length = match rows[*index].pieces.first() {
                Some(RowPiece::Text(text)) => text.len(),
                Some(RowPiece::Operand { .. }) | None => 0,
            };
            std::cmp::Reverse(length)
        });
        let features = builder.features;
        let mnemonics = MnemonicAliases::read(store, &matcher.parser, features, diagnostics)?;
        let mnemonics = builder.mnemonics(mnemonics.unwrap_or_default())?;
        let (rules, members) = (builder.rules.rules, builder.members);
        Ok(AsmRows { rows, by_mnemonic, glued, rules, members, mnemonics })
    }

    /// Returns the rows for a mnemonic, and rows whose mnemonic may begin with it.
    pub(super) fn candidates(&self, mnemonic: &str) -> impl Iterator<Item = &AsmRow> {
        let own = self.by_mnemonic.get(mnemonic).map_or(&[][..], Vec::as_slice);
        own.iter().chain(&self.glued).map(|&index| &self.rows[index])
    }

    /// Returns the mnemonic that replaces another.
    pub(super) fn replacement(&self, mnemonic: &str) -> Option<&str> {
        self.mnemonics.get(mnemonic).map(String::as_str)
    }

    /// Iterates over all mnemonics, in no order.
    pub(super) fn mnemonics(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.rows.iter().filter_map(first_text).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Returns the first word of a row's text.
fn first_text(row: &AsmRow) -> Option<&str> {
    match row.pieces.first()? {
        RowPiece::Text(text) => text.split_whitespace().next(),
        RowPiece::Operand { .. } => None,
    }
}

/// Returns the mnemonic in lower case; `None` if an operand is part of it.
fn mnemonic(row: &AsmRow) -> Option<String> {
    let RowPiece::Text(text) = row.pieces.first()? else { return None };
    let text = text.trim_start();
    match text.split_once([' ', '\t']) {
        Some((mnemonic, _)) => Some(mnemonic.to_ascii_lowercase()),
        None => (row.pieces.len() == 1).then(|| text.to_ascii_lowercase()),
    }
}

struct RowBuilder<'a, 's> {
    machine: &'a Machine<'s>,
    matcher: &'a AsmMatcher,
    rules: TextBuilder<'a, 's>,
    codecs: CodecBuilder<'a, 's>,
    reader: InstAliasReader<'a>,
    features: &'s AssemblerFeatures,
    members: FxHashMap<RecordId, Vec<RegisterId>>,
}

/// A row during construction: its operands by name.
type RowOperandNames = FxHashMap<String, RecordId>;

impl RowBuilder<'_, '_> {
    /// Returns the pattern for a row; `None` if a piece names an operand that the row does not have.
    fn row(&mut self, row: &Matchable) -> Result<Option<AsmRow>, AnalysisError> {
        let store = self.machine.store;
        let (record, text, named) = match row.source {
            MatchableSource::Alias(alias) => {
                let record = store.record(alias);
                let text = InstAliasRecord::new(record).asm_string()?;
                (record, text, self.alias_operands(&self.reader.read(record)?))
            }
            MatchableSource::Instruction | MatchableSource::TwoOperandAlias => {
                let record = store.record(self.machine.instructions.record(row.instruction));
                let text = InstructionRecord::new(record).asm_string()?;
                (record, text, self.instruction_operands(row.instruction))
            }
        };
        // The string of a shortened row differs from its instruction's.
        if row.source == MatchableSource::TwoOperandAlias {
            return Ok(None);
        }
        let text = asm_string::for_variant(text, self.machine.variant());
        let Some(pieces) = self.pieces(record, &text, &named)? else { return Ok(None) };
        let dollars: Vec<usize> = self
            .matcher
            .rows
            .operands(row)
            .iter()
            .enumerate()
            .filter(|(_, operand)| self.matcher.texts.get(operand.token).starts_with('$'))
            .map(|(index, _)| index)
            .filter(|&index| !self.continues(row, index))
            .collect();
        let Some(results) = self.results(row, &dollars) else { return Ok(None) };
        let missing = self.missing(row)?;
        Ok(Some(AsmRow { instruction: row.instruction, pieces, results, missing }))
    }

    /// Whether a row operand is a further part of the operand before it. A piece has the text for all
    /// parts.
    fn continues(&self, row: &Matchable, index: usize) -> bool {
        let operands = self.matcher.rows.operands(row);
        let is_part = operands.get(index).is_some_and(|own| own.part.is_some_and(|part| part > 0));
        is_part && index > 0 && operands[index - 1].token == operands[index].token
    }

    fn instruction_operands(&self, instruction: InstructionId) -> RowOperandNames {
        let store = self.machine.store;
        let operands = self.machine.operands.for_instruction(instruction);
        let named = operands
            .list()
            .iter()
            .map(|operand| (store.str(operand.name).to_owned(), operands.class(operand).record));
        named.collect()
    }

    fn alias_operands(&self, alias: &InstAlias) -> RowOperandNames {
        let store = self.machine.store;
        let mut named = RowOperandNames::default();
        for result in &alias.results {
            let ResultValue::Operand { name, record } = result.value else { continue };
            let text = |symbol| store.str(symbol).to_owned();
            let Some(whole) = name.name.map(text) else { continue };
            match name.part.map(text) {
                None => named.entry(whole).or_insert(record),
                Some(part) => named.entry(format!("{whole}.{part}")).or_insert(record),
            };
        }
        named
    }

    fn pieces(
        &mut self,
        record: Record<'_>,
        text: &str,
        named: &RowOperandNames,
    ) -> Result<Option<Vec<RowPiece>>, FieldError> {
        let mut pieces: Vec<RowPiece> = Vec::new();
        let mut is_complete = true;
        let push = |pieces: &mut Vec<RowPiece>, text: &str| match pieces.last_mut() {
            Some(RowPiece::Text(last)) => last.push_str(text),
            _ => pieces.push(RowPiece::Text(text.to_owned())),
        };
        for_each_piece(record, text, |piece| {
            match piece {
                AsmPiece::Text(text) => push(&mut pieces, text),
                AsmPiece::Escaped(character) => {
                    push(&mut pieces, character.encode_utf8(&mut [0; 4]));
                }
                AsmPiece::Operand { name, .. } => match named.get(name) {
                    Some(&operand) => {
                        let rule = self.rule(operand)?;
                        pieces.push(RowPiece::Operand { record: operand, rule });
                    }
                    None => is_complete = false,
                },
            }
            Ok(())
        })?;
        Ok(is_complete.then_some(pieces))
    }

    /// Returns the rule for an operand record, and collects the registers in its class.
    fn rule(&mut self, operand: RecordId) -> Result<TextRuleId, FieldError> {
        let record = self.machine.store.record(operand);
        if let Some(class) = self.codecs.class_of_operand(record)
            && !self.members.contains_key(&operand)
        {
            let members = self.codecs.members(class).into_iter().map(|(id, _)| id);
            let mut members: Vec<RegisterId> = members.collect();
            members.sort_unstable();
            self.members.insert(operand, members);
        }
        let method = if RegisterClassLike::from_record(record).is_some() {
            ""
        } else if let Some(operand) = RegisterOperandRecord::from_record(record) {
            operand.print_method()?
        } else {
            OperandRecord::new(record).print_method()?
        };
        // The machine's names of unknown methods are complete.
        let machine = self.machine;
        self.rules.method(method, |method| machine.unknown_index(method))
    }

    fn results(&self, row: &Matchable, dollars: &[usize]) -> Option<Vec<RowResult>> {
        let piece = |operand: u32| dollars.iter().position(|&index| index == operand as usize);
        let mut results = Vec::new();
        for result in self.matcher.rows.results(row) {
            let result = match *result {
                ResultOperand::Rendered { operand, .. }
                    if self.continues(row, operand as usize) =>
                {
                    continue;
                }
                ResultOperand::Rendered { operand, .. } => match piece(operand) {
                    Some(piece) => RowResult::Piece(piece),
                    // A register that the assembly string names.
                    None => {
                        let token = self.matcher.rows.operands(row).get(operand as usize)?;
                        let class = self.matcher.classes.get(token.class);
                        RowResult::Register(class.registers()?.first()?)
                    }
                },
                ResultOperand::Tied(tie) => {
                    if let [Some(one), Some(other)] = tie.operands
                        && one != other
                        && let (Some(one), Some(other)) = (piece(one), piece(other))
                    {
                        results.push(RowResult::Same(one, other));
                    }
                    match tie.result {
                        Some(result) => RowResult::Copy(result as usize),
                        None => continue,
                    }
                }
                ResultOperand::Imm(number) => RowResult::Number(number),
                ResultOperand::Reg(None) => RowResult::NoRegister,
                ResultOperand::Reg(Some(register)) => {
                    RowResult::Register(self.reader.registers.for_record(register)?)
                }
                ResultOperand::RegByHwMode(choice) => {
                    let register = self.codecs.register_in_mode(choice)?;
                    RowResult::Register(register)
                }
            };
            results.push(result);
        }
        Some(results)
    }

    /// Returns the names for the predicates that do not hold.
    fn missing(&self, row: &Matchable) -> Result<Vec<String>, FieldError> {
        let mut missing = Vec::new();
        for &predicate in self.matcher.rows.features(row.features) {
            let Some(feature) = self.features.for_predicate(predicate) else { continue };
            if !self.machine.subtarget.features.holds(&feature.condition) {
                missing.push(self.machine.store.record(predicate).name().to_owned());
            }
        }
        Ok(missing)
    }

    fn mnemonics(&self, aliases: MnemonicAliases) -> Result<FxHashMap<String, String>, FieldError> {
        let variant = i32::try_from(self.machine.variant()).unwrap_or(0);
        let own = aliases.of_variants.into_iter().filter(|(number, _)| *number == variant);
        let mut all: Vec<MnemonicAlias> = own.flat_map(|(_, aliases)| aliases).collect();
        all.extend(aliases.of_all);
        let holds = |predicate: &RecordId| {
            let feature = self.features.for_predicate(*predicate);
            feature.is_some_and(|it| self.machine.subtarget.features.holds(&it.condition))
        };
        let mut mnemonics = FxHashMap::default();
        for alias in all {
            let conditional = alias.conditional.into_iter();
            let mut conditional = conditional.filter(|(needed, _)| needed.iter().all(holds));
            if let Some(to) = conditional.next().map(|(_, to)| to).or(alias.otherwise) {
                mnemonics.entry(alias.from).or_insert(to);
            }
        }
        Ok(mnemonics)
    }
}
