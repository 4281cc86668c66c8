// `/vision-proxy …`, word for word as `fovea vision-proxy …`.
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/host/vision_commands/describe_command.hpp"
#include "fovea/host/vision_commands/vision_commands.hpp"
#include "fovea/tui/app/app.hpp"

#include <boost/json.hpp>

#include <future>
#include <utility>

namespace fovea::tui {
namespace {

constexpr std::string_view kMark = "[Vision Proxy] ";

// What is said, and what became of the settings.
struct Told {
    std::string text;
    std::vector<std::string> notes = {};
    bool is_changed = false;
    std::vector<PicturePlaces> places = {};
};

// "fovea vision-proxy mode auto" of a sentence as it is typed here.
std::string as_typed_here(std::string words) {
    constexpr std::string_view kShell = "fovea vision-proxy ", kHere = "/vision-proxy ";
    for (auto at = words.find(kShell); at != std::string::npos; at = words.find(kShell, at)) {
        words.replace(at, kShell.size(), kHere);
        at += kHere.size();
    }
    return words;
}

// With the settings as they are now; without those of vision-proxy.json where the command mends them.
Result<Told> run_words(
    const std::string& line,
    Conversation& talk,
    const TerminalArguments& arguments,
    const host::AskPerson& ask,
    const std::stop_token& stop
) {
    const auto command = TRY(proxy::parse_slash_command(line));
    const auto& parts = talk.situation().parts;
    auto sources = parts.config_sources;
    if (arguments.config) sources.only_file = *arguments.config;
    const bool changes = host::changes_proxy_file(command);
    sources.with_proxy_file = !changes;
    const auto loaded = TRY(config::load(sources));
    const host::Situation situation{
        .loaded = loaded,
        .parts = parts,
        .data = arguments.data,
        .keeping = talk.situation().keeping};
    const host::VisionCommands commands(situation, ask);
    if (const auto* pictures = std::get_if<proxy::DescribePictures>(&command)) {
        const auto model = TRY(commands.allow(*pictures));
        const auto seen =
            TRY(host::describe_in_session(*pictures, model, talk.live(), talk.machine(), stop));
        if (pictures->json) return Told{json_text(host::seen_json(seen)), seen.notes};
        const auto boxes = pictures->boxes ? host::ShowBoxes::Yes : host::ShowBoxes::No;
        Told told{host::seen_text(seen, boxes), seen.notes};
        if (pictures->boxes) told.places = places_of(seen.description.boxes, seen.images);
        return told;
    }
    auto answer = TRY(commands.run(command));
    return Told{std::move(answer.text), std::move(answer.notes), changes};
}

}  // namespace

// Describing and turns come one after the other: it waits for the turn that runs, and what is said meanwhile
// waits for it, because both are errands (PVP-X1).
void App::vision_proxy(const std::string& rest) {
    const auto line = "/vision-proxy " + rest;
    const auto command = proxy::parse_slash_command(line);
    const bool describes =
        command.ok() && std::holds_alternative<proxy::DescribePictures>(command.value());
    const bool is_at_work =
        transcript_.is_running() || !queue_.empty() || sending_ > 0 || compacting_ > 0;
    if (describes && is_at_work) {
        notice("waits for the turn that runs", Role::Quiet);
        after_turn_.push_back([this, line] { run_vision_proxy(line); });
        return;
    }
    run_vision_proxy(line);
}

void App::run_vision_proxy(const std::string& line) {
    ++describing_;
    refresh();
    with_talk(
        [this, line](Conversation& talk, const std::stop_token& stop) -> std::function<void()> {
            const host::AskPerson ask = [this, &stop](const std::string& question) {
                return ask_and_wait(question, stop);
            };
            auto told =
                std::make_shared<Result<Told>>(run_words(line, talk, arguments_, ask, stop));
            return [this, told] {
                --describing_;
                if (!told->ok()) {
                    const auto& error = told->error();
                    if (error.code == ErrorCode::Cancelled) return notice("stopped");
                    return notice(
                        std::string(kMark) + std::string(wire_name(error.code)) + ": " +
                            as_typed_here(error.message),
                        Role::Error
                    );
                }
                const auto& value = told->value();
                StyledText lines;
                for (const auto& each : lines_of(value.text)) {
                    StyledLine marked(std::string(kMark), style_of(Role::Accent));
                    marked.add(each);
                    for (auto& part : wrap(indented(marked, 2), columns(), 4)) {
                        lines.push_back(std::move(part));
                    }
                }
                print(std::move(lines));
                show_places(value.places);
                for (const auto& note : value.notes) notice(note);
                if (value.is_changed) reopen();
            };
        }
    );
}

// A question of another thread, which waits for the answer.
std::optional<std::string> App::ask_and_wait(
    const std::string& words, const std::stop_token& stop
) {
    const auto answer = std::make_shared<std::promise<std::optional<std::string>>>();
    auto future = answer->get_future();
    mailbox_.post([this, words, answer, stop] {
        if (stop.stop_requested()) return answer->set_value(std::nullopt);
        Question question{.id = "consent"};
        for (const auto& line : lines_of(words)) {
            for (auto& each : wrap(line, columns(), 2)) question.lines.push_back(std::move(each));
        }
        const auto say = [answer](std::optional<std::string> said) {
            return [answer, said = std::move(said)] { answer->set_value(said); };
        };
        question.answers = {{'y', "agree", say("y")}, {'n', "do not", say("n")}};
        question.on_escape = say("n");
        question.on_drop = say(std::nullopt);
        questions_.push_back(std::move(question));
        refresh();
    });
    while (future.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
        if (leaving_.stop_requested()) return std::nullopt;
        if (!stop.stop_requested()) continue;
        mailbox_.post([this] { drop_questions(); });
        return std::nullopt;
    }
    return future.get();
}

// The session goes on under the settings as they are now.
void App::reopen() {
    if (!talk_) return;
    if (is_busy()) {
        after_turn_.push_back([this] { reopen(); });
        return;
    }
    const auto id = talk_->id();
    const bool is_stored = !talk_->live().view().messages.empty();
    SessionChoice choice{.model = model_, .is_quiet = true, .always = talk_->live().always()};
    (is_stored ? choice.id : choice.new_name) = id;
    open_conversation(std::move(choice));
}

}  // namespace fovea::tui
