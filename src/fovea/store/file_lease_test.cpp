#include "fovea/store/file_lease.hpp"

#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

namespace fovea::store {
namespace {

TEST(FileLease, EndsWithAProcessThatIsKilled) {  // S3
    const TestFolder folder;
    const auto file = folder / "leases/a.lease";
    int pipe[2] = {-1, -1};
    ASSERT_EQ(::pipe(pipe), 0);
    const auto child = ::fork();
    if (child == 0) {
        const auto held = lease_by_file(file, "child");
        static_cast<void>(::write(pipe[1], "x", 1));
        ::pause();
        ::_exit(0);
    }
    char ready = 0;
    ASSERT_EQ(::read(pipe[0], &ready, 1), 1);

    const auto before = lease_by_file(file, "me").value();
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const auto after = lease_by_file(file, "me").value();

    EXPECT_EQ(before.lease, nullptr);
    EXPECT_EQ(before.owner, "child");
    EXPECT_NE(after.lease, nullptr);
    ::close(pipe[0]);
    ::close(pipe[1]);
}

TEST(FileLease, IsHeldByOneOfMany) {  // S3
    const TestFolder folder;
    const auto file = folder / "leases/a.lease";
    std::atomic<int> holders = 0;
    std::atomic<int> most = 0;
    {
        std::vector<std::jthread> crew;
        for (int i = 0; i < 4; ++i) {
            crew.emplace_back([&] {
                for (int had = 0; had < 50;) {
                    const auto got = lease_by_file(file, "one of many").value();
                    if (!got.lease) continue;
                    const int now = ++holders;
                    if (now > most) most = now;
                    --holders;
                    ++had;
                }
            });
        }
    }

    EXPECT_EQ(most, 1);
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(FileLease, AFolderThatIsALinkToNowhereIsAnError) {
    const TestFolder folder;
    std::filesystem::create_symlink("nowhere", folder / "leases");

    EXPECT_EQ(lease_by_file(folder / "leases/a.lease", "me").error().code, ErrorCode::StoreError);
}

TEST(FileLease, AFolderThatCannotBeMadeIsAnError) {
    EXPECT_EQ(lease_by_file("/proc/none/a.lease", "me").error().code, ErrorCode::StoreError);
}

}  // namespace
}  // namespace fovea::store
