//! Instructions and aliases in each language variant, divided into tokens and checked.
//!
//! In: the records. Out: [`MatchableDrafts`], rows with unresolved tokens.
//! [`operand_references`](super::operand_references) resolves these tokens.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use super::matchable::{FeatureListId, ListSpan, MatchableSource};
use super::parser::{AsmParser, AsmVariant};
use super::texts::{AsmTexts, TextId};
use super::tokens::{AsmToken, TokenError, tokenize};
use crate::assembler_features::AssemblerFeatures;
use crate::inst_alias::{InstAlias, InstAliasReader};
use crate::instructions::InstructionId;
use crate::instructions::asm_string;
use crate::record_views::asm_syntax::InstAliasRecord;
use crate::record_views::instruction::InstructionRecord;
use crate::registers::{RegisterId, Registers};

/// A row with unresolved tokens.
pub(super) struct MatchableDraft {
    pub(super) variant: usize,
    pub(super) source: MatchableSource,
    pub(super) instruction: InstructionId,
    /// The alias index; `None` for an instruction.
    pub(super) alias: Option<usize>,
    pub(super) mnemonic: TextId,
    pub(super) features: FeatureListId,
    pub(super) size: u32,
    pub(super) has_deprecation: bool,
    pub(super) converter: Option<Symbol>,
    pub(super) tokens: ListSpan,
}

/// A token in a row.
#[derive(Clone, Copy)]
pub(super) struct DraftToken {
    pub(super) text: TextId,
    /// The register that the token names, if any.
    pub(super) register: Option<RegisterId>,
}

/// All rows with unresolved tokens.
#[derive(Default)]
pub(super) struct MatchableDrafts {
    pub(super) rows: Vec<MatchableDraft>,
    pub(super) tokens: Vec<DraftToken>,
    pub(super) aliases: Vec<InstAlias>,
    pub(super) features: IndexVec<FeatureListId, Box<[RecordId]>>,
    /// The registers that tokens name, without duplicates.
    pub(super) named_registers: Vec<RegisterId>,
}

/// Reads instructions and aliases.
pub(super) struct SourceReader<'a> {
    pub(super) store: &'a RecordStore,
    pub(super) parser: &'a AsmParser,
    pub(super) aliases: InstAliasReader<'a>,
    pub(super) features: &'a AssemblerFeatures,
    /// The name prefix. Other instructions are skipped.
    pub(super) prefix: &'a str,
}

impl SourceReader<'_> {
    /// Reads all rows, variant by variant, instructions before aliases.
    pub(super) fn read(&self, texts: &mut AsmTexts) -> Result<MatchableDrafts, FieldError> {
        let mut drafts = MatchableDrafts::default();
        let mut feature_lists = FeatureListBuilder::default();
        let aliases = self.store.derived_from_name("InstAlias")?;
        for (number, variant) in self.parser.variants.iter().enumerate() {
            let mut reader = VariantReader {
                source: self,
                number,
                variant,
                registers: TokenRegisterLookup::new(self.store, self.aliases.registers, variant),
                texts,
                drafts: &mut drafts,
                feature_lists: &mut feature_lists,
            };
            for (instruction, record) in self.aliases.instructions.iter() {
                let record = InstructionRecord::new(self.store.record(record));
                reader.instruction(instruction, record)?;
            }
            for (index, &alias) in aliases.iter().enumerate() {
                if number == 0 {
                    let alias = self.aliases.read(alias)?;
                    reader.drafts.aliases.push(alias);
                }
                reader.alias(index, InstAliasRecord::new(alias))?;
            }
        }
        drafts.features = feature_lists.lists;
        Ok(drafts)
    }
}

/// Reads a single variant.
struct VariantReader<'a> {
    source: &'a SourceReader<'a>,
    number: usize,
    variant: &'a AsmVariant,
    registers: TokenRegisterLookup<'a>,
    texts: &'a mut AsmTexts,
    drafts: &'a mut MatchableDrafts,
    feature_lists: &'a mut FeatureListBuilder,
}

impl VariantReader<'_> {
    fn instruction(
        &mut self,
        instruction: InstructionId,
        record: InstructionRecord<'_>,
    ) -> Result<(), FieldError> {
        if !record.name().starts_with(self.source.prefix)
            || record.is_code_gen_only()?
            || !self.variant.is_named(record.asm_variant_name()?.unwrap_or_default())
        {
            return Ok(());
        }
        let converter = converter(record)?;
        let draft = MatchableDraft {
            variant: self.number,
            source: MatchableSource::Instruction,
            instruction,
            alias: None,
            mnemonic: self.texts.empty,
            features: FeatureListId::from_index(0),
            size: record.size()? as u32,
            has_deprecation: false,
            converter,
            tokens: ListSpan::default(),
        };
        self.row(draft, *record)
    }

    fn alias(&mut self, index: usize, record: InstAliasRecord<'_>) -> Result<(), FieldError> {
        let store = self.source.store;
        let instruction = self.drafts.aliases[index].instruction;
        let result = store.record(self.source.aliases.instructions.record(instruction));
        let result = InstructionRecord::new(result);
        if !result.name().starts_with(self.source.prefix)
            || !self.variant.is_named(record.asm_variant_name()?.unwrap_or_default())
        {
            return Ok(());
        }
        let size = result.size()? as u32;
        let uses_converter = record.use_inst_asm_match_converter()?;
        let draft = MatchableDraft {
            variant: self.number,
            source: MatchableSource::Alias(record.id()),
            instruction,
            alias: Some(index),
            mnemonic: self.texts.empty,
            features: FeatureListId::from_index(0),
            size,
            has_deprecation: false,
            converter: if uses_converter { converter(result)? } else { None },
            tokens: ListSpan::default(),
        };
        self.row(draft, *record)
    }

    /// Divides a record's assembly string into tokens, checks them and adds the row.
    fn row(&mut self, mut draft: MatchableDraft, record: Record<'_>) -> Result<(), FieldError> {
        let text = InstructionRecord::new(record).asm_string()?;
        let text = asm_string::for_variant(text, self.variant.alternative());
        // Few rows have more tokens than this capacity.
        let mut tokens = Vec::with_capacity(16);
        tokenize(&text, &self.variant.characters, &mut tokens)
            .map_err(|error| token_error(record, error))?;
        let Some(first) = tokens.first().copied() else {
            let message = format!("Instruction '{}' has no tokens", record.name());
            return Err(asm_error(record, message));
        };
        if self.source.parser.has_mnemonic_first {
            if first.text.starts_with('$') {
                let message = format!("Invalid instruction mnemonic '{}'!", first.text);
                return Err(asm_error(record, message));
            }
            tokens.remove(0);
        }
        if !first.text.starts_with('$') {
            draft.mnemonic = self.texts.add(first.text);
        }
        draft.features = self.feature_lists.for_record(record, self.source.features)?;
        draft.has_deprecation = has_deprecation(record);
        draft.tokens = self.tokens(&tokens);
        if self.check(&draft, record, &text, &tokens)? {
            self.drafts.rows.push(draft);
        }
        Ok(())
    }

    fn tokens(&mut self, tokens: &[AsmToken<'_>]) -> ListSpan {
        let start = self.drafts.tokens.len();
        for token in tokens {
            let text = self.texts.add(token.text);
            let register = self.registers.find(text, token);
            if let Some(register) = register
                && !self.drafts.named_registers.contains(&register)
            {
                self.drafts.named_registers.push(register);
            }
            self.drafts.tokens.push(DraftToken { text, register });
        }
        ListSpan { start: start as u32, len: tokens.len() as u32 }
    }

    /// Checks a row's tokens. Returns false if the row is omitted: an instruction that repeats an
    /// operand could match two different operands.
    fn check(
        &self,
        draft: &MatchableDraft,
        record: Record<'_>,
        text: &str,
        tokens: &[AsmToken<'_>],
    ) -> Result<bool, FieldError> {
        if text.contains('\n') {
            let message = "multiline instruction is not valid for the asmparser, mark it \
                           isCodeGenOnly";
            return Err(asm_error(record, message));
        }
        let comment = &self.variant.comment_delimiter;
        if !comment.is_empty() && text.contains(comment.as_str()) {
            let message = "asmstring for instruction has comment character in it, mark it \
                           isCodeGenOnly";
            return Err(asm_error(record, message));
        }
        let is_instruction = draft.source == MatchableSource::Instruction;
        for (index, token) in tokens.iter().enumerate() {
            if !token.text.starts_with('$') {
                continue;
            }
            if token.text.contains(':') {
                let message = format!(
                    "matchable with operand modifier '{}' not supported by asm matcher.  Mark \
                     isCodeGenOnly!",
                    token.text
                );
                return Err(asm_error(record, message));
            }
            let is_repeated = tokens[..index].iter().any(|before| before.text == token.text);
            if is_instruction && draft.converter.is_none() && is_repeated {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the target method that builds the `MCInst` instead of the matcher.
fn converter(instruction: InstructionRecord<'_>) -> Result<Option<Symbol>, FieldError> {
    let method = instruction.asm_match_converter()?;
    Ok(Some(method).filter(|&method| !instruction.store().str(method).is_empty()))
}

fn has_deprecation(record: Record<'_>) -> bool {
    let fields = ["DeprecatedFeatureMask", "ComplexDeprecationPredicate"];
    let field = fields.iter().find_map(|field| record.field(field));
    field.is_some_and(|field| !record.store().unquoted_text(field.value).is_empty())
}

fn asm_error(record: Record<'_>, message: impl Into<String>) -> FieldError {
    FieldError::new(Code::AsmStrings, record, message).label_field(record, "AsmString")
}

fn token_error(record: Record<'_>, error: TokenError) -> FieldError {
    let name = record.name();
    asm_error(
        record,
        match error {
            TokenError::NothingEscaped => {
                format!("the assembly string of '{name}' ends with a backslash")
            }
            TokenError::OpenReference => format!("Missing brace in operand reference of '{name}'"),
        },
    )
}

/// Finds the registers that tokens name in a variant.
struct TokenRegisterLookup<'a> {
    prefix: &'a str,
    /// Registers by assembly name. If several registers share a name, the first wins.
    by_name: FxHashMap<&'a str, RegisterId>,
    cache: FxHashMap<TextId, Option<RegisterId>>,
}

impl<'a> TokenRegisterLookup<'a> {
    fn new(
        store: &'a RecordStore,
        registers: &'a Registers,
        variant: &'a AsmVariant,
    ) -> TokenRegisterLookup<'a> {
        let mut by_name = FxHashMap::default();
        for register in registers.ids() {
            by_name.entry(registers.asm_name(store, register)).or_insert(register);
        }
        TokenRegisterLookup {
            prefix: &variant.register_prefix,
            by_name,
            cache: FxHashMap::default(),
        }
    }

    fn find(&mut self, text: TextId, token: &AsmToken<'_>) -> Option<RegisterId> {
        if !token.is_isolated {
            return None;
        }
        if let Some(&register) = self.cache.get(&text) {
            return register;
        }
        let register = self.register_with_prefix(token.text);
        self.cache.insert(text, register);
        register
    }

    fn register_with_prefix(&self, text: &str) -> Option<RegisterId> {
        // Without a prefix, register names are also recognized in capitals.
        let name = match self.prefix {
            "" => text.to_ascii_lowercase(),
            prefix => text.strip_prefix(prefix)?.to_owned(),
        };
        self.by_name.get(name.as_str()).copied()
    }
}

/// The feature lists that rows require.
#[derive(Default)]
struct FeatureListBuilder {
    lists: IndexVec<FeatureListId, Box<[RecordId]>>,
    /// List ids by list members.
    by_members: FxHashMap<Box<[RecordId]>, FeatureListId>,
    /// List ids by `Predicates` value, which many records share.
    by_value: FxHashMap<ValueId, FeatureListId>,
}

impl FeatureListBuilder {
    fn for_record(
        &mut self,
        record: Record<'_>,
        features: &AssemblerFeatures,
    ) -> Result<FeatureListId, FieldError> {
        let record = InstructionRecord::new(record);
        let value = record.predicates_value()?;
        if let Some(&list) = self.by_value.get(&value) {
            return Ok(list);
        }
        let predicates = record.predicates()?.into_iter().map(|predicate| predicate.id());
        let required: Box<[RecordId]> =
            predicates.filter(|&predicate| features.for_predicate(predicate).is_some()).collect();
        let lists = &mut self.lists;
        let list =
            *self.by_members.entry(required).or_insert_with_key(|list| lists.push(list.clone()));
        self.by_value.insert(value, list);
        Ok(list)
    }
}
