//! Backend options: declarations, parsed values, defaults.

/// A backend option, identified by its name.
///
/// ```
/// use tablewright_backend::{BackendOption, Options, OptionValue};
///
/// const PREFIX: BackendOption = BackendOption::text("prefix", "text", "REG_", "How names begin");
/// let mut options = Options::new();
/// assert_eq!(options.text(&PREFIX), "REG_");
/// options.set(&PREFIX, OptionValue::Text("R_".into()));
/// assert_eq!(options.text(&PREFIX), "R_");
/// ```
#[derive(Debug)]
pub struct BackendOption {
    /// The name without dashes.
    pub name: &'static str,
    /// The type of its value, with the default.
    pub kind: OptionKind,
    /// The text in `--help`.
    pub help: &'static str,
}

impl BackendOption {
    /// Declares the flag `--name`, which is off by default.
    pub const fn flag(name: &'static str, help: &'static str) -> BackendOption {
        BackendOption { name, kind: OptionKind::Flag { default: false }, help }
    }

    /// Declares `--name=<placeholder>` with a default text.
    pub const fn text(
        name: &'static str,
        placeholder: &'static str,
        default: &'static str,
        help: &'static str,
    ) -> BackendOption {
        BackendOption { name, kind: OptionKind::Text { placeholder, default }, help }
    }

    /// Declares `--name=<uint>` with a default number.
    pub const fn number(name: &'static str, default: u32, help: &'static str) -> BackendOption {
        BackendOption { name, kind: OptionKind::Number { default }, help }
    }
}

/// The type of an option's value.
#[derive(Debug)]
pub enum OptionKind {
    /// `--name`, or with a truth value: `--name=false`.
    Flag {
        /// The default.
        default: bool,
    },
    /// `--name=<placeholder>` or `--name text`.
    Text {
        /// The text between angle brackets in `--help`.
        placeholder: &'static str,
        /// The default.
        default: &'static str,
    },
    /// `--name=<placeholder>`: a file. The caller of the backend reads it.
    File {
        /// The text between angle brackets in `--help`.
        placeholder: &'static str,
    },
    /// `--name=text`. It can be repeated, and a text can contain several items with commas between
    /// them.
    Texts {
        /// The text between angle brackets in `--help`.
        placeholder: &'static str,
    },
    /// `--name=<uint>`, 32 bits.
    Number {
        /// The default.
        default: u32,
    },
    /// `--name=<value>` with a value from a list.
    Choice {
        /// The values, each with its text in `--help`.
        choices: &'static [(&'static str, &'static str)],
        /// The default, an index into `choices`.
        default: usize,
    },
}

/// A value from the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// For [`OptionKind::Flag`].
    Flag(bool),
    /// For [`OptionKind::Text`].
    Text(String),
    /// For [`OptionKind::File`]: its bytes; `None` if the file could not be read.
    File(Option<Vec<u8>>),
    /// For [`OptionKind::Texts`].
    Texts(Vec<String>),
    /// For [`OptionKind::Number`].
    Number(u32),
    /// For [`OptionKind::Choice`]: an index.
    Choice(usize),
}

/// The options of a run.
#[derive(Clone, Default, Debug)]
pub struct Options {
    values: Vec<(&'static str, OptionValue)>,
}

impl Options {
    /// Creates options with defaults only.
    pub fn new() -> Options {
        Options::default()
    }

    /// Sets the value of `option`. It replaces an earlier value.
    ///
    /// # Panics
    /// If `value` does not match the option's kind.
    pub fn set(&mut self, option: &BackendOption, value: OptionValue) {
        let fits = match (&option.kind, &value) {
            (OptionKind::Flag { .. }, OptionValue::Flag(_))
            | (OptionKind::Text { .. }, OptionValue::Text(_))
            | (OptionKind::File { .. }, OptionValue::File(_))
            | (OptionKind::Texts { .. }, OptionValue::Texts(_))
            | (OptionKind::Number { .. }, OptionValue::Number(_)) => true,
            (OptionKind::Choice { choices, .. }, OptionValue::Choice(i)) => *i < choices.len(),
            _ => false,
        };
        assert!(fits, "{value:?} does not fit option {}", option.name);
        match self.values.iter_mut().find(|(name, _)| *name == option.name) {
            Some((_, old)) => *old = value,
            None => self.values.push((option.name, value)),
        }
    }

    fn value(&self, option: &BackendOption) -> Option<&OptionValue> {
        self.values.iter().find(|(name, _)| *name == option.name).map(|(_, value)| value)
    }

    /// Whether the option has a value from the command line.
    pub fn is_given(&self, option: &BackendOption) -> bool {
        self.value(option).is_some()
    }

    /// Returns the value of a flag.
    ///
    /// # Panics
    /// If the option is not an [`OptionKind::Flag`].
    pub fn flag(&self, option: &BackendOption) -> bool {
        match (&option.kind, self.value(option)) {
            (OptionKind::Flag { .. }, Some(&OptionValue::Flag(value))) => value,
            (&OptionKind::Flag { default }, _) => default,
            _ => mismatch(option, "a flag"),
        }
    }

    /// Returns the value of a text option.
    ///
    /// # Panics
    /// If the option is not an [`OptionKind::Text`].
    pub fn text(&self, option: &BackendOption) -> &str {
        match (&option.kind, self.value(option)) {
            (OptionKind::Text { .. }, Some(OptionValue::Text(value))) => value,
            (&OptionKind::Text { default, .. }, _) => default,
            _ => mismatch(option, "a text"),
        }
    }

    /// Returns the bytes of a file option: `None` without a file, `Some(None)` if it could not be
    /// read.
    ///
    /// # Panics
    /// If the option is not an [`OptionKind::File`].
    pub fn file(&self, option: &BackendOption) -> Option<Option<&[u8]>> {
        match (&option.kind, self.value(option)) {
            (OptionKind::File { .. }, Some(OptionValue::File(bytes))) => Some(bytes.as_deref()),
            (OptionKind::File { .. }, _) => None,
            _ => mismatch(option, "a file"),
        }
    }

    /// Returns all texts in order.
    ///
    /// # Panics
    /// If the option is not an [`OptionKind::Texts`].
    pub fn texts(&self, option: &BackendOption) -> &[String] {
        match (&option.kind, self.value(option)) {
            (OptionKind::Texts { .. }, Some(OptionValue::Texts(values))) => values,
            (OptionKind::Texts { .. }, _) => &[],
            _ => mismatch(option, "a list of texts"),
        }
    }

    /// Returns the value of a number option.
    ///
    /// # Panics
    /// If the option is not an [`OptionKind::Number`].
    pub fn number(&self, option: &BackendOption) -> u32 {
        match (&option.kind, self.value(option)) {
            (OptionKind::Number { .. }, Some(&OptionValue::Number(value))) => value,
            (&OptionKind::Number { default }, _) => default,
            _ => mismatch(option, "a number"),
        }
    }

    /// Returns the choice as an index into the option's choices.
    ///
    /// # Panics
    /// If the option is not an [`OptionKind::Choice`].
    pub fn choice(&self, option: &BackendOption) -> usize {
        match (&option.kind, self.value(option)) {
            (OptionKind::Choice { .. }, Some(&OptionValue::Choice(value))) => value,
            (&OptionKind::Choice { default, .. }, _) => default,
            _ => mismatch(option, "a choice"),
        }
    }
}

/// Panics because a backend reads an option as the wrong kind. The backend's first run shows the
/// mistake.
#[cold]
fn mismatch(option: &BackendOption, read_as: &str) -> ! {
    panic!("option {} is read as {read_as}, but is declared as {:?}", option.name, option.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn option(name: &'static str, kind: OptionKind) -> BackendOption {
        BackendOption { name, kind, help: "" }
    }

    const FLAG: BackendOption = option("flag", OptionKind::Flag { default: true });
    const TEXT: BackendOption =
        option("text", OptionKind::Text { placeholder: "text", default: "none" });
    const TEXTS: BackendOption = option("texts", OptionKind::Texts { placeholder: "text" });
    const COUNT: BackendOption = option("count", OptionKind::Number { default: 3 });
    const COLOR: BackendOption =
        option("color", OptionKind::Choice { choices: &[("red", ""), ("blue", "")], default: 1 });

    #[test]
    fn defaults_hold_where_nothing_is_given() {
        let options = Options::new();
        assert!(options.flag(&FLAG));
        assert_eq!(options.text(&TEXT), "none");
        assert_eq!(options.texts(&TEXTS), [""; 0]);
        assert_eq!((options.number(&COUNT), options.choice(&COLOR)), (3, 1));
        assert!(!options.is_given(&FLAG));
    }

    #[test]
    fn what_is_given_takes_the_place_of_defaults() {
        let mut options = Options::new();
        options.set(&FLAG, OptionValue::Flag(false));
        options.set(&TEXT, OptionValue::Text("some".to_owned()));
        options.set(&TEXTS, OptionValue::Texts(vec!["a".to_owned(), "b".to_owned()]));
        options.set(&COLOR, OptionValue::Choice(0));
        assert!(!options.flag(&FLAG) && options.is_given(&FLAG));
        assert_eq!(options.text(&TEXT), "some");
        assert_eq!(options.texts(&TEXTS), ["a", "b"]);
        assert_eq!(options.choice(&COLOR), 0);
    }

    #[test]
    fn the_last_value_given_holds() {
        let mut options = Options::new();
        options.set(&COUNT, OptionValue::Number(7));
        options.set(&COUNT, OptionValue::Number(9));
        assert_eq!(options.number(&COUNT), 9);
    }

    #[test]
    #[should_panic(expected = "Choice(2) does not fit option color")]
    fn a_choice_that_does_not_exist_is_refused() {
        Options::new().set(&COLOR, OptionValue::Choice(2));
    }

    #[test]
    #[should_panic(expected = "option count is read as a text")]
    fn an_option_is_read_as_what_it_is() {
        Options::new().text(&COUNT);
    }
}
