// What a person types first: a model's bare name, with the variables that every SDK reads; an address
// with or without its version; and an address where no model lives.
#include "fovea/net/test_server.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "support/clean_home.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

namespace json = boost::json;

constexpr const char* kAnthropicReply =
    R"({"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"A cat."}],)"
    R"("stop_reason":"end_turn","usage":{"input_tokens":5,"output_tokens":2}})";
constexpr const char* kChatReply =
    R"({"id":"c","object":"chat.completion","choices":[{"index":0,"finish_reason":"stop",)"
    R"("message":{"role":"assistant","content":"A cat."}}],)"
    R"("usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7}})";

// Answers by the path that is asked for, and remembers what was asked.
class AnyServer {
public:
    struct Answer {
        int status = 200;
        std::string body;
        std::string type = "application/json";
    };

    explicit AnyServer(Answer answer)
        : answer_(std::move(answer)), server_([this](net::TestConnection& peer) {
              while (auto request = peer.read_request()) {
                  {
                      const std::scoped_lock lock(mutex_);
                      if (request->method == "POST") asked_.push_back(*request);
                  }
                  peer.respond(
                      answer_.status, answer_.body, "Content-Type: " + answer_.type + "\r\n"
                  );
              }
          }) {}

    std::string url(const std::string& path = "") { return server_.url(path); }
    std::vector<net::TestRequest> asked() {
        const std::scoped_lock lock(mutex_);
        return asked_;
    }
    std::vector<std::string> targets() {
        std::vector<std::string> all;
        for (const auto& request : asked()) all.push_back(request.target);
        return all;
    }

private:
    Answer answer_;
    std::mutex mutex_;
    std::vector<net::TestRequest> asked_;  // under mutex_
    net::TestServer server_;
};

std::string header(const net::TestRequest& request, std::string_view name) {
    return std::string(net::find_header(request.headers, name).value_or(""));
}

// In the project, where models may look.
std::string a_picture(const CleanHome& person) {
    const auto file = person.path("project/a.png");
    std::filesystem::copy_file(
        test_paths::source_dir() + "/tests/data/png/rgb-8.png",
        file,
        std::filesystem::copy_options::overwrite_existing
    );
    return file.string();
}

TEST(ProviderNames, BareNamesAndTheVariablesOfSdksAreEnough) {  // O1, K1
    const CleanHome person;
    AnyServer server({.body = kAnthropicReply});
    const std::vector<std::string> variables = {
        "ANTHROPIC_BASE_URL=" + server.url(), "ANTHROPIC_API_KEY=key-1", "FOVEA_CONSENT=anthropic"};
    const std::string model = "claude-sonnet-4-6";

    const auto asked = person.run({"-p", "what?", "--model", model}, variables);
    const auto sent =
        person.run({"send", "--model", model, "--session", "s", "--message", "what?"}, variables);
    const auto looked = person.run({"describe", a_picture(person), "--model", model}, variables);
    const auto analyzed = person.run(
        {"analyze", a_picture(person), "--prompt", "what?", "--model", model}, variables
    );
    const auto tool = person.run(
        {"tool",
         "vision_analyze",
         "--input",
         R"({"file_path":"a.png","prompt":"and?","model":"claude-sonnet-4-6"})"},
        variables
    );

    EXPECT_EQ(asked.out, "A cat.\n") << asked.err;
    EXPECT_THAT(sent.out, HasSubstr("A cat.")) << sent.err;
    EXPECT_THAT(looked.out, HasSubstr("A cat.")) << looked.err;
    EXPECT_THAT(analyzed.out, HasSubstr("A cat.")) << analyzed.err;
    EXPECT_THAT(tool.out + tool.err, Not(HasSubstr("unknown model")));
    EXPECT_THAT(server.targets(), Each(std::string("/v1/messages")));
    EXPECT_GE(server.asked().size(), 4u);
    for (const auto& request : server.asked()) {
        EXPECT_EQ(header(request, "x-api-key"), "key-1");
        EXPECT_EQ(json::parse(request.body).at("model"), json::value(model));
    }
}

TEST(ProviderNames, BareNamesWorkInFilesVariablesAndRenders) {  // O1, P6
    const CleanHome person;
    person.write(
        CleanHome::kUserFile,
        "model = \"claude-sonnet-4-6\"\n[vision]\nmodel = \"gpt-5-mini\"\n"
        "[routing]\nfallback = [\"gemini-2.5-pro\"]\n"
    );
    person.write("project/m.json", R"([{"role":"user","content":"hi"}])");

    const auto rendered =
        person.run({"render", "--to", "gpt-5-mini", "--messages", "m.json", "--json"});
    const auto status = person.run({"vision-proxy", "status", "--json"});
    const auto model = person.run({"vision-proxy", "model", "claude-haiku-4-5"});
    const auto checked = person.run(
        {"config", "check", "--json"},
        {"ANTHROPIC_API_KEY=k", "OPENAI_API_KEY=k", "GEMINI_API_KEY=k"}
    );

    EXPECT_EQ(rendered.exit_code, 0) << rendered.err;
    EXPECT_THAT(rendered.out, HasSubstr("https://api.openai.com/v1/responses"));
    EXPECT_THAT(status.out, HasSubstr("openai/gpt-5-mini")) << status.err;
    EXPECT_THAT(model.out, HasSubstr("anthropic/claude-haiku-4-5")) << model.err;
    EXPECT_THAT(
        person.run({"vision-proxy", "model"}, {"FOVEA_PROXY_MODEL=gpt-5"}).out,
        HasSubstr("openai/gpt-5\n")
    );
    EXPECT_EQ(checked.exit_code, 0) << checked.out;
    EXPECT_THAT(checked.out, HasSubstr("anthropic/claude-sonnet-4-6 (anthropic) has vision"));
}

TEST(ProviderNames, OpenAiAddressOfTheEnvironmentIsSpokenToAsItsServerUnderstands) {  // O1, P1
    const CleanHome person;
    AnyServer server({.body = kChatReply});

    const auto asked = person.run(
        {"-p", "what?", "--model", "openai/my-own"},
        {"OPENAI_BASE_URL=" + server.url("/v1"), "OPENAI_API_KEY=key-2"}
    );

    EXPECT_EQ(asked.out, "A cat.\n") << asked.err;
    EXPECT_THAT(server.targets(), ElementsAre("/v1/chat/completions"));
    EXPECT_EQ(header(server.asked()[0], "authorization"), "Bearer key-2");
}

TEST(ProviderNames, DoctorAndConfigTellWhereTheyCameFrom) {  // O1, O2
    const CleanHome person;
    const std::vector<std::string> variables = {
        "OPENAI_BASE_URL=http://127.0.0.1:9/v1", "GEMINI_API_KEY=HUSH", "OLLAMA_HOST=0.0.0.0:7"};

    const auto shown = person.run({"config", "show", "--origin"}, variables);
    const auto doctor = person.run({"doctor"}, variables);

    EXPECT_THAT(
        shown.out,
        HasSubstr("providers.openai.base_url = \"http://127.0.0.1:9/v1\"  # OPENAI_BASE_URL\n")
    );
    EXPECT_THAT(
        shown.out, HasSubstr("providers.ollama.base_url = \"http://127.0.0.1:7\"  # OLLAMA_HOST\n")
    );
    EXPECT_THAT(doctor.out, HasSubstr("providers.openai.base_url (OPENAI_BASE_URL)"));
    EXPECT_THAT(doctor.out, HasSubstr("in the variable GEMINI_API_KEY"));
    EXPECT_THAT(shown.out + doctor.out, Not(HasSubstr("HUSH")));
}

TEST(ProviderNames, ListSaysWhatIsTaken) {  // O2, K1
    const CleanHome person;
    person.write("project/m.json", R"([{"role":"user","content":"hi"}])");
    const auto listing = json::parse(person.run({"models", "--json"}).out);
    const auto table = person.run({"models", "--provider", "anthropic"}).out;

    EXPECT_THAT(table, HasSubstr("\nanthropic/claude-sonnet-4-6 "));
    for (const auto& each : listing.at("models").as_array()) {
        const auto& name = each.at("name");
        if (name.is_null()) continue;  // on servers of many
        const auto model = std::string(name.as_string());
        if (model == "local/ocr") continue;
        const auto done =
            person.run({"render", "--to", model, "--messages", "m.json"}, {"GEMINI_API_KEY=k"});
        EXPECT_EQ(done.exit_code, 0) << model << done.err;
    }
}

TEST(ProviderNames, MisspeltModelsOfferTheNearest) {  // K1
    const CleanHome person;
    AnyServer server(
        {.status = 404,
         .body = R"({"type":"error","error":{"type":"not_found_error","message":"model: x"}})"}
    );
    const std::vector<std::string> variables = {
        "ANTHROPIC_BASE_URL=" + server.url(), "ANTHROPIC_API_KEY=k"};
    const auto nearest = HasSubstr("did you mean anthropic/claude-sonnet-4-6");
    person.write("project/m.json", R"([{"role":"user","content":"hi"}])");

    for (const auto& command : std::vector<std::vector<std::string>>{
             {"-p", "what?", "--model", "claude-sonet-4-6"},
             {"-p", "what?", "--model", "antropic/claude-sonnet-4-6"},
             {"-p", "what?", "--model", "anthropic/claude-sonet-4-6"},  // its server says no
             {"send", "--session", "s", "--message", "hi", "--model", "claude-sonet-4-6"},
             {"render", "--to", "claude-sonet-4-6", "--messages", "m.json"},
             {"describe", a_picture(person), "--model", "claude-sonet-4-6"},
             {"analyze",
              a_picture(person),
              "--prompt",
              "?",
              "--model",
              "anthropic/claude-sonet-4-6"},
             {"models", "show", "claude-sonet-4-6", "--offline"}}) {
        const auto done = person.run(command, variables);
        EXPECT_THAT(
            done.out + done.err,
            ::testing::AnyOf(nearest, HasSubstr("similar: anthropic/claude-sonnet-4-6"))
        ) << command[0]
          << " " << command.back();
    }
}

TEST(ProviderNames, WebPageIsToldAtOnceWithItsAddress) {  // P4
    const CleanHome person;
    AnyServer server(
        {.body = "<!doctype html><html><head><title>Sign in</title></head><body>x</body></html>",
         .type = "text/html"}
    );
    person.write(
        CleanHome::kUserFile,
        "[providers.chat]\nkind = \"openai_compatible\"\nbase_url = \"" + server.url("/portal") +
            "\"\n[models.\"m\"]\nvision = true\n"
    );

    const auto asked = person.run({"-p", "what?", "--model", "chat/m"});
    const auto sent =
        person.run({"send", "--session", "s", "--message", "what?", "--model", "chat/m"});

    for (const auto& done : {asked, sent}) {
        EXPECT_NE(done.exit_code, 0) << done.err;
        EXPECT_THAT(
            done.err,
            HasSubstr(
                "a web page (“Sign in”) came from " + server.url("/portal/v1/chat/completions") +
                "; check base_url"
            )
        );
    }
    EXPECT_EQ(server.asked().size(), 2u);  // no attempt but the first of each
}

TEST(ProviderNames, AddressesWorkHoweverTheyWerePasted) {  // P1, O1
    const CleanHome person;
    const std::pair<const char*, const char*> kCases[] = {
        {"", "/v1/chat/completions"},
        {"/", "/v1/chat/completions"},
        {"/v1", "/v1/chat/completions"},
        {"/v1/", "/v1/chat/completions"},
        {"/v1/chat/completions", "/v1/chat/completions"},
        {"/api/paas/v4", "/api/paas/v4/chat/completions"},
        {"/v1beta/openai", "/v1beta/openai/chat/completions"}};
    for (const auto& [path, target] : kCases) {
        AnyServer server({.body = kChatReply});
        person.write(
            CleanHome::kUserFile,
            "[providers.chat]\nkind = \"openai_compatible\"\nbase_url = \"" + server.url(path) +
                "\"\n"
        );

        const auto asked = person.run({"-p", "what?", "--model", "chat/m"});

        EXPECT_EQ(asked.out, "A cat.\n") << path << asked.err;
        EXPECT_THAT(server.targets(), ElementsAre(target));
    }
}

}  // namespace
}  // namespace fovea::testing
