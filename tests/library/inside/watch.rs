//! The monitor of the other processes of a search.

use huarong::cluster::Hosts;
use huarong::cluster::watch::{THERE, Watch};
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
    let silence = Duration::from_millis(200);
    let (near, far) = connected();
    let watch = Watch::new(&two(), vec![None, Some(near)], silence).unwrap();
    let other = Watch::new(&two(), vec![Some(far), None], silence).unwrap();
    thread::sleep(2 * silence);
    assert!(!watch.has_failed() && !other.has_failed(), "both beat");
    drop((watch, other));

    let (near, _far) = connected();
    let watch = Watch::new(&two(), vec![None, Some(near)], silence).unwrap();
    let lost = watch.finish().unwrap_err().to_string();
    assert!(lost.contains("process 1") && lost.contains("for 0.2 seconds"), "{lost}");
}

/// A process that reads nothing fills its connection, and a writer to it blocks. Other threads must
/// still be able to read the state.
#[test]
fn nobody_waits_for_a_process_that_does_not_listen() {
    let silence = Duration::from_secs(60);
    let (near, far) = connected();
    let watch = Watch::new(&two(), vec![None, Some(near)], silence).unwrap();
    let speaker = watch.speaker.clone();
    let speaking = thread::spawn(move || speaker.say(&vec![THERE; 64 << 20]));
    // The writer holds its turn as long as the connection is full.
    while watch.speaker.turn.try_lock().is_ok() {
        thread::yield_now();
    }
    let asked = Instant::now();
    watch.alarm().lost(1, "127.0.0.1:2", "it is simulated");
    assert!(watch.failure().is_some() && watch.has_failed());
    assert!(asked.elapsed() < silence / 2);
    assert!(!speaking.is_finished(), "it still waits for the other end");
    drop(far);
    speaking.join().unwrap();
}
