#include "fovea/net/upstream/upstream.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/net/gate/loopback.hpp"
#include "fovea/net/server/event_loop.hpp"
#include "fovea/net/upstream/connection.hpp"

#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace fovea::net {
namespace {

constexpr std::chrono::milliseconds kLook{1000};

// The connections of one loop.
class UpstreamPool {
public:
    explicit UpstreamPool(EventLoop& loop) : loop_(loop), timer_(loop.context()) {}
    UpstreamPool(const UpstreamPool&) = delete;
    UpstreamPool& operator=(const UpstreamPool&) = delete;
    ~UpstreamPool() {
        const auto every = all_;
        for (const auto& each : every) each->close();
    }

    std::shared_ptr<UpstreamConnection> take(
        const Origin& origin, const UpstreamSettings& settings
    ) {
        auto& free = free_[origin];
        if (!free.empty()) {
            auto connection = std::move(free.back());  // the last used: others may grow old
            free.pop_back();
            return connection;
        }
        TlsContext* tls = nullptr;
        if (origin.scheme == "https") {
            if (!tls_) tls_ = std::make_unique<TlsContext>(settings.ca_file);
            tls = tls_.get();
        }
        auto connection = std::make_shared<UpstreamConnection>(
            loop_.context(),
            settings,
            tls,
            origin,
            UpstreamConnection::Keeper{
                .on_free =
                    [this, &settings](const auto& freed) {
                        auto& kept = free_[freed->origin()];
                        if (kept.size() >= settings.max_kept) return freed->close();
                        kept.push_back(freed);
                    },
                .on_gone = [this](const auto& gone) { forget(gone); }}
        );
        all_.insert(connection);
        connection->open();
        watch();
        return connection;
    }

private:
    void forget(const std::shared_ptr<UpstreamConnection>& gone) {
        all_.erase(gone);
        const auto found = free_.find(gone->origin());
        if (found != free_.end()) std::erase(found->second, gone);
    }
    void watch() {
        if (std::exchange(is_watching_, true)) return;
        timer_.expires_after(kLook);
        timer_.async_wait([this](const boost::system::error_code& cancelled) {
            if (cancelled) return;
            is_watching_ = false;
            const auto now = UpstreamConnection::Clock::now();
            const auto every = all_;  // they leave while they are closed
            for (const auto& each : every) each->look(now);
            if (!all_.empty()) watch();
        });
    }

    EventLoop& loop_;
    boost::asio::steady_timer timer_;
    std::unique_ptr<TlsContext> tls_;  // outlives the connections
    std::set<std::shared_ptr<UpstreamConnection>> all_;
    std::map<Origin, std::vector<std::shared_ptr<UpstreamConnection>>> free_;
    bool is_watching_ = false;
};

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool is_excepted(std::string_view host, std::string_view exceptions) {
    while (!exceptions.empty()) {
        const auto end = std::min(exceptions.find_first_of(", "), exceptions.size());
        auto name = exceptions.substr(0, end);
        exceptions.remove_prefix(std::min(end + 1, exceptions.size()));
        if (name == "*") return true;
        if (name.starts_with('.')) name.remove_prefix(1);
        if (name.empty() || host.size() < name.size()) continue;
        const auto tail = host.substr(host.size() - name.size());
        const bool is_whole =
            host.size() == name.size() || host[host.size() - name.size() - 1] == '.';
        if (is_whole && same_word(tail, name)) return true;
    }
    return false;
}

}  // namespace

UpstreamCall::UpstreamCall(std::shared_ptr<UpstreamConnection> connection)
    : connection_(std::move(connection)), number_(connection_->calls()) {}

UpstreamCall::~UpstreamCall() {
    if (is_current()) connection_->let_go();
}

// Its connection may carry another call by now.
bool UpstreamCall::is_current() const {
    return connection_->is_busy() && connection_->calls() == number_;
}

void UpstreamCall::write(std::shared_ptr<const std::string> bytes) {
    if (is_current()) connection_->write(std::move(bytes));
}

void UpstreamCall::request_done() {
    if (is_current()) connection_->request_done();
}

std::size_t UpstreamCall::unwritten() const {
    return is_current() ? connection_->unwritten() : 0;
}

void UpstreamCall::pause() {
    if (is_current()) connection_->pause();
}

void UpstreamCall::resume() {
    if (is_current()) connection_->resume();
}

bool UpstreamCall::was_reused() const {
    return number_ > 1;
}

std::unique_ptr<UpstreamCall> call_upstream(
    EventLoop& loop,
    const UpstreamSettings& settings,
    UpstreamRequest request,
    UpstreamListener& listener
) {
    auto connection = loop.own<UpstreamPool>().take(request.origin, settings);
    connection->begin(std::move(request), listener);
    return std::make_unique<UpstreamCall>(std::move(connection));
}

bool asks_proxy(const Origin& origin) {
    if (is_loopback_host(origin.host)) return false;
    const bool is_tls = origin.scheme == "https";
    const bool is_wanted = !variable(is_tls ? "https_proxy" : "http_proxy").empty() ||
                           (is_tls && !variable("HTTPS_PROXY").empty()) ||
                           !variable("all_proxy").empty() || !variable("ALL_PROXY").empty();
    if (!is_wanted) return false;
    return !is_excepted(origin.host, variable("no_proxy")) &&
           !is_excepted(origin.host, variable("NO_PROXY"));
}

}  // namespace fovea::net
