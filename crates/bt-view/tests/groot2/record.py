"""Records what BehaviorTree.CPP's `Groot2Publisher` answers, as data for the tests.

    pip install behaviortreepy pyzmq
    python crates/bt-view/tests/groot2/record.py

A line `tick` or `halt` is what the program did. `>` has the parts of a request, `<` those of the reply, in hexadecimal digits.
"""

import os
import struct
import sys

import behaviortreepy as bt
import zmq

STATUSES = {"S": bt.NodeStatus.SUCCESS, "F": bt.NodeStatus.FAILURE, "R": bt.NodeStatus.RUNNING}

# For each trace: the tree, what its leaves answer, one letter a call, and what the program does. The tests have the same trees.
TREES = {
    "sequence": (
        """<Sequence><a/><Fallback><b/><c/></Fallback><Inverter><d/></Inverter></Sequence>""",
        {"a": "SRS", "b": "FSF", "c": "RS", "d": "FRFS"},
        "tick tick tick tick tick tick",
    ),
    "reactive": (
        """<ReactiveSequence><a/><ReactiveFallback><b/><Sequence><c/><d/><e/></Sequence></ReactiveFallback></ReactiveSequence>""",
        {"a": "SSSFSSS", "b": "FFFFSF", "c": "S", "d": "RRSRRR", "e": "RRR"},
        "tick tick tick tick tick tick tick",
    ),
    "parallel": (
        """<Parallel success_count="2" failure_count="2"><Sequence><a/><b/></Sequence><c/><d/><ForceSuccess><e/></ForceSuccess></Parallel>""",
        {"a": "S", "b": "RRRSRRS", "c": "RSFR", "d": "RFRR", "e": "RRFRRRR"},
        "tick tick tick tick tick halt tick tick",
    ),
    "halt": (
        """<Sequence><a/><Fallback><b/><Sequence><c/><ForceFailure><d/></ForceFailure></Sequence></Fallback></Sequence>""",
        {"a": "S", "b": "F", "c": "S", "d": "RRSRR"},
        "tick halt tick tick halt tick halt",
    ),
}

# A tree as users have it: subtrees, scripts, entries.
PATROL = """<root BTCPP_format="4" main_tree_to_execute="Patrol">
  <BehaviorTree ID="Patrol">
    <ReactiveSequence name="root">
      <Inverter><BatteryLow name="low?"/></Inverter>
      <Sequence>
        <Script code="goal:=3; room:='kitchen'; speed:=0.5"/>
        <SubTree ID="Go" target="{goal}" name="first"/>
        <Fallback>
          <AlwaysFailure/>
          <RetryUntilSuccessful num_attempts="2"><AlwaysSuccess/></RetryUntilSuccessful>
        </Fallback>
        <SubTree ID="Go" target="{goal}"/>
      </Sequence>
    </ReactiveSequence>
  </BehaviorTree>
  <BehaviorTree ID="Go">
    <Sequence><MoveTo _onSuccess="target:=target+1; steps:=2"/><Note _skipIf="target == 4"/></Sequence>
  </BehaviorTree>
</root>"""


class Program:
    """A program with a publisher, and a client of it."""

    def __init__(self, xml, leaves, port):
        self.factory = bt.BehaviorTreeFactory()
        for name, answers in leaves.items():
            self.leaf(name, answers)
        self.tree = self.factory.create_tree_from_text(xml)
        self.publisher = bt.Groot2Publisher(self.tree, port)
        self.socket = zmq.Context.instance().socket(zmq.REQ)
        self.socket.setsockopt(zmq.RCVTIMEO, 2000)
        self.socket.connect(f"tcp://127.0.0.1:{port}")
        self.lines, self.id = [], 0

    def leaf(self, name, answers):
        calls = [0]

        def answer(_):
            calls[0] += 1
            return STATUSES[answers[(calls[0] - 1) % len(answers)]]

        self.factory.register_simple_stateful_action(name, answer, answer, lambda _: None)

    def ask(self, kind, *parts):
        self.id += 1
        self.send(struct.pack("<BcI", 2, kind.encode(), self.id), *parts)

    def send(self, *parts):
        self.socket.send_multipart(parts)
        reply = self.socket.recv_multipart()
        for mark, message in ((">", parts), ("<", reply)):
            self.lines.append(" ".join([mark, *(part.hex() or "-" for part in message)]))

    def do(self, word):
        self.lines.append(word)
        {"tick": self.tree.tick_exactly_once, "halt": self.tree.halt_tree}[word]()

    def write(self, name):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "traces", name + ".txt")
        with open(path, "w", encoding="ascii") as file:
            file.write("\n".join(self.lines) + "\n")


def of_tree(name, port):
    tree, leaves, deeds = TREES[name]
    xml = f'<root BTCPP_format="4"><BehaviorTree ID="{name}">{tree}</BehaviorTree></root>'
    program = Program(xml, leaves, port)
    program.ask("S")
    program.ask("t")
    program.ask("r", b"start")
    for word in deeds.split():
        program.do(word)
        program.ask("S")
        program.ask("t")
    program.ask("r", b"stop")
    program.do("tick")
    program.ask("t")
    program.ask("r", b"go")
    program.ask("D")
    program.ask("B", name.encode())
    program.ask("B", b"other")
    program.ask("A")
    program.ask("X")
    for kind in "BrIURZ":
        program.ask(kind)
    program.ask("R", b'{"uid":1,"position":0}')
    program.ask("U", b'{"uid":1,"desired_status":"SUCCESS","position":0,"remove_when_done":true}')
    program.send(b"abc")
    program.write(name)


def patrol(port):
    program = Program(PATROL, {"MoveTo": "RRS", "BatteryLow": "FFFFFFFS", "Note": "S"}, port)
    program.ask("T")
    program.ask("r", b"start")
    program.ask("S")
    for _ in range(9):
        program.do("tick")
        program.ask("t")
        program.ask("S")
        program.ask("B", b"Patrol;first;Go::14")
    program.write("patrol")


if __name__ == "__main__":
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 16670
    patrol(first)
    for number, name in enumerate(TREES, 1):
        of_tree(name, first + 2 * number)
