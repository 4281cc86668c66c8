// What was said before, over all conversations: for Up and Down, and for Ctrl-R.
//
//     History history(data / "history");
//     history.add("why does it fail?");
//     if (const auto* older = history.older(buffer.words())) buffer.set(*older);
//
// Kept in a file that only its owner reads, a line each; where it cannot be, only for this run. Several programs may
// add to it at once. What begins with a blank is not kept.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

class History {
public:
    // An empty path: for this run alone.
    explicit History(std::filesystem::path file = {});

    void add(const std::string& said);

    // One further back than where we are, which is the text at hand to begin with. Null: there is none.
    const std::string* older(const std::string& at_hand);
    const std::string* newer();
    void rewind() { at_.reset(); }

    // The last one, older than `before`, that has these words; none: nothing found.
    std::optional<std::size_t> find(std::string_view words, std::size_t before) const;
    const std::string& at(std::size_t index) const { return said_[index]; }
    std::size_t size() const { return said_.size(); }

private:
    std::filesystem::path file_;
    std::vector<std::string> said_;
    std::optional<std::size_t> at_;
    std::string draft_;  // that was being written when somebody went back
};

}  // namespace fovea::tui
