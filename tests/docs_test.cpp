// Pages that are compared with the code, so they stay true.
#include "fovea/base/error.hpp"
#include "fovea/config/collections.hpp"
#include "fovea/config/project_rules.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/schema.hpp"
#include "fovea/config/sdk_variables.hpp"
#include "fovea/config/vision_proxy_layer.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "support/test_paths.hpp"

namespace fovea {
namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string page(const std::string& name) {
    return text_of(test_paths::source_dir() + "/docs/" + name);
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(Docs, ErrorsPageListsEveryCodeWithItsClass) {  // T5
    const auto errors = page("errors.md");
    for (int number = 0; number <= static_cast<int>(ErrorCode::Internal); ++number) {
        const auto code = static_cast<ErrorCode>(number);
        const auto row =
            "| " + std::string(wire_name(code)) + " | " + std::string(wire_class(code)) + " |";

        EXPECT_NE(errors.find(row), std::string::npos) << row;
    }
}

TEST(Docs, ErrorsPageListsEveryExitCode) {  // H5
    const auto errors = page("errors.md");
    std::ifstream in(test_paths::source_dir() + "/src/fovea/cli/exit_code.hpp");
    std::size_t rows = 0;
    for (std::string line; std::getline(in, line);) {
        const auto equals = line.find(" = ");
        if (!line.starts_with("constexpr int k") || equals == std::string::npos) continue;
        const auto row = "\n| " + line.substr(equals + 3, line.find(';') - equals - 3) + " | ";

        EXPECT_EQ(count(errors, row), 1u) << row;
        ++rows;
    }
    EXPECT_EQ(rows, 11u);
}

TEST(Docs, ConfigurationPageListsEverySetting) {  // O1
    const auto configuration = page("configuration.md");
    const config::Settings defaults;
    std::size_t rows = 0;
    for (const auto& key : config::keys()) {
        const auto may = config::name_of(config::project_may(key.name));
        const auto row = "| `" + std::string(key.name) + "` | `" +
                         config::to_text(key.get(defaults)) + "` | " + std::string(key.help) +
                         " | " + std::string(may) + " |\n";

        EXPECT_EQ(count(configuration, row), 1u) << row;
        ++rows;
    }
    for (const auto& collection : config::collections()) {
        const auto middle = collection.shape == config::Shape::Named ? ".NAME." : ".N.";
        for (const auto& field : collection.fields) {
            const auto may = config::name_of(config::project_may(collection.name, field.name));
            const auto row = "| `" + std::string(collection.name) + middle +
                             std::string(field.name) + "` | " + std::string(field.help) + " | " +
                             std::string(may) + " |\n";

            EXPECT_EQ(count(configuration, row), 1u) << row;
            ++rows;
        }
    }
    EXPECT_EQ(count(configuration, "\n| `"), rows) << "a row is of a setting that is no more";
}

TEST(Docs, ConfigurationPageNamesKindsProvidersAndWhatProjectsMaySet) {  // O1, Q5
    const auto configuration = page("configuration.md");
    for (const auto& kind : config::provider_kinds())
        EXPECT_NE(configuration.find(kind), std::string::npos) << kind;
    for (const auto& name : config::default_provider_names())
        EXPECT_NE(configuration.find(name), std::string::npos) << name;
    for (const auto& name : config::sdk_variable_names())
        EXPECT_GE(count(configuration, "`" + name + "`"), 1u) << name;
    for (const auto& collection : config::collections()) {
        const auto name = std::string(collection.name);
        const auto title = name == "models"                           ? "[models.\"id\"]"
                           : collection.shape == config::Shape::Named ? "[" + name + ".NAME]"
                                                                      : "[[" + name + "]]";
        const auto heading = "## `" + title + "`\n";

        EXPECT_EQ(count(configuration, heading), 1u) << heading;
    }
}

// Whoever runs `FOVEA_X=… ./dev test` hands it to every program that the tests start.
TEST(Docs, VariablesThatAreReadByNameAreKnown) {  // O1
    const std::filesystem::path root = test_paths::source_dir();
    const auto known = text_of(root / "src/fovea/host/other_variables.cpp");
    std::vector<std::filesystem::path> files = {root / "dev"};
    for (const char* folder : {"src", "tests"}) {
        std::filesystem::recursive_directory_iterator each(root / folder), end;
        for (; each != end; ++each) {
            const auto& file = each->path();
            if (file.filename() == "node_modules") each.disable_recursion_pending();
            if (file.extension() == ".cpp" || file.extension() == ".hpp") files.push_back(file);
        }
    }
    std::size_t found = 0;
    for (const auto& file : files) {
        const auto itself = file.filename();  // sets variables of its own
        if (itself == "variables_test.cpp" || itself == "spawn_environment_test.cpp") continue;
        const auto text = text_of(file);
        for (const std::string reads : {"getenv(\"", "is_set(\"", "${"}) {
            const auto beginning = reads + "FOVEA_";
            for (auto at = text.find(beginning); at != std::string::npos;
                 at = text.find(beginning, at + 1)) {
                const auto name = at + reads.size();
                const auto end = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_", name);
                const auto variable = text.substr(name, end - name);
                if (variable == "FOVEA_") continue;  // of a comment: "${FOVEA_…}"
                ++found;
                EXPECT_EQ(count(known, "\"" + variable + "\""), 1u) << variable << " in " << file;
            }
        }
    }
    EXPECT_GE(found, 8u);
}

TEST(Docs, VisionProxyPageListsEverySettingWithItsNames) {  // PVP-C1
    const auto proxy_page = page("vision-proxy.md");
    for (const auto& each : config::proxy_names()) {
        EXPECT_GE(count(proxy_page, "`" + std::string(each.json_name) + "`"), 1u) << each.name;
        const auto variable = "`" + std::string(each.variable) + "`";
        EXPECT_TRUE(each.variable.empty() || count(proxy_page, variable) > 0) << each.name;
    }
}

// The seed leaves open what happens without a library for crops and fingerprints: both are built in.
TEST(Docs, VisionProxyPageSaysThatCropsAndFingerprintsNeedNoLibrary) {  // PVP-M2
    const auto proxy_page = page("vision-proxy.md");

    EXPECT_EQ(count(proxy_page, "no further library is needed"), 1u);
    EXPECT_EQ(count(proxy_page, "never sent in its place"), 1u);
}

}  // namespace
}  // namespace fovea
