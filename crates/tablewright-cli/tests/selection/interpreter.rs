//! The steps of the table, run over a graph.
//!
//! A step checks or records something of the node in question, or makes an instruction. Where a check
//! fails, the innermost scope goes on with its next alternative.

use crate::graph::{Graph, NodeId};
use crate::table::Table;

/// What the processor has.
#[derive(Clone, Copy)]
pub(crate) struct Cpu {
    pub(crate) has_mul: bool,
    pub(crate) has_short: bool,
}

/// A recorded value, or one that was made.
#[derive(Clone, Debug)]
enum Value {
    Node(NodeId),
    Made(String),
}

/// Where a failed check leads: the next alternative, with what was known before the scope.
struct Scope {
    next: usize,
    path: Vec<NodeId>,
    recorded: usize,
}

struct Interpreter<'a> {
    table: &'a Table,
    cpu: Cpu,
    graph: &'a Graph,
    at: usize,
    /// The node in question, and its parents up to the root.
    path: Vec<NodeId>,
    recorded: Vec<Value>,
    scopes: Vec<Scope>,
}

/// What a step says of the way on.
enum Step {
    Passed,
    Failed,
    Selected(String),
}

/// The instructions selected for a root.
pub(crate) fn select(table: &Table, cpu: Cpu, graph: &Graph, root: NodeId) -> Option<String> {
    let (recorded, scopes) = (Vec::new(), Vec::new());
    let mut run = Interpreter { table, cpu, graph, at: 0, path: vec![root], recorded, scopes };
    loop {
        match run.step() {
            Step::Passed => {}
            Step::Failed => run.next_alternative()?,
            Step::Selected(instructions) => return Some(instructions),
        }
    }
}

/// The name of a step without the number that stands at its end: `RecordChild1` is `RecordChild` and 1.
fn split_number(name: &str) -> (&str, Option<usize>) {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (letters, name[letters.len()..].parse().ok())
}

impl<'a> Interpreter<'a> {
    fn next(&mut self) -> &'a str {
        self.at += 1;
        self.table.element(self.at - 1)
    }

    fn byte(&mut self) -> usize {
        self.next().parse().expect("it is a number")
    }

    /// The name of a value of two bytes.
    fn target_value(&mut self) -> &'a str {
        self.at += 2;
        self.table.element(self.at - 2)
    }

    fn node(&self) -> NodeId {
        *self.path.last().expect("the root is never left")
    }

    fn child(&self, node: NodeId, place: usize) -> NodeId {
        self.graph.get(node).operands[place]
    }

    fn check(&self, passes: bool) -> Step {
        if passes { Step::Passed } else { Step::Failed }
    }

    fn next_alternative(&mut self) -> Option<()> {
        loop {
            let scope = self.scopes.pop()?;
            self.at = scope.next;
            let size = self.table.number(&mut self.at);
            if size > 0 {
                self.path = scope.path.clone();
                self.recorded.truncate(scope.recorded);
                self.scopes.push(Scope { next: self.at + size, ..scope });
                return Some(());
            }
        }
    }

    fn step(&mut self) -> Step {
        let name = self.next();
        let name = name.strip_prefix("OPC_").unwrap_or_else(|| panic!("{name} is no step"));
        if let Some(rest) = name.strip_prefix("CheckChild") {
            return self.check_child(rest);
        }
        if name.starts_with("MorphNodeTo") || name.starts_with("EmitNode1") {
            return self.make(name);
        }
        if name.starts_with("EmitMergeInputChains") {
            // What comes before loads and stores is not looked at here.
            return Step::Passed;
        }
        let (kind, number) = split_number(name);
        let number = number.unwrap_or(0);
        let node = self.node();
        match kind {
            "Scope" => {
                let size = self.table.number(&mut self.at);
                let (path, recorded) = (self.path.clone(), self.recorded.len());
                self.scopes.push(Scope { next: self.at + size, path, recorded });
            }
            "SwitchOpcode" | "SwitchType" => return self.switch(kind == "SwitchOpcode"),
            "RecordNode" => self.recorded.push(Value::Node(node)),
            "RecordChild" => self.recorded.push(Value::Node(self.child(node, number))),
            "RecordMemRef" | "CaptureGlueInput" => {}
            "MoveChild" => self.path.push(self.child(node, number)),
            "MoveSibling" => {
                self.path.pop();
                self.path.push(self.child(self.node(), number));
            }
            "MoveParent" => drop(self.path.pop()),
            "CheckOpcode" => {
                let opcode = self.target_value();
                return self.check(self.graph.get(node).opcode == opcode);
            }
            "CheckType" => return self.check_type(node),
            "CheckPredicate" => return self.check(self.predicate(number, node)),
            "CheckPatternPredicate" => return self.check(self.pattern_predicate(number)),
            "CheckComplexPat" => return self.complex_pattern(number),
            "EmitInteger" => {
                let integer = self.table.signed_number(&mut self.at);
                self.recorded.push(Value::Made(integer.to_string()));
            }
            "EmitConvertToTarget" => {
                let made = self.constant(number).to_string();
                self.recorded.push(Value::Made(made));
            }
            "EmitNodeXForm" => {
                let (transform, of) = (self.byte(), self.byte());
                assert_eq!(self.table.transforms[transform], "Opposite");
                let made = (-self.constant(of)).to_string();
                self.recorded.push(Value::Made(made));
            }
            _ => panic!("{name} is no step of this table"),
        }
        Step::Passed
    }

    /// Goes on in the case of the node's opcode or type.
    fn switch(&mut self, is_opcode: bool) -> Step {
        let node = self.graph.get(self.node());
        loop {
            let size = self.table.number(&mut self.at);
            if size == 0 {
                return Step::Failed;
            }
            let is_case = if is_opcode {
                self.target_value() == node.opcode
            } else {
                self.next().strip_prefix("MVT::") == Some(&node.ty)
            };
            if is_case {
                return Step::Passed;
            }
            self.at += size;
        }
    }

    /// `CheckChild1Type`, `CheckChild1TypeI32`, `CheckChild1Integer`
    fn check_child(&mut self, rest: &str) -> Step {
        let (place, what) = rest.split_at(1);
        let child = self.child(self.node(), place.parse().expect("it is a digit"));
        match what {
            "Type" => self.check_type(child),
            "Integer" => {
                let integer = self.table.signed_number(&mut self.at);
                self.check(self.graph.get(child).constant == Some(integer))
            }
            "TypeI32" => self.check(self.graph.get(child).ty == "i32"),
            _ => panic!("CheckChild{rest} is no step of this table"),
        }
    }

    fn check_type(&mut self, node: NodeId) -> Step {
        let ty = self.next().strip_prefix("MVT::");
        self.check(ty == Some(&self.graph.get(node).ty))
    }

    fn predicate(&self, number: usize, node: NodeId) -> bool {
        let fits = |width: u32, negate: bool| {
            let constant = self.graph.get(node).constant.expect("it is a constant");
            let constant = if negate { -constant } else { constant };
            (-(1 << (width - 1))..1 << (width - 1)).contains(&constant)
        };
        match self.table.node_predicates[number].as_str() {
            "simm16" => fits(16, false),
            "simm5" => fits(5, false),
            "minusSImm16" => fits(16, true),
            // Loads and stores of the graph are of the plain kind.
            "unindexedload" | "load" | "unindexedstore" | "store" => true,
            name => panic!("there is no predicate {name}"),
        }
    }

    fn pattern_predicate(&self, number: usize) -> bool {
        match self.table.pattern_predicates[number].as_str() {
            "(Subtarget->hasMul())" => self.cpu.has_mul,
            "(Subtarget->hasShort())" => self.cpu.has_short,
            condition => panic!("there is no condition {condition}"),
        }
    }

    /// `selectAddr`: a sum with a constant is a base and a distance, all else a base.
    fn complex_pattern(&mut self, number: usize) -> Step {
        assert_eq!(self.table.complex_patterns[number], "selectAddr");
        let of = self.byte();
        let Value::Node(node) = self.recorded[of] else { panic!("it was recorded") };
        let sum = self.graph.get(node);
        let distance = match sum.operands[..] {
            [_, distance] if sum.opcode == "ISD::ADD" => self.graph.get(distance).constant,
            _ => None,
        };
        let base = if distance.is_some() { self.child(node, 0) } else { node };
        self.recorded.push(Value::Node(base));
        self.recorded.push(Value::Made(distance.unwrap_or(0).to_string()));
        Step::Passed
    }

    fn constant(&self, of: usize) -> i64 {
        match self.recorded[of] {
            Value::Node(node) => self.graph.get(node).constant.expect("it is a constant"),
            Value::Made(_) => panic!("constants are recorded before they are changed"),
        }
    }

    /// `MorphNodeTo1`, `MorphNodeTo1Chain`, `EmitNode1None`: the name says how many results there are, and
    /// what else there is, unless a byte says that.
    fn make(&mut self, name: &str) -> Step {
        let is_root = name.starts_with("MorphNodeTo");
        let rest = name.trim_start_matches("MorphNodeTo").trim_start_matches("EmitNode");
        let (results, flags) = rest.split_at(1);
        let instruction = self.target_value();
        if flags.is_empty() {
            self.next();
        }
        for _ in 0..results.parse().expect("it is a digit") {
            self.next();
        }
        let mut text = instruction.strip_prefix("Toy::").unwrap_or(instruction).to_owned();
        for place in 0..self.byte() {
            let of = self.byte();
            let operand = match &self.recorded[of] {
                Value::Node(node) => &self.graph.get(*node).name,
                Value::Made(made) => made,
            };
            text += if place == 0 { " " } else { ", " };
            text += operand;
        }
        let text = format!("({text})");
        if is_root {
            return Step::Selected(text);
        }
        self.recorded.push(Value::Made(text));
        Step::Passed
    }
}
