// A bot in C++ with the JSON of farnorth: farnorth run borealis --bot cmd:./bot --bot random -n 10
#include <farnorth/engine/json.hpp>
#include <iostream>

int main() {
  for (std::string line, answer; std::getline(std::cin, line); std::cout << answer << std::endl) {
    std::string id = "null";
    try {
      const auto ask = farnorth::JsonValue::parse(line);
      if (ask.has("id")) id = ask.at("id").text();
      const std::string cmd = ask.at("cmd").word();
      farnorth::JsonWriter out;
      out.begin_object().key("id").raw(id).key("ok").boolean(true);
      if (cmd == "hello") out.key("protocol").integer(1).key("role").string("bot").key("name").string("last-legal");
      else if (cmd == "move") out.key("move").string(ask.at("legal").at(ask.at("legal").size() - 1).word());
      else if (cmd != "start" && cmd != "ping" && cmd != "quit") throw farnorth::BadData("unknown_command");
      answer = out.end_object().take();
      if (cmd == "quit") break;
    } catch (const farnorth::Error& error) {
      const bool unknown = std::string(error.what()) == "unknown_command";
      answer = "{\"id\":" + id + ",\"ok\":false,\"error\":{\"code\":\"" + (unknown ? "unknown_command" : "bad_request") + "\",\"message\":\"not understood\"}}";
    }
  }
}
