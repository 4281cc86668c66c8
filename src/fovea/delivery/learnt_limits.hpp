// Limits that a server's errors told, and forms that it insists on, kept for its endpoint across runs (P4).
//
//     const LearntLimits learnt(data / "learnt_limits.json");
//     apply_learnt(target, learnt.of(target.endpoint(), now));
//     if (learnt.remember(target.endpoint(), limit, now)) tell("…");   // true: it was news
//
// Servers raise their limits too, so what was learnt is forgotten after a month. Losing the file
// costs a refused request, so nothing here fails: what cannot be read is not there. Several
// processes may use one file.
#pragma once

#include "fovea/providers/dialect.hpp"
#include "fovea/store/timestamp.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace fovea::delivery {

class LearntLimits {
public:
    explicit LearntLimits(std::filesystem::path file) : file_(std::move(file)) {}

    std::vector<providers::LearntLimit> of(std::string_view endpoint, store::Time now) const;

    // True when nothing as strict was known.
    bool remember(std::string_view endpoint, const providers::LearntLimit& limit, store::Time now)
        const;

private:
    std::filesystem::path file_;
};

std::string_view name_of(providers::LearntLimit::What what);  // "image_bytes"

// For people: "at most 5 images", "at most 3932160 bytes a picture".
std::string words_of(const providers::LearntLimit& limit);

}  // namespace fovea::delivery
