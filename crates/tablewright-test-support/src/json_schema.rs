//! A JSON Schema validator with the features that this project's schemas use. Unlike the standard,
//! it requires a declaration for each printed member.

use serde_json::Value;

/// A schema document, which resolves references.
pub struct Schema {
    /// The whole document.
    pub root: Value,
}

impl Schema {
    /// Reads a schema from text.
    ///
    /// # Panics
    /// If the text is not JSON.
    pub fn from_text(text: &str) -> Schema {
        Schema { root: serde_json::from_str(text).expect("a schema is JSON") }
    }

    /// Returns the reason why a value does not match the whole schema; `None` if it matches.
    pub fn mismatch(&self, value: &Value) -> Option<String> {
        self.problem(&self.root, value, "")
    }

    /// Returns the reason why `value` does not match `schema`; `None` if it matches.
    ///
    /// # Panics
    /// If the schema has an unknown keyword or reference.
    pub fn problem(&self, schema: &Value, value: &Value, path: &str) -> Option<String> {
        let problem = |what: String| Some(format!("{path}: {what}"));
        for (keyword, rule) in schema.as_object().expect("a schema is an object") {
            let mismatch = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "required" => None,
                "additionalProperties" | "maxItems" | "minItems" if !value.is_array() => None,
                "$ref" => {
                    let target = rule.as_str().and_then(|name| name.strip_prefix('#'));
                    let target = target.and_then(|pointer| self.root.pointer(pointer));
                    self.problem(target.expect("it is defined"), value, path)
                }
                "type" if rule.is_array() => {
                    let types = rule.as_array().expect("checked");
                    let is_one = types.iter().any(|ty| has_type(value, ty));
                    (!is_one).then(|| format!("{path}: no {rule}"))
                }
                "type" => (!has_type(value, rule)).then(|| format!("{path}: no {rule}")),
                "const" => (value != rule).then(|| format!("{path}: not {rule}")),
                "enum" => {
                    let is_one = rule.as_array().is_some_and(|values| values.contains(value));
                    (!is_one).then(|| format!("{path}: none of {rule}"))
                }
                "anyOf" | "oneOf" => self.alternatives(rule, value, path, keyword == "oneOf"),
                "items" => self.elements(value, path, |_| Some(rule)),
                "prefixItems" => self.elements(value, path, |index| rule.get(index)),
                "minItems" | "maxItems" => {
                    let count = value.as_array().map_or(0, Vec::len) as u64;
                    let limit = rule.as_u64().expect("a number");
                    let is_bad = if keyword == "minItems" { count < limit } else { count > limit };
                    is_bad.then(|| format!("{path}: {count} elements"))
                }
                "properties" => self.members(schema, rule, value, path),
                other => return problem(format!("unknown keyword {other}")),
            };
            if mismatch.is_some() {
                return mismatch;
            }
        }
        None
    }

    fn alternatives(
        &self,
        rule: &Value,
        value: &Value,
        path: &str,
        is_one: bool,
    ) -> Option<String> {
        let alternatives = rule.as_array().expect("a list");
        let problems: Vec<String> =
            alternatives.iter().filter_map(|schema| self.problem(schema, value, path)).collect();
        let count = alternatives.len() - problems.len();
        let is_right = if is_one { count == 1 } else { count > 0 };
        (!is_right).then(|| format!("{path}: {count} alternatives; {}", problems.join("; ")))
    }

    fn elements<'r>(
        &self,
        value: &Value,
        path: &str,
        rule: impl Fn(usize) -> Option<&'r Value>,
    ) -> Option<String> {
        value.as_array().into_iter().flatten().enumerate().find_map(|(index, element)| {
            self.problem(rule(index)?, element, &format!("{path}[{index}]"))
        })
    }

    /// Checks that each printed member is declared, and that each required member is printed.
    fn members(&self, schema: &Value, rule: &Value, value: &Value, path: &str) -> Option<String> {
        let members = value.as_object()?;
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if !members.contains_key(name) {
                return Some(format!("{path}: no member {name}"));
            }
        }
        members.iter().find_map(|(name, member)| match rule.get(name) {
            Some(schema) => self.problem(schema, member, &format!("{path}.{name}")),
            None => Some(format!("{path}: member {name} is not declared")),
        })
    }
}

fn has_type(value: &Value, ty: &Value) -> bool {
    match ty.as_str().expect("types are names") {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    }
}
