// For tests: a model's server on loopback that refuses certain pictures, and everything that a turn
// needs besides.
#pragma once

#include "fovea/base/base64.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/media/image/image_samples.hpp"
#include "fovea/net/http/client.hpp"
#include "fovea/net/test_server.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::delivery {

inline std::string base64_text(ByteView bytes) {
    std::string text(base64_size(bytes.size()), '\0');
    EXPECT_TRUE(encode_base64(bytes, text).ok());
    return text;
}

class DeliveryTest : public testing::Test {
protected:
    // What the server says to a request: nothing for a good reply.
    struct Answer {
        int status = 400;
        std::string body;
    };
    using Judge = std::function<std::optional<Answer>(const std::string& body)>;

    void SetUp() override {
        originals_ = store::FileBlobs::open(folder_ / "blobs").value();
        files_ =
            context::KeptVariants::open(
                folder_ / "variants",
                *originals_,
                [](const store::PutFile& put, const media::PrepareRequest& request, const auto&) {
                    return prepare_here(put, request);
                }
            ).value();
    }

    // What a worker does, without a worker.
    static Result<context::MadePicture> prepare_here(
        const store::PutFile& put, const media::PrepareRequest& request
    ) {
        Bytes file(8u << 20);
        file.resize(TRY(put(file)));
        Bytes out(8u << 20);
        context::MadePicture made{TRY(media::prepare(file, request, out)), {}};
        out.resize(made.prepared.bytes);
        if (!made.prepared.unchanged) made.bytes = std::move(out);
        return made;
    }

    void serve(Judge judge) {
        judge_ = std::move(judge);
        server_ = std::make_unique<net::TestServer>([this](net::TestConnection& peer) {
            while (auto request = peer.read_request()) {
                const std::scoped_lock lock(mutex_);
                bodies_.push_back(request->body);
                const auto answer = judge_(request->body);
                answer ? peer.respond(answer->status, answer->body)
                       : peer.respond(200, kReply, "Content-Type: application/json\r\n");
            }
        });
        settings_.providers["mock"] = {.kind = "anthropic", .base_url = server_->url("")};
        settings_.models["seer"] = {.vision = true, .tool_result_images = true};
    }

    Target target() { return find_target(settings_, "mock/seer").value(); }

    content::ImageBlock picture(media::PixelSize size) {
        const auto bytes = media::sample_jpeg(media::Shape::of(size, media::PixelFormat::Rgb8));
        return {
            .source = originals_->put(bytes).value(),
            .mime = "image/jpeg",
            .size = size,
            .filename = std::to_string(size.width) + ".jpg"};
    }

    std::string base64_of(const content::ImageBlock& image) {
        return base64_text(originals_->read(*content::blob_of(image.source)).value());
    }

    Result<Delivered, Failed> deliver_now(
        const std::vector<content::Message>& messages,
        const Picturing& picturing = {},
        const Options& options = {}
    ) {
        return deliver(
            {.messages = messages},
            target(),
            picturing,
            {.client = client_,
             .files = *files_,
             .learnt = learnt_,
             .environment = [](const char* name) -> const char* {
                 return std::string_view(name) == "KEY_OF_TESTS" ? "secret" : nullptr;
             },
             .local = {}},
            options,
            {.on_learnt = [this](const auto& limit) { news_.push_back(limit); }},
            stop_.get_token()
        );
    }

    std::size_t asked() {
        const std::scoped_lock lock(mutex_);
        return bodies_.size();
    }

    static constexpr std::string_view kReply =
        R"({"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"ok"}],)"
        R"("stop_reason":"end_turn","usage":{"input_tokens":5,"output_tokens":2}})";

    static Answer refusal(const std::string& message) {
        return {
            400,
            R"({"type":"error","error":{"type":"invalid_request_error","message":")" + message +
                "\"}}"};
    }

    store::TestFolder folder_;
    std::unique_ptr<store::BlobStore> originals_;
    std::unique_ptr<context::KeptVariants> files_;
    LearntLimits learnt_{folder_ / "learnt_limits.json"};
    config::Settings settings_;
    net::HttpClient client_;
    std::stop_source stop_;
    Judge judge_;
    std::mutex mutex_;
    std::vector<std::string> bodies_;  // under mutex_
    std::vector<providers::LearntLimit> news_;
    std::unique_ptr<net::TestServer> server_;
};

}  // namespace fovea::delivery
