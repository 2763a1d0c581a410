//! Expressions of list type.

use super::{Generator, Type};

impl Generator<'_> {
    pub(super) fn list(&mut self, element: &Type, bound: u8, depth: u32) -> String {
        let deeper = depth - 1;
        let whole = Type::list(element.clone(), bound);
        match self.choices.below(20) {
            0 | 1 => self.list_literal(element, bound, deeper),
            2 | 3 if bound >= 2 => {
                let part = Type::list(element.clone(), bound / 2);
                let (left, right) = (self.expr(&part, deeper), self.expr(&part, deeper));
                format!("!listconcat({left}, {right})")
            }
            4..=8 => {
                let (of, list) = self.list_to_iterate(bound, deeper);
                self.in_iteration(&[of], bound, |this, names| {
                    format!("!foreach({}, {list}, {})", names[0], this.expr(element, deeper))
                })
            }
            9 | 10 => {
                let list = self.expr(&whole, deeper);
                self.in_iteration(&[element.clone()], bound, |this, names| {
                    format!("!filter({}, {list}, {})", names[0], this.condition(deeper))
                })
            }
            11 => {
                let first = self.expr(element, deeper);
                let list = self.expr(&whole, deeper);
                if self.choices.chance(5) {
                    return format!("!tail({list})");
                }
                format!("!tail(!listconcat([{first}], {list}))")
            }
            12 => {
                let (left, right) = (self.expr(&whole, deeper), self.expr(&whole, deeper));
                format!("!listremove({left}, {right})")
            }
            13 => self.splat_or_range(element, bound, deeper),
            14 => self.slice(element, bound, deeper),
            15 if bound >= 2 => self.list_fold(element, bound, deeper),
            16 | 17 => self.field_of_instance(&whole, deeper),
            18 if self.newer && bound >= 4 => {
                let inner = Type::list(element.clone(), bound / 4);
                let lists = self.list_literal(&inner, 3, deeper);
                format!("!listflatten({lists})")
            }
            _ => self.leaf(&whole),
        }
    }

    /// A list in brackets.
    pub(super) fn list_literal(&mut self, element: &Type, bound: u8, depth: u32) -> String {
        let count = self.choices.below(usize::from(bound.min(3)) + 1);
        let elements: Vec<String> = (0..count).map(|_| self.expr(element, depth)).collect();
        let elements = elements.join(", ");
        // Without elements the type has to be said, with some it may be.
        if count == 0 || matches!(element, Type::Record(_)) || self.choices.chance(20) {
            return format!("[{elements}]<{}>", self.type_text(element));
        }
        format!("[{elements}]")
    }

    /// A list to loop over and the type of its elements.
    pub(super) fn list_to_iterate(&mut self, bound: u8, depth: u32) -> (Type, String) {
        let element = match self.choices.below(8) {
            0..=3 => Type::Int,
            4 => Type::Text(3),
            5 => Type::list(Type::Int, 4),
            _ => Type::Record(self.choices.below(self.classes.len())),
        };
        let list = self.expr(&Type::list(element.clone(), bound), depth);
        (element, list)
    }

    fn splat_or_range(&mut self, element: &Type, bound: u8, depth: u32) -> String {
        // A mask keeps it short.
        let most = if bound > 3 { 3 } else { 1 };
        let count = format!("!and({}, {most})", self.expr(&Type::Int, depth));
        if *element != Type::Int || self.choices.chance(40) {
            let of = self.expr(element, depth);
            return format!("!listsplat({of}, {count})");
        }
        match self.choices.below(3) {
            0 => format!("!range({count})"),
            1 => format!("!range({}, {count})", self.choices.below(2)),
            _ => format!("!range({count}, 0, -1)"),
        }
    }

    fn slice(&mut self, element: &Type, bound: u8, depth: u32) -> String {
        let Some(list) = self.variable(&Type::list(element.clone(), bound)) else {
            return self.list_literal(element, bound, depth);
        };
        let slice = self.choices.pick(&["0", "0, 1", "0...1", "1-0", "1, 0", "0, 0"]);
        match self.choices.below(4) {
            0 if bound >= 2 => {
                let at = self.expr(&Type::Int, depth);
                format!("{list}[0, !and({at}, 1)]")
            }
            1 if bound >= 2 => {
                let last = self.expr(&Type::Int, depth);
                format!("{list}[0...!and({last}, 1)]")
            }
            _ if bound >= 2 && slice.len() > 1 => format!("{list}[{slice}]"),
            _ => format!("{list}[0,]"),
        }
    }

    fn list_fold(&mut self, element: &Type, bound: u8, depth: u32) -> String {
        let (of, list) = self.list_to_iterate(bound / 2, depth);
        let start = self.expr(&Type::list(element.clone(), bound / 2), depth);
        // In scope it is a list that is too long to be part of another.
        let so_far = Type::list(element.clone(), u8::MAX);
        self.in_iteration(&[so_far, of], bound / 2, |this, names| {
            let (so_far, item) = (&names[0], &names[1]);
            let step = this.expr(element, depth);
            let body = match this.choices.below(3) {
                0 => format!("{so_far} # [{step}]"),
                1 => {
                    let condition = this.condition(depth.min(2));
                    format!("!if({condition}, {so_far}, !listconcat({so_far}, [{step}]))")
                }
                _ => format!("!listconcat([{step}], {so_far})"),
            };
            format!("!foldl({start}, {list}, {so_far}, {item}, {body})")
        })
    }

    /// An element of a list. The list is a name or a field: what is written in front of an index is
    /// expected to be of the type of the whole.
    pub(super) fn element(&mut self, ty: &Type, depth: u32) -> String {
        if *ty == Type::Int && self.choices.chance(50) {
            let (of, at) = (self.expr(&Type::Int, depth), self.expr(&Type::Int, depth));
            return format!("Base<{of}>.nums[!and({at}, 1)]");
        }
        let Some(list) = self.variable(&Type::list(ty.clone(), 8)) else {
            return self.leaf(ty);
        };
        let at = match self.choices.below(3) {
            0 => format!("!and({}, 3)", self.expr(&Type::Int, depth)),
            _ => self.leaf(&Type::Int),
        };
        if matches!(ty, Type::Int | Type::Text(_)) && self.choices.chance(80) {
            return format!(
                "!if(!gt(!size({list}), !and({at}, 3)), {list}[{at}], {})",
                self.leaf(ty)
            );
        }
        format!("{list}[{at}]")
    }
}
