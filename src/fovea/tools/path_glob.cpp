// A pattern becomes a regular expression of RE2, which is linear in its input: no pattern of a model
// can make a walk hang.
#include "fovea/tools/path_glob.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/tools/search_limits.hpp"

#include <re2/re2.h>
#include <utility>

namespace fovea::tools {
namespace {

Error wrong(std::string_view pattern, std::string_view why) {
    return {
        ErrorCode::InvalidInput,
        "the pattern " + std::string(pattern.substr(0, 200)) + " " + std::string(why)};
}

class Translation {
public:
    explicit Translation(std::string_view pattern) : pattern_(pattern), rest_(pattern) {}

    Result<std::string> run() {
        while (!rest_.empty()) TRY(step());
        if (depth_ > 0) return wrong(pattern_, "has a { without its }");
        return std::move(regex_);
    }

private:
    bool take(std::string_view text) {
        if (!rest_.starts_with(text)) return false;
        rest_.remove_prefix(text.size());
        return true;
    }

    Result<void> step() {
        const bool at_name = regex_.empty() || rest_.data()[-1] == '/' || rest_.data()[-1] == '{' ||
                             rest_.data()[-1] == ',';
        if (at_name && take("**/")) {
            regex_ += "(?:[^/]+/)*";
        } else if (take("**")) {
            regex_ += ".*";
        } else if (take("*")) {
            regex_ += "[^/]*";
        } else if (take("?")) {
            regex_ += "[^/]";
        } else if (take("{")) {
            ++depth_;
            regex_ += "(?:";
        } else if (depth_ > 0 && take(",")) {
            regex_ += '|';
        } else if (depth_ > 0 && take("}")) {
            --depth_;
            regex_ += ')';
        } else if (take("[")) {
            TRY(set());
        } else {
            if (rest_.size() > 1) take("\\");
            character();
        }
        return {};
    }

    void character() {
        const auto length = first_character(rest_).bytes;
        regex_ += re2::RE2::QuoteMeta(re2::StringPiece(rest_.data(), length));
        rest_.remove_prefix(length);
    }

    Result<void> set() {
        const bool none_of = take("!") || take("^");
        // Never "/", which only separates.
        regex_ += none_of ? "[^/" : "[";
        bool first = !take("]");  // the first one stands for itself
        if (!first) regex_ += "\\]";
        for (; !take("]"); first = false) {
            if (rest_.empty() || rest_.front() == '/') {
                return wrong(pattern_, "has a [ without its ]");
            }
            if (take("-")) {
                regex_ += first || rest_.starts_with("]") ? "\\-" : "-";
            } else {
                if (rest_.size() > 1) take("\\");
                character();
            }
        }
        regex_ += ']';
        return {};
    }

    std::string_view pattern_;
    std::string_view rest_;
    std::string regex_;
    int depth_ = 0;
};

}  // namespace

Result<PathGlob> PathGlob::parse(std::string_view pattern) {
    const auto valid = to_utf8(pattern);
    auto text = TRY(Translation(valid).run());
    auto regex = compile_pattern(text, {.dot_takes_newline = true});
    if (!regex.ok()) return wrong(valid, "is invalid or too large");
    return PathGlob(std::move(regex).value());
}

PathGlob::PathGlob(std::unique_ptr<re2::RE2> regex) : regex_(std::move(regex)) {}
PathGlob::PathGlob(PathGlob&&) noexcept = default;
PathGlob& PathGlob::operator=(PathGlob&&) noexcept = default;
PathGlob::~PathGlob() = default;

bool PathGlob::matches(std::string_view path) const {
    return re2::RE2::FullMatch(to_utf8(path), *regex_);
}

SplitGlob split_glob(std::string_view pattern) {
    const auto special = pattern.find_first_of("*?[{\\");
    const auto slash = pattern.substr(0, special).rfind('/');
    if (slash == std::string_view::npos) return {.folder = "", .rest = std::string(pattern)};
    return {
        .folder = std::string(pattern.substr(0, slash + 1)),
        .rest = std::string(pattern.substr(slash + 1))};
}

}  // namespace fovea::tools
