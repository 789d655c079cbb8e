use bt::bt;

struct Sheep {
    hunger: u32,
    wolf: bool,
}

impl Sheep {
    fn is_hungry(&self) -> bool {
        self.hunger > 5
    }
}

bt! {
    Else(Sheep) = priority < if Sheep::is_hungry => succeed, else => running, if => running >
}

bt! {
    ElseIf(Sheep) = priority < |sheep| sheep.wolf => fail, else if Sheep::is_hungry => succeed, else running >
}

bt! {
    Nothing(Sheep) = priority < if => succeed, while => fail, running >
}

bt! {
    NoArrow(Sheep) = priority < if Sheep::is_hungry, if |sheep| sheep.wolf: fail, while running >
}

bt! {
    Misspelt(Sheep) = priority < iff Sheep::is_hungry => succeed, whlie |sheep| sheep.wolf => fail, when Sheep::is_hungry => fail, running >
}

bt! {
    Labelled(Sheep) = priority < eat: if Sheep::is_hungry => succeed, flee: while |sheep| sheep.wolf => fail, running >
}

bt! {
    Expression(Sheep) = priority < if true { Sheep::is_hungry } else { Sheep::is_hungry } => succeed, if sheep.hunger > 5 => fail, running >
}

bt! {
    Let(Sheep) = priority < if let Some(wolf) = find_wolf => succeed, if if Sheep::is_hungry => fail, running >
}

bt! {
    Last(Sheep) = priority < |sheep| sheep.wolf => fail, if true => succeed >
}

bt! {
    Elsewhere(Sheep) = selector < if Sheep::is_hungry => fail, while |sheep| sheep.wolf => succeed, running >
}

bt! {
    Code(Sheep) = priority < if Sheep::is_hungry or_else => fail, if |sheep| sheep.hunger > => succeed, Sheep:: => fail, running >
}

fn main() {}
