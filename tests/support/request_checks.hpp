// Two judges of request bodies that know nothing of our code: the strict checker (tests/checker) and
// the types of the official SDKs (tests/node/typecheck.mjs).
//
//     const auto checked = check_request("anthropic", body, {.model = "claude-opus-4-7"});
//     EXPECT_EQ(checked.problems, none) << body;
//     EXPECT_EQ(checked.images.at(0).at("width"), 2000);
#pragma once

#include <boost/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fovea::testing {

struct CheckedRequest {
    std::vector<std::string> problems;  // empty: the provider would take it
    boost::json::array images = {};     // {"path","mime","width","height","bytes","sha256",…}
    boost::json::array documents = {};  // {"path","bytes","pages","sha256"}
    boost::json::array urls = {};       // {"path","url","kind"}
    std::vector<std::string> texts = {};
};

struct RequestFacts {
    std::string model = {};  // empty: not compared
    std::string path = {};
    std::vector<std::string> limits = {};  // "max_image_base64=5242880"
};

CheckedRequest check_request(
    std::string_view kind, std::string_view body, const RequestFacts& facts = {}
);

struct KindAndBody {
    std::string kind;
    std::string body;
};

// What the types say of each body, in order, each an empty text when it is good. Only where
// node_tests_installed(). Give all bodies at once: one run takes seconds, however many there are.
std::vector<std::string> sdk_type_problems(const std::vector<KindAndBody>& bodies);

}  // namespace fovea::testing
