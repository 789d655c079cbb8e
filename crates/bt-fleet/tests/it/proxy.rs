//! A proxy between two processes, which stalls, or cuts the connection.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// What a proxy does to the bytes that go through it.
#[derive(Clone, Copy)]
pub enum Fault {
    /// It pauses for this time after each group of this many bytes.
    Stall { bytes: usize, time: Duration },
    /// It cuts the connection after this many bytes.
    Cut { bytes: usize },
}

/// The address of a port that is free at the moment.
pub fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    listener.local_addr().expect("it has an address").to_string()
}

/// Starts a proxy before an address. Returns its own.
pub fn proxy(to: &str, fault: Fault) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = listener.local_addr().expect("it has an address").to_string();
    let to = to.to_owned();
    thread::spawn(move || {
        let Ok((client, _)) = listener.accept() else { return };
        // The server may not listen yet.
        let server = (0..1000).find_map(|_| {
            thread::sleep(Duration::from_millis(5));
            TcpStream::connect(&to).ok()
        });
        let server = server.expect("it listens in the end");
        let back = (server.try_clone().expect("a socket"), client.try_clone().expect("a socket"));
        thread::spawn(move || pass(back.0, back.1, fault));
        pass(client, server, fault);
    });
    address
}

fn pass(mut from: TcpStream, mut to: TcpStream, fault: Fault) {
    let (mut buffer, mut passed) = ([0; 512], 0);
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        let before = passed;
        passed += length;
        match fault {
            Fault::Stall { bytes, time } if before / bytes != passed / bytes => thread::sleep(time),
            Fault::Cut { bytes } if passed > bytes => {
                let _ = from.shutdown(Shutdown::Both);
                let _ = to.shutdown(Shutdown::Both);
                return;
            }
            _ => {}
        }
        if to.write_all(&buffer[..length]).is_err() {
            return;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}
