#include "fovea/providers/wishes.hpp"

#include "fovea/content/blocks.hpp"
#include "fovea/providers/dialect.hpp"
#include "fovea/providers/provider.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace fovea::providers {
namespace {

constexpr std::array<std::pair<Effort, std::string_view>, 7> kEfforts = {{
    {Effort::None, "none"},
    {Effort::Minimal, "minimal"},
    {Effort::Low, "low"},
    {Effort::Medium, "medium"},
    {Effort::High, "high"},
    {Effort::XHigh, "xhigh"},
    {Effort::Max, "max"},
}};

// What a wire format has a field for.
struct Fields {
    std::string_view kind;
    bool top_k = false;
    bool seed = false;
    bool penalties = false;
    std::size_t stops = 0;  // how many
    bool tool_choice = false;
    bool parallel_calls = false;
    bool json_object = false;
    bool verbosity = false;
    std::size_t end_user = 0;  // how long it may be
    bool cache_key = false;
    bool summary = false;
};

constexpr std::size_t kAnyNumber = 10'000;

constexpr std::array<Fields, 6> kFields = {{
    {.kind = "anthropic",
     .top_k = true,
     .stops = kAnyNumber,
     .tool_choice = true,
     .parallel_calls = true,
     .end_user = 256},
    {.kind = "gemini",
     .top_k = true,
     .seed = true,
     .penalties = true,
     .stops = 5,
     .tool_choice = true,
     .json_object = true},
    {.kind = "ollama",
     .top_k = true,
     .seed = true,
     .penalties = true,
     .stops = kAnyNumber,
     .json_object = true},
    {.kind = "openai_chat",
     .seed = true,
     .penalties = true,
     .stops = 4,
     .tool_choice = true,
     .parallel_calls = true,
     .json_object = true,
     .verbosity = true,
     .end_user = 64,
     .cache_key = true},
    {.kind = "openai_compatible",
     .seed = true,
     .penalties = true,
     .stops = 4,
     .tool_choice = true,
     .parallel_calls = true,
     .json_object = true},
    {.kind = "openai_responses",
     .tool_choice = true,
     .parallel_calls = true,
     .json_object = true,
     .verbosity = true,
     .end_user = 64,
     .cache_key = true,
     .summary = true},
}};

const Fields& fields_of(std::string_view kind) {
    static constexpr Fields kNone{};
    const auto* const found = std::ranges::find(kFields, kind, &Fields::kind);
    return found == kFields.end() ? kNone : *found;
}

class Sieve {
public:
    Sieve(Wishes kept, std::vector<std::string>& left_out)
        : kept_(std::move(kept)), left_out_(left_out) {}

    Wishes sift(const Fields& has, const ModelTraits& traits) {
        sift_sampling(has, traits);
        if (kept_.stop.size() > has.stops) {
            kept_.stop.resize(has.stops);
            left_out_.emplace_back("stop");
        }
        if (!has.tool_choice && is_forced()) {
            kept_.tool_choice = ToolChoice::Auto;
            left_out_.emplace_back("tool_choice");
        }
        // That several calls are allowed is what models take for granted.
        if (!has.parallel_calls) drop_if(kept_.parallel_calls == false, "parallel_tool_calls");
        if (!has.parallel_calls) kept_.parallel_calls.reset();
        sift_thinking(has, traits);
        if (!has.verbosity) drop(kept_.verbosity, "verbosity");
        // Neither changes the answer.
        if (kept_.end_user.size() > has.end_user) kept_.end_user.clear();
        if (!has.cache_key) kept_.cache_key.clear();
        return std::move(kept_);
    }

private:
    bool is_forced() const {
        return kept_.tool_choice == ToolChoice::Required || kept_.tool_choice == ToolChoice::One;
    }

    void drop_if(bool lost, std::string_view name) {
        if (lost) left_out_.emplace_back(name);
    }
    template <class T>
    void drop(std::optional<T>& field, std::string_view name) {
        drop_if(field.has_value(), name);
        field.reset();
    }
    void drop(std::string& field, std::string_view name) {
        drop_if(!field.empty(), name);
        field.clear();
    }

    void sift_sampling(const Fields& has, const ModelTraits& traits) {
        const bool taken =
            traits.sampling == Sampling::Taken ||
            (traits.sampling == Sampling::WithoutReasoning && kept_.effort == Effort::None);
        if (!taken) {
            // 1 is what they sample with anyway.
            if (kept_.temperature == 1.0) kept_.temperature.reset();
            if (kept_.top_p == 1.0) kept_.top_p.reset();
            drop(kept_.temperature, "temperature");
            drop(kept_.top_p, "top_p");
        }
        if (!taken || !has.top_k) drop(kept_.top_k, "top_k");
        if (!has.seed) drop(kept_.seed, "seed");
        if (taken && has.penalties) return;
        if (kept_.presence_penalty == 0.0) kept_.presence_penalty.reset();
        if (kept_.frequency_penalty == 0.0) kept_.frequency_penalty.reset();
        drop(kept_.presence_penalty, "presence_penalty");
        drop(kept_.frequency_penalty, "frequency_penalty");
    }

    // A wish to think is lost without a word where models think as they please: only a word on how
    // much is worth telling.
    void sift_thinking(const Fields& has, const ModelTraits& traits) {
        if (!has.summary) kept_.thinking_summary.clear();
        if (traits.reasoning != Reasoning::NotAsked) return;
        drop_if(kept_.effort != Effort::Unset && kept_.effort != Effort::None, "reasoning");
        kept_.effort = kept_.effort == Effort::None ? Effort::None : Effort::Unset;
        kept_.thinking.reset();
        kept_.thinking_tokens = 0;
    }

    Wishes kept_;
    std::vector<std::string>& left_out_;
};

}  // namespace

std::string_view name_of(Effort effort) {
    const auto* const found =
        std::ranges::find(kEfforts, effort, &std::pair<Effort, std::string_view>::first);
    return found == kEfforts.end() ? std::string_view() : found->second;
}

Effort effort_named(std::string_view name) {
    const auto* const found =
        std::ranges::find(kEfforts, name, &std::pair<Effort, std::string_view>::second);
    return found == kEfforts.end() ? Effort::Unset : found->first;
}

Effort effort_of(const Wishes& wishes) {
    constexpr std::uint32_t kLittle = 4096;
    constexpr std::uint32_t kMuch = 16'384;
    if (wishes.effort != Effort::Unset) return wishes.effort;
    if (wishes.thinking == false) return Effort::None;
    if (wishes.thinking_tokens == 0) return Effort::Unset;
    if (wishes.thinking_tokens < kLittle) return Effort::Low;
    return wishes.thinking_tokens < kMuch ? Effort::Medium : Effort::High;
}

Wishes carried(
    const Wishes& wishes,
    const ModelTraits& traits,
    std::string_view kind,
    std::vector<std::string>& left_out
) {
    return Sieve(wishes, left_out).sift(fields_of(kind), traits);
}

bool has_json_mode(std::string_view kind) {
    return fields_of(kind).json_object;
}

std::vector<std::string> left_out_of(
    const Request& request, const ModelTraits& traits, std::string_view kind
) {
    std::vector<std::string> left_out;
    static_cast<void>(carried(request.wishes, traits, kind, left_out));
    const auto is_lost = [&](const content::ContentBlock& block) {
        const auto* thinking = std::get_if<content::ThinkingBlock>(&block);
        return thinking != nullptr && thinking->provider != kind;
    };
    const bool thoughts = std::ranges::any_of(request.messages, [&](const auto& message) {
        return std::ranges::any_of(message.content, is_lost);
    });
    if (thoughts) left_out.emplace_back("thinking");
    return left_out;
}

}  // namespace fovea::providers
