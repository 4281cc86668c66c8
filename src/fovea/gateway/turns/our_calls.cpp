#include "fovea/gateway/turns/our_calls.hpp"

#include "fovea/gateway/turns/reply_stream.hpp"

#include <algorithm>
#include <exception>
#include <thread>

namespace fovea::gateway {
namespace {

constexpr std::size_t kMaxCalls = 16;  // of one reply

tools::AnalyzeImageSettings settings_of(const TurnParts& parts) {
    const auto& vision = parts.vision.settings();
    return {
        .model = vision.model,
        .timeout = std::chrono::seconds(vision.timeout_s),
        .max_images = static_cast<std::size_t>(vision.max_images_per_call)};
}

content::ContentBlock result_of(const std::string& id, tools::ToolOutcome outcome) {
    return content::ToolResultBlock{
        .tool_use_id = id, .content = std::move(outcome.content), .is_error = outcome.is_error};
}

}  // namespace

CallsOfReply calls_of_ours(const std::vector<content::ContentBlock>& reply) {
    CallsOfReply calls;
    for (const auto& block : reply) {
        const auto* const call = std::get_if<content::ToolUseBlock>(&block);
        if (call != nullptr && call->name == kOurTool) {
            calls.ours.push_back(*call);
            continue;
        }
        if (call != nullptr) calls.their_ids.push_back(call->id);
        calls.others.push_back(block);
    }
    return calls;
}

std::vector<content::ContentBlock> blocks_of(const std::vector<content::ToolUseBlock>& calls) {
    return {calls.begin(), calls.end()};
}

OurCalls::OurCalls(const TurnParts& parts, std::vector<content::ImageBlock> pictures)
    : pictures_(std::move(pictures)),
      tool_(
          ingest::Workspace::closed(
              {ErrorCode::FileNotFound,
               "files cannot be named here: name pictures of this conversation, as sha256:…"}
          ),
          parts.machine.intake(),
          {.find_stored = [this](const std::string& name) { return find(name); },
           .only_stored = true,
           .look = parts.vision.look(),
           .check_model =
               [&parts](const std::string& model, const std::stop_token& stop) -> Result<void> {
               TRY(parts.vision.find_model(model, stop));
               return {};
           }},
          settings_of(parts)
      ) {}

Result<content::ImageBlock> OurCalls::find(const std::string& name) const {
    const auto digits = name.substr(name.starts_with("sha256:") ? 7 : 0);
    const content::ImageBlock* found = nullptr;
    for (const auto& picture : pictures_) {
        const auto* const blob = content::blob_of(picture.source);
        if (digits.size() < 8 || blob == nullptr || !blob->sha256.hex().starts_with(digits))
            continue;
        if (found != nullptr && found->source != picture.source) {
            return Error{
                ErrorCode::InvalidInput, name + " may be several pictures: say more of it"};
        }
        found = &picture;
    }
    if (found != nullptr) return *found;
    return Error{
        ErrorCode::FileNotFound,
        "there is no picture " + name + " in this conversation: name one of it, as sha256:…"};
}

std::vector<content::ContentBlock> OurCalls::run(
    const std::vector<content::ToolUseBlock>& calls, const std::stop_token& stop
) {
    std::vector<tools::ToolOutcome> outcomes(calls.size());
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (i >= kMaxCalls) {
            outcomes[i] = tools::failed({ErrorCode::LimitExceeded, "too many calls at once"});
            continue;
        }
        threads.emplace_back([&, i] {
            try {
                outcomes[i] = tool_.run({.id = calls[i].id, .input = calls[i].input}, stop);
            } catch (const std::exception& thrown) {  // the top of a thread: the others go on
                outcomes[i] = tools::failed({ErrorCode::Internal, thrown.what()});
            }
        });
    }
    threads.clear();
    std::vector<content::ContentBlock> results;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        cost_ += outcomes[i].usage.cost_usd;
        results.push_back(result_of(calls[i].id, std::move(outcomes[i])));
    }
    return results;
}

std::vector<content::ContentBlock> OurCalls::refuse(const std::vector<content::ToolUseBlock>& calls
) {
    std::vector<content::ContentBlock> results;
    for (const auto& call : calls) {
        results.push_back(result_of(
            call.id,
            tools::failed(
                {ErrorCode::LimitExceeded,
                 "no more questions about pictures are answered in this turn: answer with what is "
                 "known"}
            )
        ));
    }
    return results;
}

}  // namespace fovea::gateway
