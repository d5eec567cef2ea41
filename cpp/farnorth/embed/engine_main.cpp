// The program farnorth-engine: the engine protocol over standard input and output.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "farnorth/core/error.hpp"
#include "farnorth/embed/protocol.hpp"

namespace {

constexpr std::string_view kUsage =
    "usage: farnorth-engine [--bot SPEC]\n"
    "\n"
    "Speaks the farnorth engine protocol: one JSON object a line on standard input, answers on\n"
    "standard output. Try it with\n"
    "\n"
    "  echo '{\"id\":1,\"cmd\":\"hello\",\"protocol\":1}' | farnorth-engine\n"
    "\n"
    "options:\n"
    "  --bot SPEC   the bot that decides, for example ismcts:its=2000 (default: ismcts)\n"
    "  --version    print the version\n"
    "  -h, --help   print this\n";

// After the end of input, searches may go on for so long.
constexpr std::chrono::seconds kPatience{60};

void send_line(const std::string& line) {
  const bool sent = std::fwrite(line.data(), 1, line.size(), stdout) == line.size() &&
                    std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
  if (!sent) std::_Exit(1);  // nobody listens any more
}

int serve(farnorth::embed::Engine::Settings settings) {
  using farnorth::embed::LineReader;
  farnorth::embed::Engine engine(std::move(settings), send_line);
  LineReader lines(*std::cin.rdbuf());
  std::string line;
  for (;;) {
    switch (lines.next(line)) {
      case LineReader::Read::line:
        if (!engine.take(line)) return EXIT_SUCCESS;
        break;
      case LineReader::Read::too_long: engine.refuse_long_line(); break;
      case LineReader::Read::end: engine.finish(kPatience); return EXIT_SUCCESS;
    }
  }
}

int usage_error(std::string_view what) {
  std::cerr << "error: " << what << "\n" << kUsage;
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  std::signal(SIGPIPE, SIG_IGN);
  farnorth::embed::Engine::Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "-h" || argument == "--help") {
      std::cout << kUsage;
      return EXIT_SUCCESS;
    }
    if (argument == "--version") {
      std::cout << "farnorth-engine " FARNORTH_VERSION "\n";
      return EXIT_SUCCESS;
    }
    if (argument != "--bot") return usage_error("unknown argument " + std::string(argument));
    if (++i == argc) return usage_error("--bot needs a spec");
    settings.bot = argv[i];
  }
  try {
    return serve(settings);
  } catch (const farnorth::Error& error) {  // a bot that does not exist
    return usage_error(error.what());
  }
}
