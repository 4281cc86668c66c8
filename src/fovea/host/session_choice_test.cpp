#include "fovea/host/session_choice.hpp"

#include "fovea/store/test_store.hpp"

#include <gtest/gtest.h>

namespace fovea::host {
namespace {

class SessionChoice : public store::StoreTest {
protected:
    void add(const std::string& id) { sessions().create({.id = id}).value(); }
};

TEST_F(SessionChoice, TakesANameOrItsBeginning) {
    add("mine");
    add("k3v9ab2m");

    EXPECT_EQ(find_session(sessions(), "mine").value(), "mine");
    EXPECT_EQ(find_session(sessions(), "k3v9ab").value(), "k3v9ab2m");
    EXPECT_EQ(find_session(sessions(), "k3v9a").error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(find_session(sessions(), "k3v9ax").error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(find_session(sessions(), "../x").error().code, ErrorCode::InvalidInput);
}

TEST_F(SessionChoice, NamesTheCandidatesOfAnAmbiguousBeginning) {
    add("holiday-a");
    add("holiday-b");
    add("holiday");

    EXPECT_EQ(find_session(sessions(), "holiday").value(), "holiday");
    EXPECT_EQ(
        find_session(sessions(), "holiday-").error(),
        (Error{
            ErrorCode::InvalidInput,
            "holiday- is ambiguous: it is the start of 2 sessions: holiday-b, holiday-a"})
    );
}

TEST_F(SessionChoice, TheLastUsedOneAndWhoAnsweredInIt) {
    EXPECT_EQ(last_session(sessions()).error().code, ErrorCode::FileNotFound);
    const auto usage = [this](const std::string& body) {
        return store::Entry{.kind = store::EntryKind::Usage, .time = clock_(), .body = body};
    };
    add("mine");
    EXPECT_EQ(last_model(sessions(), "mine"), std::nullopt);

    sessions()
        .append(
            "mine",
            {{usage(R"({"provider": "openai", "model": "gpt-5"})"),
              usage(R"({"provider": "anthropic", "model": "claude-opus-5"})"),
              text("and then?")}}
        )
        .value();

    EXPECT_EQ(last_session(sessions()).value(), "mine");
    EXPECT_EQ(last_model(sessions(), "mine"), "anthropic/claude-opus-5");
    EXPECT_EQ(last_model(sessions(), "nothing"), std::nullopt);
}

store::LedgerImage image(const std::string& digits, std::string name) {
    const auto hex = digits + std::string(64 - digits.size(), '0');
    return {.image = content::BlobRef{Sha256::from_hex(hex).value()}, .filename = std::move(name)};
}

TEST(ImageChoice, TakesEightDigitsOrAUrl) {  // S1
    const std::vector<store::LedgerImage> images = {
        image("aabbccdd11", "a.png"),
        image("aabbccdd22", "b.png"),
        {.image = content::UrlRef{"https://example.org/c.png"}}};

    EXPECT_EQ(find_image(images, "sha256:AABBCCDD2").value().filename, "b.png");
    EXPECT_EQ(find_image(images, "https://example.org/c.png").value(), images[2]);
    EXPECT_EQ(find_image(images, "aabbccdd").error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(find_image(images, "aabb").error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(
        find_image(images, "ffffffff").error(),
        (Error{
            ErrorCode::FileNotFound,
            "the session has no image ffffffff; it has aabbccdd1100 (a.png), "
            "aabbccdd2200 (b.png), https://example.org/c.png"})
    );
    EXPECT_EQ(
        find_image({}, "ffffffff").error().message,
        "the session has no image ffffffff; it has no images"
    );
}

}  // namespace
}  // namespace fovea::host
