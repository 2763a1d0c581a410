//! Small programs that are mostly well typed.
//!
//! In come bytes, each of which is a choice, so that a fuzzer which changes bytes changes programs;
//! out comes the text of a program: classes whose fields mention parameters and each other,
//! records, multiclasses, loops, `let`s, and values with all operators. Most programs have no error.
//! Some have one: a cast that fails, a division by zero, a field that is left without a value.
//!
//! No program takes much time or memory: lists and strings carry a bound for their length in their
//! type, and what an expression costs is counted with the loops around it.

mod choices;
mod lists;
mod records;
mod scalars;
mod statements;

use choices::Choices;

/// What a program may cost, in evaluated operators, roughly.
const MAX_COST: u64 = 30_000;

/// What a record of one class may cost.
const MAX_CLASS_COST: u64 = 1_500;

/// How deep expressions nest.
const MAX_DEPTH: u32 = 5;

/// The longest list there is.
const MAX_LIST: u8 = 8;

/// The largest class of lengths of strings, which grow by a factor of four from class to class.
const MAX_TEXT: u8 = 5;

/// A type, with a bound for the size of its values.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Type {
    Bit,
    Int,
    Bits(u8),
    /// A string of at most 4 to this power characters.
    Text(u8),
    /// A list of at most so many elements.
    List(Box<Type>, u8),
    Dag,
    Record(usize),
}

impl Type {
    fn list(element: Type, bound: u8) -> Type {
        Type::List(Box::new(element), bound)
    }

    /// Whether values of type `other` can stand where this one is expected.
    fn takes(&self, other: &Type, classes: &[Class]) -> bool {
        match (self, other) {
            (Type::Text(most), Type::Text(bound)) => bound <= most,
            (Type::List(element, most), Type::List(of, bound)) => {
                bound <= most && element.takes(of, classes)
            }
            (Type::Record(class), Type::Record(of)) => {
                class == of || classes[*of].ancestors.contains(class)
            }
            _ => self == other,
        }
    }
}

struct Class {
    name: String,
    params: Vec<Param>,
    /// Its fields, inherited ones included.
    fields: Vec<Variable>,
    ancestors: Vec<usize>,
    cost: u64,
}

struct Param {
    name: String,
    ty: Type,
    has_default: bool,
}

/// A name that has a value where an expression stands.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
}

struct Multiclass {
    name: String,
    params: Vec<Param>,
    cost: u64,
}

/// The state of writing a program.
struct Generator<'a> {
    choices: Choices<'a>,
    /// Whether operators of releases after 19.1.7 are used.
    newer: bool,
    out: String,
    classes: Vec<Class>,
    multiclasses: Vec<Multiclass>,
    /// The names of records with their classes.
    records: Vec<(String, usize)>,
    /// The names in scope.
    scope: Vec<Variable>,
    /// How many variables of `!foreach` and the like are in scope, for their names.
    iterations: usize,
    /// Whether `NAME` has a meaning.
    has_name: bool,
    /// How many blocks of statements are open: what they define may not be there after them.
    nesting: u32,
    /// How often what is written now is evaluated each time that what it stands in is.
    times: u64,
    /// What the class or the program written now costs so far, and may cost.
    cost: u64,
    max_cost: u64,
    next_name: usize,
}

/// The program that `bytes` choose. With `newer` it has operators that releases after 19.1.7 added.
pub fn program(bytes: &[u8], newer: bool) -> String {
    let mut generator = Generator {
        choices: Choices::new(bytes),
        newer,
        out: String::new(),
        classes: Vec::new(),
        multiclasses: Vec::new(),
        records: Vec::new(),
        scope: Vec::new(),
        iterations: 0,
        has_name: false,
        nesting: 0,
        times: 1,
        cost: 0,
        max_cost: MAX_COST,
        next_name: 0,
    };
    generator.prelude();
    while !generator.choices.is_used_up() && generator.cost < MAX_COST {
        generator.statement();
    }
    generator.out
}

impl Generator<'_> {
    fn fresh(&mut self, stem: &str) -> String {
        self.next_name += 1;
        format!("{stem}{}", self.next_name)
    }

    /// Takes what something costs out of what there is; tells whether there was enough.
    fn pay(&mut self, cost: u64) -> bool {
        let cost = cost * self.times;
        let enough = self.cost + cost <= self.max_cost;
        if enough {
            self.cost += cost;
        }
        enough
    }

    fn type_text(&self, ty: &Type) -> String {
        match ty {
            Type::Bit => "bit".into(),
            Type::Int => "int".into(),
            Type::Bits(width) => format!("bits<{width}>"),
            Type::Text(_) => "string".into(),
            Type::List(element, _) => format!("list<{}>", self.type_text(element)),
            Type::Dag => "dag".into(),
            Type::Record(class) => self.classes[*class].name.clone(),
        }
    }

    /// A type for a field, a parameter or a variable.
    fn ty(&mut self) -> Type {
        match self.choices.below(16) {
            0..=4 => Type::Int,
            5 | 6 => self.list_type(),
            7 | 8 => Type::list(Type::Int, self.choices.pick(&[2, 4, 8])),
            9 | 10 => Type::Text(self.choices.pick(&[3, 4, 5])),
            11 => Type::Bit,
            12 => Type::Bits(self.choices.pick(&[2, 4, 8])),
            13 => Type::Dag,
            _ => Type::Record(self.choices.below(self.classes.len())),
        }
    }

    fn list_type(&mut self) -> Type {
        let bound = self.choices.pick(&[2, 4]);
        let element = match self.choices.below(8) {
            0 => Type::list(Type::Int, 4),
            1 => Type::Bit,
            2 => Type::Bits(4),
            3 => Type::Dag,
            4 | 5 => Type::Text(3),
            _ => Type::Record(self.choices.below(self.classes.len())),
        };
        Type::list(element, bound)
    }

    /// The variables in scope whose values can stand where a type is expected.
    fn variables_of(&self, ty: &Type) -> Vec<String> {
        let fits = |v: &&Variable| ty.takes(&v.ty, &self.classes);
        self.scope.iter().filter(fits).map(|v| v.name.clone()).collect()
    }

    /// A variable of a type, or a field of a record in a variable, if there is any.
    fn variable(&mut self, ty: &Type) -> Option<String> {
        let mut found = self.variables_of(ty);
        for variable in &self.scope {
            let Type::Record(class) = variable.ty else { continue };
            let fields = self.classes[class].fields.iter();
            let fits = fields.filter(|f| ty.takes(&f.ty, &self.classes));
            found.extend(fits.map(|f| format!("{}.{}", variable.name, f.name)));
        }
        // Variables of loops are the most interesting: what mentions them waits for the loop.
        if self.iterations > 0 && self.choices.chance(40) {
            let of_loops = found.iter().filter(|name| name.starts_with('i'));
            let of_loops: Vec<String> = of_loops.cloned().collect();
            if !of_loops.is_empty() {
                return Some(self.choices.pick(&of_loops));
            }
        }
        // Then the latest: parameters and fields.
        match found.len() {
            0 => None,
            count => {
                let back = self.choices.below(count).min(self.choices.below(count));
                Some(found.swap_remove(count - 1 - back))
            }
        }
    }

    /// An expression of a type.
    fn expr(&mut self, ty: &Type, depth: u32) -> String {
        if depth == 0 || self.choices.is_used_up() || !self.pay(1) || self.choices.chance(20) {
            return self.leaf(ty);
        }
        if self.choices.chance(12)
            && let Some(chosen) = self.choice(ty, depth)
        {
            return chosen;
        }
        match ty {
            Type::Bit => self.bit(depth),
            Type::Int => self.int(depth),
            Type::Bits(width) => self.bits(*width, depth),
            Type::Text(bound) => self.text(*bound, depth),
            Type::List(element, bound) => self.list(element, *bound, depth),
            Type::Dag => self.dag(depth),
            Type::Record(class) => self.record(*class, depth),
        }
    }

    /// What needs no operator.
    fn leaf(&mut self, ty: &Type) -> String {
        if self.choices.chance(85)
            && let Some(variable) = self.variable(ty)
        {
            return variable;
        }
        self.literal(ty)
    }

    /// A value of a type that mentions no variable, but where a record is needed.
    fn literal(&mut self, ty: &Type) -> String {
        match ty {
            Type::Bit => self.choices.pick(&["0", "1", "true", "false"]).into(),
            Type::Int => self
                .choices
                .pick(&["0", "1", "2", "3", "5", "7", "-1", "8", "0x10", "100", "0b101"])
                .into(),
            Type::Bits(width) => {
                let digits = (0..*width).map(|_| if self.choices.chance(50) { '1' } else { '0' });
                format!("0b{}", digits.collect::<String>())
            }
            Type::Text(0) => "\"\"".into(),
            Type::Text(_) => self
                .choices
                .pick(&["\"a\"", "\"\"", "\"b\"", "\"ab\"", "\"_\"", "\"Ba\"", "\"1\"", "\"aba\""])
                .into(),
            Type::List(element, bound) => self.list_literal(element, *bound, 0),
            Type::Dag => self.choices.pick(&["(opA)", "(opB 1:$a)", "(opA 1, \"x\":$b)"]).into(),
            Type::Record(class) => self.known_record(*class),
        }
    }

    /// `!if` or `!cond` between expressions of a type.
    fn choice(&mut self, ty: &Type, depth: u32) -> Option<String> {
        // The type of empty lists, and of what may have several, is to be that of the whole.
        if !matches!(ty, Type::Int | Type::Text(_) | Type::Dag | Type::Record(_))
            && !matches!(ty, Type::List(element, _) if **element == Type::Int)
        {
            return None;
        }
        let condition = self.condition(depth - 1);
        let first = self.expr(ty, depth - 1);
        if self.choices.chance(60) {
            let second = self.expr(ty, depth - 1);
            return Some(format!("!if({condition}, {first}, {second})"));
        }
        let mut cases = vec![format!("{condition}: {first}")];
        for _ in 0..self.choices.below(2) {
            let condition = self.condition(depth - 1);
            cases.push(format!("{condition}: {}", self.expr(ty, depth - 1)));
        }
        if self.choices.chance(90) {
            cases.push(format!("{}: {}", "true", self.expr(ty, depth - 1)));
        }
        Some(format!("!cond({})", cases.join(", ")))
    }

    /// What is asked of `!if`: mostly a comparison.
    fn condition(&mut self, depth: u32) -> String {
        if self.choices.chance(85) { self.bit(depth) } else { self.expr(&Type::Int, depth) }
    }

    /// Runs `body` with variables of a `!foreach` or the like in scope, over at most `bound`
    /// elements. The names are those of all loops that nest as deep, also in other classes.
    fn in_iteration(
        &mut self,
        types: &[Type],
        bound: u8,
        body: impl FnOnce(&mut Self, &[String]) -> String,
    ) -> String {
        let names: Vec<String> =
            (0..types.len()).map(|i| format!("i{}", self.iterations + i)).collect();
        let outer = self.times;
        let scope = self.scope.len();
        self.iterations += types.len();
        self.times = outer * u64::from(bound.max(1));
        for (name, ty) in names.iter().zip(types) {
            self.scope.push(Variable { name: name.clone(), ty: ty.clone() });
        }
        let text = body(self, &names);
        self.scope.truncate(scope);
        self.iterations -= types.len();
        self.times = outer;
        text
    }
}
