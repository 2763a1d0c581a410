//! Reasons for skipping a pattern, as text that tools match on.

use tablewright_records::{AnalysisError, FieldError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::Import;
use super::fragment_predicate::{FragmentPredicate, PredicateFlag};
use super::skip_reason::{ResultProblem, Side, SkipReason, TypeProblem};
use crate::patterns::{ForestOperation, NodeId, PatternsToMatch, TreeWriter};

/// Names that skip reasons refer to.
pub struct SkipTexts<'a> {
    store: &'a RecordStore,
    patterns: &'a PatternsToMatch,
    import: &'a Import,
    trees: TreeWriter<'a>,
}

impl<'a> SkipTexts<'a> {
    /// Creates the name tables for an import. `intrinsic_numbers` are used to print trees.
    ///
    /// # Errors
    /// Returns errors from the analyses that name the parts of a tree.
    pub fn new(
        store: &'a RecordStore,
        patterns: &'a PatternsToMatch,
        import: &'a Import,
        intrinsic_numbers: &'a [i64],
        diagnostics: &mut Diagnostics,
    ) -> Result<SkipTexts<'a>, AnalysisError> {
        let trees = patterns.tree_writer(store, intrinsic_numbers, diagnostics)?;
        Ok(SkipTexts { store, patterns, import, trees })
    }

    /// Returns a reason as text.
    ///
    /// # Errors
    /// Fails if a fragment record is invalid.
    pub fn text(&self, reason: &SkipReason) -> Result<String, FieldError> {
        let name = |record| self.store.record(record).name();
        let rule_name = |id| self.import.rules.names.text(id);
        Ok(match *reason {
            SkipReason::Fixed(text) => text.to_owned(),
            SkipReason::RootPredicate(side, node, first) => {
                let side = match side {
                    Side::Source => "Src",
                    Side::Result => "Dst",
                };
                let predicates = self.predicates(node)?;
                let first = name(self.patterns.fragment(first).record);
                format!(
                    "{side} pattern root isn't a trivial operator (Has a predicate ({predicates}), first-failing:{first})"
                )
            }
            SkipReason::Predicate(node) => {
                format!("Src pattern child has predicate ({})", self.predicates(node)?)
            }
            SkipReason::NoEquivalent(operation) => {
                let operator = self.operator(operation);
                format!("Pattern operator lacks an equivalent Instruction ({operator})")
            }
            SkipReason::OperandType(problem, node) => {
                let (problem, tree) = (problem_text(problem), self.tree(node));
                format!("{problem} for Src operand ({tree})")
            }
            SkipReason::ResultType(problem) => {
                format!("{} for result of Src pattern operator", problem_text(problem))
            }
            SkipReason::ComplexPattern(pattern) => {
                format!("SelectionDAG ComplexPattern ({}) not mapped to GlobalISel", name(pattern))
            }
            SkipReason::SubOperand { name, first, second } => {
                let [name, first, second] = [name, first, second].map(rule_name);
                format!(
                    "Error: Complex suboperand {name} referenced by different operands: {first} and {second}."
                )
            }
            SkipReason::Transform(argument) => {
                let argument = argument.map_or("", |argument| self.store.str(argument));
                format!("SDNodeXForm {argument} has no custom renderer")
            }
            SkipReason::TransformOfResult(transform) => {
                format!("SDNodeXForm {} does not have GISel equivalent", name(transform))
            }
            SkipReason::ComplexPatternOfResult(pattern) => {
                format!("ComplexPattern {} does not have GISel equivalent", name(pattern))
            }
            SkipReason::ResultNode(problem, node) => {
                let problem = match problem {
                    ResultProblem::Operator => "node has unsupported operator",
                    ResultProblem::ResultCount => "node does not have one result",
                    ResultProblem::Kind => "unsupported node",
                    ResultProblem::Unnamed => "unrecognized node",
                };
                format!("{problem} {}", self.tree(node))
            }
            SkipReason::NotMatched(name) => {
                format!("could not find node ${} in the source DAG", rule_name(name))
            }
            SkipReason::UnknownClass { index, node } => {
                let tree = self.tree(node);
                format!("Could not infer register class for result #{index} from pattern {tree}")
            }
            SkipReason::SubregToRegPart(part) => {
                format!("Cannot infer register class from SUBREG_TO_REG child #{part}")
            }
            SkipReason::MadeOperand(node) => {
                format!("Dst pattern child isn't a leaf node or an MBB{}", self.tree(node))
            }
            SkipReason::NoRegisterClass(node) => {
                format!("Dst MI def isn't a register class{}", self.tree(node))
            }
            SkipReason::FewerResults { source, made } => format!(
                "Src pattern result has more defs than dst MI ({source} def(s) vs {made} def(s))"
            ),
            SkipReason::ResultMayBeUsed(source) => format!(
                "Src pattern result has {source} def(s) without the HasNoUse predicate set to true but Dst MI has no def"
            ),
            SkipReason::OperandCount { expected, explicit, default } => format!(
                "Expected {expected} used operands but found {explicit} explicit ones and {default} default ones"
            ),
        })
    }

    /// Returns the record that would map the part for which a pattern is skipped, as a line of a description. `None` if
    /// no such record helps.
    pub fn missing_record(&self, reason: &SkipReason) -> Option<String> {
        let name = |record| self.store.record(record).name();
        match *reason {
            SkipReason::NoEquivalent(ForestOperation::Node(id)) => {
                let node = self.patterns.sd_node(id);
                let instruction = self.generic_instruction(self.store.str(node.opcode));
                Some(format!("def : GINodeEquiv<{instruction}, {}>;", name(node.record)))
            }
            SkipReason::NoEquivalent(ForestOperation::ComplexPattern(id)) => {
                Some(self.complex_matcher(self.patterns.complex_pattern(id).record))
            }
            SkipReason::NoEquivalent(ForestOperation::Transform(id)) => {
                Some(self.renderer(self.patterns.transform(id).record))
            }
            SkipReason::ComplexPattern(record) | SkipReason::ComplexPatternOfResult(record) => {
                Some(self.complex_matcher(record))
            }
            SkipReason::TransformOfResult(record) => Some(self.renderer(record)),
            SkipReason::NoEquivalent(
                ForestOperation::Record(_)
                | ForestOperation::Int(_)
                | ForestOperation::Any
                | ForestOperation::IntrinsicNumber(_)
                | ForestOperation::Fragment(_)
                | ForestOperation::Instruction(_)
                | ForestOperation::Set
                | ForestOperation::Implicit,
            )
            | SkipReason::Fixed(_)
            | SkipReason::RootPredicate(..)
            | SkipReason::Predicate(_)
            | SkipReason::OperandType(..)
            | SkipReason::ResultType(_)
            | SkipReason::SubOperand { .. }
            | SkipReason::Transform(_)
            | SkipReason::MadeOperand(_)
            | SkipReason::ResultNode(..)
            | SkipReason::NotMatched(_)
            | SkipReason::UnknownClass { .. }
            | SkipReason::SubregToRegPart(_)
            | SkipReason::NoRegisterClass(_)
            | SkipReason::FewerResults { .. }
            | SkipReason::ResultMayBeUsed(_)
            | SkipReason::OperandCount { .. } => None,
        }
    }

    /// Returns the generic instruction with the name of an opcode, for example `G_SDIV` for `ISD::SDIV`; a placeholder
    /// if the description lacks it.
    fn generic_instruction(&self, opcode: &str) -> String {
        let name = opcode.rsplit("::").next().unwrap_or(opcode);
        let generic = format!("G_{name}");
        if self.store.find_record(&generic).is_some() { generic } else { "INSTRUCTION".to_owned() }
    }

    fn complex_matcher(&self, pattern: RecordId) -> String {
        let pattern = self.store.record(pattern).name();
        format!(
            "def gi_{pattern} : GIComplexOperandMatcher<TYPE, \"FUNCTION\">, GIComplexPatternEquiv<{pattern}>;"
        )
    }

    fn renderer(&self, transform: RecordId) -> String {
        let transform = self.store.record(transform).name();
        format!(
            "def gi_{transform} : GICustomOperandRenderer<\"FUNCTION\">, GISDNodeXFormEquiv<{transform}>;"
        )
    }

    fn tree(&self, node: NodeId) -> String {
        let mut text = String::new();
        self.trees.write(node, &mut text);
        text
    }

    /// Returns the text for an operator without an equivalent.
    fn operator(&self, operation: ForestOperation) -> String {
        match operation {
            ForestOperation::Node(id) => {
                self.store.str(self.patterns.sd_node(id).opcode).to_owned()
            }
            ForestOperation::ComplexPattern(id) => {
                let record = self.patterns.complex_pattern(id).record;
                let name = self.store.record(record).name();
                format!("Operator is an unmapped ComplexPattern, {name}")
            }
            ForestOperation::Transform(id) => {
                let name = self.store.record(self.patterns.transform(id).record).name();
                format!("Operator is an unmapped SDNodeXForm, {name}")
            }
            ForestOperation::Record(_)
            | ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => {
                format!("Operator {} not understood", self.trees.operator(operation))
            }
        }
    }

    /// Returns a node's predicates, with their fields.
    fn predicates(&self, node: NodeId) -> Result<String, FieldError> {
        let mut texts = Vec::new();
        for call in &self.patterns.forest().attributes(node).predicates {
            let record = self.store.record(self.patterns.fragment(call.fragment).record);
            let predicate = FragmentPredicate::read(record)?;
            texts.push(format!("{}{}", record.name(), self.flags(&predicate)));
        }
        Ok(texts.join(", "))
    }

    fn flags(&self, predicate: &FragmentPredicate) -> String {
        let name = |record| self.store.record(record).name();
        let mut texts = Vec::new();
        texts.extend(predicate.immediate.map(|_| "immediate".to_owned()));
        let is_about_access = |flag| (flag as u8) < PredicateFlag::Monotonic as u8;
        let words = |of_access: bool| {
            let words = predicate.flag_words();
            words.filter(move |(flag, _)| is_about_access(*flag) == of_access)
        };
        texts.extend(words(true).map(|(_, word)| word.to_owned()));
        texts.extend(predicate.memory_type.map(|ty| format!("MemVT={}", name(ty))));
        let scalar = predicate.scalar_memory_type;
        texts.extend(scalar.map(|ty| format!("ScalarVT(MemVT)={}", name(ty))));
        if let Some(spaces) = &predicate.address_spaces {
            let spaces: Vec<String> = spaces.iter().flatten().map(i64::to_string).collect();
            texts.push(format!("AddressSpaces=[{}]", spaces.join(", ")));
        }
        if predicate.min_alignment > 0 {
            texts.push(format!("MinAlign={}", predicate.min_alignment));
        }
        texts.extend(words(false).map(|(_, word)| word.to_owned()));
        texts.iter().flat_map(|text| [" ", text.as_str()]).collect()
    }
}

fn problem_text(problem: TypeProblem) -> &'static str {
    match problem {
        TypeProblem::TypeSet => "unsupported typeset",
        TypeProblem::Type => "unsupported type",
    }
}
