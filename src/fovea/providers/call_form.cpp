#include "fovea/providers/call_form.hpp"

#include "fovea/base/digest.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace fovea::providers {
namespace {

using content::ToolResultBlock;
using content::ToolUseBlock;

constexpr std::string_view kIdMarks = "_-";

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_plain(char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
}

void replace_others(std::string& text, std::string_view marks) {
    std::ranges::replace_if(
        text, [&](char c) { return !is_plain(c) && marks.find(c) == marks.npos; }, '_'
    );
}

// Cut, with a few digits of the whole's hash, so that two long ones stay two.
std::string shortened(const std::string& text, std::size_t max) {
    if (text.size() <= max) return text;
    const auto hash = "_" + sha256(as_bytes(text)).hex().substr(0, 8);
    return to_utf8(text.substr(0, max - hash.size() - 2)) + hash;  // a cut letter grows by two
}

std::string safe_name(std::string name, const CallForm& form) {
    if (name.empty()) name = "tool";
    replace_others(name, form.name_marks);
    if (!form.digits_first && !is_letter(name.front()) && name.front() != '_') name.insert(0, "_");
    return shortened(name, form.max_name);
}

class CallIds {
public:
    explicit CallIds(const CallForm& form) : form_(form) {}

    std::string fresh(std::string id) {
        if (form_.exact_id > 0) return fresh_exact(id);
        if (id.empty()) id = "call";
        if (!form_.any_id_letters) replace_others(id, kIdMarks);
        const auto safe = shortened(id, form_.max_id);
        auto unique = safe;
        for (int n = 2; !used_.insert(unique).second; ++n) {
            unique = shortened(safe + "_" + std::to_string(n), form_.max_id);
        }
        return unique;
    }

private:
    // The first digits of its hash, where it is not of that form already.
    std::string fresh_exact(const std::string& id) {
        const bool fits = id.size() == form_.exact_id && std::ranges::all_of(id, is_plain);
        if (fits && used_.insert(id).second) return id;
        for (int n = 1;; ++n) {
            const auto named = n == 1 ? id : id + "_" + std::to_string(n);
            auto digits = sha256(as_bytes(named)).hex().substr(0, form_.exact_id);
            if (used_.insert(digits).second) return digits;
        }
    }

    const CallForm& form_;
    std::set<std::string> used_;
};

}  // namespace

void shape_calls(std::vector<content::Message>& turns, const CallForm& form) {
    CallIds ids(form);
    std::vector<std::string> calls;
    for (auto& turn : turns) {
        if (turn.role == content::Role::Assistant) calls.clear();
        std::size_t answered = 0;
        for (auto& block : turn.content) {
            if (auto* use = std::get_if<ToolUseBlock>(&block)) {
                if (form.max_id > 0) use->id = ids.fresh(use->id);
                use->name = safe_name(use->name, form);
                calls.push_back(use->id);
            } else if (auto* result = std::get_if<ToolResultBlock>(&block)) {
                if (answered < calls.size()) result->tool_use_id = calls[answered++];
            }
        }
    }
}

}  // namespace fovea::providers
