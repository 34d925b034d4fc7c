//! The monitor of the other processes of a search.

use huarong_search::cluster::failures::{ALIVE, FailureDetector};
use huarong_search::cluster::{ClusterError, Hosts};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;
use std::time::Instant;

/// Both ends of a connection.
fn connected() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (one, listener.accept().unwrap().0)
}

fn two() -> Hosts {
    "127.0.0.1:1\n127.0.0.1:2\n".parse().unwrap()
}

#[test]
fn a_silent_process_is_lost_and_one_that_speaks_is_not() {
    let timeout = Duration::from_millis(200);
    let (near, far) = connected();
    let detector = FailureDetector::new(&two(), vec![None, Some(near)], timeout).unwrap();
    let other = FailureDetector::new(&two(), vec![Some(far), None], timeout).unwrap();
    thread::sleep(2 * timeout);
    assert!(!detector.has_failed() && !other.has_failed(), "both beat");
    drop((detector, other));

    let (near, _far) = connected();
    let detector = FailureDetector::new(&two(), vec![None, Some(near)], timeout).unwrap();
    let lost = detector.finish().unwrap_err().to_string();
    assert!(lost.contains("process 1") && lost.contains("for 0.2 seconds"), "{lost}");
}

/// A process that reads nothing fills its connection, and a writer to it blocks. Other threads must
/// still be able to read the state.
#[test]
fn nobody_waits_for_a_process_that_does_not_listen() {
    let timeout = Duration::from_secs(60);
    let (near, far) = connected();
    let detector = FailureDetector::new(&two(), vec![None, Some(near)], timeout).unwrap();
    let speaker = detector.speaker.clone();
    let speaking = thread::spawn(move || speaker.say(&vec![ALIVE; 64 << 20]));
    // The writer holds its turn as long as the connection is full.
    while detector.speaker.turn.try_lock().is_ok() {
        thread::yield_now();
    }
    let asked = Instant::now();
    detector.reporter().lost(1, "127.0.0.1:2", "it is simulated");
    assert!(detector.failure().is_some() && detector.has_failed());
    assert!(asked.elapsed() < timeout / 2);
    assert!(!speaking.is_finished(), "it still waits for the other end");
    drop(far);
    speaking.join().unwrap();
}

/// Process 1 failed, and process 2 hears it from process 0 alone.
#[test]
fn a_failure_that_is_passed_on_names_the_process_that_failed() {
    let hosts: Hosts = "127.0.0.1:1\n127.0.0.1:2\n127.0.0.1:3\n".parse().unwrap();
    let timeout = Duration::from_secs(20);
    let why = || "its disk is full".to_owned();
    let address = || "127.0.0.1:2".to_owned();
    for failure in [
        ClusterError::Failed { process: 1, address: address(), why: why() },
        ClusterError::Lost { process: 1, address: address(), why: why() },
    ] {
        let (near, far) = connected();
        let [(a, _a), (b, _b)] = [connected(), connected()];
        let zero = FailureDetector::new(&hosts, vec![None, Some(a), Some(far)], timeout).unwrap();
        let two = FailureDetector::new(&hosts, vec![Some(near), Some(b), None], timeout).unwrap();
        zero.pass_on(&failure);
        assert_eq!(two.finish().unwrap_err().to_string(), failure.to_string());
    }
}
