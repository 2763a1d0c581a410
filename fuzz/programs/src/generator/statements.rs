//! Statements: classes, records, multiclasses, loops, choices and what may stand in them.

use super::{
    Class, Generator, MAX_CLASS_COST, MAX_DEPTH, MAX_LIST, Multiclass, Param, Type, Variable,
};

/// What every program begins with: something to be of record type, and to be the operator of dags.
const PRELUDE: &str = "\
class Base<int n = 3> { int num = n; string tag = \"b\" # n; list<int> nums = [n, 1]; }
def opA : Base<1>;
def opB : Base<2>;
def R0 : Base;
";

/// How deep statements nest.
const MAX_NESTING: u32 = 4;

/// How many classes and multiclasses there are at most.
const MAX_CLASSES: usize = 6;

impl Generator<'_> {
    pub(super) fn prelude(&mut self) {
        self.out += PRELUDE;
        let field = |name: &str, ty| Variable { name: name.into(), ty };
        self.classes.push(Class {
            name: "Base".into(),
            params: vec![Param { name: "n".into(), ty: Type::Int, has_default: true }],
            fields: vec![
                field("num", Type::Int),
                field("tag", Type::Text(3)),
                field("nums", Type::list(Type::Int, 2)),
            ],
            ancestors: Vec::new(),
            cost: 4,
        });
        self.records.push(("R0".into(), 0));
    }

    /// A statement at top level.
    pub(super) fn statement(&mut self) {
        let count = self.classes.len() + self.multiclasses.len();
        match self.choices.below(20) {
            0..=4 if count < MAX_CLASSES => self.class(),
            5..=7 if count < MAX_CLASSES => self.multiclass(),
            0..=7 => self.defm(""),
            8 => {
                let ty = self.ty();
                let name = self.fresh("g");
                let value = self.expr(&ty, MAX_DEPTH);
                self.out += &format!("defvar {name} = {value};\n");
                // What it is of follows from its value, which may be of another type.
                if matches!(ty, Type::Int | Type::Text(_)) {
                    self.scope.push(Variable { name, ty });
                }
            }
            9 => {
                let class = self.choices.below(self.classes.len());
                let name = self.fresh("S");
                self.out += &format!("defset list<{}> {name} = {{\n", self.classes[class].name);
                for _ in 0..1 + self.choices.below(2) {
                    self.def("", Some(class));
                }
                self.out += "}\n";
                let ty = Type::list(Type::Record(class), MAX_LIST);
                self.scope.push(Variable { name, ty });
            }
            _ => self.item(""),
        }
    }

    /// What may stand at top level and in a multiclass.
    fn item(&mut self, suffix: &str) {
        match self.choices.below(14) {
            0..=5 => self.def(suffix, None),
            6 | 7 if self.nesting < MAX_NESTING && self.times <= 16 => self.foreach(suffix),
            8 if self.nesting < MAX_NESTING => self.conditional(suffix),
            9 => self.let_around(suffix),
            10 if !self.multiclasses.is_empty() => self.defm(suffix),
            11 => self.check(),
            12 => {
                let ty = self.choices.pick(&[Type::Int, Type::Text(4)]);
                let name = self.fresh("v");
                let value = self.expr(&ty, MAX_DEPTH - 1);
                self.out += &format!("defvar {name} = {value};\n");
                self.scope.push(Variable { name, ty });
            }
            _ => self.def(suffix, None),
        }
    }

    /// An assertion or a dump, which show the order of evaluation.
    fn check(&mut self) {
        let message = self.expr(&Type::Text(4), MAX_DEPTH - 2);
        if self.choices.chance(40) {
            self.out += &format!("dump {message};\n");
            return;
        }
        let condition = match self.choices.below(3) {
            0 => format!("!ne(\"zz\", {message})"),
            _ => self.condition(MAX_DEPTH - 2),
        };
        self.out += &format!("assert {condition}, {message};\n");
    }

    /// The body of a statement whose names end with it.
    fn block(&mut self, times: u64, body: impl FnOnce(&mut Self)) {
        let (scope, outer) = (self.scope.len(), self.times);
        self.times *= times;
        self.nesting += 1;
        self.out += "{\n";
        body(self);
        self.out += "}\n";
        self.nesting -= 1;
        self.times = outer;
        self.scope.truncate(scope);
    }

    fn foreach(&mut self, suffix: &str) {
        let name = self.fresh("x");
        let (ty, list) = match self.choices.below(3) {
            0 => (Type::Int, "0...2".into()),
            1 => (Type::Int, "[4, 2, 7]".into()),
            _ => self.list_to_iterate(4, 2),
        };
        self.out += &format!("foreach {name} = {list} in ");
        // Records of other times round must have other names.
        let suffix = match ty {
            Type::Int => format!("{suffix} # \"_\" # {name}"),
            _ => suffix.to_owned(),
        };
        self.block(4, |this| {
            this.scope.push(Variable { name, ty });
            for _ in 0..1 + this.choices.below(2) {
                this.item(&suffix);
            }
        });
    }

    fn conditional(&mut self, suffix: &str) {
        let condition = self.condition(3);
        self.out += &format!("if {condition} then ");
        self.block(1, |this| this.item(suffix));
        if self.choices.chance(50) {
            self.out += "else ";
            self.block(1, |this| this.item(suffix));
        }
    }

    fn let_around(&mut self, suffix: &str) {
        let class = self.choices.below(self.classes.len());
        let Some(field) = self.some_field(class) else { return };
        let value = self.expr(&field.ty, 3);
        self.out += &format!("let {} = {value} in ", field.name);
        self.block(1, |this| this.def(suffix, Some(class)));
    }

    fn some_field(&mut self, class: usize) -> Option<Variable> {
        let fields = self.classes[class].fields.clone();
        (!fields.is_empty()).then(|| self.choices.pick(&fields))
    }

    fn params(&mut self, stem: &str) -> Vec<Param> {
        let count = 1 + self.choices.below(3);
        let mut params: Vec<Param> = Vec::new();
        for _ in 0..count {
            let (name, ty) = (self.fresh(stem), self.ty());
            // A parameter without a default may not follow one that has it.
            let has_default =
                params.last().is_some_and(|p| p.has_default) || self.choices.chance(30);
            let mut text = format!("{} {name}", self.type_text(&ty));
            if has_default {
                text += &format!(" = {}", self.expr(&ty, 2));
            }
            self.out += if params.is_empty() { "<" } else { ", " };
            self.out += &text;
            self.scope.push(Variable { name: name.clone(), ty: ty.clone() });
            params.push(Param { name, ty, has_default });
        }
        self.out += ">";
        params
    }

    /// Writes a class or multiclass, whose cost is counted by itself.
    fn template<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> (T, u64) {
        let scope = std::mem::take(&mut self.scope);
        let outer = (self.cost, self.max_cost, self.times, self.has_name);
        // Global variables stay in scope.
        self.scope = scope.iter().filter(|v| v.name.starts_with(['g', 'S'])).cloned().collect();
        (self.cost, self.max_cost, self.times, self.has_name) = (1, MAX_CLASS_COST, 1, true);
        self.nesting += 1;
        let made = write(self);
        self.nesting -= 1;
        let cost = self.cost;
        (self.cost, self.max_cost, self.times, self.has_name) = outer;
        self.scope = scope;
        (made, cost)
    }

    fn class(&mut self) {
        let name = self.fresh("C");
        self.out += &format!("class {name}");
        let ((params, fields, ancestors), cost) = self.template(|this| {
            let params = this.params("p");
            let (mut fields, mut ancestors) = (Vec::new(), Vec::new());
            if this.choices.chance(50) {
                let parent = this.choices.below(this.classes.len());
                this.parent(parent, " : ");
                fields.extend(this.classes[parent].fields.iter().cloned());
                ancestors.extend(this.classes[parent].ancestors.iter().copied().chain([parent]));
                this.scope.extend(fields.iter().cloned());
            }
            this.out += " {\n";
            this.body(&mut fields, 6);
            this.out += "}\n";
            (params, fields, ancestors)
        });
        self.classes.push(Class { name, params, fields, ancestors, cost });
    }

    fn parent(&mut self, class: usize, before: &str) {
        self.pay(self.classes[class].cost);
        let args = self.args_of_class(class, 3);
        self.out += &format!("{before}{}<{args}>", self.classes[class].name);
    }

    /// What stands in the braces of a class or record.
    fn body(&mut self, fields: &mut Vec<Variable>, most: usize) {
        for _ in 0..self.choices.below(most + 1) {
            match self.choices.below(12) {
                0..=5 => self.field(fields),
                6..=8 => self.let_field(fields),
                9 => {
                    let (name, value) = (self.fresh("w"), self.expr(&Type::Int, 3));
                    self.out += &format!("  defvar {name} = {value};\n");
                    self.scope.push(Variable { name, ty: Type::Int });
                }
                10 => self.check(),
                _ => self.field(fields),
            }
        }
    }

    fn field(&mut self, fields: &mut Vec<Variable>) {
        let (name, ty) = (self.fresh("f"), self.ty());
        let value = match self.choices.below(16) {
            0 => "?".into(),
            _ => self.expr(&ty, MAX_DEPTH),
        };
        self.out += &format!("  {} {name} = {value};\n", self.type_text(&ty));
        fields.push(Variable { name: name.clone(), ty: ty.clone() });
        self.scope.push(Variable { name, ty });
    }

    fn let_field(&mut self, fields: &[Variable]) {
        if fields.is_empty() {
            return;
        }
        let at = self.choices.below(fields.len());
        let field = fields[at].clone();
        // Mostly it mentions fields before it only: others may mention it.
        let scope = self.scope.clone();
        let until = if self.choices.chance(70) { fields.len() } else { at + 1 };
        let later: Vec<&str> = fields[at..until].iter().map(|f| f.name.as_str()).collect();
        self.scope.retain(|v| !later.contains(&v.name.as_str()));
        if let (Type::Bits(8), true) = (&field.ty, self.choices.chance(60)) {
            let value = self.expr(&Type::Bits(4), 3);
            self.out += &format!("  let {}{{5-2}} = {value};\n", field.name);
        } else {
            let value = self.expr(&field.ty, MAX_DEPTH - 1);
            self.out += &format!("  let {} = {value};\n", field.name);
        }
        self.scope = scope;
    }

    /// A record, of `class` or any.
    fn def(&mut self, suffix: &str, class: Option<usize>) {
        let class = class.unwrap_or_else(|| self.choices.below(self.classes.len()));
        self.pay(4);
        let name = self.fresh("R");
        let is_plain = suffix.is_empty();
        let is_named = !self.choices.chance(10);
        if !is_named {
            self.out += "def";
        } else if is_plain {
            self.out += &format!("def {name}");
        } else {
            self.out += &format!("def \"{name}\"{suffix}");
        }
        let (scope, had_name) = (self.scope.len(), self.has_name);
        self.parent(class, " : ");
        if self.choices.chance(40) {
            let mut fields = self.classes[class].fields.clone();
            self.scope.extend(fields.iter().cloned());
            self.has_name = true;
            self.out += " {\n";
            self.body(&mut fields, 4);
            self.out += "}\n";
        } else {
            self.out += ";\n";
        }
        self.scope.truncate(scope);
        self.has_name = had_name;
        if is_named && is_plain && self.nesting == 0 {
            self.records.push((name, class));
        }
    }

    fn multiclass(&mut self) {
        let name = self.fresh("M");
        self.out += &format!("multiclass {name}");
        let (params, cost) = self.template(|this| {
            let params = this.params("q");
            this.out += " {\n";
            for _ in 0..1 + this.choices.below(4) {
                this.item(" # NAME");
            }
            this.out += "}\n";
            params
        });
        self.multiclasses.push(Multiclass { name, params, cost });
    }

    fn defm(&mut self, suffix: &str) {
        if self.multiclasses.is_empty() {
            return self.def(suffix, None);
        }
        let at = self.choices.below(self.multiclasses.len());
        let (of, cost) = (self.multiclasses[at].name.clone(), self.multiclasses[at].cost);
        if !self.pay(cost) {
            return;
        }
        let params: Vec<_> = self.multiclasses[at]
            .params
            .iter()
            .map(|p| (p.name.clone(), p.ty.clone(), p.has_default))
            .collect();
        let args = self.args(&params, MAX_DEPTH - 1);
        let name = self.fresh("D");
        self.out += &format!("defm \"{name}\"{suffix} : {of}<{args}>;\n");
    }
}
