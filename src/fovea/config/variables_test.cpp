#include "fovea/config/variables.hpp"

#include "fovea/config/load.hpp"

#include <gtest/gtest.h>

namespace fovea::config {
namespace {

std::string problem(
    const std::vector<std::string>& names,
    const std::vector<std::string>& others = {},
    const Settings& settings = {}
) {
    const auto checked = check_variables(names, others, settings);
    if (checked.ok()) return "";
    EXPECT_EQ(checked.error().code, ErrorCode::ConfigInvalid);
    return checked.error().message;
}

TEST(Variables, MisspeltOnesAreErrorsWithTheNearestName) {  // O1
    EXPECT_EQ(
        problem({"FOVEA_LOCALONLY"}),
        "unknown environment variable FOVEA_LOCALONLY; did you mean FOVEA_LOCAL_ONLY?"
    );
    EXPECT_EQ(
        problem({"PATH", "FOVEA_IMAGES_MAX_EGDE", "FOVEA_CONSENTS"}, {"FOVEA_CONSENT"}),
        "unknown environment variable FOVEA_IMAGES_MAX_EGDE; did you mean FOVEA_IMAGES_MAX_EDGE? "
        "(also unknown: FOVEA_CONSENTS)"
    );
    EXPECT_EQ(
        problem({"FOVEA_CONSENTS"}, {"FOVEA_CONSENT"}),
        "unknown environment variable FOVEA_CONSENTS; did you mean FOVEA_CONSENT?"
    );
    EXPECT_EQ(
        problem({"FOVEA_NOTHING_OF_THE_KIND_AT_ALL"}),
        "unknown environment variable FOVEA_NOTHING_OF_THE_KIND_AT_ALL; unset it"
    );
    EXPECT_EQ(
        problem({"FOVEA_PROVIDERS_SOMEBODYS_OWN_HOUSE_API_KEY"}),
        "unknown environment variable FOVEA_PROVIDERS_SOMEBODYS_OWN_HOUSE_API_KEY: no such entry; "
        "add [providers.NAME] to a configuration file"
    );
}

TEST(Variables, ThoseThatAreReadAreNot) {  // O1
    Settings settings;
    settings.providers["my-lab"] = {.kind = "ollama", .api_key_env = "FOVEA_LAB_KEY"};
    settings.mcp.servers["files"].env = {{"TOKEN", "${FOVEA_FILES_TOKEN}"}};
    settings.mcp.servers["web"].headers = {{"Authorization", "Bearer ${FOVEA_WEB_TOKEN:-none}"}};

    EXPECT_EQ(
        problem(
            {"FOVEA_IMAGES_MAX_EDGE",
             "FOVEA_STRICT_ROUTING",
             "FOVEA_PROVIDERS_OLLAMA_BASE_URL",
             "FOVEA_PROVIDERS_MY_LAB_BASE_URL",
             "FOVEA_LAB_KEY",
             "FOVEA_FILES_TOKEN",
             "FOVEA_WEB_TOKEN",
             "FOVEA_LOG",
             "FOVEA",
             "HOME"},
            {"FOVEA_LOG"},
            settings
        ),
        ""
    );
}

TEST(Variables, LoadingLooksAtThem) {  // O1
    const Sources sources{.variables = {"FOVEA_LOCALONLY", "HOME"}};

    const auto loaded = load(sources);

    ASSERT_FALSE(loaded.ok());
    EXPECT_NE(loaded.error().message.find("FOVEA_LOCAL_ONLY"), std::string::npos);
    EXPECT_TRUE(load({.variables = {"FOVEA_LOG"}, .other_variables = {"FOVEA_LOG"}}).ok());
}

}  // namespace
}  // namespace fovea::config
