// For tests: an agent with a real store, tools that are scripted, and a model that is (no socket).
#pragma once

#include "fovea/agent/agent.hpp"
#include "fovea/agent/test_tool.hpp"
#include "fovea/delivery/test_delivery.hpp"
#include "fovea/providers/test_scripted_model.hpp"
#include "fovea/store/embedded_store.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fovea::agent {

class AgentTest : public delivery::DeliveryTest {
protected:
    void SetUp() override {
        auto opened = store::open_embedded_store({folder_ / "data"});
        ASSERT_TRUE(opened.ok()) << opened.error().message;
        sessions_ = std::move(opened.value().sessions);
        originals_ = std::move(opened.value().blobs);
        files_ =
            context::KeptVariants::open(
                folder_ / "variants",
                *originals_,
                [](const store::PutFile& put, const media::PrepareRequest& request, const auto&) {
                    return prepare_here(put, request);
                }
            ).value();
        settings_.providers["mock"] = {.kind = "anthropic", .base_url = "https://mock.invalid"};
        settings_.models["seer"] = {
            .vision = true,
            .tools = true,
            .tool_result_images = true,
            .price_in = 1,
            .price_out = 1};
        session_.emplace(Session::begin(*sessions_, "test").value());
    }
    void TearDown() override {
        session_.reset();
        sessions_.reset();  // asks the pictures, which go with the fixture
    }

    void add_tool(const std::string& name, ScriptedTool::Run run) {
        ASSERT_TRUE(tools_.add(std::make_unique<ScriptedTool>(name, std::move(run))).ok());
    }

    // An agent on the session as it stands; what happens is in events_.
    std::unique_ptr<Agent> make_agent(Gates gates = {}) {
        turn::Services services{
            .settings = settings_,
            .delivery =
                {.client = model_,
                 .files = *files_,
                 .learnt = learnt_,
                 .environment = [](const char*) -> const char* { return nullptr; },
                 .local = {}},
            .picturing = [](const auto&) { return delivery::Picturing(); },
            .server_says = {},
            .vision = vision_,
            .look = {}};
        return std::make_unique<Agent>(
            agent_settings_,
            *session_,
            std::move(services),
            tools_,
            std::move(gates),
            [this](const Event& event) {
                events_.push_back(event);
                if (on_event_) on_event_(event);
            }
        );
    }
    RunResult ask(const std::string& text, Gates gates = {}) {
        return ask({content::Role::User, {content::TextBlock{text}}}, std::move(gates));
    }
    RunResult ask(content::Message message, Gates gates = {}) {
        const auto agent = make_agent(std::move(gates));
        EXPECT_TRUE(agent->prepare().ok());
        agent->answer(std::move(message), stop_.get_token());
        return agent->result();
    }

    // Of all events of that kind, in their order.
    template <class Kind>
    std::vector<Kind> heard() const {
        std::vector<Kind> found;
        for (const auto& event : events_) {
            if (const auto* one = std::get_if<Kind>(&event)) found.push_back(*one);
        }
        return found;
    }
    // What is stored of the conversation: "user: hello", "assistant: [look]", "user: {1: seen}".
    std::vector<std::string> stored() {
        std::vector<std::string> lines;
        const auto entries = sessions_->read("test");
        if (!entries.ok()) return lines;
        for (const auto& entry : entries.value()) {
            if (entry.kind != store::EntryKind::Message) continue;
            lines.push_back(line_of(store::message_of(entry).value()));
        }
        return lines;
    }

    static std::string line_of(const content::Message& message) {
        std::string line = message.role == content::Role::User ? "user:" : "assistant:";
        for (const auto& block : message.content) {
            if (const auto* text = std::get_if<content::TextBlock>(&block))
                line += " " + text->text;
            if (std::holds_alternative<content::ImageBlock>(block)) line += " [picture]";
            if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
                line += " [" + use->name + "]";
            }
            const auto* result = std::get_if<content::ToolResultBlock>(&block);
            if (result == nullptr) continue;
            line += " {" + result->tool_use_id + (result->is_error ? " failed: " : ": ");
            for (const auto& output : result->content) {
                if (const auto* text = std::get_if<content::TextBlock>(&output)) line += text->text;
            }
            line += "}";
        }
        return line;
    }

    std::unique_ptr<store::SessionStore> sessions_;
    std::optional<Session> session_;
    providers::ScriptedModel model_;
    tools::Toolbox tools_;
    config::VisionSettings vision_;
    AgentSettings agent_settings_{.model = "mock/seer"};
    std::vector<Event> events_;  // one at a time: the agent's promise
    std::function<void(const Event&)> on_event_;
};

}  // namespace fovea::agent
