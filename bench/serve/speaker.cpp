// `fovea serve` with one session whose events come from here instead of from a model: `fovea-bench-speaker FOLDER` prints
// {"port", "token", "session"}; a line of JSON on stdin {rounds, burst, every, bytes} makes it say something, as
// peer.mjs does, and {"done": true} comes back. With `bytes`, each event is a new picture of that size: it is stored, its
// entry is appended, and everything from there on is the daemon's.
#include "fovea/host/machine.hpp"
#include "fovea/media/worker/picture_workers.hpp"
#include "fovea/serve/daemon.hpp"
#include "fovea/store/entry.hpp"

#include <boost/json.hpp>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <thread>

namespace {

namespace json = boost::json;
using namespace fovea;

template <class T>
T needed(Result<T> result) {
    if (result.ok()) return std::move(result).value();
    std::fprintf(stderr, "%s\n", result.error().message.c_str());
    std::exit(1);
}

// Microseconds since 1970, as clock.mjs has them.
std::string mark() {
    const auto time = std::chrono::system_clock::now().time_since_epoch();
    const auto now = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    return "@" + std::to_string(now) + "@";
}

class Speaker {
public:
    Speaker(serve::Daemon& daemon, host::Machine& machine, std::shared_ptr<host::LiveSession> live)
        : daemon_(daemon), machine_(machine), live_(std::move(live)) {}

    void say(const json::object& wanted) {
        const auto number = [&](const char* name) {
            return wanted.at(name).to_number<std::uint64_t>();
        };
        for (std::uint64_t round = 0; round < number("rounds"); ++round) {
            for (std::uint64_t i = 0; i < number("burst"); ++i) {
                number("bytes") > 0 ? show(number("bytes")) : say_word();
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(number("every")));
        }
    }

private:
    void say_word() { live_->tell(agent::Delta{providers::TextDelta{mark() + " word "}}); }

    void show(std::uint64_t size) {
        Bytes picture(size);
        for (auto& byte : picture) byte = static_cast<std::byte>(random_());
        content::ImageBlock image{
            .source = needed(machine_.blobs().put(picture)),
            .mime = "image/jpeg",
            .size = {200, 200}};
        image.alt = mark();
        const auto entry =
            store::message_entry({content::Role::User, {std::move(image)}}, store::system_now());
        const auto seq = needed(machine_.sessions().append(live_->id(), {&entry, 1}));
        daemon_.desk().hub().look(live_->id(), seq);
    }

    serve::Daemon& daemon_;
    host::Machine& machine_;
    const std::shared_ptr<host::LiveSession> live_;
    std::minstd_rand random_{1};
};

}  // namespace

int main(int count, char** words) {
    if (count != 2) return 64;
    spdlog::set_level(spdlog::level::off);  // as `fovea serve` logs no answer unless it is asked to
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    const std::filesystem::path folder = words[1];
    config::Loaded loaded;
    loaded.settings.model = "mock/m";
    loaded.settings.providers["mock"] = {.kind = "openai_chat", .base_url = "http://127.0.0.1:9"};
    host::Parts parts;
    parts.result_cache = [&](const config::Settings&) {
        return store::ResultCache::Settings{.folder = folder / "results"};
    };
    const host::Situation situation{.loaded = loaded, .parts = parts, .data = folder / "data"};
    const auto machine = needed(host::Machine::open(situation, host::StoreUse::KeepsSession));
    const auto daemon =
        needed(serve::Daemon::open(situation, *machine, {.folder = folder / "data/serve"}));
    const serve::Principal owner{.name = "owner", .scopes = {serve::Scope::Admin}};
    const auto session = needed(daemon->desk().create(owner, {}));
    const auto live = needed(daemon->desk().table().open(
        situation, {.id = session, .options = {.choices = {.bare = true}}}, {}
    ));
    daemon->desk().hub().attach(live);
    const json::object ready{
        {"port", daemon->port()}, {"token", daemon->token()}, {"session", session}};
    std::cout << json::serialize(ready) << std::endl;
    Speaker speaker(*daemon, *machine, live);
    for (std::string line; std::getline(std::cin, line);) {
        speaker.say(json::parse(line).as_object());
        std::cout << R"({"done": true})" << std::endl;
    }
    daemon->stop(std::chrono::milliseconds(0));
    return 0;
}
