#include "fovea/config/tree.hpp"

#include "fovea/config/test_files.hpp"

namespace fovea::config {
namespace {

class ConfigTree : public ConfigFiles {};

TEST_F(ConfigTree, IsTheSameFromTomlYamlAndJson) {  // O1
    const auto toml = loaded(
        "a.toml",
        "model = \"ollama/llava\"\n[vision]\nmode = \"off\"\n[images]\nmax_edge = 1000\ndownscale "
        "= "
        "false\n[routing]\nfallback = [\"local/ocr\"]\n[models.\"x.1\"]\nprice_in = 0.5\n"
    );
    const auto yaml = loaded(
        "b.yaml",
        "model: ollama/llava\nvision:\n  mode: off\nimages: {max_edge: 1000, downscale: "
        "false}\nrouting:\n  fallback:\n    - local/ocr\nmodels:\n  x.1:\n    price_in: 0.5\n"
    );
    const auto json = loaded(
        "c.json",
        R"({"model": "ollama/llava", "vision": {"mode": "off"},
            "images": {"max_edge": 1000, "downscale": false},
            "routing": {"fallback": ["local/ocr"]}, "models": {"x.1": {"price_in": 0.5}}})"
    );

    EXPECT_EQ(toml.settings.vision.mode, "off");
    EXPECT_EQ(toml.settings.models.at("x.1").price_in, 0.5);
    EXPECT_TRUE(toml.settings == yaml.settings);
    EXPECT_TRUE(toml.settings == json.settings);
}

TEST_F(ConfigTree, ErrorsNameTheLineWhereTheParserKnowsIt) {  // O1
    EXPECT_EQ(
        error_of("a.yaml", "images:\n  max_egde: 3\n"),
        ":2: unknown setting images.max_egde; did you mean images.max_edge?"
    );
    EXPECT_EQ(
        error_of("a.json", "{\"images\": {\n\"max_egde\": 3}}"),
        ": unknown setting images.max_egde; did you mean images.max_edge?"
    );
    EXPECT_EQ(error_of("b.json", "{\n\"model\": \n}").substr(0, 13), ":3: not JSON:");
    EXPECT_EQ(error_of("b.yaml", "images: [\n").substr(0, 1), ":");
    EXPECT_EQ(error_of("c.yaml", "model:\n"), ":1: model: has no value");
    EXPECT_EQ(error_of("d.yaml", "model: a/b\nmodel: c/d\n"), ":2: \"model\" is given twice");
}

TEST_F(ConfigTree, DottedNamesAreNestedOnes) {  // ETH-15
    const auto yaml = loaded("a.yaml", "images.max_edge: 700\nvision.mode: always\n");

    EXPECT_EQ(yaml.settings.images.max_edge, 700);
    EXPECT_EQ(yaml.settings.vision.mode, "always");
}

TEST_F(ConfigTree, UnfoldsNoBombs) {  // Q1
    std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 12; ++i) {
        const auto before = "*a" + std::to_string(i - 1);
        laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
        for (int j = 1; j < 10; ++j) laughs += ", " + before;
        laughs += "]\n";
    }
    const std::string deep(100'000, '[');

    EXPECT_NE(error_of("laughs.yaml", laughs).find("too deep or too large"), std::string::npos);
    EXPECT_NE(error_of("deep.yaml", "a: " + deep), "");
    EXPECT_NE(error_of("deep.json", "{\"a\": " + deep), "");
    EXPECT_NE(error_of("deep.toml", "a = " + deep), "");
    EXPECT_EQ(error_of("huge.toml", std::string((1 << 20) + 1, '#')), ": larger than 1 MiB");
}

// An 80 KB name of many parts ended every command: its tree was taken down part by part.
TEST_F(ConfigTree, NamesAreNotDeeperThanValues) {  // Q1, Q5
    const auto of_parts = [](int parts, const std::string& part, const std::string& dot) {
        auto name = part;
        for (int i = 1; i < parts; ++i) name += dot + part;
        return name;
    };
    const auto* deep = ":1: too deep or too large";
    for (const auto& name :
         {of_parts(40'000, "a", "."),
          of_parts(20'000, R"("a.=#\"")", " . "),
          of_parts(20'000, R"('a=["')", "\t.\t"),
          of_parts(40, "a", ".")}) {
        EXPECT_EQ(error_of("name.toml", name + " = 1\n"), deep);
        EXPECT_EQ(error_of("table.toml", "[" + name + "]\nb = 1\n"), deep);
        EXPECT_EQ(error_of("list.toml", "[[" + name + "]]\nb = 1\n"), deep);
        EXPECT_EQ(error_of("inline.toml", "x = { " + name + " = 1 }\n"), deep);
        EXPECT_EQ(error_of("broken.toml", name + " = 1\n]]\n"), deep);
        EXPECT_EQ(error_of("unfinished.toml", name), deep);
        // Behind everything that could be taken for the beginning or the end of a text.
        const std::string before = R"(a = """'''"""""
b = '''"""\'''
c = '\' # don't """
d = "\\\""
)";
        EXPECT_EQ(error_of("behind.toml", before + name + " = 1\n"), ":5: too deep or too large");
    }
    EXPECT_EQ(error_of("mixed.toml", "x = " + of_parts(300, "{ a.b.c = ", "")), deep);
    for (const char* opens : {"[", "{a: ", "? ", "- ", "[? "}) {
        const auto why = error_of("deep.yaml", "x:\n " + of_parts(40'000, opens, ""));
        EXPECT_NE(why.find("too deep or too large"), std::string::npos) << opens << why;
    }
    const auto json = error_of("deep.json", of_parts(40'000, "{\"a\":", ""));
    EXPECT_NE(json.find("too deep"), std::string::npos) << json;
}

TEST_F(ConfigTree, DotsInTextsAndNumbersAreNoDepth) {  // O1
    const std::string dots(150, '.');

    const auto found = loaded(
        "a.toml",
        "# " + dots + "\nmodel = \"a/" + dots + "\"\n[models.\"" + dots +
            "\"]\nprice_in = 1.5\nimage_detail = '" + dots + "'\ngrounding = '''\n" + dots +
            "'''\nsystem_role = \"\"\"\\\"\"\"" + dots + "\"\"\"\n"
    );

    EXPECT_EQ(found.settings.model, "a/" + dots);
    EXPECT_EQ(found.settings.models.at(dots).grounding, dots);
    EXPECT_EQ(found.settings.models.at(dots).system_role, "\"\"\"" + dots);
}

TEST_F(ConfigTree, LongNamesAreCutInMessages) {  // O1
    const std::string name(900'000, 'a');

    EXPECT_LT(error_of("a.toml", name + " = 1\n").size(), 400u);
    EXPECT_LT(error_of("a.json", "{\"" + name + "\": 1}").size(), 400u);
    EXPECT_LT(error_of("b.toml", "[models.x]\n" + name + " = 1\n").size(), 400u);
    EXPECT_LT(error_of("c.toml", "[providers." + name + "]\nkind = \"local\"\n").size(), 400u);
}

TEST_F(ConfigTree, BadFilesAreErrors) {  // O1
    for (const char* text :
         {"[1]", "3", "\"a\"", "{", "{} {}", "\xff\xfe", "null", "{\"model\": null}"}) {
        EXPECT_NE(error_of("bad.json", text), "") << text;
    }
    for (const char* text :
         {"- a", "a", "{a: b", "? [x]\n: y", "a: 1\n---\nb: 2\n", "&a *a", "\t- x"}) {
        EXPECT_NE(error_of("bad.yaml", text), "") << text;
    }
    EXPECT_EQ(error_of("empty.yaml", ""), "");
    EXPECT_EQ(error_of("empty.toml", ""), "");
}

// Found by config_trees_fuzz: to yaml-cpp a comma that stands alone is a stream of empty documents
// that never ends.
TEST_F(ConfigTree, LoneCommasInYamlHaveAnEnd) {  // Q1
    for (const char* text : {",", ",b", "# a: [x]\n,b", "- a\n,", "a: 1\n...\n,"}) {
        EXPECT_NE(error_of("comma.yaml", text), "") << text;
    }
    EXPECT_EQ(error_of("ended.yaml", "images.max_edge: 700\n...\n"), "");
}

TEST_F(ConfigTree, QuotedYamlStaysText) {  // O1
    EXPECT_EQ(
        loaded("a.yaml", "model: \"local/1\"\nprovider: '4'\nproviders:\n  '4':\n    kind: local\n")
            .settings.provider,
        "4"
    );
    EXPECT_EQ(
        error_of("b.yaml", "images:\n  max_edge: \"700\"\n"),
        ":2: images.max_edge must be a whole number from 16 to 16384, not \"700\""
    );
}

TEST_F(ConfigTree, TwoFilesInOnePlaceAreAnErrorThatNamesBoth) {  // O1
    const auto toml = write("config.toml", "");
    const auto yaml = write("config.yaml", "");

    const auto result = load({.user_file = toml});

    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error().message.find(toml.string()), std::string::npos);
    EXPECT_NE(result.error().message.find(yaml.string()), std::string::npos);
}

TEST_F(ConfigTree, OneFileOfAnyFormatIsFound) {  // O1
    write("config.yml", "images:\n  max_edge: 900\n");

    const auto result = load({.project_file = folder_ / "config.toml"});

    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(result.value().settings.images.max_edge, 900);
    EXPECT_EQ(result.value().origins.at("images.max_edge"), (folder_ / "config.yml").string());
}

}  // namespace
}  // namespace fovea::config
