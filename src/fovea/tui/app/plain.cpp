#include "fovea/tui/app/plain.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/host/found_providers.hpp"
#include "fovea/net/http/client.hpp"
#include "fovea/tui/app/attachment.hpp"
#include "fovea/tui/app/call_text.hpp"
#include "fovea/tui/app/conversation.hpp"
#include "fovea/tui/app/event_lines.hpp"
#include "fovea/tui/app/first_start.hpp"
#include "fovea/tui/app/message.hpp"
#include "fovea/tui/app/plain_input.hpp"
#include "fovea/tui/graphics/picture_words.hpp"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

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

void ask(const agent::PermissionAsked& asked, Conversation& talk, PlainInput& input) {
    print(asked.use.name + " is about to run with " + asked.use.input + "\n");
    const auto said = input.next("allow it? [y]es once, [a]lways in this session, [n]o: ").line;
    const bool always = said == "a", once = said == "y";
    static_cast<void>(talk.send(host::Approve{
        .tool_use_id = asked.use.id, .allowed = always || once, .always = always}));
}

// "[image: 1920x1080 image/png shot.png]" of each picture.
template <class Blocks>
void name_pictures(const Blocks& blocks) {
    for (const auto& block : blocks) {
        if (const auto* image = std::get_if<content::ImageBlock>(&block)) {
            print(picture_words(image->size, image->mime, image->filename) + "\n");
        }
    }
}

// One turn, from its first event to its last.
void show_turn(host::EventReader& events, Conversation& talk, PlainInput& input) {
    const auto interruptible =
        input.while_runs([&] { static_cast<void>(talk.send(host::Interrupt{})); });
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
            ask(*asked, talk, input);
        } else if (const auto* finished = std::get_if<agent::ToolFinished>(&event)) {
            end_line();
            const auto why =
                finished->result.is_error ? ": " + result_summary(finished->result) : "";
            print((why.empty() ? "[ran " : "[failed: ") + finished->tool + why + "]\n");
            name_pictures(finished->result.content);
        } else if (const auto* said = std::get_if<agent::UserSaid>(&event)) {
            name_pictures(said->message.content);
        } else if (const auto* end = std::get_if<agent::Finished>(&event)) {
            end_line();
            print(ending_lines(end->result, kColumns));
            return print(receipt_lines(end->result, kColumns));
        } else if (!words.empty()) {
            print(words + "\n");
        }
    }
}

// Three lines for who has chosen no model.
void greet_unconfigured(const Conversation& talk, const host::Parts& parts) {
    const auto& settings = talk.settings();
    auto found = host::find_keys(settings, parts.config_sources.environment);
    net::HttpClient client({.reach = net::Reach::LoopbackOnly});
    for (auto& server : host::find_local_servers(settings, client, {})) {
        found.push_back(std::move(server));
    }
    const auto file = file_of_choices(parts.config_sources);
    for (const auto& line : first_start_lines(found, "fovea --model NAME chooses one", file)) {
        print(line + "\n");
    }
}

void refuse(const Error& error) {
    print(std::string(wire_name(error.code)) + ": " + error.message + "\n");
}

// What is attached to the words that come next.
class Attachments {
public:
    void add(Result<content::ContentBlock> taken) {
        if (!taken.ok()) return refuse(taken.error());
        blocks_.push_back(std::move(taken).value());
        print("attached to what is said next\n");
    }
    std::vector<content::ContentBlock> take() { return std::exchange(blocks_, {}); }

private:
    std::vector<content::ContentBlock> blocks_;
};

constexpr const char* kHelp =
    "/image PATH   attaches a picture or a PDF to what is said next; so does @PATH in the words\n"
    "/help         this list\n"
    "/quit         leaves; so do exit and ctrl-d\n"
    "ctrl-c        stops the answer; twice where none is under way leaves\n"
    "the other commands need a terminal that is not dumb\n";

Result<void> converse(const TerminalArguments& arguments, const host::Parts& parts) {
    std::optional<PlainInput> input;
    const auto talk = TRY(Conversation::open(
        parts,
        arguments,
        {.id = arguments.resume,
         .most_recent = arguments.go_on && !arguments.resume,
         .new_name = arguments.session_id},
        // Called while the main thread waits for events.
        [&input](const std::string& question) -> std::optional<std::string> {
            print(question + "\n");
            auto typed = input->next("[y]es or [n]o: ");
            if (typed.came != PlainInput::Came::Line) return std::nullopt;
            return std::move(typed.line);
        },
        {}
    ));
    for (const auto& words : talk->notices()) print(words + "\n");
    print("fovea, " + talk->model() + "; /help for commands, /quit leaves\n");
    if (talk->is_unconfigured()) greet_unconfigured(*talk, parts);
    const auto events = talk->live().events().read_from(1);
    Attachments attached;
    const auto intake = talk->machine().intake();
    for (const auto& path : arguments.images) attached.add(take_path(path, intake, {}));
    input.emplace();
    auto line = arguments.prompt;
    bool may_leave = false;  // Ctrl-C was the last key
    bool has_talked = false;
    for (;; line.reset()) {
        if (!line) {
            auto typed = input->next("> ");
            if (typed.came == PlainInput::Came::End) break;
            if (typed.came == PlainInput::Came::Interrupt) {
                if (std::exchange(may_leave, true)) break;
                print("\nctrl-c again leaves\n");
                continue;
            }
            line = std::move(typed.line);
        }
        may_leave = false;
        if (*line == "/quit" || *line == "exit" || *line == "quit") break;
        if (line->find_first_not_of(" \t") == std::string::npos) continue;
        constexpr std::string_view kImage = "/image ";
        if (line->starts_with(kImage)) {
            attached.add(take_typed(line->substr(kImage.size()), *talk, {}));
            continue;
        }
        if (*line == "/help") {
            print(kHelp);
            continue;
        }
        if (is_command(*line)) {
            print(
                "only /image PATH, /help and /quit are known here; the other commands need a "
                "terminal that is not dumb\n"
            );
            continue;
        }
        auto message = message_of(*line, attached.take(), *talk, {});
        auto sent = message.ok() ? talk->send(host::Prompt{std::move(message).value()})
                                 : Result<std::uint64_t>(message.error());
        if (!sent.ok()) {
            refuse(sent.error());
            continue;
        }
        show_turn(*events, *talk, *input);
        has_talked = true;
    }
    if (has_talked && talk->machine().is_kept()) {
        print("\ncontinue with: fovea --resume " + talk->id() + "\n");
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
