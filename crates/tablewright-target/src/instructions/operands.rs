//! The operands of instructions: `(outs …)` and `(ins …)`, and the machine operands (`MCInst`,
//! `MachineInstr`) that they are made of.

use rustc_hash::FxHashMap;
use tablewright_records::{
    Analysis, AnalysisError, Dag, DagArg, FieldError, Record, RecordId, RecordStore, Value, ValueId,
};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::symbol::Symbol;

use super::operand_class::{Argument, argument, encoder_method};
pub use super::operand_class::{OperandClass, OperandKind, OperandPart};
use super::{InstructionId, Instructions, constraints};

/// The operands of all instructions.
#[derive(Debug)]
pub struct InstructionOperands {
    lists: OperandLists,
    /// By instruction, the place of its list.
    places: Vec<usize>,
}

/// Operands of some instructions, for who needs to know them of few; in the order in which these
/// were added.
#[derive(Default, Debug)]
pub struct OperandLists {
    rows: Vec<Row>,
    classes: Vec<OperandClass>,
    /// By record, its class; `None` for `variable_ops`.
    class_of: FxHashMap<RecordId, Option<u32>>,
    operands: Vec<Operand>,
    mi_operands: Vec<MiOperand>,
}

/// Which operands are those of an instruction, and what is known of them together.
#[derive(Clone, Copy, Default, Debug)]
struct Row {
    first_operand: u32,
    operand_count: u32,
    first_mi_operand: u32,
    mi_operand_count: u32,
    def_count: u32,
    is_variadic: bool,
    is_predicable: bool,
    has_optional_def: bool,
}

/// An operand as it is written: an argument of `(outs …)` or `(ins …)`.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// Its name, without `$`.
    pub name: Symbol,
    /// The number of the first machine operand that it is made of.
    pub mi_operand: u32,
    /// How many machine operands it is made of.
    pub mi_operand_count: u32,
    class: u32,
}

/// An operand of the machine instruction: an operand as it is written, or a part of one.
#[derive(Clone, Copy, Debug)]
pub struct MiOperand {
    /// The place of the operand that it is part of.
    pub operand: u32,
    /// The name that the instruction gives this part of the operand.
    pub name: Option<Symbol>,
    /// The method of the encoder that encodes it; it may be empty.
    pub encoder_method: Option<Symbol>,
    /// Whether the encoder leaves it out: it is encoded with another, or not at all.
    pub is_not_encoded: bool,
    /// What else holds of it.
    pub constraint: Constraint,
}

/// What holds of a machine operand: a part of `Constraints`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// Nothing.
    None,
    /// It is written before all inputs are read.
    EarlyClobber,
    /// It is the same register as the output of that number among the machine operands.
    TiedTo(u32),
}

/// A part of an operand as names in a description mean it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PartPlace {
    /// The place of the operand.
    pub operand: usize,
    /// The number of the part, zero for an operand of one piece.
    pub part: usize,
}

/// The operands of an instruction.
#[derive(Clone, Copy)]
pub struct Operands<'m> {
    lists: &'m OperandLists,
    row: &'m Row,
}

impl InstructionOperands {
    /// The operands of an instruction.
    pub fn of(&self, instruction: InstructionId) -> Operands<'_> {
        self.lists.get(self.places[instruction.index()])
    }
}

impl<'m> Operands<'m> {
    /// All of them, outputs first; `variable_ops` is none.
    pub fn list(self) -> &'m [Operand] {
        let first = self.row.first_operand as usize;
        &self.lists.operands[first..first + self.row.operand_count as usize]
    }

    /// The operands of the machine instruction, each at the place of its number.
    pub fn mi_operands(self) -> &'m [MiOperand] {
        let first = self.row.first_mi_operand as usize;
        &self.lists.mi_operands[first..first + self.row.mi_operand_count as usize]
    }

    /// The machine operands that an operand is made of.
    pub fn parts(self, operand: &Operand) -> &'m [MiOperand] {
        let first = operand.mi_operand as usize;
        &self.mi_operands()[first..first + operand.mi_operand_count as usize]
    }

    /// What all operands of an operand's record have in common.
    pub fn class(self, operand: &Operand) -> &'m OperandClass {
        &self.lists.classes[operand.class as usize]
    }

    /// The record that says what a machine operand is: that of the part, or of the operand if it
    /// is of one piece.
    pub fn mi_record(self, mi_operand: usize) -> Option<RecordId> {
        let operand = &self.list()[self.mi_operands()[mi_operand].operand as usize];
        let class = self.class(operand);
        match class.parts.get(mi_operand - operand.mi_operand as usize) {
            Some(part) => part.record,
            None => Some(class.record),
        }
    }

    /// How many of the operands are outputs.
    pub fn def_count(self) -> usize {
        self.row.def_count as usize
    }

    /// Whether there can be more operands than are written.
    pub fn is_variadic(self) -> bool {
        self.row.is_variadic
    }

    /// Whether there is a predicate among them.
    pub fn is_predicable(self) -> bool {
        self.row.is_predicable
    }

    /// Whether there is one among them that may be defined.
    pub fn has_optional_def(self) -> bool {
        self.row.has_optional_def
    }

    /// The place of the operand of that name.
    pub fn named(self, name: Symbol) -> Option<usize> {
        self.list().iter().position(|operand| operand.name == name)
    }

    /// The part of an operand that the instruction itself gives that name.
    pub fn part_named(self, name: Symbol) -> Option<PartPlace> {
        let mi_operand = self.mi_operands().iter().position(|part| part.name == Some(name))?;
        Some(self.place(mi_operand))
    }

    /// The operand and part that a machine operand is.
    pub fn place(self, mi_operand: usize) -> PartPlace {
        let operand = self.mi_operands()[mi_operand].operand as usize;
        PartPlace { operand, part: mi_operand - self.list()[operand].mi_operand as usize }
    }

    /// The number of a part among the machine operands.
    pub fn mi_number(self, place: PartPlace) -> usize {
        self.list()[place.operand].mi_operand as usize + place.part
    }

    /// What a name means: `$operand`, `$operand.part`, or the name of a part. An operand of
    /// several parts stands for its first; whether it can be named at all is up to
    /// `allow_whole`.
    ///
    /// # Errors
    /// Where there is no such operand or part in `instruction`.
    pub fn parse(
        self,
        instruction: Record<'_>,
        text: &str,
        allow_whole: bool,
    ) -> Result<PartPlace, FieldError> {
        let symbols = instruction.store().symbols();
        let fault =
            |fault: &str| FieldError::new(instruction, format!("{}{fault}", instruction.name()));
        let Some(path) = text.strip_prefix('$') else {
            return Err(fault(&format!(": Illegal operand name: '{text}'")));
        };
        let (name, part) = match path.split_once('.') {
            Some((_, "")) => {
                return Err(fault(&format!(": illegal empty suboperand name in '{text}'")));
            }
            Some((name, part)) => (name, Some(part)),
            None => (path, None),
        };
        let symbol = symbols.get(name);
        if let Some(place) = symbol.and_then(|symbol| self.part_named(symbol)) {
            return match part {
                None => Ok(place),
                Some(_) => Err(fault(&format!(
                    ": Cannot use dotted suboperand name within suboperand '{name}'"
                ))),
            };
        }
        let Some(operand) = symbol.and_then(|symbol| self.named(symbol)) else {
            return Err(no_operand(instruction, name));
        };
        let Some(part) = part else {
            if self.list()[operand].mi_operand_count > 1 && !allow_whole {
                let refers = "Illegal to refer to whole operand part of complex operand";
                return Err(fault(&format!(": {refers} '{text}'")));
            }
            return Ok(PartPlace { operand, part: 0 });
        };
        let class = self.class(&self.list()[operand]);
        match symbols.get(part).and_then(|part| class.part_named(part)) {
            Some(part) => Ok(PartPlace { operand, part }),
            None => Err(fault(&format!(": unknown suboperand name in '{text}'"))),
        }
    }
}

/// The error of naming an operand that an instruction has not.
pub fn no_operand(instruction: Record<'_>, name: &str) -> FieldError {
    let owner = instruction.name();
    FieldError::new(instruction, format!("'{owner}' does not have an operand named '${name}'!"))
}

impl Analysis for InstructionOperands {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<InstructionOperands, AnalysisError> {
        let instructions = store.analysis::<Instructions>(diagnostics)?;
        let mut lists = OperandLists::default();
        let mut places = vec![0; instructions.len()];
        // In this order the first error is the one to be reported.
        for instruction in store.derived_from_name("Instruction")? {
            if let Some(id) = instructions.id(instruction.id()) {
                places[id.index()] = lists.add(instruction)?;
            }
        }
        Ok(InstructionOperands { lists, places })
    }
}

impl OperandLists {
    /// The operands that were added at that place.
    pub fn get(&self, place: usize) -> Operands<'_> {
        Operands { lists: self, row: &self.rows[place] }
    }

    /// Adds those of an instruction. Returns their place.
    pub fn add(&mut self, instruction: Record<'_>) -> Result<usize, FieldError> {
        let row = Row {
            first_operand: self.operands.len() as u32,
            first_mi_operand: self.mi_operands.len() as u32,
            ..Row::default()
        };
        let mut builder = Builder { lists: self, row };
        builder.add(instruction)?;
        let row = builder.row;
        self.rows.push(row);
        Ok(self.rows.len() - 1)
    }
}

struct Builder<'m> {
    lists: &'m mut OperandLists,
    /// That of the instruction at work.
    row: Row,
}

impl Builder<'_> {
    fn add(&mut self, instruction: Record<'_>) -> Result<(), FieldError> {
        let outs = operand_list(instruction, "OutOperandList", "outs", "output")?;
        let ins = operand_list(instruction, "InOperandList", "ins", "input")?;
        self.row.def_count = outs.args.len() as u32;
        let args = outs.args.iter().chain(ins.args);
        let mut has_variadic_outs = false;
        for (number, arg) in args.enumerate() {
            let is_operand = self.add_operand(instruction, number, arg)?;
            has_variadic_outs |= !is_operand && number < outs.args.len();
        }
        self.row.def_count -= u32::from(has_variadic_outs);
        self.constrain(instruction)
    }

    /// Adds an argument of an operand list. False for `variable_ops`.
    fn add_operand(
        &mut self,
        instruction: Record<'_>,
        number: usize,
        arg: &DagArg,
    ) -> Result<bool, FieldError> {
        let store = instruction.store();
        let (value, part_names) = match store.value(arg.value) {
            Value::Dag(dag) => (dag.operator, Some(dag.args)),
            _ => (arg.value, None),
        };
        let Value::Def(record) = store.value(value) else {
            let fault = format!("Illegal operand for the '{}' instruction!", instruction.name());
            return Err(FieldError::new(instruction, fault));
        };
        let Some(class) = self.class(store.record(record), instruction)? else {
            self.row.is_variadic = true;
            return Ok(false);
        };
        let Some(name) = arg.name else {
            return Err(operand_fault(instruction, number, "has no name!"));
        };
        if self.is_taken(name) {
            return Err(operand_fault(
                instruction,
                number,
                "has the same name as a previous operand!",
            ));
        }
        let kind = self.lists.classes[class as usize].kind;
        self.row.is_predicable |= kind == OperandKind::Predicate;
        self.row.has_optional_def |= kind == OperandKind::OptionalDef;
        let count = self.lists.classes[class as usize].mi_operand_count() as u32;
        let mi_operand = self.row.mi_operand_count;
        self.lists.operands.push(Operand { name, mi_operand, mi_operand_count: count, class });
        let encoder = self.lists.classes[class as usize].encoder_method;
        for part in 0..count {
            self.lists.mi_operands.push(MiOperand {
                operand: self.row.operand_count,
                name: None,
                encoder_method: encoder.filter(|_| part == 0 && part_names.is_none()),
                // The method that encodes the operand encodes all its parts.
                is_not_encoded: encoder.is_some() && part > 0 && part_names.is_none(),
                constraint: Constraint::None,
            });
        }
        self.row.operand_count += 1;
        self.row.mi_operand_count += count;
        if let Some(names) = part_names {
            self.name_parts(instruction, number, names)?;
        }
        Ok(true)
    }

    /// Gives the parts of the last operand the names of a dag's arguments.
    fn name_parts(
        &mut self,
        instruction: Record<'_>,
        number: usize,
        names: &[DagArg],
    ) -> Result<(), FieldError> {
        let operand = self.lists.operands[self.lists.operands.len() - 1];
        let (first, count) = (operand.mi_operand as usize, operand.mi_operand_count as usize);
        if names.len() != count {
            let fault = format!("has {} sub-arg names, expected {count}.", names.len());
            return Err(operand_fault(instruction, number, &fault));
        }
        for (part, arg) in names.iter().enumerate() {
            let fault = |fault: &str| {
                operand_fault(instruction, number, &format!("sub-arg #{part} {fault}"))
            };
            if arg.value != ValueId::UNSET {
                return Err(fault("has unexpected operand (expected only $name)."));
            }
            let Some(name) = arg.name else {
                return Err(operand_fault(instruction, number, "has no name!"));
            };
            if self.is_taken(name) {
                return Err(fault("has the same name as a previous operand!"));
            }
            let class = &self.lists.classes[operand.class as usize];
            let record = match class.parts.get(part) {
                Some(OperandPart { record: Some(record), .. }) => *record,
                _ => return Err(fault("has a name, but the operand has no such part.")),
            };
            let at = self.row.first_mi_operand as usize + first + part;
            let mi_operand = &mut self.lists.mi_operands[at];
            mi_operand.name = Some(name);
            mi_operand.encoder_method = encoder_method(instruction.store().record(record))?;
        }
        Ok(())
    }

    /// Whether an operand of the instruction, or a part of one, has that name.
    fn is_taken(&self, name: Symbol) -> bool {
        let operands = Operands { lists: self.lists, row: &self.row };
        operands.named(name).is_some() || operands.part_named(name).is_some()
    }

    /// The class of a record's operands; `None` for `variable_ops`.
    fn class(
        &mut self,
        record: Record<'_>,
        instruction: Record<'_>,
    ) -> Result<Option<u32>, FieldError> {
        if let Some(&class) = self.lists.class_of.get(&record.id()) {
            return Ok(class);
        }
        let class = match argument(record, instruction)? {
            Argument::Operand(class) => {
                self.lists.classes.push(class);
                Some(self.lists.classes.len() as u32 - 1)
            }
            Argument::VariableOps => None,
        };
        self.lists.class_of.insert(record.id(), class);
        Ok(class)
    }

    /// Adds what the fields `Constraints` and `DisableEncoding` say.
    fn constrain(&mut self, instruction: Record<'_>) -> Result<(), FieldError> {
        for text in instruction.string("Constraints")?.split(',').filter(|text| !text.is_empty()) {
            let operands = Operands { lists: self.lists, row: &self.row };
            let (place, constraint) = constraints::parse(text, operands, instruction)?;
            self.mi_operand(place).constraint = constraint;
        }
        let names = instruction.string("DisableEncoding")?.split([' ', ',', '\t']);
        for name in names.filter(|name| !name.is_empty()) {
            let operands = Operands { lists: self.lists, row: &self.row };
            let place = operands.parse(instruction, name, false)?;
            self.mi_operand(place).is_not_encoded = true;
        }
        Ok(())
    }

    fn mi_operand(&mut self, place: PartPlace) -> &mut MiOperand {
        let number = Operands { lists: self.lists, row: &self.row }.mi_number(place);
        &mut self.lists.mi_operands[self.row.first_mi_operand as usize + number]
    }
}

fn operand_list<'s>(
    instruction: Record<'s>,
    field: &str,
    operator: &str,
    list: &str,
) -> Result<Dag<'s>, FieldError> {
    let store = instruction.store();
    let dag = instruction.dag(field)?;
    let what = match store.value(dag.operator) {
        Value::Def(record) if store.record(record).name() == operator => return Ok(dag),
        Value::Def(_) => "invalid def name for",
        _ => "invalid",
    };
    let name = instruction.name();
    Err(FieldError::new(instruction, format!("{name}: {what} {list} list: use '{operator}'")))
}

fn operand_fault(instruction: Record<'_>, number: usize, fault: &str) -> FieldError {
    let name = instruction.name();
    FieldError::new(instruction, format!("In instruction '{name}', operand #{number} {fault}"))
}

#[cfg(test)]
mod tests;
