// Patterns of paths, as shells have them:
//
//     *        any characters but "/"          **/      any folders, none too
//     ?        one character but "/"           {a,b}    either; may be nested
//     [a-z]    one of; [!a-z] none of          \*       the character itself
//
//     const auto glob = TRY(PathGlob::parse("src/**/*.{cpp,hpp}"));
//     if (glob.matches("src/base/glob.cpp")) …
//
// A match takes time in proportion to the path, whatever the pattern. A dot at the front of a name is
// nothing special.
#pragma once

#include "fovea/base/result.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace fovea::tools {

class PathGlob {
public:
    // InvalidInput when it is no pattern.
    static Result<PathGlob> parse(std::string_view pattern);

    PathGlob(PathGlob&&) noexcept;
    PathGlob& operator=(PathGlob&&) noexcept;
    ~PathGlob();

    bool matches(std::string_view path) const;

private:
    explicit PathGlob(std::unique_ptr<re2::RE2> regex);

    std::unique_ptr<re2::RE2> regex_;
};

// A pattern in two: the folders in front that it names outright, "" or with "/" at the end, and the
// rest. "src/base/*.cpp" is "src/base/" and "*.cpp".
struct SplitGlob {
    std::string folder;
    std::string rest;

    bool operator==(const SplitGlob&) const = default;
};
SplitGlob split_glob(std::string_view pattern);

}  // namespace fovea::tools
