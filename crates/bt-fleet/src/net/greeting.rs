//! The handshake of two processes: each proves that it knows the key, and describes itself.
//!
//! ```text
//! caller                         listener
//! magic, nonce            -->
//!                         <--    magic, nonce
//! words, proof            -->
//!                         <--    verdict: welcome with words and proof, or why not
//! ```
//!
//! A proof is an HMAC over the side, both nonces and the message, so it cannot be replayed.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use super::framed::{receive, send};
use super::key::{Key, Proof};

/// The first bytes of both sides, with the version of the protocol.
const MAGIC: [u8; 8] = *b"btfleet2";

/// The most bytes in one part of a greeting.
const LONGEST: u32 = 1 << 16;

type Nonce = [u8; 32];

/// Why a handshake failed.
#[derive(Debug)]
pub(crate) enum Stranger {
    /// The connection failed, was too slow, or is with something that is not a fleet.
    Broken(io::Error),
    /// The other side has a different key.
    WrongKey,
    /// The listener rejects this caller.
    Refused(Refusal),
}

/// Why a listener rejects a caller that knows the key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Refusal {
    /// The addresses of the two processes that have the same number.
    pub(crate) first: String,
    pub(crate) second: String,
}

impl From<io::Error> for Stranger {
    fn from(error: io::Error) -> Self {
        Stranger::Broken(error)
    }
}

#[derive(Serialize, Deserialize)]
enum Verdict {
    Welcome(Vec<u8>, Proof),
    Key,
    Unwelcome(Refusal),
}

/// Greets a listener. Returns what it says.
pub(crate) fn greet(stream: &mut (impl Read + Write), key: &Key, words: &[u8]) -> Result<Vec<u8>, Stranger> {
    let own = nonce()?;
    stream.write_all(&[&MAGIC[..], &own].concat())?;
    let their = hear_nonce(stream)?;
    send(stream, &(words, key.prove(&[b"caller", &own, &their, words])))?;
    match receive(stream, LONGEST)? {
        Verdict::Welcome(words, proof) if key.holds(&[b"listener", &own, &their, &words], &proof) => Ok(words),
        Verdict::Welcome(..) | Verdict::Key => Err(Stranger::WrongKey),
        Verdict::Unwelcome(refusal) => Err(Stranger::Refused(refusal)),
    }
}

/// Answers a caller that knows the key, depending on its message. Returns the result of `judge`.
pub(crate) fn answer<T>(
    stream: &mut (impl Read + Write),
    key: &Key,
    judge: impl FnOnce(&[u8]) -> Result<(T, Vec<u8>), Refusal>,
) -> Result<T, Stranger> {
    // The caller speaks first, so strangers learn nothing.
    let their = hear_nonce(stream)?;
    let own = nonce()?;
    stream.write_all(&[&MAGIC[..], &own].concat())?;
    let (words, proof): (Vec<u8>, Proof) = receive(stream, LONGEST)?;
    if !key.holds(&[b"caller", &their, &own, &words], &proof) {
        send(stream, &Verdict::Key)?;
        return Err(Stranger::WrongKey);
    }
    match judge(&words) {
        Ok((judged, words)) => {
            let proof = key.prove(&[b"listener", &their, &own, &words]);
            send(stream, &Verdict::Welcome(words, proof))?;
            Ok(judged)
        }
        Err(refusal) => {
            send(stream, &Verdict::Unwelcome(refusal.clone()))?;
            Err(Stranger::Refused(refusal))
        }
    }
}

fn nonce() -> io::Result<Nonce> {
    let mut nonce = [0; 32];
    getrandom::fill(&mut nonce).map_err(io::Error::other)?;
    Ok(nonce)
}

fn hear_nonce(stream: &mut impl Read) -> io::Result<Nonce> {
    let mut magic = [0; MAGIC.len()];
    // Byte by byte, so that a stranger is detected at the first wrong byte.
    for (heard, expected) in magic.iter_mut().zip(MAGIC) {
        stream.read_exact(std::slice::from_mut(heard))?;
        if *heard != expected {
            return Err(io::Error::other("the other side does not speak the protocol of this version"));
        }
    }
    let mut nonce = [0; 32];
    stream.read_exact(&mut nonce)?;
    Ok(nonce)
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::thread;

    use super::*;

    /// Both sides of a greeting between processes with these keys.
    fn meet(caller: &str, listener: &str) -> (Result<Vec<u8>, Stranger>, Result<Vec<u8>, Stranger>) {
        let socket = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let address = socket.local_addr().expect("it has an address");
        let key = Key::new(listener);
        let answering = thread::spawn(move || {
            let (mut stream, _) = socket.accept().expect("it calls");
            answer(&mut stream, &key, |words| Ok((words.to_vec(), b"hello, caller".to_vec())))
        });
        let mut stream = TcpStream::connect(address).expect("it listens");
        let greeted = greet(&mut stream, &Key::new(caller), b"hello, listener");
        drop(stream);
        (greeted, answering.join().expect("no panic"))
    }

    #[test]
    fn those_with_the_same_key_hear_each_other() {
        let (greeted, answered) = meet("secret", "secret");
        assert_eq!(greeted.expect("the key is right"), b"hello, caller");
        assert_eq!(answered.expect("the key is right"), b"hello, listener");
    }

    #[test]
    fn another_key_is_refused_on_both_sides() {
        for (caller, listener) in [("secret", "other"), ("", "secret"), ("secret", "")] {
            let (greeted, answered) = meet(caller, listener);
            assert!(matches!(greeted, Err(Stranger::WrongKey)), "{greeted:?}");
            assert!(matches!(answered, Err(Stranger::WrongKey)), "{answered:?}");
        }
    }
}
