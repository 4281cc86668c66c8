// How an answer is to be made, as somebody asked for it: the knobs of all dialects under one name
// each. What is not set is left to the model, and is not sent.
//
//     Request request{.wishes = {.temperature = 0.2, .stop = {"END"}}};
//
// No dialect has all of them, and newer models refuse some that their API has: carried() keeps what
// can go, and names what cannot, so that whoever asked can be told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::providers {

struct ModelTraits;
struct Request;

enum class ToolChoice : std::uint8_t { Auto, None, Required, One };

enum class Effort : std::uint8_t { Unset, None, Minimal, Low, Medium, High, XHigh, Max };

// "none", "minimal" … "max"; empty for Unset. And back; Unset for any other word.
std::string_view name_of(Effort effort);
Effort effort_named(std::string_view name);

struct Wishes {
    std::optional<double> temperature = {};
    std::optional<double> top_p = {};
    std::optional<double> presence_penalty = {};
    std::optional<double> frequency_penalty = {};
    std::optional<std::uint32_t> top_k = {};
    std::optional<std::int64_t> seed = {};
    std::vector<std::string> stop = {};  // the answer ends where one of them would begin

    ToolChoice tool_choice = ToolChoice::Auto;
    std::string chosen_tool = {};             // of ToolChoice::One
    std::optional<bool> parallel_calls = {};  // false: one call at a time

    std::optional<bool> thinking = {};  // whether the model thinks before it answers
    std::uint32_t thinking_tokens = 0;  // for that; 0: as many as it wants
    Effort effort = Effort::Unset;
    std::string thinking_summary = {};  // "auto", "concise", "detailed": wanted to read

    bool json_object = false;    // any JSON object; a schema is in Request::json_schema
    std::string verbosity = {};  // "low", "medium", "high"
    std::string end_user = {};   // the client's own name for who asks
    std::string cache_key = {};  // requests with the same one share a prompt

    bool operator==(const Wishes&) const = default;
};

// The effort that was asked for, or the one that a number of tokens amounts to; Unset when neither was.
Effort effort_of(const Wishes& wishes);

// What a dialect and a model take of it. Names of what is lost are added to `left_out`: "top_k",
// "seed", "reasoning" …
Wishes carried(
    const Wishes& wishes,
    const ModelTraits& traits,
    std::string_view kind,
    std::vector<std::string>& left_out
);

// Whether it can be told to answer in JSON of any form.
bool has_json_mode(std::string_view kind);

// All that `request` holds and the model will not be told of, "thinking" of other providers included.
std::vector<std::string> left_out_of(
    const Request& request, const ModelTraits& traits, std::string_view kind
);

}  // namespace fovea::providers
