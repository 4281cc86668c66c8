#include "fovea/providers/unreadable_input.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

namespace fovea::providers {
namespace {

constexpr std::string_view kWritten = "fovea_unreadable_arguments";
constexpr std::string_view kProblem = "fovea_problem";
constexpr std::size_t kMaxWritten = 2000;  // bytes; a hostile server's go into no history

}  // namespace

std::string unreadable_input(std::string_view written, std::string_view problem) {
    return json_text(boost::json::object{
        {kWritten, shorten(written, kMaxWritten)}, {kProblem, to_utf8(problem)}});
}

std::optional<std::string> unreadable_problem(std::string_view input) {
    if (input.find(kWritten) == std::string_view::npos) return std::nullopt;
    boost::system::error_code failed;
    const auto value = boost::json::parse({input.data(), input.size()}, failed);
    const auto* object = failed ? nullptr : value.if_object();
    if (object == nullptr || !object->contains(kWritten)) return std::nullopt;
    const auto* problem = object->if_contains(kProblem);
    return problem != nullptr && problem->is_string() ? std::string(problem->get_string())
                                                      : std::string("it cannot be read");
}

}  // namespace fovea::providers
