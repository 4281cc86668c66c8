#include "fovea/serve/operations/health.hpp"

#include "fovea/serve/test_daemon.hpp"

namespace fovea::serve {
namespace {

using TheHealth = DaemonTest;

TEST_F(TheHealth, IsGoodWhereThereIsRoom) {  // D6
    Health health(machine_->sessions(), folder_ / "data");

    EXPECT_EQ(health.trouble(), std::nullopt);
    EXPECT_EQ(ask("GET", "/readyz").status, 200);
}

TEST_F(TheHealth, IsBadOnAFullDisk) {  // D6, D5
    Health health(machine_->sessions(), folder_ / "data", std::uint64_t{1} << 62);

    EXPECT_EQ(health.trouble(), "the disk is full");
}

TEST_F(TheHealth, IsBadWhereNothingCanBeWritten) {  // D6
    Health health(machine_->sessions(), folder_ / "nothing");

    EXPECT_EQ(health.trouble(), "nothing can be written: No such file or directory");
}

}  // namespace
}  // namespace fovea::serve
