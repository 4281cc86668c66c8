#include "fovea/store/sqlite/connection.hpp"

#include <sqlite3.h>
#include <system_error>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace fovea::store::sqlite {
namespace {

// SQLITE_TRANSIENT ("copy it") without its C cast.
// NOLINTNEXTLINE(performance-no-int-to-ptr): SQLite's own sentinel
const auto kCopy = reinterpret_cast<sqlite3_destructor_type>(std::intptr_t{-1});

// Its journal's index cannot be made either on a full disk, which is then an error of input and output.
bool is_disk_full(sqlite3* db, int code) {
    if ((code & 0xFF) == SQLITE_FULL || code == SQLITE_IOERR_SHMSIZE) return true;
    const int why = db == nullptr ? 0 : sqlite3_system_errno(db);
    return (code & 0xFF) == SQLITE_IOERR && (why == ENOSPC || why == EDQUOT);
}

Error error_of(sqlite3* db, int code, const Work* work = nullptr) {
    if (work != nullptr && work->call != nullptr &&
        ((code & 0xFF) == SQLITE_INTERRUPT || (code & 0xFF) == SQLITE_BUSY)) {
        const auto over = work->call->check();
        if (!over.ok()) return over.error();
    }
    const std::string words = db != nullptr ? sqlite3_errmsg(db) : sqlite3_errstr(code);
    if (is_disk_full(db, code)) {
        return {
            ErrorCode::StoreError,
            "the disk is full, the sessions cannot be saved (" + words + ")"};
    }
    switch (code & 0xFF) {
        case SQLITE_BUSY:
            return {ErrorCode::StoreError, "the sessions are locked by another process: " + words};
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return {ErrorCode::StoreError, "the session database is damaged: " + words};
        default: return {ErrorCode::StoreError, "the session database cannot be used: " + words};
    }
}

// Called while another writer has the file: 0 gives up.
int wait_for_writer(void* context, int times) {
    auto& work = *static_cast<Work*>(context);
    static const Call kAny;
    const auto& call = work.call != nullptr ? *work.call : kAny;
    const auto now = std::chrono::steady_clock::now();
    if (times == 0) work.waiting_since = now;
    if (!call.deadline && now - work.waiting_since >= work.busy) return 0;
    if (!call.check().ok()) return 0;
    constexpr int kLongestWaitMs = 25;
    call.wait(std::chrono::milliseconds(std::min(1 + times, kLongestWaitMs)));
    return 1;
}

// Called every so often while a statement runs: 1 ends it.
int is_over(void* context) {
    const auto& work = *static_cast<const Work*>(context);
    return work.call != nullptr && !work.call->check().ok() ? 1 : 0;
}

// Everything but letters, digits and "/" in escapes.
std::string uri_of(const std::filesystem::path& file) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : file.string()) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain =
            c == '/' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain) {
            uri += c;
        } else {
            uri += '%';
            uri += kDigits[byte >> 4U];
            uri += kDigits[byte & 15U];
        }
    }
    return uri;
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void Connection::Close::operator()(sqlite3* db) const {
    sqlite3_close_v2(db);
}

void Statement::bind(int index, std::int64_t number) {
    const int code = sqlite3_bind_int64(statement_.get(), index, number);
    if (bind_problem_ == SQLITE_OK) bind_problem_ = code;
}

void Statement::bind(int index, std::string_view text) {
    // An empty view may be null, which would be NULL.
    const char* const data = text.empty() ? "" : text.data();
    const int code =
        sqlite3_bind_text64(statement_.get(), index, data, text.size(), kCopy, SQLITE_UTF8);
    if (bind_problem_ == SQLITE_OK) bind_problem_ = code;
}

void Statement::bind(int index, ByteView bytes) {
    const void* const data = bytes.empty() ? "" : static_cast<const void*>(bytes.data());
    const int code = sqlite3_bind_blob64(statement_.get(), index, data, bytes.size(), kCopy);
    if (bind_problem_ == SQLITE_OK) bind_problem_ = code;
}

Result<bool> Statement::step() {
    auto* const db = sqlite3_db_handle(statement_.get());
    if (bind_problem_ != SQLITE_OK) return error_of(db, bind_problem_, work_);
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    auto error = error_of(db, code, work_);
    reset();
    return error;
}

Result<void> Statement::run() {
    while (TRY(step())) {
    }
    reset();
    return {};
}

void Statement::reset() {
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
    bind_problem_ = SQLITE_OK;
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const {
    const auto* const text =
        reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    if (text == nullptr) return {};
    return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Bytes Statement::bytes(int column) const {
    const auto* const data =
        static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), column));
    if (data == nullptr) return {};
    return {data, data + sqlite3_column_bytes(statement_.get(), column)};
}

Connection::Connection(sqlite3* db) : db_(db) {
    constexpr int kStepsBetween = 4000;  // far below a millisecond
    if (db == nullptr) return;
    sqlite3_busy_handler(db, wait_for_writer, work_.get());
    sqlite3_progress_handler(db, kStepsBetween, is_over, work_.get());
}

Result<Connection> Connection::open(
    const std::filesystem::path& file, std::chrono::milliseconds busy
) {
    auto connection = TRY(open_as(file.c_str(), SQLITE_OPEN_READWRITE));
    connection.work_->busy = busy;
    return connection;
}

Result<Connection> Connection::open_as(const char* name, int flags) {
    sqlite3* raw = nullptr;
    const int code = sqlite3_open_v2(name, &raw, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    Connection connection(raw);
    if (code != SQLITE_OK) {
        auto error = error_of(raw, code);
        error.message += " (" + std::string(name) + ")";
        return error;
    }
    sqlite3_extended_result_codes(raw, 1);
    return connection;
}

Result<Connection> Connection::open_in_memory() {
    return open_as(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

// With a journal beside it, which holds the newest entries, the file is shared with whoever writes there.
// Without one it is all there is; SQLite would make a journal even to read, unless it is told that nobody
// writes.
Result<Connection> Connection::open_to_read(const std::filesystem::path& file) {
    std::error_code failed;
    const auto journal = std::filesystem::file_size(file.string() + "-wal", failed);
    if (!failed) {
        auto shared = TRY(open_as(file.c_str(), SQLITE_OPEN_READONLY));
        const auto version = shared.number("PRAGMA schema_version");
        if (version.ok()) return shared;
        if (journal > 0) return version.error();
    }
    return open_as((uri_of(file) + "?immutable=1").c_str(), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

Result<Statement> Connection::prepare(std::string_view sql) {
    sqlite3_stmt* raw = nullptr;
    const int code =
        sqlite3_prepare_v2(db_.get(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
    if (code != SQLITE_OK) return error_of(db_.get(), code, work_.get());
    return Statement(raw, work_.get());
}

Result<void> Connection::run(const char* sql) {
    const int code = sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return error_of(db_.get(), code, work_.get());
    return {};
}

Result<std::int64_t> Connection::number(std::string_view sql) {
    auto row = TRY(prepare(sql));
    if (!TRY(row.step())) return std::int64_t{0};
    return row.number(0);
}

Result<Transaction> Transaction::begin(Connection& db) {
    TRY(db.run("BEGIN IMMEDIATE"));
    return Transaction(db);
}

Transaction::Transaction(Transaction&& other) noexcept : db_(std::exchange(other.db_, nullptr)) {}

Transaction::~Transaction() {
    // Fails when SQLite has rolled back by itself, which is as good.
    if (db_ != nullptr) static_cast<void>(db_->run("ROLLBACK"));
}

Result<void> Transaction::commit() {
    TRY(db_->run("COMMIT"));
    db_ = nullptr;
    return {};
}

}  // namespace fovea::store::sqlite
