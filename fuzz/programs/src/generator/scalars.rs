//! Expressions of type `bit`, `int`, `bits` and `string`.

use super::{Generator, MAX_TEXT, Type};

impl Generator<'_> {
    pub(super) fn bit(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.leaf(&Type::Bit);
        }
        let deeper = depth - 1;
        match self.choices.below(12) {
            0..=5 => {
                let op = self.choices.pick(&["eq", "ne", "lt", "gt", "le", "ge"]);
                let ty = if self.choices.chance(25) { Type::Text(3) } else { Type::Int };
                let (left, right) = (self.expr(&ty, deeper), self.expr(&ty, deeper));
                format!("!{op}({left}, {right})")
            }
            6 => format!("!not({})", self.expr(&Type::Int, deeper)),
            7 => {
                let ty = self.sized();
                format!("!empty({})", self.expr(&ty, deeper))
            }
            8 => {
                let class = self.choices.below(self.classes.len());
                let of = self.expr(&Type::Record(0), deeper);
                format!("!isa<{}>({of})", self.classes[class].name)
            }
            9 => {
                let class = self.choices.below(self.classes.len());
                let name = self.record_name(None, deeper);
                format!("!exists<{}>({name})", self.classes[class].name)
            }
            10 => {
                let width = self.choices.pick(&[2, 4, 8]);
                match self.variable(&Type::Bits(width)) {
                    Some(name) => format!("{name}{{{}}}", self.choices.below(usize::from(width))),
                    None => self.literal(&Type::Bit),
                }
            }
            _ if self.newer => {
                let ty = self.choices.pick(&[Type::Int, Type::Text(3)]);
                match self.variable(&ty) {
                    Some(name) => format!("!initialized({name})"),
                    None => self.literal(&Type::Bit),
                }
            }
            _ => {
                let classes: Vec<usize> = (0..self.classes.len()).collect();
                let ty = Type::Record(self.choices.pick(&classes));
                let (left, right) = (self.expr(&ty, deeper), self.expr(&ty, deeper));
                format!("!{}({left}, {right})", self.choices.pick(&["eq", "ne"]))
            }
        }
    }

    /// What `!size` and `!empty` take.
    fn sized(&mut self) -> Type {
        match self.choices.below(4) {
            0 => Type::list(Type::Int, 4),
            1 => self.list_type(),
            2 => Type::Text(3),
            _ => Type::Dag,
        }
    }

    pub(super) fn int(&mut self, depth: u32) -> String {
        let deeper = depth - 1;
        match self.choices.below(23) {
            0..=5 => self.arithmetic(deeper),
            6 => {
                let ty = self.sized();
                format!("!size({})", self.expr(&ty, deeper))
            }
            7 | 8 => {
                let list = self.expr(&Type::list(Type::Int, 8), deeper);
                match self.choices.below(20) {
                    19 => format!("!head({list})"),
                    0..=9 => format!("!head(!listconcat({list}, [{}]))", self.literal(&Type::Int)),
                    _ => self.element(&Type::Int, deeper),
                }
            }
            9 | 10 => self.int_fold(deeper),
            11..=13 | 20..=22 => self.field_of_instance(&Type::Int, deeper),
            14 => format!("!cast<int>({})", self.expr(&Type::Bits(4), deeper)),
            15 => format!("!cast<int>({})", self.number(deeper)),
            16 => format!(
                "!find({}, {})",
                self.expr(&Type::Text(4), deeper),
                self.literal(&Type::Text(1))
            ),
            17 => self.bit(deeper),
            18 => {
                let dag = self.expr(&Type::Dag, deeper);
                if self.choices.chance(5) {
                    return format!("!getdagarg<int>({dag}, 0)");
                }
                let at = self.choices.pick(&["0", "\"k\"", "1", "\"l\""]);
                format!("!getdagarg<int>(!con((opA 5:$k, 6:$l), !setdagop({dag}, opA)), {at})")
            }
            _ => self.element(&Type::Int, deeper),
        }
    }

    fn arithmetic(&mut self, depth: u32) -> String {
        let left = self.number(depth);
        match self.choices.below(16) {
            0..=7 => {
                let op = self.choices.pick(&["add", "sub", "mul", "and", "or", "xor"]);
                format!("!{op}({left}, {})", self.number(depth))
            }
            8 => format!("!add({left}, {}, {})", self.number(depth), self.number(depth)),
            9 | 10 => {
                let op = self.choices.pick(&["shl", "sra", "srl"]);
                format!("!{op}({left}, {})", self.choices.below(5))
            }
            11 => {
                let by = self.choices.pick(&["2", "3", "-1"]);
                format!("!div({left}, {by})")
            }
            12 => format!("!div({left}, !or({}, 1))", self.number(depth)),
            13 if self.choices.chance(20) => format!("!div({left}, {})", self.number(depth)),
            14 if self.choices.chance(20) => format!("!logtwo({left})"),
            _ => format!("!logtwo(!or(1, !and({left}, 255)))"),
        }
    }

    /// An operand of arithmetic, which bits can be too.
    fn number(&mut self, depth: u32) -> String {
        match self.choices.below(10) {
            0 => self.expr(&Type::Bit, depth),
            1 => self.expr(&Type::Bits(4), depth),
            _ => self.expr(&Type::Int, depth),
        }
    }

    fn int_fold(&mut self, depth: u32) -> String {
        let (element, list) = self.list_to_iterate(4, depth);
        let start = self.expr(&Type::Int, depth);
        self.in_iteration(&[Type::Int, element], 4, |this, names| {
            let mut step = this.expr(&Type::Int, depth);
            // Bits and comparisons are no `int`, which the result of the body has to be.
            if this.choices.chance(80) {
                step = format!("!add({}, {step})", names[0]);
            }
            format!("!foldl(!add({start}, 0), {list}, {}, {}, !add(0, {step}))", names[0], names[1])
        })
    }

    pub(super) fn bits(&mut self, width: u8, depth: u32) -> String {
        let deeper = depth - 1;
        match self.choices.below(6) {
            0 | 1 => {
                let bits: Vec<String> = (0..width)
                    .map(|_| match self.choices.below(8) {
                        0 => "?".into(),
                        1..=3 => self.literal(&Type::Bit),
                        _ => self.leaf(&Type::Bit),
                    })
                    .collect();
                format!("{{ {} }}", bits.join(", "))
            }
            2 => {
                let last = self.choices.below(usize::from(8 - width) + 1);
                match self.variable(&Type::Bits(8)) {
                    Some(name) => format!("{name}{{{}-{last}}}", last + usize::from(width) - 1),
                    None => self.literal(&Type::Bits(width)),
                }
            }
            3 | 4 => {
                let (left, right) =
                    (self.expr(&Type::Bits(width), deeper), self.expr(&Type::Bits(width), deeper));
                format!("!if({}, {left}, {right})", self.condition(deeper))
            }
            _ => self.field_of_instance(&Type::Bits(width), deeper),
        }
    }

    pub(super) fn text(&mut self, bound: u8, depth: u32) -> String {
        let deeper = depth - 1;
        if bound < 3 {
            return self.leaf(&Type::Text(bound));
        }
        let part = Type::Text(bound - 1);
        match self.choices.below(18) {
            0..=2 => {
                let (left, right) = (self.expr(&part, deeper), self.expr(&part, deeper));
                format!("!strconcat({left}, {right})")
            }
            3 | 4 => {
                let (left, right) = (self.leaf(&part), self.leaf(&part));
                format!("{left} # {right}")
            }
            5 | 6 => format!("!cast<string>({})", self.expr(&Type::Int, deeper)),
            7 => {
                let class = self.choices.below(self.classes.len());
                format!("!cast<string>({})", self.expr(&Type::Record(class), deeper))
            }
            8 => {
                let (from, to) = (self.literal(&Type::Text(1)), self.literal(&Type::Text(1)));
                format!("!subst({from}, {to}, {})", self.expr(&part, deeper))
            }
            9 => {
                let op = self.choices.pick(&["tolower", "toupper"]);
                format!("!{op}({})", self.expr(&part, deeper))
            }
            10 => {
                let text = self.expr(&part, deeper);
                let text = format!("!strconcat({text}, \"xy\")");
                let start = self.choices.below(3);
                match self.choices.below(2) {
                    0 => format!("!substr({text}, {start})"),
                    _ => {
                        let length = self.expr(&Type::Int, deeper);
                        format!("!substr({text}, {start}, !and({length}, 7))")
                    }
                }
            }
            11 | 12 => {
                let element =
                    if self.choices.chance(50) { Type::Int } else { Type::Text(bound - 3) };
                let list = self.expr(&Type::list(element, 4), deeper);
                format!("!interleave({list}, {})", self.literal(&Type::Text(1)))
            }
            13 => self.text_fold(bound, deeper),
            14 | 15 => self.field_of_instance(&Type::Text(bound), deeper),
            16 => match self.choices.below(3) {
                0 => {
                    let dag = self.expr(&Type::Dag, deeper);
                    format!("!getdagname(!con((opA 5:$k), !setdagop({dag}, opA)), 0)")
                }
                1 => self.element(&Type::Text(bound), deeper),
                _ if self.newer && bound == MAX_TEXT => {
                    format!("!repr({})", self.expr(&Type::list(Type::Int, 4), deeper))
                }
                _ => format!("!head([{}])", self.expr(&part, deeper)),
            },
            _ if self.has_name => "NAME".into(),
            _ => self.leaf(&Type::Text(bound)),
        }
    }

    fn text_fold(&mut self, bound: u8, depth: u32) -> String {
        let (element, list) = self.list_to_iterate(4, depth);
        let start = self.expr(&Type::Text(bound - 1), depth);
        // It grows by what a step adds, and only by that: the text so far is in scope as one that is
        // too long to be part of anything else.
        self.in_iteration(&[Type::Text(MAX_TEXT + 1), element], 4, |this, names| {
            let step = this.expr(&Type::Text(bound - 3), depth);
            let so_far = &names[0];
            let body = match this.choices.below(3) {
                0 => format!("{so_far} # {step}"),
                1 => format!("!strconcat({so_far}, {step}, \"/\")"),
                _ => {
                    let condition = this.condition(depth.min(2));
                    format!("!if({condition}, {so_far}, !strconcat({so_far}, {step}))")
                }
            };
            format!("!foldl({start}, {list}, {so_far}, {}, {body})", names[1])
        })
    }
}
