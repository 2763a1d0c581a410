//! Options of backends: what there is to give, what was given, and what holds.

/// An option of a backend, identified by its name.
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
    /// What may be given, and what holds where nothing is.
    pub kind: OptionKind,
    /// What `--help` says of it.
    pub help: &'static str,
}

impl BackendOption {
    /// `--name`, which holds where it is given.
    pub const fn flag(name: &'static str, help: &'static str) -> BackendOption {
        BackendOption { name, kind: OptionKind::Flag { default: false }, help }
    }

    /// `--name=<placeholder>`, with the text that holds where it is not given.
    pub const fn text(
        name: &'static str,
        placeholder: &'static str,
        default: &'static str,
        help: &'static str,
    ) -> BackendOption {
        BackendOption { name, kind: OptionKind::Text { placeholder, default }, help }
    }

    /// `--name=<uint>`, with the number that holds where it is not given.
    pub const fn number(name: &'static str, default: u32, help: &'static str) -> BackendOption {
        BackendOption { name, kind: OptionKind::Number { default }, help }
    }
}

/// What an option takes.
#[derive(Debug)]
pub enum OptionKind {
    /// `--name`, or with a truth value: `--name=false`.
    Flag {
        /// What holds where it is not given.
        default: bool,
    },
    /// `--name=<placeholder>`, `--name text`
    Text {
        /// What `--help` shows between angle brackets.
        placeholder: &'static str,
        /// What holds where it is not given.
        default: &'static str,
    },
    /// `--name=<placeholder>`: a file, which whoever runs the backend reads.
    File {
        /// What `--help` shows between angle brackets.
        placeholder: &'static str,
    },
    /// `--name=text`, as often as one likes, also several at once between commas.
    Texts {
        /// What `--help` shows between angle brackets.
        placeholder: &'static str,
    },
    /// `--name=<uint>`, 32 bits.
    Number {
        /// What holds where it is not given.
        default: u32,
    },
    /// `--name=<value>`, one of the names listed.
    Choice {
        /// The names and what `--help` says of each.
        choices: &'static [(&'static str, &'static str)],
        /// What holds where it is not given: an index into the choices.
        default: usize,
    },
}

/// What was given for an option on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Of a [`OptionKind::Flag`].
    Flag(bool),
    /// Of a [`OptionKind::Text`].
    Text(String),
    /// Of a [`OptionKind::File`]: its bytes, if it could be read.
    File(Option<Vec<u8>>),
    /// Of a [`OptionKind::Texts`].
    Texts(Vec<String>),
    /// Of a [`OptionKind::Number`].
    Number(u32),
    /// Of a [`OptionKind::Choice`]: the index.
    Choice(usize),
}

/// The options of a run.
#[derive(Clone, Default, Debug)]
pub struct Options {
    values: Vec<(&'static str, OptionValue)>,
}

impl Options {
    /// None given: defaults throughout.
    pub fn new() -> Options {
        Options::default()
    }

    /// Notes that `option` was given, in place of what was given for it before.
    ///
    /// # Panics
    /// Where `value` is of another kind than the option.
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

    /// Whether the option was given.
    pub fn is_given(&self, option: &BackendOption) -> bool {
        self.value(option).is_some()
    }

    /// Whether the flag holds.
    ///
    /// # Panics
    /// Where the option is no [`OptionKind::Flag`].
    pub fn flag(&self, option: &BackendOption) -> bool {
        match (&option.kind, self.value(option)) {
            (OptionKind::Flag { .. }, Some(&OptionValue::Flag(value))) => value,
            (&OptionKind::Flag { default }, _) => default,
            _ => mismatch(option, "a flag"),
        }
    }

    /// The text given.
    ///
    /// # Panics
    /// Where the option is no [`OptionKind::Text`].
    pub fn text(&self, option: &BackendOption) -> &str {
        match (&option.kind, self.value(option)) {
            (OptionKind::Text { .. }, Some(OptionValue::Text(value))) => value,
            (&OptionKind::Text { default, .. }, _) => default,
            _ => mismatch(option, "a text"),
        }
    }

    /// The bytes of the file given, or that it could not be read.
    ///
    /// # Panics
    /// Where the option is no [`OptionKind::File`].
    pub fn file(&self, option: &BackendOption) -> Option<Option<&[u8]>> {
        match (&option.kind, self.value(option)) {
            (OptionKind::File { .. }, Some(OptionValue::File(bytes))) => Some(bytes.as_deref()),
            (OptionKind::File { .. }, _) => None,
            _ => mismatch(option, "a file"),
        }
    }

    /// The texts given, in order.
    ///
    /// # Panics
    /// Where the option is no [`OptionKind::Texts`].
    pub fn texts(&self, option: &BackendOption) -> &[String] {
        match (&option.kind, self.value(option)) {
            (OptionKind::Texts { .. }, Some(OptionValue::Texts(values))) => values,
            (OptionKind::Texts { .. }, _) => &[],
            _ => mismatch(option, "a list of texts"),
        }
    }

    /// The number given.
    ///
    /// # Panics
    /// Where the option is no [`OptionKind::Number`].
    pub fn number(&self, option: &BackendOption) -> u32 {
        match (&option.kind, self.value(option)) {
            (OptionKind::Number { .. }, Some(&OptionValue::Number(value))) => value,
            (&OptionKind::Number { default }, _) => default,
            _ => mismatch(option, "a number"),
        }
    }

    /// The choice made, an index into the choices of the option.
    ///
    /// # Panics
    /// Where the option is no [`OptionKind::Choice`].
    pub fn choice(&self, option: &BackendOption) -> usize {
        match (&option.kind, self.value(option)) {
            (OptionKind::Choice { .. }, Some(&OptionValue::Choice(value))) => value,
            (&OptionKind::Choice { default, .. }, _) => default,
            _ => mismatch(option, "a choice"),
        }
    }
}

/// A backend reads an option as what it is not: a mistake of its author, which the first run shows.
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
