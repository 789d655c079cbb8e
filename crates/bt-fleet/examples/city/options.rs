//! What the command line says.

/// What is to be done.
pub struct Options {
    pub agents: u64,
    pub epochs: u64,
    pub processes: usize,
    pub threads: usize,
    pub seed: u64,
    pub hash_every: u64,
    pub saves: Option<String>,
    pub measure: bool,
    pub memory: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            agents: 1_000_000,
            epochs: 50,
            processes: 1,
            threads: 1,
            seed: 1,
            hash_every: u64::MAX,
            saves: None,
            measure: false,
            memory: false,
        }
    }
}

impl Options {
    /// Reads arguments such as `--processes 2`.
    pub fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Options::default();
        while let Some(name) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("`{name}` needs a value"));
            fn number<T: std::str::FromStr>(text: String) -> Result<T, String> {
                text.parse().map_err(|_| format!("`{text}` is not a number that fits"))
            }
            match name.as_str() {
                "--agents" => options.agents = number(value()?)?,
                "--epochs" => options.epochs = number(value()?)?,
                "--processes" => options.processes = number(value()?)?,
                "--threads" => options.threads = number(value()?)?,
                "--seed" => options.seed = number(value()?)?,
                "--hash-every" => options.hash_every = number(value()?)?,
                "--saves" => options.saves = Some(value()?),
                "--measure" => options.measure = true,
                "--memory" => options.memory = true,
                _ => return Err(format!("unknown option `{name}`")),
            }
        }
        Ok(options)
    }
}
