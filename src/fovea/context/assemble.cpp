#include "fovea/context/assemble.hpp"

#include <cstddef>
#include <utility>

namespace fovea::context {
namespace {

// Hands out the lists in the order in which the pictures come.
class Assembly {
public:
    explicit Assembly(std::span<const std::vector<Piece>> pieces) : pieces_(pieces) {}

    template <class Block>
    void append(const Block& block, std::vector<Block>& out) {
        if (std::holds_alternative<content::ImageBlock>(block)) {
            for (const auto& piece : pieces_[next_++]) {
                std::visit([&](const auto& part) { out.emplace_back(part); }, piece);
            }
            return;
        }
        out.push_back(block);
    }

private:
    std::span<const std::vector<Piece>> pieces_;
    std::size_t next_ = 0;
};

}  // namespace

std::vector<content::Message> assemble(
    const std::vector<content::Message>& messages, std::span<const std::vector<Piece>> pieces
) {
    Assembly assembly(pieces);
    std::vector<content::Message> assembled;
    assembled.reserve(messages.size());
    for (const auto& message : messages) {
        auto& out = assembled.emplace_back();
        out.role = message.role;
        out.content.reserve(message.content.size() + 1);  // a picture comes with its name
        for (const auto& block : message.content) {
            const auto* result = std::get_if<content::ToolResultBlock>(&block);
            if (result == nullptr) {
                assembly.append(block, out.content);
                continue;
            }
            content::ToolResultBlock rendered{result->tool_use_id, {}, result->is_error};
            for (const auto& output : result->content) assembly.append(output, rendered.content);
            out.content.emplace_back(std::move(rendered));
        }
    }
    return assembled;
}

}  // namespace fovea::context
