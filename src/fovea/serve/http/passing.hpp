// A request that somebody else answers: an exchange gets its body as it comes and writes the answer as it likes
// (gateway/exchange.hpp). This is their way back to the client, and the part of HTTP/1.1 that they need not know.
//
// On the connection's loop. One for each such request; it stays until the next one, since it may be the caller that
// ends it.
#pragma once

#include "fovea/gateway/exchange.hpp"
#include "fovea/net/server/server.hpp"
#include "fovea/serve/http/message.hpp"
#include "fovea/serve/http/request_reader.hpp"
#include "fovea/serve/http/route.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::serve {

class Passing final : public gateway::Client {
public:
    // The conversation that it is in.
    class Owner {
    public:
        virtual ~Owner() = default;
        virtual Headers common_headers() const = 0;  // of every answer
        virtual bool may_keep() const = 0;           // the connection, for another request
        virtual void keep_no_more() = 0;
        virtual void passed() = 0;  // the answer is whole
        virtual void broken() = 0;  // it never will be
    };

    // All of it is borrowed.
    Passing(net::Connection& connection, Owner& owner, RequestReader& reader, const Call& call)
        : connection_(connection),
          owner_(owner),
          reader_(reader),
          call_(call),
          left_(call.request.length) {}

    void start(const Route& route);
    // How much of it was the request's body.
    std::size_t take(std::string_view bytes);
    bool is_body_done() const { return is_body_done_; }
    void stop();
    void on_drained();
    void gone();

    bool is_over() const { return exchange_ == nullptr; }
    // Of the answer; before there is one, as nginx counts who did not wait.
    int status() const { return is_begun_ ? status_ : 499; }
    std::uint64_t sent() const { return sent_; }
    // Whether its end would be seen: it began, in chunks or with a length.
    bool has_end() const { return is_begun_ && (is_chunked_ || has_length_); }

    // ---- for the exchange

    void begin(int status, gateway::Headers headers, std::optional<std::uint64_t> length) override;
    void write(std::string bytes) override;
    std::size_t unwritten() const override { return connection_.unwritten(); }
    void end() override;
    void abort() override { owner_.broken(); }
    void pause() override { connection_.pause(); }
    void resume() override { connection_.resume(); }
    net::EventLoop& loop() override { return connection_.loop(); }
    std::shared_ptr<net::Mailbox> mailbox() override { return connection_.mailbox(); }

private:
    std::size_t take_counted(std::string_view bytes);
    std::optional<std::size_t> take_chunks(std::string_view bytes);  // none: they make no sense
    void end_of_body();

    net::Connection& connection_;
    Owner& owner_;
    RequestReader& reader_;
    const Call& call_;
    std::shared_ptr<gateway::Exchange> exchange_;  // null: it is over
    std::shared_ptr<gateway::Exchange> over_;
    std::optional<std::uint64_t> left_;  // of the request's body, where that has a length
    std::string piece_;
    int status_ = 0;
    std::uint64_t sent_ = 0;
    bool is_body_done_ = false;
    bool is_begun_ = false;  // the answer
    bool is_chunked_ = false;
    bool has_length_ = false;
};

}  // namespace fovea::serve
