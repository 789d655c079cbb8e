// Loads a file of trees into BehaviorTree.CPP, with a node for each model in it, makes each tree, and prints their names.
// With more arguments it ticks the main tree, whose leaves answer as a script says, and prints what happens.
//
//   load FILE
//   load FILE once|exactly TICKS {LEAF SCRIPT hold|loop RESTARTS}

#include <behaviortree_cpp/bt_factory.h>
#include <tinyxml2.h>

#include <iostream>
#include <map>
#include <set>

using namespace BT;

struct Script
{
  std::string letters;
  bool wraps = false;
  bool restarts = false;
  size_t position = 0;
};

static std::map<std::string, Script> scripts;

// A leaf that answers with the letters of its script, and prints what is done with it.
class Leaf : public StatefulActionNode
{
public:
  using StatefulActionNode::StatefulActionNode;

  NodeStatus onStart() override
  {
    if(script().restarts)
    {
      script().position = 0;
    }
    std::cout << "start " << key() << "\n";
    return answer();
  }

  NodeStatus onRunning() override
  {
    std::cout << "run " << key() << "\n";
    return answer();
  }

  void onHalted() override
  {
    std::cout << "finish " << key() << " Aborted\n";
  }

private:
  std::string key()
  {
    return config().input_ports.count("arg_1") ? config().input_ports.at("arg_1") : name();
  }

  Script& script()
  {
    return scripts[key()];
  }

  NodeStatus answer()
  {
    auto& own = script();
    if(own.letters.empty())
    {
      return NodeStatus::SUCCESS;
    }
    const auto length = own.letters.size();
    const auto at = own.wraps ? own.position % length : std::min(own.position, length - 1);
    own.position++;
    switch(own.letters[at])
    {
      case 'S':
        std::cout << "finish " << key() << " Success\n";
        return NodeStatus::SUCCESS;
      case 'F':
        std::cout << "finish " << key() << " Failure\n";
        return NodeStatus::FAILURE;
      default:
        return NodeStatus::RUNNING;
    }
  }
};

class Decorator : public DecoratorNode
{
public:
  using DecoratorNode::DecoratorNode;

  NodeStatus tick() override
  {
    return child()->executeTick();
  }
};

class Control : public ControlNode
{
public:
  using ControlNode::ControlNode;

  NodeStatus tick() override
  {
    return children_nodes_.front()->executeTick();
  }
};

template <class Node>
static void add(BehaviorTreeFactory& factory, const std::string& id, const PortsList& ports, NodeType type)
{
  factory.registerBuilder(TreeNodeManifest{ type, id, ports, {} },
                          [](const std::string& name, const NodeConfig& config) -> std::unique_ptr<TreeNode> {
                            return std::make_unique<Node>(name, config);
                          });
}

static void register_models(BehaviorTreeFactory& factory, const char* path)
{
  tinyxml2::XMLDocument document;
  if(document.LoadFile(path) != tinyxml2::XML_SUCCESS)
  {
    throw RuntimeError("not XML: ", document.ErrorStr());
  }
  const auto* models = document.RootElement()->FirstChildElement("TreeNodesModel");
  for(auto* model = models ? models->FirstChildElement() : nullptr; model; model = model->NextSiblingElement())
  {
    const std::string kind = model->Name(), id = model->Attribute("ID");
    PortsList ports;
    for(auto* port = model->FirstChildElement(); port; port = port->NextSiblingElement())
    {
      const std::string direction = port->Name();
      if(direction == "input_port")
      {
        ports.insert(InputPort<AnyTypeAllowed>(port->Attribute("name")));
      }
      else if(direction == "output_port")
      {
        ports.insert(OutputPort<AnyTypeAllowed>(port->Attribute("name")));
      }
    }
    if(kind == "Action" || kind == "Condition")
    {
      add<Leaf>(factory, id, ports, NodeType::ACTION);
    }
    else if(kind == "Decorator")
    {
      add<Decorator>(factory, id, ports, NodeType::DECORATOR);
    }
    else if(kind == "Control")
    {
      add<Control>(factory, id, ports, NodeType::CONTROL);
    }
  }
}

int main(int count, char** arguments)
{
  try
  {
    BehaviorTreeFactory factory;
    register_models(factory, arguments[1]);
    factory.registerBehaviorTreeFromFile(arguments[1]);
    if(count == 2)
    {
      for(const auto& id : factory.registeredBehaviorTrees())
      {
        factory.createTree(id);
        std::cout << id << "\n";
      }
      return 0;
    }
    const bool exactly = std::string(arguments[2]) == "exactly";
    const int ticks = std::stoi(arguments[3]);
    for(int at = 4; at + 3 < count; at += 4)
    {
      const std::string after = arguments[at + 2], restarts = arguments[at + 3];
      scripts[arguments[at]] = Script{ arguments[at + 1], after == "loop", restarts == "true", 0 };
    }
    auto tree = factory.createTree(factory.registeredBehaviorTrees().front());
    for(int tick = 0; tick < ticks; tick++)
    {
      const auto status = exactly ? tree.tickExactlyOnce() : tree.tickOnce();
      std::cout << "= " << (status == NodeStatus::SUCCESS ? "Success" : status == NodeStatus::FAILURE ? "Failure" : "Running")
                << "\n";
    }
    // Without the halt of a tree that ends.
    std::cout.flush();
    std::_Exit(0);
  }
  catch(const std::exception& error)
  {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
