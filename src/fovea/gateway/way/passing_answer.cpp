// What a server says to a request that passes: on to the client as it comes, kept, or mended where it is a refusal.
#include "fovea/base/ascii.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/delivery/cost.hpp"
#include "fovea/gateway/way/passing.hpp"
#include "fovea/gateway/way/refusals.hpp"
#include "fovea/gateway/way/whole_answer.hpp"
#include "fovea/gateway/way/wire_head.hpp"
#include "fovea/providers/ask_again.hpp"
#include "fovea/store/timestamp.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

constexpr std::size_t kMaxUnwritten =
    1u << 20;  // for a client that reads slowly; then the server waits
constexpr std::size_t kMaxRefusal = 1u << 20;  // of an answer that is read to heal it

}  // namespace

void Passing::upstream_head(net::ResponseHead head) {
    record_.status = head.status;
    head_ = std::move(head);
    if (const auto where = redirects_to(); !where.empty()) {
        return refuse(
            {502,
             way_->target.provider + " redirects, to " + where + ": its base_url leads elsewhere"}
        );
    }
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

// Programs follow it and take their token along: nobody is sent elsewhere. Empty: it does not.
std::string Passing::redirects_to() const {
    if (of_ != Of::Models || head_.status < 300 || head_.status >= 400) return {};
    return printable(net::find_header(head_.headers, "location").value_or("nowhere"));
}

bool Passing::is_web_page() const {
    const auto type = net::find_header(head_.headers, "content-type").value_or("");
    return of_ == Of::Models && head_.status < 300 && lowered(type).starts_with("text/html");
}

void Passing::begin_answer() {
    is_begun_ = true;
    body_.let_go();
    auto headers = head_to_client(head_);
    begin_keeping(head_.status, headers);
    headers.emplace_back("x-fovea-way", record_.way);
    headers.emplace_back("x-fovea-model", record_.model);
    if (record_.retries > 0) {
        headers.emplace_back("x-fovea-retries", std::to_string(record_.retries));
    }
    client_->begin(head_.status, std::move(headers), head_.length);
}

void Passing::upstream_body(std::string_view bytes) {
    if (state_ == State::Refused) {
        refusal_.append(bytes);
        if (refusal_.size() > kMaxRefusal) pass_refusal();
        return;
    }
    tap_.feed(bytes);
    keep(bytes);
    record_.bytes_out += bytes.size();
    client_->write(std::string(bytes));
    if (client_->unwritten() > kMaxUnwritten) server_->pause();
}

void Passing::upstream_done() {
    if (state_ == State::Refused) return mend();
    keep_whole();
    if (of_ == Of::Models) spend();
    finish_record();
    server_.reset();
    std::exchange(client_, nullptr)->end();
}

void Passing::upstream_failed(net::HttpFailure failure) {
    const bool was_reused = server_ && server_->was_reused();
    server_.reset();
    if (is_begun_) {
        record_.error = failure.message;
        if (of_ == Of::Models) spend();
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
    const bool is_late = failure.kind == net::HttpFailure::Kind::Timeout;
    refuse({is_late ? 504 : 502, way_->target.provider + " cannot be reached: " + failure.message});
}

void Passing::upstream_drained() {
    if (client_ != nullptr) client_->resume();
}

void Passing::spend() {
    record_.usage = tap_.usage();
    const auto cost = delivery::cost_of(record_.usage, way_->target, store::system_now());
    record_.cost_usd = cost.usd;
    record_.is_priced = cost.is_known;
    core_.budgets().spend(
        record_.token, record_.model, record_.usage, cost.usd, std::chrono::system_clock::now()
    );
}

// ---- refused

// Whether a turn could do better with the same request, or the server a little later. It may have said no before it
// heard all.
bool Passing::may_mend(int status) const {
    return of_ == Of::Models && body_.is_whole() && may_be_mended(status, scanner_.found());
}

void Passing::mend() {
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

void Passing::pass_refusal() {
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

// What names no model may have been done before the connection broke.
std::optional<std::chrono::milliseconds> Passing::wait_after(const net::HttpFailure& failure
) const {
    using Kind = net::HttpFailure::Kind;
    const bool is_unheard = failure.kind == Kind::Connect;
    const bool is_asked = failure.kind == Kind::Interrupted && of_ == Of::Models;
    if (!body_.is_whole() || !(is_unheard || is_asked)) return std::nullopt;
    return net::retry_after_failure(kPassedRetries, record_.retries, failure, providers::chance());
}

void Passing::ask_again(std::chrono::milliseconds wait, const std::string& why) {
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

void Passing::has_waited() {
    if (is_over() || state_ != State::Waiting) return;
    if (!body_.is_whole()) return refuse_too_many();
    of_ == Of::Models ? call_or_gather() : call();
}

// ---- answers that are kept

// Whether the very same was answered before.
bool Passing::find_kept() {
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
    headers.emplace_back("x-fovea-model", way_->target.name);
    auto* const client = std::exchange(client_, nullptr);
    client->begin(kept->status, std::move(headers), kept->body.size());
    client->write(kept->body);
    client->end();
    return true;
}

void Passing::begin_keeping(int status, const Headers& headers) {
    if (status != 200) key_.reset();
    if (!key_) return;
    kept_ = {.status = status};
    // What is told of this one answer is not true of those that repeat it.
    for (const auto& header : headers) {
        if (!header.first.starts_with("x-fovea-")) kept_.headers.push_back(header);
    }
}

void Passing::keep(std::string_view bytes) {
    if (key_ && kept_.body.size() <= AnswerCache::kMaxAnswer) kept_.body.append(bytes);
}

void Passing::keep_whole() {
    if (!key_) return;
    const auto is_type = [](const auto& header) { return header.first == "content-type"; };
    const auto type = std::ranges::find_if(kept_.headers, is_type);
    const bool is_told = type != kept_.headers.end();
    if (is_whole_answer(dialect_, is_told ? std::string_view(type->second) : "", kept_.body)) {
        core_.answers().put(*key_, std::move(kept_));
    }
}

}  // namespace fovea::gateway
