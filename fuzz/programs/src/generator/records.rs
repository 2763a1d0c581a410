//! Expressions of dag and record type, and fields of records.

use super::{Generator, Type};

impl Generator<'_> {
    pub(super) fn dag(&mut self, depth: u32) -> String {
        let deeper = depth - 1;
        match self.choices.below(12) {
            0..=3 => self.dag_literal(deeper),
            4 => {
                let (left, right) = (self.expr(&Type::Dag, deeper), self.expr(&Type::Dag, deeper));
                if self.choices.chance(5) {
                    return format!("!con({left}, {right})");
                }
                let op = self.operator();
                format!("!con(!setdagop({left}, {op}), !setdagop({right}, {op}))")
            }
            5 => {
                let op = self.operator();
                let count = self.choices.below(3);
                let args: Vec<String> = (0..count).map(|_| self.expr(&Type::Int, deeper)).collect();
                let names = ["\"p\", \"q\"", "\"p\", ?", "?, \"a\""];
                match (count, self.choices.below(4)) {
                    (2, way @ 0..3) => {
                        format!("!dag({op}, [{}], [{}])", args.join(", "), names[way])
                    }
                    (0, _) => format!("!dag({op}, ?, [\"n\"])"),
                    _ => format!("!dag({op}, [{}], ?)", args.join(", ")),
                }
            }
            6 => {
                let op = self.operator();
                format!("!setdagop({}, {op})", self.expr(&Type::Dag, deeper))
            }
            7 => {
                let at = self.choices.pick(&["0", "\"k\""]);
                let (dag, value) = (self.expr(&Type::Dag, deeper), self.expr(&Type::Int, deeper));
                format!("!setdagarg(!con((opA 5:$k), !setdagop({dag}, opA)), {at}, {value})")
            }
            8 => {
                let at = self.choices.pick(&["0", "\"k\""]);
                let name = self.choices.pick(&["\"c\"", "?", "\"a\""]);
                let dag = self.expr(&Type::Dag, deeper);
                format!("!setdagname(!con((opA 5:$k), !setdagop({dag}, opA)), {at}, {name})")
            }
            9 => {
                let dag = self.expr(&Type::Dag, deeper);
                let (from, to) = (self.operator(), self.operator());
                self.in_iteration(&[Type::Dag], 4, |_, names| {
                    let name = &names[0];
                    format!("!foreach({name}, {dag}, !subst({from}, {to}, {name}))")
                })
            }
            10 => self.field_of_instance(&Type::Dag, deeper),
            _ => self.leaf(&Type::Dag),
        }
    }

    fn dag_literal(&mut self, depth: u32) -> String {
        let op = self.operator();
        let mut args = Vec::new();
        for name in ["a", "b", "c"].iter().take(self.choices.below(4)) {
            let value = match self.choices.below(7) {
                0..=2 => self.expr(&Type::Int, depth),
                3 => self.expr(&Type::Text(3), depth),
                4 => self.expr(&Type::Record(0), depth),
                5 => self.expr(&Type::Dag, depth),
                _ => "?".into(),
            };
            let named = value == "?" || self.choices.chance(50);
            args.push(if named { format!("{value}:${name}") } else { value });
        }
        format!("({op} {})", args.join(", "))
    }

    fn operator(&mut self) -> String {
        self.choices.pick(&["opA", "opB"]).into()
    }

    pub(super) fn record(&mut self, class: usize, depth: u32) -> String {
        let deeper = depth - 1;
        match self.choices.below(10) {
            0..=4 => self.instance(class, deeper).unwrap_or_else(|| self.known_record(class)),
            5 | 6 => {
                let name = self.record_name(Some(class), deeper);
                format!("!cast<{}>({name})", self.classes[class].name)
            }
            7 => {
                let list = self.expr(&Type::list(Type::Record(class), 4), deeper);
                let more = self.known_record(class);
                format!("!head(!listconcat({list}, [{more}]<{}>))", self.classes[class].name)
            }
            8 => self.element(&Type::Record(class), deeper),
            _ => self.field_of_instance(&Type::Record(class), deeper),
        }
    }

    /// The name of a record as a string, mostly of one that exists and is of `class`.
    pub(super) fn record_name(&mut self, class: Option<usize>, depth: u32) -> String {
        let class = class.filter(|_| self.choices.chance(95));
        let names = self.records_of(class);
        match self.choices.below(12) {
            0..=4 if !names.is_empty() => format!("\"{}\"", self.choices.pick(&names)),
            5..=7 if !names.is_empty() => {
                // It is put together when the rest of the name is known.
                let name = self.choices.pick(&names);
                let split = name.len() - 1;
                let rest = &name[split..];
                match rest.parse::<u32>() {
                    Ok(number) => {
                        let zero = self.expr(&Type::Int, depth.min(1));
                        let rest = format!("!add({number}, !and({zero}, 0))");
                        format!("\"{}\" # {rest}", &name[..split])
                    }
                    Err(_) => format!("!strconcat(\"{}\", \"{rest}\")", &name[..split]),
                }
            }
            8 if self.has_name && self.choices.chance(30) => "NAME".into(),
            9 if self.choices.chance(20) => self.expr(&Type::Text(3), depth),
            _ => format!("\"{}\"", names.first().map_or("R0", |name| name)),
        }
    }

    fn records_of(&self, class: Option<usize>) -> Vec<String> {
        let fits = |(_, of): &&(String, usize)| {
            class.is_none_or(|c| c == *of || self.classes[*of].ancestors.contains(&c))
        };
        self.records.iter().filter(fits).map(|(name, _)| name.clone()).collect()
    }

    /// A record that is known to exist.
    pub(super) fn known_record(&mut self, class: usize) -> String {
        let known = self.records_of(Some(class));
        if !known.is_empty() {
            return self.choices.pick(&known);
        }
        let class = &self.classes[class];
        let params = class.params.iter().filter(|p| !p.has_default).map(|p| p.ty.clone());
        let (name, types) = (class.name.clone(), params.collect::<Vec<_>>());
        let args: Vec<String> = types.iter().map(|ty| self.plain(ty)).collect();
        format!("{name}<{}>", args.join(", "))
    }

    /// As short a value of a type as there is.
    fn plain(&mut self, ty: &Type) -> String {
        match ty {
            Type::Record(class) => self.known_record(*class),
            Type::List(element, _) => format!("[]<{}>", self.type_text(element)),
            Type::Dag => "(opA)".into(),
            Type::Text(_) => "\"\"".into(),
            _ => "0".into(),
        }
    }

    /// `CLASS<args>`, if that is not too much.
    pub(super) fn instance(&mut self, class: usize, depth: u32) -> Option<String> {
        if !self.pay(self.classes[class].cost) {
            return None;
        }
        let args = self.args_of_class(class, depth);
        Some(format!("{}<{args}>", self.classes[class].name))
    }

    pub(super) fn args_of_class(&mut self, class: usize, depth: u32) -> String {
        let params: Vec<_> = self.classes[class]
            .params
            .iter()
            .map(|p| (p.name.clone(), p.ty.clone(), p.has_default))
            .collect();
        self.args(&params, depth)
    }

    /// Arguments for parameters, the last ones by name or left to their defaults.
    pub(super) fn args(&mut self, params: &[(String, Type, bool)], depth: u32) -> String {
        let mut args = Vec::new();
        let mut by_name = false;
        for (name, ty, has_default) in params {
            if *has_default && self.choices.chance(30) {
                by_name = true;
                continue;
            }
            let value = self.expr(ty, depth);
            args.push(if by_name { format!("{name}={value}") } else { value });
        }
        args.join(", ")
    }

    /// A field of a type of some record.
    pub(super) fn field_of_instance(&mut self, ty: &Type, depth: u32) -> String {
        let mut found = Vec::new();
        for (i, class) in self.classes.iter().enumerate() {
            let fits = class.fields.iter().filter(|f| ty.takes(&f.ty, &self.classes));
            found.extend(fits.map(|f| (i, f.name.clone())));
        }
        if found.is_empty() {
            return self.leaf(ty);
        }
        let (class, field) = self.choices.pick(&found);
        let of = match self.choices.below(3) {
            0 => self.known_record(class),
            _ => self.instance(class, depth).unwrap_or_else(|| self.known_record(class)),
        };
        format!("{of}.{field}")
    }
}
