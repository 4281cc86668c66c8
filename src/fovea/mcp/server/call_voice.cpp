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
constexpr std::size_t kMaxToken = 1000;
constexpr std::size_t kBeatsAWord = 5;
constexpr double kLeastStep = 0.001;  // a beat between two real steps

std::optional<json::value> token_in(const Request& request) {
    const auto* meta = request.params.if_contains("_meta");
    if (meta == nullptr || !meta->is_object()) return std::nullopt;
    const auto* token = meta->get_object().if_contains("progressToken");
    if (token == nullptr) return std::nullopt;
    const bool is_short = token->is_string() && token->get_string().size() <= kMaxToken;
    const bool usable = is_short || token->is_int64();
    return usable ? std::optional(*token) : std::nullopt;
}

}  // namespace

CallVoice::CallVoice(const Request& request, Send send, std::chrono::milliseconds beat)
    : id_(request.id), token_(token_in(request)), send_(std::move(send)), beat_(beat) {}

void CallVoice::tell(double done, const std::string& message) {
    told_ = done > told_ ? done : std::round((told_ + kLeastStep) / kLeastStep) * kLeastStep;
    json::object params{{"progressToken", *token_}, {"progress", told_}};
    if (total_ && base_ + *total_ >= told_) params["total"] = base_ + *total_;
    if (!message.empty()) params["message"] = clean_line(message, kMaxProgressWords);
    send_(Notification{"notifications/progress", std::move(params)});
}

void CallVoice::progress(const tools::Progress& progress) {
    const std::scoped_lock lock(mutex_);
    if (silent_ || !token_ || !std::isfinite(progress.done)) return;
    if (progress.done < done_) base_ += total_.value_or(done_);
    done_ = progress.done;
    total_ = progress.total;
    if (!progress.message.empty()) message_ = progress.message;
    is_new_ = true;
}

void CallVoice::beat() {
    // Something is being said right now, and its reader may be slow; the heart beats for others, too.
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    const auto age = std::chrono::steady_clock::now() - begin_;
    if (silent_ || !token_ || age < beat_) return;
    const bool is_due = beats_++ % kBeatsAWord == 0;
    if (std::exchange(is_new_, false)) return tell(base_ + done_, message_);
    if (!is_due) return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(age);
    // Where nobody counts steps, the seconds are the progress.
    const double done = total_ ? told_ : static_cast<double>(seconds.count());
    tell(done, message_ + " (" + std::to_string(seconds.count()) + " s)");
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
