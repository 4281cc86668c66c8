#include "fovea/mcp/stdio_transport.hpp"

#include "fovea/mcp/broken_message.hpp"
#include "fovea/mcp/words.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <utility>

namespace fovea::mcp {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxOutbox = 96u << 20;
constexpr std::size_t kMaxBadLines = 100;  // noted; the others are left out in silence
constexpr std::size_t kMostOfALine =
    16;                              // times what is taken: it is read on, to tell how long it is
constexpr auto kTimeToExit = 500ms;  // between the end of a server's output and its own

struct Read {
    std::string_view bytes;
    bool ended = false;
};

Read read_some(const Fd& file, std::array<char, 65536>& into) {
    const auto count = ::read(file.number(), into.data(), into.size());
    if (count > 0) return {.bytes = {into.data(), static_cast<std::size_t>(count)}};
    return {.ended = count == 0 || (errno != EAGAIN && errno != EINTR)};
}

void block_signals() {
    // Also SIGPIPE, which a server that closes its input would raise here; the others are for the
    // threads that wait for them.
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

StdioTransport::StdioTransport(StdioSettings settings)
    : settings_(std::move(settings)), lines_(settings_.max_line), errors_(settings_.hidden) {}

StdioTransport::~StdioTransport() {
    close();
}

void StdioTransport::wake() const {
    ::eventfd_write(wake_.number(), 1);  // when it is full the thread wakes anyway
}

void StdioTransport::note(const std::string& text) {
    if (events_.on_note) events_.on_note(text);
}

Result<void, Failure> StdioTransport::open(TransportEvents events) {
    events_ = std::move(events);
    wake_ = Fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!wake_) return Failure{Failure::Kind::Gone, "no file descriptors left"};
    auto process = start_server(settings_.command);
    if (!process.ok()) return Failure{Failure::Kind::Gone, process.error().message};
    process_.emplace(std::move(process).value());
    thread_ = std::jthread([this] { run(); });
    return {};
}

Result<void, Failure> StdioTransport::send(const Message& message, std::chrono::milliseconds) {
    auto line = write_message(message) + '\n';
    {
        const std::lock_guard lock(mutex_);
        if (outbox_.ended || outbox_.closing) {
            return Failure{Failure::Kind::Gone, "it is not running"};
        }
        if (outbox_.bytes + line.size() > kMaxOutbox) {
            return Failure{Failure::Kind::Gone, "it does not read its input"};
        }
        outbox_.bytes += line.size();
        outbox_.lines.push_back(std::move(line));
    }
    wake();
    return {};
}

void StdioTransport::close() {
    {
        const std::lock_guard lock(mutex_);
        outbox_.closing = true;
    }
    if (wake_) wake();
    const std::lock_guard lock(closing_);
    if (thread_.joinable()) thread_.join();
}

void StdioTransport::run() {
    ::pthread_setname_np(::pthread_self(), "fovea-mcp");
    block_signals();
    std::optional<Failure> ended;
    try {
        ended = serve();
    } catch (const std::exception& stray) {  // out of memory, by what the server sent
        ended = Failure{Failure::Kind::Broken, stray.what()};
    }
    {
        const std::lock_guard lock(mutex_);
        outbox_.ended = true;
        outbox_.lines.clear();
    }
    if (ended) events_.on_end(*ended);
    process_->input.close();
    if (drain(settings_.grace) != Until::Ended) process_->signal_group(SIGTERM);
    if (drain(settings_.grace) != Until::Ended) process_->signal_group(SIGKILL);
    if (!process_->child.reaped()) process_->end();
}

std::optional<Failure> StdioTransport::serve() {
    for (;;) {
        bool writing = false;
        {
            const std::lock_guard lock(mutex_);
            if (outbox_.closing) return std::nullopt;
            writing = !outbox_.lines.empty();
        }
        std::array<pollfd, 5> watched{{
            {wake_.number(), POLLIN, 0},
            {process_->output.number(), POLLIN, 0},
            {process_->errors.number(), POLLIN, 0},
            {process_->child.handle(), POLLIN, 0},
            {writing ? process_->input.number() : -1, POLLOUT, 0},
        }};
        if (::poll(watched.data(), watched.size(), -1) < 0) continue;
        if (watched[0].revents != 0) {
            eventfd_t count = 0;
            ::eventfd_read(wake_.number(), &count);
        }
        if (watched[2].revents != 0) take_errors();
        if (watched[1].revents != 0) {
            if (auto ended = take_output()) return ended;
        } else if (watched[3].revents != 0) {
            return why_it_ended();  // and all that it wrote has been read
        }
        if (watched[4].revents != 0) {
            if (auto ended = write_some()) return ended;
        }
    }
}

std::optional<Failure> StdioTransport::take_output() {
    std::array<char, 65536> buffer{};
    const auto got = read_some(process_->output, buffer);
    if (got.ended) return why_it_ended();
    for (const auto& line : lines_.feed(got.bytes)) {
        if (const auto* long_line = std::get_if<LongLine>(&line)) {
            if (auto ended = take_long_line(*long_line)) return ended;
        } else {
            take_line(std::get<std::string>(line));
        }
    }
    if (lines_.pending_bytes() > kMostOfALine * settings_.max_line) {
        return Failure{Failure::Kind::Broken, "it wrote a message without a line end"};
    }
    return std::nullopt;
}

void StdioTransport::take_line(const std::string& line) {
    for (auto& message : read_messages(line)) {
        if (message.ok()) {
            events_.on_message(std::move(message).value());
            continue;
        }
        if (bad_lines_++ < kMaxBadLines) {
            note("not a message on its output: " + clean_line(line, 200));
        }
        if (const auto answer = broken_answer(message.error(), line)) {
            events_.on_failed(answer->id, answer->failure);
        }
    }
}

// Only its call fails, where it says which one that is; nobody knows who waits otherwise.
std::optional<Failure> StdioTransport::take_long_line(const LongLine& line) {
    const Failure failure{
        Failure::Kind::Broken, "its answer is " + too_large_words(line.bytes, settings_.max_line)};
    const auto broken = look_at_broken(line.ends);
    if (!broken.id) return failure;
    if (broken.is_answer) {
        events_.on_failed(*broken.id, failure);
    } else {
        note("it sent a message that is " + too_large_words(line.bytes, settings_.max_line));
    }
    return std::nullopt;
}

std::optional<Failure> StdioTransport::write_some() {
    const std::lock_guard lock(mutex_);
    auto& line = outbox_.lines.front();
    const auto count = ::write(
        process_->input.number(), line.data() + outbox_.written, line.size() - outbox_.written
    );
    if (count < 0) {
        if (errno == EAGAIN || errno == EINTR) return std::nullopt;
        return Failure{Failure::Kind::Gone, "it closed its input"};
    }
    outbox_.written += static_cast<std::size_t>(count);
    if (outbox_.written < line.size()) return std::nullopt;
    outbox_.bytes -= line.size();
    outbox_.written = 0;
    outbox_.lines.pop_front();
    return std::nullopt;
}

void StdioTransport::take_errors() {
    std::array<char, 65536> buffer{};
    const auto got = read_some(process_->errors, buffer);
    if (got.ended) process_->errors.close();
    for (const auto& line : errors_.feed(got.bytes)) note(line);
}

Failure StdioTransport::why_it_ended() {
    std::string why = "it closed its output";
    if (drain(kTimeToExit) == Until::Ended) why = "it " + sandbox::describe(process_->end());
    const auto words = errors_.last_words();
    if (!words.empty()) why += "; last lines of its stderr: " + words;
    return {Failure::Kind::Gone, std::move(why)};
}

// Reads and forgets what still comes, so that the server can end, but for its words of farewell.
StdioTransport::Until StdioTransport::drain(std::chrono::milliseconds timeout) {
    if (process_->child.reaped()) return Until::Ended;
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    std::array<char, 65536> buffer{};
    for (;;) {
        std::array<pollfd, 3> watched{{
            {process_->child.handle(), POLLIN, 0},
            {process_->output.number(), POLLIN, 0},
            {process_->errors.number(), POLLIN, 0},
        }};
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now()
        );
        if (left.count() <= 0) return Until::TimeOver;
        if (::poll(watched.data(), watched.size(), static_cast<int>(left.count()) + 1) < 0)
            continue;
        if (watched[1].revents != 0 && read_some(process_->output, buffer).ended) {
            process_->output.close();
        }
        if (watched[2].revents != 0) {
            take_errors();
        } else if (watched[0].revents != 0) {
            return Until::Ended;
        }
    }
}

}  // namespace fovea::mcp
