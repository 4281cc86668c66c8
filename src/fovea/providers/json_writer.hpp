// Writes JSON into a Body, in the order of the calls: the same calls give the same bytes.
//
//     JsonWriter json(body);
//     json.begin_object();
//     json.field("type", "image");
//     json.key("data");
//     json.base64(file, size);                       // "…" with the file's base64 inside
//     json.end_object();
//
// Texts may hold anything, whatever tools and files brought: what is not UTF-8 becomes U+FFFD, since
// every provider refuses it, and so does NUL, which some cannot keep and answer with an error of their own.
#pragma once

#include "fovea/providers/body.hpp"

#include <boost/json/fwd.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::providers {

class JsonWriter {
public:
    explicit JsonWriter(Body& body) : body_(body) {}

    void begin_object();
    void end_object();
    void begin_array();
    void end_array();
    void key(std::string_view name);

    void string(std::string_view text);
    void number(std::uint64_t value);
    void decimal(double value);  // null for what is no number
    void flag(bool value);
    void json(const boost::json::value& value);

    // A string that is `prefix` and the file in base64.
    void base64(
        const content::BlobRef& file, std::uint64_t file_bytes, std::string_view prefix = {}
    );

    void field(std::string_view name, std::string_view text) { key(name), string(text); }
    void field(std::string_view name, const char* text) { key(name), string(text); }
    // A template, so that neither a pointer nor a number passes for a flag.
    template <std::same_as<bool> Flag>
    void field(std::string_view name, Flag value) {
        key(name), flag(value);
    }
    template <std::unsigned_integral Number>
    requires(!std::same_as<Number, bool>) void field(std::string_view name, Number value) {
        key(name), number(value);
    }

private:
    void begin_value();

    Body& body_;
    std::vector<bool> has_items_;  // of each object and array that is open
    bool after_key_ = false;
};

// As a JSON string, quotes included.
std::string json_string(std::string_view text);

}  // namespace fovea::providers
