#include "fovea/browser/local_page.hpp"

#include <gtest/gtest.h>

namespace fovea::browser {
namespace {

TEST(LocalPage, IsNamedByAPathAndByNoUrl) {  // T1, Q2
    for (const auto* path : {"a.html", "./a/b.HTM", "/srv/report.html", "a b.html", ".html"}) {
        EXPECT_TRUE(names_local_page(path)) << path;
    }
    for (const auto* other :
         {"",
          "a",
          "a.png",
          "html",
          "file:///etc/a.html",
          "https://example.org/a.html",
          "http://localhost:3000/index.html",
          "a.html?x"}) {
        EXPECT_FALSE(names_local_page(other)) << other;
    }
}

}  // namespace
}  // namespace fovea::browser
