// One request that passes through, held until its answer begins, or handed to a turn: the exchange behind passage.hpp. What
// comes from the client and where it goes is in passing.cpp, what comes from the server in passing_answer.cpp.
//
// All of it happens on the client's loop.
#pragma once

#include "fovea/gateway/core.hpp"
#include "fovea/gateway/exchange.hpp"
#include "fovea/gateway/scan/body_scanner.hpp"
#include "fovea/gateway/way/answer_cache.hpp"
#include "fovea/gateway/way/held_body.hpp"
#include "fovea/gateway/way/turn_pipe.hpp"
#include "fovea/gateway/way/usage_tap.hpp"
#include "fovea/gateway/way/ways.hpp"
#include "fovea/net/upstream/upstream.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::gateway {

class Passing final : public Exchange,
                      public net::UpstreamListener,
                      public TurnListener,
                      public std::enable_shared_from_this<Passing> {
public:
    // What it asks for: a model, or a route of the server that has none.
    enum class Of : std::uint8_t { Models, Others };

    Passing(Core& core, Dialect dialect, Asked asked, std::string path_end, Client& client, Of of);
    ~Passing() override { gone(); }

    // ---- from the client
    void take(std::string_view bytes) override;
    void finished() override;
    void drained() override;
    void gone() override;

    // ---- from the server
    void upstream_head(net::ResponseHead head) override;
    void upstream_body(std::string_view bytes) override;
    void upstream_done() override;
    void upstream_failed(net::HttpFailure failure) override;
    void upstream_drained() override;

    // ---- from the turn
    void begin_turned(int status, Headers headers) override;
    void write_turned(std::string bytes) override;
    void end_turned() override;
    void break_turned() override;

private:
    enum class State : std::uint8_t {
        Undecided,
        Asking,
        Passing,
        Refused,
        Waiting,
        Gathering,
        Turning
    };

    bool is_over() const { return client_ == nullptr; }

    // ---- deciding
    bool admit();
    void decide();
    void look_up(std::function<Result<WayRef>(Passing&)> find);
    void has_found(const Result<WayRef>& way);
    void go();
    void call_or_gather();
    std::string judge();  // why it cannot go on as it is; empty: so far it can
    bool is_json() const;
    std::string packed_as() const;

    // ---- passing
    void call();
    void end_request();
    HeldBody::Piece renamed(const std::string& piece, std::uint64_t begin) const;
    void begin_answer();
    bool is_web_page() const;
    std::string redirects_to() const;

    // ---- refused
    bool has_other_routes() const { return !core_.settings().routing.fallback.empty(); }
    bool may_mend(int status) const;
    void mend();
    void pass_refusal();
    std::optional<std::chrono::milliseconds> wait_after(const net::HttpFailure& failure) const;
    void ask_again(std::chrono::milliseconds wait, const std::string& why);
    void has_waited();

    // ---- answers that are kept
    bool find_kept();
    void begin_keeping(int status, const Headers& headers);
    void keep(std::string_view bytes);
    void keep_whole();

    // ---- a turn
    void gather(const std::string& why);
    void begin_turn();

    // ---- the end
    void refuse(const ApiError& error);
    void refuse_too_large();
    void refuse_too_many();
    std::uint64_t most_bytes() const;  // of one request
    void spend();
    void finish_record();

    const Of of_;
    Core& core_;
    const Dialect dialect_;
    const Asked asked_;
    const std::string path_end_;
    Client* client_;  // null: it is over
    const std::shared_ptr<net::Mailbox> mailbox_;
    net::EventLoop& loop_;

    State state_ = State::Undecided;
    State state_before_ = State::Undecided;  // somebody had to understand it
    HeldBody body_;
    BodyScanner scanner_;
    std::size_t files_judged_ = 0;
    WayRef way_;
    std::uint64_t body_size_ = 0;  // to the server
    int tries_ = 0;
    bool is_admitted_ = false;
    bool is_whole_ = false;  // the request
    bool is_begun_ = false;  // the answer
    net::ResponseHead head_;
    std::string refusal_;
    std::optional<Sha256> key_;  // by which its answer is kept
    KeptAnswer kept_;
    UsageTap tap_;
    Record record_;
    std::shared_ptr<TurnPipe> turn_;
    std::unique_ptr<net::UpstreamCall> server_;  // last: it goes first
};

}  // namespace fovea::gateway
