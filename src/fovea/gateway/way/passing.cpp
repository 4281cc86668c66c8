#include "fovea/gateway/way/passing.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/gateway/inbound/read_request.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/gateway/way/verdict.hpp"
#include "fovea/gateway/way/wire_head.hpp"

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

constexpr std::size_t kMaxUnwritten =
    1u << 20;  // for a side that reads slowly; then the other one waits

}  // namespace

Passing::Passing(
    Core& core, Dialect dialect, Asked asked, std::string path_end, Client& client, Of of
)
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

// ---- from the client

void Passing::take(std::string_view bytes) {
    if (is_over()) return;
    if (!is_admitted_ && !admit()) return;
    record_.bytes_in += bytes.size();
    if (record_.bytes_in > most_bytes() && !is_begun_) return refuse_too_large();
    const auto piece = body_.add(bytes);
    if (of_ == Of::Models || is_json()) scanner_.feed(bytes);
    if (state_ == State::Undecided) return decide();
    if (state_ != State::Passing) return;
    if (of_ == Of::Models && !is_begun_) {
        if (const auto why = judge(); !why.empty()) return gather(why);
    }
    server_->write(piece);
    if (server_->unwritten() > kMaxUnwritten) client_->pause();
}

void Passing::finished() {
    if (is_over()) return;
    if (!is_admitted_ && !admit()) return;
    is_whole_ = true;
    if (state_ == State::Undecided) return decide();
    if (state_ == State::Passing) return end_request();
    if (state_ == State::Gathering) begin_turn();
}

void Passing::drained() {
    if (server_) server_->resume();
    if (turn_) turn_->has_room();
}

void Passing::gone() {
    if (is_over()) return;
    client_ = nullptr;
    record_.error = "the client left";
    if (is_begun_ && record_.way == "pass" && of_ == Of::Models) spend();  // as far as it was told
    finish_record();
    server_.reset();
    if (turn_) turn_->leave();
}

// ---- deciding

bool Passing::admit() {
    is_admitted_ = true;
    const auto refusal = core_.budgets().refuse(
        asked_.token, {asked_.usd_per_day, asked_.requests_per_minute}, record_.begun
    );
    if (refusal) {
        refuse({429, refusal->why, "rate_limit_error", refusal->wait});
        return false;
    }
    // Nobody has to send all of it to hear that.
    if (asked_.length.value_or(0) <= most_bytes()) return true;
    refuse_too_large();
    return false;
}

void Passing::decide() {
    const auto& found = scanner_.found();
    if (const auto coding = packed_as(); !coding.empty()) {
        return refuse(
            {415, "content-encoding " + coding + " is not read here", "invalid_request_error"}
        );
    }
    // What comes in chunks goes on with its length: it is waited for.
    if (asked_.has_body && !asked_.length && !is_whole_) return;
    if (of_ == Of::Others) {
        if (is_json() && !found.model && !found.is_odd && !is_whole_) return;  // it may name one
        return look_up([](Passing& self) {
            const auto& target = self.asked_.target;
            return self.core_.ways().other(
                self.dialect_, target.substr(0, target.find('?')), self.scanner_.found().model_name
            );
        });
    }
    if (found.is_odd) return gather("the body is not what its API says");
    if (!found.model) {
        if (!is_whole_) return;
        const auto why = why_no_model(body_.text());
        if (why.empty()) return gather("the model is named by an escaped key");
        return refuse({400, why, "invalid_request_error"});
    }
    record_.asked_model = found.model_name;
    way_ = core_.ways().known(dialect_, found.model_name);
    if (way_) return go();
    // What a model can do may have to be asked of its server.
    look_up([name = found.model_name](Passing& self) {
        return self.core_.ways().find(self.dialect_, name, {});
    });
}

void Passing::look_up(std::function<Result<WayRef>(Passing&)> find) {
    state_ = State::Asking;
    const auto added = core_.lookups().add([self = shared_from_this(), find = std::move(find)] {
        auto way = find(*self);
        self->mailbox_->post([self, way = std::move(way)] { self->has_found(way); });
    });
    if (!added) refuse({503, "too much is asked at once: try again", "overloaded_error"});
}

void Passing::has_found(const Result<WayRef>& way) {
    if (is_over() || state_ != State::Asking) return;
    state_ = State::Undecided;
    if (!way.ok()) return refuse(way_error(way.error()));
    way_ = way.value();
    go();
}

void Passing::go() {
    record_.model = way_->target.name;
    if (!body_.is_whole()) return refuse_too_many();
    if (of_ == Of::Others) return call();
    if (core_.settings().gateway.cache) {
        if (!is_whole_) return;  // the next piece comes here again
        if (find_kept()) return;
    }
    if (!way_->is_spoken) return gather("its server speaks another dialect");
    if (way_->has_proxy) return gather("its server is behind a proxy");
    call_or_gather();
}

void Passing::call_or_gather() {
    if (const auto why = judge(); !why.empty()) return gather(why);
    call();
}

std::string Passing::judge() {
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

bool Passing::is_json() const {
    const auto is_type = [](const auto& header) { return header.first == "content-type"; };
    const auto type = std::ranges::find_if(asked_.headers, is_type);
    return type != asked_.headers.end() && type->second.find("json") != std::string::npos;
}

// A body that nobody here can look into; empty: it is as it says.
std::string Passing::packed_as() const {
    for (const auto& [name, value] : asked_.headers) {
        const bool is_packed = name == "content-encoding" && lowered(value) != "identity";
        if (of_ == Of::Models && is_packed) return value.substr(0, 40);
    }
    return {};
}

// ---- passing

void Passing::call() {
    state_ = State::Passing;
    ++tries_;
    const auto& found = scanner_.found();
    const auto& name = way_->target.model;
    auto length = asked_.length.value_or(body_.size());
    if (way_->is_renamed) length += name.size() - (found.model->end - found.model->begin);
    body_size_ = length;
    record_.spoken = way_->target.kind;
    const auto keys = core_.settings().gateway.forward_keys ? Keys::Theirs : Keys::Ours;
    server_ = net::call_upstream(
        loop_,
        core_.upstream(),
        {way_->origin, head_to_server(asked_, *way_, path_end_, {length, !asked_.has_body}, keys)},
        *this
    );
    record_.way = "pass";
    std::uint64_t at = 0;
    for (const auto& piece : body_.pieces()) {
        at += piece->size();
        server_->write(way_->is_renamed ? renamed(*piece, at - piece->size()) : piece);
    }
    if (is_whole_) end_request();
}

void Passing::end_request() {
    ++record_.requests_sent;
    record_.bytes_sent += body_size_;
    server_->request_done();
}

// The name stands whole in what is held: nothing was sent before it was seen.
HeldBody::Piece Passing::renamed(const std::string& piece, std::uint64_t begin) const {
    const auto span = *scanner_.found().model;
    const auto end = begin + piece.size();
    if (end <= span.begin || begin >= span.end) return std::make_shared<const std::string>(piece);
    std::string text;
    if (span.begin >= begin) text = piece.substr(0, span.begin - begin) + way_->target.model;
    if (span.end < end) text += piece.substr(span.end - begin);
    return std::make_shared<const std::string>(std::move(text));
}

// ---- a turn

void Passing::gather(const std::string& why) {
    server_.reset();  // it never heard the end of the request
    record_.why = why;
    state_before_ = state_;
    state_ = State::Gathering;
    if (!body_.is_whole()) return refuse_too_many();
    if (client_ != nullptr) client_->resume();
    if (is_whole_) begin_turn();
}

void Passing::begin_turn() {
    if (!body_.is_whole()) return refuse_too_many();
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
    job->held = body_.hand_over();
    if (state_before_ == State::Refused) {
        job->refusal = PassedRefusal{
            .status = head_.status, .headers = head_.headers, .body = std::move(refusal_)};
    }
    const auto added = core_.turns().add([&core = core_, job, record = record_, pipe = turn_] {
        core.run_turn(*job, record, *pipe, pipe->token());
    });
    if (added) return;
    turn_.reset();
    refuse({503, "too much is asked at once: try again", "overloaded_error"});
}

void Passing::begin_turned(int status, Headers headers) {
    if (is_over()) return;
    is_begun_ = true;
    begin_keeping(status, headers);
    client_->begin(status, std::move(headers), std::nullopt);
}

void Passing::write_turned(std::string bytes) {
    if (is_over()) return;
    keep(bytes);
    client_->write(std::move(bytes));
    if (client_->unwritten() == 0) turn_->has_room();
}

void Passing::end_turned() {
    turn_.reset();
    if (is_over()) return;
    keep_whole();
    std::exchange(client_, nullptr)->end();
}

void Passing::break_turned() {
    turn_.reset();
    if (!is_over()) std::exchange(client_, nullptr)->abort();
}

// ---- the end

std::uint64_t Passing::most_bytes() const {
    return static_cast<std::uint64_t>(core_.settings().gateway.max_body_bytes);
}

void Passing::refuse_too_large() {
    refuse({413, "the request is larger than gateway.max_body_bytes"});
}

void Passing::refuse_too_many() {
    refuse({503, "too many large requests at once: try again", "overloaded_error"});
}

void Passing::refuse(const ApiError& error) {
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

void Passing::finish_record() {
    if (record_.way == "turn" && turn_) return;  // it writes its own
    record_.images = scanner_.found().images;
    record_.took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now() - record_.begun
    );
    core_.records().add(std::move(record_));
    record_ = {};
}

}  // namespace fovea::gateway
