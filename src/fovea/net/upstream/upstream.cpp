#include "fovea/net/upstream/upstream.hpp"

#include "fovea/net/server/event_loop.hpp"
#include "fovea/net/upstream/connection.hpp"

#include <boost/asio/steady_timer.hpp>

#include <algorithm>
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
        while (!free.empty()) {
            auto connection = std::move(free.back());  // the last used: others may grow old
            free.pop_back();
            if (connection->takes_more()) return connection;
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
            http1_.contains(origin) ? Alpn::Http1 : Alpn::Both,
            UpstreamConnection::Keeper{
                .on_free =
                    [this, &settings](const auto& freed) {
                        auto& kept = free_[freed->origin()];
                        if (kept.size() >= settings.max_kept && !freed->is_busy())
                            return freed->close();
                        kept.push_back(freed);
                    },
                .on_gone = [this](const auto& gone) { forget(gone); },
                .on_http1_wanted = [this](const Origin& of) { http1_.insert(of); }}
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
    std::set<Origin> http1_;  // that asked for it
    bool is_watching_ = false;
};

}  // namespace

UpstreamCall::UpstreamCall(std::shared_ptr<UpstreamConnection> connection, std::uint64_t number)
    : connection_(std::move(connection)), number_(number) {}

UpstreamCall::~UpstreamCall() {
    connection_->let_go(number_);
}

void UpstreamCall::write(std::shared_ptr<const std::string> bytes) {
    connection_->write(number_, std::move(bytes));
}

void UpstreamCall::request_done() {
    connection_->request_done(number_);
}

std::size_t UpstreamCall::unwritten() const {
    return connection_->unwritten(number_);
}

void UpstreamCall::pause() {
    connection_->pause(number_);
}

void UpstreamCall::resume() {
    connection_->resume(number_);
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
    const auto number = connection->begin(std::move(request), listener);
    return std::make_unique<UpstreamCall>(std::move(connection), number);
}

}  // namespace fovea::net
