#include "fovea/store/sqlite/connection.hpp"

#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

namespace fovea::store::sqlite {
namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

class ConnectionTest : public testing::Test {
protected:
    void SetUp() override { std::ofstream make(file_); }
    Connection open() { return Connection::open(file_, 24h).value(); }

    TestFolder folder_;
    std::filesystem::path file_ = folder_ / "some.db";
};

TEST_F(ConnectionTest, AStatementEndsWithItsCall) {  // T5
    auto db = open();
    const Call over{.deadline = steady_clock::now()};
    db.work_for(&over);

    const auto for_ever = db.number(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    );

    EXPECT_EQ(
        for_ever.error(),
        (Error{ErrorCode::StoreError, "the store did not answer in time (timeout)"})
    );
    db.work_for(nullptr);
    EXPECT_EQ(db.number("SELECT 5").value(), 5);
}

TEST_F(ConnectionTest, AWriterWaitsForAnotherNoLongerThanItsCallLasts) {  // T5
    auto first = open();
    auto second = open();
    const auto held = Transaction::begin(first).value();
    std::stop_source source;
    const Call stopped{.stop = source.get_token()};
    const Call late{.deadline = steady_clock::now() + 1ms};
    std::jthread stopper([&] { source.request_stop(); });

    second.work_for(&stopped);
    EXPECT_EQ(Transaction::begin(second).error().code, ErrorCode::Cancelled);
    second.work_for(&late);
    EXPECT_EQ(
        Transaction::begin(second).error().message, "the store did not answer in time (timeout)"
    );
}

TEST_F(ConnectionTest, GivesUpAfterItsOwnTimeWhereTheCallSaysNone) {
    auto first = open();
    auto second = Connection::open(file_, 0ms).value();
    const auto held = Transaction::begin(first).value();

    const auto refused = Transaction::begin(second);

    EXPECT_NE(refused.error().message.find("another process"), std::string::npos);
}

}  // namespace
}  // namespace fovea::store::sqlite
