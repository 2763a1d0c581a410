//! Variable-length encodings. The field `Inst` is a dag with segments, `(descend 0b1101, (operand
//! "$src", 4), (slice "$dst", 7, 4))`.

use tablewright_records::{Dag, DagArg, Record, RecordStore, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use super::encoding::INST;

/// The maximal nesting depth for segments.
const MAX_DEPTH: usize = 256;

/// An encoding that consists of segments.
#[doc(alias = "VarLenInst")]
#[derive(Clone, Debug)]
pub struct VariableEncoding {
    /// The segments, lowest bits first.
    pub segments: Vec<EncodingSegment>,
}

/// An encoding segment.
#[derive(Clone, Debug)]
pub struct EncodingSegment {
    /// The width in bits.
    pub width: u32,
    /// The bit contents.
    pub content: SegmentContent,
}

/// Segment contents.
#[derive(Clone, Debug)]
pub enum SegmentContent {
    /// Fixed bits, bit 0 first.
    Fixed(Vec<bool>),
    /// Operand bits, from `low_bit` upwards.
    Operand {
        /// The operand name with `$`.
        name: Symbol,
        /// The lowest operand bit.
        low_bit: u32,
        /// The encoder method that replaces the operand's own method.
        encoder: Option<Symbol>,
        /// The decoder method that replaces the operand's own method.
        decoder: Option<Symbol>,
    },
}

/// Whether an instruction's encoding consists of segments.
pub fn is_variable(instruction: Record<'_>) -> bool {
    let inst = instruction.field(INST);
    inst.is_some_and(|inst| matches!(instruction.store().value(inst.value), Value::Dag(_)))
}

impl VariableEncoding {
    /// Reads the segments in a record's `Inst` field.
    pub fn from_record(record: Record<'_>) -> Result<VariableEncoding, Diagnostic> {
        let dag = record.dag(INST).map_err(Diagnostic::from)?;
        let pos = record.field(INST).map_or(record.pos(), |inst| inst.pos);
        let mut reader = SegmentReader { store: record.store(), pos, segments: Vec::new() };
        reader.read(dag, 0)?;
        Ok(VariableEncoding { segments: reader.segments })
    }

    /// Returns the width in bits.
    pub fn width(&self) -> u32 {
        self.segments.iter().map(|segment| segment.width).sum()
    }

    /// Whether the encoding has operand bits.
    pub fn has_operands(&self) -> bool {
        self.segments.iter().any(|s| matches!(s.content, SegmentContent::Operand { .. }))
    }
}

/// Reads the segments in a dag.
struct SegmentReader<'s> {
    store: &'s RecordStore,
    /// The source location for the field value.
    pos: Pos,
    segments: Vec<EncodingSegment>,
}

/// Methods that replace an operand's own methods.
#[derive(Default)]
struct Coders {
    encoder: Option<Symbol>,
    decoder: Option<Symbol>,
}

impl SegmentReader<'_> {
    fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(Code::EncodingForm, self.pos, message)
    }

    /// Adds the segments in a dag. A dag with an unknown operator is ignored.
    fn read(&mut self, dag: Dag<'_>, depth: usize) -> Result<(), Diagnostic> {
        if depth > MAX_DEPTH {
            let message = format!("The encoding is nested more than {MAX_DEPTH} levels deep");
            return Err(self.error(message));
        }
        match self.operator(dag) {
            "ascend" => dag.args.iter().try_for_each(|arg| self.segment(arg, "ascend", depth)),
            // The highest bits are written first, but segments begin with the lowest.
            "descend" => {
                dag.args.iter().rev().try_for_each(|arg| self.segment(arg, "descend", depth))
            }
            "operand" => self.operand(dag.args),
            "slice" => self.slice(dag.args),
            _ => Ok(()),
        }
    }

    fn operator(&self, dag: Dag<'_>) -> &str {
        if let Value::Def(record) = self.store.value(dag.operator) {
            self.store.record(record).name()
        } else {
            ""
        }
    }

    fn segment(&mut self, arg: &DagArg, operator: &str, depth: usize) -> Result<(), Diagnostic> {
        match self.store.value(arg.value) {
            Value::Bits(bits) => {
                let fixed = |bit| {
                    if let Value::Bit(bit) = self.store.value(bit) { Some(bit) } else { None }
                };
                let Some(bits) = bits.iter().map(fixed).collect::<Option<Vec<bool>>>() else {
                    return Err(self.error(format!("Expecting complete bits init in `{operator}`")));
                };
                self.push(bits.len() as u32, SegmentContent::Fixed(bits));
                Ok(())
            }
            Value::Bit(bit) => {
                self.push(1, SegmentContent::Fixed(vec![bit]));
                Ok(())
            }
            Value::Dag(dag) => self.read(dag, depth + 1),
            Value::Unset
            | Value::Refused
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::List(_)
            | Value::Def(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => {
                let text = self.store.value_text(arg.value);
                let message = format!("Unrecognized type of argument in `{operator}`: {text}");
                Err(self.error(message))
            }
        }
    }

    /// `(operand "$name", width, coders…)`
    fn operand(&mut self, args: &[DagArg]) -> Result<(), Diagnostic> {
        let [name, width, coders @ ..] = args else {
            return Err(self.error("Expecting at least 2 arguments for `operand`"));
        };
        let (Some(name), Some(width)) = (self.string(name), self.int(width)) else {
            return Err(self.error("Invalid argument types for `operand`"));
        };
        let Some(width) = u32::try_from(width).ok().filter(|&width| width > 0) else {
            return Err(self.error("Invalid number of bits for `operand`"));
        };
        let Coders { encoder, decoder } = self.coders(coders)?;
        self.push(width, SegmentContent::Operand { name, low_bit: 0, encoder, decoder });
        Ok(())
    }

    /// `(slice "$name", bit, bit, coders…)`, the bits in either order.
    fn slice(&mut self, args: &[DagArg]) -> Result<(), Diagnostic> {
        let [name, one, other, coders @ ..] = args else {
            return Err(self.error("Expecting at least 3 arguments for `slice`"));
        };
        let ends = (self.string(name), self.int(one), self.int(other));
        let (Some(name), Some(one), Some(other)) = ends else {
            return Err(self.error("Invalid argument types for `slice`"));
        };
        let (low, high) = (one.min(other), one.max(other));
        let width = high.checked_sub(low).and_then(|span| span.checked_add(1));
        let width = width.and_then(|width| u32::try_from(width).ok());
        let (Ok(low_bit), Some(width)) = (u32::try_from(low), width) else {
            return Err(self.error("Invalid bit range for `slice`"));
        };
        let Coders { encoder, decoder } = self.coders(coders)?;
        self.push(width, SegmentContent::Operand { name, low_bit, encoder, decoder });
        Ok(())
    }

    /// Reads `(encoder "method")` and `(decoder "method")`. The last of each kind wins.
    fn coders(&self, args: &[DagArg]) -> Result<Coders, Diagnostic> {
        let mut coders = Coders::default();
        for arg in args {
            let Value::Dag(dag) = self.store.value(arg.value) else { continue };
            let operator = self.operator(dag);
            let coder = match operator {
                "encoder" => &mut coders.encoder,
                "decoder" => &mut coders.decoder,
                _ => continue,
            };
            let Some(method) = dag.args.first().and_then(|arg| self.string(arg)) else {
                let what = "to be followed by a custom function name.";
                return Err(self.error(format!("expected '{operator}' directive {what}")));
            };
            // An empty name selects the operand's own method.
            *coder = Some(method).filter(|&method| !self.store.str(method).is_empty());
        }
        Ok(coders)
    }

    fn push(&mut self, width: u32, content: SegmentContent) {
        self.segments.push(EncodingSegment { width, content });
    }

    fn string(&self, arg: &DagArg) -> Option<Symbol> {
        if let Value::String(text) | Value::Code(text) = self.store.value(arg.value) {
            Some(text)
        } else {
            None
        }
    }

    fn int(&self, arg: &DagArg) -> Option<i64> {
        if let Value::Int(number) = self.store.value(arg.value) { Some(number) } else { None }
    }
}
