// For tests: a machine with real workers and a real store, and a model's server on loopback that a
// script answers for.
#pragma once

#include "fovea/host/machine.hpp"
#include "fovea/host/session_table.hpp"
#include "fovea/media/image/image_samples.hpp"
#include "fovea/net/test_server.hpp"
#include "fovea/store/test_folder.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/test_paths.hpp"

namespace fovea::host {

class HostTest : public testing::Test {
protected:
    // What the model says to a request's last words.
    using Script = std::function<std::string(const std::string& words)>;

    void SetUp() override {
        serve([](const std::string& words) { return "You said: " + words; });
        loaded_.settings.model = "mock/seer";
        loaded_.settings.models["seer"] = {.vision = true};
        loaded_.settings.workspace.roots = {folder_ / "work"};
        loaded_.origins["workspace.roots"] = "test";
        std::filesystem::create_directories(folder_ / "work");
        parts_.threads = 2;
        parts_.open_workers = [](unsigned workers) {
            return media::PictureWorkers::open(
                {.program = test_paths::program("fovea-worker"), .workers = workers}
            );
        };
        parts_.open_helpers = [](unsigned) {
            return sandbox::HelperPrograms::open({.cage = test_paths::program("fovea-cage")});
        };
        parts_.result_cache = [this](const config::Settings&) {
            return store::ResultCache::Settings{.folder = folder_ / "results"};
        };
        auto opened = Machine::open(situation_, StoreUse::KeepsSession);
        ASSERT_TRUE(opened.ok()) << opened.error().message;
        machine_ = std::move(opened).value();
    }

    void serve(Script script) {
        script_ = std::move(script);
        server_ = std::make_unique<net::TestServer>([this](net::TestConnection& peer) {
            while (auto request = peer.read_request()) {
                peer.respond(200, reply_to(request->body), "Content-Type: text/event-stream\r\n");
            }
        });
        loaded_.settings.providers["mock"] = {
            .kind = "openai_chat", .base_url = server_->url("/v1")};
    }

    // What the model's server answers to a request.
    virtual std::string reply_to(const std::string& body) {
        return stream_of(script_(last_words(body)));
    }

    content::Message prompt(const std::string& words) {
        return {content::Role::User, {content::TextBlock{words}}};
    }
    // A picture of its own for every `number`.
    content::Message shot(const std::string& words, unsigned number) {
        const media::PixelSize size{40 + number % 200, 30 + number / 200};
        const auto bytes = media::sample_jpeg(media::Shape::of(size, media::PixelFormat::Rgb8));
        return {
            content::Role::User,
            {content::ImageBlock{
                 .source = machine_->blobs().put(bytes).value(),
                 .mime = "image/jpeg",
                 .size = size,
                 .filename = std::to_string(number) + ".jpg"},
             content::TextBlock{words}}};
    }

    // The answers of the next `count` turns, in their order; also those that failed.
    static std::vector<agent::RunResult> results(EventReader& reader, std::size_t count) {
        std::stop_source late;
        const std::jthread timer([&](const std::stop_token& done) {
            std::mutex mutex;
            std::condition_variable_any never;
            std::unique_lock lock(mutex);
            never.wait_for(lock, done, std::chrono::seconds(120), [] { return false; });
            late.request_stop();
        });
        std::vector<agent::RunResult> results;
        while (results.size() < count) {
            auto next = reader.next(late.get_token());
            if (!next) break;
            if (!next->event) continue;
            if (const auto* end = std::get_if<agent::Finished>(next->event.get())) {
                results.push_back(end->result);
            }
        }
        return results;
    }

    static std::string last_words(const std::string& body) {
        namespace json = boost::json;
        const auto request = json::parse(body);
        std::string words;
        for (const auto& message : request.at("messages").as_array()) {
            if (message.at("role").as_string() != "user") continue;
            const auto& content = message.at("content");
            if (content.is_string()) words = content.as_string();
            if (!content.is_array()) continue;
            for (const auto& part : content.as_array()) {
                if (part.at("type").as_string() == "text") words = part.at("text").as_string();
            }
        }
        return words;
    }

    static std::string stream_of(const std::string& words) {
        namespace json = boost::json;
        const json::object chunk{
            {"id", "c"},
            {"object", "chat.completion.chunk"},
            {"created", 1},
            {"model", "seer"},
            {"choices",
             json::array{json::object{
                 {"index", 0},
                 {"delta", {{"role", "assistant"}, {"content", words}}},
                 {"finish_reason", "stop"}}}}};
        return "data: " + json::serialize(chunk) + "\n\ndata: [DONE]\n\n";
    }

    store::TestFolder folder_;
    Script script_;
    std::unique_ptr<net::TestServer> server_;
    config::Loaded loaded_;
    Parts parts_;
    Situation situation_{.loaded = loaded_, .parts = parts_, .data = folder_ / "data"};
    std::unique_ptr<Machine> machine_;
};

}  // namespace fovea::host
