#include "fovea/store/session_id.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace fovea::store {
namespace {

TEST(SessionId, RandomOnesAreGoodAndDiffer) {
    std::set<std::string> ids;
    for (int i = 0; i < 1000; ++i) ids.insert(random_session_id());

    EXPECT_EQ(ids.size(), 1000u);
    for (const auto& id : ids) EXPECT_TRUE(check_session_id(id).ok()) << id;
}

TEST(SessionId, NamesThatCouldBecomePathsOrOptionsAreRefused) {  // S2
    for (const std::string id :
         {"", ".", "..", "../a", "a/b", "-rf", "_a", "a b", "a\nb", "é", "a%2f", "a\\b"}) {
        EXPECT_FALSE(check_session_id(id).ok()) << id;
    }
    EXPECT_FALSE(check_session_id(std::string(65, 'a')).ok());
    EXPECT_FALSE(check_session_id(std::string("a\0b", 3)).ok());
    for (const std::string id : {"a", "My-session_2.1", "0123"}) {
        EXPECT_TRUE(check_session_id(id).ok()) << id;
    }
}

}  // namespace
}  // namespace fovea::store
