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
//
// What stands here is believed, so nobody else may have put it there: the folder and its files are ours, no other
// user may write to them, links are not followed, and each file is signed with a key that lies beside the folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::store {

class ResultCache {
public:
    struct Settings {
        std::filesystem::path folder;   // empty: nothing is kept
        std::size_t max_entries = 500;  // the least recently used go first; 0: nothing is kept
        std::uintmax_t max_bytes = std::uintmax_t{256} << 20;       // of all of them, likewise
        std::uintmax_t max_value_bytes = std::uintmax_t{16} << 20;  // what is larger is not kept
    };

    explicit ResultCache(Settings settings);

    std::optional<std::string> get(std::string_view key) const;
    void put(std::string_view key, std::string_view value) const;

    // Held while a value is being made, so that of several who want the same one, in any thread or
    // process, one makes it and the others find it: reserve, look again, make, put.
    class Reservation {
    public:
        Reservation() = default;  // of nothing
        explicit Reservation(int fd) : fd_(fd) {}
        Reservation(Reservation&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
        Reservation& operator=(Reservation&& other) noexcept {
            std::swap(fd_, other.fd_);
            return *this;
        }
        ~Reservation();

    private:
        int fd_ = -1;
    };

    // Waits for whoever has it. Nothing when `stop` was asked for; where nothing is kept, or the
    // folder cannot be written, at once.
    std::optional<Reservation> reserve(std::string_view key, const std::stop_token& stop) const;

private:
    bool is_on() const { return !settings_.folder.empty() && settings_.max_entries > 0; }
    void forget_oldest() const;

    Settings settings_;
};

}  // namespace fovea::store
