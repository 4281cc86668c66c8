#include "fovea/tui/app/call_text.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/people/human.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace fovea::tui {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxCallText = 200;
// What the model is told where a person said no (host/live_session.cpp, agent/tool_round.cpp).
constexpr std::string_view kDeniedByPerson = "Permission denied: denied by the user";

// What a call is mostly about comes first.
constexpr std::array<std::string_view, 12> kMainArguments{
    "path",
    "file_path",
    "file",
    "image",
    "images",
    "url",
    "file_url",
    "command",
    "pattern",
    "question",
    "prompt",
    "query"};

// Blanks of all kinds as one, none at the ends.
std::string one_line(std::string_view text) {
    std::string line;
    bool after_blank = true;
    for (const char letter : text) {
        const bool is_blank = letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
        if (!is_blank) line += letter;
        if (is_blank && !after_blank) line += ' ';
        after_blank = is_blank;
    }
    if (line.ends_with(' ')) line.pop_back();
    return line;
}

std::string text_of(const json::value& value) {
    if (value.is_string()) return one_line(value.get_string());
    // "shot.png, other.png"
    const bool is_list = value.is_array() && !value.get_array().empty() &&
                         std::ranges::all_of(value.get_array(), [](const json::value& each) {
                             return each.is_string();
                         });
    if (!is_list) return one_line(json::serialize(value));
    std::string text;
    for (const auto& each : value.get_array()) {
        text += (text.empty() ? "" : ", ") + one_line(each.get_string());
    }
    return text;
}

std::string number_in(const json::object& box, std::string_view name) {
    const auto* value = box.if_contains(name);
    boost::system::error_code bad;
    const auto number =
        value != nullptr && value->is_number() ? value->to_number<double>(bad) : 0.0;
    return fmt::format("{}", number);
}

// "640,120 300×80", "top-left"; empty where it is in no form of a part of a picture.
std::string text_of_part(const json::value& value) {
    if (!value.is_object()) return {};
    const auto& part = value.get_object();
    std::string text;
    for (const auto* name : {"pixels", "normalized"}) {
        const auto* box = part.if_contains(name);
        if (box == nullptr || !box->is_object()) continue;
        const auto& sides = box->get_object();
        text = number_in(sides, "x") + "," + number_in(sides, "y") + " " +
               number_in(sides, "width") + "×" + number_in(sides, "height");
    }
    if (const auto* region = part.if_contains("region"); region != nullptr && region->is_string()) {
        text = one_line(region->get_string());
    }
    return text;
}

// The crops of a call; as they are where one of them has another form.
std::string text_of_crop(const json::value& value) {
    if (!value.is_array()) {
        const auto part = text_of_part(value);
        return part.empty() ? text_of(value) : part;
    }
    std::string text;
    for (const auto& each : value.get_array()) {
        const auto part = text_of_part(each);
        if (part.empty()) return text_of(value);
        text += (text.empty() ? "" : ", ") + part;
    }
    return text;
}

}  // namespace

std::string call_text(const content::ToolUseBlock& call) {
    boost::system::error_code bad;
    const auto input = json::parse(call.input, bad);
    if (bad || !input.is_object()) return one_line(shorten(call.input, kMaxCallText));
    std::string text;
    const auto add = [&](std::string_view name, const json::value& value, bool is_main) {
        if (value.is_null()) return;
        if (!text.empty()) text += "  ";
        const auto words = name == "crop" ? text_of_crop(value) : text_of(value);
        text += is_main ? words : std::string(name) + " " + words;
    };
    const auto& object = input.get_object();
    for (const auto name : kMainArguments) {
        if (const auto* value = object.if_contains(name)) add(name, *value, true);
    }
    for (const auto& field : object) {
        const auto is_main = std::ranges::find(kMainArguments, std::string_view(field.key()));
        if (is_main == kMainArguments.end()) add(field.key(), field.value(), false);
    }
    return shorten(text, kMaxCallText);
}

std::string result_text(const content::ToolResultBlock& result) {
    std::string text;
    for (const auto& part : result.content) {
        if (const auto* words = std::get_if<content::TextBlock>(&part)) {
            text += (text.empty() ? "" : "\n") + words->text;
        }
    }
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

std::string result_summary(const content::ToolResultBlock& result) {
    const auto images = std::ranges::count_if(result.content, [](const auto& part) {
        return std::holds_alternative<content::ImageBlock>(part);
    });
    const auto text = result_text(result);
    if (result.is_error && text == kDeniedByPerson) return "you denied it";
    if (result.is_error) return one_line(shorten(text, 160));
    if (images > 0) return people::counted(static_cast<std::uint64_t>(images), "picture");
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(text, '\n')) + 1;
    if (lines == 1) return one_line(shorten(text, 80));
    return people::counted(lines, "line");
}

}  // namespace fovea::tui
