//! How long an epoch takes on several workers, and how much memory it takes over many.

use std::env;
use std::process::Command;
use std::sync::Mutex;

use crate::fleet;
use crate::options::Options;

/// The numbers of processes, and of threads in each.
const WORKERS: [(usize, usize); 5] = [(1, 1), (1, 2), (2, 1), (1, 4), (3, 2)];

/// A number that the example prints behind a name.
fn find(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
}

/// Runs the city on several numbers of workers, and prints a table.
pub fn speed(options: &Options) -> Result<(), String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    println!("{} agents, {} epochs, {} cores", options.agents, options.epochs, cores());
    println!("| processes | threads | an epoch, ms | ns an agent | times as fast | bytes an epoch | hash |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut one = None;
    for (processes, threads) in WORKERS {
        let args = [
            ("--agents", options.agents),
            ("--epochs", options.epochs),
            ("--processes", processes as u64),
            ("--threads", threads as u64),
            ("--seed", options.seed),
        ];
        let args = args.iter().flat_map(|(name, value)| [(*name).to_owned(), value.to_string()]);
        let output = Command::new(&program).args(args).output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let found = |name: &str| find(&text, name).ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned());
        let (time, bytes) = (found("an epoch ")?, found("bytes on the wire")?);
        let hash = text.lines().last().and_then(|line| line.split_whitespace().last()).unwrap_or_default();
        let times = *one.get_or_insert(time) / time;
        let agent = time * 1e6 / options.agents as f64;
        println!("| {processes} | {threads} | {time:.1} | {agent:.0} | {times:.2} | {bytes} | {hash} |");
    }
    Ok(())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The resident memory of a process, in kilobytes.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    find(&status, "VmRSS:").unwrap_or_default() as u64
}

/// Runs 10,000 epochs in two processes, and prints how much memory they hold. It is an error if that grows.
pub fn memory(options: &Options) -> Result<(), String> {
    let options = Options {
        agents: if options.agents == Options::default().agents { 20_000 } else { options.agents },
        epochs: 10_000,
        processes: 2,
        threads: 1,
        hash_every: u64::MAX,
        saves: options.saves.clone(),
        ..Options::default()
    };
    static PIDS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    static SEEN: Mutex<Vec<u64>> = Mutex::new(Vec::new());
    let fleet = fleet(&options)
        .started(|pids| *PIDS.lock().expect("no panic") = pids.to_vec())
        .watch(|epoch| {
            if epoch.number % 1_000 == 0 {
                let each: Vec<u64> = PIDS.lock().expect("no panic").iter().map(|pid| resident(*pid)).collect();
                println!("epoch {:6}: resident {each:?} KB", epoch.number);
                SEEN.lock().expect("no panic").push(each.iter().sum());
            }
        });
    fleet.run().map_err(|error| error.to_string())?;
    let seen = SEEN.lock().expect("no panic");
    let (Some(early), Some(last)) = (seen.get(1), seen.last()) else { return Err("no epochs were seen".into()) };
    if *last > early + early / 10 {
        return Err(format!("from epoch 2,000 to 10,000, memory has grown from {early} KB to {last} KB"));
    }
    println!("from epoch 2,000 to 10,000, memory goes from {early} KB to {last} KB");
    Ok(())
}
