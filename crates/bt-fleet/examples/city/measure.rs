//! How long an epoch takes on several workers, and how much memory it takes over many.

use std::env;
use std::process::Command;
use std::sync::Mutex;

use crate::fleet;
use crate::options::Options;

/// The numbers of processes, and of threads in each.
const WORKERS: [(usize, usize); 5] = [(1, 1), (1, 2), (2, 1), (1, 4), (3, 2)];

/// A number that the example prints after a name.
fn find(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
}

/// Runs the city on several numbers of workers, and prints a table.
pub fn speed(options: &Options) -> Result<(), String> {
    println!("{} agents, {} epochs, {} cores", options.agents, options.epochs, cores());
    println!(
        "| processes | threads | an epoch, ms | times as fast | core time of an agent, ns | bytes an epoch | hash |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut one = None;
    for (processes, threads) in WORKERS {
        // The time until all agents exist is subtracted.
        let begin = core_time();
        city(options, 1, processes, threads)?;
        let middle = core_time();
        let text = city(options, options.epochs, processes, threads)?;
        let ticks = (core_time() - middle).saturating_sub(middle - begin);
        let found = |name: &str| find(&text, name).ok_or_else(|| format!("no line with `{name}`: {text}"));
        let (time, bytes) = (found("an epoch ")?, found("bytes on the wire")?);
        let hash = text.lines().last().and_then(|line| line.split_whitespace().last()).unwrap_or_default();
        let times = *one.get_or_insert(time) / time;
        let turns = options.agents as f64 * (options.epochs - 1).max(1) as f64;
        let agent = ticks as f64 * TICK / turns;
        println!("| {processes} | {threads} | {time:.1} | {times:.2} | {agent:.0} | {bytes} | {hash} |");
    }
    Ok(())
}

/// Runs the city in a process of its own. Returns what it prints.
fn city(options: &Options, epochs: u64, processes: usize, threads: usize) -> Result<String, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let args = [
        ("--agents", options.agents),
        ("--epochs", epochs),
        ("--processes", processes as u64),
        ("--threads", threads as u64),
        ("--seed", options.seed),
    ];
    let args = args.iter().flat_map(|(name, value)| [(*name).to_owned(), value.to_string()]);
    let output = Command::new(&program).args(args).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Nanoseconds in a tick of the clock in `/proc`, which is a hundredth of a second on Linux.
const TICK: f64 = 1e7;

/// The processor time of all ended processes that this one has started, in ticks of the clock; 0 if there is no
/// `/proc`.
fn core_time() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The fields from the third on, which follow the program's name in parentheses.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    fields.skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The resident memory of a process, in kilobytes.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    find(&status, "VmRSS:").unwrap_or_default() as u64
}

/// Runs 10,000 epochs in two processes, and prints how much memory they hold. Fails if that grows.
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
    let fleet = fleet(&options).started(|pids| *PIDS.lock().expect("no panic") = pids.to_vec()).watch(|epoch| {
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
