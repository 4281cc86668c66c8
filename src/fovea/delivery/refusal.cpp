#include "fovea/delivery/refusal.hpp"

#include <algorithm>
#include <utility>

namespace fovea::delivery {
namespace {

using content::FileRef;
using content::ImageBlock;

bool is_sent_as(const context::Delivery& delivery, const FileRef& file) {
    return std::ranges::find(delivery.sent, file) != delivery.sent.end();
}

void collect(const ImageBlock& block, std::span<const context::Delivery> receipt, auto& suspects) {
    for (auto& suspect : suspects) {
        const auto known = std::ranges::find(suspect.blocks, block.source, &ImageBlock::source);
        if (known != suspect.blocks.end()) return;
    }
    for (const auto& delivery : receipt) {
        if (!is_sent_as(delivery, block.source)) continue;
        const auto suspect = std::ranges::find(suspects, delivery.image, &Suspect::image);
        if (suspect != suspects.end()) suspect->blocks.push_back(block);
        return;
    }
}

// Whether one of them names the other or a part of it: errors point deeper than the block.
bool is_same_place(std::string_view told, std::string_view written) {
    const auto [shorter, longer] =
        told.size() < written.size() ? std::pair(told, written) : std::pair(written, told);
    if (shorter.empty() || !longer.starts_with(shorter)) return false;
    return longer.size() == shorter.size() || longer[shorter.size()] == '.' ||
           longer[shorter.size()] == '[';
}

class Bisection {
public:
    explicit Bisection(const Probe& probe) : probe_(probe) {}

    // `suspects` are refused as a whole.
    Result<void, providers::WireFailure> search(std::span<const Suspect> suspects) {
        if (suspects.size() == 1 || probes_ >= kMaxProbes) {
            for (const auto& suspect : suspects) refused_.push_back(suspect.image);
            return {};
        }
        const auto first = suspects.first(suspects.size() / 2);
        const auto second = suspects.subspan(first.size());
        const bool first_refused = TRY(ask(first));
        if (first_refused) TRY(search(first));
        const bool second_refused = !first_refused || TRY(ask(second));
        if (second_refused) TRY(search(second));
        return {};
    }

    std::vector<FileRef> refused() && { return std::move(refused_); }

private:
    Result<bool, providers::WireFailure> ask(std::span<const Suspect> suspects) {
        ++probes_;
        return probe_(suspects);
    }

    const Probe& probe_;
    int probes_ = 0;
    std::vector<FileRef> refused_;
};

}  // namespace

std::vector<Suspect> suspects_in(
    std::span<const context::Delivery> receipt, const std::vector<content::Message>& messages
) {
    std::vector<Suspect> suspects;
    for (const auto& delivery : receipt) {
        const bool known =
            std::ranges::find(suspects, delivery.image, &Suspect::image) != suspects.end();
        if (!delivery.sent.empty() && !known) suspects.push_back({delivery.image, {}});
    }
    for (const auto& message : messages) {
        for (const auto& block : message.content) {
            if (const auto* image = std::get_if<ImageBlock>(&block)) {
                collect(*image, receipt, suspects);
            } else if (const auto* result = std::get_if<content::ToolResultBlock>(&block)) {
                for (const auto& output : result->content) {
                    const auto* inner = std::get_if<ImageBlock>(&output);
                    if (inner != nullptr) collect(*inner, receipt, suspects);
                }
            }
        }
    }
    std::erase_if(suspects, [](const Suspect& suspect) { return suspect.blocks.empty(); });
    return suspects;
}

std::optional<FileRef> refused_at(
    const std::string& path,
    std::span<const providers::WireImage> images,
    std::span<const context::Delivery> receipt
) {
    for (const auto& image : images) {
        if (!is_same_place(path, image.path)) continue;
        for (const auto& delivery : receipt) {
            if (is_sent_as(delivery, image.file)) return delivery.image;
        }
    }
    return std::nullopt;
}

Result<std::vector<FileRef>, providers::WireFailure> bisect(
    std::span<const Suspect> suspects, const Probe& probe
) {
    Bisection bisection(probe);
    if (!suspects.empty()) TRY(bisection.search(suspects));
    return std::move(bisection).refused();
}

}  // namespace fovea::delivery
