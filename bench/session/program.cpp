// What an append to a session costs as the session grows, in CPU time of this process.
//
//   fovea-bench-session FOLDER TURNS
//   {"turns": 2000, "early_ms": 0.21, "late_ms": 0.22, "ratio": 1.05}
//
// A turn is what the agent stores of one: a message with a new picture, what became of it, and the answer. The
// early figure is the median around the twentieth turn, the late one that of the last.
#include "fovea/agent/session.hpp"
#include "fovea/store/embedded_store.hpp"
#include "fovea/store/image_change.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace {

using namespace fovea;

constexpr std::size_t kEarly = 20;
constexpr std::size_t kAround = 10;

double cpu_ms() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

Result<double> take_turn(store::Store& store, agent::Session& session, std::size_t turn) {
    const auto name = std::to_string(turn);
    const auto picture = TRY(store.blobs->put(as_bytes("picture " + name)));
    const auto now = store::system_now();
    const content::Message asked{
        content::Role::User,
        {content::ImageBlock{
             .source = picture, .mime = "image/png", .size = {320, 200}, .filename = name + ".png"},
         content::TextBlock{"This is what the screen shows after step " + name}}};
    const content::Message answered{
        content::Role::Assistant, {content::TextBlock{"Nothing on it is an error."}}};
    const store::ImageChange change{
        .action = store::ImageAction::Deliver,
        .image = picture,
        .state = store::ImageState::Pixels,
        .provider = "openai_chat",
        .endpoint = "http://127.0.0.1/v1 model",
        .tokens = 84};
    const auto begun = cpu_ms();
    TRY(session.append({store::message_entry(asked, now)}));
    TRY(session.append({store::change_entry(change, now), store::message_entry(answered, now)}));
    return cpu_ms() - begun;
}

double median(std::vector<double> times) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

Result<void> measure(const std::string& folder, std::size_t turns) {
    auto store = TRY(store::open_embedded_store({.root = folder}));
    auto session = TRY(agent::Session::begin(*store.sessions, "bench"));
    std::vector<double> took;
    for (std::size_t i = 0; i < turns; ++i) took.push_back(TRY(take_turn(store, session, i)));
    const auto at = [&](std::size_t index) {
        return took.begin() + static_cast<std::ptrdiff_t>(index);
    };
    const auto early = median({at(kEarly - kAround), at(kEarly + kAround)});
    const auto late = median({at(turns - 2 * kAround), took.end()});
    const boost::json::object row{
        {"turns", turns}, {"early_ms", early}, {"late_ms", late}, {"ratio", late / early}};
    std::printf("%s\n", boost::json::serialize(row).c_str());
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    const auto turns = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 0;
    if (turns < kEarly + 3 * kAround) {
        std::fprintf(stderr, "fovea-bench-session FOLDER TURNS (50 or more)\n");
        return 64;
    }
    const auto done = measure(argv[1], turns);
    if (!done.ok()) std::fprintf(stderr, "fovea-bench-session: %s\n", done.error().message.c_str());
    return done.ok() ? 0 : 1;
}
