#include "fovea/gateway/way/passage.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/delivery/cost.hpp"
#include "fovea/gateway/inbound/read_request.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/gateway/way/refusals.hpp"
#include "fovea/gateway/way/turn_pipe.hpp"
#include "fovea/gateway/way/usage_tap.hpp"
#include "fovea/gateway/way/verdict.hpp"
#include "fovea/gateway/way/wire_head.hpp"
#include "fovea/providers/ask_again.hpp"
#include "fovea/store/timestamp.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxUnwritten =
    1u << 20;  // for a side that reads slowly; then the other one waits
constexpr std::size_t kMaxRefusal = 1u << 20;  // of an answer that is read to heal it

class Passage final : public Exchange,
                      public net::UpstreamListener,
                      public TurnListener,
                      public std::enable_shared_from_this<Passage> {
public:
    // What it asks for: a model, or a route of the server that has none.
    enum class Of : std::uint8_t { Models, Others };

    Passage(Core& core, Dialect dialect, Asked asked, std::string path_end, Client& client, Of of)
        : of_(of),
          core_(core),
          dialect_(dialect),
          asked_(std::move(asked)),
          path_end_(std::move(path_end)),
          client_(&client),
          mailbox_(client.mailbox()),
          loop_(client.loop()),
          body_(core.hold()) {
        record_.id = asked_.id;
        record_.token = asked_.token;
        record_.begun = std::chrono::system_clock::now();
        record_.dialect = name_of(dialect);
    }
    ~Passage() override { gone(); }

    // ---- from the client

    void take(std::string_view bytes) override {
        if (is_over()) return;
        if (!is_admitted_ && !admit()) return;
        record_.bytes_in += bytes.size();
        if (record_.bytes_in >
            static_cast<std::uint64_t>(core_.settings().gateway.max_body_bytes)) {
            return refuse({413, "the request is larger than gateway.max_body_bytes"});
        }
        const auto piece = body_.add(bytes);
        if (of_ == Of::Models || is_json()) scanner_.feed(bytes);
        if (state_ == State::Undecided) return decide();
        if (state_ != State::Passing) return;
        if (of_ == Of::Models) {
            if (const auto why = judge(); !why.empty()) return gather(why);
        }
        server_->write(piece);
        if (server_->unwritten() > kMaxUnwritten) client_->pause();
    }

    void finished() override {
        if (is_over()) return;
        if (!is_admitted_ && !admit()) return;
        is_whole_ = true;
        if (state_ == State::Undecided) return decide();
        if (state_ == State::Passing) return server_->request_done();
        if (state_ == State::Gathering) begin_turn();
    }

    void drained() override {
        if (server_) server_->resume();
        if (turn_) turn_->has_room();
    }

    void gone() override {
        if (is_over()) return;
        client_ = nullptr;
        record_.error = "the client left";
        finish_record();
        server_.reset();
        if (turn_) turn_->leave();
    }

    // ---- from the server

    void upstream_head(net::ResponseHead head) override {
        record_.status = head.status;
        head_ = std::move(head);
        if (is_web_page()) {
            return refuse(
                {502,
                 "a web page answered at " + way_->origin.text() + way_->path +
                     " instead of a model: its provider's base_url may lead elsewhere"}
            );
        }
        if (head_.status == 401 && core_.settings().gateway.forward_keys && !brings_key(asked_)) {
            return refuse({401, std::string(kKeyIsWanted), "authentication_error"});
        }
        // Errors are read before they go on, for what could be done about them and for keys that they repeat.
        if (head_.status >= 400) {
            for (auto& [name, value] : head_.headers) hide_keys(value, *way_);
            state_ = State::Refused;
            return;
        }
        begin_answer();
    }

    void upstream_body(std::string_view bytes) override {
        if (state_ == State::Refused) {
            refusal_.append(bytes);
            if (refusal_.size() > kMaxRefusal) pass_refusal();
            return;
        }
        tap_.feed(bytes);
        if (key_ && kept_.body.size() <= AnswerCache::kMaxAnswer) kept_.body.append(bytes);
        record_.bytes_out += bytes.size();
        client_->write(std::string(bytes));
        if (client_->unwritten() > kMaxUnwritten) server_->pause();
    }

    void upstream_done() override {
        if (state_ == State::Refused) return mend();
        if (key_) core_.answers().put(*key_, std::move(kept_));
        if (of_ == Of::Models) spend();
        finish_record();
        server_.reset();
        std::exchange(client_, nullptr)->end();
    }

    void upstream_failed(net::HttpFailure failure) override {
        const bool was_reused = server_ && server_->was_reused();
        server_.reset();
        if (is_begun_) {
            record_.error = failure.message;
            finish_record();
            return std::exchange(client_, nullptr)->abort();
        }
        // A server closes connections that it thinks unused at the very moment that they are used.
        if (was_reused && failure.before_first_byte && body_.is_whole() && tries_ < 3) {
            return call();
        }
        if (of_ == Of::Models && has_other_routes() && body_.is_whole()) {
            return gather(failure.message);
        }
        if (const auto wait = wait_after(failure)) return ask_again(*wait, failure.message);
        refuse({502, way_->target.provider + " cannot be reached: " + failure.message});
    }

    void upstream_drained() override {
        if (client_ != nullptr) client_->resume();
    }

    // ---- from the turn

    void begin_turned(int status, Headers headers) override {
        if (is_over()) return;
        is_begun_ = true;
        client_->begin(status, std::move(headers), std::nullopt);
    }
    void write_turned(std::string bytes) override {
        if (is_over()) return;
        client_->write(std::move(bytes));
        if (client_->unwritten() == 0) turn_->has_room();
    }
    void end_turned() override {
        turn_.reset();
        if (!is_over()) std::exchange(client_, nullptr)->end();
    }
    void break_turned() override {
        turn_.reset();
        if (!is_over()) std::exchange(client_, nullptr)->abort();
    }

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

    bool admit() {
        is_admitted_ = true;
        const auto refusal = core_.budgets().refuse(
            asked_.token, {asked_.usd_per_day, asked_.requests_per_minute}, record_.begun
        );
        if (!refusal) return true;
        refuse({429, refusal->why, "rate_limit_error", refusal->wait});
        return false;
    }

    void decide() {
        const auto& found = scanner_.found();
        if (const auto coding = packed_as(); !coding.empty()) {
            return refuse(
                {415, "content-encoding " + coding + " is not read here", "invalid_request_error"}
            );
        }
        // What comes in chunks goes on with its length: it is waited for.
        if (asked_.has_body && !asked_.length && !is_whole_) return;
        if (of_ == Of::Others) {
            const bool may_name_one = is_json() && !found.model && !found.is_odd && !is_whole_;
            return may_name_one ? void() : find_other();
        }
        if (found.is_odd) return gather("the body is not what its API says");
        if (!found.model) {
            if (is_whole_) refuse({400, why_no_model(body_.text()), "invalid_request_error"});
            return;
        }
        record_.asked_model = found.model_name;
        way_ = core_.ways().known(dialect_, found.model_name);
        if (way_) return go();
        // What a model can do may have to be asked of its server.
        state_ = State::Asking;
        const auto added =
            core_.lookups().add([self = shared_from_this(), name = found.model_name] {
                auto way = self->core_.ways().find(self->dialect_, name, {});
                self->mailbox_->post([self, way = std::move(way)] { self->has_found(way); });
            });
        if (!added) refuse({503, "too much is asked at once: try again", "overloaded_error"});
    }

    bool is_json() const {
        const auto is_type = [](const auto& header) { return header.first == "content-type"; };
        const auto type = std::ranges::find_if(asked_.headers, is_type);
        return type != asked_.headers.end() && type->second.find("json") != std::string::npos;
    }

    // A body that nobody here can look into; empty: it is as it says.
    std::string packed_as() const {
        for (const auto& [name, value] : asked_.headers) {
            const bool is_packed = name == "content-encoding" && lowered(value) != "identity";
            if (of_ == Of::Models && is_packed) return value.substr(0, 40);
        }
        return {};
    }

    void find_other() {
        state_ = State::Asking;
        const auto added = core_.lookups().add([self = shared_from_this()] {
            const auto& target = self->asked_.target;
            auto way = self->core_.ways().other(
                self->dialect_,
                target.substr(0, target.find('?')),
                self->scanner_.found().model_name
            );
            self->mailbox_->post([self, way = std::move(way)] { self->has_found(way); });
        });
        if (!added) refuse({503, "too much is asked at once: try again", "overloaded_error"});
    }

    void has_found(const Result<WayRef>& way) {
        if (is_over() || state_ != State::Asking) return;
        state_ = State::Undecided;
        if (!way.ok()) {
            return refuse(way_error(way.error()));
        }
        way_ = way.value();
        go();
    }

    void go() {
        record_.model = way_->target.name;
        if (!body_.is_whole()) {
            return refuse({503, "too many large requests at once: try again", "overloaded_error"});
        }
        if (of_ == Of::Others) return call();
        if (core_.settings().gateway.cache) {
            if (!is_whole_) return;  // the next piece comes here again
            if (find_kept()) return;
        }
        if (!way_->is_spoken) return gather("its server speaks another dialect");
        if (way_->has_proxy) return gather("its server is behind a proxy");
        call_or_gather();
    }

    void call_or_gather() {
        if (const auto why = judge(); !why.empty()) return gather(why);
        call();
    }

    // Whether the very same was answered before.
    bool find_kept() {
        if (!scanner_.found().is_cold) return false;
        key_ = AnswerCache::key_of(asked_.token, way_->target.name, asked_.target, body_.text());
        const auto kept = core_.answers().find(*key_);
        if (!kept) return false;
        record_.way = "cache";
        record_.status = kept->status;
        record_.bytes_out = kept->body.size();
        finish_record();
        body_.let_go();
        auto headers = kept->headers;
        headers.emplace_back("x-fovea-way", "cache");
        auto* const client = std::exchange(client_, nullptr);
        client->begin(kept->status, std::move(headers), kept->body.size());
        client->write(kept->body);
        client->end();
        return true;
    }

    // Why it cannot go on as it is; empty: so far it can.
    std::string judge() {
        const auto& found = scanner_.found();
        return why_not(
            {.found = found,
             .target = way_->target,
             .body = body_,
             .files_judged = files_judged_,
             .may_be_refused = [this](const HeldBase64& picture
                               ) { return core_.may_be_refused(way_->target.endpoint(), picture); },
             .describes_always = core_.settings().vision.mode == "always",
             .ages = core_.settings().gateway.aging != "off"}
        );
    }

    // ---- passing

    void call() {
        state_ = State::Passing;
        ++tries_;
        const auto& found = scanner_.found();
        const auto& name = way_->target.model;
        auto length = asked_.length.value_or(body_.size());
        if (way_->is_renamed) length += name.size() - (found.model->end - found.model->begin);
        const auto keys = core_.settings().gateway.forward_keys ? Keys::Theirs : Keys::Ours;
        server_ = net::call_upstream(
            loop_,
            core_.upstream(),
            {way_->origin,
             head_to_server(asked_, *way_, path_end_, {length, !asked_.has_body}, keys)},
            *this
        );
        record_.way = "pass";
        std::uint64_t at = 0;
        for (const auto& piece : body_.pieces()) {
            at += piece->size();
            server_->write(way_->is_renamed ? renamed(*piece, at - piece->size()) : piece);
        }
        if (is_whole_) server_->request_done();
    }

    // The name stands whole in what is held: nothing was sent before it was seen.
    HeldBody::Piece renamed(const std::string& piece, std::uint64_t begin) const {
        const auto span = *scanner_.found().model;
        const auto end = begin + piece.size();
        if (end <= span.begin || begin >= span.end)
            return std::make_shared<const std::string>(piece);
        std::string text;
        if (span.begin >= begin) text = piece.substr(0, span.begin - begin) + way_->target.model;
        if (span.end < end) text += piece.substr(span.end - begin);
        return std::make_shared<const std::string>(std::move(text));
    }

    bool is_web_page() const {
        const auto type = net::find_header(head_.headers, "content-type").value_or("");
        return of_ == Of::Models && head_.status < 300 && lowered(type).starts_with("text/html");
    }

    void begin_answer() {
        is_begun_ = true;
        body_.let_go();
        auto headers = head_to_client(head_);
        if (head_.status != 200) key_.reset();
        if (key_) kept_ = {.status = head_.status, .headers = headers};
        headers.emplace_back("x-fovea-way", record_.way);
        headers.emplace_back("x-fovea-model", record_.model);
        if (record_.retries > 0) {
            headers.emplace_back("x-fovea-retries", std::to_string(record_.retries));
        }
        client_->begin(head_.status, std::move(headers), head_.length);
    }

    // ---- refused

    bool has_other_routes() const { return !core_.settings().routing.fallback.empty(); }

    // Whether a turn could do better with the same request, or the server a little later.
    bool may_mend(int status) const {
        return of_ == Of::Models && body_.is_whole() && is_whole_ &&
               may_be_mended(status, scanner_.found());
    }

    void mend() {
        server_.reset();
        if (!may_mend(head_.status)) return pass_refusal();
        const auto remedy = remedy_for(
            {.kind = way_->target.kind,
             .head = head_,
             .said = refusal_,
             .found = scanner_.found(),
             .has_other_routes = has_other_routes(),
             .retries = record_.retries,
             .dice = providers::chance()}
        );
        const auto why = "refused with " + std::to_string(head_.status);
        if (remedy.is_turn) return gather(why);
        if (remedy.wait) return ask_again(*remedy.wait, way_->target.name + " " + why);
        pass_refusal();
    }

    // What names no model may have been done before the connection broke.
    std::optional<std::chrono::milliseconds> wait_after(const net::HttpFailure& failure) const {
        using Kind = net::HttpFailure::Kind;
        const bool is_unheard = failure.kind == Kind::Connect;
        const bool is_asked = failure.kind == Kind::Interrupted && of_ == Of::Models;
        if (!body_.is_whole() || !(is_unheard || is_asked)) return std::nullopt;
        return net::retry_after_failure(
            kPassedRetries, record_.retries, failure, providers::chance()
        );
    }

    void ask_again(std::chrono::milliseconds wait, const std::string& why) {
        state_ = State::Waiting;
        refusal_.clear();
        ++record_.retries;
        spdlog::info("gateway request {}: {}: asked again in {} ms", record_.id, why, wait.count());
        client_->resume();
        core_.timers().after(wait, [weak = weak_from_this(), mailbox = mailbox_] {
            mailbox->post([weak] {
                if (const auto self = weak.lock()) self->has_waited();
            });
        });
    }

    void has_waited() {
        if (is_over() || state_ != State::Waiting) return;
        if (!body_.is_whole()) {
            return refuse({503, "too many large requests at once: try again", "overloaded_error"});
        }
        of_ == Of::Models ? call_or_gather() : call();
    }

    void pass_refusal() {
        state_ = State::Passing;
        begin_answer();
        auto text = std::exchange(refusal_, {});
        hide_keys(text, *way_);
        record_.bytes_out += text.size();
        client_->write(text);
        if (!server_) {
            finish_record();
            std::exchange(client_, nullptr)->end();
        }
    }

    // ---- a turn

    void gather(const std::string& why) {
        server_.reset();  // it never heard the end of the request
        record_.why = why;
        state_before_ = state_;
        state_ = State::Gathering;
        if (!body_.is_whole()) {
            return refuse({503, "too many large requests at once: try again", "overloaded_error"});
        }
        if (client_ != nullptr) client_->resume();
        if (is_whole_) begin_turn();
    }

    void begin_turn() {
        if (!body_.is_whole()) {
            return refuse({503, "too many large requests at once: try again", "overloaded_error"});
        }
        state_ = State::Turning;
        record_.way = "turn";
        record_.status = 0;
        record_.images = scanner_.found().images;
        turn_ = std::make_shared<TurnPipe>(weak_from_this(), mailbox_);
        auto job = std::make_shared<TurnJob>(TurnJob{
            .dialect = dialect_,
            .asked = asked_,
            .path_end = path_end_,
            .body = body_.text(),
            .why = record_.why,
            .has_hidden = scanner_.found().has_hidden});
        if (state_before_ == State::Refused) {
            job->refusal = PassedRefusal{
                .status = head_.status, .headers = head_.headers, .body = std::move(refusal_)};
        }
        body_.let_go();
        const auto added = core_.turns().add([&core = core_, job, record = record_, pipe = turn_] {
            core.run_turn(*job, record, *pipe, pipe->token());
        });
        if (added) return;
        turn_.reset();
        refuse({503, "too much is asked at once: try again", "overloaded_error"});
    }

    // ---- the end

    void refuse(const ApiError& error) {
        server_.reset();
        record_.status = error.status;
        record_.error = error.message;
        const auto record_way = record_.way;
        finish_record();
        auto* const client = std::exchange(client_, nullptr);
        const auto body = error_body(dialect_, error);
        Headers headers{{"content-type", "application/json"}};
        if (!record_way.empty()) headers.emplace_back("x-fovea-way", record_way);
        if (way_) headers.emplace_back("x-fovea-model", way_->target.name);
        if (error.retry_after) {
            headers.emplace_back("retry-after", std::to_string(error.retry_after->count()));
        }
        client->begin(error.status, std::move(headers), body.size());
        client->write(body);
        client->end();
    }

    void spend() {
        record_.usage = tap_.usage();
        const auto cost = delivery::cost_of(record_.usage, way_->target, store::system_now());
        record_.cost_usd = cost.usd;
        record_.is_priced = cost.is_known;
        core_.budgets().spend(
            record_.token, record_.model, record_.usage, cost.usd, std::chrono::system_clock::now()
        );
    }

    void finish_record() {
        if (record_.way == "turn" && turn_) return;  // it writes its own
        record_.images = scanner_.found().images;
        record_.took = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::system_clock::now() - record_.begun
        );
        core_.records().add(std::move(record_));
        record_ = {};
    }

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

}  // namespace

std::shared_ptr<Exchange> make_passage(
    Core& core, Dialect dialect, Asked asked, std::string path_end, Client& client
) {
    return std::make_shared<Passage>(
        core, dialect, std::move(asked), std::move(path_end), client, Passage::Of::Models
    );
}

std::shared_ptr<Exchange> make_other_passage(Core& core, Asked asked, Client& client) {
    const bool is_anthropic = std::ranges::any_of(asked.headers, [](const auto& header) {
        return header.first == "anthropic-version";
    });
    const auto query = asked.target.find('?');
    auto path_end = query == std::string::npos ? std::string() : asked.target.substr(query);
    return std::make_shared<Passage>(
        core,
        is_anthropic ? Dialect::Anthropic : Dialect::OpenaiChat,
        std::move(asked),
        std::move(path_end),
        client,
        Passage::Of::Others
    );
}

}  // namespace fovea::gateway
