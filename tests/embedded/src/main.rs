//! What trees take on microcontrollers: builds four trees for three cores, runs them in QEMU, and compares their
//! behavior there with their behavior here.
//!
//! `--write` writes the figures, and the table of the chapter on embedded programs. `--check` fails if a figure is more
//! than a tenth above the written one.

mod core;
mod figures;
mod firmware;
mod trace;
mod trees;

use std::process::ExitCode;

use figures::{Figures, Row};

fn main() -> ExitCode {
    match (measure(), std::env::args().nth(1).as_deref()) {
        (Err(problem), _) => fail(&problem),
        (Ok(figures), None) => {
            println!("{}", figures.table());
            ExitCode::SUCCESS
        }
        (Ok(figures), Some("--write")) => figures.write().map_or_else(|problem| fail(&problem), |()| ExitCode::SUCCESS),
        (Ok(figures), Some("--check")) => figures.check().map_or_else(|problem| fail(&problem), |()| ExitCode::SUCCESS),
        (Ok(_), Some(other)) => fail(&format!("unknown argument `{other}`: there are `--write` and `--check`")),
    }
}

fn fail(problem: &str) -> ExitCode {
    eprintln!("{problem}");
    ExitCode::FAILURE
}

/// Builds and runs all trees on all cores.
fn measure() -> Result<Figures, String> {
    let mut rows = Vec::new();
    for core in core::ALL {
        // What the firmware takes without a tree.
        let empty = firmware::build(core, None)?.flash;
        for tree in trees::ALL {
            let firmware = firmware::build(core, Some(tree.name))?;
            let ran = firmware.run(core)?;
            if ran.output.trace != (tree.run)() {
                return Err(format!("`{}` does something else on {} than here", tree.name, core.target));
            }
            rows.push(Row {
                tree: tree.name.to_owned(),
                target: core.target.to_owned(),
                flash: firmware.flash.saturating_sub(empty),
                state: ran.output.state,
                stack: ran.ticks.stack,
                instructions: ran.ticks.most,
            });
        }
    }
    Ok(Figures { rows })
}
