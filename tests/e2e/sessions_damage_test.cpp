// fovea sessions over damaged stores, disks that refuse, and bundles from strangers.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "session_fixture.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

class DamagedSessions : public SessionsCommand {
protected:
    static void write(const fs::path& path, std::string_view text) {
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
    }
    std::string error_code(std::vector<std::string> arguments) const {
        const auto object = sessions_json(std::move(arguments)).at(0);
        return std::string(object.at("error").at("code").as_string());
    }
};

class Bundles : public DamagedSessions {
protected:
    void SetUp() override {
        image_ = picture("png/rgb-8.png");
        create("mine", {user({image_, text("words")})});
        ASSERT_EQ(sessions({"export", "mine", bundle_.string()}).exit_code, 0);
        data_ = folder_ / "other";  // where it is imported
    }
    fs::path bundled_blob() const { return bundle_ / "blobs" / (id_of(image_) + ".bin"); }
    void replace_in_text(const std::string& from, const std::string& to) const {
        auto text = read_whole_file(bundle_ / "session.json");
        const auto at = text.find(from);
        ASSERT_NE(at, std::string::npos) << text;
        write(bundle_ / "session.json", text.replace(at, from.size(), to));
    }
    void expect_refused() const {
        const auto run = sessions({"import", bundle_.string()});
        EXPECT_EQ(run.exit_code, 2) << run.out;
        EXPECT_NE(run.err, "");
        EXPECT_TRUE(sessions_json({"list"}).empty());
        EXPECT_EQ(sessions({"fsck"}).exit_code, 0);
    }

    content::ImageBlock image_;
    fs::path bundle_ = folder_ / "bundle";
};

TEST_F(Bundles, CarryASessionToAnotherFolder) {  // S4
    const auto imported = sessions({"import", bundle_.string()});
    const auto again = folder_ / "again";

    EXPECT_EQ(imported.out, "imported mine: 1 entry, 1 file\n");
    EXPECT_EQ(sessions({"export", "mine", again.string()}).exit_code, 0);
    EXPECT_EQ(read_whole_file(again / "session.json"), read_whole_file(bundle_ / "session.json"));
    EXPECT_EQ(read_whole_file(blob_file(image_)), read_whole_file(kData + "png/rgb-8.png"));
}

TEST_F(Bundles, ATakenNameIsRefusedOrReplacedByANewOne) {  // S4
    ASSERT_EQ(sessions({"import", bundle_.string()}).exit_code, 0);

    EXPECT_EQ(error_code({"import", bundle_.string()}), "INVALID_INPUT");
    const auto renamed = sessions_json({"import", bundle_.string(), "--new-id"}).at(0);

    EXPECT_TRUE(renamed.at("renamed").as_bool());
    EXPECT_EQ(sessions_json({"list"}).size(), 2u);
}

TEST_F(Bundles, WithAWrongHashAreRefused) {  // S4, S1
    write(bundled_blob(), "something else");
    expect_refused();
}

TEST_F(Bundles, WithALinkAreRefused) {  // S4, V11
    write(folder_ / "secret", read_whole_file(kData + "png/rgb-8.png"));
    fs::remove(bundled_blob());
    fs::create_symlink(folder_ / "secret", bundled_blob());
    expect_refused();
}

TEST_F(Bundles, WithAForeignFileAreRefused) {  // S4
    write(bundle_ / "blobs/extra.bin", "x");
    expect_refused();
}

TEST_F(Bundles, WithAMissingFileAreRefused) {  // S4, DIG-12
    fs::remove(bundled_blob());
    expect_refused();
}

TEST_F(Bundles, WithBytesInAMessageAreRefused) {  // S2, CAL-IMG-23
    replace_in_text("\"mime\"", "\"data\"");
    expect_refused();
}

TEST_F(Bundles, WithANameThatIsAPathAreRefused) {  // S4
    replace_in_text("\"mine\"", "\"../mine\"");
    expect_refused();
}

TEST_F(Bundles, CutOffOrNestedWithoutEndAreRefused) {  // S4
    const auto text = read_whole_file(bundle_ / "session.json");
    for (const auto& bad :
         {text.substr(0, text.size() / 2),
          std::string(100000, '['),
          std::string(),
          std::string("5")}) {
        write(bundle_ / "session.json", bad);
        expect_refused();
    }
}

TEST_F(Bundles, AreNotWrittenOverOtherPeoplesFiles) {  // S4
    data_ = folder_ / "data";
    write(folder_ / "home/letter.txt", "dear");

    EXPECT_EQ(error_code({"export", "mine", (folder_ / "home").string()}), "INVALID_INPUT");
    EXPECT_EQ(read_whole_file(folder_ / "home/letter.txt"), "dear");
}

TEST_F(DamagedSessions, AMissingPictureIsSaidAndTheRestIsShown) {  // DIG-12, S1
    const auto image = picture("png/rgb-8.png");
    create("mine", {user({image, text("the words stay")})});
    fs::remove(blob_file(image));

    const auto shown = sessions({"show", "mine"});
    const auto listed = sessions({"images", "mine"});
    const auto checked = sessions({"fsck"});

    EXPECT_TRUE(has(shown.out, "(not stored any more)]\nthe words stay")) << shown.out;
    EXPECT_TRUE(has(listed.out, "[not stored any more] rgb-8.png")) << listed.out;
    EXPECT_FALSE(sessions_json({"images", "mine"}).at(0).at("stored").as_bool());
    EXPECT_EQ(checked.exit_code, 2);
    EXPECT_TRUE(has(checked.out, "is used by a session but not stored")) << checked.out;
    EXPECT_EQ(error_code({"export", "mine", (folder_ / "out").string()}), "FILE_NOT_FOUND");
    EXPECT_EQ(sessions({"drop", "mine", id_of(image)}).exit_code, 0);
}

TEST_F(DamagedSessions, AChangedPictureIsFoundByItsHash) {  // S1
    const auto image = picture("png/rgb-8.png");
    create("mine", {user({image})});
    write(blob_file(image), "changed");

    const auto checked = sessions_json({"fsck"}).at(0);
    const auto read = run_fovea({"ingest", "--data", data_.string(), "sha256:" + id_of(image)});

    EXPECT_FALSE(checked.at("clean").as_bool());
    EXPECT_TRUE(has(json::serialize(checked.at("problems")), "is damaged: its bytes have changed"));
    EXPECT_EQ(read.exit_code, 2);
    EXPECT_TRUE(has(read.err, "STORE_ERROR")) << read.err;
}

TEST_F(DamagedSessions, LeftoversOfInterruptedWritesAreRemovedWhenAsked) {  // S1
    create("mine");
    write(data_ / "blobs/tmp/fovea-interrupted", "half a pic");

    const auto seen = sessions({"fsck"});
    const auto repaired = sessions({"fsck", "--repair"});

    EXPECT_EQ(seen.exit_code, 0) << seen.out;
    EXPECT_TRUE(has(seen.out, "1 leftover of interrupted writes")) << seen.out;
    EXPECT_EQ(repaired.exit_code, 0);
    EXPECT_FALSE(has(sessions({"fsck"}).out, "leftover"));
}

TEST_F(DamagedSessions, ADatabaseThatIsNoneIsToldAndLeftAsItIs) {  // S3
    write(data_ / "fovea.db", std::string(8192, 'x'));

    for (const auto* action : {"list", "gc"}) EXPECT_EQ(sessions({action}).exit_code, 1) << action;
    EXPECT_EQ(error_code({"show", "mine"}), "STORE_ERROR");
    const auto checked = sessions({"fsck"});

    EXPECT_EQ(checked.exit_code, 2);
    EXPECT_TRUE(has(checked.out, "damaged: the session database is damaged")) << checked.out;
    EXPECT_EQ(read_whole_file(data_ / "fovea.db"), std::string(8192, 'x'));
}

TEST_F(DamagedSessions, ADatabaseWithBrokenPagesIsFound) {  // S1
    create("mine");
    for (int i = 0; i < 200; ++i) {
        const store::Entry entry = user({text(std::string(1000, 'a'))});
        open().sessions->append("mine", {{entry}}).value();
    }
    {
        std::fstream file(data_ / "fovea.db", std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(5 * 4096);
        file << std::string(3 * 4096, '\x5a');
    }

    const auto checked = sessions({"fsck"});
    EXPECT_EQ(checked.exit_code, 2) << checked.out;
    EXPECT_TRUE(has(checked.out, "damaged: ")) << checked.out;
    const auto shown = sessions({"show", "mine"});
    EXPECT_NE(shown.exit_code, 0);
    EXPECT_TRUE(has(shown.err, "STORE_ERROR")) << shown.err;
}

TEST_F(DamagedSessions, AFileInTheFoldersPlaceIsTold) {  // S3
    write(data_, "a file");

    for (const auto* action : {"list", "gc"}) {
        const auto run = sessions({action});
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_TRUE(has(run.err, "STORE_ERROR: cannot make the folder")) << run.err;
    }
    EXPECT_EQ(read_whole_file(data_), "a file");
}

TEST_F(DamagedSessions, AFolderThatCannotBeMadeIsTold) {  // S3
    create("mine");
    ASSERT_EQ(sessions({"export", "mine", (folder_ / "bundle").string()}).exit_code, 0);
    data_ = "/proc/self/fovea";  // not even root makes one there

    EXPECT_EQ(error_code({"import", (folder_ / "bundle").string()}), "STORE_ERROR");
}

TEST_F(DamagedSessions, AFullDiskLosesNothingAndLeavesNothingHalf) {  // S1, S2
    const auto big = picture("sample/screenshot.png");
    create("mine", {user({big})});
    ASSERT_EQ(sessions({"export", "mine", (folder_ / "bundle").string()}).exit_code, 0);
    data_ = folder_ / "small";
    create("there");  // while there was room

    // A file may have 40 KiB from here on; the picture has twice that.
    const auto limited = run_program(
        {"sh",
         "-c",
         "trap '' XFSZ; ulimit -f 80; exec \"$@\"",
         "sh",
         test_paths::program("fovea"),
         "--data",
         data_.string(),
         "sessions",
         "import",
         (folder_ / "bundle").string()}
    );

    EXPECT_EQ(limited.exit_code, 1) << limited.out;
    EXPECT_TRUE(has(limited.err, "STORE_ERROR")) << limited.err;
    EXPECT_EQ(sessions({"fsck"}).exit_code, 0);
    EXPECT_EQ(sessions_json({"list"}).size(), 1u);
}

TEST_F(DamagedSessions, AReadOnlyFolderIsToldAndStoredPicturesCanBeRead) {  // S3
    const auto image = picture("png/rgb-8.png");
    create("mine", {user({image})});
    for (const auto& entry : fs::recursive_directory_iterator(data_)) {
        const auto mode = entry.is_directory() ? 0555U : 0444U;
        ::chmod(entry.path().c_str(), mode);
    }
    ::chmod(data_.c_str(), 0555);
    std::vector<std::string> as_other;
    if (::geteuid() == 0)
        as_other = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
    as_other.insert(as_other.begin(), {"/usr/bin/env", "HOME=/", "XDG_CONFIG_HOME=/"});
    const auto run = [&](std::vector<std::string> arguments) {
        auto command = as_other;
        command.push_back(test_paths::program("fovea"));
        command.insert(command.end(), {"--data", data_.string()});
        command.insert(command.end(), arguments.begin(), arguments.end());
        return run_program(command);
    };
    auto reaches = as_other;
    reaches.insert(reaches.end(), {"test", "-x", test_paths::program("fovea-worker")});
    if (run_program(reaches).exit_code != 0) GTEST_SKIP() << "no other user can run the program";

    const auto pinned = run({"sessions", "pin", "mine", id_of(image)});
    const auto read = run({"ingest", "sha256:" + id_of(image)});

    EXPECT_EQ(pinned.exit_code, 1) << pinned.out;
    EXPECT_TRUE(has(pinned.err, "STORE_ERROR")) << pinned.err;
    EXPECT_EQ(read.exit_code, 0) << read.err;
    for (const auto& entry : fs::recursive_directory_iterator(data_)) {
        if (entry.is_directory()) ::chmod(entry.path().c_str(), 0700);
    }
    ::chmod(data_.c_str(), 0700);
}

TEST_F(DamagedSessions, AStoreOfAnotherVersionIsAConfigurationError) {  // S7, O1
    ::setenv("FOVEA_STORE_SESSIONS", "postgres://me:secret@db/fovea", 1);
    const auto run = sessions({"list"});
    ::unsetenv("FOVEA_STORE_SESSIONS");

    EXPECT_EQ(run.exit_code, 78);
    EXPECT_TRUE(has(run.err, "CONFIG_INVALID: store.sessions: this version supports only "))
        << run.err;
    EXPECT_FALSE(has(run.err, "secret"));
}

}  // namespace
}  // namespace fovea::testing
