// For tests: a model's server on loopback, documents and pictures, and all that a question needs.
#pragma once

#include "fovea/analysis/analyze.hpp"
#include "fovea/delivery/test_delivery.hpp"
#include "fovea/media/pdf/test_pdf.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace fovea::analysis {

class AnalysisTest : public delivery::DeliveryTest {
protected:
    // What the server answers to the n-th request, counted from 0, as Anthropic would.
    using Words = std::function<std::string(const std::string& body, std::size_t n)>;

    void answer(Words words) {
        serve([this, words = std::move(words)](const std::string& body) {
            return saying(words(body, bodies_.size() - 1));
        });
        settings_.models["reader"] = {.vision = false};
        settings_.models["pager"] = {.vision = true, .pdf = true};
    }

    static Answer saying(const std::string& words) {
        const boost::json::object reply{
            {"id", "m"},
            {"type", "message"},
            {"role", "assistant"},
            {"content", boost::json::array{{{"type", "text"}, {"text", words}}}},
            {"stop_reason", "end_turn"},
            {"usage", {{"input_tokens", 100}, {"output_tokens", 10}}}};
        return {200, boost::json::serialize(reply)};
    }

    Material document(const Bytes& file) {
        return {
            .kind = MaterialKind::Document,
            .source = originals_->put(file).value(),
            .mime = "application/pdf",
            .filename = "report.pdf"};
    }
    Material picture_file(media::PixelSize size) {
        const auto image = picture(size);
        return {
            .kind = MaterialKind::Picture,
            .source = image.source,
            .mime = image.mime,
            .filename = image.filename,
            .size = image.size};
    }

    AnalysisServices services() {
        return {
            .delivery = *delivery_,
            .documents = *documents_,
            .answers = known_,
            .local = []() -> Result<reading::PictureReader*> {
                return Error{ErrorCode::Internal, "nobody reads here"};
            },
            .names = {.main = "mock/seer"},
            .find_model =
                [this](const std::string& name, const std::stop_token&) {
                    return delivery::find_target(settings_, name);
                },
            .check_consent = [this](const delivery::Target& target) -> Result<void> {
                if (agreed_) return {};
                return Error{ErrorCode::ConsentRequired, target.provider};
            },
            .look =
                [](const proxy::DescribeRequest&, const std::stop_token&) {
                    return Result<proxy::Description>(proxy::Description{
                        .fence = "<seen by somebody else>"});
                }};
    }
    Result<Analysis, AnalysisFailed> ask(const AnalysisRequest& request) {
        const auto with = services();
        return analyze(request, with, stop_.get_token());
    }
    static std::string problem(const Result<Analysis, AnalysisFailed>& done) {
        if (done.ok()) return "";
        return std::string(wire_name(done.error().error.code)) + ": " + done.error().error.message;
    }
    std::string body(std::size_t n) {
        const std::scoped_lock lock(mutex_);
        return bodies_.at(n);
    }
    // The texts of a request, one below the other.
    std::string texts_of(const std::string& body) {
        std::string texts;
        const auto request = boost::json::parse(body);
        for (const auto& message : request.at("messages").as_array()) {
            for (const auto& block : message.at("content").as_array()) {
                if (const auto* text = block.as_object().if_contains("text")) {
                    texts += std::string(text->as_string()) + "\n";
                }
            }
        }
        return texts;
    }

    void SetUp() override {
        DeliveryTest::SetUp();
        helpers_ = media::test_helpers();
        delivery_.emplace(delivery::Services{
            .client = client_,
            .files = *files_,
            .learnt = learnt_,
            .environment = [](const char*) -> const char* { return nullptr; },
            .local = {}});
        documents_.emplace(delivery::DocumentServices{
            .blobs = *originals_, .known = known_, .helpers = [this] {
                return Result<sandbox::HelperPrograms*>(helpers_.get());
            }});
    }

    bool agreed_ = true;
    store::ResultCache known_{{.folder = folder_ / "answers"}};
    std::unique_ptr<sandbox::HelperPrograms> helpers_;
    std::optional<delivery::Services> delivery_;
    std::optional<delivery::DocumentServices> documents_;
};

}  // namespace fovea::analysis
