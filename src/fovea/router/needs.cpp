#include "fovea/router/needs.hpp"

#include <variant>

namespace fovea::router {
namespace {

struct Collector {
    Needs needs;

    void operator()(const content::TextBlock&) {}
    void operator()(const content::ThinkingBlock&) {}
    void operator()(const content::ToolUseBlock&) {}
    void operator()(const content::ImageBlock&) { needs.vision = true; }
    void operator()(const content::VideoBlock&) { needs.video = true; }

    void operator()(const content::DocumentBlock& document) {
        // A plain text file needs nothing special.
        if (!document.mime.starts_with("text/")) needs.pdf = true;
    }

    void operator()(const content::ToolResultBlock& result) {
        for (const auto& output : result.content) std::visit(*this, output);
    }
};

}  // namespace

Needs needs_of(const std::vector<content::Message>& messages, Tools tools) {
    Collector collector;
    collector.needs.tools = tools == Tools::Offered;
    for (const auto& message : messages) {
        for (const auto& block : message.content) std::visit(collector, block);
    }
    return collector.needs;
}

}  // namespace fovea::router
