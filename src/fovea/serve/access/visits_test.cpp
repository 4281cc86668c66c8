#include "fovea/serve/access/visits.hpp"

#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace fovea::serve {
namespace {

class TheVisits : public testing::Test {
protected:
    Principal guest(const std::string& name, std::optional<store::Time> expires = {}) {
        const auto secret = book_->add({.name = name, .expires = expires}).value();
        return book_->find(secret).value();
    }
    Visit begin(const Principal& who, int& asked) {
        return visits_.begin(who, [&asked] { ++asked; });
    }

    store::TestFolder folder_;
    store::Time now_{std::chrono::milliseconds(1'000'000)};
    std::unique_ptr<TokenBook> book_ =
        TokenBook::open(folder_ / "serve", [this] { return now_; }).value();
    Visits visits_{*book_};
};

TEST_F(TheVisits, EndOnceWhenTheirTokenIsRevoked) {  // D1
    int stays = 0;
    int goes = 0;
    const auto first = begin(guest("stays"), stays);
    const auto second = begin(guest("goes"), goes);
    const auto third = begin(book_->find(book_->secret()).value(), stays);

    visits_.look();
    EXPECT_EQ(goes, 0);
    ASSERT_TRUE(book_->revoke("goes").ok());
    visits_.look();
    visits_.look();

    EXPECT_EQ(goes, 1);
    EXPECT_EQ(stays, 0);
}

TEST_F(TheVisits, EndWhenTheirTokenExpires) {  // D1
    int asked = 0;
    const auto visit = begin(guest("ci", now_ + std::chrono::minutes(1)), asked);

    visits_.look();
    EXPECT_EQ(asked, 0);
    now_ += std::chrono::minutes(1);
    visits_.look();

    EXPECT_EQ(asked, 1);
}

TEST_F(TheVisits, EndForTheOldTokenOfANameThatGotANewOne) {  // D1
    int old_one = 0;
    int new_one = 0;
    const auto before = begin(guest("ci"), old_one);
    ASSERT_TRUE(book_->revoke("ci").ok());
    const auto after = begin(guest("ci"), new_one);

    visits_.look();

    EXPECT_EQ(old_one, 1);
    EXPECT_EQ(new_one, 0);
}

TEST_F(TheVisits, AreForgottenOnceTheyAreOver) {  // D1
    int asked = 0;
    auto visit = begin(guest("ci"), asked);
    ASSERT_TRUE(book_->revoke("ci").ok());

    visit.reset();
    visits_.look();

    EXPECT_EQ(asked, 0);
    EXPECT_EQ(visits_.begin({}, [] {}), nullptr);
}

}  // namespace
}  // namespace fovea::serve
