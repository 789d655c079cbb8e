//! Puts the functions of a program in the order of their code. Functions that are alike, mostly copies of one generic
//! function, are then next to each other, and the program becomes smaller once packed.
//!
//! Names of functions would stay with their old numbers: the program has none (`strip` in `playground/Cargo.toml`).

use std::error::Error;

use wasm_encoder::reencode::{self, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload};

/// Functions that are the same are merged. After that, functions that call them may be the same, too; and calls get new
/// numbers, which changes the order. After this many rounds, little is left to do.
const ROUNDS: usize = 6;

/// The program with its functions nearly in order. Most duplicates are merged.
pub fn ordered(program: Vec<u8>) -> Result<Vec<u8>, Box<dyn Error>> {
    (0..ROUNDS).try_fold(program, |program, _| {
        let mut module = Module::new();
        Order::of(&program)?.parse_core_module(&mut module, Parser::new(0), &program)?;
        Ok(module.finish())
    })
}

/// The order of a program's functions.
struct Order {
    /// The functions that stay, by their old numbers.
    kept: Vec<usize>,
    /// The new number of each function.
    numbers: Vec<u32>,
}

impl Order {
    fn of(program: &[u8]) -> Result<Self, Box<dyn Error>> {
        let (mut kinds, mut codes) = (Vec::new(), Vec::new());
        for part in Parser::new(0).parse_all(program) {
            match part? {
                // They would come first in the numbers of functions.
                Payload::ImportSection(_) => return Err("the program must not import anything".into()),
                Payload::FunctionSection(section) => kinds = section.into_iter().collect::<Result<_, _>>()?,
                Payload::CodeSectionEntry(body) => codes.push(body.as_bytes()),
                _ => {}
            }
        }
        let function = |index: usize| (codes[index], kinds[index]);
        let mut sorted: Vec<usize> = (0..codes.len()).collect();
        sorted.sort_by_key(|index| function(*index));
        let (mut kept, mut numbers) = (Vec::<usize>::new(), vec![0; codes.len()]);
        for index in sorted {
            if kept.last().is_none_or(|last| function(*last) != function(index)) {
                kept.push(index);
            }
            numbers[index] = u32::try_from(kept.len() - 1)?;
        }
        Ok(Order { kept, numbers })
    }
}

type Done = Result<(), reencode::Error>;

impl Reencode for Order {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, reencode::Error> {
        Ok(self.numbers[index as usize])
    }

    fn parse_function_section(&mut self, to: &mut FunctionSection, from: FunctionSectionReader<'_>) -> Done {
        let kinds: Vec<u32> = from.into_iter().collect::<Result<_, _>>()?;
        for index in &self.kept {
            to.function(kinds[*index]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, to: &mut CodeSection, from: CodeSectionReader<'_>) -> Done {
        let bodies: Vec<FunctionBody<'_>> = from.into_iter().collect::<Result<_, _>>()?;
        self.kept.clone().into_iter().try_for_each(|index| utils::parse_function_body(self, to, bodies[index].clone()))
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use wasm_encoder::{
        ConstExpr, ElementSection, Elements, ExportKind, ExportSection, Function, RefType, TableSection, TableType,
        TypeSection, ValType,
    };

    use super::*;

    /// A program of functions that return a number of 32 bits (type 0) or of 64 bits (type 1). Those in `named` are
    /// exported, and in a table.
    fn program(all: &[(u32, &[u8])], named: &[u32]) -> Vec<u8> {
        let (mut module, mut kinds, mut functions, mut code) =
            (Module::new(), TypeSection::new(), FunctionSection::new(), CodeSection::new());
        let (mut tables, mut exports, mut elements) =
            (TableSection::new(), ExportSection::new(), ElementSection::new());
        kinds.ty().function([], [ValType::I32]);
        kinds.ty().function([], [ValType::I64]);
        for (kind, body) in all {
            functions.function(*kind);
            code.function(Function::new([]).raw(body.iter().copied()));
        }
        let element_type = RefType::FUNCREF;
        tables.table(TableType { element_type, table64: false, minimum: 9, maximum: None, shared: false });
        for (place, function) in named.iter().enumerate() {
            exports.export(&format!("f{place}"), ExportKind::Func, *function);
        }
        elements.active(None, &ConstExpr::i32_const(0), Elements::Functions(Cow::Borrowed(named)));
        module.section(&kinds).section(&functions).section(&tables).section(&exports).section(&elements);
        module.section(&code);
        module.finish()
    }

    #[test]
    fn functions_are_sorted_and_calls_follow_them() {
        // `i32.const` 0x41, `call` 0x10, `end` 0x0b. The first two call the third and the fourth, which are the same.
        let codes: [&[u8]; 5] =
            [&[0x10, 2, 0x0b], &[0x10, 3, 0x0b], &[0x41, 7, 0x0b], &[0x41, 7, 0x0b], &[0x41, 5, 0x0b]];
        let before = program(&codes.map(|code| (0, code)), &[]);
        let after = program(&[(0, &[0x10, 2, 0x0b]), (0, &[0x41, 5, 0x0b]), (0, &[0x41, 7, 0x0b])], &[]);
        assert_eq!(ordered(before).expect("a program"), after);
    }

    #[test]
    fn exports_and_tables_follow_them_and_types_keep_them_apart() {
        // `unreachable` 0x00 has any type.
        let (seven, none): (&[u8], &[u8]) = (&[0x41, 7, 0x0b], &[0x00, 0x0b]);
        let before = program(&[(0, seven), (1, none), (0, none), (0, seven)], &[3, 1, 2, 0]);
        let after = program(&[(0, none), (1, none), (0, seven)], &[2, 1, 0, 2]);
        assert_eq!(ordered(before).expect("a program"), after);
    }
}
