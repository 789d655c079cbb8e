//! Fleets that talk by TLS.

use std::thread;
use std::time::Duration;

use bt_fleet::{FleetError, Tls};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

use crate::proxy::{Fault, free_port, proxy};
use crate::town::{Town, fleet, hashes};
use crate::within::within;

/// An authority, and the certificate of a fleet that it has signed.
fn tls() -> Tls {
    let (authority_key, key) = (KeyPair::generate().expect("a key"), KeyPair::generate().expect("a key"));
    let mut params = CertificateParams::new(Vec::new()).expect("no names");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = params.self_signed(&authority_key).expect("it is signed");
    let issuer = Issuer::new(params, authority_key);
    let params = CertificateParams::new(vec!["fleet".to_owned()]).expect("a name");
    let certificate = params.signed_by(&key, &issuer).expect("it is signed");
    let pem = [certificate.pem(), key.serialize_pem(), authority.pem()];
    Tls::from_pem(pem[0].as_bytes(), pem[1].as_bytes(), pem[2].as_bytes(), "fleet").expect("they fit together")
}

#[test]
fn a_fleet_runs_by_tls() {
    within(|| {
        let (tls, addresses) = (tls(), [free_port(), free_port()]);
        // What goes through the network is cut into small pieces, some of them late.
        let fault = Fault::Stall { bytes: 40_000, time: Duration::from_millis(10) };
        let seen = [proxy(&addresses[0], fault), addresses[1].clone()];
        let own = tls.clone();
        let second = thread::spawn(move || fleet(Town).threads(2).tls(own).key("hush").join(1, &seen));
        let first = fleet(Town).threads(2).tls(tls).key("hush").join(0, &addresses);
        assert_eq!(first.expect("it runs").hashes, hashes());
        second.join().expect("no panic").expect("it runs");
    });
}

#[test]
fn a_lost_connection_by_tls_is_an_error_on_both_sides() {
    within(|| {
        let (tls, addresses) = (tls(), [free_port(), free_port()]);
        let seen = [proxy(&addresses[0], Fault::Cut { bytes: 60_000 }), addresses[1].clone()];
        let own = tls.clone();
        let second = thread::spawn(move || fleet(Town).tls(own).join(1, &seen));
        let first = fleet(Town).tls(tls).join(0, &addresses).expect_err("it is lost");
        let second = second.join().expect("no panic").expect_err("it is lost");
        assert!(matches!(first, FleetError::PeerGone { process: 1 }), "{first}");
        assert!(matches!(second, FleetError::PeerGone { process: 0 }), "{second}");
    });
}

#[test]
fn those_of_another_authority_and_those_without_tls_are_strangers() {
    within(|| {
        let (right, addresses) = (tls(), [free_port(), free_port()]);
        let (own, first_tls) = (addresses.clone(), right.clone());
        let first = thread::spawn(move || fleet(Town).tls(first_tls).join(0, &own));
        let soon = Duration::from_millis(700);
        let error = fleet(Town).patience(soon).tls(tls()).join(1, &addresses).expect_err("another authority");
        assert!(matches!(error, FleetError::Unreachable { process: 0, .. }), "{error}");
        let error = fleet(Town).patience(soon).join(1, &addresses).expect_err("no TLS");
        assert!(matches!(error, FleetError::Unreachable { process: 0, .. }), "{error}");
        fleet(Town).tls(right).join(1, &addresses).expect("it runs");
        assert_eq!(first.join().expect("no panic").expect("it runs").hashes, hashes());
    });
}

#[test]
fn certificates_that_do_not_fit_are_errors() {
    let error = Tls::from_pem(b"", b"", b"", "fleet").expect_err("there is none").to_string();
    assert_eq!(error, "TLS: the certificate: there is none");
}
