// The two judges agree on sound bodies, and each finds what is wrong.
#include "support/request_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/node_tests.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A sound body of each kind, as the checker's own tests have it.
std::vector<KindAndBody> sound_bodies() {
    const auto finished = run_program(
        {"/usr/bin/python3",
         "-B",
         "-c",
         "import json, sys; sys.path.insert(0, sys.argv[1]); import samples; "
         "print(json.dumps({kind: make() for kind, make in samples.BODIES.items()}))",
         test_paths::source_dir() + "/tests/checker"}
    );
    std::vector<KindAndBody> bodies;
    const auto told = boost::json::parse(finished.out).as_object();
    for (const auto& [kind, body] : told)
        bodies.push_back({std::string(kind), boost::json::serialize(body)});
    return bodies;
}

std::string with_a_key_too_many(std::string body) {
    return body.insert(body.find('{') + 1, R"("sha256":"x",)");
}

TEST(RequestChecks, TakeSoundBodiesAndTellTheirPictures) {  // P1
    const auto bodies = sound_bodies();

    ASSERT_EQ(bodies.size(), 6U);
    for (const auto& [kind, body] : bodies) {
        const RequestFacts facts{.limits = {"tool_images=1"}};  // as of Gemini 3
        const auto checked = check_request(kind, body, facts);
        EXPECT_THAT(checked.problems, IsEmpty()) << kind;
        EXPECT_EQ(checked.images.size(), 2U) << kind;
        EXPECT_EQ(checked.images[0].at("width").as_int64(), 8);
        EXPECT_THAT(check_request(kind, with_a_key_too_many(body), facts).problems, SizeIs(1));
    }
}

TEST(RequestChecks, SdkTypesTakeTheSameBodies) {  // P1
    if (!node_tests_installed()) GTEST_SKIP() << "the npm packages of tests/node are missing";
    auto bodies = sound_bodies();
    const auto sound = bodies.size();
    for (std::size_t i = 0; i < sound; ++i)
        bodies.push_back({bodies[i].kind, with_a_key_too_many(bodies[i].body)});

    const auto problems = sdk_type_problems(bodies);

    ASSERT_EQ(problems.size(), 2 * sound);
    const auto half = problems.begin() + static_cast<std::ptrdiff_t>(sound);
    EXPECT_THAT(std::vector(problems.begin(), half), Each(IsEmpty()));
    EXPECT_THAT(
        std::vector(half, problems.end()), Each(HasSubstr("may only specify known properties"))
    );
}

}  // namespace
}  // namespace fovea::testing
