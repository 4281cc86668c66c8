// Whatever a browser writes on its debugging pipe, and however it is cut: no crash, no command is answered twice,
// words of a refusal are short and UTF-8, and events are told only with a method and an object.
#include "fovea/base/fd.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/browser/devtools.hpp"

#include <boost/json.hpp>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace fovea;

void require(bool holds) {
    if (!holds) std::abort();
}

// Each piece is one read, and then the browser is gone.
Fd browser_that_writes(std::string_view bytes, std::size_t piece) {
    int ends[2];
    require(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    const Fd writes(ends[0]);
    Fd reads(ends[1]);
    while (!bytes.empty()) {
        const auto part = bytes.substr(0, piece);
        if (::send(writes.number(), part.data(), part.size(), MSG_NOSIGNAL) < 0) break;
        bytes.remove_prefix(part.size());
    }
    return reads;
}

// The same messages, whatever the pieces.
void cut(std::string_view bytes, std::size_t piece) {
    browser::DevToolsFrames whole(1 << 16);
    browser::DevToolsFrames parts(1 << 16);
    const auto at_once = whole.feed(bytes);
    std::vector<std::string> one_by_one;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
        auto some = parts.feed(bytes.substr(0, piece));
        if (!some.ok()) return require(!at_once.ok());
        for (auto& text : some.value()) one_by_one.push_back(std::move(text));
    }
    if (at_once.ok()) require(at_once.value() == one_by_one);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t piece = 1 + std::size_t{data[0]} * 16;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    cut(bytes, piece);

    static const Fd nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    const auto from = browser_that_writes(bytes, piece);
    browser::DevTools tools(
        nowhere, from, std::chrono::steady_clock::now() + std::chrono::seconds(10)
    );
    tools.use_session("one");
    tools.on_event = [&](std::string_view method, const boost::json::object&) {
        require(to_utf8(method) == method);
        require(to_utf8(tools.event_session()) == tools.event_session());
        require(tools.send_to(tools.event_session(), "Page.answer").ok());
    };
    for (;;) {
        const auto answer = tools.call("Page.navigate", {{"url", "about:blank"}});
        if (answer.ok()) continue;
        const auto& failure = answer.error();
        require(to_utf8(failure.message) == failure.message);
        require(failure.message.size() <= 200);
        if (failure.kind != browser::DevToolsFailure::Kind::Refused) break;
    }
    return 0;
}
