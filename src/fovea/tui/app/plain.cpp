#include "fovea/tui/app/plain.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/tui/app/conversation.hpp"
#include "fovea/tui/app/event_lines.hpp"
#include "fovea/tui/app/message.hpp"

#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace fovea::tui {
namespace {

constexpr int kColumns = 100;

void print(const std::string& text) {
    std::fputs(printable_lines(text).c_str(), stdout);
    std::fflush(stdout);
}

void print(const StyledText& lines) {
    for (const auto& line : lines) print(line.plain() + "\n");
}

std::optional<std::string> read_line(const char* prompt) {
    std::fputs(prompt, stdout);
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line)) return std::nullopt;
    return line;
}

void ask(const agent::PermissionAsked& asked, Conversation& talk) {
    print(asked.use.name + " is about to run with " + asked.use.input + "\n");
    const auto said = read_line("allow it? [y]es once, [a]lways in this session, [n]o: ");
    const bool always = said == "a", once = said == "y";
    static_cast<void>(talk.send(host::Approve{
        .tool_use_id = asked.use.id, .allowed = always || once, .always = always}));
}

// One turn, from its first event to its last.
void show_turn(host::EventReader& events, Conversation& talk) {
    bool has_streamed = false;
    bool ends_line = true;
    const auto end_line = [&] {
        if (!std::exchange(ends_line, true)) print("\n");
    };
    while (const auto next = events.next({})) {
        if (!next->event) continue;
        const auto& event = *next->event;
        if (const auto* delta = std::get_if<agent::Delta>(&event)) {
            if (const auto* text = std::get_if<providers::TextDelta>(&delta->piece)) {
                has_streamed = true;
                ends_line = text->text.ends_with('\n');
                print(text->text);
            }
            continue;
        }
        if (const auto* replied = std::get_if<agent::Replied>(&event)) {
            const auto text = content::text_of(replied->message.content);
            if (!has_streamed) {
                ends_line = text.empty() || text.ends_with('\n');
                print(text);
            }
            end_line();
            has_streamed = false;
            continue;
        }
        const auto words = notice_of(event);
        if (!words.empty()) end_line();
        if (const auto* asked = std::get_if<agent::PermissionAsked>(&event)) {
            end_line();
            ask(*asked, talk);
        } else if (const auto* finished = std::get_if<agent::ToolFinished>(&event)) {
            end_line();
            print((finished->result.is_error ? "[failed: " : "[ran ") + finished->tool + "]\n");
        } else if (const auto* end = std::get_if<agent::Finished>(&event)) {
            end_line();
            print(ending_lines(end->result, kColumns));
            return print(receipt_lines(end->result, kColumns));
        } else if (!words.empty()) {
            print(words + "\n");
        }
    }
}

Result<void> converse(const TerminalArguments& arguments, const host::Parts& parts) {
    const auto talk = TRY(Conversation::open(
        parts,
        arguments,
        {.id = arguments.resume,
         .most_recent = arguments.go_on && !arguments.resume,
         .new_name = arguments.session_id},
        // Called while the main thread waits for events.
        [](const std::string& question) {
            print(question + "\n");
            return read_line("[y]es or [n]o: ");
        },
        {}
    ));
    for (const auto& words : talk->notices()) print(words + "\n");
    print("fovea, " + talk->model() + "; /quit leaves\n");
    const auto events = talk->live().events().read_from(1);
    auto line = arguments.prompt;
    for (;; line.reset()) {
        if (!line) line = read_line("> ");
        if (!line || *line == "/quit") break;
        if (line->find_first_not_of(" \t") == std::string::npos) continue;
        if (line->front() == '/') {
            print("only /quit is known here; the other commands need a terminal that is not dumb\n"
            );
            continue;
        }
        auto message = message_of(*line, {}, *talk, {});
        auto sent = message.ok() ? talk->send(host::Prompt{std::move(message).value()})
                                 : Result<std::uint64_t>(message.error());
        if (sent.ok()) {
            show_turn(*events, *talk);
        } else {
            print(std::string(wire_name(sent.error().code)) + ": " + sent.error().message + "\n");
        }
    }
    return {};
}

}  // namespace

TerminalEnd run_plain(const TerminalArguments& arguments, const host::Parts& parts) {
    const auto done = converse(arguments, parts);
    if (done.ok()) return TerminalEnd::Left;
    std::fprintf(stderr, "fovea: %s\n", printable(done.error().message).c_str());
    return done.error().code == ErrorCode::FileNotFound ? TerminalEnd::NoSuchSession
                                                        : TerminalEnd::Failed;
}

}  // namespace fovea::tui
