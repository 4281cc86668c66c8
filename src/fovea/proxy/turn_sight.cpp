#include "fovea/proxy/turn_sight.hpp"

#include "fovea/base/each_at_once.hpp"
#include "fovea/content/short_name.hpp"
#include "fovea/content/shown_part.hpp"
#include "fovea/context/pictures.hpp"
#include "fovea/context/words.hpp"
#include "fovea/providers/sum_usage.hpp"
#include "fovea/proxy/describe/basename.hpp"
#include "fovea/proxy/describe/sight_name.hpp"
#include "fovea/proxy/telemetry.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

namespace fovea::proxy {
namespace {

using content::ImageBlock;

constexpr std::size_t kMaxAtOnce = 4;

struct Pending {
    ImageBlock image;
    content::BlobRef file;
    Sha256 name;  // sight_name()
    std::optional<Result<Description>> answer = {};
    std::chrono::milliseconds took{0};
};

std::chrono::milliseconds since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin
    );
}

std::string why_of(const Error& error) {
    return std::string(wire_name(error.code)) + ": " + error.message;
}

class Seeing {
public:
    Seeing(
        const std::vector<content::Message>& messages,
        const Descriptions& known,
        const Look& look,
        const TurnSettings& settings,
        const std::stop_token& stop
    )
        : messages_(messages),
          known_(known),
          look_(look),
          settings_(settings),
          stop_(stop),
          pictures_(context::pictures_in(messages)) {}

    Result<TurnSight> run() {
        collect();
        ask_all();
        for (auto& pending : pending_) TRY(take(pending));
        tell_unseen();
        TRY(see_together());
        return std::move(sight_);
    }

private:
    // What is known, and what has to be looked at: not what has aged to words already.
    void collect() {
        const auto aged =
            context::age_pictures(messages_, pictures_, settings_.ageing, settings_.standing_of);
        for (std::size_t i = 0; i < pictures_.size(); ++i) {
            const auto* blob = content::blob_of(pictures_[i].image->source);
            if (blob == nullptr) continue;
            auto image = *pictures_[i].image;
            const auto name = sight_name(image, *blob);
            if (const auto* said = known_.find(name)) {
                sight_.seen[name] = *said;
                continue;
            }
            const bool waits = std::ranges::find(pending_, name, &Pending::name) != pending_.end();
            if (aged[i].form == context::Form::Text || waits) continue;
            if (content::shown_part(image) == nullptr) image.crop.reset();
            pending_.push_back({std::move(image), *blob, name});
        }
    }

    // The top of a thread: what a library throws costs one picture, not the run.
    Result<Description> look_at(const content::ImageBlock& image) const {
        try {
            return look_(
                {.images = {image},
                 .question = {},
                 .model = settings_.model,
                 .timeout = settings_.timeout},
                stop_
            );
        } catch (const std::exception& error) {
            return Error{ErrorCode::Internal, error.what()};
        }
    }

    void ask_all() {
        if (pending_.empty()) return;
        tell_looked(0, pending_.size());
        std::atomic<std::size_t> done = 0;
        each_at_once(pending_.size(), kMaxAtOnce, [&](std::size_t i) {
            const auto begin = std::chrono::steady_clock::now();
            pending_[i].answer = look_at(pending_[i].image);
            pending_[i].took = since(begin);
            if (const auto count = ++done; count < pending_.size()) {
                tell_looked(count, pending_.size());
            }
        });
    }

    void tell_looked(std::size_t done, std::size_t total) const {
        if (settings_.on_look) settings_.on_look(done, total);
    }

    Result<void> take(Pending& pending) {
        auto& answer = *pending.answer;
        if (!answer.ok()) {
            if (answer.error().code == ErrorCode::Cancelled) return answer.error();
            return note_unseen(pending, why_of(answer.error()));
        }
        auto& description = answer.value();
        count(description);
        KeptDescription kept{
            std::move(description.text), settings_.model, description.grounding_format};
        if (description.complete) {
            sight_.entries.push_back(
                description_entry(pending.image, pending.file, kept, settings_.now())
            );
        } else {
            note_part_unseen(pending);
        }
        sight_.seen[pending.name] = std::move(kept);
        return {};
    }

    // What was seen goes to the model, with its own words about what is missing; it is not kept, so
    // the next turn tries again.
    void note_part_unseen(const Pending& pending) {
        const auto& name = pending.image.filename;
        sight_.problems.push_back(
            (name.empty() ? "a picture" : name) + " was seen by " + settings_.model +
            " only partly; its description says why"
        );
    }

    Result<void> note_unseen(const Pending& pending, const std::string& why) {
        sight_.not_seen[pending.name] = why;
        const auto& name = pending.image.filename;
        unseen_[why].push_back(name.empty() ? "a picture" : name);
        sight_.entries.push_back(telemetry_entry(
            "vision_proxy.skip",
            {.images = {pending.file.sha256},
             .model = settings_.model,
             .latency = pending.took,
             .reason = why},
            settings_.now()
        ));
        return {};
    }

    // Ten pictures that nobody may send have one reason, and it is a long one.
    void tell_unseen() {
        for (const auto& [why, names] : unseen_) {
            std::string listed;
            for (const auto& name : names) listed += (listed.empty() ? "" : ", ") + name;
            listed += names.size() == 1 ? " was" : " were";
            sight_.problems.push_back(listed + " not seen by " + settings_.model + ": " + why);
        }
    }

    // The pictures that the person attached in the open turn, each once.
    std::vector<ImageBlock> attached() const {
        std::vector<ImageBlock> images;
        for (const auto& seen : pictures_) {
            const bool own = seen.is_latest && !seen.place.output &&
                             messages_[seen.place.message].role == content::Role::User;
            if (!own || content::blob_of(seen.image->source) == nullptr) continue;
            if (std::ranges::find(images, seen.image->source, &ImageBlock::source) == images.end())
                images.push_back(*seen.image);
        }
        return images;
    }

    Result<void> see_together() {
        const auto images = attached();
        if (images.size() < 2 || images.size() > settings_.max_batch) return {};
        for (const auto& image : images) {
            const auto name = sight_name(image, *content::blob_of(image.source));
            if (sight_.not_seen.contains(name)) return {};
        }
        std::string words;
        for (auto message = messages_.rbegin(); message != messages_.rend(); ++message) {
            if (message->role != content::Role::User) continue;
            words = content::text_of(message->content);
            break;
        }
        tell_looked(0, images.size());
        const auto begin = std::chrono::steady_clock::now();
        auto answer = look_(
            {.images = images,
             .question = {},
             .model = settings_.model,
             .timeout = settings_.timeout,
             .user_words = settings_.include_context ? words : std::string{},
             .hints = Hints::Given},
            stop_
        );
        if (!answer.ok() && answer.error().code == ErrorCode::Cancelled) return answer.error();
        TelemetryFields fields{.model = settings_.model, .latency = since(begin)};
        for (const auto& image : images)
            fields.images.push_back(content::blob_of(image.source)->sha256);
        if (!answer.ok()) {
            fields.reason = why_of(answer.error());
            sight_.entries.push_back(telemetry_entry("vision_proxy.skip", fields, settings_.now()));
            return {};
        }
        count(answer.value());
        fields.usage = answer.value().usage;
        fields.cache_hit = answer.value().from_cache;
        fields.grounding_format = answer.value().grounding_format;
        sight_.joint = std::move(answer.value().fence);
        sight_.entries.push_back(
            telemetry_entry("vision_proxy.joint_description", fields, settings_.now())
        );
        return {};
    }

    void count(const Description& description) {
        if (description.from_cache) return;
        ++sight_.calls;
        providers::add_tokens(sight_.usage, description.usage);
        sight_.usage.cost_usd += description.usage.cost_usd;
    }

    std::map<std::string, std::vector<std::string>> unseen_;  // names by the reason
    const std::vector<content::Message>& messages_;
    const Descriptions& known_;
    const Look& look_;
    const TurnSettings& settings_;
    const std::stop_token& stop_;
    std::vector<context::Appearance> pictures_;
    std::vector<Pending> pending_;
    TurnSight sight_;
};

}  // namespace

Result<TurnSight> see_turn(
    const std::vector<content::Message>& messages,
    const Descriptions& known,
    const Look& look,
    const TurnSettings& settings,
    const std::stop_token& stop
) {
    return Seeing(messages, known, look, settings, stop).run();
}

context::InWordsOf in_words_of(const TurnSight& sight) {
    return [&sight](const ImageBlock& image) -> std::optional<context::InWords> {
        const auto* blob = content::blob_of(image.source);
        if (blob == nullptr) return std::nullopt;
        const auto name = sight_name(image, *blob);
        if (const auto seen = sight.seen.find(name); seen != sight.seen.end()) {
            return context::InWords{fence_of(image, seen->second)};
        }
        const auto why = sight.not_seen.find(name);
        if (why == sight.not_seen.end()) return std::nullopt;
        return context::InWords{
            "[Image not seen: " +
                (image.filename.empty() ? std::string("a picture") : safe_basename(image.filename)
                ) +
                context::part_text(image) + ", " + content::short_name(image.source) +
                "; it could not be looked at this time]",
            store::ImageState::NotSeen,
            why->second};
    };
}

std::vector<content::Message> with_joint(
    std::vector<content::Message> messages, const TurnSight& sight
) {
    if (sight.joint.empty()) return messages;
    for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
        if (message->role != content::Role::User) continue;
        message->content.emplace_back(content::TextBlock{sight.joint});
        break;
    }
    return messages;
}

}  // namespace fovea::proxy
