#include "fovea/gateway/gateway.hpp"

#include "fovea/base/timers.hpp"
#include "fovea/gateway/named_models.hpp"
#include "fovea/gateway/turns/gateway_turn.hpp"
#include "fovea/gateway/way/passage.hpp"
#include "fovea/host/server_question.hpp"
#include "fovea/host/vision.hpp"

#include <boost/json.hpp>
#include <spdlog/spdlog.h>
#include <system_error>

#include <algorithm>
#include <exception>
#include <utility>

namespace fovea::gateway {
namespace {

constexpr std::size_t kMaxDescriptions = 5000;

net::UpstreamSettings upstream_settings(const config::Settings& settings) {
    const auto http = host::http_settings(settings);
    return {.reach = http.reach, .ca_file = http.ca_file};
}

store::ResultCache::Settings memory_settings(const std::filesystem::path& folder) {
    return {.folder = folder.empty() ? folder : folder / "seen", .max_entries = kMaxDescriptions};
}

}  // namespace

class Gateway::Parts final : public Core {
public:
    Parts(
        const host::Situation& situation,
        host::Machine& machine,
        std::unique_ptr<host::Vision> vision,
        const std::filesystem::path& folder
    )
        : situation_(situation),
          machine_(machine),
          vision_(std::move(vision)),
          upstream_(upstream_settings(situation.settings())),
          services_(machine.services()),
          ways_(
              situation.settings(),
              services_.learnt,
              services_.environment,
              [&machine](std::stop_token stop) { return machine.server_says(std::move(stop)); }
          ),
          hold_(static_cast<std::uint64_t>(situation.settings().gateway.hold_bytes)),
          budgets_(situation.settings().gateway, folder.empty() ? folder : folder / "usage.json"),
          memory_(
              store::ResultCache(memory_settings(folder)),
              folder.empty() ? folder : folder / "refused.json"
          ),
          lookups_(machine.call_threads().pool, {.at_once = 4, .waiting = 4096}),
          turn_threads_(
              {.threads = static_cast<std::size_t>(situation.settings().gateway.turns_at_once)}
          ),
          turns_(
              turn_threads_,
              {.at_once = static_cast<std::size_t>(situation.settings().gateway.turns_at_once),
               .waiting = 1024}
          ) {}

    const config::Settings& settings() const override { return situation_.settings(); }
    const net::UpstreamSettings& upstream() const override { return upstream_; }
    const config::Environment& environment() const { return services_.environment; }
    Ways& ways() override { return ways_; }
    HoldBudget& hold() override { return hold_; }
    Records& records() override { return records_; }
    Budgets& budgets() override { return budgets_; }
    AnswerCache& answers() override { return answers_; }
    Timers& timers() override { return timers_; }
    WorkPool::Lane& lookups() override { return lookups_; }
    WorkPool::Lane& turns() override { return turns_; }

    bool may_be_refused(const std::string& endpoint, const HeldBase64& picture) const override {
        return memory_.may_be_refused(endpoint, picture.size());
    }

    void run_turn(const TurnJob& job, Record record, TurnOut& out, const std::stop_token& stop)
        override {
        try {
            run_gateway_turn(
                {situation_, machine_, *vision_, *this, memory_, seen_, timers_},
                job,
                std::move(record),
                out,
                stop
            );
        } catch (const std::exception& thrown) {
            spdlog::error("gateway request {}: {}", job.asked.id, thrown.what());
            const ApiError error{.status = 500, .message = "the gateway failed; its log says more"};
            out.begin(error.status, {{"content-type", "application/json"}});
            out.write(error_body(job.dialect, error));
            out.end();
        }
    }

    void stop() { timers_.stop(); }

private:
    const host::Situation& situation_;
    host::Machine& machine_;
    const std::unique_ptr<host::Vision> vision_;
    const net::UpstreamSettings upstream_;
    const delivery::Services services_;
    Ways ways_;
    HoldBudget hold_;
    Records records_;
    Budgets budgets_;
    AnswerCache answers_;
    TurnMemory memory_;
    SeenFiles seen_;
    Timers timers_;
    WorkPool::Lane lookups_;
    WorkPool turn_threads_;  // as many as may wait for servers, whoever else works
    WorkPool::Lane turns_;   // with the one before it last: their work uses the others
};

Result<std::unique_ptr<Gateway>> Gateway::open(
    const host::Situation& situation, host::Machine& machine
) {
    auto vision = TRY(host::Vision::open(situation, machine));
    std::filesystem::path folder;
    if (machine.is_kept()) {
        folder = machine.run_folder() / "gateway";
        std::error_code failed;
        std::filesystem::create_directories(folder, failed);
        std::filesystem::permissions(folder, std::filesystem::perms::owner_all, failed);
        if (failed) folder.clear();
    }
    return std::unique_ptr<Gateway>(
        new Gateway(std::make_unique<Parts>(situation, machine, std::move(vision), folder))
    );
}

Gateway::Gateway(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Gateway::~Gateway() {
    parts_->stop();
    parts_->budgets().save();
}

std::shared_ptr<Exchange> Gateway::open(
    Dialect dialect, Asked asked, std::string path_end, Client& client
) {
    return make_passage(*parts_, dialect, std::move(asked), std::move(path_end), client);
}

std::shared_ptr<Exchange> Gateway::open_other(Asked asked, Client& client) {
    return make_other_passage(*parts_, std::move(asked), client);
}

bool Gateway::passes_other() const {
    return parts_->settings().gateway.pass_other;
}

// ---- models

std::vector<ListedModel> Gateway::models() const {
    return named_models(parts_->settings(), parts_->environment());
}

Result<ListedModel> Gateway::model(const std::string& name, const std::stop_token& stop) {
    const auto way = TRY(parts_->ways().find(Dialect::Ollama, name, stop));
    return listed_model(name, way->target.can, parts_->settings());
}

// ---- what was

std::optional<boost::json::object> Gateway::request(
    const std::string& id, const std::string& token, bool is_admin
) const {
    const auto record = parts_->records().find(id);
    if (!record || (!is_admin && record->token != token)) return std::nullopt;
    return to_json(*record);
}

boost::json::array Gateway::usage(const std::string& token, bool is_admin) const {
    return parts_->budgets().rows(is_admin ? std::string() : token);
}

void Gateway::tell_counts() {
    parts_->records().tell_counts();
}

void Gateway::upkeep() {
    parts_->budgets().save();
}

}  // namespace fovea::gateway
