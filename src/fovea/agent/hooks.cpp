#include "fovea/agent/hooks.hpp"

#include "fovea/base/glob.hpp"
#include "fovea/config/plain_variables.hpp"

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

namespace fovea::agent {
namespace {

// A hook that is slower than the model would otherwise pile up processes without end.
constexpr std::size_t kMaxInBackground = 16;

bool is_about_a_tool(HookEvent event) {
    return event == HookEvent::PreToolUse || event == HookEvent::PostToolUse;
}

bool fits(const config::HookSettings& hook, HookEvent event, std::string_view tool_name) {
    return hook.event == name_of(event) &&
           (!is_about_a_tool(event) || fits_matcher(tool_name, hook.matcher));
}

// Of one hook into that of all before it.
void merge(HookAnswer& whole, HookAnswer one) {
    if (one.decision > whole.decision) {
        whole.decision = one.decision;
        whole.reason = std::move(one.reason);
    }
    const auto append = [](std::string& text, const std::string& more) {
        if (!text.empty() && !more.empty()) text += "\n";
        text += more;
    };
    append(whole.additional_context, one.additional_context);
    append(whole.failure, one.failure);
    if (one.updated_input) whole.updated_input = std::move(one.updated_input);
}

}  // namespace

bool fits_matcher(std::string_view tool_name, std::string_view matcher) {
    if (matcher.empty()) return true;
    while (true) {
        const auto end = std::min(matcher.find('|'), matcher.size());
        if (fits_pattern(tool_name, matcher.substr(0, end))) return true;
        if (end == matcher.size()) return false;
        matcher.remove_prefix(end + 1);
    }
}

// The async hooks that run now, each on a thread of its own, and the reports of those that ended.
class Hooks::Background {
public:
    static void run_in_background(
        const ShellCommand& command, HookReport& report, const std::stop_token& stop
    ) {
        const auto end = run_shell(command, stop);
        if (end.ok()) {
            add_end(report, end.value());
            report.answer.failure = read_hook_answer(report.event, end.value()).failure;
        } else {
            report.answer.failure = end.error().message;
        }
    }

    // False when too many run.
    bool start(ShellCommand command, HookReport report) {
        const std::lock_guard lock(mutex_);
        sweep();
        if (running_ >= kMaxInBackground) return false;
        ++running_;
        auto& task = tasks_.emplace_back();
        task.thread =
            std::jthread([this, &task, command = std::move(command), report = std::move(report)](
                             const std::stop_token& stop
                         ) mutable {
                ::pthread_setname_np(::pthread_self(), "hook");
                try {
                    run_in_background(command, report, stop);
                } catch (const std::exception& error) {  // the top of a thread
                    report.answer.failure = error.what();
                }
                const std::lock_guard done(mutex_);
                completed_.push_back(std::move(report));
                task.done = true;
                --running_;
                ended_.notify_all();
            });
        return true;
    }

    std::vector<HookReport> take_completed() {
        const std::lock_guard lock(mutex_);
        return std::exchange(completed_, {});
    }

    void wait(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        if (!ended_.wait(lock, stop, [&] { return running_ == 0; })) {
            for (auto& task : tasks_) task.thread.request_stop();
            ended_.wait(lock, [&] { return running_ == 0; });
        }
        sweep();
    }

    ~Background() {
        for (auto& task : tasks_) task.thread.request_stop();
    }

private:
    struct Task {
        std::jthread thread;
        bool done = false;
    };

    // The thread of a done task takes our lock no more, so joining it under that lock is short.
    void sweep() {
        tasks_.remove_if([](Task& task) { return task.done; });
    }

    std::mutex mutex_;
    std::condition_variable_any ended_;
    std::size_t running_ = 0;
    std::vector<HookReport> completed_;
    std::list<Task> tasks_;  // last: its threads use all of the above until they are joined
};

Hooks::Hooks(HookOptions options)
    : options_(std::move(options)), background_(std::make_unique<Background>()) {}

Hooks::~Hooks() = default;

bool Hooks::has(HookEvent event, std::string_view tool_name) const {
    return std::any_of(options_.hooks.begin(), options_.hooks.end(), [&](const auto& hook) {
        return fits(hook, event, tool_name);
    });
}

ShellCommand Hooks::command_of(const config::HookSettings& hook, std::string input) const {
    ShellCommand command;
    command.command = hook.command;
    command.folder = options_.project;
    command.input = std::move(input);
    auto variables = config::plain_variables(options_.environment, hook.pass_env);
    variables["FOVEA_PROJECT_DIR"] = options_.project.string();
    variables["CLAUDE_PROJECT_DIR"] = options_.project.string();  // what hooks of Claude Code read
    if (!options_.session_id.empty()) variables["FOVEA_SESSION_ID"] = options_.session_id;
    if (!hook.plugin_root.empty()) variables["FOVEA_PLUGIN_ROOT"] = hook.plugin_root;
    command.environment = config::assignments(variables);
    command.timeout = std::chrono::seconds(hook.timeout_s);
    return command;
}

void Hooks::report(const HookReport& report) const {
    if (options_.on_report) options_.on_report(report);
}

void Hooks::report_completed() const {
    for (const auto& each : background_->take_completed()) report(each);
}

HookAnswer Hooks::run(const HookMoment& moment, const std::stop_token& stop) {
    report_completed();
    HookAnswer whole;
    auto now = moment;
    for (const auto& hook : options_.hooks) {
        if (!fits(hook, moment.event, moment.tool_name)) continue;
        if (stop.stop_requested()) break;
        auto command =
            command_of(hook, hook_input(now, {options_.session_id, options_.project.string()}));
        if (hook.async) {
            auto dispatched = hook_report(now, HookPhase::Dispatched, hook.command, hook.matcher);
            auto completed = dispatched;
            completed.phase = HookPhase::Completed;
            if (!background_->start(std::move(command), std::move(completed))) {
                dispatched.answer.failure =
                    "it was not started: too many hooks are running in the background";
            }
            report(dispatched);
            continue;
        }
        auto ran = hook_report(now, HookPhase::Ran, hook.command, hook.matcher);
        const auto end = run_shell(command, stop);
        if (end.ok()) {
            add_end(ran, end.value());
            ran.answer = read_hook_answer(moment.event, end.value());
        } else {
            ran.answer.failure = end.error().message;
        }
        report(ran);
        if (ran.answer.updated_input) now.tool_input = *ran.answer.updated_input;
        merge(whole, std::move(ran.answer));
        if (whole.decision == HookDecision::Deny) break;
    }
    return whole;
}

void Hooks::finish(const std::stop_token& stop) {
    background_->wait(stop);
    report_completed();
}

}  // namespace fovea::agent
