#include "fovea/mcp/server/call_voice.hpp"

#include "fovea/mcp/words.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxProgressWords = 300;
constexpr std::size_t kBeatsAWord = 5;
constexpr double kLeastStep = 0.001;  // a beat between two real steps

std::optional<json::value> token_in(const Request& request) {
    const auto* meta = request.params.if_contains("_meta");
    if (meta == nullptr || !meta->is_object()) return std::nullopt;
    const auto* token = meta->get_object().if_contains("progressToken");
    const bool usable = token != nullptr && (token->is_string() || token->is_int64());
    return usable ? std::optional(*token) : std::nullopt;
}

json::value number(double value) {
    const auto whole = static_cast<std::int64_t>(value);
    if (static_cast<double>(whole) == value) return whole;
    return value;
}

}  // namespace

CallVoice::CallVoice(const Request& request, Send send, std::chrono::milliseconds beat)
    : id_(request.id), token_(token_in(request)), send_(std::move(send)), beat_(beat) {}

void CallVoice::tell(double done, std::optional<double> total, const std::string& message) {
    told_ = done > told_ ? done : told_ + kLeastStep;
    json::object params{{"progressToken", *token_}, {"progress", number(told_)}};
    if (total && *total >= told_) params["total"] = number(*total);
    if (!message.empty()) params["message"] = clean_line(message, kMaxProgressWords);
    send_(Notification{"notifications/progress", std::move(params)});
}

void CallVoice::progress(const tools::Progress& progress) {
    const std::scoped_lock lock(mutex_);
    if (silent_ || !token_ || !std::isfinite(progress.done)) return;
    total_ = progress.total;
    if (!progress.message.empty()) message_ = progress.message;
    tell(progress.done, total_, message_);
}

void CallVoice::beat() {
    const std::scoped_lock lock(mutex_);
    const auto age = std::chrono::steady_clock::now() - begin_;
    if (silent_ || !token_ || age < beat_ || beats_++ % kBeatsAWord != 0) return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(age);
    // Where nobody counts steps, the seconds are the progress.
    const double done = total_ ? told_ : static_cast<double>(seconds.count());
    tell(done, total_, message_ + " (" + std::to_string(seconds.count()) + " s)");
}

void CallVoice::answer(std::variant<json::value, RpcError> outcome) {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(silent_, true)) return;
    send_(Response{id_, std::move(outcome)});
}

void CallVoice::hush() {
    const std::scoped_lock lock(mutex_);
    silent_ = true;
}

}  // namespace fovea::mcp
