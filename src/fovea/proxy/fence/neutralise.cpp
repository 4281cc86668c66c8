#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/proxy/fence/fence.hpp"
#include "fovea/proxy/fence/tag_names.hpp"

#include <utility>

namespace fovea::proxy {
namespace {

constexpr std::string_view kMark = "[quoted]";

std::string break_names(std::string text, Reading reading) {
    const auto names = find_tag_names(text, reading);
    if (names.empty()) return text;
    std::string broken;
    std::size_t done = 0;
    const auto copy_to = [&](std::size_t end) {
        broken += std::string_view(text).substr(done, end - done);
        done = end;
    };
    for (const auto& name : names) {
        if (name.bracket != TagName::kNone) {
            copy_to(name.bracket);
            broken += "&lt;";
            ++done;
        }
        copy_to(name.after_vision);
        broken += kMark;
    }
    copy_to(text.size());
    return broken;
}

}  // namespace

std::string neutralise(std::string_view body) {
    auto text = without_unseen(to_utf8(body));
    for (const bool unseen_first : {false, true}) {
        for (const bool plain_first : {false, true})
            text = break_names(std::move(text), {unseen_first, plain_first});
    }
    return text;
}

}  // namespace fovea::proxy
