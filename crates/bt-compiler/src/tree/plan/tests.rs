//! Tests of `plan`: generated code declares the layout, and the right phase decides.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use super::layout::{Content, State, Variant};
use super::parts::{Finds, Inline};
use super::places::{Pieces, Sleeps};
use super::slots::{LeafSlot, TimerSize, Waits};
use super::{Plan, Region, plan};
use crate::error::Errors;
use crate::tree::ir::frame::Data;
use crate::tree::ir::{Holds, Machine, PartId, PlaceId, RegionId};
use crate::tree::{check, lower, nodes, parse, resolve};

fn planned(tree: &str) -> (Machine, Plan) {
    let mut errors = Errors::default();
    let parsed = parse::parse(tree.parse().expect("it is tokens"), &mut errors);
    let (model, source) =
        resolve::resolve(&quote::quote!(::bt::__private), &parsed, &mut errors).expect("it has a node");
    check::check(&model, &source, &mut errors);
    assert!(errors.check().is_ok(), "{tree}");
    let machine = lower::lower(&model, nodes::lower);
    let plan = plan(&parsed.header, &model, &source, &machine);
    (machine, plan)
}

/// The plan of a tree with a known context.
fn of(tree: &str) -> Plan {
    planned(&format!("T(Room) = {tree}")).1
}

fn fields(plan: &Plan, region: usize) -> Vec<&str> {
    let variants = plan.layout.states[region].variants.iter();
    let fields = variants.filter_map(|variant| match &variant.holds {
        Content::Fields(fields) => Some(fields),
        Content::Nothing | Content::Leaf { .. } => None,
    });
    fields.flatten().map(|field| field.name.as_str()).collect()
}

/// Trees with frames of every kind, and with places of every kind.
const TREES: [&str; 15] = [
    "parallel(success = 1, failure = |room| room.many) < running, sequence < a, b::<E> >, forever < gen: c > >",
    "parallel_all(failure = 2) < sequence < parallel < find, find > -> (x, y), bite(x, y) >, a >",
    "sequence < find -> prey, goto, wait(1.0), bite(prey), find -> other: Prey, delay(9.0) < goto >, bite(other) >",
    "pipeline < find -> x, throttle(1.0) < a >, bite(x) >",
    "simple_parallel < timeout(2.0) < a >, every(1.5, f) < every(|room| room.beat, f) < b > > >",
    "selector < cooldown(1.0) < a >, run_once < b >, random_selector < a, utility(f, 2) < a, b > > >",
    "for_each(|room, i| -> Option<Door> { None }) -> door < retry(3) < repeat(|room| room.n) < open(door) > > >",
    "observe(|room| -> u32 { 1 }) < reactive_sequence < find -> x, bite(x) > >",
    "keyed(|room| -> u32 { 1 }) < priority < f => a, b > >",
    "reactive_utility(f, 2, margin = |room| room.margin) < a, recover(2) < a, b > >",
    "finally < round_robin < a, near < b > >, c >",
    "sequence < finally < find, a > -> x, a, bite(x) >",
    "reactive_selector < guard(f) < a >, inverter < wait_between(1.0, 9.0) >, wait_until(f) >",
    "reactive_switch(|room| -> u32 { 1 }) < 1 => a, n => count(n) >",
    "selector < random_sequence < a, b >, weighted(1, 2) < action(f), condition(f) >, forever < a > >",
];

/// The enums in an expansion: the name of each, and its variants with the names of their fields, or `_` for a leaf.
fn enums(code: TokenStream) -> Vec<(String, Vec<String>)> {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        match (&tokens[at..], &tokens[at]) {
            ([TokenTree::Ident(word), name, TokenTree::Group(body), ..], _) if word == "enum" => {
                found.push((name.to_string(), items(body).iter().map(|variant| declared(variant)).collect()));
            }
            (_, TokenTree::Group(group)) => found.extend(enums(group.stream())),
            _ => {}
        }
    }
    found
}

/// The items between commas in brackets, except for commas in `<..>`.
fn items(group: &Group) -> Vec<Vec<TokenTree>> {
    let (mut items, mut depth) = (vec![Vec::new()], 0);
    for token in group.stream() {
        match token.to_string().as_str() {
            "<" => depth += 1,
            ">" => depth -= 1,
            "," if depth == 0 => {
                items.push(Vec::new());
                continue;
            }
            _ => {}
        }
        items.last_mut().expect("there is one").push(token);
    }
    items.retain(|item| !item.is_empty());
    items
}

fn declared(variant: &[TokenTree]) -> String {
    let fields = match variant.get(1) {
        Some(TokenTree::Group(fields)) if fields.delimiter() == Delimiter::Brace => {
            items(fields).iter().map(|field| field[0].to_string()).collect()
        }
        Some(_) => vec!["_".to_owned()],
        None => Vec::new(),
    };
    format!("{} {}", variant[0], fields.join(" "))
}

fn laid_out(state: &State) -> (String, Vec<String>) {
    let variant = |Variant { name, holds, .. }: &Variant| match holds {
        Content::Nothing => format!("{name} "),
        Content::Leaf { .. } => format!("{name} _"),
        Content::Fields(fields) => {
            let fields: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            format!("{name} {}", fields.join(" "))
        }
    };
    (state.name.clone(), state.variants.iter().map(variant).collect())
}

#[test]
fn generated_code_declares_the_layout() {
    let headers = ["T(Room)", "", "T(impl Senses)", "T(Room) on Shot", "r#type(Room)"];
    for (tree, header) in TREES.iter().flat_map(|tree| headers.map(|header| (tree, header))) {
        let text = if header.is_empty() { format!("(Room) = {tree}") } else { format!("{header} = {tree}") };
        let (_, plan) = planned(&text);
        let code = crate::tree::compile(quote!(::bt::__private), text.parse().expect("it is tokens"));
        let expected: Vec<_> = plan.layout.states.iter().map(laid_out).collect();
        assert_eq!(enums(code), expected, "{text}");
    }
}

#[test]
fn every_kind_of_field_is_laid_out() {
    let plans: Vec<Plan> = TREES.iter().map(|tree| of(tree)).collect();
    let fields = plans.iter().flat_map(|plan| &plan.layout.states).flat_map(|state| &state.variants);
    let mut seen = [false; 17];
    for variant in fields {
        let Content::Fields(fields) = &variant.holds else { continue };
        for field in fields {
            let kind = match field.data {
                Data::State(_) => 0,
                Data::Zero => 1,
                Data::Count(_) => 2,
                Data::Flag => 3,
                Data::Ended => 4,
                Data::Left(_) => 5,
                Data::Timer(_) => 6,
                Data::Margin(_) => 7,
                Data::Custom(_) => 8,
                Data::Key(_) => 9,
                Data::SeenKey(_) => 10,
                Data::Held(_) => 11,
                Data::Kept(_) => 12,
                Data::Given(_) => 13,
                Data::EndedWith(_) => 14,
                Data::ItemNumber => 15,
                Data::Item(_) => 16,
            };
            seen[kind] = true;
        }
    }
    assert_eq!(seen, [true; 17]);
}

#[test]
fn a_variant_is_found_by_its_place() {
    for tree in TREES {
        let (machine, plan) = planned(&format!("T(Room) = {tree}"));
        for (id, region) in machine.regions.iter().enumerate() {
            for place in region.place_ids() {
                // If the turn says which child begins, no variant needs to.
                let begins = matches!(region[place].holds, Holds::Begin);
                if begins && plan.region(RegionId(id)).takes_turns {
                    continue;
                }
                let name = &plan.layout.variant(RegionId(id), place).name;
                assert_eq!(*name, plan.names.places[id][place.0], "{tree}");
            }
        }
    }
}

#[test]
fn variants_have_the_order_of_the_tree() {
    let plan = of("sequence < a, selector < b, parallel < c, d > >, e >");
    let names = |region: usize| plan.layout.states[region].variants.iter().map(|variant| variant.name.as_str());
    assert_eq!(names(0).collect::<Vec<_>>(), ["Idle", "a", "b", "parallel", "e"]);
    assert_eq!(names(1).collect::<Vec<_>>(), ["Idle", "Succeeded", "Failed", "c"]);
    assert_eq!(fields(&plan, 0), ["c", "d"]);
}

#[test]
fn places_are_numbered_in_the_order_of_the_tree() {
    let numbers = |tree: &str| {
        let plan = of(tree);
        let numbers: Vec<usize> =
            region(&plan).order.iter().map(|&place| plan.place(RegionId(0), place).number).collect();
        (numbers, region(&plan).is_flat)
    };
    assert_eq!(numbers("sequence < a, selector < b, wait_until(f) >, running >"), (vec![1, 2, 3, 4], true));
    assert_eq!(numbers("sequence < a, selector < b, wait(1.0) > >"), (vec![1, 2, 3], false));
}

#[test]
fn leaves_have_one_piece_of_code_in_large_regions() {
    let pieces = |leaves: usize| {
        let plan = of(&format!("sequence < {} >", vec!["a"; leaves].join(", ")));
        let places = plan.region(RegionId(0)).places.iter();
        places.map(|place| place.code).collect::<Vec<_>>()
    };
    // The last id is that of the first place.
    let mut small = [Pieces::Two; 16];
    small[15] = Pieces::OneIfUnit;
    assert_eq!(pieces(16), small);
    assert_eq!(pieces(17), [Pieces::One; 17]);
}

#[test]
fn a_leaf_at_the_beginning_of_a_flow_has_one_piece_of_code_if_it_is_a_unit() {
    let pieces = |tree: &str| {
        let plan = of(tree);
        let region = region(&plan);
        region.order.iter().map(|&place| region.places[place.0].code).collect::<Vec<_>>()
    };
    assert_eq!(pieces("sequence < a, b >"), [Pieces::OneIfUnit, Pieces::Two]);
    assert_eq!(pieces("sequence < a(1), b >"), [Pieces::Two; 2]);
    assert_eq!(pieces("sequence < condition(f), a >"), [Pieces::Two]);
    assert_eq!(pieces("reactive_selector < guard(f) < a >, b >"), [Pieces::OneIfUnit; 2]);
    assert_eq!(pieces("forever < sequence < a, b > >")[1..], [Pieces::Two; 2]);
    assert_eq!(pieces("reactive_switch(f) < 1 => a, _ => b >"), [Pieces::Two; 2]);
}

#[test]
fn leaves_of_one_type_are_alike() {
    let alike = |tree: &str| -> Vec<usize> {
        let plan = of(tree);
        plan.region(RegionId(0)).alike.iter().map(Vec::len).collect()
    };
    assert_eq!(alike("sequence < a, b, a, running, wait_until(f), a(1) >"), [3, 1, 2]);
    assert_eq!(alike("sequence < wait(1.0), wait(1.0) >"), [1, 1]);
}

#[test]
fn short_literals_have_short_timers() {
    let size = |tree: &str| {
        let plan = of(tree);
        let Content::Fields(fields) = &plan.layout.states[0].variants[1].holds else { panic!("{tree} has a timer") };
        fields[0].timer.unwrap_or_else(|| panic!("{tree} has a timer"))
    };
    for tree in ["wait(1.0)", "wait(4.2_f32)", "wait_between(1.0, 2.0)", "every(1.0, f) < a >"] {
        assert_eq!(size(tree), TimerSize::Short, "{tree}");
    }
    for tree in
        ["wait(4.3)", "wait(time())", "wait(|room| room.time)", "wait_between(1.0, 5.0)", "wait_between(A, b())"]
    {
        assert_eq!(size(tree), TimerSize::Long, "{tree}");
    }
    for tree in ["wait(TIME)", "wait(Duration::from_millis(100))", "wait_between(1.0, TIME)", "every(TIME, f) < a >"] {
        assert!(matches!(size(tree), TimerSize::Constant(..)), "{tree}");
    }
}

#[test]
fn a_group_of_leaves_may_never_wait() {
    let waits = |tree: &str| {
        let (_, plan) = planned(tree);
        let places = plan.region(RegionId(0)).places.iter();
        places.filter_map(|place| Some(place.frame.as_ref()?.waits.clone())).collect::<Vec<_>>()
    };
    let held = "sequence < find -> prey, goto, bite(prey) >";
    assert!(matches!(&waits(&format!("T(Room) = {held}"))[..], [Waits::IfAnyOf { leaves, .. }] if leaves.len() == 1));
    assert_eq!(waits(&format!("T(Room) on Shot = {held}")), [Waits::Always]);
    assert_eq!(waits("T(Room) = sequence < find -> prey, wait(1.0), bite(prey) >"), [Waits::Always]);
    let acts = |action: &str| {
        waits(&format!("T(Room) {{ param: fn(&mut Room) }} = sequence < find -> prey, action({action}), bite(prey) >"))
    };
    for plain in
        ["ring", "Room::ring", "|room| room.ring()", "|room| room.bell.ring(prey, 3)", "|room| room.ring(&prey.bell)"]
    {
        assert!(matches!(&acts(plain)[..], [Waits::IfAnyOf { actions, .. }] if actions.len() == 1), "{plain}");
    }
    for at_once in [
        "|room| *room = Room::new()",
        "|room| room.rings += prey.bells[2]",
        "|room| room.mask >>= 1",
        "|room| room.bell=-1",
        "|room| room.bell = if room.open { 1 } else { 2 }",
        "|room| room.bells[a == b..=c] = 1",
        "|room| { room.ring(Bell::new()); }",
        "|room| { if room.a != room.b { println!(\"{prey}\"); } room.bell = 1; }",
    ] {
        let [Waits::IfAnyOf { leaves, actions }] = &acts(at_once)[..] else { panic!("{at_once} ends at once") };
        assert_eq!((leaves.len(), actions.len()), (0, 0), "{at_once}");
    }
    // If the tree were in the room, the type of its state would depend on itself.
    for closure in [
        "param",
        "|room| { room.ring() }",
        "|room| room.ring(Bell::new())",
        "|room| room.a == room.b",
        "|room| room.a <= room.b",
        "|room| if let Some(bell) = room.bell { bell.ring() } else { Status::Running }",
        "|room| match room.bell { 0..=3 => Status::Running, _ => Status::Success }",
        "|room| { return Status::Running; }",
        "|room| { loop { break_out(); } ; }",
        "|room| { bail!(Status::Running); }",
        "|room| { room.ring()?; }",
        "|room, span| room.bell = 1",
    ] {
        assert_eq!(acts(closure), [Waits::Always], "{closure}");
    }
}

#[test]
fn a_frame_takes_a_value_for_the_child_that_uses_it_last() {
    let takes = |child: &str| {
        let plan = of(&format!("sequence < find -> prey, {child} >"));
        region(&plan).order.iter().any(|&place| !plan.moves.frame(RegionId(0), place).is_empty())
    };
    assert!(takes("timeout(1.0) < eat(prey) >"));
    assert!(takes("parallel < eat(prey), hide >"));
    assert!(takes("parallel < eat(prey), hide(prey) >"));
    assert!(!takes("parallel < eat(prey), repeat(2) < hide(prey) > >"));
    assert!(!takes("pipeline < eat(prey), hide(prey) >"));
    assert!(!takes("repeat(2) < eat(prey) >"));
}

#[test]
fn slots_depend_on_context_and_messages() {
    let slot = |tree: &str| planned(tree).1.slots.of_leaves;
    assert_eq!(slot("T(Room) = a"), LeafSlot::Sized);
    assert_eq!(slot("sequence < a, condition(|room| room.open) >"), LeafSlot::Sized);
    assert_eq!(slot("a"), LeafSlot::SizedInAnyContext);
    assert_eq!(slot("T(impl Senses) = a"), LeafSlot::SizedInAnyContext);
    assert_eq!(slot("T(impl Senses) on Shot = a"), LeafSlot::WithMessages);
}

fn region(plan: &Plan) -> &Region {
    plan.region(RegionId(0))
}

#[test]
fn what_asks_the_context_never_sleeps() {
    let sleeps = |tree: &str| {
        let plan = of(tree);
        region(&plan).order.iter().map(|&place| plan.place(RegionId(0), place).sleeps).collect::<Vec<_>>()
    };
    use Sleeps::{AsItHolds, Endless, Never};
    assert_eq!(sleeps("sequence < a, running, wait_until(f), wait(1.0) >"), [AsItHolds, Endless, Never, AsItHolds]);
    assert_eq!(sleeps("sequence < guard(f) < wait(1.0) >, a >"), [Never, AsItHolds]);
    assert_eq!(sleeps("reactive_selector < running, a >"), [Never, Never]);
    assert_eq!(sleeps("sequence < near < wait(1.0) >, inverter < timeout(1.0) < a > > >"), [Never, AsItHolds]);
}

#[test]
fn a_reactive_node_with_many_places_numbers_its_children() {
    let finds = |children: usize| {
        let plan = of(&format!("reactive_selector < {} >", vec!["a"; children].join(", ")));
        let entry = PartId(region(&plan).parts.len() - 1);
        let reactive = plan.part(RegionId(0), entry).body.reactive();
        let apart = reactive.children.iter().filter(|child| child.runs_apart).count();
        (reactive.finds_active, apart)
    };
    assert_eq!(finds(32), (Finds::ByPatterns, 31));
    assert_eq!(finds(33), (Finds::ByNumber, 32));
}

#[test]
fn few_leaves_below_a_guard_are_inlined() {
    let inlined = |tree: &str| {
        let plan = of(tree);
        region(&plan).parts.iter().filter(|part| part.inline == Inline::Always).count()
    };
    // The whole tree, the guard, and the nodes below it.
    assert_eq!(inlined("reactive_selector < guard(f) < a >, b >"), 3);
    assert_eq!(inlined("reactive_selector < guard(f) < sequence < a, b, c, d, e, g, h > >, b >"), 2);
    assert_eq!(inlined("selector < guard(f) < a >, b >"), 2);
}

#[test]
fn a_flow_knows_where_it_waits() {
    let (machine, plan) = planned("T(Room) = sequence < a, forever < b >, c >");
    let steps = plan.part(RegionId(0), machine.regions[0].entry).body.steps();
    let at = |place: PlaceId| steps.step_at(place).map(|step| step.0);
    let found: Vec<Option<usize>> = region(&plan).order.iter().map(|&place| at(place)).collect();
    // The first step is the one of the `sequence`, for mocks.
    assert_eq!(found, [Some(1), Some(2), Some(2), Some(3)]);
}
