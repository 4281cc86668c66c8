#include "fovea/serve/http/talk.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/serve/http/exchange.hpp"
#include "fovea/serve/http/passing.hpp"
#include "fovea/serve/http/plain_answers.hpp"
#include "fovea/serve/http/request_id.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::serve {
namespace {

using Clock = std::chrono::steady_clock;

// Of requests that were sent before the answer to the one before.
constexpr std::size_t kMaxAhead = 128u << 10;
constexpr std::size_t kPiece = 256u << 10;
// There is always room for that: who sends much keeps nobody from saying something.
constexpr std::size_t kSmallBody = 64u << 10;

class HttpTalk final : public net::Talk, public Wire, public Passing::Owner {
public:
    HttpTalk(net::Connection& connection, const Site& site) : connection_(connection), site_(site) {
        await_request();
    }
    ~HttpTalk() override {
        tell_gone();
        give_room_back();
    }

    // ---- from the connection

    void take(std::string_view bytes) override {
        if (is_upgraded_ && in_.empty()) {
            if (long_) long_->take(bytes);
            return;
        }
        if (state_ == State::Body && in_.empty() && !is_working_) return read_body(bytes);
        if (state_ == State::Through && in_.empty()) bytes.remove_prefix(passing_->take(bytes));
        if (bytes.empty()) return;
        in_.append(bytes);
        if (is_upgraded_) return;
        if (state_ == State::Head && in_.size() == bytes.size()) {
            connection_.set_deadline(Clock::now() + site_.times.head);
        }
        go_on();
        const bool is_ahead =
            state_ == State::Answer || (state_ == State::Through && passing_->is_body_done());
        if (is_ahead && in_.size() > kMaxAhead) connection_.pause();
    }

    void end(net::Connection& connection) override {
        if (state_ == State::Head && in_.empty()) return connection.finish();
        if (state_ == State::Body || state_ == State::Through || long_) {
            tell_gone();
            return connection.close();
        }
        has_ended_ = true;  // what is there is still answered
        go_on();
    }

    void stop(net::Connection& connection) override {
        is_stopping_ = true;
        if (long_) return long_->stop();
        if (state_ == State::Through) return passing_->stop();
        if (state_ == State::Head) connection.finish();
    }

    void late(net::Connection&) override {
        refuse(problem(408, ErrorCode::InvalidInput, "the request did not come in time"));
    }

    void drained(net::Connection&) override {
        if (state_ == State::Pieces) read_piece();
        if (state_ == State::Through) passing_->on_drained();
        if (long_) long_->drained();
    }

    // ---- Wire

    void respond(Response response) override {
        gone_ = std::move(long_);  // it is the caller: it goes with the next one, or with us
        visit_.reset();
        write_response(std::move(response));
    }
    void open(Response head) override {
        keeps_ = false;
        is_upgraded_ = head.status == 101;
        auto headers = common_headers();
        if (!is_upgraded_) headers.emplace_back("connection", "close");
        tell(head.status, 0);
        connection_.write(head_of(head, headers, std::nullopt));
        // Who asked for the head alone has it: what is written from now on goes nowhere.
        if (exchange_ && exchange_->call.request.method == "HEAD") return connection_.finish();
        if (!is_upgraded_) return;
        connection_.resume();
        // What came behind the request is of the new protocol.
        connection_.mailbox()->post([this] {
            const auto ahead = std::exchange(in_, {});
            if (long_ && !ahead.empty()) long_->take(ahead);
        });
    }
    void write(std::shared_ptr<const std::string> bytes) override {
        connection_.write(std::move(bytes));
    }
    std::size_t unwritten() const override { return connection_.unwritten(); }
    void finish() override { connection_.finish(); }
    void close() override { connection_.close(); }
    std::shared_ptr<net::Mailbox> mailbox() override { return connection_.mailbox(); }

    // ---- Passing::Owner

    Headers common_headers() const override {
        auto headers = site_.headers;
        if (exchange_) headers.emplace_back("x-request-id", exchange_->call.request.id);
        return headers;
    }
    bool may_keep() const override { return keeps_ && !is_stopping_; }
    void keep_no_more() override { keeps_ = false; }
    void passed() override {
        if (is_stopping_) keeps_ = false;
        tell(passing_->status(), passing_->sent());
        if (!passing_->is_body_done()) in_.clear();
        next();
    }
    // What was written still goes; the end that is missing tells that more should have come. To whoever cannot see
    // that only a connection that breaks does.
    void broken() override {
        const bool has_end = passing_ && passing_->has_end();
        tell_gone();
        has_end ? connection_.finish() : connection_.close();
    }

private:
    enum class State : std::uint8_t { Head, Body, Answer, Pieces, Through };

    void await_request() {
        state_ = State::Head;
        reader_.emplace();
        exchange_.reset();
        connection_.set_deadline(
            in_.empty() ? std::nullopt : std::optional(Clock::now() + site_.times.head)
        );
        connection_.set_idle(site_.times.idle);
        connection_.resume();
    }

    void go_on() {
        if (state_ == State::Head) read_head();
        if (state_ == State::Body) read_body();
        if (state_ == State::Through) in_.erase(0, passing_->take(in_));
    }

    void begin_through() {
        state_ = State::Through;
        begin_body();  // may refuse
        if (state_ != State::Through) return;
        passing_ = std::make_unique<Passing>(connection_, *this, *reader_, exchange_->call);
        passing_->start(*exchange_->route);
    }

    void read_head() {
        const auto used = reader_->take_head(in_);
        if (!used.ok()) {
            return refuse(problem(used.error().status, ErrorCode::InvalidInput, used.error().detail)
            );
        }
        in_.erase(0, used.value());
        if (!reader_->has_head()) {
            if (has_ended_) connection_.finish();
            return;
        }
        connection_.set_deadline(std::nullopt);
        exchange_ = std::make_shared<Exchange>();
        auto& request = exchange_->call.request;
        request = reader_->request();
        request.peer = connection_.peer();
        request.id = request_id(request.header("x-request-id"));
        keeps_ = request.keep_alive;
        admit();
    }

    void admit() {
        auto& call = exchange_->call;
        auto found = site_.router.find(call.request);
        exchange_->route = found.route;
        call.arguments = std::move(found.arguments);
        const auto* known = found.route;
        auto who = site_.admit(call.request, known);
        if (auto* no = std::get_if<Response>(&who)) return refuse_head(std::move(*no));
        call.who = std::move(std::get<Principal>(who));
        if (found.methods.empty()) {
            return refuse_head(problem(404, ErrorCode::FileNotFound, "there is no such path"));
        }
        if (known == nullptr) {
            return refuse_head(other_method(call.request.method, found.methods));
        }
        if (auto wrong = refused_body(call.request, *known)) return refuse_head(std::move(*wrong));
        if (known->open_exchange) return begin_through();
        reader_->limit_body(known->max_body);
        state_ = State::Body;
        if (!known->open_body || !call.request.has_body) return begin_body();
        connection_.pause();
        run([exchange = exchange_] { exchange->open_sink(); },
            [this] {
                if (exchange_->failed) return refuse_head(problem(*exchange_->failed));
                connection_.resume();
                begin_body();
                read_body();
            });
    }

    void begin_body() {
        connection_.set_idle(site_.times.body);
        const auto expected = exchange_->call.request.header("expect");
        if (!expected) return;
        if (!same_word(*expected, "100-continue")) {
            return refuse_head(
                problem(417, ErrorCode::InvalidInput, "only 100-continue can be expected")
            );
        }
        if (exchange_->call.request.has_body && in_.empty()) {
            connection_.write("HTTP/1.1 100 Continue\r\n\r\n");
        }
    }

    void read_body() {
        if (state_ != State::Body || is_working_) return;
        const auto ahead = std::exchange(in_, {});
        read_body(ahead);
    }
    // When nothing waits: what of it is no body waits then.
    void read_body(std::string_view bytes) {
        const auto before = body_.size();
        if (exchange_->call.sink) body_.reserve(kPiece + kMaxAhead);
        const auto used = reader_->take_body(bytes, body_);
        if (!used.ok()) return refuse_body(used.error());
        in_ = bytes.substr(used.value());
        const auto grown = body_.size() - before;
        received_ += grown;
        const bool has_room = exchange_->call.sink || take_room(grown);
        if (!has_room && received_ > kSmallBody) return refuse(too_busy());
        if (received_ > exchange_->route->max_body) return refuse(too_large(*exchange_->route));
        if (in_.size() > kMaxAhead && !reader_->is_done()) {
            return refuse(problem(400, ErrorCode::InvalidInput, "a chunk's head is too long"));
        }
        if (exchange_->call.sink) return feed_sink();
        if (reader_->is_done()) {
            exchange_->call.body = std::exchange(body_, {});
            answer();
        }
    }

    bool take_room(std::uint64_t bytes) {
        if (site_.bodies == nullptr) return true;
        room_ += bytes;
        return site_.bodies->take(bytes);
    }
    void give_room_back() {
        if (site_.bodies != nullptr) site_.bodies->give_back(std::exchange(room_, 0));
    }

    void refuse_body(const BadRequest& why) {
        if (why.status == 413) return refuse(too_large(*exchange_->route));
        refuse(problem(why.status, ErrorCode::InvalidInput, why.detail));
    }

    // Pieces of a good size, while more comes in.
    void feed_sink() {
        if (body_.size() < kPiece && !reader_->is_done()) return;
        exchange_->piece = std::exchange(body_, {});
        const bool is_last = reader_->is_done();
        connection_.pause();
        run([exchange = exchange_, is_last] { exchange->feed_sink(is_last); },
            [this, is_last] {
                if (exchange_->failed) return refuse(problem(*exchange_->failed));
                if (is_last) return answer();
                body_.swap(exchange_->piece);  // its memory, for the next one
                connection_.resume();
                read_body();
            });
    }

    void answer() {
        // A token may end while an upload comes.
        auto who = exchange_->call.sink ? site_.admit(exchange_->call.request, exchange_->route)
                                        : std::variant<Principal, Response>(exchange_->call.who);
        if (auto* no = std::get_if<Response>(&who)) return refuse(std::move(*no));
        state_ = State::Answer;
        received_ = 0;
        connection_.set_idle(site_.times.idle);
        const auto work = [exchange = exchange_](const std::stop_token& stop) {
            exchange->answer(stop);
        };
        if (exchange_->route->is_quick) {
            work({});
            return give_answer();
        }
        run_stoppable(work, [this] { give_answer(); });
    }

    void give_answer() {
        std::string().swap(exchange_->call.body);  // who answers later does not need it
        give_room_back();
        auto response = std::move(*exchange_->response);
        if (!response.later) return write_response(std::move(response));
        connection_.set_idle(std::chrono::hours(24 * 365));  // who answers late minds the time
        long_ = std::move(response.later);
        begin_visit();
        long_->begin(*this);
        if (is_stopping_ && long_) long_->stop();
    }

    // Who stays is asked to leave when their token ends.
    void begin_visit() {
        if (site_.visits == nullptr) return;
        const auto ask = [this, box = connection_.mailbox(), number = ++last_visit_] {
            box->post([this, number] {
                if (visit_ && number == last_visit_ && long_) long_->dismiss();
            });
        };
        visit_ = site_.visits->begin(exchange_->call.who, ask);
    }

    void write_response(Response response) {
        const bool is_head = exchange_ && exchange_->call.request.method == "HEAD";
        if (is_stopping_) keeps_ = false;
        add_request_id(response);
        auto headers = common_headers();
        if (!keeps_) headers.emplace_back("connection", "close");
        const auto size = size_of(response);
        tell(response.status, is_head ? 0 : size);
        connection_.set_idle(site_.times.idle);
        const bool bare = has_no_body(response.status);
        connection_.write(head_of(response, headers, bare ? std::nullopt : std::optional(size)));
        if (is_head || bare || size == 0) return next();
        if (!response.pieces) {
            response.shared ? connection_.write(std::move(response.shared))
                            : connection_.write(std::move(response.body));
            return next();
        }
        pieces_ = std::move(response.pieces);
        sent_ = 0;
        state_ = State::Pieces;
    }

    static std::uint64_t size_of(const Response& response) {
        if (response.pieces) return response.pieces->size;
        return response.shared ? response.shared->size() : response.body.size();
    }

    // A problem tells which request it was about.
    void add_request_id(Response& response) const {
        const auto type = find_header(response.headers, "content-type");
        if (!exchange_ || type != "application/problem+json") return;
        response.body.insert(
            response.body.size() - 1,
            ",\"request_id\":" + boost::json::serialize(exchange_->call.request.id)
        );
        if (site_.shape_problem) site_.shape_problem(exchange_->call.request, response);
    }

    void read_piece() {
        if (is_working_) return;
        if (sent_ >= pieces_->size) return next();
        run([exchange = exchange_,
             pieces = *pieces_,
             from = sent_] { exchange->read_piece(pieces, from, kPiece); },
            [this] {
                // The length is told already: the peer can only learn by a short body.
                if (exchange_->piece.empty()) return connection_.close();
                sent_ += exchange_->piece.size();
                connection_.write(std::exchange(exchange_->piece, {}));
            });
    }

    // The request after this one, unless it was the last.
    void next() {
        pieces_.reset();
        std::string().swap(body_);  // who keeps still holds no memory
        received_ = 0;
        if (!keeps_) {
            exchange_.reset();
            return connection_.finish();
        }
        await_request();
        if (in_.empty() && has_ended_) return connection_.finish();
        if (in_.empty()) return;
        // Not from within: a thousand requests at once would be as many frames on the stack.
        connection_.mailbox()->post([this] { go_on(); });
    }

    // Before any of the body was asked for.
    void refuse_head(Response response) {
        const auto& request = exchange_->call.request;
        // Who waits to be asked for the body may go on; otherwise nobody knows where the next one begins.
        if (request.has_body && !is_small(request)) keeps_ = false;
        if (request.has_body && keeps_) {
            std::string unwanted;
            const auto used = reader_->take_body(in_, unwanted);
            if (!used.ok() || !reader_->is_done()) keeps_ = false;
            if (used.ok()) in_.erase(0, used.value());
        }
        state_ = State::Answer;
        write_response(std::move(response));
    }
    static bool is_small(const Request& request) { return request.length.value_or(kPiece) < 4096; }

    // In the middle of something: the rest of it is not looked at.
    void refuse(Response response) {
        keeps_ = false;
        in_.clear();
        state_ = State::Answer;
        connection_.set_deadline(std::nullopt);
        std::string().swap(body_);
        give_room_back();
        write_response(std::move(response));
    }

    void run(std::function<void()> work, std::function<void()> then) {
        run_stoppable(
            [work = std::move(work)](const std::stop_token&) { work(); }, std::move(then)
        );
    }
    void run_stoppable(
        std::function<void(const std::stop_token&)> work, std::function<void()> then
    ) {
        is_working_ = true;
        const auto pace = exchange_->route->pace;
        const bool started = connection_.run(pace, std::move(work), [this, then = std::move(then)] {
            is_working_ = false;
            then();
        });
        if (started) return;
        is_working_ = false;
        refuse(too_busy());
    }

    void tell(int status, std::uint64_t bytes) const {
        if (!site_.on_answered) return;
        static const Request nothing;
        const auto begun = exchange_ ? exchange_->begun : Clock::now();
        site_.on_answered(
            {.request = exchange_ ? exchange_->call.request : nothing,
             .route = exchange_ ? exchange_->route : nullptr,
             .who = exchange_ ? exchange_->call.who.name : "",
             .status = status,
             .bytes = bytes,
             .took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begun)}
        );
    }

    void tell_gone() {
        if (const auto gone = std::move(long_)) gone->gone();
        if (passing_ && !passing_->is_over()) {
            tell(passing_->status(), passing_->sent());
            passing_->gone();
        }
    }

    net::Connection& connection_;
    const Site& site_;
    State state_ = State::Head;
    std::string in_;  // not looked at yet
    std::optional<RequestReader> reader_;
    std::shared_ptr<Exchange> exchange_;  // none between requests
    std::string body_;                    // that nobody took yet
    std::uint64_t received_ = 0;
    std::uint64_t room_ = 0;  // that it holds of all connections' (BodyRoom)
    std::optional<Response::Pieces> pieces_;
    std::uint64_t sent_ = 0;
    std::shared_ptr<LongAnswer> long_;
    std::shared_ptr<LongAnswer> gone_;
    Visit visit_;
    std::uint64_t last_visit_ = 0;
    std::unique_ptr<Passing>
        passing_;        // of the request that somebody else answers, or answered last
    bool keeps_ = true;  // the connection, for another request
    bool is_working_ = false;
    bool has_ended_ = false;  // the peer writes no more
    bool is_upgraded_ = false;
    bool is_stopping_ = false;
};

}  // namespace

std::unique_ptr<net::Talk> make_http_talk(net::Connection& connection, const Site& site) {
    return std::make_unique<HttpTalk>(connection, site);
}

}  // namespace fovea::serve
