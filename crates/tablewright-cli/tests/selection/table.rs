//! The table as elements, one for each byte, and the names of what its steps call.
//!
//! In: the C++ that `--gen-dag-isel` prints. Out: [`Table`].

/// The table and what it refers to by number.
pub(crate) struct Table {
    /// An element for each byte. Of a value of two bytes, the first is its name.
    elements: Vec<String>,
    /// How long the generated file says that the table is.
    pub(crate) stated_len: usize,
    /// Conditions on nodes: the names of their fragments.
    pub(crate) node_predicates: Vec<String>,
    /// Conditions on the processor, in C++.
    pub(crate) pattern_predicates: Vec<String>,
    /// The calls of the functions of complex patterns.
    pub(crate) complex_patterns: Vec<String>,
    /// The names of the transformations.
    pub(crate) transforms: Vec<String>,
}

impl Table {
    pub(crate) fn read(text: &str) -> Table {
        let table = between(text, "MatcherTable[] = {\n", "};");
        let mut elements = Vec::new();
        for element in without_comments(table).split(',').map(str::trim) {
            match element.strip_prefix("TARGET_VAL(") {
                Some(value) => {
                    let value = value.strip_suffix(')').expect("the parenthesis is closed");
                    elements.extend([value.to_owned(), String::new()]);
                }
                None if element.is_empty() => {}
                None => elements.push(element.to_owned()),
            }
        }
        let stated_len = between(text, "Total Array size is ", " bytes").parse();
        Table {
            elements,
            stated_len: stated_len.expect("it is a number"),
            node_predicates: cases(text, "CheckNodePredicate(", "// Predicate_", "\n"),
            pattern_predicates: cases(text, "CheckPatternPredicate(", "return ", ";"),
            complex_patterns: cases(text, "CheckComplexPattern(", "return ", "("),
            transforms: cases(text, "RunSDNodeXForm(", "// ", "\n"),
        }
    }

    /// How many bytes the table has.
    pub(crate) fn len(&self) -> usize {
        self.elements.len()
    }

    pub(crate) fn element(&self, at: usize) -> &str {
        &self.elements[at]
    }

    /// A number of several bytes, with seven bits in each, lowest first; all but the last have the
    /// eighth bit. Moves `at` behind it.
    pub(crate) fn number(&self, at: &mut usize) -> usize {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.element(*at);
            *at += 1;
            let (bits, is_last) = match byte.strip_suffix("|128") {
                Some(bits) => (bits, false),
                None => (byte, true),
            };
            number |= bits.parse::<usize>().expect("it is a byte") << shift;
            shift += 7;
            if is_last {
                return number;
            }
        }
    }

    /// A number with its sign in the lowest bit.
    pub(crate) fn signed_number(&self, at: &mut usize) -> i64 {
        let number = self.number(at) as i64;
        if number & 1 == 0 { number >> 1 } else { -(number >> 1) }
    }
}

pub(crate) fn between<'t>(text: &'t str, before: &str, behind: &str) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("there is no {before:?}"));
    rest.split_once(behind).unwrap_or_else(|| panic!("there is no {behind:?}")).0
}

pub(crate) fn without_comments(text: &str) -> String {
    let mut without = String::new();
    for line in text.lines() {
        let mut line = line;
        while let Some(at) = line.find('/') {
            let (before, comment) = line.split_at(at);
            without.push_str(before);
            // What begins in the line and does not end there is a comment up to the end of the line.
            let block = comment.strip_prefix("/*").and_then(|text| text.split_once("*/"));
            line = block.map_or("", |(_, behind)| behind);
        }
        without.push_str(line);
    }
    without
}

/// For each case of a function's definition, what stands between two texts.
fn cases(text: &str, function: &str, before: &str, behind: &str) -> Vec<String> {
    let definition = format!("DAGISEL_CLASS_COLONCOLON {function}");
    let Some((_, body)) = text.split_once(&definition) else { return Vec::new() };
    let body = body.split("#endif // GET_DAGISEL_BODY").next().unwrap_or_default();
    let cases = body.split("\n  case ").skip(1);
    cases.map(|case| between(case, before, behind).to_owned()).collect()
}
