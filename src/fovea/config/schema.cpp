#include "fovea/config/schema.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <type_traits>

namespace fovea::config {
namespace {

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

Result<Value> parse_integer(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc{} || end != text.data() + text.size()) {
        return invalid("\"" + std::string(text) + "\" is not a whole number");
    }
    return Value{number};
}

Result<Value> parse_flag(std::string_view text) {
    if (text == "true" || text == "1") return Value{true};
    if (text == "false" || text == "0") return Value{false};
    return invalid("\"" + std::string(text) + "\" is neither true nor false");
}

Result<Value> parse_list(std::string_view text) {
    std::vector<std::string> items;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        if (comma > 0) items.emplace_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return Value{std::move(items)};
}

struct Range {
    std::int64_t low;
    std::int64_t high;
};

// A setting by the section it is in and its member there.
template <class Section, class T>
struct Field {
    Section Settings::*section;
    T Section::*member;

    T& of(Settings& settings) const { return settings.*section.*member; }
    const T& of(const Settings& settings) const { return settings.*section.*member; }
};

// clang 14 does not deduce an aggregate's arguments on its own.
template <class Section, class T>
Field(Section Settings::*, T Section::*) -> Field<Section, T>;

// Says what is wrong with a value of the right type.
template <class T>
using Check = std::function<Result<void>(const T& value)>;

template <class Section, class T>
Key key_of(
    std::string_view name,
    std::string_view help,
    Field<Section, T> field,
    std::string_view what,
    Result<Value> (*parse)(std::string_view),
    std::type_identity_t<Check<T>> check = {}
) {
    return {
        name,
        help,
        [=](Settings& settings, const Value& value) -> Result<void> {
            const auto* typed = std::get_if<T>(&value);
            if (typed == nullptr) {
                return invalid(
                    std::string(name) + " is " + std::string(what) + ", not " + to_text(value)
                );
            }
            if (check) TRY(check(*typed));
            field.of(settings) = *typed;
            return {};
        },
        [=](const Settings& settings) { return Value{field.of(settings)}; },
        parse,
    };
}

template <class Section>
Key integer_key(
    std::string_view name, std::string_view help, Field<Section, std::int64_t> field, Range range
) {
    const auto check = [name, range](const std::int64_t& number) -> Result<void> {
        if (number >= range.low && number <= range.high) return {};
        return invalid(
            std::string(name) + " lies between " + std::to_string(range.low) + " and " +
            std::to_string(range.high) + ", not " + std::to_string(number)
        );
    };
    return key_of(name, help, field, "a whole number", parse_integer, check);
}

template <class Section>
Key flag_key(std::string_view name, std::string_view help, Field<Section, bool> field) {
    return key_of(name, help, field, "true or false", parse_flag);
}

Result<Value> parse_text(std::string_view text) {
    return Value{std::string(text)};
}

template <class Section>
Key text_key(std::string_view name, std::string_view help, Field<Section, std::string> field) {
    return key_of(name, help, field, "a text", parse_text);
}

Result<void> check_languages(const std::vector<std::string>& languages) {
    const auto is_name = [](const std::string& language) {
        return !language.empty() && language.size() <= 32 &&
               std::ranges::all_of(language, [](char c) {
                   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
               });
    };
    if (!languages.empty() && languages.size() <= 8 && std::ranges::all_of(languages, is_name)) {
        return {};
    }
    return invalid("local.languages is a list of one to eight names such as [\"eng\", \"deu\"]");
}

// Named so that the allowlist can grow by configuration alone (M12). No converter is built in yet,
// so every name is refused with that sentence rather than silently ignored.
Result<void> set_accept(Settings& settings, const Value& value) {
    constexpr std::string_view kKnown[] = {"heic", "avif", "bmp", "tiff", "svg"};
    const auto* list = std::get_if<std::vector<std::string>>(&value);
    if (list == nullptr)
        return invalid("images.accept is a list such as [\"heic\"], not " + to_text(value));
    for (const auto& format : *list) {
        if (std::ranges::find(kKnown, format) == std::end(kKnown)) {
            return invalid(
                "images.accept takes heic, avif, bmp, tiff and svg, not \"" + format + "\""
            );
        }
        return invalid(
            "images.accept names \"" + format +
            "\", which this version cannot convert yet; leave the list empty"
        );
    }
    settings.images.accept = *list;
    return {};
}

std::vector<Key> make_keys() {
    constexpr std::int64_t kMaxArena = 32 << 20;
    using I = ImageSettings;
    const auto image = [](auto I::*member) { return Field{&Settings::images, member}; };
    return {
        integer_key(
            "images.max_edge",
            "longest edge of a prepared picture, in pixels",
            image(&I::max_edge),
            {16, 16384}
        ),
        integer_key(
            "images.max_bytes",
            "bytes of a prepared picture, before base64",
            image(&I::max_bytes),
            {1024, kMaxArena}
        ),
        flag_key(
            "images.downscale",
            "false: refuse what is too large instead of scaling it down",
            image(&I::downscale)
        ),
        integer_key(
            "images.max_file_bytes",
            "a larger file is not read",
            image(&I::max_file_bytes),
            {1024, kMaxArena}
        ),
        integer_key(
            "images.max_pixels",
            "pixels that a header may declare",
            image(&I::max_pixels),
            {1, 400'000'000}
        ),
        integer_key(
            "images.max_per_message",
            "pictures in one message",
            image(&I::max_per_message),
            {1, 1000}
        ),
        integer_key(
            "images.max_size_bytes",
            "bytes of one uploaded picture",
            image(&I::max_size_bytes),
            {1024, kMaxArena}
        ),
        integer_key(
            "images.max_per_session",
            "pictures in one session",
            image(&I::max_per_session),
            {1, 100'000}
        ),
        integer_key(
            "images.low_res_size",
            "longest edge of the small variant, in pixels",
            image(&I::low_res_size),
            {16, 4096}
        ),
        {"images.accept",
         "further formats, converted at the gate",
         set_accept,
         [](const Settings& settings) { return Value{settings.images.accept}; },
         parse_list},
        text_key(
            "vision.model",
            "who describes pictures: provider name / model id",
            Field{&Settings::vision, &VisionSettings::model}
        ),
        key_of(
            "local.languages",
            "languages that local/ocr reads",
            Field{&Settings::local, &LocalSettings::languages},
            "a list such as [\"eng\"]",
            parse_list,
            check_languages
        ),
        integer_key(
            "local.timeout_s",
            "seconds until local/ocr says what it found so far",
            Field{&Settings::local, &LocalSettings::timeout_s},
            {1, 3600}
        ),
        text_key(
            "local.tessdata",
            "folder of the language data",
            Field{&Settings::local, &LocalSettings::tessdata}
        ),
        integer_key(
            "cache.entries",
            "answers kept on disk; 0 keeps none",
            Field{&Settings::cache, &CacheSettings::entries},
            {0, 100'000}
        ),
    };
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const auto above = row[j];
            row[j] =
                std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

}  // namespace

std::string to_text(const Value& value) {
    struct Visitor {
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return std::to_string(number); }
        std::string operator()(const std::string& text) const { return "\"" + text + "\""; }
        std::string operator()(const std::vector<std::string>& list) const {
            std::string joined = "[";
            for (const auto& item : list)
                joined += (joined.size() > 1 ? ", \"" : "\"") + item + "\"";
            return joined + "]";
        }
    };
    return std::visit(Visitor{}, value);
}

std::span<const Key> keys() {
    static const std::vector<Key> all = make_keys();
    return all;
}

const Key* find_key(std::string_view name) {
    const auto all = keys();
    const auto found = std::ranges::find(all, name, &Key::name);
    return found == all.end() ? nullptr : &*found;
}

std::string_view nearest_key(std::string_view name) {
    std::string_view best;
    auto best_distance = std::max<std::size_t>(name.size() / 3, 2) + 1;
    for (const auto& key : keys()) {
        const auto distance = edit_distance(name, key.name);
        if (distance < best_distance) {
            best = key.name;
            best_distance = distance;
        }
    }
    return best;
}

std::string environment_name(std::string_view key) {
    std::string name = "FOVEA_";
    for (const char c : key)
        name += c == '.' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return name;
}

}  // namespace fovea::config
