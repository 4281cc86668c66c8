#include "fovea/delivery/session_turn.hpp"

#include "fovea/delivery/test_delivery.hpp"

#include <gmock/gmock.h>

namespace fovea::delivery {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using store::EntryKind;
using store::ImageState;
using testing::HasSubstr;

Message asking(const ImageBlock& image) {
    return {Role::User, {image, TextBlock{"what is this?"}}};
}

Target target_at(const std::string& url, const std::string& model = "seer") {
    config::Settings settings;
    settings.providers["mock"] = {.kind = "openai_chat", .base_url = url};
    settings.models[model] = {.vision = true};
    return find_target(settings, "mock/" + model).value();
}

std::size_t count(const std::vector<store::Entry>& entries, EntryKind kind) {
    return static_cast<std::size_t>(std::ranges::count(entries, kind, &store::Entry::kind));
}

// A session as its store keeps it, grown turn by turn with one new picture each.
class GrowingSession {
public:
    void take_turn(const Target& target) {
        const auto turn = pictures_.size();
        const content::BlobRef blob{sha256(as_bytes(std::to_string(turn)))};
        pictures_.push_back(
            {.source = blob, .mime = "image/png", .size = {1440, 900}, .filename = "screen.png"}
        );
        append({store::message_entry(asking(pictures_.back()), store::Time())});
        Delivered delivered;
        delivered.reply.content = {TextBlock{"A window with two fields and a button."}};
        for (std::size_t i = 0; i < pictures_.size(); ++i) {
            const auto form = context::form_at(static_cast<std::uint32_t>(turn - i), {});
            delivered.receipt.push_back(
                {.image = pictures_[i].source,
                 .place = {2 * i, 0, std::nullopt},
                 .state = form == context::Form::Full  ? ImageState::Pixels
                          : form == context::Form::Low ? ImageState::Low
                                                       : ImageState::Text,
                 .tokens = form == context::Form::Full  ? 1600u
                           : form == context::Form::Low ? 340u
                                                        : 0u}
            );
        }
        append(entries_of(delivered, view_, target, Cost{.usd = 0.01}, store::Time()));
    }

    std::size_t bytes() const {
        std::size_t bytes = 0;
        for (const auto& entry : entries_) bytes += entry.body.size();
        return bytes;
    }

    const std::vector<store::Entry>& entries() const { return entries_; }
    const SessionView& view() const { return view_; }

private:
    void append(std::vector<store::Entry> entries) {
        for (auto& entry : entries) entry.seq = ++seq_;
        ASSERT_TRUE(extend(view_, entries).ok());
        entries_.insert(entries_.end(), entries.begin(), entries.end());
    }

    std::vector<ImageBlock> pictures_;
    std::vector<store::Entry> entries_;
    SessionView view_;
    std::uint64_t seq_ = 0;
};

TEST(SessionTurn, ASessionGrowsWithItsPicturesAndNotWithTheirSquare) {  // S2, S5
    GrowingSession session;
    const auto target = target_at("https://api.example.org");

    for (int turn = 0; turn < 600; ++turn) session.take_turn(target);

    // Whole, small, words: three changes a picture, of which the last ones are yet to come.
    EXPECT_EQ(count(session.entries(), EntryKind::ImageState), 3u * 600 - 4);
    EXPECT_EQ(session.entries().size(), 3u * 600 - 4 + 3u * 600);
    EXPECT_LT(session.bytes(), 1'500'000u);
}

TEST(SessionTurn, TurnsAtTwoServersByTurnsWriteOnlyChangesToo) {  // S5
    GrowingSession session;
    const auto one = target_at("https://one.example.org");
    const auto two = target_at("https://two.example.org");

    for (int turn = 0; turn < 200; ++turn) session.take_turn(turn % 2 == 0 ? one : two);

    EXPECT_LE(count(session.entries(), EntryKind::ImageState), 2u * 3 * 200);
    for (const auto& image : session.view().images())
        EXPECT_EQ(image.by_endpoint.size() <= 2, true);
}

TEST(SessionTurn, WhatWasReadAtOnceIsWhatGrewTurnByTurn) {  // S5
    GrowingSession session;
    const auto target = target_at("https://api.example.org");
    for (int turn = 0; turn < 9; ++turn) session.take_turn(target);

    const auto read = view_of(session.entries()).value();

    EXPECT_EQ(read.messages, session.view().messages);
    EXPECT_EQ(read.seqs, session.view().seqs);
    EXPECT_EQ(read.images(), session.view().images());
    EXPECT_EQ(read.images()[0].state(), ImageState::Text);
    EXPECT_EQ(read.images()[8].state(), ImageState::Pixels);
}

class RefusedPicture : public DeliveryTest {
protected:
    // The picture is refused by the server; what the session remembers of that turn.
    SessionView refused_once() {
        bad_ = picture({80, 60});
        serve([poison = base64_of(bad_)](const std::string& body) -> std::optional<Answer> {
            if (body.find(poison) == std::string::npos) return std::nullopt;
            return refusal("Could not process image");
        });
        const auto first = deliver_now({asking(bad_)});
        EXPECT_TRUE(first.ok());
        std::vector<store::Entry> entries = {store::message_entry(asking(bad_), store::Time())};
        auto view = view_of(entries).value();
        const auto told =
            entries_of(first.value(), view, target(), Cost{.usd = 0.25}, store::system_now());
        EXPECT_TRUE(extend(view, told).ok());
        return view;
    }

    ImageBlock bad_;
};

TEST_F(RefusedPicture, StaysOutByWhatTheSessionRemembers) {  // P4, S5
    const auto view = refused_once();

    const auto second = deliver_now(view.messages, {.standing_of = standing_for(view, target())});

    ASSERT_TRUE(second.ok()) << second.error().error.message;
    EXPECT_EQ(asked(), 3u);  // two for the first turn, one for the second
    EXPECT_EQ(second.value().receipt[0].state, ImageState::Quarantined);
    EXPECT_EQ(view.images()[0].quarantined_by, std::vector<std::string>{target().endpoint()});
}

TEST_F(RefusedPicture, GoesToEveryOtherEndpointOfTheSameKind) {  // P4
    const auto view = refused_once();
    auto elsewhere = target();
    elsewhere.settings.base_url = "https://elsewhere.example.org";
    auto other_model = target();
    other_model.model = "another";

    EXPECT_EQ(standing_for(view, target())(bad_.source), context::Standing::Quarantined);
    EXPECT_EQ(standing_for(view, elsewhere)(bad_.source), context::Standing::Usual);
    EXPECT_EQ(standing_for(view, other_model)(bad_.source), context::Standing::Usual);
}

TEST(SessionTurn, ARefusalFromBeforeEndpointsHoldsForItsModelAlone) {  // P4
    const ImageBlock image{.source = content::BlobRef{sha256(as_bytes("cat"))}};
    const std::vector<store::Entry> entries = {
        store::message_entry(asking(image), store::Time()),
        {.kind = EntryKind::ImageState,
         .body = R"({"action":"quarantine","sha256":")" + sha256(as_bytes("cat")).hex() +
                 R"(","provider":"openai_chat","reason":"bad"})"},
        {.kind = EntryKind::Usage, .body = R"({"provider":"mock","model":"seer"})"}};

    const auto view = view_of(entries).value();

    EXPECT_EQ(
        standing_for(view, target_at("http://a"))(image.source), context::Standing::Quarantined
    );
    EXPECT_EQ(
        standing_for(view, target_at("http://a", "other"))(image.source), context::Standing::Usual
    );
}

}  // namespace
}  // namespace fovea::delivery
