use kennel::{Bark, Chase, Dog};

bt::bt! {
    pub Alarm(Dog) = sequence <
        repeet(2) < bark >,
        inverter < bark, chase >,
        forever < chase >,
        bark,
    >
}

fn main() {}
