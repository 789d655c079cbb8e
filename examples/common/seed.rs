//! The seed that an example takes on the command line.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::replay::{Replay, with_args};

/// Runs an example with the seed on its command line, or else with `default`. `name` is its name, for errors.
pub fn with_seed(name: &str, default: u64, run: impl FnOnce(u64, &mut Replay)) -> ExitCode {
    with_args(name, |args, replay| {
        run(seed(args)?.unwrap_or(default), replay);
        Ok(())
    })
}

fn seed(args: &[OsString]) -> Result<Option<u64>, String> {
    let arg = match args {
        [] => return Ok(None),
        [arg] => arg,
        _ => return Err("expected one seed, found several arguments".to_owned()),
    };
    let text = arg.to_string_lossy();
    text.parse().map(Some).map_err(|error| format!("expected a seed from 0 to {}, found `{text}`: {error}", u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_one_whole_number() {
        let seed = |args: &[&str]| seed(&args.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(seed(&[]), Ok(None));
        assert_eq!(seed(&["7"]), Ok(Some(7)));
        assert_eq!(seed(&["1", "2"]).unwrap_err(), "expected one seed, found several arguments");
        for wrong in ["", "-1", "seven", "1.5", "18446744073709551616"] {
            let error = seed(&[wrong]).unwrap_err();
            let expected = format!("expected a seed from 0 to 18446744073709551615, found `{wrong}`");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
