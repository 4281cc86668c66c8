#include "fovea/tui/app/conversation.hpp"

#include "fovea/base/tally.hpp"
#include "fovea/host/session_choice.hpp"

#include <pthread.h>

#include <chrono>
#include <exception>
#include <utility>

namespace fovea::tui {
namespace {

// A person may take a day to answer.
constexpr std::chrono::hours kAskTimeout{24};
constexpr std::chrono::seconds kGrace{5};

Result<std::optional<std::string>> stored_session(
    store::SessionStore& sessions, const SessionChoice& choice
) {
    if (choice.id) return std::optional(TRY(host::find_session(sessions, *choice.id)));
    if (!choice.most_recent) return std::optional<std::string>();
    return std::optional(TRY(host::last_session(sessions)));
}

}  // namespace

Result<config::Loaded> load_settings(const host::Parts& parts, const TerminalArguments& arguments) {
    auto sources = parts.config_sources;
    if (arguments.config) sources.only_file = *arguments.config;
    return config::load(sources);
}

Conversation::Conversation(const host::Parts& parts, const TerminalArguments& arguments)
    : situation_{
          .loaded = loaded_,
          .parts = parts,
          .data = arguments.data,
          .keeping = arguments.ephemeral ? host::Keeping::Nothing : host::Keeping::Kept} {}

Result<std::unique_ptr<Conversation>> Conversation::open(
    const host::Parts& parts,
    const TerminalArguments& arguments,
    const SessionChoice& choice,
    const proxy::AskPerson& ask_consent,
    const std::stop_token& stop
) {
    std::unique_ptr<Conversation> talk(new Conversation(parts, arguments));
    TRY(talk->begin(arguments, choice, ask_consent, stop));
    return talk;
}

Result<void> Conversation::begin(
    const TerminalArguments& arguments,
    const SessionChoice& choice,
    const proxy::AskPerson& ask_consent,
    const std::stop_token& stop
) {
    loaded_ = TRY(load_settings(situation_.parts, arguments));
    const auto model = choice.model ? choice.model : arguments.model;
    is_unconfigured_ = !model && loaded_.origins.at("model") == "default";
    model_ = host::full_model_name(situation_, model);
    TRY(host::check_model(situation_, model_));
    machine_ = TRY(host::Machine::open(
        situation_,
        host::StoreUse::AnswersOnly,
        [this](const std::string& notice) { notices_.push_back(notice); }
    ));
    table_ = std::make_unique<host::SessionTable>(*machine_, host::TableSettings{.at_once = 1});
    auto id = TRY(stored_session(machine_->sessions(), choice));
    is_resumed_ = id.has_value();
    if (id && !model) {
        const auto last = host::last_model(machine_->sessions(), *id);
        if (last && *last != model_) go_on_with(*last);
    }
    if (!id) id = choice.new_name;
    host::LiveOptions options{
        .choices =
            {.model = model_,
             .system_prompt = arguments.system_prompt,
             .append_system_prompt = arguments.append_system_prompt,
             .tools = arguments.tools,
             .allow = arguments.allow,
             .deny = arguments.deny,
             .bare = arguments.bare,
             .may_change_model = true,
             .ask_consent = ask_consent,
             .on_wait = choice.on_wait},
        .ask_timeout = kAskTimeout,
        .always = choice.always};
    live_ =
        TRY(table_->open(situation_, {.id = std::move(id), .options = std::move(options)}, stop));
    return {};
}

// One that is not to be had any more leaves the configured one.
void Conversation::go_on_with(const std::string& model) {
    if (!host::check_model(situation_, model).ok()) {
        notices_.push_back(
            "it was held with " + model + ", which is not configured here: " + model_ + " goes on"
        );
        return;
    }
    model_ = model;
    is_unconfigured_ = false;
    notices_.push_back(model + " goes on, who answered last; /model chooses another");
}

void Conversation::listen(Take take) {
    reader_ = live_->events().read_from(1);
    listener_ = std::jthread([this, take = std::move(take)](const std::stop_token& stop) {
        while (const auto event = reader_->next(stop)) {
            try {
                take(*event);
            } catch (const std::exception&) {  // the top of a thread: it costs this event alone
                tally().add("fovea_stray_failures_total", {{"where", "event"}});
            }
        }
    });
    ::pthread_setname_np(listener_.native_handle(), "fovea-listener");
}

Conversation::~Conversation() {
    if (live_) static_cast<void>(live_->send(host::Interrupt{}));
    if (table_) table_->stop(kGrace);
    if (listener_.joinable()) {
        listener_.request_stop();
        listener_.join();
    }
    reader_.reset();
    live_.reset();
    table_.reset();
}

}  // namespace fovea::tui
