// A bot in C++ with the JSON of farnorth: farnorth run borealis --bot cmd:./bot --bot random -n 10
#include <farnorth/engine/json.hpp>
#include <iostream>

int main() {
  bool quit = false;
  for (std::string line, answer; !quit && std::getline(std::cin, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
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
      quit = cmd == "quit";
    } catch (const farnorth::Error& error) {
      const bool unknown = std::string(error.what()) == "unknown_command";
      answer = "{\"id\":" + id + ",\"ok\":false,\"error\":{\"code\":\"" + (unknown ? "unknown_command" : "bad_request") + "\",\"message\":\"not understood\"}}";
    }
    std::cout << answer << std::endl;
  }
}
