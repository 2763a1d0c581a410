//! A target's machine language: all tables, compiled once.

use rustc_hash::FxHashSet;
use tablewright_inspect::unknown_name;
use tablewright_records::{AnalysisError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::inst_alias::InstAliasReader;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::TargetRecord;
use tablewright_target::registers::{RegisterClassLike, RegisterId};
use tablewright_target::target::target;

use crate::address_operands::AddressOperands;
use crate::alias::AliasBuilder;
use crate::codec_builder::CodecBuilder;
use crate::compress::Compression;
use crate::decoder::{CompiledEncoding, DecoderBuilder, MachineDecoder, NotDecoded, WordMatch};
use crate::field_number::{FieldNumbers, field_number};
use crate::insn::{Insn, InsnOperand};
use crate::machine_options::MachineOptions;
use crate::print_piece::InsnPiece;
use crate::printer::{InsnPrinter, plans};
use crate::registers::MachineRegisterNames;
use crate::subtarget::MachineSubtarget;
use crate::syntax::{ByteOrder, TargetSyntax};
use crate::targets;
use crate::text::{AsmTextContext, InsnRefusal, MachineFacts};
use crate::text_builder::TextBuilder;
use crate::x86::X86InsnDecoder;

/// A method without a row.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct UnknownMethod {
    /// The method's name.
    pub method: String,
}

/// A target's machine language for a subtarget.
pub struct Machine<'s> {
    pub(crate) store: &'s RecordStore,
    pub(crate) instructions: &'s Instructions,
    pub(crate) operands: &'s InstructionOperands,
    pub(crate) syntax: TargetSyntax,
    pub(crate) subtarget: MachineSubtarget<'s>,
    pub(crate) registers: MachineRegisterNames<'s>,
    pub(crate) decoder: MachineDecoder,
    pub(crate) printer: InsnPrinter,
    pub(crate) compression: Compression,
    pub(crate) addresses: AddressOperands,
    unknown: Vec<String>,
    /// The decoder for X86; `None` for a target whose instructions have encoding bits.
    x86: Option<X86InsnDecoder<'s>>,
}

impl<'s> Machine<'s> {
    /// Compiles the tables for the target in `store`.
    ///
    /// # Errors
    /// If the description is invalid, or an option names something unknown.
    pub fn new(
        store: &'s RecordStore,
        options: &MachineOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Machine<'s>, AnalysisError> {
        let record = target(store)?;
        let variant = variant(record, options.variant)?;
        let syntax = targets::syntax(store, record)?;
        let subtarget = MachineSubtarget::new(store, &syntax, options, diagnostics)?;
        let syntax = targets::with_features(syntax, |feature| subtarget.has_feature(feature));
        let syntax = syntax.for_variant(variant.0);
        Machine::for_subtarget(subtarget, syntax, variant, options.no_aliases, diagnostics)
    }

    /// Compiles the tables for a subtarget. `variant` is the assembly printer's variant number, and whether the
    /// printer knows the subtarget.
    pub(crate) fn for_subtarget(
        subtarget: MachineSubtarget<'s>,
        syntax: TargetSyntax,
        (variant, tests_features): (usize, bool),
        no_aliases: bool,
        diagnostics: &mut Diagnostics,
    ) -> Result<Machine<'s>, AnalysisError> {
        let store = subtarget.store();
        let registers = MachineRegisterNames::new(store, &syntax, &subtarget, diagnostics)?;
        let addresses = AddressOperands::new(store, &syntax)?;
        let mut codecs = CodecBuilder::new(store, &syntax, &subtarget, &registers, diagnostics)?;
        codecs.relatives = Some(&addresses.relatives);
        let mut rules = TextBuilder::new(store, &syntax, &subtarget)?;
        let plans = plans(
            store,
            variant,
            &mut rules,
            &mut |method| codecs.unknown_method(method),
            diagnostics,
        )?;
        let reader = InstAliasReader {
            instructions: store.analysis(diagnostics)?,
            operands: store.analysis(diagnostics)?,
            registers: store.analysis(diagnostics)?,
            classes: store.analysis(diagnostics)?,
        };
        let builder = AliasBuilder {
            store,
            reader,
            codecs: &mut codecs,
            rules: &mut rules,
            variant,
            plans: &plans,
            tests_features,
        };
        let aliases = builder.read(diagnostics)?;
        let compression = Compression::new(store, &codecs, diagnostics)?;
        let decoder = DecoderBuilder::new(&mut codecs, diagnostics)?.build(diagnostics)?;
        let unknown = std::mem::take(&mut codecs.unknown);
        let (instructions, operands) = (reader.instructions, reader.operands);
        let no_aliases = no_aliases || !syntax.printer.prints_aliases;
        let (rules, methods) = (rules.rules, rules.methods);
        let fields = FieldNumbers::new(store, instructions, syntax.printer.fields);
        let printer = InsnPrinter { plans, rules, methods, aliases, no_aliases, variant, fields };
        let x86 = X86InsnDecoder::for_target(&subtarget, syntax.target, diagnostics)?;
        Ok(Machine {
            store,
            instructions,
            operands,
            syntax,
            subtarget,
            registers,
            decoder,
            printer,
            compression,
            addresses,
            unknown,
            x86,
        })
    }

    /// Decodes the instruction at the start of `bytes`. An instruction in a packet is decoded without the operands that
    /// it takes from its packet; see [`Machine::decode_packet`].
    ///
    /// # Errors
    /// If no instruction of the subtarget begins there.
    pub fn decode(&self, bytes: &[u8]) -> Result<WordMatch, NotDecoded> {
        match &self.x86 {
            Some(decoder) => decoder.decode(bytes),
            None => self.decoder.decode(bytes),
        }
    }

    /// Adds an instruction's text, without the tab before it.
    pub fn print(&self, insn: &Insn, text: &mut String) {
        if let Some(print) = self.syntax.printer.print_prefixes {
            // A prefix without text is not an error.
            let _ = print(&self.text_context(insn, 0, true), text);
        }
        if self.printer.no_aliases {
            return self.print_plan(insn, &self.printer.plans[insn.instruction], false, text);
        }
        if self.print_target_alias(insn, text) {
            return;
        }
        let long = self.syntax.is_compressed.then(|| self.uncompressed(insn)).flatten();
        let insn = long.as_ref().unwrap_or(insn);
        let aliases = self.printer.aliases.get(&insn.instruction);
        let alias = aliases.and_then(|aliases| aliases.iter().find(|alias| alias.matches(insn)));
        let pieces = match alias {
            Some(alias) => &alias.pieces,
            None => &self.printer.plans[insn.instruction],
        };
        let start = text.len();
        self.print_plan(insn, pieces, true, text);
        // Assembly strings may begin with a tab.
        if text[start..].starts_with('\t') {
            text.remove(start);
        }
    }

    /// Adds the text for an alias that is not in the description. Returns whether there is one.
    pub(crate) fn print_target_alias(&self, insn: &Insn, text: &mut String) -> bool {
        let Some(print) = self.syntax.printer.print_alias else { return false };
        let start = text.len();
        let is_printed = print(&self.text_context(insn, 0, true), text).is_some();
        if !is_printed {
            text.truncate(start);
        }
        is_printed
    }

    /// Returns the reason why an assembler refuses an instruction that has an encoding.
    pub(crate) fn refusal(&self, insn: &Insn) -> Option<InsnRefusal> {
        let check = self.syntax.assembler.check?;
        check(&self.text_context(insn, 0, true))
    }

    /// Returns the long instruction for a short one.
    pub fn uncompressed(&self, insn: &Insn) -> Option<Insn> {
        let replacements = self.compression.to_long.get(&insn.instruction)?;
        replacements.iter().find_map(|replacement| replacement.apply(insn))
    }

    /// Returns the short instruction for a long one, if assemblers choose short instructions.
    pub fn compressed(&self, insn: &Insn) -> Option<Insn> {
        if !self.syntax.is_compressed {
            return None;
        }
        let replacements = self.compression.to_short.get(&insn.instruction)?;
        let mut short = replacements.iter().filter_map(|replacement| replacement.apply(insn));
        short.find(|short| self.decoder.encode(short).is_ok())
    }

    /// Encodes an instruction. Returns `None` if its operands cannot be encoded.
    pub fn encode(&self, insn: &Insn) -> Option<Vec<u8>> {
        self.decoder.encode(insn).ok().map(|encoded| encoded.bytes)
    }

    /// Returns an instruction's record name.
    pub fn instruction_name(&self, instruction: InstructionId) -> &'s str {
        self.store.record(self.instructions.record(instruction)).name()
    }

    /// Returns a register's printed name.
    pub fn register_name(&self, register: RegisterId) -> String {
        let mut text = String::new();
        self.registers.push(register, &mut text);
        text
    }

    /// Returns the instructions' byte order.
    pub fn byte_order(&self) -> ByteOrder {
        self.syntax.words.byte_order
    }

    /// Whether an instruction writes the operand with this number.
    pub fn is_output(&self, instruction: InstructionId, operand: usize) -> bool {
        let list = self.operands.for_instruction(instruction);
        let part = list.mi_operands().get(operand);
        part.is_some_and(|part| (part.operand as usize) < list.def_count())
    }

    /// Returns the methods without a row that the subtarget's instructions need, by name.
    pub fn unknown_methods(&self) -> Vec<UnknownMethod> {
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut names: Vec<&str> = Vec::new();
        let mut add = |method: u16| {
            let name = self.method(method);
            if seen.insert(name) {
                names.push(name);
            }
        };
        for instruction in self.x86.iter().flat_map(X86InsnDecoder::instructions) {
            let pieces = self.printer.plans[instruction].iter();
            pieces.filter_map(|piece| self.printer.unknown(piece)).for_each(&mut add);
        }
        for encoding in self.decoder.encodings.iter() {
            let codecs = encoding.steps.iter().map(|step| &self.decoder.codecs[step.codec]);
            let used = codecs.filter_map(crate::codec::Codec::unknown);
            let printed = self.printer.plans[encoding.instruction].iter();
            let printed = printed.filter_map(|piece| self.printer.unknown(piece));
            let used = used.chain(printed.filter(|_| !encoding.steps.is_empty()));
            used.for_each(&mut add);
        }
        names.sort_unstable();
        names.into_iter().map(|method| UnknownMethod { method: method.to_owned() }).collect()
    }

    /// Returns an unknown method's index.
    pub(crate) fn unknown_index(&self, method: &str) -> u16 {
        let index = self.unknown.iter().position(|other| other == method);
        index.and_then(|index| u16::try_from(index).ok()).unwrap_or(u16::MAX)
    }

    /// Returns the first encoding that the subtarget has for an instruction.
    pub(crate) fn first_encoding(&self, instruction: InstructionId) -> Option<&CompiledEncoding> {
        let encodings = self.decoder.by_instruction.get(&instruction)?;
        encodings.first().map(|&id| &self.decoder.encodings[id])
    }

    /// Returns an operand's register class name; `None` if the operand is not a register.
    pub(crate) fn operand_class_name(&self, record: Record<'_>) -> Option<&'s str> {
        let class = RegisterClassLike::from_operand(record).ok().flatten()?;
        Some(self.store.record(class.record()).name())
    }

    /// Returns an operand's record name, and the number of fields with its bits.
    pub(crate) fn operand_place(
        &self,
        instruction: InstructionId,
        operand: usize,
    ) -> (&'s str, usize) {
        let list = self.operands.for_instruction(instruction);
        let part = list.mi_operands().get(operand);
        let record =
            part.and_then(|part| Some(list.class(list.list().get(part.operand as usize)?).record));
        let mut first = 0;
        let mut parts = 0;
        for step in self.first_encoding(instruction).into_iter().flat_map(|it| &it.steps) {
            let count = self.decoder.codecs[step.codec].count();
            if (first..first + count).contains(&operand) {
                parts = step.fields.len();
            }
            first += count;
        }
        (record.map_or("", |record| self.store.record(record).name()), parts)
    }

    /// Whether an instruction is replaced by others.
    pub(crate) fn is_expanded(&self, instruction: InstructionId) -> bool {
        let name = self.instruction_name(instruction);
        self.syntax.assembler.expansions.iter().any(|row| row.instruction == name)
    }

    pub(crate) fn variant(&self) -> usize {
        self.printer.variant
    }
}

/// Returns an assembly printer's variant number, and whether it knows the subtarget.
pub(crate) fn variant(
    target: TargetRecord<'_>,
    number: usize,
) -> Result<(usize, bool), AnalysisError> {
    let writers = target.assembly_writers()?;
    let Some(writer) = writers.get(number) else {
        let names: Vec<String> = (0..writers.len()).map(|number| number.to_string()).collect();
        let names = names.iter().map(String::as_str);
        return Err(unknown_name("assembly printer", &number.to_string(), names).into());
    };
    let variant = usize::try_from(writer.variant()?).unwrap_or(usize::MAX);
    Ok((variant, writer.pass_subtarget()? != 0))
}

impl Machine<'_> {
    fn text_context<'a>(
        &'a self,
        insn: &'a Insn,
        operand: usize,
        has_aliases: bool,
    ) -> AsmTextContext<'a> {
        AsmTextContext { machine: self, insn, operand, has_aliases, arguments: "", reads: None }
    }

    /// Adds an instruction's text as its assembly string has it.
    pub(crate) fn print_plan(
        &self,
        insn: &Insn,
        pieces: &[InsnPiece],
        has_aliases: bool,
        text: &mut String,
    ) {
        for piece in pieces {
            self.print_piece(insn, piece, has_aliases, text);
        }
    }

    pub(crate) fn print_piece(
        &self,
        insn: &Insn,
        piece: &InsnPiece,
        has_aliases: bool,
        text: &mut String,
    ) {
        match piece {
            InsnPiece::Text(piece) => text.push_str(piece),
            InsnPiece::Operand { operand, rule } => {
                let context = self.text_context(insn, *operand, has_aliases);
                self.printer.rules[*rule].print(&context, text);
            }
            InsnPiece::Special(modifier) => {
                text.push_str("${:");
                text.push_str(modifier);
                text.push('}');
            }
        }
    }
}

impl MachineFacts for Machine<'_> {
    fn has_feature(&self, name: &str) -> bool {
        self.subtarget.has_feature(name)
    }

    fn has_record(&self, name: &str) -> bool {
        self.store.find_record(name).is_some()
    }

    fn instruction_name(&self, instruction: InstructionId) -> &str {
        Machine::instruction_name(self, instruction)
    }

    fn method(&self, method: u16) -> &str {
        self.unknown.get(usize::from(method)).map_or("", String::as_str)
    }

    fn registers_named(&self, name: &str) -> &[RegisterId] {
        self.registers.named(name)
    }

    fn alternative_name(&self, register: RegisterId, index: &str) -> String {
        let registers = self.registers.registers;
        let indices = registers.reg_alt_name_indices(self.store, register);
        let names = registers.alt_names(self.store, register);
        let (Ok(indices), Ok(names)) = (indices, names) else { return String::new() };
        let position = indices.iter().position(|own| own.name() == index);
        position
            .and_then(|position| names.get(position))
            .map_or_else(String::new, |name| (*name).to_owned())
    }

    fn register_prefix(&self) -> &str {
        self.registers.prefix
    }

    fn operand_named(&self, instruction: InstructionId, name: &str) -> Option<usize> {
        let list = self.operands.for_instruction(instruction);
        let operand = list.list().iter().position(|it| self.store.str(it.name) == name)?;
        list.mi_operands().iter().position(|part| part.operand as usize == operand)
    }

    fn record_number(&self, instruction: InstructionId, field: &str, inner: &str) -> Option<i64> {
        let record = self.store.record(self.instructions.record(instruction));
        record.optional_record(field).ok()??.bits(inner).ok()?.to_int()
    }

    fn operand_type(&self, instruction: InstructionId, operand: usize) -> &str {
        let list = self.operands.for_instruction(instruction);
        let Some(part) = list.mi_operands().get(operand) else { return "" };
        list.class(&list.list()[part.operand as usize]).operand_type().name
    }

    fn operand_record(&self, instruction: InstructionId, operand: usize) -> &str {
        let list = self.operands.for_instruction(instruction);
        let record = list.mi_operands().get(operand).and_then(|_| list.mi_record(operand));
        record.map_or("", |record| self.store.record(record).name())
    }

    fn part_count(&self, instruction: InstructionId, operand: usize) -> usize {
        let list = self.operands.for_instruction(instruction);
        let part = list.mi_operands().get(operand);
        part.map_or(0, |part| list.list()[part.operand as usize].mi_operand_count as usize)
    }

    fn register_name(&self, register: RegisterId) -> &str {
        self.registers.name(register)
    }

    fn field_number(&self, instruction: InstructionId, field: &str) -> Option<i64> {
        let record = || self.store.record(self.instructions.record(instruction));
        let number = self.printer.fields.number(instruction, field);
        number.unwrap_or_else(|| field_number(record(), field))
    }

    fn lists_record(&self, instruction: InstructionId, field: &str, name: &str) -> bool {
        let record = self.store.record(self.instructions.record(instruction));
        let records = record.list_of_records(field).unwrap_or_default();
        records.into_iter().any(|record| record.name() == name)
    }

    fn record_name(&self, record: RecordId) -> &str {
        self.store.record(record).name()
    }

    fn push_plain(&self, operand: InsnOperand, text: &mut String) {
        match operand {
            InsnOperand::Register(register) => self.registers.push(register, text),
            InsnOperand::NoRegister => text.push_str(self.syntax.registers.none),
            InsnOperand::Number(number) => text.push_str(&number.to_string()),
            InsnOperand::Expression(_) => text.push_str("<expression>"),
            InsnOperand::Unknown { method, bits } => {
                text.push_str(&format!("{}({bits})", self.method(method)));
            }
        }
    }
}
