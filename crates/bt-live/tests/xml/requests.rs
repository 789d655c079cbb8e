//! Nodes whose answer comes from elsewhere.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use bt::{Request, Status};
use bt_live::xml::{Board, MapBoard, Palette, Value, input, output, parse};

type Answers = Arc<Mutex<Vec<Sender<Option<i32>>>>>;

fn palette(asked: &Answers) -> Palette<MapBoard> {
    let asked = Arc::clone(asked);
    let palette = Palette::new().condition("Go", [], |board: &MapBoard, _| board.get("stop").is_none());
    palette.request("Ask", [input("what"), output("answer")], move |_, _| {
        let (sender, receiver) = channel();
        asked.lock().unwrap().push(sender);
        Request::receiver(receiver)
    })
}

fn file(root: &str) -> String {
    format!(r#"<root BTCPP_format="4"><BehaviorTree ID="Main">{root}</BehaviorTree></root>"#)
}

#[test]
fn an_answer_goes_to_the_output_port() {
    let asked = Answers::default();
    let file = file(r#"<Repeat num_cycles="2"><Ask what="?" answer="{a}"/></Repeat>"#);
    let (mut tree, mut board) = (parse(&file, &palette(&asked)).unwrap().tree, MapBoard::default());
    assert_eq!(tree.tick_for(0.1, &mut board), Status::Running);
    assert_eq!(tree.tick_for(0.1, &mut board), Status::Running);
    assert_eq!(asked.lock().unwrap().len(), 1);
    asked.lock().unwrap()[0].send(Some(7)).unwrap();
    // The second pass asks again.
    assert_eq!(tree.tick_for(0.1, &mut board), Status::Running);
    assert_eq!((board.get("a"), asked.lock().unwrap().len()), (Some(Value::of(7)), 2));
    asked.lock().unwrap()[1].send(None).unwrap();
    assert_eq!(tree.tick_for(0.1, &mut board), Status::Failure);
}

#[test]
fn a_sender_that_is_gone_fails_the_node() {
    let asked = Answers::default();
    let file = file(r#"<Ask what="?" answer="{a}"/>"#);
    let (mut tree, mut board) = (parse(&file, &palette(&asked)).unwrap().tree, MapBoard::default());
    assert_eq!(tree.tick_for(0.1, &mut board), Status::Running);
    asked.lock().unwrap().clear();
    assert_eq!((tree.tick_for(0.1, &mut board), board.get("a")), (Status::Failure, None));
}

#[test]
fn a_halt_cancels_the_request() {
    let asked = Answers::default();
    let file = file(r#"<ReactiveSequence><Go/><Ask what="?" answer="{a}"/></ReactiveSequence>"#);
    let (mut tree, mut board) = (parse(&file, &palette(&asked)).unwrap().tree, MapBoard::default());
    assert_eq!(tree.tick_for(0.1, &mut board), Status::Running);
    board.set("stop", Value::of(true));
    assert_eq!(tree.tick_for(0.1, &mut board), Status::Failure);
    // The receiver is gone.
    assert!(asked.lock().unwrap()[0].send(Some(1)).is_err());
}

#[test]
#[should_panic(expected = "several output ports")]
fn a_request_has_one_answer() {
    let _ = Palette::<MapBoard>::new()
        .request("Ask", [output("a"), output("b")], |_, _| Request::receiver(channel::<Option<i32>>().1));
}
