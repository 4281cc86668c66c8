// Kills writers in the middle of their work and looks at what is left (S1, S2).
//
// Each round starts three processes on one data folder: two that put blobs, append the entries that
// name them and acknowledge each append on a pipe, and one that collects garbage without any grace.
// At a random moment all three are killed. Then everything acknowledged must be there, nothing may
// be there by half, and the whole store must check clean. FOVEA_KILLS sets the number of rounds.
#include "fovea/store/fsck.hpp"
#include "fovea/store/gc.hpp"
#include "fovea/store/test_store.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace fovea::store {
namespace {

constexpr unsigned kWriters = 2;

struct Ack {
    unsigned round = 0;
    unsigned writer = 0;
    unsigned step = 0;
    std::uint64_t seq = 0;  // of the last entry of the step
};

std::string session_of(unsigned round, unsigned writer) {
    return "round" + std::to_string(round) + "-" + std::to_string(writer);
}

// Every third picture is one that all writers have, and that they delete again elsewhere.
std::string picture_of(unsigned round, unsigned writer, unsigned step) {
    if (step % 3 == 0) return "shared " + std::to_string(step % 9);
    return session_of(round, writer) + " " + std::to_string(step) + std::string(5000, '.');
}

// A step is two entries: a text and a picture.
std::vector<Entry> entries_of(unsigned round, unsigned writer, unsigned step, Time time) {
    const content::BlobRef blob{sha256(as_bytes(picture_of(round, writer, step)))};
    return {
        message_entry({content::Role::User, {content::TextBlock{std::to_string(step)}}}, time),
        message_entry({content::Role::User, {content::ImageBlock{.source = blob}}}, time)};
}

// Puts and names. The collector may take the blob in between; then it is put again.
std::uint64_t put_and_name(
    Store& store, const std::string& bytes, const std::function<Result<std::uint64_t>()>& name
) {
    while (true) {
        if (!store.blobs->put(as_bytes(bytes)).ok()) ::_exit(11);
        const auto named = name();
        if (named.ok()) return named.value();
        if (named.error().message.find("which is not stored") == std::string::npos) ::_exit(12);
    }
}

void create_and_delete(Store& store, const std::string& bytes, const Entry& entry) {
    std::string id;
    put_and_name(store, bytes, [&]() -> Result<std::uint64_t> {
        id = TRY(store.sessions->create({.entries = {entry}}));
        return std::uint64_t{1};
    });
    if (!store.sessions->delete_session(id).ok()) ::_exit(13);
}

[[noreturn]] void write_for_ever(
    const DataFolder& folder, unsigned round, unsigned writer, int out
) {
    auto opened = open_embedded_store(folder);
    if (!opened.ok()) ::_exit(10);
    auto store = std::move(opened).value();
    const auto id = session_of(round, writer);
    if (!store.sessions->create({.id = id}).ok()) ::_exit(14);
    for (unsigned step = 0;; ++step) {
        const auto bytes = picture_of(round, writer, step);
        const auto entries = entries_of(round, writer, step, system_now());
        const auto seq =
            put_and_name(store, bytes, [&] { return store.sessions->append(id, entries); });
        const Ack ack{round, writer, step, seq};
        if (::write(out, &ack, sizeof ack) != sizeof ack) ::_exit(15);
        if (step % 3 == 0) create_and_delete(store, bytes, entries[1]);
    }
}

[[noreturn]] void collect_for_ever(const DataFolder& folder) {
    auto opened = open_embedded_store(folder);
    if (!opened.ok()) ::_exit(20);
    auto store = std::move(opened).value();
    while (true) {
        const GcSettings settings{.now = system_now(), .grace = std::chrono::milliseconds(0)};
        if (!collect_garbage(store, settings).ok()) ::_exit(21);
    }
}

class CrashTest : public testing::Test {
protected:
    pid_t start(const std::function<void()>& work) {
        const auto child = ::fork();
        if (child == 0) {
            work();
            ::_exit(1);
        }
        return child;
    }

    // Waits for some acknowledgements, then a random moment longer.
    void run_round(unsigned round) {
        std::array<int, 2> pipe{};
        ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
        std::vector<pid_t> children;
        for (unsigned writer = 0; writer < kWriters; ++writer) {
            children.push_back(start([&, writer] { write_for_ever(data_, round, writer, pipe[1]); })
            );
        }
        children.push_back(start([&] {
            ::close(pipe[1]);  // so that a reader sees the end when all writers have ended
            collect_for_ever(data_);
        }));
        ::close(pipe[1]);
        for (auto left = random_() % 6; left > 0; --left) take_ack(pipe[0]);
        // Not to wait for anything: this is where the kill falls.
        const timespec moment{0, static_cast<long>(random_() % 20'000'000)};
        ::ppoll(nullptr, 0, &moment, nullptr);
        for (const auto child : children) ::kill(child, SIGKILL);
        for (const auto child : children) {
            int status = 0;
            ASSERT_EQ(::waitpid(child, &status, 0), child);
            ASSERT_TRUE(WIFSIGNALED(status)) << "ended by itself: " << WEXITSTATUS(status);
        }
        while (take_ack(pipe[0])) {
        }
        ::close(pipe[0]);
    }

    bool take_ack(int in) {
        Ack ack;
        if (::read(in, &ack, sizeof ack) != sizeof ack) return false;
        acks_.push_back(ack);
        return true;
    }

    // Whole steps in their order; every picture there. Returns how many.
    std::size_t check_session(Store& store, unsigned round, unsigned writer) {
        const auto entries = store.sessions->read(session_of(round, writer));
        if (!entries.ok()) return 0;  // killed before it was made
        const auto& found = entries.value();
        EXPECT_EQ(found.size() % 2, 0u);
        for (unsigned step = 0; step < found.size() / 2; ++step) {
            const auto expected = entries_of(round, writer, step, found[2 * step].time);
            EXPECT_EQ(found[2 * step].body, expected[0].body);
            EXPECT_EQ(found[2 * step + 1].body, expected[1].body);
            const content::BlobRef blob{sha256(as_bytes(picture_of(round, writer, step)))};
            EXPECT_TRUE(store.blobs->read(blob, Verify::Hash).ok());
        }
        return found.size() / 2;
    }

    void check_all(unsigned rounds) {
        auto store = open_embedded_store(data_).value();
        const auto report = check_store(store);
        ASSERT_TRUE(report.ok()) << report.error().message;
        EXPECT_EQ(report.value().problems, std::vector<std::string>());
        std::map<std::string, std::size_t> steps;
        for (unsigned round = 0; round < rounds; ++round) {
            for (unsigned writer = 0; writer < kWriters; ++writer) {
                steps[session_of(round, writer)] = check_session(store, round, writer);
            }
        }
        for (const auto& ack : acks_) {
            EXPECT_EQ(ack.seq, 2 * (ack.step + 1));
            EXPECT_LT(ack.step, steps[session_of(ack.round, ack.writer)]) << "acknowledged, lost";
        }
    }

    TestFolder folder_{TestDisk::Real};
    DataFolder data_{folder_ / "data"};
    std::mt19937 random_{20260301};
    std::vector<Ack> acks_;
};

TEST_F(CrashTest, NothingAcknowledgedIsLostAndNothingIsThereByHalf) {  // S1, S2
    const char* const wanted = std::getenv("FOVEA_KILLS");
    const auto rounds = static_cast<unsigned>(wanted != nullptr ? std::atoi(wanted) : 30);

    for (unsigned round = 0; round < rounds && !HasFailure(); ++round) {
        run_round(round);
        auto store = open_embedded_store(data_).value();
        for (unsigned writer = 0; writer < kWriters; ++writer) {
            check_session(store, round, writer);
        }
        if (round % 50 == 49) check_all(round + 1);
    }
    check_all(rounds);

    RecordProperty("rounds", static_cast<int>(rounds));
    RecordProperty("acknowledged", static_cast<int>(acks_.size()));
    auto store = open_embedded_store(data_).value();
    for (auto* const part : store.upkeep) {
        EXPECT_TRUE(part->remove_leftovers().ok());
        EXPECT_TRUE(part->find_leftovers().value().empty());
        EXPECT_TRUE(part->find_damage().value().empty());
    }
}

}  // namespace
}  // namespace fovea::store
