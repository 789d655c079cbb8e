use bt::bt;

bt! { Alone(bool) = finally < condition(|open| *open) > }

bt! { Twice(bool) = finally < condition(|open| *open), action(|open| *open = false), succeed > }

bt! { Childless(bool) = sequence < finally, succeed > }

bt! { Timed(bool) = finally(2.0) < condition(|open| *open), succeed > }

bt! { Endless(bool) = sequence < finally < succeed, forever < succeed > >, action(|open| *open = true) > }

fn main() {}
