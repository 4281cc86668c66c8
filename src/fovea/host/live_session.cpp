#include "fovea/host/live_session.hpp"

#include "fovea/agent/agent.hpp"
#include "fovea/base/tally.hpp"
#include "fovea/host/turn_queue.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace fovea::host {
namespace {

constexpr std::string_view kNoAnswer = "no answer in time (timeout)";

agent::RunResult failed_turn(const Error& error) {
    agent::RunResult result{.ending = agent::Ending::Error};
    if (error.code == ErrorCode::Cancelled) result.ending = agent::Ending::Cancelled;
    result.error = error;
    return result;
}

}  // namespace

LiveSession::LiveSession(Machine& machine, agent::Session session, LiveOptions options)
    : machine_(machine),
      id_(session.id()),
      options_(std::move(options)),
      session_(std::move(session)),
      log_(id_, options_.log),
      always_(options_.always) {}

LiveSession::~LiveSession() {
    std::stop_source now;
    now.request_stop();
    close(now.get_token());
}

Result<std::unique_ptr<LiveSession>> LiveSession::open(
    const Situation& situation,
    Machine& machine,
    agent::Session session,
    LiveOptions options,
    const std::stop_token& stop
) {
    std::unique_ptr<LiveSession> live(
        new LiveSession(machine, std::move(session), std::move(options))
    );
    live->run_ = stop;
    TRY(live->begin(situation, stop));
    return live;
}

Result<void> LiveSession::begin(const Situation& situation, const std::stop_token& stop) {
    auto choices = options_.choices;
    if (options_.ask_timeout) {
        choices.ask = [this](
                          const content::ToolUseBlock& call,
                          const std::string& why,
                          const std::stop_token& stopped
                      ) { return ask(call, why, stopped); };
    }
    equipment_ = TRY(Equipment::open(situation, machine_, std::move(choices)));
    TRY(equipment_->begin(
        session_, options_.begins, [this](const agent::Event& event) { emit(event); }, stop
    ));
    return {};
}

agent::Decision LiveSession::ask(
    const content::ToolUseBlock& call, const std::string& why, const std::stop_token& stopped
) {
    if (auto known = decided(call)) return std::move(*known);
    {
        const std::scoped_lock lock(mutex_);
        asked_.insert_or_assign(call.id, call.name);
    }
    questions_.open(call.id);
    emit(agent::PermissionAsked{call, why});
    std::optional<agent::Decision> decision;
    const auto wait = [&] { decision = questions_.wait(call.id, *options_.ask_timeout, stopped); };
    options_.aside ? options_.aside(wait, stopped) : wait();
    const std::scoped_lock lock(mutex_);
    asked_.erase(call.id);
    return decision.value_or(agent::Decision{false, std::string(kNoAnswer)});
}

std::optional<agent::Decision> LiveSession::decided(const content::ToolUseBlock& call) const {
    const std::scoped_lock lock(mutex_);
    if (asking_ == Asking::DeniesAll) {
        return agent::Decision{.allowed = false, .reason = "the user allows no such calls now"};
    }
    if (asking_ == Asking::AllowsAll || always_.contains(call.name)) {
        return agent::Decision{.allowed = true, .agreed = true};
    }
    return std::nullopt;
}

void LiveSession::start(std::vector<agent::Warned> notices) {
    for (auto& words : equipment_->left_out_tools()) {
        notices.push_back({"tools_left_out", std::move(words)});
    }
    {
        const std::scoped_lock lock(greeting_);
        early_.insert(early_.begin(), notices.begin(), notices.end());
    }
    emit(equipment_->started());
}

void LiveSession::emit(agent::Event event) {
    if (is_greeted_) return add(std::move(event));
    const std::scoped_lock lock(greeting_);  // events keep their order
    const bool greets = std::holds_alternative<agent::Started>(event);
    if (!is_greeted_ && !greets) {
        early_.push_back(std::move(event));
        return;
    }
    add(std::move(event));
    for (auto& each : std::exchange(early_, {})) add(std::move(each));
    is_greeted_ = true;
}

void LiveSession::add(agent::Event event) {
    log_.add(turn_.load(), std::move(event), session_.last_seq(), kept_as_.load());
}

void LiveSession::tell_early() {
    const std::scoped_lock lock(greeting_);
    for (auto& each : std::exchange(early_, {})) add(std::move(each));
    is_greeted_ = true;
}

Result<std::uint64_t> LiveSession::send(Command command) {
    return std::visit([this](auto& each) { return take(each); }, command);
}

Result<std::uint64_t> LiveSession::enqueue(
    std::optional<content::Message> message, std::uint64_t kept_as, bool compacts
) {
    const std::scoped_lock lock(mutex_);
    if (is_closed_) return Error{ErrorCode::Cancelled, "session " + id_ + " is closed"};
    waiting_.push_back(
        {.number = ++last_turn_,
         .message = std::move(message),
         .kept_as = kept_as,
         .compacts = compacts}
    );
    return last_turn_;
}

Result<std::uint64_t> LiveSession::take(Approve& answer) {
    if (answer.allowed && answer.always) {
        const std::scoped_lock lock(mutex_);
        const auto call = asked_.find(answer.tool_use_id);
        if (call != asked_.end()) always_.insert(call->second);
    }
    const bool asked = questions_.answer(
        answer.tool_use_id,
        {.allowed = answer.allowed,
         .reason = answer.reason.empty() && !answer.allowed ? "denied by the user" : answer.reason,
         .agreed = answer.allowed,
         .by_person = true}
    );
    if (asked) return std::uint64_t{0};
    return Error{ErrorCode::FileNotFound, "no call " + answer.tool_use_id + " waits for an answer"};
}

Result<std::uint64_t> LiveSession::take(SetAsking& wanted) {
    const std::scoped_lock lock(mutex_);
    asking_ = wanted.asking;
    return std::uint64_t{0};
}

// Those that wait are told as cancelled when their turn comes, in their order.
Result<std::uint64_t> LiveSession::take(Interrupt&) {
    const std::scoped_lock lock(mutex_);
    if (running_) running_->request_stop();
    for (auto& turn : waiting_) turn.stop.request_stop();
    return std::uint64_t{0};
}

Result<std::uint64_t> LiveSession::take(Withdraw& withdrawn) {
    const std::scoped_lock lock(mutex_);
    const bool by_number = withdrawn.turn != 0;
    const auto gone = std::erase_if(waiting_, [&](const Turn& turn) {
        return by_number ? turn.number == withdrawn.turn : turn.kept_as == withdrawn.kept_as;
    });
    if (gone > 0) return std::uint64_t{0};
    const auto which = by_number ? withdrawn.turn : withdrawn.kept_as;
    return Error{ErrorCode::FileNotFound, "no turn " + std::to_string(which) + " is waiting"};
}

Result<std::uint64_t> LiveSession::take(SetModel& wanted) {
    const auto& situation = equipment_->situation();
    auto name = full_model_name(situation, wanted.model);
    TRY(check_model(situation, name));
    const std::scoped_lock lock(mutex_);
    model_ = std::move(name);
    return std::uint64_t{0};
}

bool LiveSession::has_work() const {
    const std::scoped_lock lock(mutex_);
    return !waiting_.empty();
}

bool LiveSession::is_idle() const {
    const std::scoped_lock lock(mutex_);
    return waiting_.empty() && !running_;
}

std::vector<std::uint64_t> LiveSession::waiting() const {
    const std::scoped_lock lock(mutex_);
    std::vector<std::uint64_t> numbers;
    for (const auto& turn : waiting_) numbers.push_back(turn.number);
    return numbers;
}

std::set<std::string> LiveSession::always() const {
    const std::scoped_lock lock(mutex_);
    return always_;
}

std::vector<std::uint64_t> LiveSession::kept_turns() const {
    const std::scoped_lock lock(mutex_);
    std::vector<std::uint64_t> turns;
    if (running_) turns.push_back(running_kept_as_);
    for (const auto& turn : waiting_) turns.push_back(turn.kept_as);
    return turns;
}

bool LiveSession::work_once(const std::stop_token& stop) {
    std::optional<Turn> turn;
    {
        const std::scoped_lock lock(mutex_);
        if (waiting_.empty() || running_) return false;
        turn = std::move(waiting_.front());
        waiting_.pop_front();
        running_ = turn->stop;
        running_kept_as_ = turn->kept_as;
    }
    turn_ = turn->number;
    kept_as_ = turn->kept_as;
    // The last line of defence: one turn's failure is not the end of the process, nor of the session.
    try {
        answer(*turn, stop);
    } catch (const std::exception& failure) {
        fail_safely(failure.what());
    }
    const std::scoped_lock lock(mutex_);
    running_.reset();
    return !waiting_.empty();
}

// Telling it may fail as the turn did: nobody hears of it then.
void LiveSession::fail_safely(const char* why) {
    try {
        fail({ErrorCode::Internal, why});
    } catch (const std::exception&) {
        tally().add("fovea_stray_failures_total", {{"where", "turn"}});
    }
}

Result<agent::AgentSettings> LiveSession::next_settings() {
    auto settings =
        options_.settings_for ? TRY(options_.settings_for(*equipment_)) : equipment_->settings();
    const std::scoped_lock lock(mutex_);
    if (model_) settings.model = *model_;
    return settings;
}

Result<agent::Agent*> LiveSession::agent_for_turn(const std::stop_token& stop) {
    if (agent_ && options_.counting == Counting::Together) return &*agent_;
    agent_.emplace(
        TRY(next_settings()),
        session_,
        equipment_->services(options_.counting == Counting::Together ? run_ : stop),
        equipment_->toolbox(),
        equipment_->gates(),
        [this](const agent::Event& event) { emit(event); }
    );
    TRY(agent_->prepare());
    return &*agent_;
}

Result<void> LiveSession::prepare() {
    TRY(agent_for_turn({}));
    return {};
}

void LiveSession::answer(Turn& turn, const std::stop_token& stop) {
    auto stopping = turn.stop;
    const std::stop_callback on_end(stop, [&stopping] { stopping.request_stop(); });
    if (stopping.stop_requested()) {
        return fail({ErrorCode::Cancelled, "the turn was cancelled before it began"});
    }
    const auto token = stopping.get_token();
    auto agent = agent_for_turn(token);
    if (!agent.ok()) return fail(agent.error());
    if (turn.compacts) {
        agent.value()->compact(token);
    } else if (turn.message) {
        agent.value()->answer(std::move(*turn.message), token);
    } else {
        agent.value()->go_on(token);
    }
    has_failed_ = false;
    if (options_.counting == Counting::EachTurn) finish(agent.value()->result());
}

void LiveSession::finish(agent::RunResult result) {
    result.is_resumable = machine_.is_kept();
    last_ = std::move(result);
    if (options_.keeps_endings) {
        const auto kept = session_.append({ending_entry(last_, kept_as_, store::system_now())});
        if (!kept.ok()) emit(agent::Warned{"not_kept", kept.error().message});
    }
    if (options_.counting == Counting::EachTurn) emit(agent::Finished{last_});
}

void LiveSession::fail(const Error& error) {
    auto result = failed_turn(error);
    result.session_id = id_;
    {
        const std::scoped_lock lock(mutex_);
        result.model = model_.value_or(equipment_->model());
    }
    finish(std::move(result));
    has_failed_ = true;
}

std::optional<Error> LiveSession::failure() const {
    const bool together = options_.counting == Counting::Together && agent_ && !has_failed_;
    const auto ending = together ? agent_->ending() : last_.ending;
    if (ending == agent::Ending::Success) return std::nullopt;
    const auto& error = together ? agent_->error() : last_.error;
    return error.value_or(Error{ErrorCode::Internal, "the turn failed"});
}

agent::RunResult LiveSession::result() const {
    if (options_.counting == Counting::EachTurn || !agent_ || has_failed_) return last_;
    auto result = agent_->result();
    result.is_resumable = machine_.is_kept();
    return result;
}

void LiveSession::close(const std::stop_token& stop) {
    {
        const std::scoped_lock lock(mutex_);
        if (std::exchange(is_closed_, true)) return;
        waiting_.clear();
        if (running_) running_->request_stop();
    }
    if (equipment_) equipment_->finish(stop);
    tell_early();  // nobody was greeted, and why must not be lost
    log_.close();
}

}  // namespace fovea::host
