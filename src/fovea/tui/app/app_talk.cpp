// The way to the session and back: what is said goes there, what happens comes from there.
#include "fovea/base/ascii.hpp"
#include "fovea/tui/app/app.hpp"
#include "fovea/tui/app/message.hpp"

#include <algorithm>
#include <utility>

namespace fovea::tui {
namespace {}  // namespace

void App::print(StyledText lines) {
    transcript_.print(std::move(lines));
    refresh();
}

void App::notice(const std::string& words, Role role) {
    print(notice_lines(words, role, columns()));
}

// The end of what was said before.
void App::show_earlier() {
    constexpr std::size_t kMostMessages = 12;
    const auto& messages = talk_->live().view().messages;
    const auto first = messages.size() > kMostMessages ? messages.size() - kMostMessages : 0;
    if (first > 0) {
        notice(std::to_string(first) + " earlier messages; /export has all of them", Role::Quiet);
    }
    for (auto i = first; i < messages.size(); ++i) transcript_.show_earlier(messages[i], columns());
    print({StyledLine()});
}

void App::open_conversation(SessionChoice choice) {
    before_.reset();
    if (talk_ && !talk_->live().view().messages.empty() && talk_->machine().is_kept()) {
        before_ = SessionChoice{
            .id = talk_->id(), .model = model_, .is_quiet = true, .always = talk_->live().always()};
    }
    begun_.reset();
    unstored_ = 0;
    // What is open ends first: two would wait for each other's right to the session.
    auto before = std::exchange(talk_, nullptr);
    opening_since_ = Clock::now();
    compacting_ = 0;
    opens_stored_ = choice.id.has_value() || choice.most_recent;
    const proxy::AskPerson ask_consent = [this](const std::string& question) {
        return ask_and_wait(question, leaving_.get_token());
    };
    choice.on_wait = [this](const std::string& words) {
        mailbox_.post([this, words] { notice(words, Role::Quiet); });
    };
    errands_->run(
        [this, choice = std::move(choice), before = std::move(before), ask_consent](
            const std::stop_token& stop
        ) mutable -> std::function<void()> {
            drawing_->hurry();  // it has it, too
            before.reset();
            auto opened = std::make_shared<Result<std::unique_ptr<Conversation>>>(
                Conversation::open(parts_, arguments_, choice, ask_consent, stop)
            );
            return [this, choice, opened] { on_opened(std::move(*opened), choice); };
        }
    );
}

void App::on_opened(Result<std::unique_ptr<Conversation>> opened, const SessionChoice& choice) {
    if (!opened.ok()) {
        const auto& error = opened.error();
        notice("✗ " + std::string(wire_name(error.code)) + ": " + error.message, Role::Error);
        if (before_) {
            for (const auto& each : std::exchange(unsaid_, {})) take_back(each.words, each.blocks);
            notice("the session from before goes on", Role::Quiet);
            return open_conversation(SessionChoice(*before_));
        }
        const bool is_missing =
            error.code == ErrorCode::FileNotFound && (choice.id || choice.most_recent);
        return leave(is_missing ? TerminalEnd::NoSuchSession : TerminalEnd::Failed);
    }
    talk_ = std::move(opened).value();
    before_.reset();
    model_ = talk_->model();
    for (const auto& words : talk_->notices()) notice(words);
    if (!choice.is_quiet) {
        seen_.clear();
        about_.clear();
    }
    for (const auto& message : talk_->live().view().messages) remember(message);
    relabel_chips();
    if (talk_->is_resumed() && !choice.is_quiet) show_earlier();
    talk_->listen([this](const host::NumberedEvent& event) {
        mailbox_.post([this, event] { on_event(event); });
    });
    if (asking_ != host::Asking::Asks) static_cast<void>(talk_->send(host::SetAsking{asking_}));
    for (auto& each : std::exchange(unsaid_, {})) {
        const bool runs = each.blocks.empty() && is_command(each.words);
        runs ? run_command(each.words) : say(std::move(each.words), std::move(each.blocks));
    }
    if (!std::exchange(has_begun_, true)) attach_first();
    for (const auto& attach : std::exchange(at_opening_, {})) attach();
    look_for_paths();
    look_for_models();
    refresh();
}

void App::on_event(const host::NumberedEvent& event) {
    if (!event.event) {
        notice(std::to_string(event.missed) + " events were missed");
        return;
    }
    if (const auto* asked = std::get_if<agent::PermissionAsked>(event.event.get())) {
        ask_permission(*asked);
    }
    if (std::holds_alternative<agent::UserSaid>(*event.event)) {
        for (const auto& each : queue_) {
            if (each.turn == event.turn) begun_ = each;
        }
        std::erase_if(queue_, [&](const Queued& each) { return each.turn <= event.turn; });
    }
    const bool is_end = std::holds_alternative<agent::Finished>(*event.event);
    if (is_end) show_places_of(*event.event);  // above what became of the turn
    transcript_.take(*event.event, columns());
    if (!is_end) show_places_of(*event.event);
    if (is_end) {
        std::erase_if(queue_, [&](const Queued& each) { return each.turn <= event.turn; });
        if (compacting_ <= event.turn) compacting_ = 0;
        drop_questions();
        take_back_unstored(event);
        run_after_turn();
    }
    refresh();
}

// A full disk took it in no session: it is not lost.
void App::take_back_unstored(const host::NumberedEvent& end) {
    const auto& error = std::get<agent::Finished>(*end.event).result.error;
    if (!error || error->code != ErrorCode::StoreError) return;
    unstored_ = end.turn;  // of which on_sent() may not have heard yet
    if (!begun_ || begun_->turn != end.turn) return;
    take_back(begun_->words, begun_->blocks);
    begun_.reset();
}

// What waits for the turns to be over: in its order, and all that can be done at once.
void App::run_after_turn() {
    if (transcript_.is_running() || !queue_.empty() || sending_ > 0 || compacting_ > 0) return;
    for (auto& act : std::exchange(after_turn_, {})) act();
}

void App::submit() {
    auto words = std::string(trimmed(written_words()));
    std::vector<content::ContentBlock> blocks;
    for (const auto& chip : buffer_.chips()) {
        const auto found = attached_.find(chip.id);
        if (found == attached_.end() || !found->second.block) continue;
        blocks.push_back(*found->second.block);
    }
    if (words.empty() && blocks.empty()) return;
    if (blocks.empty() && (words == "exit" || words == "quit")) return quit({});
    history_.add(words);
    const auto chips = buffer_.chips();
    written_ = {words, buffer_, attached_};
    buffer_.clear();
    suggestions_ = {};
    if (is_command(words) && (blocks.empty() || knows_command(words))) {
        // Pictures wait for the words that they belong to.
        for (const auto& chip : chips) {
            const auto found = attached_.find(chip.id);
            if (found != attached_.end() && found->second.block) buffer_.insert_chip(chip);
        }
        return run_command(words);
    }
    attached_.clear();
    if (edits_from_) return branch_and_say(std::move(words), std::move(blocks));
    say(std::move(words), std::move(blocks));
}

void App::say(std::string words, std::vector<content::ContentBlock> blocks) {
    if (!talk_) {
        unsaid_.push_back({std::move(words), std::move(blocks)});
        return refresh();
    }
    ++sending_;
    refresh();
    errands_->run(
        [this, words = std::move(words), blocks = std::move(blocks), talk = talk_](
            const std::stop_token& stop
        ) mutable -> std::function<void()> {
            auto message = message_of(words, blocks, *talk, stop);
            auto turn = std::make_shared<Result<std::uint64_t>>(
                message.ok() ? talk->send(host::Prompt{std::move(message).value()})
                             : Result<std::uint64_t>(message.error())
            );
            talk.reset();  // not the errand's to end
            return [this, words, blocks, turn] { on_sent(std::move(*turn), {words, blocks}); };
        }
    );
}

// Nothing of it was said: it stands before what is being written by now.
void App::take_back(const std::string& words, const std::vector<content::ContentBlock>& blocks) {
    if (words.empty() && blocks.empty()) return;
    if (!buffer_.empty()) {
        buffer_.move(Motion::Start);
        for (const auto& block : blocks) attach_block(block);
        buffer_.paste(words + "\n");
        return buffer_.move(Motion::End);
    }
    if (words == written_.words) {
        buffer_ = written_.buffer;
        attached_ = written_.attached;
        return;
    }
    buffer_.set(words);
    for (const auto& block : blocks) attach_block(block);
}

void App::on_sent(Result<std::uint64_t> turn, Unsaid said) {
    --sending_;
    refresh();
    if (!turn.ok()) {
        notice("✗ " + turn.error().message, Role::Error);
        return take_back(said.words, said.blocks);
    }
    if (turn.value() == unstored_) return take_back(said.words, said.blocks);
    // It may have begun already; then its event has been here or comes before the next frame.
    queue_.push_back({turn.value(), std::move(said.words), std::move(said.blocks)});
    const auto waiting = talk_ ? talk_->live().waiting() : std::vector<std::uint64_t>{};
    if (std::ranges::find(waiting, turn.value()) == waiting.end()) begun_ = queue_.back();
    std::erase_if(queue_, [&](const Queued& each) {
        return std::ranges::find(waiting, each.turn) == waiting.end();
    });
    run_after_turn();
}

// What waits comes back into the editor; what runs is told to stop.
void App::stop_turn() {
    errands_->stop_current();
    if (!talk_) return;
    std::string words;
    std::vector<content::ContentBlock> blocks;
    for (const auto& queued : std::exchange(queue_, {})) {
        if (!talk_->send(host::Withdraw{.turn = queued.turn}).ok()) continue;
        words += (words.empty() ? "" : "\n") + queued.words;
        blocks.insert(blocks.end(), queued.blocks.begin(), queued.blocks.end());
    }
    take_back(words, blocks);
    static_cast<void>(talk_->send(host::Interrupt{}));
    drop_questions();
    refresh();
}

// Those of a turn that is over.
void App::drop_questions() {
    auto questions = std::exchange(questions_, {});
    for (auto& question : questions) {
        if (question.id.empty()) {
            questions_.push_back(std::move(question));
        } else if (question.on_drop) {
            question.on_drop();
        }
    }
}

void App::ask_permission(const agent::PermissionAsked& asked) {
    Question question{.id = asked.use.id};
    StyledLine head("? ", bold_of(Role::Warning));
    head.add(asked.use.name, bold_of()).add(" is about to run with", {});
    question.lines = wrap(head, columns(), 2);
    const CallDone call{.call = asked.use, .result = {}};
    for (const auto& line : lines_of(asked.use.input)) {
        for (auto& each : wrap_anywhere(indented(line, 4), columns(), 4)) {
            question.lines.push_back(std::move(each));
        }
    }
    const auto why =
        asked.why == "default" ? std::string("no rule allows it") : "the rule " + asked.why;
    for (auto& line : notice_lines("asked because: " + why, Role::Quiet, columns())) {
        question.lines.push_back(std::move(line));
    }
    const auto answer = [this, id = asked.use.id](bool allowed, bool always) {
        return [this, id, allowed, always] {
            if (!talk_) return;
            static_cast<void>(talk_->send(host::Approve{
                .tool_use_id = id, .allowed = allowed, .always = always}));
        };
    };
    question.answers = {
        {'y', "allow once", answer(true, false)},
        {'a', "always " + asked.use.name + " in this session", answer(true, true)},
        {'n', "deny", answer(false, false)}};
    questions_.push_back(std::move(question));
    refresh();
}

void App::cycle_asking() {
    using host::Asking;
    asking_ = asking_ == Asking::Asks        ? Asking::AllowsAll
              : asking_ == Asking::AllowsAll ? Asking::DeniesAll
                                             : Asking::Asks;
    if (talk_) static_cast<void>(talk_->send(host::SetAsking{asking_}));
    if (asking_ == Asking::Asks) hint_ = "tools ask before they run";
    refresh();
}

}  // namespace fovea::tui
