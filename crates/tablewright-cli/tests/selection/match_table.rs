//! GlobalISel's table as elements, one for each byte, and what its values stand for.
//!
//! In: the C++ that `--gen-global-isel` and `--gen-instr-info` print. Out: [`MatchTable`].

use std::collections::HashMap;

/// The table and what it refers to by number.
pub(crate) struct MatchTable {
    /// An element for each byte. Of a value of several bytes, the first is its text.
    elements: Vec<String>,
    /// How long the generated file says that the table is.
    pub(crate) stated_len: usize,
    /// The number of each instruction, by its enumerator without namespace.
    opcodes: HashMap<String, i64>,
    /// The enumerators of the types in order, with what makes them.
    types: Vec<(String, String)>,
    /// The enumerators of the sets of features, with the features of each.
    features: HashMap<String, Vec<String>>,
    /// The functions of complex patterns by their enumerators.
    pub(crate) complex_patterns: HashMap<String, String>,
}

impl MatchTable {
    pub(crate) fn read(text: &str, instructions: &str) -> MatchTable {
        let table = between(text, "MatchTable0[] = {\n", "};");
        let mut elements = Vec::new();
        for element in without_comments(table).split(',').map(str::trim) {
            let (len, value) = match element.strip_prefix("GIMT_Encode") {
                None if element.is_empty() => continue,
                None => (1, element),
                Some(value) => {
                    let (len, value) = value.split_once('(').expect("a value has parentheses");
                    (len.parse().expect("it is a number"), value.trim_end_matches(')'))
                }
            };
            elements.push(value.to_owned());
            elements.resize(elements.len() + len - 1, String::new());
        }
        let stated_len = between(text, "}; // Size: ", " bytes").parse();
        let lines = |before, behind| {
            between(text, before, behind).lines().map(|l| l.trim().trim_end_matches(','))
        };
        let types = lines("// LLT Objects.\nenum {\n", "};");
        let constructors = lines("TypeObjects[] = {\n", "};");
        let feature_sets = lines("// Feature bitsets.\nenum {\n", "};");
        let bits = between(text, "FeatureBitsets[] {\n", "};").lines().map(|line| {
            let names = line.split('}').next().unwrap_or_default().trim().trim_matches('{');
            names.split(',').map(str::trim).filter(|n| !n.is_empty()).map(str::to_owned).collect()
        });
        let complex = lines("ComplexPredicateFns[] = {\n", "};").skip(1).map(|line| {
            let (function, name) = line.split_once(", // ").expect("each has a comment");
            let function = function.rsplit("::").next().unwrap_or_default();
            (format!("GICP_{name}"), function.to_owned())
        });
        MatchTable {
            elements,
            stated_len: stated_len.expect("it is a number"),
            opcodes: opcodes(instructions),
            types: types.map(str::to_owned).zip(constructors.map(str::to_owned)).collect(),
            features: feature_sets.map(str::to_owned).zip(bits).collect(),
            complex_patterns: complex.collect(),
        }
    }

    /// How many bytes the table has.
    pub(crate) fn len(&self) -> usize {
        self.elements.len()
    }

    pub(crate) fn element(&self, at: usize) -> &str {
        &self.elements[at]
    }

    /// The number of an instruction.
    pub(crate) fn opcode(&self, name: &str) -> i64 {
        let name = name.rsplit("::").next().unwrap_or_default();
        self.opcodes.get(name).copied().unwrap_or_else(|| panic!("{name} is no instruction"))
    }

    /// The number of a type, by what makes it.
    pub(crate) fn type_number(&self, ty: &str) -> Option<usize> {
        self.types.iter().position(|(_, made)| made.strip_prefix("LLT::") == Some(ty))
    }

    /// Whether an enumerator is a type.
    pub(crate) fn is_type(&self, enumerator: &str, ty: &str) -> bool {
        self.type_number(ty).is_some_and(|number| self.types[number].0 == enumerator)
    }

    /// What makes the type of an enumerator, without `LLT::`.
    pub(crate) fn made_type(&self, enumerator: &str) -> &str {
        let ty = self.types.iter().find(|ty| ty.0 == enumerator);
        ty.and_then(|ty| ty.1.strip_prefix("LLT::")).unwrap_or_default()
    }

    /// The features of a set.
    pub(crate) fn features(&self, set: &str) -> &[String] {
        self.features.get(set).map_or(&[], Vec::as_slice)
    }
}

/// The enum of instructions.
fn opcodes(text: &str) -> HashMap<String, i64> {
    let lines = between(text, "enum {\n", "};").lines();
    let value = |line: &str| {
        let (name, number) = line.trim().trim_end_matches(',').split_once("= ")?;
        Some((name.trim().to_owned(), number.split_whitespace().next()?.parse().ok()?))
    };
    lines.filter_map(value).collect()
}

fn between<'t>(text: &'t str, before: &str, behind: &str) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("there is no {before:?}"));
    rest.split_once(behind).unwrap_or_else(|| panic!("there is no {behind:?}")).0
}

fn without_comments(text: &str) -> String {
    let mut without = String::new();
    for line in text.lines() {
        let mut line = line;
        while let Some(at) = line.find('/') {
            let (before, comment) = line.split_at(at);
            without.push_str(before);
            // A comment that does not end in the line is a comment up to the end of the line.
            let block = comment.strip_prefix("/*").and_then(|text| text.split_once("*/"));
            line = block.map_or("", |(_, behind)| behind);
        }
        without.push_str(line);
    }
    without
}
