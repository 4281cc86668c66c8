// The words of the OpenAPI document: what each route is for and what it answers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::serve {

struct AnswerWords {
    int status = 200;
    std::string about;
    std::string type = {};    // of its body; empty: it has none
    std::string schema = {};  // a name among the components
};

struct ParameterWords {
    std::string name;
    std::string about;
    std::string schema;  // JSON
    std::string in = "query";
};

struct RouteWords {
    std::string method;
    std::string path;
    std::string id;
    std::string summary;
    std::vector<AnswerWords> answers;
    std::vector<ParameterWords> parameters = {};
    std::string body_schema = {};
    std::string multipart_schema = {};
    bool needs_body = false;
    std::string tag = "sessions";
};

std::span<const RouteWords> route_words();

// Named by other standards, which this one has no words for.
bool is_beyond_openapi(std::string_view path);

// JSON: {"Session": {…}, …}
std::string_view component_schemas();

}  // namespace fovea::serve
