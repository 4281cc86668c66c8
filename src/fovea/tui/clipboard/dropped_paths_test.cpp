#include "fovea/tui/clipboard/dropped_paths.hpp"

#include <gtest/gtest.h>

#include <set>

namespace fovea::tui {
namespace {

using Paths = std::vector<std::string>;

// A disk with these files on it.
DropRules rules() {
    static const std::set<std::string> files{
        "/tmp/my pic (1).png",
        "/tmp/a.png",
        "/tmp/b.png",
        "/tmp/it's.png",
        "/tmp/50% off.png",
        "/tmp/$HOME.png",
        "/tmp/grüße.png",
        "/tmp/new\nline.png",
        "/home/me/shot.png",
        "/mnt/c/Users/me/my pic.png",
        "/mnt/c/b.png"};
    return {
        .home = "/home/me",
        .host = "workstation",
        .is_picture = [](const std::string& path) { return files.contains(path); },
        .from_windows = [](const std::string& path) -> std::string {
            if (path == "C:\\Users\\me\\my pic.png") return "/mnt/c/Users/me/my pic.png";
            if (path == "C:\\b.png") return "/mnt/c/b.png";
            return {};
        }};
}

Paths dropped(std::string_view pasted) {
    return dropped_paths(pasted, rules());
}

const Paths kPic{"/tmp/my pic (1).png"};

TEST(DroppedPaths, AsEachTerminalWritesThem) {                 // CAL-IMG-9
    EXPECT_EQ(dropped("/tmp/my pic (1).png"), kPic);           // kitty
    EXPECT_EQ(dropped("'/tmp/my pic (1).png' "), kPic);        // GNOME, Konsole, VS Code
    EXPECT_EQ(dropped("/tmp/my\\ pic\\ \\(1\\).png "), kPic);  // iTerm2, Terminal.app, Ghostty
    EXPECT_EQ(dropped("/tmp/my\\ pic\\ (1).png"), kPic);       // WezTerm
    EXPECT_EQ(dropped("/tmp/my\\ pic (1).png"), kPic);
    EXPECT_EQ(dropped("\"/tmp/my pic (1).png\""), kPic);         // WezTerm on Windows
    EXPECT_EQ(dropped("file:///tmp/my%20pic%20(1).png"), kPic);  // foot, Alacritty
    EXPECT_EQ(dropped("file://localhost/tmp/my%20pic%20%281%29.png\r\n"), kPic);
    EXPECT_EQ(dropped("file://WORKSTATION/tmp/a.png"), Paths{"/tmp/a.png"});
    EXPECT_EQ(dropped("'file:///tmp/a.png'"), Paths{"/tmp/a.png"});
    EXPECT_EQ(dropped("'C:\\Users\\me\\my pic.png'"), Paths{"/mnt/c/Users/me/my pic.png"});
    EXPECT_EQ(dropped("\"C:\\Users\\me\\my pic.png\""), Paths{"/mnt/c/Users/me/my pic.png"});
    EXPECT_EQ(dropped("C:\\Users\\me\\my pic.png"), Paths{"/mnt/c/Users/me/my pic.png"});
    EXPECT_EQ(dropped("~/shot.png"), Paths{"/home/me/shot.png"});
}

TEST(DroppedPaths, NamesMayHoldWhatShellsCareAbout) {  // CAL-IMG-9
    EXPECT_EQ(dropped("'/tmp/it'\\''s.png'"), Paths{"/tmp/it's.png"});
    EXPECT_EQ(dropped("/tmp/it\\'s.png"), Paths{"/tmp/it's.png"});
    EXPECT_EQ(dropped("\"/tmp/\\$HOME.png\""), Paths{"/tmp/$HOME.png"});
    EXPECT_EQ(dropped("/tmp/$HOME.png"), Paths{"/tmp/$HOME.png"});
    EXPECT_EQ(dropped("file:///tmp/50%25%20off.png"), Paths{"/tmp/50% off.png"});
    EXPECT_EQ(dropped("file:///tmp/gr%C3%BC%C3%9Fe.png"), Paths{"/tmp/grüße.png"});
    EXPECT_EQ(dropped("'/tmp/new\nline.png'"), Paths{"/tmp/new\nline.png"});
}

TEST(DroppedPaths, SeveralAtOnce) {  // CAL-IMG-9
    const Paths both{"/tmp/a.png", "/tmp/my pic (1).png"};
    EXPECT_EQ(dropped("/tmp/a.png\r/tmp/my pic (1).png"), both);
    EXPECT_EQ(dropped("/tmp/a.png\n/tmp/my pic (1).png\n"), both);
    EXPECT_EQ(dropped("'/tmp/a.png' '/tmp/my pic (1).png' "), both);
    EXPECT_EQ(dropped("/tmp/a.png /tmp/my\\ pic\\ \\(1\\).png"), both);
    EXPECT_EQ(dropped("file:///tmp/a.png\r\nfile:///tmp/my%20pic%20(1).png\r\n"), both);
    EXPECT_EQ(dropped("file:///tmp/a.png file:///tmp/b.png"), (Paths{"/tmp/a.png", "/tmp/b.png"}));
    EXPECT_EQ(
        dropped("C:\\b.png \"C:\\Users\\me\\my pic.png\""),
        (Paths{"/mnt/c/b.png", "/mnt/c/Users/me/my pic.png"})
    );
    EXPECT_EQ(
        dropped("C:\\Users\\me\\my pic.png C:\\b.png"),
        (Paths{"/mnt/c/Users/me/my pic.png", "/mnt/c/b.png"})
    );
}

TEST(DroppedPaths, AllOrNothing) {  // CAL-IMG-9
    for (const auto* text :
         {"",
          "   \r\n",
          "look at /tmp/a.png",
          "/tmp/a.png is broken",
          "/tmp/a.png\n/tmp/missing.png",
          "'/tmp/a.png",
          "/tmp/a.png\\",
          "tmp/a.png",
          "a.png",
          "$HOME/shot.png",
          "`/tmp/a.png`",
          "~root/a.png",
          "file://elsewhere/tmp/a.png",
          "file:tmp/a.png",
          "file:///tmp/%00a.png",
          "file:///tmp/a%2",
          "https://example.org/a.png",
          "\\\\server\\share",
          "C:\\missing.png"}) {
        EXPECT_EQ(dropped(text), Paths{}) << text;
    }
    EXPECT_EQ(dropped(std::string("/tmp/a.png\0", 11)), Paths{});
    EXPECT_EQ(dropped(std::string(kMaxDropBytes + 1, '/')), Paths{});
    std::string many;
    for (std::size_t i = 0; i <= kMaxDropped; ++i) many += "/tmp/a.png ";
    EXPECT_EQ(dropped(many), Paths{});
}

TEST(DroppedPaths, WithoutWindowsABackslashIsAShells) {  // CAL-IMG-9
    auto plain = rules();
    plain.from_windows = {};
    EXPECT_EQ(dropped_paths("C:\\b.png", plain), Paths{});
}

TEST(ListedPaths, OfFileManagers) {  // CAL-IMG-8
    EXPECT_EQ(
        listed_paths("copy\nfile:///tmp/a.png\nfile:///tmp/b.png", rules()),
        (Paths{"/tmp/a.png", "/tmp/b.png"})
    );
    EXPECT_EQ(
        listed_paths("# made by hand\r\nfile:///tmp/a.png\r\n", rules()), Paths{"/tmp/a.png"}
    );
    EXPECT_EQ(listed_paths("cut", rules()), Paths{});
    EXPECT_EQ(listed_paths("https://example.org/a.png", rules()), Paths{});
}

}  // namespace
}  // namespace fovea::tui
