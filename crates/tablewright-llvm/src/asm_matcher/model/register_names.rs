//! The functions that find a register by its name.

use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::assembly::AsmMatcher;
use tablewright_target::registers::{RegisterId, Registers};
use tablewright_text::StringMatcher;

/// The functions that find a register.
pub(crate) struct RegisterMatchers<'s> {
    /// Register namespace.
    pub(crate) namespace: &'s str,
    /// By name; `None` if the target has its own function.
    pub(crate) by_name: Option<StringMatcher<'s>>,
    /// Matcher for alternative names. `None` unless the target requests it.
    pub(crate) by_alt_name: Option<StringMatcher<'s>>,
}

impl<'s> RegisterMatchers<'s> {
    pub(super) fn collect(
        store: &'s RecordStore,
        matcher: &AsmMatcher,
        registers: &Registers,
    ) -> Result<RegisterMatchers<'s>, FieldError> {
        let first = registers.ids().next();
        let namespace = first.map_or("", |first| store.str(registers.get(first).namespace));
        let parser = store.record(matcher.parser.record);
        let mut matchers = RegisterMatchers { namespace, by_name: None, by_alt_name: None };
        let context = RegisterNameContext { store, registers, namespace, parser };
        if is_set(parser, "ShouldEmitMatchRegisterName", true)? {
            let named =
                |register| MatchedName { name: registers.asm_name(store, register), register };
            let names = registers.ids().map(named);
            matchers.by_name = Some(context.matcher(names.collect())?);
        }
        if is_set(parser, "ShouldEmitMatchRegisterAltName", false)? {
            let mut names = Vec::new();
            for register in registers.ids() {
                let alt_names = registers.alt_names(store, register)?.into_iter();
                let named = |name: &'s str| MatchedName { name: name.trim_ascii(), register };
                names.extend(alt_names.map(named));
            }
            matchers.by_alt_name = Some(context.matcher(names)?);
        }
        Ok(matchers)
    }
}

/// Returns a bit field; `default` in releases without the field.
fn is_set(record: Record<'_>, field: &str, default: bool) -> Result<bool, FieldError> {
    if record.field(field).is_some() { record.bit(field) } else { Ok(default) }
}

/// A register name in assembly.
struct MatchedName<'s> {
    name: &'s str,
    register: RegisterId,
}

struct RegisterNameContext<'s, 'a> {
    store: &'s RecordStore,
    registers: &'a Registers,
    namespace: &'s str,
    parser: Record<'s>,
}

impl<'s> RegisterNameContext<'s, '_> {
    /// Returns the decision between names; empty ones are left out.
    fn matcher(&self, mut names: Vec<MatchedName<'s>>) -> Result<StringMatcher<'s>, FieldError> {
        names.retain(|matched| !matched.name.is_empty());
        let case = |matched: &MatchedName<'s>| {
            let register = self.registers.name(matched.register);
            (matched.name, format!("return {}::{register};", self.namespace))
        };
        let cases = names.iter().map(case);
        if is_set(self.parser, "AllowDuplicateRegisterNames", false)? {
            return Ok(StringMatcher::first_of_equal(cases));
        }
        StringMatcher::new(cases).map_err(|duplicate| {
            let [first, second] = [&names[duplicate.first], &names[duplicate.second]];
            self.duplicate(first.name, first.register, second.register)
        })
    }

    fn duplicate(&self, name: &str, first: RegisterId, second: RegisterId) -> FieldError {
        let record = |register| self.store.record(self.registers.get(register).described_by);
        let [first_name, second_name] = [first, second].map(|r| self.registers.name(r));
        let message = format!(
            "Had duplicate keys to match on: '{first_name}' and '{second_name}' share \
             the name '{name}'"
        );
        FieldError::new(Code::RegisterNames, record(second), message)
            .label_record(record(first), "the other register")
            .note("AllowDuplicateRegisterNames of the AsmParser allows such names")
    }
}
