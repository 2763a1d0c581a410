//! Selections with names for people: `$d = ADD $a, $b`.

use serde::Serialize;
use tablewright_selection::patterns::graph::{GraphPayload, GraphRoot, GraphTypes, SelectionGraph};

use super::{SelectedInstruction, SelectedOperand, Selection, SelectionAttempt};

/// An instruction whose operands and results have names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NamedInstruction {
    /// The record name.
    pub name: String,
    /// Result names, without results that are not values.
    pub results: Vec<String>,
    /// The operands, without results.
    pub operands: Vec<NamedOperand>,
    /// The pattern's index. `None` for copies, and for constants that C++ creates.
    #[serde(skip)]
    pub pattern: Option<usize>,
}

/// An operand as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NamedOperand {
    /// `value`, `register`, `number`, `enumerator`, `block`, `symbol` or `none`.
    pub kind: &'static str,
    /// The text, for example `$a` or `5`.
    pub value: String,
}

/// A graph's named value, and the selected operand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NamedValue {
    /// The name without `$`.
    pub name: String,
    /// The operand.
    #[serde(flatten)]
    pub operand: NamedOperand,
}

/// The attempts to select a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedAttempt {
    /// The node as text.
    pub node: String,
    /// The patterns that failed, in the order in which they were tried.
    pub tried: Vec<NamedTrial>,
    /// The matching pattern's index.
    pub selected: Option<usize>,
}

/// A pattern that does not match.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamedTrial {
    /// The pattern's index.
    pub pattern: usize,
    /// The reason in words.
    pub reason: String,
}

/// Value names in a selection: the graph's own names, else numbers such as `%0`.
pub struct ValueNames<'a> {
    types: &'a GraphTypes<'a>,
    graph: &'a SelectionGraph,
    selection: &'a Selection,
    /// For each instruction, its first result's number among results without a name.
    first_numbers: Vec<usize>,
}

impl<'a> ValueNames<'a> {
    /// Names a selection's values.
    pub fn new(
        types: &'a GraphTypes<'a>,
        graph: &'a SelectionGraph,
        selection: &'a Selection,
    ) -> ValueNames<'a> {
        let mut names = ValueNames { types, graph, selection, first_numbers: Vec::new() };
        let mut number = 0;
        for (index, instruction) in selection.instructions.iter().enumerate() {
            names.first_numbers.push(number);
            let results = 0..instruction.result_count;
            number += results.filter(|&result| names.root_name(index, result).is_none()).count();
        }
        names
    }

    /// Returns the instructions in order.
    pub fn instructions(&self) -> Vec<NamedInstruction> {
        let instructions = self.selection.instructions.iter().enumerate();
        let named = |(number, instruction): (usize, &SelectedInstruction)| {
            let SelectedInstruction { name, operands, result_count, pattern, .. } = instruction;
            NamedInstruction {
                name: name.clone(),
                results: (0..*result_count).map(|result| self.result(number, result)).collect(),
                operands: operands.iter().map(|operand| self.operand(operand)).collect(),
                pattern: *pattern,
            }
        };
        instructions.map(named).collect()
    }

    /// Returns the graph's named values.
    pub fn values(&self) -> Vec<NamedValue> {
        let roots = self.graph.roots.iter().zip(&self.selection.roots);
        let value = |(root, operand): (&GraphRoot, &Option<SelectedOperand>)| {
            let (name, operand) = (root.name.clone()?, self.operand(operand.as_ref()?));
            Some(NamedValue { name, operand })
        };
        roots.filter_map(value).collect()
    }

    /// Returns a line for each named value that is not an instruction's result: `$a is $b`.
    pub fn other_values(&self) -> Vec<String> {
        let line = |NamedValue { name, operand }: NamedValue| {
            (operand.value != format!("${name}")).then(|| format!("${name} is {}", operand.value))
        };
        self.values().into_iter().filter_map(line).collect()
    }

    /// Returns the nodes that nothing selects as text.
    pub fn failures(&self) -> Vec<String> {
        let failures = self.selection.failures.iter();
        failures.map(|&value| self.graph.text(self.types, value)).collect()
    }

    /// Returns the trace.
    pub fn attempts(&self) -> Vec<NamedAttempt> {
        let attempt = |attempt: &SelectionAttempt| NamedAttempt {
            node: self.graph.text(self.types, attempt.node),
            tried: attempt.trials().collect(),
            selected: attempt.selected,
        };
        self.selection.trace.iter().map(attempt).collect()
    }

    /// Names an instruction's result.
    fn result(&self, instruction: usize, result: usize) -> String {
        match self.root_name(instruction, result) {
            Some(name) => format!("${name}"),
            None => {
                let before = (0..result).filter(|&it| self.root_name(instruction, it).is_none());
                let first = self.first_numbers.get(instruction).copied().unwrap_or_default();
                format!("%{}", first + before.count())
            }
        }
    }

    /// Returns the name that the graph has for a result.
    fn root_name(&self, instruction: usize, result: usize) -> Option<&str> {
        let operand = SelectedOperand::Result { instruction, result };
        let mut roots = self.graph.roots.iter().zip(&self.selection.roots);
        roots.find_map(|(root, became)| {
            root.name.as_deref().filter(|_| became.as_ref() == Some(&operand))
        })
    }

    fn operand(&self, operand: &SelectedOperand) -> NamedOperand {
        let (kind, value) = match operand {
            SelectedOperand::Result { instruction, result } => {
                ("value", self.result(*instruction, *result))
            }
            SelectedOperand::Number(number) => ("number", number.to_string()),
            SelectedOperand::Register(name) => ("register", name.clone()),
            SelectedOperand::NoRegister => ("none", "NoRegister".to_owned()),
            SelectedOperand::Enumerator(text) => ("enumerator", text.clone()),
            SelectedOperand::Leaf(value) => match &self.graph.get(value.node).payload {
                GraphPayload::Register(name) => ("value", format!("${name}")),
                GraphPayload::Block(name) => ("block", name.clone()),
                GraphPayload::Symbol(name) => ("symbol", name.clone()),
                GraphPayload::Condition(name) => ("enumerator", name.clone()),
                GraphPayload::Type(ty) => ("enumerator", self.types.name(*ty).to_owned()),
                GraphPayload::Constant(number) => ("number", number.to_string()),
                GraphPayload::None | GraphPayload::Memory(_) => ("none", "?".to_owned()),
            },
        };
        NamedOperand { kind, value }
    }
}

impl NamedInstruction {
    /// Returns the operands as text: `$a, 5`.
    pub fn operands_text(&self) -> String {
        let operands: Vec<&str> = self.operands.iter().map(|it| it.value.as_str()).collect();
        operands.join(", ")
    }

    /// Returns the instruction as text: `$d = ADD $a, $b`.
    pub fn text(&self) -> String {
        let results = self.results.join(", ");
        let results = if results.is_empty() { results } else { format!("{results} = ") };
        format!("{results}{} {}", self.name, self.operands_text()).trim_end().to_owned()
    }
}

impl SelectionAttempt {
    /// Returns the patterns that failed, each with the reason.
    pub fn trials(&self) -> impl Iterator<Item = NamedTrial> + '_ {
        self.tried.iter().flat_map(|tried| {
            let trial = |&pattern: &usize| NamedTrial { pattern, reason: tried.reason.clone() };
            tried.patterns.iter().map(trial)
        })
    }
}
