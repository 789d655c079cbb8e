//! Puts the functions of a program in the order of their code. Functions that are alike, mostly copies of one generic
//! function, are then next to each other, and the program becomes smaller once packed.

use std::error::Error;

use wasm_encoder::reencode::{self, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload};

/// Functions that are the same become one, and after that the functions that call them may be. Few are left after this
/// many times.
const ROUNDS: usize = 6;

/// The program with its functions in order, and each of them once.
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
    use wasm_encoder::{Function, TypeSection, ValType};

    use super::*;

    /// A program of functions that take and return nothing but a number.
    fn program(codes: &[&[u8]]) -> Vec<u8> {
        let (mut module, mut kinds, mut functions, mut code) =
            (Module::new(), TypeSection::new(), FunctionSection::new(), CodeSection::new());
        kinds.ty().function([], [ValType::I32]);
        for body in codes {
            functions.function(0);
            code.function(Function::new([]).raw(body.iter().copied()));
        }
        module.section(&kinds).section(&functions).section(&code);
        module.finish()
    }

    #[test]
    fn functions_are_sorted_and_calls_follow_them() {
        // `i32.const` 0x41, `call` 0x10, `end` 0x0b. The first two call the third and the fourth, which are the same.
        let before =
            program(&[&[0x10, 2, 0x0b], &[0x10, 3, 0x0b], &[0x41, 7, 0x0b], &[0x41, 7, 0x0b], &[0x41, 5, 0x0b]]);
        let after = program(&[&[0x10, 2, 0x0b], &[0x41, 5, 0x0b], &[0x41, 7, 0x0b]]);
        assert_eq!(ordered(before).expect("a program"), after);
    }
}
