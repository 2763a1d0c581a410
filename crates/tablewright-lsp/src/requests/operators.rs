//! Operators with their operands (ProgRef, "Appendix A: Bang Operators"), for completion, hover and
//! signature help.

/// An operator.
pub(crate) struct ListedOperator {
    pub(crate) name: &'static str,
    /// The type in angle brackets; empty if the operator does not accept it.
    pub(crate) type_argument: &'static str,
    /// The operands. An operand that ends in `…` can be repeated.
    pub(crate) operands: &'static [&'static str],
    /// The result.
    pub(crate) summary: &'static str,
}

impl ListedOperator {
    /// Formats `!name<type>(operands)`.
    pub(crate) fn signature(&self) -> String {
        format!("!{}{}({})", self.name, self.type_argument, self.operands.join(", "))
    }
}

/// Finds an operator by name, without the exclamation mark.
pub(crate) fn find(name: &str) -> Option<&'static ListedOperator> {
    OPERATORS.iter().find(|operator| operator.name == name)
}

macro_rules! operators {
    ($($name:literal $type_argument:literal ($($operand:literal),*) $summary:literal;)*) => {
        /// All operators by name.
        pub(crate) const OPERATORS: &[ListedOperator] = &[$(ListedOperator {
            name: $name,
            type_argument: $type_argument,
            operands: &[$($operand),*],
            summary: $summary,
        },)*];
    };
}

operators! {
    "add" "" ("a", "b…") "The sum of integers.";
    "and" "" ("a", "b…") "The bitwise AND of integers.";
    "cast" "<type>" ("a") "A value as another type; a string becomes the record of that name.";
    "con" "" ("a", "b…") "Dags with equal operators, one after another.";
    "cond" "" ("condition: value…") "The value of the first condition that holds.";
    "dag" "" ("operator", "arguments", "names") "A dag of an operator, a list of arguments and a list of names.";
    "div" "" ("a", "b") "The quotient of integers.";
    "empty" "" ("a") "Whether a string, list or dag is empty.";
    "eq" "" ("a", "b") "Whether two values are equal.";
    "exists" "<type>" ("name") "Whether there is a record of that name and type.";
    "filter" "" ("variable", "list", "predicate") "The elements for which the predicate holds.";
    "find" "" ("string", "searched", "start") "The position of a string in another one, or -1.";
    "foldl" "" ("start", "list", "accumulator", "variable", "expression") "The last value of the accumulator after all elements.";
    "foreach" "" ("variable", "sequence", "expression") "A list or dag of the values of the expression.";
    "ge" "" ("a", "b") "Whether the first value is not less than the second.";
    "getdagarg" "<type>" ("dag", "key") "The argument of a dag by its index or name.";
    "getdagname" "" ("dag", "index") "The name of an argument of a dag.";
    "getdagop" "<type>" ("dag") "The operator of a dag.";
    "getdagopname" "" ("dag") "The name of the operator of a dag.";
    "gt" "" ("a", "b") "Whether the first value is greater than the second.";
    "head" "" ("list") "The first element of a list.";
    "if" "" ("condition", "then", "else") "One of two values.";
    "initialized" "" ("a") "Whether a value is set.";
    "instances" "<type>" ("regex") "The records of a type whose names match.";
    "interleave" "" ("list", "delimiter") "The elements as one string with delimiters between them.";
    "isa" "<type>" ("a") "Whether a value is of a type.";
    "le" "" ("a", "b") "Whether the first value is not greater than the second.";
    "listconcat" "" ("a", "b…") "Lists one after another.";
    "listflatten" "" ("list") "The elements of lists of a list.";
    "listremove" "" ("list", "removed") "The elements that are not in the second list.";
    "listsplat" "" ("value", "count") "A list of equal elements.";
    "logtwo" "" ("a") "The logarithm to base two, rounded down.";
    "lt" "" ("a", "b") "Whether the first value is less than the second.";
    "match" "" ("string", "regex") "Whether a regular expression matches.";
    "mul" "" ("a", "b…") "The product of integers.";
    "ne" "" ("a", "b") "Whether two values are different.";
    "not" "" ("a") "Whether a value is zero.";
    "or" "" ("a", "b…") "The bitwise OR of integers.";
    "range" "" ("start", "end", "step") "The integers from the start to before the end.";
    "repr" "" ("value") "A value as text.";
    "setdagarg" "" ("dag", "key", "argument") "A dag with another argument.";
    "setdagname" "" ("dag", "key", "name") "A dag with another name of an argument.";
    "setdagop" "" ("dag", "operator") "A dag with another operator.";
    "setdagopname" "" ("dag", "name") "A dag with another name of its operator.";
    "shl" "" ("a", "count") "An integer shifted to the left.";
    "size" "" ("a") "How many elements a list, characters a string or arguments a dag has.";
    "sort" "" ("variable", "list", "key") "The elements in the order of their keys.";
    "sra" "" ("a", "count") "An integer shifted to the right, with its sign.";
    "srl" "" ("a", "count") "An integer shifted to the right, with zeros.";
    "strconcat" "" ("a", "b…") "Strings one after another.";
    "sub" "" ("a", "b") "The difference of integers.";
    "subst" "" ("target", "replacement", "value") "A value with a string or record replaced.";
    "substr" "" ("string", "start", "length") "A part of a string.";
    "switch" "" ("key", "case: value…", "default") "The value of the first case that is equal to the key.";
    "tail" "" ("list") "A list without its first element.";
    "tolower" "" ("a") "A string in small letters.";
    "toupper" "" ("a") "A string in capital letters.";
    "xor" "" ("a", "b…") "The bitwise exclusive OR of integers.";
}

#[cfg(test)]
mod tests {
    use tablewright_syntax::bang::{Arity, BangOp, TypeArg};

    use super::*;

    /// Operators with their own syntax in the parser.
    const IRREGULAR: [&str; 6] = ["cond", "filter", "foldl", "foreach", "sort", "switch"];

    #[test]
    fn operators_are_those_of_the_parser() {
        for op in BangOp::all() {
            let (name, Arity { min, max, type_arg }) = (op.name(), op.arity());
            let operator = find(name).unwrap_or_else(|| panic!("'{name}' is missing"));
            assert_eq!(!operator.type_argument.is_empty(), type_arg != TypeArg::None, "{name}");
            let is_repeated = operator.operands.last().is_some_and(|last| last.ends_with('…'));
            assert_eq!(is_repeated, max.is_none(), "{name}");
            let expected = max.unwrap_or(min);
            assert_eq!(operator.operands.len(), usize::from(expected), "{name}");
        }
        let is_regular = |name: &&str| BangOp::from_name(name).is_some();
        let others = OPERATORS.iter().map(|operator| operator.name);
        let others: Vec<&str> = others.filter(|name| !is_regular(name)).collect();
        assert_eq!(others, IRREGULAR);
    }

    #[test]
    fn operators_are_listed_once_and_in_order() {
        assert!(OPERATORS.is_sorted_by(|a, b| a.name < b.name));
        let signature = find("foldl").map(ListedOperator::signature);
        assert_eq!(
            signature.as_deref(),
            Some("!foldl(start, list, accumulator, variable, expression)")
        );
    }
}
