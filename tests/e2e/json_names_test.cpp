// docs/json.md, compared with what the program writes: an old name never stands without the new one.
#include <gmock/gmock.h>

#include <set>

#include "e2e/headless_fixture.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

using ::testing::IsEmpty;

constexpr std::string_view kFixtures = R"([
    {"match": {}, "response": {"content": "A red square.",
     "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}}}])";

struct OldName {
    std::string old;
    std::vector<std::string> path;  // the new one, "usage.input_tokens" in its parts

    bool operator<(const OldName& other) const { return old < other.old; }
};

// The rows of the table under "Old names".
std::vector<OldName> old_names() {
    auto page = read_whole_file(test_paths::source_dir() + "/docs/json.md");
    page.erase(0, page.find("\n## Old names\n"));
    std::vector<OldName> names;
    for (const auto& line : split(page, '\n')) {
        if (!line.starts_with("| `")) continue;
        const auto words = split(line, '`');
        names.push_back({words.at(1), split(words.at(3), '.')});
    }
    return names;
}

const boost::json::value* find(
    const boost::json::object& object, const std::vector<std::string>& path
) {
    const boost::json::value* value = nullptr;
    const auto* inside = &object;
    for (const auto& name : path) {
        value = inside == nullptr ? nullptr : inside->if_contains(name);
        if (value == nullptr) return nullptr;
        inside = value->if_object();
    }
    return value;
}

void collect(const boost::json::value& value, std::vector<boost::json::object>& objects) {
    if (const auto* object = value.if_object()) {
        objects.push_back(*object);
        for (const auto& member : *object) collect(member.value(), objects);
    } else if (const auto* array = value.if_array()) {
        for (const auto& item : *array) collect(item, objects);
    }
}

// The number of a picture among several is called "image" as well.
bool is_meant(const OldName& name, const boost::json::object& object) {
    const auto* value = object.if_contains(name.old);
    if (value == nullptr || value->is_array()) return false;
    return name.old != "image" || value->is_string();
}

class JsonNames : public Headless {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (IsSkipped()) return;
        start(
            kFixtures,
            "[models.\"blind\"]\nvision = false\ncontext = 100000\n[vision]\nmodel = "
            "\"local/ocr\"\n"
        );
        bench_->picture("red.png", {"plain", "40", "30", "200,30,30"});
    }
    void note(const std::vector<std::string>& arguments) {
        const auto done = bench_->fovea(arguments);
        EXPECT_THAT(done.out, ::testing::Not(IsEmpty())) << arguments.front() << done.err;
        for (const auto& frame : frames_of(done.out)) collect(frame, objects_);
    }

    std::vector<boost::json::object> objects_;
};

TEST_F(JsonNames, OldOnesStandBesideTheNew) {  // S1, H4, T2
    note({"ingest", "red.png", "--json"});
    note({"describe", "red.png", "--model", "local/ocr", "--json"});
    note(
        {"-p",
         "What?",
         "--image",
         "red.png",
         "--model",
         kModel,
         "--session-id",
         "one",
         "--output-format",
         "stream-json"}
    );
    note(
        {"send",
         "--session",
         "two",
         "--message",
         "What?",
         "--image",
         "red.png",
         "--model",
         "compatible/blind",
         "--json"}
    );
    upstream_->fail_next(
        400, "messages.0.content.0.image.source.base64.data: Could not process image"
    );
    note(
        {"send",
         "--session",
         "three",
         "--message",
         "What?",
         "--image",
         "red.png",
         "--model",
         kModel,
         "--json"}
    );
    for (const auto* const session : {"one", "two", "three"}) {
        note({"sessions", "images", session, "--json"});
        note({"sessions", "show", session, "--json"});
    }
    for (const auto* const change : {"pin", "unpin", "drop", "restore"}) {
        const auto id = std::string(objects_.front().at("sha256").as_string());
        note({"sessions", change, "one", id, "--json"});
    }

    std::set<OldName> seen;
    const auto names = old_names();
    EXPECT_GE(names.size(), 5U);
    for (const auto& object : objects_) {
        for (const auto& name : names) {
            if (!is_meant(name, object)) continue;
            // A stored image_state keeps its own.
            if (name.old == "tokens" && object.contains("action")) continue;
            const auto* now = find(object, name.path);
            ASSERT_NE(now, nullptr) << name.old << " alone in " << object;
            EXPECT_EQ(*now, object.at(name.old)) << object;
            seen.insert(name);
        }
    }
    for (const auto& name : names)
        EXPECT_TRUE(seen.contains(name)) << name.old << " is on the page";
}

}  // namespace
}  // namespace fovea::testing
