#include "fovea/store/sqlite/sqlite_sessions.hpp"

#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace fovea::store {
namespace {

using content::BlobRef;
using namespace std::chrono_literals;

class SqliteSessionsTest : public testing::Test {
protected:
    void SetUp() override { blobs_ = FileBlobs::open(folder_ / "blobs", clock_).value(); }

    std::unique_ptr<SqliteSessions> open() {
        auto opened = SqliteSessions::open(file_, *blobs_, {.clock = clock_});
        EXPECT_TRUE(opened.ok()) << opened.error().message;
        return std::move(opened).value();
    }
    Entry text(const std::string& words) {
        return message_entry({content::Role::User, {content::TextBlock{words}}}, clock_());
    }
    Entry picture(const BlobRef& blob) {
        return message_entry(
            {content::Role::User, {content::ImageBlock{.source = blob, .mime = "image/png"}}},
            clock_()
        );
    }
    BlobRef put(std::string_view bytes) { return blobs_->put(as_bytes(bytes)).value(); }

    TestFolder folder_;
    TestClock clock_;
    std::filesystem::path file_ = folder_ / "fovea.db";
    std::unique_ptr<FileBlobs> blobs_;
};

std::string content_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(SqliteSessionsTest, EntriesComeBackInOrderAlsoToAnotherProcess) {  // S2, S3
    auto sessions = open();
    const auto id = sessions->create().value();
    Entry usage{.kind = EntryKind::Usage, .time = clock_(), .body = R"({"tokens": 5})"};

    EXPECT_EQ(sessions->append(id, std::vector{text("one"), usage}).value(), 2u);
    EXPECT_EQ(sessions->append(id, std::vector{text("three")}).value(), 3u);

    auto first = text("one");
    auto third = text("three");
    first.seq = 1;
    usage.seq = 2;
    usage.body = R"({"tokens":5})";
    third.seq = 3;
    EXPECT_EQ(open()->read(id).value(), (std::vector{first, usage, third}));
    EXPECT_EQ(open()->read(id, 3).value(), std::vector{third});
    EXPECT_TRUE(open()->read(id, 4).value().empty());
    EXPECT_TRUE(open()->read(id, ~std::uint64_t{0}).value().empty());
}

TEST_F(SqliteSessionsTest, AnAppendIsWholeOrNotThere) {  // S2
    auto sessions = open();
    const auto id = sessions->create().value();
    const BlobRef missing{sha256(as_bytes("never put"))};

    const auto unstored = sessions->append(id, std::vector{text("one"), picture(missing)});
    const auto broken = sessions->append(id, std::vector{text("one"), Entry{.body = "{"}});

    EXPECT_EQ(unstored.error().code, ErrorCode::StoreError);
    EXPECT_EQ(broken.error().code, ErrorCode::InvalidInput);
    EXPECT_TRUE(sessions->read(id).value().empty());
    EXPECT_TRUE(sessions->blobs_of(id).value().empty());
    EXPECT_EQ(sessions->append(id, std::vector{text("one")}).value(), 1u);
}

TEST_F(SqliteSessionsTest, ACreationWithABadEntryLeavesNoSession) {
    auto sessions = open();

    EXPECT_FALSE(sessions->create({.id = "mine", .entries = {text("one"), Entry{.body = "["}}}).ok()
    );

    EXPECT_FALSE(sessions->exists("mine").value());
}

TEST_F(SqliteSessionsTest, NamesAreCheckedAndTakenOnce) {
    auto sessions = open();

    EXPECT_EQ(sessions->create({.id = "mine"}).value(), "mine");
    EXPECT_EQ(sessions->create({.id = "mine"}).error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(sessions->create({.id = "../mine"}).error().code, ErrorCode::InvalidInput);
    EXPECT_TRUE(sessions->exists("mine").value());
    EXPECT_FALSE(sessions->exists("Mine").value());
    EXPECT_FALSE(sessions->exists("mine' OR 1=1 --").value());
}

TEST_F(SqliteSessionsTest, AMissingSessionIsNotFound) {
    auto sessions = open();

    EXPECT_EQ(
        sessions->read("x").error(), (Error{ErrorCode::FileNotFound, "session not found: x"})
    );
    EXPECT_EQ(sessions->append("x", std::vector{text("a")}).error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(sessions->info("x").error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(sessions->blobs_of("x").error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(sessions->delete_session("x").error().code, ErrorCode::FileNotFound);
}

TEST_F(SqliteSessionsTest, ListsTheLastUsedFirst) {
    auto sessions = open();
    const auto start = clock_();
    sessions->create({.id = "a"}).value();
    clock_.forward(1s);
    sessions->create({.id = "b"}).value();
    clock_.forward(1s);
    const auto blob = put("picture");
    sessions->append("a", std::vector{picture(blob), text("what is\nthis?"), picture(blob)})
        .value();

    EXPECT_EQ(
        sessions->list().value(),
        (std::vector<SessionInfo>{
            {"a", start, start + 2s, 3, 1, "what is"}, {"b", start + 1s, start + 1s, 0, 0, ""}})
    );
    EXPECT_EQ(sessions->info("a").value().entries, 3u);
}

TEST_F(SqliteSessionsTest, ATitleEntryDecides) {
    auto sessions = open();
    const Entry title{.kind = EntryKind::Title, .time = clock_(), .body = R"({"title":"Mine"})"};

    sessions->create({.id = "a", .entries = {text("first words"), title, text("more")}}).value();

    EXPECT_EQ(sessions->info("a").value().title, "Mine");
}

TEST_F(SqliteSessionsTest, DeletingASessionDeletesTheBlobsNobodyElseNames) {  // S6, DIG-2
    auto sessions = open();
    const auto own = put("own");
    const auto shared = put("shared");
    sessions->create({.id = "a", .entries = {picture(own), picture(shared)}}).value();
    sessions->create({.id = "b", .entries = {picture(shared)}}).value();

    ASSERT_TRUE(sessions->delete_session("a").ok());

    EXPECT_FALSE(sessions->exists("a").value());
    EXPECT_FALSE(blobs_->has(own).value());
    EXPECT_TRUE(blobs_->has(shared).value());
    EXPECT_EQ(sessions->all_blobs().value(), std::vector{shared});
    ASSERT_TRUE(sessions->delete_session("b").ok());
    EXPECT_FALSE(blobs_->has(shared).value());
}

TEST_F(SqliteSessionsTest, DeletingKeepsABlobThatSomebodyIsAboutToName) {  // S6
    auto sessions = open();
    const auto blob = put("picture");
    sessions->create({.id = "a", .entries = {picture(blob)}}).value();
    clock_.forward(1s);
    put("picture");  // another session, just before its append

    ASSERT_TRUE(sessions->delete_session("a").ok());

    EXPECT_TRUE(sessions->create({.id = "b", .entries = {picture(blob)}}).ok());
    EXPECT_TRUE(blobs_->has(blob).value());
}

TEST_F(SqliteSessionsTest, UnusedSessionsAreDeletedByTheirLastUse) {  // S6, DIG-23
    auto sessions = open();
    sessions->create({.id = "old"}).value();
    sessions->create({.id = "used"}).value();
    clock_.forward(24h);
    sessions->append("used", std::vector{text("still here")}).value();

    EXPECT_EQ(sessions->delete_unused(clock_() - 1h).value(), std::vector<std::string>{"old"});

    EXPECT_EQ(sessions->list().value().size(), 1u);
}

TEST_F(SqliteSessionsTest, FilesAreForTheirOwnerAlone) {
    auto sessions = open();
    sessions->create().value();

    for (const std::string name : {"fovea.db", "fovea.db-wal", "fovea.db-shm", "fovea.db.lock"}) {
        struct stat facts {};
        ASSERT_EQ(::stat((folder_ / name).c_str(), &facts), 0) << name;
        EXPECT_EQ(facts.st_mode & 0777U, 0600U) << name;
    }
}

TEST_F(SqliteSessionsTest, ForeignDamagedAndNewerFilesAreRefusedNotChanged) {
    std::ofstream(file_) << std::string(4096, 'x');
    EXPECT_EQ(SqliteSessions::open(file_, *blobs_).error().code, ErrorCode::StoreError);
    EXPECT_EQ(std::filesystem::file_size(file_), 4096u);
    std::filesystem::remove(file_);

    { std::ofstream make(file_); }
    {
        auto foreign = sqlite::Connection::open(file_, 1s).value();
        ASSERT_TRUE(foreign.run("CREATE TABLE other (a)").ok());
    }
    const auto before = content_of(file_);
    EXPECT_EQ(
        SqliteSessions::open(file_, *blobs_).error().message,
        file_.string() + " is not a session database of Fovea"
    );
    EXPECT_EQ(content_of(file_), before);
    std::filesystem::remove(file_);

    open()->create({.id = "a"}).value();
    {
        auto newer = sqlite::Connection::open(file_, 1s).value();
        ASSERT_TRUE(newer.run("PRAGMA user_version = 3").ok());
    }
    EXPECT_EQ(SqliteSessions::open(file_, *blobs_).error().code, ErrorCode::StoreError);
}

// As version 1 left it.
void make_old(const std::filesystem::path& file) {
    auto db = sqlite::Connection::open(file, 1s).value();
    ASSERT_TRUE(db.run("DROP TABLE doomed; DROP TABLE removals; PRAGMA user_version = 1").ok());
}

TEST_F(SqliteSessionsTest, AnOlderFileIsBroughtUpToDate) {  // S3
    const auto blob = put("picture");
    open()->create({.id = "a", .entries = {picture(blob)}}).value();
    make_old(file_);

    EXPECT_EQ(open()->read("a").value().size(), 1u);

    EXPECT_TRUE(open()->append("a", std::vector{picture(blob)}).ok());
    EXPECT_TRUE(open()->delete_session("a").ok());
    EXPECT_FALSE(blobs_->has(blob).value());
}

TEST_F(SqliteSessionsTest, AnOlderFileIsReadAsItIs) {  // S3
    open()->create({.id = "a", .entries = {text("one")}}).value();
    make_old(file_);
    const auto before = content_of(file_);

    EXPECT_EQ(SqliteSessions::open_to_read(file_, *blobs_).value()->read("a").value().size(), 1u);

    EXPECT_EQ(content_of(file_), before);
}

TEST_F(SqliteSessionsTest, AFolderThatIsNotThereIsAnErrorNotACrash) {
    EXPECT_EQ(
        SqliteSessions::open(folder_ / "no/such/fovea.db", *blobs_).error().code,
        ErrorCode::StoreError
    );
}

TEST_F(SqliteSessionsTest, CheckFindsEntriesThatAreGone) {
    auto sessions = open();
    sessions->create({.id = "a", .entries = {text("one"), text("two")}}).value();
    EXPECT_TRUE(sessions->find_damage().value().empty());

    auto other = sqlite::Connection::open(file_, 1s).value();
    ASSERT_TRUE(other.run("DELETE FROM entries WHERE seq = 1").ok());

    EXPECT_EQ(
        sessions->find_damage().value(), std::vector<std::string>{"session a has lost entries"}
    );
}

TEST_F(SqliteSessionsTest, AFullDiskCostsTheAppendAndNothingElse) {
    open()->create({.id = "a", .entries = {text("one")}}).value();
    const auto child = ::fork();
    if (child == 0) {
        // A file-size limit answers as a full disk does: the write stops half-way.
        auto sessions = open();
        ::signal(SIGXFSZ, SIG_IGN);
        ::rlimit limit{100'000, RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto full = sessions->append("a", std::vector{text(std::string(1 << 20, 'x'))});
        limit.rlim_cur = RLIM_INFINITY;
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto after = sessions->append("a", std::vector{text("two")});
        const bool refused = !full.ok() && full.error().code == ErrorCode::StoreError;
        ::_exit(refused && after.ok() && after.value() == 2 ? 0 : 1);
    }
    int status = 1;
    ::waitpid(child, &status, 0);

    EXPECT_EQ(status, 0);
    EXPECT_EQ(open()->read("a").value().size(), 2u);
    EXPECT_TRUE(open()->find_damage().value().empty());
}

TEST_F(SqliteSessionsTest, ManyWritersLoseNothingAndKeepTheirOrder) {  // S3
    constexpr int kWriters = 4;
    constexpr int kAppends = 20;
    auto shared = open();
    shared->create({.id = "all"}).value();
    std::vector<std::jthread> threads;
    for (int writer = 0; writer < kWriters; ++writer) {
        threads.emplace_back([&, writer] {
            auto own = writer % 2 == 0 ? open() : nullptr;  // as another process, or sharing
            SessionStore& sessions = own ? *own : *shared;
            for (int i = 0; i < kAppends; ++i) {
                const auto words = std::to_string(writer) + " " + std::to_string(i);
                EXPECT_TRUE(sessions.append("all", std::vector{text(words), text(words)}).ok());
                EXPECT_TRUE(sessions.read("all", 1).ok());
            }
        });
    }
    threads.clear();

    const auto entries = shared->read("all").value();

    ASSERT_EQ(entries.size(), std::size_t{2 * kWriters * kAppends});
    for (std::size_t i = 0; i < entries.size(); ++i) {
        EXPECT_EQ(entries[i].seq, i + 1);
        EXPECT_EQ(entries[i].body, entries[i ^ 1U].body);  // no other writer came between
    }
}

// A small disk of our own; false where that is not allowed.
bool mount_small_disk(const std::filesystem::path& folder) {
    return ::unshare(CLONE_NEWNS) == 0 &&
           ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=40m") == 0;
}

TEST_F(SqliteSessionsTest, ADiskThatTheSessionsFilledHasRoomForDeletingTheLargest) {  // S3, D5
    constexpr int kNotAllowed = 77;
    const auto child = ::fork();
    if (child == 0) {
        if (!mount_small_disk(folder_ / "")) ::_exit(kNotAllowed);
        auto sessions = open();
        sessions->create({.id = "a"}).value();
        const std::vector entries{text(std::string(400'000, 'x'))};
        while (sessions->append("a", entries).ok()) {
        }
        const bool was_kept = std::filesystem::exists(folder_ / "spare");
        const auto deleted = sessions->delete_session("a");
        if (!deleted.ok()) ::fprintf(stderr, "%s\n", deleted.error().message.c_str());
        const bool goes_on = sessions->create({.id = "b", .entries = entries}).ok();
        ::_exit(was_kept && deleted.ok() && goes_on ? 0 : 1);
    }
    int status = 1;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNotAllowed) GTEST_SKIP() << "needs root";

    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace fovea::store
