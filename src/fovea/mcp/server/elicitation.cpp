#include "fovea/mcp/server/elicitation.hpp"

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/base/json_members.hpp"

#include <boost/json.hpp>

#include <string_view>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

constexpr std::string_view kAgree = "agree";

std::string key_of(const std::string& question) {
    return "consent-" + sha256(as_bytes(question)).hex().substr(0, 16);
}

}  // namespace

bool can_elicit(const json::object& client_capabilities) {
    const auto* forms = object_in(client_capabilities, "elicitation");
    return forms != nullptr && (forms->empty() || forms->contains("form"));
}

json::object elicitation(const std::string& question) {
    return {
        {"message", question},
        {"requestedSchema",
         {{"type", "object"},
          {"properties",
           {{kAgree,
             {{"type", "boolean"},
              {"title", "I agree"},
              {"description", "kept until `fovea vision-proxy consent no` takes it back"},
              {"default", false}}}}},
          {"required", json::array{kAgree}}}}};
}

Said said_of(const json::object& result) {
    const auto* action = result.if_contains("action");
    if (action == nullptr || !action->is_string()) return Said::Nothing;
    const auto* content = object_in(result, "content");
    const auto* agree = content == nullptr ? nullptr : content->if_contains(kAgree);
    const bool ticked = agree != nullptr && agree->is_bool() && agree->get_bool();
    return *action == "accept" && ticked ? Said::Yes : Said::No;
}

json::object input_required(const std::string& question) {
    auto params = elicitation(question);
    params["mode"] = "form";
    json::object requests;
    requests[key_of(question)] = {{"method", "elicitation/create"}, {"params", std::move(params)}};
    return {{"resultType", "input_required"}, {"inputRequests", std::move(requests)}};
}

Said said_in(const json::object& params, const std::string& question) {
    const auto* responses = object_in(params, "inputResponses");
    const auto* answer = responses == nullptr ? nullptr : object_in(*responses, key_of(question));
    return answer == nullptr ? Said::Nothing : said_of(*answer);
}

}  // namespace fovea::mcp
