#include "fovea/serve/mcp/session_streams.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace fovea::serve {
namespace {

std::optional<std::uint64_t> number_in(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (wrong != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

SessionStreams::SessionStreams(Timers& timers, std::size_t max_kept)
    : timers_(timers),
      max_kept_(max_kept),
      aside_(std::make_shared<McpStream>(
          timers, StreamSettings{.number = 0, .is_resumable = true, .primes = true}
      )) {}

std::shared_ptr<McpStream> SessionStreams::add(StreamSettings settings) {
    const std::scoped_lock lock(mutex_);
    settings.number = ++last_;
    auto stream = std::make_shared<McpStream>(timers_, std::move(settings));
    forget_oldest();
    streams_.emplace(last_, stream);
    return stream;
}

void SessionStreams::forget_oldest() {
    // Nobody comes back for what was answered as JSON.
    std::erase_if(streams_, [](const auto& each) {
        return each.second->is_finished() && !each.second->has_events();
    });
    auto oldest = streams_.begin();
    while (streams_.size() > max_kept_ && oldest != streams_.end()) {
        oldest = oldest->second->is_finished() ? streams_.erase(oldest) : std::next(oldest);
    }
}

std::optional<SessionStreams::Place> SessionStreams::resume(std::string_view event_id) const {
    const auto dash = event_id.find('-');
    if (dash == event_id.npos) return std::nullopt;
    const auto stream = number_in(event_id.substr(0, dash));
    const auto told = number_in(event_id.substr(dash + 1));
    if (!stream || !told) return std::nullopt;
    if (*stream == 0) return Place{aside_, *told};
    const std::scoped_lock lock(mutex_);
    const auto found = streams_.find(*stream);
    if (found == streams_.end()) return std::nullopt;
    return Place{found->second, *told};
}

bool SessionStreams::has_listener() const {
    if (aside_->has_listener()) return true;
    const std::scoped_lock lock(mutex_);
    return std::ranges::any_of(streams_, [](const auto& each) {
        return each.second->has_listener();
    });
}

void SessionStreams::end() {
    std::map<std::uint64_t, std::shared_ptr<McpStream>> streams;
    {
        const std::scoped_lock lock(mutex_);
        streams = streams_;
    }
    aside_->end();
    for (const auto& [number, stream] : streams) stream->end();
}

}  // namespace fovea::serve
