// What lives with the process, one for all sessions in it: the store, the gate for pictures, their
// variants, the network, workers and helper programs, the browser, local/ocr. What costs something to
// start is started when it is first asked for. Several threads may use it at once.
//
//     const auto machine = TRY(Machine::open(situation));
//     auto messages = TRY(ingest::read_messages_file(file, machine->intake(), stop));
//     auto delivered = delivery::deliver(…, machine->services(), …);
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/base/work_pool.hpp"
#include "fovea/context/variants.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/delivery/learnt_limits.hpp"
#include "fovea/delivery/stored_document.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/delivery/url_pictures.hpp"
#include "fovea/host/engines.hpp"
#include "fovea/host/lazy_browser.hpp"
#include "fovea/host/run_store.hpp"
#include "fovea/host/situation.hpp"
#include "fovea/host/unasked.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/mcp/server/calls.hpp"
#include "fovea/net/http/client.hpp"
#include "fovea/providers/server_memory.hpp"
#include "fovea/reading/answer/local_ocr.hpp"
#include "fovea/store/result_cache.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::host {

// What a command wants of the store: that it may fail to keep anything, or not.
// PicturesOnly: no session is ever named, so that sessions that are damaged are no reason to stop.
enum class StoreUse { AnswersOnly, KeepsSession, PicturesOnly };

void tell_on_stderr(const std::string& notice);

class Machine {
public:
    // StoreError where what is to be kept cannot be; otherwise the run goes on without, and `tell` hears
    // why: by default, whoever reads stderr. Borrows the situation.
    using Tell = std::function<void(const std::string& notice)>;
    static Result<std::unique_ptr<Machine>> open(
        const Situation& situation,
        StoreUse use = StoreUse::AnswersOnly,
        const Tell& tell = tell_on_stderr
    );

    store::SessionStore& sessions() { return *store_->sessions; }
    store::BlobStore& blobs() { return *store_->blobs; }
    context::KeptVariants& variants() { return *variants_; }
    // Whether what a run does is there for the next one.
    bool is_kept() const { return situation_.keeping == Keeping::Kept && !run_store_.not_kept(); }
    // Where what belongs to the run lies; see run_store.hpp.
    const std::filesystem::path& run_folder() const { return run_store_.run_folder(); }
    // Of a cache of results, for this run.
    store::ResultCache::Settings cache_settings() const;

    ingest::Intake intake();
    delivery::Services services();
    delivery::DocumentServices documents();  // pages and frames
    Result<reading::PictureReader*> local_ocr();
    // For the calls of all MCP clients together.
    mcp::CallThreads call_threads() { return {pool_, heart_}; }
    Result<browser::Shot> shoot(const browser::ShotRequest& request, const std::stop_token& stop);

    // Pictures behind addresses, for models that open none. What a session saw once it sees again,
    // whatever is behind the address now; other addresses are fetched.
    delivery::TakeUrl take_url();
    // Only those that the session saw before: nobody is asked. FileNotFound for others.
    delivery::TakeUrl recall_url(Unasked& unasked);
    delivery::Picturing picturing(const delivery::Target& target);

    // How alike two stored pictures are, and where they differ.
    Result<media::Compared> compare(
        const content::ImageBlock& first,
        const content::ImageBlock& second,
        const std::stop_token& stop
    );

    // What servers say of their models; what they said before, where nobody is asked.
    delivery::ServerSays server_says(std::stop_token stop);
    delivery::ServerSays recall_server(Unasked& unasked);

private:
    explicit Machine(const Situation& situation);
    Result<void> open_store(StoreUse use, const Tell& tell);
    Result<content::ImageBlock> recall(
        const content::BlobRef& seen, const std::string& url, const std::stop_token& stop
    );

    const Situation& situation_;
    RunStore run_store_;
    Engines engines_;
    store::ResultCache known_;
    ingest::Gate gate_;
    net::HttpClient client_;
    LazyBrowser browser_;
    store::Store* store_ = nullptr;
    std::unique_ptr<context::KeptVariants> variants_;
    std::optional<delivery::LearntLimits> learnt_;
    std::mutex local_mutex_;  // guards local_
    std::unique_ptr<reading::LocalOcr> local_;
    // Nothing of them runs before somebody calls.
    WorkPool pool_{{.threads = 32}};
    mcp::Heart heart_{std::chrono::seconds(1)};
};

}  // namespace fovea::host
