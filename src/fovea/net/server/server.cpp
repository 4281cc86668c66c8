#include "fovea/net/server/server.hpp"

#include "fovea/net/server/event_loop.hpp"
#include "fovea/net/server/peer.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace fovea::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

// Where nobody can be accepted, for want of descriptors as a rule: some may be free by then.
constexpr std::chrono::milliseconds kAcceptAgain{50};

Error cannot_listen(const ServerSettings& settings, const std::string& why) {
    return {
        ErrorCode::ConfigInvalid,
        "cannot listen on " + settings.address + ":" + std::to_string(settings.port) + ": " + why};
}

std::string words_for(const error_code& why) {
    if (why == asio::error::address_in_use) return "another program listens there already";
    if (why.value() == EADDRNOTAVAIL) return "this machine does not have that address";
    return why.message();
}

// sendfile(2) knows no MSG_NOSIGNAL.
void ignore_broken_pipes() {
    sigset_t broken_pipe;
    ::sigemptyset(&broken_pipe);
    ::sigaddset(&broken_pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
}

}  // namespace

// One thread, and the connections that live on it.
class Server::Loop {
public:
    Loop() = default;
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;
    ~Loop() { end(); }

    asio::io_context& context() { return events_.context(); }
    EventLoop& events() { return events_; }
    void start() {
        thread_ = std::jthread([this] {
            ::pthread_setname_np(::pthread_self(), "fovea-net-loop");
            ignore_broken_pipes();
            context().run();
        });
    }
    void end() {
        guard_.reset();
        context().stop();
        if (thread_.joinable()) thread_.join();
        events_.let_go();
    }
    void for_each(std::function<void(Peer&)> act) {
        asio::post(context(), [this, act = std::move(act)] {
            const auto now = peers;  // they leave while they are closed
            for (const auto& peer : now) act(*peer);
        });
    }

    std::set<std::shared_ptr<Peer>> peers;  // of the loop's thread

private:
    EventLoop events_;
    asio::executor_work_guard<asio::io_context::executor_type> guard_{
        events_.context().get_executor()};
    std::jthread thread_;
};

struct Server::Parts {
    Parts(ServerSettings given, WorkPool& pool, MakeTalk make)
        : settings(std::move(given)),
          make_talk(std::move(make)),
          lane(std::make_unique<WorkPool::Lane>(pool, settings.work)),
          long_lane(std::make_unique<WorkPool::Lane>(
              settings.long_pool != nullptr ? *settings.long_pool : pool, settings.long_work
          )) {
        for (std::size_t i = 0; i < std::max<std::size_t>(settings.loops, 1); ++i) {
            loops.push_back(std::make_unique<Loop>());
        }
        acceptor.emplace(loops[0]->context());
        also.emplace(loops[0]->context());
        local.emplace(loops[0]->context());
        accept_timer.emplace(loops[0]->context());
    }

    Result<void> listen() {
        TRY(settings.listener < 0 ? listen_anew() : listen_on(settings.listener));
        return settings.socket.empty() ? Result<void>() : listen_locally();
    }

    Result<void> listen_on(int listener) {
        error_code wrong;
        int family = 0;
        socklen_t size = sizeof family;
        ::getsockopt(listener, SOL_SOCKET, SO_DOMAIN, &family, &size);
        acceptor->assign(family == AF_INET6 ? tcp::v6() : tcp::v4(), listener, wrong);
        if (!wrong) port = acceptor->local_endpoint(wrong).port();
        if (!wrong && (family == AF_INET || family == AF_INET6)) return {};
        return Error{
            ErrorCode::ConfigInvalid,
            "the socket that was handed over is no TCP socket that listens"};
    }

    Result<void> listen_anew() {
        error_code wrong;
        const auto address = asio::ip::make_address(settings.address, wrong);
        if (wrong) return cannot_listen(settings, "it is not an IP address");
        listen_at(*acceptor, {address, settings.port}, wrong);
        if (!wrong) port = acceptor->local_endpoint(wrong).port();
        if (wrong) return cannot_listen(settings, words_for(wrong));
        if (!settings.also.empty()) listen_also();
        return {};
    }
    static void listen_at(tcp::acceptor& at, const tcp::endpoint& endpoint, error_code& wrong) {
        at.open(endpoint.protocol(), wrong);
        if (!wrong) at.set_option(tcp::acceptor::reuse_address(true), wrong);
        if (!wrong) at.bind(endpoint, wrong);
        if (!wrong) at.listen(asio::socket_base::max_listen_connections, wrong);
    }
    void listen_also() {
        error_code wrong;
        const auto address = asio::ip::make_address(settings.also, wrong);
        if (!wrong) listen_at(*also, {address, port}, wrong);
        error_code ignored;
        if (wrong) also->close(ignored);
    }

    // Nobody can connect before listen(), so nobody does before the file is ours alone.
    Result<void> listen_locally() {
        error_code wrong;
        const auto& path = settings.socket;
        if (path.size() >= sizeof(sockaddr_un::sun_path)) wrong = asio::error::name_too_long;
        if (!wrong) remove_abandoned(path);
        if (!wrong) local->open({}, wrong);
        if (!wrong) local->bind(path, wrong);
        has_socket_file = !wrong;
        if (!wrong && ::chmod(path.c_str(), 0600) != 0) wrong = asio::error::access_denied;
        if (!wrong) local->listen(asio::socket_base::max_listen_connections, wrong);
        if (!wrong) return {};
        return Error{ErrorCode::ConfigInvalid, "cannot listen on " + path + ": " + wrong.message()};
    }
    // A socket on which nobody listens any more.
    static void remove_abandoned(const std::string& path) {
        struct stat about {};
        if (::lstat(path.c_str(), &about) != 0 || !S_ISSOCK(about.st_mode)) return;
        asio::io_context context;
        asio::local::stream_protocol::socket probe(context);
        error_code refused;
        probe.connect(path, refused);
        if (refused == asio::error::connection_refused) ::unlink(path.c_str());
    }

    // On the first loop, as all of accepting.
    void accept() {
        if (is_stopping) return;
        accept_on(*acceptor, is_accepting);
        if (also->is_open()) accept_on(*also, is_accepting_also);
        if (local->is_open()) accept_on(*local, is_accepting_locally);
    }
    template <class Acceptor>
    void accept_on(Acceptor& from, bool& is_accepting_there) {
        using Socket = typename Acceptor::protocol_type::socket;
        if (is_accepting_there || open >= settings.max_connections) return;
        is_accepting_there = true;
        auto& loop = *loops[next_loop++ % loops.size()];
        from.async_accept(
            loop.context(),
            [this, &loop, &is_accepting_there](const error_code& broken, Socket socket) {
                is_accepting_there = false;
                if (is_stopping) return;
                if (broken) return accept_later();
                ++open;
                // A handler is copied by some of Asio's ways, and a socket cannot be.
                auto taken = std::make_shared<Socket>(std::move(socket));
                asio::post(loop.context(), [this, &loop, taken] { admit(loop, *taken); });
                accept();
            }
        );
    }
    void accept_later() {
        accept_timer->expires_after(kAcceptAgain);
        accept_timer->async_wait([this](const error_code& cancelled) {
            if (!cancelled) accept();
        });
    }

    static std::string prepare(tcp::socket& socket) {
        error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        return socket.remote_endpoint(ignored).address().to_string();
    }
    static std::string prepare(asio::local::stream_protocol::socket&) { return {}; }

    template <class Socket>
    void admit(Loop& loop, Socket& socket) {
        if (is_stopping) return gone();
        auto address = prepare(socket);
        if (!has_room_for(address)) return gone();
        auto peer = std::make_shared<Peer>(
            asio::generic::stream_protocol::socket(std::move(socket)),
            std::move(address),
            PeerSettings{settings.max_unwritten, settings.idle, *lane, *long_lane, loop.events()},
            [this, &loop](const std::shared_ptr<Peer>& closed) {
                loop.peers.erase(closed);
                forget(closed->peer());
                gone();
            }
        );
        loop.peers.insert(peer);
        peer->start(make_talk);
    }
    bool has_room_for(const std::string& address) {
        if (!is_counted(address)) return true;
        const std::scoped_lock lock(mutex);
        auto& count = by_address[address];
        if (count >= settings.max_per_address) return false;
        ++count;
        return true;
    }
    void forget(const std::string& address) {
        if (!is_counted(address)) return;
        const std::scoped_lock lock(mutex);
        const auto found = by_address.find(address);
        if (found != by_address.end() && --found->second == 0) by_address.erase(found);
    }
    bool is_counted(const std::string& address) const {
        return settings.max_per_address > 0 && !address.empty();
    }
    void gone() {
        {
            const std::scoped_lock lock(mutex);
            --open;
        }
        went.notify_all();
        asio::post(loops[0]->context(), [this] { accept(); });
    }

    const ServerSettings settings;
    const MakeTalk make_talk;
    std::uint16_t port = 0;
    std::atomic<bool> is_stopping = false;
    std::atomic<std::size_t> open = 0;
    std::mutex mutex;  // for `went` and by_address
    std::map<std::string, std::size_t> by_address;
    std::condition_variable went;

    std::unique_ptr<WorkPool::Lane> lane;
    std::unique_ptr<WorkPool::Lane> long_lane;
    std::vector<std::unique_ptr<Loop>> loops;
    std::optional<tcp::acceptor> acceptor;  // with what follows, of the first loop's thread
    std::optional<tcp::acceptor> also;
    std::optional<asio::local::stream_protocol::acceptor> local;
    std::optional<asio::steady_timer> accept_timer;
    bool is_accepting = false;
    bool is_accepting_also = false;
    bool is_accepting_locally = false;
    bool has_socket_file = false;
    std::size_t next_loop = 0;
};

Result<std::unique_ptr<Server>> Server::open(
    ServerSettings settings, WorkPool& pool, MakeTalk make_talk
) {
    auto parts = std::make_unique<Parts>(std::move(settings), pool, std::move(make_talk));
    TRY(parts->listen());
    auto* const all = parts.get();
    asio::post(all->loops[0]->context(), [all] { all->accept(); });
    for (const auto& loop : all->loops) loop->start();
    return std::unique_ptr<Server>(new Server(std::move(parts)));
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Server::~Server() {
    stop(std::chrono::milliseconds(0));
}

std::uint16_t Server::port() const {
    return parts_->port;
}

std::size_t Server::connections() const {
    return parts_->open;
}

void Server::stop(std::chrono::milliseconds grace) {
    auto& parts = *parts_;
    if (parts.is_stopping.exchange(true)) return;
    asio::post(parts.loops[0]->context(), [&parts] {
        error_code ignored;
        parts.acceptor->close(ignored);
        parts.also->close(ignored);
        parts.local->close(ignored);
        parts.accept_timer->cancel();
    });
    for (const auto& loop : parts.loops) loop->for_each([](Peer& peer) { peer.stop(); });
    {
        const auto all_went = [&parts] { return parts.open == 0; };
        std::unique_lock lock(parts.mutex);
        if (!parts.went.wait_for(lock, grace, all_went)) {
            lock.unlock();
            for (const auto& loop : parts.loops) loop->for_each([](Peer& peer) { peer.close(); });
            lock.lock();
            parts.went.wait(lock, all_went);
        }
    }
    parts.lane.reset();  // waits for work that was told to stop
    parts.long_lane.reset();
    for (const auto& loop : parts.loops) loop->end();
    if (parts.has_socket_file) ::unlink(parts.settings.socket.c_str());
}

}  // namespace fovea::net
