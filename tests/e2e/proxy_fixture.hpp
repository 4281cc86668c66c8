// A model that cannot see, one that looks for it, and a person who uses both: two servers, so that
// each can be asked what it was sent, and each can fail alone.
//
//     main_    what the person talks to: main/reader (blind), main/looker (sees)
//     eyes_    the vision model eyes/seer, which was agreed to
#pragma once

#include "fovea/base/base64.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/aimock.hpp"
#include "support/test_paths.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {

class Proxied : public ::testing::Test {
protected:
    static constexpr std::string_view kSays = "A red square, and SQUARE-7 below it.";
    static constexpr std::string_view kOnlyAnswer =
        R"([{"match": {}, "response": {"content": "A red square, and SQUARE-7 below it.",
             "usage": {"prompt_tokens": 700, "completion_tokens": 9, "total_tokens": 709}}}])";

    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
        main_ =
            std::make_unique<Aimock>(R"([{"match": {}, "response": {"content": "I understand."}}])"
            );
        begin(kOnlyAnswer);
    }

    // Everything new but main_. `more` is appended to the configuration; `eyes_url` is where the
    // vision model is said to be, where it is not eyes_.
    void begin(
        std::string_view fixtures, const std::string& more = {}, const std::string& eyes_url = {}
    ) {
        main_->forget();
        eyes_ = std::make_unique<Aimock>(fixtures);
        const auto provider = [](const std::string& name, const std::string& url) {
            return "[providers." + name + "]\nkind = \"openai_compatible\"\nbase_url = \"" + url +
                   "\"\n\n";
        };
        const auto model = [](const std::string& name, const std::string& vision) {
            return "[models." + name + "]\nvision = " + vision +
                   "\ntools = true\ncontext = 128000\nmax_image_px = 3840\n\n";
        };
        bench_ = std::make_unique<Workbench>(
            main_->url(),
            provider("main", main_->url()) +
                provider("eyes", eyes_url.empty() ? eyes_->url() : eyes_url) +
                model("reader", "false") + model("looker", "true") + model("seer", "true") +
                "[vision]\nmodel = \"eyes/seer\"\n" + more
        );
        consent_ = "eyes";
    }

    Finished fovea(std::vector<std::string> arguments) const {
        std::vector<std::string> launcher = {"/usr/bin/env", "FOVEA_CONSENT=" + consent_};
        launcher.insert(launcher.end(), variables_.begin(), variables_.end());
        return bench_->fovea(std::move(arguments), std::move(launcher));
    }
    boost::json::object json(std::vector<std::string> arguments) const {
        arguments.emplace_back("--json");
        const auto finished = fovea(std::move(arguments));
        boost::system::error_code broken;
        const auto value = boost::json::parse(finished.out, broken);
        EXPECT_FALSE(broken) << finished.out << finished.err;
        return broken ? boost::json::object() : value.as_object();
    }
    // One turn of the session "s".
    boost::json::object turn(
        const std::string& model,
        const std::string& words,
        const std::vector<std::string>& images = {}
    ) const {
        std::vector<std::string> arguments = {
            "send", "--session", "s", "--model", model, "--message", words};
        for (const auto& image : images) arguments.insert(arguments.end(), {"--image", image});
        return json(std::move(arguments));
    }
    boost::json::object analyze(const boost::json::object& input) const {
        return json({"tool", "analyze_image", "--input", boost::json::serialize(input)});
    }
    // Of a kind ("telemetry"), in their order.
    std::vector<boost::json::object> entries(std::string_view kind) const {
        const auto session = json({"sessions", "show", "s"});
        std::vector<boost::json::object> found;
        for (const auto& entry : session.at("entries").as_array()) {
            if (entry.at("kind") == boost::json::value(kind)) found.push_back(entry.as_object());
        }
        return found;
    }

    std::vector<std::string> asked_main() const { return bodies(*main_); }
    std::vector<std::string> asked_eyes() const { return bodies(*eyes_); }

    // The files in a request, as they were before base64.
    static std::vector<std::string> pictures_in(const std::string& body) {
        constexpr std::string_view kBefore = ";base64,";
        std::vector<std::string> found;
        for (auto at = body.find(kBefore); at != body.npos; at = body.find(kBefore, at)) {
            at += kBefore.size();
            const auto bytes =
                decode_base64(std::string_view(body).substr(at, body.find('"', at) - at));
            EXPECT_TRUE(bytes.ok());
            if (!bytes.ok()) break;
            found.emplace_back(
                reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size()
            );
        }
        return found;
    }
    // The longest text without a space or sign between that base64 would have.
    static std::size_t longest_base64(std::string_view body) {
        std::size_t longest = 0;
        std::size_t run = 0;
        for (const char c : body) {
            const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '+' || c == '/';
            run = fits ? run + 1 : 0;
            longest = std::max(longest, run);
        }
        return longest;
    }
    static bool has(std::string_view text, std::string_view part) {
        return text.find(part) != text.npos;
    }

    std::unique_ptr<Aimock> main_;
    std::unique_ptr<Aimock> eyes_;
    std::unique_ptr<Workbench> bench_;
    std::string consent_;                 // providers that were agreed to
    std::vector<std::string> variables_;  // more of them: "NAME=value"

private:
    static std::vector<std::string> bodies(const Aimock& server) {
        std::vector<std::string> found;
        for (const auto& request : asking_models(server.requests())) found.push_back(request.body);
        return found;
    }
};

}  // namespace fovea::testing
