//! The contents of the include, decided.

use std::collections::BTreeMap;

use tablewright_records::{Dag, FieldError, Value};

use crate::addresses::DistanceChecks;
use crate::answers::{Answers, Conditions};
use crate::description::{Description, EncodedInstruction};
use crate::fixups::{FixupPart, Fixups};
use crate::legality::Legality;
use crate::number_range::NumberRange;
use crate::roles::{BranchStyle, HalfJoin, Roles};
use crate::templates::LlvmRelease;

/// The contents of the include.
pub(super) struct Kit<'a> {
    pub(super) names: Names<'a>,
    /// LLVM release.
    pub(super) llvm: LlvmRelease,
    /// Macros with their values, in order.
    pub(super) macros: Vec<(String, String)>,
    pub(super) halves: Halves,
    pub(super) conditions: ConditionNumbers<'a>,
    pub(super) fixups: &'a Fixups,
    pub(super) nops: Vec<Nop>,
    pub(super) disassembler: Disassembler<'a>,
    pub(super) roles: &'a Roles,
    pub(super) distances: DistanceChecks<'a>,
    pub(super) branches: Vec<Branch<'a>>,
    pub(super) nodes: NodesAndTypes,
}

/// The target's names.
pub(super) struct Names<'a> {
    /// Target name.
    pub(super) name: &'a str,
    /// Text in lists of targets.
    pub(super) text: &'a str,
    /// Prefix of macros: the target name in capitals.
    pub(super) prefix: String,
}

/// Conditions by number.
pub(super) struct ConditionNumbers<'a> {
    /// Assembly names by number.
    pub(super) names: &'a [String],
    /// `ISD::CondCode` enumerators with the conditions for integers and for floating-point numbers.
    pub(super) cases: Vec<ConditionCase>,
}

/// Disassembler tables.
pub(super) struct Disassembler<'a> {
    pub(super) decoders: Vec<ClassDecoder<'a>>,
    /// Instructions with an operand that has no bits: instruction, operand index, register.
    pub(super) implied: Vec<(&'a str, usize, &'a str)>,
}

/// A jump or a branch with a distance.
pub(super) struct Branch<'a> {
    pub(super) instruction: &'a str,
    /// Index of the operand that is a block.
    pub(super) target: usize,
    pub(super) reversal: Reversal<'a>,
}

impl Branch<'_> {
    pub(super) fn is_conditional(&self) -> bool {
        match self.reversal {
            Reversal::Unconditional => false,
            Reversal::Number | Reversal::Instruction(_) | Reversal::Impossible => true,
        }
    }
}

/// The way to branch on the opposite condition.
pub(super) enum Reversal<'a> {
    /// The jump has no condition.
    Unconditional,
    /// The number of the condition changes its lowest bit.
    Number,
    /// Another instruction branches.
    Instruction(&'a str),
    /// No instruction branches on the opposite condition.
    Impossible,
}

/// Nodes of the target, and legality.
pub(super) struct NodesAndTypes {
    /// Enumerators.
    pub(super) nodes: Vec<String>,
    pub(super) legality: Legality,
}

/// Widths of the halves of an address.
pub(super) struct Halves {
    pub(super) high: u32,
    pub(super) low: u32,
    pub(super) join: HalfJoin,
    /// Whether the upper half is a number with a sign.
    pub(super) high_has_sign: bool,
}

/// A comparison with its condition numbers.
pub(super) struct ConditionCase {
    pub(super) code: String,
    pub(super) integer: Option<usize>,
    pub(super) float: Option<usize>,
}

/// An instruction without an effect.
pub(super) struct Nop {
    /// Bytes in memory order.
    pub(super) bytes: Vec<u8>,
    /// C++ condition on the subtarget `STI`.
    pub(super) condition: Option<String>,
}

/// Decoder of a register class.
pub(super) struct ClassDecoder<'a> {
    pub(super) class: &'a str,
    /// Register names by encoding.
    pub(super) registers: Vec<Option<&'a str>>,
}

impl<'a> Kit<'a> {
    pub(super) fn new(
        description: &'a Description<'_>,
        roles: &'a Roles,
        answers: &'a Answers,
        fixups: &'a Fixups,
    ) -> Result<Kit<'a>, FieldError> {
        let width = |part| fixups.list.iter().find(|f| f.part == part).map_or(0, |f| f.width);
        let nodes = description.nodes()?;
        let prefix = description.name.to_uppercase();
        let high = description.instruction(&roles.halves.high);
        let high = high.and_then(|instruction| instruction.inputs.last());
        let high_range =
            high.and_then(|operand| NumberRange::for_operand(description, &operand.class));
        let halves = Halves {
            high: width(FixupPart::High),
            low: width(FixupPart::Low),
            join: roles.halves.join,
            high_has_sign: high_range.is_some_and(|range| range.has_sign),
        };
        let mut enumerators: Vec<String> = nodes.into_iter().map(|(_, node)| node).collect();
        enumerators.dedup();
        let macros = Macros { description, roles, answers, prefix: &prefix };
        Ok(Kit {
            llvm: answers.llvm,
            macros: macros.list(&enumerators, &halves),
            names: Names { name: &description.name, text: &answers.description, prefix },
            halves,
            conditions: ConditionNumbers {
                names: &answers.conditions.names,
                cases: condition_cases(&answers.conditions),
            },
            fixups,
            nops: nops(description, answers.is_big_endian)?,
            disassembler: Disassembler {
                decoders: decoders(description),
                implied: implied_registers(description),
            },
            distances: DistanceChecks::new(&roles.addresses),
            roles,
            branches: branches(description, roles),
            nodes: NodesAndTypes {
                nodes: enumerators,
                legality: Legality::new(description, roles),
            },
        })
    }
}

/// Builder of the macros.
struct Macros<'a, 's> {
    description: &'a Description<'s>,
    roles: &'a Roles,
    answers: &'a Answers,
    prefix: &'a str,
}

impl Macros<'_, '_> {
    fn list(&self, nodes: &[String], halves: &Halves) -> Vec<(String, String)> {
        let mut list = Vec::new();
        self.registers(&mut list);
        self.settings(halves, &mut list);
        self.instructions(&mut list);
        self.conventions(&mut list);
        let name = &self.description.name;
        let has = |node: &str| nodes.iter().any(|known| known == node);
        let compare = if has("FCMP") { "FCMP" } else { "CMP" };
        list.push(("FCMP".to_owned(), format!("{name}ISD::{compare}")));
        list.into_iter().map(|(key, value)| (format!("{}_{key}", self.prefix), value)).collect()
    }

    fn qualified(&self, name: &str) -> String {
        format!("{}::{name}", self.description.name)
    }

    fn registers(&self, list: &mut Vec<(String, String)>) {
        let registers = &self.answers.registers;
        for (key, register) in [
            ("SP", &registers.stack_pointer),
            ("FP", &registers.frame_pointer),
            ("LINK", &registers.link),
            ("SCRATCH", &registers.scratch),
        ] {
            list.push((key.to_owned(), self.qualified(register)));
        }
        let reserved = [&registers.stack_pointer, &registers.scratch];
        let reserved = reserved.into_iter().chain(&registers.reserved);
        let reserved: Vec<String> = reserved.map(|name| self.qualified(name)).collect();
        list.push(("RESERVED".to_owned(), reserved.join(", ")));
    }

    fn settings(&self, halves: &Halves, list: &mut Vec<(String, String)>) {
        let (description, answers) = (self.description, self.answers);
        let word = &self.roles.word_type;
        let mut push = |key: &str, value: String| list.push((key.to_owned(), value));
        push("CODE_ALIGN", description.code_alignment().to_string());
        push("STACK_ALIGN", answers.stack_alignment.to_string());
        push("DATA_LAYOUT", format!("{:?}", answers.data_layout));
        push("COMMENT", format!("{:?}", answers.comment));
        push("ELF_MACHINE", answers.elf_machine.to_string());
        push("BIG_ENDIAN", answers.is_big_endian.to_string());
        push("RELAX_BRANCHES", answers.relaxes_branches.to_string());
        push("WORD", format!("MVT::{word}"));
        let bits: u32 = word.trim_start_matches('i').parse().unwrap_or(32);
        push("WORD_BYTES", (bits / 8).to_string());
        push("LONGEST_INSTRUCTION", description.longest_instruction().to_string());
        push("FITS_ADDI(V)", self.last_range(&self.roles.add_immediate));
        let distances = DistanceChecks::new(&self.roles.addresses);
        push("FITS_DISP(V)", format!("({})", distances.all));
        push("HIGH_WIDTH", halves.high.to_string());
        push("LOW_WIDTH", halves.low.to_string());
        let carries = halves.join == HalfJoin::AddWithCarry;
        push("LOW_HAS_SIGN", carries.to_string());
        let alternatives = description.store.derived_if_defined("RegAltNameIndex");
        if alternatives.iter().any(|index| index.name() != "NoRegAltName") {
            push("ALT_PARAMETER", ", unsigned AltIdx = 0".to_owned());
            push("ALT_ARGUMENT", format!(", {}", self.qualified("NoRegAltName")));
            push("HAS_ALT_NAMES", String::new());
        } else {
            push("ALT_PARAMETER", String::new());
            push("ALT_ARGUMENT", String::new());
        }
        let operand_classes = description.store.derived_if_defined("AsmOperandClass");
        let has_method = |name: &str| description.text(name, "ParserMethod").is_some();
        if operand_classes.iter().any(|class| has_method(class.name())) {
            push("HAS_OPERAND_PARSERS", String::new());
        }
        if !description.store.derived_if_defined("CompressPat").is_empty() {
            push("HAS_SHORT_FORMS", String::new());
        }
    }

    /// Returns the C++ that checks numbers in an instruction's last operand.
    fn last_range(&self, instruction: &str) -> String {
        let instruction = self.description.instruction(instruction);
        let operand = instruction.and_then(|instruction| instruction.inputs.last());
        let range =
            operand.and_then(|operand| NumberRange::for_operand(self.description, &operand.class));
        range.map_or_else(|| "false".to_owned(), NumberRange::check)
    }

    /// Returns the C++ that prints an address: `Distance << "(" << Base << ")"`. The syntax is in a load, after its first
    /// operand.
    fn address(&self) -> String {
        let usual = "Distance << \"(\" << Base << \")\"".to_owned();
        let Some(load) = self.roles.loads.iter().find(|role| role.class == self.roles.word_class)
        else {
            return usual;
        };
        let Some(instruction) = self.description.instruction(&load.instruction) else {
            return usual;
        };
        let name = |index: usize| {
            let mut operands = instruction.outputs.iter().chain(&instruction.inputs);
            operands.nth(index).map(|operand| operand.name.as_str()).unwrap_or_default()
        };
        let text = instruction.assembly.replace(['{', '}'], "");
        let address = text.split_once(',').map_or("", |(_, address)| address.trim_start());
        let (base, distance) =
            (format!("${}", name(load.base)), format!("${}", name(load.distance)));
        let text = format!("{address:?}");
        let text = text.replace(&distance, "\" << Distance << \"");
        let text = text.replace(&base, "\" << Base << \"").replace("\"\" << ", "");
        let text = text.replace(" << \"\"", "");
        if text.contains("Base") && text.contains("Distance") { text } else { usual }
    }

    fn instructions(&self, list: &mut Vec<(String, String)>) {
        let roles = self.roles;
        for (key, instruction) in [
            ("ADDI", &roles.add_immediate),
            ("ADD", &roles.add),
            ("JMP", &roles.branches.jump),
            ("JR", &roles.branches.jump_register),
            ("SET_HIGH", &roles.halves.high),
            ("JOIN_LOW", &roles.halves.low),
            ("CALL_START", &roles.call_sequence[0]),
            ("CALL_END", &roles.call_sequence[1]),
        ] {
            list.push((key.to_owned(), self.qualified(instruction)));
        }
        if let Some(load) = &roles.load_immediate {
            list.push(("LI".to_owned(), self.qualified(load)));
            list.push(("FITS_LI(V)".to_owned(), self.last_range(load)));
        }
        if let Some(zero) = &self.answers.registers.zero {
            list.push(("ZERO".to_owned(), self.qualified(zero)));
        }
        list.push(("ADDRESS".to_owned(), self.address()));
        if roles.branches.style == BranchStyle::Flags {
            list.push(("HAS_FLAGS".to_owned(), String::new()));
        }
        if roles.has_select {
            list.push(("HAS_SELECT".to_owned(), String::new()));
        }
        if roles.addresses.iter().any(|place| place.is_distance_first) {
            list.push(("HAS_DISTANCE_FIRST".to_owned(), String::new()));
        }
        if let Some(address) = &self.answers.address {
            list.push(("LA".to_owned(), self.qualified(address)));
        }
        let class = format!("{}RegClass", roles.word_class);
        list.push(("WORD_CLASS".to_owned(), self.qualified(&class)));
    }

    fn conventions(&self, list: &mut Vec<(String, String)>) {
        let name = &self.description.name;
        let (fixed, variadic) = (format!("CC_{name}"), format!("CC_{name}_VarArg"));
        let has_variadic = self.description.record(&variadic).is_some();
        list.push(("CC".to_owned(), fixed.clone()));
        list.push(("CC_VARARG".to_owned(), if has_variadic { variadic } else { fixed }));
        list.push(("RETCC".to_owned(), format!("RetCC_{name}")));
        let mut lists = self.answers.callee_saved.iter().rev();
        let last = lists.next().map_or("", |answer| &answer.list);
        let mut choice = format!("{last}_##KIND");
        for answer in lists {
            let condition =
                self.description.condition(&answer.predicate).unwrap_or_else(|| "true".to_owned());
            choice = format!("({condition}) ? {}_##KIND : {choice}", answer.list);
        }
        list.push(("CSR(KIND)".to_owned(), format!("({choice})")));
        let table = |(namespace, width): &(&str, u32)| {
            format!("{}_TABLE({}, DecoderTable{namespace}{width})", self.prefix, width / 8)
        };
        let encodings = self.description.encodings.iter();
        let mut tables: Vec<(&str, u32)> = encodings.map(|e| (&*e.namespace, e.width)).collect();
        tables.sort_by_key(|&(namespace, width)| (width, namespace));
        tables.dedup();
        let tables: Vec<String> = tables.iter().map(table).collect();
        list.push(("TABLES".to_owned(), tables.join(" ")));
    }
}

/// Lists the jump and the branches that C++ creates.
fn branches<'a>(description: &Description<'_>, roles: &'a Roles) -> Vec<Branch<'a>> {
    let target = |instruction: &str| {
        let instruction = description.instruction(instruction);
        let mut operands = instruction.iter().flat_map(|i| i.outputs.iter().chain(&i.inputs));
        operands.position(|operand| description.is_relative(&operand.class)).unwrap_or(0)
    };
    let jump = &roles.branches.jump;
    let mut list =
        vec![Branch { instruction: jump, target: target(jump), reversal: Reversal::Unconditional }];
    for branch in &roles.branches.conditional {
        let reversal = match roles.branches.style {
            BranchStyle::Flags => Reversal::Number,
            BranchStyle::Compare => match &branch.opposite {
                Some(opposite) => Reversal::Instruction(opposite),
                None => Reversal::Impossible,
            },
        };
        let instruction = &branch.instruction;
        list.push(Branch { instruction, target: target(instruction), reversal });
    }
    list
}

fn condition_cases(conditions: &Conditions) -> Vec<ConditionCase> {
    let number = |name: &String| conditions.names.iter().position(|known| known == name);
    let mut codes: Vec<&String> =
        conditions.integer.keys().chain(conditions.float.keys()).collect();
    codes.sort();
    codes.dedup();
    let case = |code: &String| ConditionCase {
        code: code.clone(),
        integer: conditions.integer.get(code).and_then(number),
        float: conditions.float.get(code).and_then(number),
    };
    codes.into_iter().map(case).collect()
}

/// Finds the decoders that encodings call: classes of registers with bits.
fn decoders<'a>(description: &'a Description<'_>) -> Vec<ClassDecoder<'a>> {
    let fields = description.encodings.iter().flat_map(|encoding| &encoding.fields);
    let mut used: Vec<String> =
        fields.map(|field| register_class(description, &field.class)).collect();
    used.sort();
    used.dedup();
    let classes = used.iter().filter_map(|name| description.class(name));
    let decoder = classes.map(|class| {
        let mut registers = Vec::new();
        for name in &class.registers {
            let Some(register) = description.register(name) else { continue };
            let number = usize::try_from(register.encoding).unwrap_or_default();
            // Longer tables are not plausible: encodings have up to 16 bits.
            if number >= registers.len() && number < 1 << 16 {
                registers.resize(number + 1, None);
            }
            if let Some(place) = registers.get_mut(number).filter(|place| place.is_none()) {
                *place = Some(name.as_str());
            }
        }
        ClassDecoder { class: &class.name, registers }
    });
    decoder.collect()
}

/// Returns the register class of an operand class, which may be a `RegisterOperand`.
fn register_class(description: &Description<'_>, class: &str) -> String {
    let operand = description.record(class).filter(|record| record.inherits("RegisterOperand"));
    let inner = operand.and_then(|record| record.record("RegClass").ok());
    inner.map_or(class, |record| record.name()).to_owned()
}

/// Finds operands without bits whose class has a single register.
fn implied_registers<'a>(description: &'a Description<'_>) -> Vec<(&'a str, usize, &'a str)> {
    let mut implied = Vec::new();
    for encoding in &description.encodings {
        let Some(instruction) = description.instruction(&encoding.instruction) else { continue };
        for (index, operand) in instruction.outputs.iter().chain(&instruction.inputs).enumerate() {
            let class = description.class(&operand.class);
            if let Some([only]) = class.map(|class| &class.registers[..])
                && encoding.operand_fields(&operand.name).next().is_none()
            {
                implied.push((instruction.name.as_str(), index, only.as_str()));
            }
        }
    }
    implied
}

/// Finds the instruction of the alias `nop`, and a shorter instruction without operands whose name contains `NOP`.
fn nops(description: &Description<'_>, is_big_endian: bool) -> Result<Vec<Nop>, FieldError> {
    let mut nops = Vec::new();
    for alias in description.store.derived_if_defined("InstAlias") {
        if alias.string("AsmString")? == "nop"
            && let Some((encoding, values)) = alias_values(description, alias.dag("ResultInst")?)
        {
            nops.push(nop(encoding, &values, None, is_big_endian));
            break;
        }
    }
    for encoding in &description.encodings {
        let bytes = (encoding.width / 8) as usize;
        let is_new = nops.iter().all(|known: &Nop| known.bytes.len() != bytes);
        if encoding.fields.is_empty()
            && encoding.instruction.to_uppercase().contains("NOP")
            && is_new
        {
            let condition = assembler_condition(description, &encoding.instruction)?;
            nops.push(nop(encoding, &BTreeMap::new(), condition, is_big_endian));
        }
    }
    nops.sort_by_key(|nop| std::cmp::Reverse(nop.bytes.len()));
    Ok(nops)
}

/// Returns the encoding of an alias's instruction, and its operands' values.
fn alias_values<'a>(
    description: &'a Description<'_>,
    result: Dag<'_>,
) -> Option<(&'a EncodedInstruction, BTreeMap<String, u64>)> {
    let store = description.store;
    let name = store.value_ref(result.operator).as_record()?.name();
    let instruction = description.instruction(name)?;
    let operands = instruction.outputs.iter().chain(&instruction.inputs);
    let mut values = BTreeMap::new();
    for (operand, argument) in operands.zip(result.args) {
        let argument = store.value_ref(argument.value);
        let value = match argument.as_int() {
            Some(number) => number as u64,
            None => description.register(argument.as_record()?.name())?.encoding,
        };
        values.insert(operand.name.clone(), value);
    }
    Some((description.encoding(name)?, values))
}

fn nop(
    encoding: &EncodedInstruction,
    values: &BTreeMap<String, u64>,
    condition: Option<String>,
    is_big_endian: bool,
) -> Nop {
    let word = encoding.word(values).to_le_bytes();
    let mut bytes = word[..(encoding.width / 8).min(8) as usize].to_vec();
    if is_big_endian {
        bytes.reverse();
    }
    Nop { bytes, condition }
}

/// Returns the C++ condition for the features that an instruction's predicates require in the assembler.
fn assembler_condition(
    description: &Description<'_>,
    instruction: &str,
) -> Result<Option<String>, FieldError> {
    let instruction = description.instruction(instruction);
    let predicates = instruction.map_or(&[][..], |instruction| &instruction.predicates);
    let mut features = Vec::new();
    for predicate in predicates.iter().filter_map(|name| description.record(name)) {
        let Ok(condition) = predicate.dag("AssemblerCondDag") else { continue };
        for argument in condition.args {
            if let Value::Def(feature) = description.store.value(argument.value) {
                let feature = description.store.record(feature).name();
                features.push(format!("STI->hasFeature({}::{feature})", description.name));
            }
        }
    }
    Ok((!features.is_empty()).then(|| features.join(" && ")))
}
