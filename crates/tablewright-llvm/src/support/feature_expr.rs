//! C++ for conditions on the features of a subtarget.

use tablewright_records::{Feature, RecordStore};
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_text::TextSink;

/// Writes a condition as an expression on a `FeatureBitset` named `FB`, whose bits are enumerators in the namespace
/// `target`.
pub(crate) fn emit_feature_expr(
    store: &RecordStore,
    target: &str,
    expr: &FeatureExpr,
    out: &mut impl TextSink,
) {
    FeatureExprWriter { store, target }.emit(expr, false, out);
}

struct FeatureExprWriter<'a> {
    store: &'a RecordStore,
    target: &'a str,
}

impl FeatureExprWriter<'_> {
    /// Parentheses are written if `is_operand`: another operator applies to the expression.
    fn emit(&self, expr: &FeatureExpr, is_operand: bool, out: &mut impl TextSink) {
        match expr {
            FeatureExpr::Feature(feature) => {
                write!(out, "FB[{}::{}]", self.target, self.store.record(*feature).name());
            }
            FeatureExpr::Not(inner) => {
                if self.store.release().has(Feature::NegatedFeaturesHaveParentheses) {
                    out.push_str("!(");
                    self.emit(inner, false, out);
                    out.push(')');
                } else {
                    out.push('!');
                    self.emit(inner, true, out);
                }
            }
            FeatureExpr::AllOf(parts) => self.emit_joined(parts, " && ", is_operand, out),
            FeatureExpr::AnyOf(parts) => self.emit_joined(parts, " || ", is_operand, out),
        }
    }

    fn emit_joined(
        &self,
        parts: &[FeatureExpr],
        operator: &str,
        is_operand: bool,
        out: &mut impl TextSink,
    ) {
        match parts {
            // An empty condition is true. Only descriptions up to LLVM 10 can have one.
            [] => out.push_str("true"),
            [part] => self.emit(part, is_operand, out),
            _ => {
                out.push_str(if is_operand { "(" } else { "" });
                for (index, part) in parts.iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { operator });
                    self.emit(part, true, out);
                }
                out.push_str(if is_operand { ")" } else { "" });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::store_of;

    #[test]
    fn operands_of_operators_are_in_parentheses() {
        use FeatureExpr::{AllOf, AnyOf, Feature, Not};
        let store = store_of("def A; def B;");
        let feature = |name| Feature(store.find_record(name).expect("it is defined"));
        let both = || vec![feature("A"), feature("B")];
        let text_of = |expr: FeatureExpr| {
            let mut text = String::new();
            emit_feature_expr(&store, "Toy", &expr, &mut text);
            text.replace("FB[Toy::", "").replace(']', "")
        };
        assert_eq!(text_of(AnyOf(both())), "A || B");
        assert_eq!(text_of(AllOf(vec![AnyOf(both())])), "A || B");
        assert_eq!(text_of(AllOf(vec![feature("A"), AnyOf(both())])), "A && (A || B)");
        assert_eq!(text_of(Not(Box::new(AllOf(both())))), "!(A && B)");
        assert_eq!(text_of(Not(Box::new(AllOf(vec![feature("A")])))), "!A");
        assert_eq!(text_of(AllOf(vec![])), "true");
    }
}
