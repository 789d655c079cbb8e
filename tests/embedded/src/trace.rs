//! Reads a log of QEMU: counts the instructions between the entry of a function and its return.

/// What the ticks of a run take.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Ticks {
    /// How many there are.
    pub count: usize,
    /// The instructions of the longest one.
    pub most: u64,
    /// The bytes of stack that the deepest one uses.
    pub stack: u64,
}

/// The core before an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Step {
    at: u64,
    stack: u64,
    /// Where the function returns to.
    back: u64,
}

/// A tick that has not returned yet.
struct Tick {
    entry: Step,
    instructions: u64,
    deepest: u64,
}

/// Measures all calls of the function with this entry. `registers` are the log's names of the stack pointer and of the
/// register with the return address.
pub fn ticks(lines: impl Iterator<Item = String>, entry: u64, registers: [&str; 2]) -> Ticks {
    let (mut ticks, mut tick, mut step) = (Ticks::default(), None, None);
    for line in lines {
        if line.starts_with("Trace ") {
            step.into_iter().for_each(|step| follow(&mut ticks, &mut tick, step, entry));
            step = line.split('/').nth(1).and_then(hex).map(|at| Step { at, ..Step::default() });
        } else if let Some(step) = &mut step {
            for (name, value) in registers.into_iter().zip([&mut step.stack, &mut step.back]) {
                let found = line.split_once(name).and_then(|(_, rest)| hex(rest.get(..8)?));
                *value = found.unwrap_or(*value);
            }
        }
    }
    ticks
}

/// One more instruction.
fn follow(ticks: &mut Ticks, tick: &mut Option<Tick>, step: Step, entry: u64) {
    match tick {
        // The lowest bit of an address is not part of it: it selects the instruction set.
        Some(Tick { entry, instructions, deepest }) if step.at == entry.back & !1 && step.stack == entry.stack => {
            ticks.count += 1;
            ticks.most = ticks.most.max(*instructions);
            ticks.stack = ticks.stack.max(entry.stack - *deepest);
            *tick = None;
        }
        Some(tick) => {
            tick.instructions += 1;
            tick.deepest = tick.deepest.min(step.stack);
        }
        None if step.at == entry => *tick = Some(Tick { entry: step, instructions: 1, deepest: step.stack }),
        None => {}
    }
}

fn hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_between_entry_and_return_are_counted() {
        // Two calls of the function at 0x40, from 0x10: the second one calls another function.
        let steps = [(0x10, 100, 0), (0x40, 100, 0x13), (0x42, 96, 0x13), (0x12, 100, 0x13), (0x40, 100, 0x13)];
        let steps = steps.into_iter().chain([(0x80, 80, 0x45), (0x42, 100, 0x45), (0x12, 100, 0x45), (0x14, 50, 0x45)]);
        let lines = steps.flat_map(|(at, stack, back)| {
            let registers = format!("R12=00000000 R13={stack:08x} R14={back:08x} R15={at:08x}");
            [format!("Trace 0: 0x7f5f3c000100 [00800400/{at:08x}/00000510/ff000201] tick"), registers]
        });
        assert_eq!(ticks(lines, 0x40, ["R13=", "R14="]), Ticks { count: 2, most: 3, stack: 20 });
    }
}
