// Sessions carried from one place to another, as tar files.
#include "fovea/host/turn_queue.hpp"
#include "fovea/serve/sessions/tar.hpp"
#include "fovea/serve/test_daemon.hpp"

namespace fovea::serve {
namespace {

namespace json = boost::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::SizeIs;

TarFile file(std::string name, const std::string& text) {
    return {std::move(name), text.size(), [text](std::uint64_t offset, std::size_t most) {
                return Result<std::string>(text.substr(static_cast<std::size_t>(offset), most));
            }};
}

std::string all_of(const TarText& tar, std::size_t step) {
    std::string text;
    while (text.size() < tar.size()) text += tar.read(text.size(), step).value();
    return text;
}

using Files = std::vector<std::pair<std::string, std::string>>;

Result<Files> unpacked(std::string_view text, std::size_t step) {
    Files files;
    TarReader reader(
        {.begin =
             [&](const std::string& name, std::uint64_t) {
                 files.emplace_back(name, "");
                 return Result<void>();
             },
         .data =
             [&](std::string_view bytes) {
                 files.back().second += bytes;
                 return Result<void>();
             },
         .end = [] { return Result<void>(); }}
    );
    for (std::size_t i = 0; i < text.size(); i += step) TRY(reader.feed(text.substr(i, step)));
    TRY(reader.finish());
    return files;
}

TEST(Tar, WhatIsPackedIsUnpackedInPiecesOfAnySize) {
    const std::string long_text(1300, 'x');
    const TarText tar(
        {file("session.json", "{}"), file("empty", ""), file("blobs/a.bin", long_text)}
    );
    for (const std::size_t step : {1U, 7U, 512U, 100'000U}) {
        const auto text = all_of(tar, step);
        EXPECT_EQ(text.size() % 512, 0u);
        const auto files = unpacked(text, step);
        ASSERT_TRUE(files.ok()) << files.error().message;
        EXPECT_THAT(
            files.value(),
            ElementsAre(
                Pair("session.json", "{}"), Pair("empty", ""), Pair("blobs/a.bin", long_text)
            )
        );
    }
}

TEST(Tar, WhatIsNoneOrCutOffIsRefused) {
    const auto text = all_of(TarText({file("a", "some words")}), 4096);
    EXPECT_FALSE(unpacked(text.substr(0, 600), 512).ok());
    EXPECT_FALSE(unpacked(std::string(512, 'x'), 512).ok());
    auto link = text;
    link[156] = '2';
    EXPECT_FALSE(unpacked(link, 512).ok());
}

class Bundles : public DaemonTest {};

TEST_F(Bundles, ASessionIsTakenOutAndInAgain) {  // D2, S4
    const auto session = new_session();
    const auto body = json::serialize(json::object{
        {"message", "what is this?"},
        {"images", json::array{json::object{{"data", base64(picture())}}}}});
    ask("POST", "/sessions/" + session + "/messages?wait=true", body);

    const auto tar = ask("GET", "/sessions/" + session + "/export");
    ASSERT_EQ(tar.status, 200) << tar.body;
    EXPECT_TRUE(tar.has("content-type: application/x-tar")) << tar.head;
    ask("DELETE", "/sessions/" + session);
    const auto taken = ask("POST", "/import", tar.body, "application/x-tar");

    ASSERT_EQ(taken.status, 201) << taken.body;
    EXPECT_EQ(taken.json().at("session_id"), json::value(session));
    const auto said = ask("GET", "/sessions/" + session + "/history").json().at("messages");
    ASSERT_THAT(said.as_array(), SizeIs(2));
    const std::string id(said.at(0).at("content").at(0).at("image_id").as_string());
    EXPECT_EQ(ask("GET", "/sessions/" + session + "/images/" + id).body, picture());
    // Once more: its name is taken.
    EXPECT_EQ(ask("POST", "/import", tar.body, "application/x-tar").json().at("renamed"), true);
}

TEST_F(Bundles, WhatWaitsInAFileIsNotDoneHere) {  // D2
    const auto session = new_session();
    ask("POST", "/sessions/" + session + "/messages?wait=true", R"({"message": "hello"})");
    host::keep_turn(machine_->sessions(), session, prompt("done by nobody")).value();
    const auto tar = ask("GET", "/sessions/" + session + "/export");
    ask("DELETE", "/sessions/" + session);

    const auto taken = ask("POST", "/import", tar.body, "application/x-tar");

    ASSERT_EQ(taken.status, 201) << taken.body;
    const auto entries = machine_->sessions().read(session).value();
    EXPECT_THAT(host::unfinished_turns(entries).value(), SizeIs(0));
    EXPECT_EQ(
        ask("POST", "/sessions/" + session + "/messages?wait=true", R"({"message": "again"})")
            .status,
        200
    );
    EXPECT_THAT(
        ask("GET", "/sessions/" + session + "/history").body,
        testing::Not(HasSubstr("done by nobody"))
    );
}

TEST_F(Bundles, WhatIsNoBundleIsRefusedAndLeavesNothing) {  // D2
    const auto outside = all_of(TarText({file("../../token", "mine")}), 4096);
    EXPECT_EQ(ask("POST", "/import", outside, "application/x-tar").status, 400);
    const auto twice =
        all_of(TarText({file("session.json", "{}"), file("session.json", "{}")}), 4096);
    EXPECT_EQ(ask("POST", "/import", twice, "application/x-tar").status, 400);
    const auto empty = all_of(TarText({file("session.json", "{}")}), 4096);
    const auto refused = ask("POST", "/import", empty, "application/x-tar");
    EXPECT_EQ(refused.status, 400);
    EXPECT_THAT(refused.body, testing::Not(HasSubstr(machine_->run_folder().string())));
    const std::string nothing(10240, '\0');
    EXPECT_EQ(ask("POST", "/import", nothing, "application/x-tar").status, 400);
    // What it promises counts: nothing of it has to come.
    for (const auto& [name, most] :
         {std::pair<std::string, std::uint64_t>("session.json", 32u << 20),
          std::pair<std::string, std::uint64_t>(
              "blobs/" + std::string(64, 'a') + ".bin", 64u << 20
          )}) {
        const TarFile large{name, most + 1, [](std::uint64_t, std::size_t count) {
                                return Result<std::string>(std::string(count, ' '));
                            }};
        const auto begin = TarText({large}).read(0, 512).value();
        const auto told = ask("POST", "/import", begin, "application/x-tar");
        EXPECT_EQ(told.status, 413) << told.body;
        EXPECT_THAT(told.body, HasSubstr(std::to_string(most)));
    }
    EXPECT_EQ(ask("POST", "/import", "x", "text/plain").status, 415);
    EXPECT_EQ(ask("GET", "/sessions/unknown/export").status, 404);
    EXPECT_THAT(ask("GET", "/sessions").json().at("sessions").as_array(), SizeIs(0));
}

}  // namespace
}  // namespace fovea::serve
