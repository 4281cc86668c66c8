// Calls of analyze_image that a model made behind the gateway: found in a reply, run here, answered in the model's own
// conversation. Their program never hears of them.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/gateway/turns/gateway_turn.hpp"
#include "fovea/providers/provider.hpp"
#include "fovea/tools/analyze_image.hpp"

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace fovea::gateway {

struct CallsOfReply {
    std::vector<content::ToolUseBlock> ours = {};
    std::vector<content::ContentBlock> others = {};  // of the reply, without ours
    std::vector<std::string> their_ids = {};         // of the program's calls
};

CallsOfReply calls_of_ours(const std::vector<content::ContentBlock>& reply);
std::vector<content::ContentBlock> blocks_of(const std::vector<content::ToolUseBlock>& calls);

class OurCalls {
public:
    // A model may ask about these pictures, and no others. Borrows the parts.
    OurCalls(const TurnParts& parts, std::vector<content::ImageBlock> pictures);

    const providers::ToolSpec& spec() const { return tool_.spec(); }

    // At once, each; the results in the order of the calls.
    std::vector<content::ContentBlock> run(
        const std::vector<content::ToolUseBlock>& calls, const std::stop_token& stop
    );

    // The same without a look: a model that asked so often has to answer.
    static std::vector<content::ContentBlock> refuse(const std::vector<content::ToolUseBlock>& calls
    );

    // Dollars that whoever looked took since the last question.
    double take_cost() { return std::exchange(cost_, 0.0); }

private:
    Result<content::ImageBlock> find(const std::string& name) const;

    const std::vector<content::ImageBlock> pictures_;
    tools::AnalyzeImage tool_;
    double cost_ = 0;
};

}  // namespace fovea::gateway
