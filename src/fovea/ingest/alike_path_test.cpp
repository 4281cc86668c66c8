#include "fovea/ingest/alike_path.hpp"

#include "fovea/ingest/source.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMac = "Screenshot 2026-11-15 at 3.04.05\u202FPM.png";
constexpr const char* kTyped = "Screenshot 2026-11-15 at 3.04.05 PM.png";

TEST(AreAlike, ByTheKindOfSpacesAndTheWritingOfAccentsAlone) {
    EXPECT_TRUE(are_alike(kMac, kTyped));
    EXPECT_TRUE(are_alike("a\u00A0b.png", "a b.png"));
    EXPECT_TRUE(are_alike("caf\u00E9.png", "cafe\u0301.png"));
    EXPECT_FALSE(are_alike("caf\u00E9.png", "cafe.png"));
    EXPECT_FALSE(are_alike("a b.png", "ab.png"));
    EXPECT_FALSE(are_alike("a b.png", "A b.png"));
}

// What a person names, and what a tool names: two doors, the same names.
class AlikeNames : public testing::Test {
protected:
    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((folder_ / "root" / name).parent_path());
        std::ofstream(folder_ / "root" / name) << text;
    }
    std::string by_person(const std::string& name) const {
        return told(read_source(FileSource{(folder_ / "root" / name).string()}, 100));
    }
    std::string by_tool(const std::string& name) const {
        return told(Workspace::open({(folder_ / "root").string()}).value().read(name, 100));
    }
    static std::string told(const Result<Bytes>& read) {
        return read.ok() ? std::string(as_text(read.value()))
                         : std::string(wire_name(read.error().code));
    }
    void expect(const std::string& name, const std::string& text) const {
        EXPECT_EQ(by_person(name), text) << name;
        EXPECT_EQ(by_tool(name), text) << name;
    }

    store::TestFolder folder_;
};

TEST_F(AlikeNames, AScreenshotOfMacOsIsFoundWhenTypedWithASpace) {
    write(kMac, "shot");
    write("No\u00A0break/cafe\u0301.png", "cafe");

    expect(kTyped, "shot");
    expect(kMac, "shot");
    expect("No break/caf\u00E9.png", "cafe");
    expect("No break/tea.png", "FILE_NOT_FOUND");
    expect("Screenshot 2026-11-15 at 3.04.06 PM.png", "FILE_NOT_FOUND");
}

TEST_F(AlikeNames, TheExactNameIsAlwaysTheOneThatIsMeant) {
    write(kMac, "from macOS");
    write(kTyped, "renamed");

    expect(kTyped, "renamed");
    expect(kMac, "from macOS");
}

TEST_F(AlikeNames, NothingIsPickedWhereSeveralAreMeant) {
    write(kMac, "one");
    write("Screenshot 2026-11-15 at 3.04.05\u00A0PM.png", "two");

    expect(kTyped, "INVALID_INPUT");
}

TEST_F(AlikeNames, ToolsStayInsideTheWorkspace) {  // V11
    write("a.png", "inside");
    fs::create_directories(folder_ / "out side");
    std::ofstream(folder_ / "out side" / kMac) << "secret";
    fs::create_symlink("../out side/" + std::string(kMac), folder_ / "root" / kMac);
    fs::create_symlink("../out side", folder_ / "root" / "do\u00A0or");

    EXPECT_EQ(by_tool(kTyped), "FILE_NOT_FOUND");
    EXPECT_EQ(by_tool("do or/" + std::string(kTyped)), "FILE_NOT_FOUND");
    EXPECT_EQ(by_tool("../out side/" + std::string(kTyped)), "FILE_NOT_FOUND");
    EXPECT_EQ(by_tool((folder_ / "out side" / kTyped).string()), "FILE_NOT_FOUND");
}

TEST_F(AlikeNames, AWalkBeginsInAFolderThatIsAlike) {
    write("My\u202Fshots/a.png", "a");
    const auto workspace = Workspace::open({(folder_ / "root").string()}).value();
    std::string walked;

    const auto end = workspace.walk("My shots", [&](const WalkedFile& file) {
        walked += file.path + "|" + file.below;
        return Walk::On;
    });

    ASSERT_TRUE(end.ok());
    EXPECT_EQ(walked, "My\u202Fshots/a.png|a.png");
}

}  // namespace
}  // namespace fovea::ingest
