// fovea sessions, as a person would run it.
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "session_fixture.hpp"

namespace fovea::testing {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
namespace json = boost::json;

TEST_F(SessionsCommand, LookingAtNothingMakesNothing) {  // S3
    EXPECT_EQ(sessions({"list"}).exit_code, 0);
    EXPECT_EQ(sessions({"list", "--json"}).out, "");
    EXPECT_EQ(sessions({"gc"}).exit_code, 0);
    EXPECT_EQ(sessions({"fsck"}).exit_code, 0);
    const auto shown = sessions({"show", "mine"});

    EXPECT_EQ(shown.exit_code, 2);
    EXPECT_TRUE(has(shown.err, "FILE_NOT_FOUND: there are no sessions in ")) << shown.err;
    EXPECT_FALSE(fs::exists(data_));
}

TEST_F(SessionsCommand, ListsTheLastUsedFirst) {
    create("first", {user({text(std::string(200, 'x'))})});
    create("second", {user({picture("png/rgb-8.png"), text("what is \x1b[31mthis?")})});

    const auto listed = sessions({"list"});
    const auto lines = split(listed.out, '\n');
    const auto objects = sessions_json({"list"});

    ASSERT_EQ(lines.size(), 4u) << listed.out;
    EXPECT_EQ(lines[0], "SESSION  LAST USED         ENTRIES  IMAGES  TITLE");
    EXPECT_TRUE(lines[1].starts_with("second ")) << lines[1];
    EXPECT_FALSE(has(listed.out, "\x1b"));
    EXPECT_LT(lines[2].size(), 150u) << lines[2];  // a title is the beginning of what was said
    ASSERT_EQ(objects.size(), 2u);
    EXPECT_EQ(objects[0].at("session_id"), json::value("second"));
    EXPECT_EQ(objects[0].at("images").to_number<int>(), 1);
    EXPECT_EQ(objects[1].at("entries").to_number<int>(), 1);
}

TEST_F(SessionsCommand, ShowsAConversationForPeople) {  // C3
    const auto image = picture("png/rgb-8.png");
    create(
        "holiday",
        {user({image, text("what is this?")}),
         user({content::ToolResultBlock{"t1", {text("one\ntwo"), image}, false}})}
    );

    const auto shown = sessions({"show", "holida"});

    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    const auto words = "image/png rgb-8.png sha256:" + id_of(image).substr(0, 8) + "]\n";
    EXPECT_TRUE(has(shown.out, "\n[image: 33x21 " + words + "what is this?\n")) << shown.out;
    EXPECT_TRUE(has(shown.out, "\n[tool result t1]\n  one\n  two\n  [image: 33x21 " + words))
        << shown.out;
}

TEST_F(SessionsCommand, HistoryHasReferencesAndNeverBytes) {  // DIG-19, DIG-3, CAL-IMG-23, S2
    const auto image = picture("png/rgb-8.png");
    create("mine", {user({image})});

    const auto shown = sessions_json({"show", "mine"}).at(0);

    const auto& body = shown.at("entries").as_array().at(0).at("body");
    EXPECT_EQ(
        body.at("content").as_array().at(0),
        (json::object{
            {"type", "image"},
            {"sha256", id_of(image)},
            {"mime", "image/png"},
            {"width", 33},
            {"height", 21},
            {"filename", "rgb-8.png"}})
    );
    EXPECT_FALSE(has(json::serialize(shown), "iVBOR"));  // how base64 of a PNG begins
    EXPECT_FALSE(has(read_whole_file(data_ / "fovea.db"), "IDAT"));
}

TEST_F(SessionsCommand, AnImageIsALightReferenceToAFile) {  // DIG-1, DIG-2, S5
    const auto image = picture("png/rgb-8.png");
    create("mine", {user({image})});

    const auto listed = sessions_json({"images", "mine"}).at(0);

    EXPECT_EQ(listed.at("image_id"), json::value(id_of(image)));
    EXPECT_EQ(listed.at("mime"), json::value("image/png"));
    EXPECT_EQ(listed.at("width").to_number<int>(), 33);
    EXPECT_EQ(listed.at("height").to_number<int>(), 21);
    const auto bytes = read_whole_file(kData + "png/rgb-8.png");
    EXPECT_EQ(listed.at("bytes").to_number<std::size_t>(), bytes.size());
    EXPECT_EQ(read_whole_file(std::string(listed.at("path").as_string())), bytes);
}

TEST_F(SessionsCommand, TheSamePictureIsKeptOnce) {  // CAL-IMG-19, S1
    const auto image = picture("png/rgb-8.png");
    create("a", {user({image}), user({picture("png/rgb-8.png")})});
    create("b", {user({image})});

    EXPECT_EQ(sessions_json({"fsck"}).at(0).at("blobs").to_number<int>(), 1);
    EXPECT_EQ(sessions_json({"images", "a"}).size(), 1u);
}

TEST_F(SessionsCommand, TheLedgerSaysWhatBecameOfEachImage) {  // S5
    const auto image = picture("png/rgb-8.png");
    const auto refused = picture("png/grey-8.png");
    create(
        "mine",
        {user({image, refused}),
         store::change_entry(
             {.action = store::ImageAction::Deliver,
              .image = image.source,
              .state = store::ImageState::Low,
              .provider = "anthropic",
              .tokens = 340},
             clock_()
         ),
         store::change_entry(
             {.action = store::ImageAction::Quarantine,
              .image = refused.source,
              .provider = "anthropic",
              .reason = "could not process image"},
             clock_()
         ),
         user({text("and now?")})}
    );

    const auto objects = sessions_json({"images", "mine"});
    const auto table = sessions({"images", "mine"}).out;

    ASSERT_EQ(objects.size(), 2u);
    EXPECT_EQ(objects[0].at("state"), json::value("low"));
    EXPECT_EQ(objects[0].at("tokens").to_number<int>(), 340);
    EXPECT_EQ(objects[0].at("age").to_number<int>(), 1);
    EXPECT_EQ(objects[1].at("quarantined_by"), (json::array{"anthropic"}));
    EXPECT_TRUE(has(table, "[refused by anthropic] grey-8.png")) << table;
    for (const auto& line : split(table, '\n')) EXPECT_LE(line.size(), 100u);
}

TEST_F(SessionsCommand, PinDropAndRestoreActOnOneImageAndLeaveTheTextAlone) {  // S5, X4
    const auto image = picture("png/rgb-8.png");
    create("mine", {user({image, text("words")}), user({picture("png/grey-8.png")})});
    const auto before = sessions_json({"show", "mine"}).at(0).at("entries").as_array();
    const auto digits = id_of(image).substr(0, 8);
    const auto state = [&](const char* mark) {
        return sessions_json({"images", "mine"}).at(0).at(mark).as_bool();
    };

    EXPECT_EQ(
        sessions({"pin", "mine", digits}).out,
        "pinned " + id_of(image).substr(0, 12) + "  rgb-8.png\n"
    );
    EXPECT_TRUE(state("pinned"));
    EXPECT_EQ(sessions({"unpin", "mine", "sha256:" + id_of(image)}).exit_code, 0);
    EXPECT_FALSE(state("pinned"));
    EXPECT_EQ(sessions({"drop", "mine", digits}).exit_code, 0);
    EXPECT_TRUE(state("dropped"));
    EXPECT_EQ(sessions({"restore", "mine", digits}).exit_code, 0);
    EXPECT_FALSE(state("dropped"));

    const auto after = sessions_json({"show", "mine"}).at(0).at("entries").as_array();
    ASSERT_EQ(after.size(), before.size() + 4);
    EXPECT_EQ(after[0], before[0]);
    EXPECT_TRUE(fs::exists(blob_file(image)));
}

TEST_F(SessionsCommand, AnImageThatIsNotThereChangesNothingAndNamesTheChoice) {  // S1
    const auto image = picture("png/rgb-8.png");
    create("mine", {user({image})});

    const auto unknown = sessions({"drop", "mine", id_of(image), "ffffffff"});

    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_TRUE(has(unknown.err, id_of(image).substr(0, 12) + " (rgb-8.png)")) << unknown.err;
    EXPECT_FALSE(sessions_json({"images", "mine"}).at(0).at("dropped").as_bool());
    EXPECT_EQ(sessions({"drop", "mine", "ff"}).exit_code, 2);
}

TEST_F(SessionsCommand, AnAmbiguousBeginningNamesTheCandidates) {
    create("holiday-1");
    create("holiday-2");

    const auto shown = sessions({"show", "holiday"});

    EXPECT_EQ(shown.exit_code, 2);
    EXPECT_TRUE(has(shown.err, "2 sessions: holiday-2, holiday-1")) << shown.err;
    const auto error = sessions_json({"delete", "holiday"}).at(0).at("error");
    EXPECT_EQ(error.at("code"), json::value("INVALID_INPUT"));
    EXPECT_EQ(sessions_json({"list"}).size(), 2u);
}

TEST_F(SessionsCommand, DeletingTakesTheImagesThatNobodyElseHas) {  // S6, DIG-2
    const auto shared = picture("png/rgb-8.png");
    const auto own = picture("png/grey-8.png");
    create("a", {user({shared, own})});
    create("b", {user({shared})});

    const auto deleted = sessions({"delete", "a", "nowhere"});

    EXPECT_EQ(deleted.exit_code, 2);  // there was no "nowhere"
    EXPECT_EQ(deleted.out, "deleted a\n");
    EXPECT_TRUE(fs::exists(blob_file(shared)));
    EXPECT_FALSE(fs::exists(blob_file(own)));
    EXPECT_EQ(sessions_json({"list"}).size(), 1u);
}

TEST_F(SessionsCommand, GarbageGoesAfterSomeDays) {  // S6, DIG-23, CAL-IMG-26
    clock_ = [] { return store::system_now() - std::chrono::days(8); };
    const auto old = picture("png/rgb-8.png");
    create("old", {user({old})});
    const auto unnamed = picture("png/grey-8.png");
    clock_ = store::system_now;
    create("new", {user({text("fresh")})});

    const auto dry = sessions({"gc", "--dry-run"});
    EXPECT_TRUE(has(dry.out, "would remove session old\nwould remove 1 session, 1 file"))
        << dry.out;
    EXPECT_TRUE(fs::exists(blob_file(unnamed)));
    EXPECT_EQ(
        sessions_json({"gc", "--older-than", "9"}).at(0).at("sessions").as_array().size(), 0u
    );
    const auto done = sessions_json({"gc"}).at(0);

    EXPECT_EQ(done.at("sessions"), (json::array{"old"}));
    EXPECT_FALSE(fs::exists(blob_file(old)));
    EXPECT_FALSE(fs::exists(blob_file(unnamed)));
    EXPECT_EQ(sessions_json({"list"}).size(), 1u);
}

TEST_F(SessionsCommand, GarbageOfVariantsGoesToo) {  // S6, M6
    create("mine");
    const auto old_clock = [] { return store::system_now() - std::chrono::days(8); };
    store::FileBlobs::open(data_ / "variants/blobs", old_clock).value()->put(as_bytes("v")).value();

    EXPECT_EQ(sessions_json({"gc", "--dry-run"}).at(0).at("variants").to_number<int>(), 1);
    EXPECT_EQ(sessions_json({"gc"}).at(0).at("variants").to_number<int>(), 1);
    EXPECT_EQ(sessions_json({"gc"}).at(0).at("variants").to_number<int>(), 0);
}

TEST_F(SessionsCommand, PicturesMayLieElsewhere) {  // DIG-24
    const auto elsewhere = folder_ / "elsewhere";
    const auto bytes = read_whole_file(kData + "png/rgb-8.png");
    const auto blob =
        store::FileBlobs::open(elsewhere).value()->put(as_bytes(bytes)).value().sha256.hex();
    ::setenv("FOVEA_IMAGES_STORAGE_DIR", elsewhere.c_str(), 1);

    const auto run = run_fovea({"ingest", "--data", data_.string(), "sha256:" + blob});
    ::unsetenv("FOVEA_IMAGES_STORAGE_DIR");

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_FALSE(fs::exists(data_));
}

TEST_F(SessionsCommand, StoredPicturesAreInputsOfOtherCommands) {  // S1
    const auto id = id_of(picture("sample/screenshot.png"));
    const auto short_name = "sha256:" + id.substr(0, 8);
    const auto run = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"--data", data_.string()});
        return run_fovea(std::move(arguments));
    };
    ::setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);

    const auto ingested = run({"ingest", "--json", short_name, "sha256:ffffffff", "sha256:ff"});
    const auto compared = run({"compare", short_name, kData + "sample/screenshot.png"});
    const auto described = run({"describe", "--json", "sha256:" + id});
    ::unsetenv("XDG_CACHE_HOME");

    const auto lines = split(ingested.out, '\n');
    EXPECT_EQ(json::parse(lines.at(0)).at("sha256"), json::value(id));
    EXPECT_TRUE(has(lines.at(1), "FILE_NOT_FOUND")) << lines.at(1);
    EXPECT_TRUE(has(lines.at(2), "INVALID_INPUT")) << lines.at(2);
    EXPECT_EQ(compared.out, "identical: every pixel is equal\n");
    EXPECT_EQ(described.exit_code, 0) << described.err;
    EXPECT_TRUE(has(described.out, id));
}

TEST_F(SessionsCommand, SeveralProcessesWorkOnOneFolder) {  // S3
    const auto image = picture("png/rgb-8.png");
    create("mine", {user({image})});
    ASSERT_EQ(sessions({"export", "mine", (folder_ / "bundle").string()}).exit_code, 0);
    constexpr int kEach = 4;
    std::vector<Finished> finished(kEach * 3);
    {
        std::vector<std::jthread> crew;
        for (std::size_t i = 0; i < finished.size(); ++i) {
            crew.emplace_back([&, i] {
                const std::vector<std::vector<std::string>> commands = {
                    {"pin", "mine", id_of(image)},
                    {"import", (folder_ / "bundle").string(), "--new-id"},
                    {"gc"}};
                finished[i] = sessions(commands[i % commands.size()]);
            });
        }
    }

    for (const auto& one : finished) EXPECT_EQ(one.exit_code, 0) << one.err;
    const auto checked = sessions({"fsck"});
    EXPECT_EQ(checked.exit_code, 0) << checked.out;
    EXPECT_EQ(sessions_json({"list"}).size(), 1u + kEach);
    EXPECT_EQ(sessions_json({"show", "mine"}).at(0).at("entries").as_array().size(), 1u + kEach);
}

TEST_F(SessionsCommand, MistakesOnTheCommandLineAreUsageErrors) {  // H5
    EXPECT_EQ(sessions({}).exit_code, 64);
    EXPECT_EQ(sessions({"show"}).exit_code, 64);
    EXPECT_EQ(sessions({"gc", "--older-than", "-1"}).exit_code, 64);
    const auto unknown = sessions({"lst"});
    EXPECT_EQ(unknown.exit_code, 64);
    EXPECT_TRUE(has(unknown.err, "unknown command \"lst\"; did you mean list?")) << unknown.err;
    EXPECT_TRUE(has(sessions({"gc", "--help"}).out, "Examples:"));
}

TEST_F(SessionsCommand, SeveralMayBeginOneSessionAtOnce) {  // S2
    std::vector<Finished> finished(4);
    {
        std::vector<std::jthread> people;
        for (std::size_t i = 0; i < finished.size(); ++i) {
            people.emplace_back([&, i] {
                finished[i] = run_fovea(
                    {"--data",
                     data_.string(),
                     "send",
                     "--model",
                     "local/ocr",
                     "--session",
                     "ours",
                     "--image",
                     kData + "png/rgb-8.png",
                     "--message",
                     "number " + std::to_string(i)}
                );
            });
        }
    }

    for (const auto& each : finished) EXPECT_EQ(each.exit_code, 0) << each.err;
    const auto shown = sessions({"show", "ours"}).out;
    for (std::size_t i = 0; i < finished.size(); ++i) {
        EXPECT_TRUE(has(shown, "number " + std::to_string(i))) << shown;
    }
}

}  // namespace
}  // namespace fovea::testing
