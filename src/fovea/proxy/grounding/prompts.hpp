// The texts of prompts/grounding_*.md, built in.
#pragma once

#include <string_view>

namespace fovea::proxy::grounding {

extern const std::string_view kAskQwenPixels;
extern const std::string_view kAskQwen1000;
extern const std::string_view kAskMolmoPoints;
extern const std::string_view kAskMolmo2Points;
extern const std::string_view kAskDeepseekBbox;
extern const std::string_view kAskInternvlPixels;
extern const std::string_view kAskInternvl1000;
extern const std::string_view kAskGemini1000;
extern const std::string_view kAskClaudePixels;
extern const std::string_view kAskSeveralImages;
extern const std::string_view kAskSeveralImagesMolmo2;

}  // namespace fovea::proxy::grounding
