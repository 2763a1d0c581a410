//! The parser of the textual form.

use super::tokens::tokens;
use super::{
    IrBinary, IrBlock, IrCast, IrError, IrExtension, IrFunction, IrInstruction, IrOperation,
    IrParameter, IrType, IrValue,
};

/// Words before types and operands without a meaning for selection.
const FLAGS: [&str; 31] = [
    "nsw",
    "nuw",
    "exact",
    "disjoint",
    "inbounds",
    "nusw",
    "samesign",
    "nneg",
    "volatile",
    "tail",
    "musttail",
    "notail",
    "noundef",
    "nonnull",
    "readonly",
    "writeonly",
    "readnone",
    "noalias",
    "nocapture",
    "dso_local",
    "local_unnamed_addr",
    "unnamed_addr",
    "internal",
    "private",
    "fastcc",
    "ccc",
    "returned",
    "hidden",
    "noreturn",
    "nounwind",
    "immarg",
];
/// Attributes with a value in parentheses.
const FLAGS_WITH_VALUE: [&str; 6] =
    ["align", "dereferenceable", "dereferenceable_or_null", "range", "captures", "memory"];
/// Longest function.
const MAX_INSTRUCTIONS: usize = 100_000;

/// Parses the definitions of a file. Declarations, globals, attributes and metadata are passed over.
///
/// # Errors
/// If an instruction is not in the subset.
pub fn parse_functions(text: &str) -> Result<Vec<IrFunction>, IrError> {
    let mut functions = Vec::new();
    let mut current: Option<IrFunction> = None;
    let mut count = 0;
    for (line, text) in (1..).zip(text.lines()) {
        let tokens = tokens(text);
        let Some(&first) = tokens.first() else { continue };
        let mut parser = LineParser { line, tokens: &tokens, at: 0 };
        let Some(function) = &mut current else {
            if first == "define" {
                current = Some(parser.header()?);
            }
            continue;
        };
        if first == "}" {
            functions.extend(current.take());
            continue;
        }
        if tokens.get(1) == Some(&":") {
            let name = first.trim_matches('"').to_owned();
            // A label at the beginning names the entry.
            if let [only] = &mut function.blocks[..]
                && only.instructions.is_empty()
            {
                only.name = name;
            } else {
                function.blocks.push(IrBlock { name, instructions: Vec::new() });
            }
            continue;
        }
        count += 1;
        if count > MAX_INSTRUCTIONS {
            return Err(IrError::new(line, "too many instructions"));
        }
        let instruction = parser.instruction()?;
        if let Some(block) = function.blocks.last_mut() {
            block.instructions.push(instruction);
        }
    }
    match current {
        Some(function) => {
            let message = format!("the function '{}' does not end", function.name);
            Err(IrError::new(text.lines().count(), message))
        }
        None => Ok(functions),
    }
}

struct LineParser<'t> {
    line: usize,
    tokens: &'t [&'t str],
    at: usize,
}

impl<'t> LineParser<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.at).copied()
    }

    fn next(&mut self) -> Result<&'t str, IrError> {
        let token = self.peek().ok_or_else(|| self.error("expected more in this line"))?;
        self.at += 1;
        Ok(token)
    }

    fn error(&self, message: impl Into<String>) -> IrError {
        IrError::new(self.line, message)
    }

    fn take(&mut self, token: &str) -> bool {
        let is_next = self.peek() == Some(token);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, token: &str) -> Result<(), IrError> {
        let found = self.next()?;
        if found == token {
            return Ok(());
        }
        Err(self.error(format!("expected '{token}', found '{found}'")))
    }

    /// Passes flags and attributes. Returns the extension among them.
    fn flags(&mut self) -> IrExtension {
        let mut extension = IrExtension::None;
        while let Some(token) = self.peek() {
            if token == "signext" {
                extension = IrExtension::Sign;
            } else if token == "zeroext" {
                extension = IrExtension::Zero;
            } else if FLAGS_WITH_VALUE.contains(&token) {
                self.at += 1;
                if self.peek() == Some("(") {
                    while self.peek().is_some_and(|token| token != ")") {
                        self.at += 1;
                    }
                }
            } else if !FLAGS.contains(&token) {
                return extension;
            }
            self.at += 1;
        }
        extension
    }

    fn header(&mut self) -> Result<IrFunction, IrError> {
        self.expect("define")?;
        let result_extension = self.flags();
        self.ty()?;
        let name = self.next()?;
        let name =
            name.strip_prefix('@').ok_or_else(|| self.error("expected a function's name"))?;
        self.expect("(")?;
        let mut parameters = Vec::new();
        let mut unnamed = 0;
        while !self.take(")") {
            let ty = self.ty()?;
            let extension = self.flags();
            let name = match self.peek().and_then(|token| token.strip_prefix('%')) {
                Some(name) => {
                    self.at += 1;
                    name.to_owned()
                }
                None => {
                    unnamed += 1;
                    (unnamed - 1).to_string()
                }
            };
            if name.bytes().all(|byte| byte.is_ascii_digit()) {
                unnamed = unnamed.max(name.parse::<usize>().unwrap_or(0) + 1);
            }
            parameters.push(IrParameter { name, ty, extension });
            if !self.take(",") && self.peek() != Some(")") {
                return Err(self.error("expected ',' or ')' after a parameter"));
            }
        }
        let entry = IrBlock { name: unnamed.to_string(), instructions: Vec::new() };
        let name = name.trim_matches('"').to_owned();
        Ok(IrFunction { name, parameters, result_extension, blocks: vec![entry] })
    }

    fn ty(&mut self) -> Result<IrType, IrError> {
        let token = self.next()?;
        let bits = token.strip_prefix('i').and_then(|bits| bits.parse::<u32>().ok());
        match (token, bits) {
            ("ptr", _) => Ok(IrType::Pointer),
            ("void", _) => Ok(IrType::Void),
            (_, Some(bits @ 1..=64)) => Ok(IrType::Integer(bits)),
            _ => Err(self.error(format!("type '{token}' is not supported"))),
        }
    }

    fn value(&mut self) -> Result<IrValue, IrError> {
        let token = self.next()?;
        if let Some(name) = token.strip_prefix('%') {
            return Ok(IrValue::Local(name.to_owned()));
        }
        if let Some(name) = token.strip_prefix('@') {
            return Ok(IrValue::Global(name.to_owned()));
        }
        match token {
            "true" => Ok(IrValue::Number(1)),
            "false" | "null" | "zeroinitializer" => Ok(IrValue::Number(0)),
            "undef" | "poison" => Ok(IrValue::Undefined),
            _ => {
                let number = token.parse::<i64>().ok();
                let number = number.or_else(|| token.parse::<u64>().ok().map(|it| it as i64));
                number
                    .map(IrValue::Number)
                    .ok_or_else(|| self.error(format!("value '{token}' is not supported")))
            }
        }
    }

    fn typed_value(&mut self) -> Result<(IrType, IrValue), IrError> {
        let ty = self.ty()?;
        self.flags();
        Ok((ty, self.value()?))
    }

    fn label(&mut self) -> Result<String, IrError> {
        self.expect("label")?;
        let token = self.next()?;
        let name = token.strip_prefix('%').ok_or_else(|| self.error("expected a label"))?;
        Ok(name.trim_matches('"').to_owned())
    }

    fn instruction(&mut self) -> Result<IrInstruction, IrError> {
        let mut result = None;
        if self.tokens.get(1) == Some(&"=") {
            let name = self.next()?.strip_prefix('%');
            let name = name.ok_or_else(|| self.error("expected the name of a result"))?;
            result = Some(name.to_owned());
            self.at += 1;
        }
        let operation = self.operation()?;
        let line = self.line;
        Ok(IrInstruction { line, result, operation })
    }

    fn operation(&mut self) -> Result<IrOperation, IrError> {
        self.flags();
        let name = self.next()?;
        self.flags();
        if let Some(operation) = binary(name) {
            let (ty, left) = self.typed_value()?;
            self.expect(",")?;
            let right = self.value()?;
            return Ok(IrOperation::Binary { operation, ty, left, right });
        }
        if let Some(cast) = cast(name) {
            let (from, value) = self.typed_value()?;
            let to = if self.take("to") { self.ty()? } else { from };
            return Ok(IrOperation::Cast { cast, from, value, to });
        }
        match name {
            "icmp" => {
                let predicate = self.next()?.to_owned();
                let (ty, left) = self.typed_value()?;
                self.expect(",")?;
                let right = self.value()?;
                Ok(IrOperation::Compare { predicate, ty, left, right })
            }
            "select" => {
                let (_, condition) = self.typed_value()?;
                self.expect(",")?;
                let (ty, yes) = self.typed_value()?;
                self.expect(",")?;
                let (_, no) = self.typed_value()?;
                Ok(IrOperation::Select { condition, ty, yes, no })
            }
            "load" => {
                let ty = self.ty()?;
                self.expect(",")?;
                let (_, address) = self.typed_value()?;
                Ok(IrOperation::Load { ty, address })
            }
            "store" => {
                let (ty, value) = self.typed_value()?;
                self.expect(",")?;
                let (_, address) = self.typed_value()?;
                Ok(IrOperation::Store { ty, value, address })
            }
            "getelementptr" => self.address(),
            "br" if self.peek() == Some("label") => Ok(IrOperation::Jump { target: self.label()? }),
            "br" => {
                let (_, condition) = self.typed_value()?;
                self.expect(",")?;
                let yes = self.label()?;
                self.expect(",")?;
                Ok(IrOperation::Branch { condition, yes, no: self.label()? })
            }
            "phi" => self.phi(),
            "call" => self.call(),
            "ret" => {
                let ty = self.ty()?;
                let value = if ty == IrType::Void { None } else { Some(self.value()?) };
                Ok(IrOperation::Return { ty, value })
            }
            _ => Err(self.error(format!("instruction '{name}' is not supported"))),
        }
    }

    /// An address with a single index of integers, pointers or arrays of bytes.
    fn address(&mut self) -> Result<IrOperation, IrError> {
        let element = self.ty()?;
        let scale = match element {
            IrType::Integer(bits) => i64::from(bits.div_ceil(8)),
            IrType::Pointer | IrType::Void => {
                return Err(self.error("only addresses of integers are supported"));
            }
        };
        self.expect(",")?;
        let (_, base) = self.typed_value()?;
        self.expect(",")?;
        let (index_type, index) = self.typed_value()?;
        if self.take(",") && !self.peek().is_some_and(|token| token.starts_with('!')) {
            return Err(self.error("only addresses with one index are supported"));
        }
        Ok(IrOperation::Address { base, index, index_type, scale })
    }

    fn phi(&mut self) -> Result<IrOperation, IrError> {
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        while self.take("[") {
            let value = self.value()?;
            self.expect(",")?;
            let block = self.next()?.trim_start_matches('%').trim_matches('"').to_owned();
            self.expect("]")?;
            incoming.push((value, block));
            if !self.take(",") {
                break;
            }
        }
        Ok(IrOperation::Phi { ty, incoming })
    }

    fn call(&mut self) -> Result<IrOperation, IrError> {
        let ty = self.ty()?;
        let name = self.next()?;
        let Some(function) = name.strip_prefix('@') else {
            return Err(self.error("only direct calls are supported"));
        };
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.take(")") {
            arguments.push(self.typed_value()?);
            if !self.take(",") && self.peek() != Some(")") {
                return Err(self.error("expected ',' or ')' after an argument"));
            }
        }
        Ok(IrOperation::Call { ty, function: function.to_owned(), arguments })
    }
}

fn binary(name: &str) -> Option<IrBinary> {
    Some(match name {
        "add" => IrBinary::Add,
        "sub" => IrBinary::Sub,
        "mul" => IrBinary::Mul,
        "sdiv" => IrBinary::SignedDivide,
        "udiv" => IrBinary::UnsignedDivide,
        "srem" => IrBinary::SignedRemainder,
        "urem" => IrBinary::UnsignedRemainder,
        "and" => IrBinary::And,
        "or" => IrBinary::Or,
        "xor" => IrBinary::Xor,
        "shl" => IrBinary::ShiftLeft,
        "lshr" => IrBinary::ShiftRight,
        "ashr" => IrBinary::ShiftRightArithmetic,
        _ => return None,
    })
}

fn cast(name: &str) -> Option<IrCast> {
    Some(match name {
        "zext" => IrCast::ZeroExtend,
        "sext" => IrCast::SignExtend,
        "trunc" => IrCast::Truncate,
        "ptrtoint" | "inttoptr" | "bitcast" | "freeze" => IrCast::Same,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop() {
        let text = "define dso_local i32 @sum(i32 noundef %0, ptr nocapture %p) #0 {
  br label %l

l:                                                ; preds = %l, %1
  %i = phi i32 [ 0, %1 ], [ %n, %l ]
  %n = add nuw nsw i32 %i, 1
  %e = icmp eq i32 %n, %0
  br i1 %e, label %x, label %l, !llvm.loop !5

x:
  ret i32 %n
}
attributes #0 = { nounwind }
";
        let functions = parse_functions(text).expect("it is in the subset");
        let [function] = &functions[..] else { panic!() };
        assert_eq!((function.name.as_str(), function.parameters.len()), ("sum", 2));
        let names: Vec<&str> = function.blocks.iter().map(|block| block.name.as_str()).collect();
        assert_eq!(names, ["1", "l", "x"]);
        assert_eq!(function.blocks[1].instructions.len(), 4);
    }

    #[test]
    fn errors_have_a_line() {
        let text = "define void @f(i32 %a) {\n  %b = fadd float %a, %a\n}\n";
        let error = parse_functions(text).expect_err("it is not in the subset");
        assert_eq!(error.to_string(), "line 2: instruction 'fadd' is not supported");
        for text in ["define", "define i32 @f(", "define void @f() {\n ret", "define void @f() {"] {
            assert!(parse_functions(text).is_err(), "{text}");
        }
    }
}
