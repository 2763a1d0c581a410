//! Roles of instructions: the instruction that adds a number, the instruction that jumps, and others that C++ creates.
//!
//! In: a [`Description`]. Out: [`Roles`], found from patterns and flags, never from names of instructions.

use tablewright_inspect::export::Instruction;
use tablewright_selection::patterns::{NodeKind, TreeDescription};

use crate::addresses::{Access, AddressUse, MemoryRole, address_uses, memory_roles};
use crate::comparisons::Comparison;
use crate::description::{Description, SelectionPattern};
use crate::problem::Problem;

/// The instructions that C++ creates by name.
pub(crate) struct Roles {
    /// Class of the registers that hold addresses.
    pub(crate) word_class: String,
    /// Type of these registers, for example `i32`.
    pub(crate) word_type: String,
    /// Adds a number to a register.
    pub(crate) add_immediate: String,
    /// Adds two registers.
    pub(crate) add: String,
    /// Sets a register to the upper half of an address, and adds the lower half.
    pub(crate) halves: HalfRoles,
    /// Sets a register to a number.
    pub(crate) load_immediate: Option<String>,
    /// Instructions that copy a register of a class to a register of a class.
    pub(crate) copies: Vec<CopyRole>,
    /// Instructions with an address in memory.
    pub(crate) addresses: Vec<AddressUse>,
    /// Load of each class at a distance from a register.
    pub(crate) loads: Vec<MemoryRole>,
    /// Store of each class at a distance from a register.
    pub(crate) stores: Vec<MemoryRole>,
    /// Whether an instruction selects one of two registers by the value of a third one.
    pub(crate) has_select: bool,
    /// Jumps and branches.
    pub(crate) branches: BranchRoles,
    /// Pseudo-instructions before and after a call.
    pub(crate) call_sequence: [String; 2],
}

/// Jumps and branches.
pub(crate) struct BranchRoles {
    /// Jumps to a block.
    pub(crate) jump: String,
    /// Jumps to the address in a register.
    pub(crate) jump_register: String,
    /// Branches on a condition.
    pub(crate) conditional: Vec<ConditionalBranch>,
    /// The way in which branches get their condition.
    pub(crate) style: BranchStyle,
}

/// The way in which branches get their condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BranchStyle {
    /// A comparison sets flags; the branch has the number of a condition.
    Flags,
    /// The branch compares two registers.
    Compare,
}

/// A branch on a condition.
pub(crate) struct ConditionalBranch {
    pub(crate) instruction: String,
    /// The branch on the opposite condition; the instruction itself if the condition is a number. `None` if LLVM has to
    /// jump around the target instead.
    pub(crate) opposite: Option<String>,
}

/// The instructions that build an address from two halves.
pub(crate) struct HalfRoles {
    pub(crate) high: String,
    pub(crate) low: String,
    pub(crate) join: HalfJoin,
}

/// The operation that joins the halves of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HalfJoin {
    /// The halves have no common bits.
    Or,
    /// The lower half has a sign, so that the upper half carries.
    AddWithCarry,
}

/// A copy between classes.
pub(crate) struct CopyRole {
    pub(crate) to: String,
    pub(crate) from: String,
    pub(crate) instruction: String,
}

impl Roles {
    /// Finds the roles.
    ///
    /// # Errors
    /// The roles without an instruction.
    pub(crate) fn find(description: &Description<'_>) -> Result<Roles, Vec<Problem>> {
        let finder = RoleFinder { description };
        let mut problems = Vec::new();
        let word_class = finder.word_class();
        let Some(word_class) = need(
            word_class,
            &mut problems,
            "instruction that adds two registers",
            "def ADD : ALU<\"add\", [(set GPR:$rd, (add GPR:$rs, GPR:$rt))]>;",
        ) else {
            return Err(problems);
        };
        let word_type =
            description.class(&word_class).and_then(|class| class.types.first().cloned());
        let node = |enumerator: &str| format!("{}ISD::{enumerator}", description.name);
        let mut role = |found: Option<String>, part: &str, example: &str| {
            need(found, &mut problems, part, example).unwrap_or_default()
        };
        let add = finder.two_registers("add", &word_class);
        let addresses = address_uses(description);
        let roles = Roles {
            add: role(add, "instruction that adds two registers", ""),
            add_immediate: role(
                finder.widest_immediate("add", &word_class),
                "instruction that adds a number to a register",
                "[(set GPR:$rd, (add GPR:$rs, simm16:$imm))]",
            ),
            halves: HalfRoles {
                high: role(
                    finder.creating_node("HI"),
                    &format!("pattern for the node {}, the upper half of an address", node("HI")),
                    "def : Pat<(MyHi tglobaladdr:$s), (LIH tglobaladdr:$s)>;",
                ),
                low: role(
                    finder.creating_node("LO"),
                    &format!("pattern for the node {}, the lower half of an address", node("LO")),
                    "def : Pat<(MyLo GPR:$hi, tglobaladdr:$s), (ORI GPR:$hi, tglobaladdr:$s)>;",
                ),
                join: HalfJoin::Or,
            },
            branches: BranchRoles {
                jump: role(finder.creating("br"), "instruction that jumps", "[(br bb:$target)]"),
                jump_register: role(
                    finder.creating("brind"),
                    "instruction that jumps to the address in a register",
                    "[(brind GPR:$rs)]",
                ),
                conditional: Vec::new(),
                style: finder.branch_style(),
            },
            call_sequence: ["callseq_start", "callseq_end"].map(|operator| {
                role(
                    finder.creating(operator),
                    &format!("pseudo-instruction for {operator}"),
                    "def CALLSTART : Pseudo<[(callseq_start timm:$a, timm:$b)]>;",
                )
            }),
            has_select: finder.creating("select").is_some(),
            load_immediate: finder.load_immediate(),
            copies: finder.copies(),
            loads: memory_roles(description, &addresses, Access::Load),
            stores: memory_roles(description, &addresses, Access::Store),
            addresses,
            word_type: word_type.unwrap_or_default(),
            word_class,
        };
        let mut roles = roles;
        roles.halves.join = finder.join(&roles.halves.low);
        roles.branches.conditional =
            finder.conditional_branches(roles.branches.style, &mut problems);
        finder.check_memory(&roles, &mut problems);
        if problems.is_empty() { Ok(roles) } else { Err(problems) }
    }
}

/// Returns a found role, or adds a problem.
fn need(
    found: Option<String>,
    problems: &mut Vec<Problem>,
    part: &str,
    example: &str,
) -> Option<String> {
    if found.is_none() {
        problems.push(Problem::MissingPart { part: part.to_owned(), example: example.to_owned() });
    }
    found
}

/// Searches patterns for roles.
struct RoleFinder<'a, 's> {
    description: &'a Description<'s>,
}

impl RoleFinder<'_, '_> {
    /// Iterates over patterns that create a single instruction.
    fn single(&self) -> impl Iterator<Item = &SelectionPattern> {
        self.description.patterns.iter().filter(|pattern| pattern.creates_one())
    }

    /// Whether the pattern is the instruction's own.
    fn is_own(&self, pattern: &SelectionPattern) -> bool {
        pattern.record == pattern.result.operator
    }

    fn creating(&self, operator: &str) -> Option<String> {
        let mut matching = self.single().filter(|pattern| pattern.source.operator == operator);
        matching.next().map(|pattern| pattern.result.operator.clone())
    }

    /// Finds the instruction for a node of the target, by the node's enumerator.
    fn creating_node(&self, enumerator: &str) -> Option<String> {
        let nodes = self.description.nodes().ok()?;
        let mut records = nodes.iter().filter(|(_, name)| name == enumerator);
        records.find_map(|(record, _)| self.creating(record))
    }

    /// A target with a node for comparisons has flags.
    fn branch_style(&self) -> BranchStyle {
        let nodes = self.description.nodes().unwrap_or_default();
        let has_compare = nodes.iter().any(|(_, name)| name == "CMP" || name == "BR");
        if has_compare { BranchStyle::Flags } else { BranchStyle::Compare }
    }

    fn conditional_branches(
        &self,
        style: BranchStyle,
        problems: &mut Vec<Problem>,
    ) -> Vec<ConditionalBranch> {
        match style {
            BranchStyle::Flags => {
                let part = format!(
                    "instruction for the node {}ISD::BR, a branch on a condition",
                    self.description.name
                );
                let found = self.creating_node("BR");
                let found = need(found, problems, &part, "[(MyBr bb:$target, condition:$cc)]");
                let branch = |name: String| ConditionalBranch {
                    opposite: Some(name.clone()),
                    instruction: name,
                };
                found.into_iter().map(branch).collect()
            }
            BranchStyle::Compare => self.comparing_branches(problems),
        }
    }

    /// Finds the branches that compare two registers, or a register with a number. The opposite of a branch has the
    /// same operands.
    fn comparing_branches(&self, problems: &mut Vec<Problem>) -> Vec<ConditionalBranch> {
        let own = self.single().filter(|pattern| self.is_own(pattern));
        let branches: Vec<(Comparison<'_>, &str)> = own
            .filter_map(|pattern| {
                Some((Comparison::from_branch(&pattern.source)?, pattern.result.operator.as_str()))
            })
            .collect();
        let instruction_for = |test: Comparison<'_>| {
            branches.iter().find(|(known, _)| *known == test).map(|(_, name)| (*name).to_owned())
        };
        let list = branches.iter().map(|&(test, instruction)| ConditionalBranch {
            instruction: instruction.to_owned(),
            opposite: test.opposite().and_then(instruction_for),
        });
        let list = list.collect();
        if branches.is_empty() {
            need(
                None,
                problems,
                "instruction that branches on a condition, and no node for flags",
                "[(brcond GPR:$rs, bb:$target)]",
            );
        }
        list
    }

    /// Finds the class of the first addition of two registers of a type that pointers have.
    fn word_class(&self) -> Option<String> {
        let widths = ["i32", "i64", "i16"];
        let mut classes: Vec<&str> = Vec::new();
        for pattern in self.single().filter(|pattern| pattern.source.operator == "add") {
            if let [left, right] = &pattern.source.children[..]
                && left.kind == NodeKind::Record
                && left.operator == right.operator
            {
                classes.push(&left.operator);
            }
        }
        let of_type = |ty: &str| {
            classes.iter().find(|name| {
                self.description
                    .class(name)
                    .is_some_and(|class| class.types.first().is_some_and(|first| first == ty))
            })
        };
        let class = widths.iter().find_map(|ty| of_type(ty)).map(|name| (*name).to_owned());
        // Additions of pairs come second: a pair is not an address.
        class
    }

    fn two_registers(&self, operator: &str, class: &str) -> Option<String> {
        let is_class = |tree: &TreeDescription| tree.operator == class;
        let matching = self.single().filter(|pattern| {
            pattern.source.operator == operator && pattern.source.children.iter().all(is_class)
        });
        let mut names: Vec<&str> =
            matching.map(|pattern| pattern.result.operator.as_str()).collect();
        // An instruction that changes an input needs a copy before it: it comes last.
        names.sort_by_key(|name| self.changes_input(name));
        names.first().map(|name| (*name).to_owned())
    }

    /// Whether an input and an output are the same register.
    fn changes_input(&self, instruction: &str) -> bool {
        let described = self.description.instruction(instruction);
        described.is_some_and(|described| described.inputs.iter().any(|it| it.tied_to.is_some()))
    }

    /// Finds the instruction that combines a register of the class with the widest number.
    fn widest_immediate(&self, operator: &str, class: &str) -> Option<String> {
        let mut best: Option<(u32, String)> = None;
        for pattern in self.single().filter(|pattern| self.is_own(pattern)) {
            if pattern.source.operator != operator {
                continue;
            }
            let [register, number] = &pattern.source.children[..] else { continue };
            if register.operator != class || number.operator != "imm" {
                continue;
            }
            let name = &pattern.result.operator;
            let width = self.immediate_width(name);
            if best.as_ref().is_none_or(|(widest, _)| width > *widest) {
                best = Some((width, name.clone()));
            }
        }
        best.map(|(_, name)| name)
    }

    /// Returns the width of an instruction's last operand.
    fn immediate_width(&self, instruction: &str) -> u32 {
        let described = self.description.instruction(instruction);
        let operand = described.and_then(|instruction| instruction.inputs.last());
        let encoding = self.description.encoding(instruction);
        operand.zip(encoding).map_or(0, |(operand, encoding)| encoding.operand_width(&operand.name))
    }

    fn load_immediate(&self) -> Option<String> {
        let mut own = self.single().filter(|pattern| self.is_own(pattern));
        own.find(|pattern| pattern.source.operator == "imm")
            .map(|pattern| pattern.result.operator.clone())
    }

    fn copies(&self) -> Vec<CopyRole> {
        let bit_casts = self.single().filter(|pattern| pattern.source.operator == "bitconvert");
        let bit_casts = bit_casts.filter_map(|p| self.description.instruction(&p.result.operator));
        let moves = self.description.instructions.iter();
        let moves = moves.filter(|instruction| instruction.flags.contains(&"isMoveReg"));
        let mut copies: Vec<CopyRole> = Vec::new();
        for instruction in bit_casts.chain(moves) {
            let Some(copy) = copy_role(instruction) else { continue };
            match copies.iter_mut().find(|known| known.to == copy.to && known.from == copy.from) {
                Some(known) => *known = copy,
                None => copies.push(copy),
            }
        }
        copies
    }

    fn join(&self, low: &str) -> HalfJoin {
        let own = self.single().find(|pattern| self.is_own(pattern) && pattern.record == low);
        match own {
            Some(pattern) if pattern.source.operator == "add" => HalfJoin::AddWithCarry,
            Some(_) | None => HalfJoin::Or,
        }
    }

    /// Checks that words can be saved.
    fn check_memory(&self, roles: &Roles, problems: &mut Vec<Problem>) {
        for (list, part, example) in [
            (
                &roles.loads,
                "load of a word at a distance from a register",
                "[(set GPR:$rd, (load (addr GPR:$base, simm16:$disp)))]",
            ),
            (
                &roles.stores,
                "store of a word at a distance from a register",
                "[(store GPR:$rd, (addr GPR:$base, simm16:$disp))]",
            ),
        ] {
            if list.iter().all(|role| role.class != roles.word_class) {
                need(None, problems, part, example);
            }
        }
    }
}

fn copy_role(instruction: &Instruction) -> Option<CopyRole> {
    let (to, from) = (instruction.outputs.first()?, instruction.inputs.first()?);
    Some(CopyRole {
        to: to.class.clone(),
        from: from.class.clone(),
        instruction: instruction.name.clone(),
    })
}
