// Results that cost time or money, kept on disk so that the same question is answered once.
//
//     ResultCache cache({.folder = "/home/me/.cache/fovea/results", .max_entries = 500});
//     if (auto known = cache.get(key)) return *known;
//     cache.put(key, value);
//
// A key is a text that names everything the value depends on. Losing an entry costs only time, so
// nothing here fails: what cannot be read, is cut short or was changed on disk is not there, and
// what cannot be written is not kept. Files are readable by their owner alone: they hold the text
// of private screens. Several processes may use one folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::store {

class ResultCache {
public:
    struct Settings {
        std::filesystem::path folder;   // empty: nothing is kept
        std::size_t max_entries = 500;  // the least recently used go first; 0: nothing is kept
    };

    explicit ResultCache(Settings settings);

    std::optional<std::string> get(std::string_view key) const;
    void put(std::string_view key, std::string_view value) const;

private:
    bool is_on() const { return !settings_.folder.empty() && settings_.max_entries > 0; }
    std::filesystem::path file_of(std::string_view key) const;
    void forget_oldest() const;

    Settings settings_;
};

}  // namespace fovea::store
