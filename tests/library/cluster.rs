//! Parts that work together, as threads and as processes over real connections. Here a thread plays
//! each process.

use crate::threads::together;
use huarong_search::cluster::{
    Cluster, ClusterError, Exchange, Gone, Hosts, Processes, Purpose, Traffic,
};
use proptest::prelude::*;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Unused addresses on this machine.
fn hosts(processes: usize) -> Hosts {
    let free = |_| TcpListener::bind("127.0.0.1:0").unwrap();
    // All are held until all are known, so that they differ.
    let held: Vec<TcpListener> = (0..processes).map(free).collect();
    let lines = held.iter().map(|listener| listener.local_addr().unwrap().to_string());
    lines.collect::<Vec<_>>().join("\n").parse().unwrap()
}

fn purpose(task: &str) -> Purpose {
    Purpose { puzzle: "a puzzle".to_owned(), task: task.to_owned() }
}

const PATIENCE: Duration = Duration::from_secs(20);

type Worked<T> = Result<Result<(T, Traffic), Gone>, ClusterError>;

/// Runs several processes on threads.
fn processes<T: Send>(
    count: usize,
    work: impl Fn(&Cluster, &mut Processes<'_>) -> Result<T, Gone> + Sync,
) -> Vec<Worked<T>> {
    let (hosts, work) = (hosts(count), &work);
    thread::scope(|scope| {
        let each = (0..count).map(|process| {
            let hosts = hosts.clone();
            scope.spawn(move || Cluster::work(&hosts, process, &purpose("one"), PATIENCE, work))
        });
        let each: Vec<_> = each.collect();
        each.into_iter().map(|process| process.join().unwrap()).collect()
    })
}

/// The message of a part to another part in a round.
fn said(seed: u64, round: u64, from: usize, to: usize) -> Vec<Vec<u8>> {
    let mut state = seed ^ (round << 32 | (from as u64) << 16 | to as u64) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let messages = next() % 4;
    (0..messages)
        .map(|_| {
            let long = if next() % 8 == 0 { 3_000_000 } else { 300 };
            (0..next() % long).map(|nth| (nth * 7 + from as u64) as u8).collect()
        })
        .collect()
}

/// Sends the messages of some rounds, and checks the messages received.
fn talk(exchange: &mut impl Exchange, seed: u64, rounds: u64) -> Result<(), Gone> {
    let (me, parts) = (exchange.part(), exchange.parts());
    let others = || (0..parts).filter(|&other| other != me);
    for round in 0..rounds {
        for to in others() {
            said(seed, round, me, to).into_iter().for_each(|message| exchange.send(to, message));
        }
        let mut heard = exchange.end_round()?;
        heard.sort_by_key(|(from, _)| *from);
        let expected: Vec<(usize, Vec<u8>)> = others()
            .flat_map(|from| said(seed, round, from, me).into_iter().map(move |p| (from, p)))
            .collect();
        assert!(heard == expected, "round {round} of part {me}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_message_comes_to_its_part_in_its_round(
        parts in 1usize..5, seed in any::<u64>(), rounds in 0u64..8,
    ) {
        for said in together(parts, |mut exchange| talk(&mut exchange, seed, rounds)) {
            said.expect("nobody is gone");
        }
        for worked in processes(parts, |_, exchange| talk(exchange, seed, rounds)) {
            let ((), traffic) = worked.expect("all fit").expect("nobody is gone");
            prop_assert_eq!(traffic.rounds, rounds);
        }
    }
}

#[test]
fn bytes_that_were_sent_are_counted() {
    let each = processes(2, |_, exchange| {
        let to = 1 - exchange.part();
        exchange.send(to, vec![7; 1_000_000]);
        exchange.end_round().map(drop)
    });
    for worked in each {
        let ((), traffic) = worked.unwrap().unwrap();
        assert!((1_000_000..1_010_000).contains(&traffic.sent), "{traffic:?}");
    }
}

#[test]
fn the_remaining_parts_learn_how_one_failed() {
    let started = Instant::now();
    let each = processes(3, |_, exchange| match exchange.part() {
        1 => Err(Gone),
        _ => talk(exchange, 5, 3),
    });
    assert!(
        started.elapsed() < Duration::from_secs(10),
        "it is reported, and not detected by a timeout"
    );
    let [zero, one, two] = &each[..] else { panic!("there are three") };
    assert!(matches!(one, Ok(Err(Gone))), "it says itself what went wrong: {one:?}");
    for other in [zero, two] {
        let error = other.as_ref().unwrap_err();
        let ClusterError::Failed { process: 1, why, .. } = error else { panic!("{error}") };
        assert!(why.contains("the connection to another part of the work is lost"), "{why}");
    }
}

/// Runs two processes, the second with arguments of its own. Returns both results.
fn misfits(second: impl FnOnce(&Hosts) -> Worked<()> + Send) -> (Worked<()>, Worked<()>) {
    let hosts = hosts(2);
    thread::scope(|scope| {
        let first = scope.spawn(|| {
            let patience = Duration::from_secs(3);
            Cluster::work(&hosts, 0, &purpose("one"), patience, |_, x| talk(x, 1, 1))
        });
        let second = second(&hosts);
        (first.join().unwrap(), second)
    })
}

#[test]
fn those_that_differ_are_refused_on_both_sides() {
    type Change = fn(&Hosts) -> Worked<()>;
    let other_task: Change =
        |hosts| Cluster::work(hosts, 1, &purpose("two"), PATIENCE, |_, x| talk(x, 1, 1));
    let other_puzzle: Change = |hosts| {
        let purpose = Purpose { puzzle: "another".to_owned(), ..purpose("one") };
        Cluster::work(hosts, 1, &purpose, PATIENCE, |_, x| talk(x, 1, 1))
    };
    let other_hosts: Change = |hosts| {
        let hosts: Hosts = format!("{hosts}127.0.0.1:1\n").parse().unwrap();
        Cluster::work(&hosts, 1, &purpose("one"), Duration::from_secs(3), |_, x| talk(x, 1, 1))
    };
    for (second, what) in [
        (other_task, "another task"),
        (other_puzzle, "another puzzle"),
        (other_hosts, "give all the same hosts file"),
    ] {
        let (first, second) = misfits(second);
        for (worked, process) in [(first, 1), (second, 0)] {
            let error = worked.unwrap_err();
            let ClusterError::Refused { process: other, why } = &error else { panic!("{error}") };
            assert_eq!(*other, process);
            assert!(why.contains(what), "{why}");
        }
    }
}

#[test]
fn numbers_and_names_that_do_not_exist_are_refused() {
    let hosts = hosts(2);
    let error = Cluster::work(&hosts, 2, &purpose("one"), PATIENCE, |_, x| talk(x, 1, 1));
    assert!(matches!(error, Err(ClusterError::Number { process: 2, processes: 2 })));

    let nowhere: Hosts = "no-such-host.invalid:4000\n127.0.0.1:4001".parse().unwrap();
    let short = Duration::from_millis(300);
    let error = Cluster::work(&nowhere, 1, &purpose("one"), short, |_, x| talk(x, 1, 1));
    let error = error.unwrap_err();
    assert!(matches!(error, ClusterError::Unreachable { process: 0, .. }), "{error}");
    let error = Cluster::work(&nowhere, 0, &purpose("one"), short, |_, x| talk(x, 1, 1));
    assert!(matches!(error, Err(ClusterError::Listen { process: 0, .. })));

    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken: Hosts = format!("{}\n127.0.0.1:4001", held.local_addr().unwrap()).parse().unwrap();
    let error = Cluster::work(&taken, 0, &purpose("one"), short, |_, x| talk(x, 1, 1));
    assert!(matches!(error, Err(ClusterError::Listen { process: 0, .. })));

    let error = Cluster::work(&hosts, 0, &purpose("one"), short, |_, x| talk(x, 1, 1));
    assert!(matches!(error, Err(ClusterError::Absent { process: 1, .. })));
}

#[test]
fn strangers_at_the_port_disturb_nobody() {
    let hosts = hosts(2);
    let heard = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let first = scope
            .spawn(|| Cluster::work(&hosts, 0, &purpose("one"), PATIENCE, |_, x| talk(x, 9, 4)));
        thread::sleep(Duration::from_millis(200));
        let stranger = |said: &[u8]| {
            let mut stream = TcpStream::connect(hosts.address(0)).unwrap();
            stream.write_all(said).unwrap();
            stream
        };
        // One keeps silent, one closes the connection, one sends an HTTP request, and one sends too
        // much.
        let silent = stranger(b"");
        drop(stranger(b"HUARNET\n"));
        let mut page = stranger(&b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(10));
        stranger(&[0xff; 100_000]);
        let second = Cluster::work(&hosts, 1, &purpose("one"), PATIENCE, |_, x| talk(x, 9, 4));
        assert!(second.unwrap().is_ok());
        assert!(first.join().unwrap().unwrap().is_ok());
        let mut answer = Vec::new();
        let _ = page.read_to_end(&mut answer);
        heard.lock().unwrap().push(answer);
        drop(silent);
    });
    assert_eq!(heard.into_inner().unwrap(), [Vec::<u8>::new()], "a stranger gets no answer");
    assert!(TcpStream::connect(hosts.address(0)).is_err(), "nobody listens once all are connected");
}

#[test]
fn hosts_files_are_read_line_by_line() {
    let hosts: Hosts = "\n a:1 # first\n\n# none\n[::1]:2\n10.0.0.1:65535".parse().unwrap();
    assert_eq!(hosts.to_string(), "a:1\n[::1]:2\n10.0.0.1:65535\n");
    for (text, what) in [
        ("", "no process"),
        ("# nobody\n", "no process"),
        ("a", "host:port"),
        (":1", "host:port"),
        ("a b:1", "host:port"),
        ("::1:2", "in brackets"),
        ("a:0", "from 1 to 65535"),
        ("a:65536", "from 1 to 65535"),
        ("a:x", "from 1 to 65535"),
        ("a:1\nb:1\na:1", "line 3"),
    ] {
        let error = text.parse::<Hosts>().unwrap_err().to_string();
        assert!(error.contains(what), "{text:?}: {error}");
    }
    let many: String = (0..5000).map(|n| format!("h{n}:1\n")).collect();
    assert!(many.parse::<Hosts>().unwrap_err().to_string().contains("4096"));
}
