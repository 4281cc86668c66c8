// SQLite, as values and Results. One thread at a time; whoever shares a connection locks around it.
//
//     auto rows = TRY(db.prepare("SELECT id FROM sessions WHERE created > ?"));
//     rows.bind(1, moment);
//     while (TRY(rows.step())) use(rows.text(0));
//
// Every failure is a StoreError with SQLite's words, or what the call says that it works for.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/store/call.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace fovea::store::sqlite {

// Whom a connection works for, and how long it waits for another writer where the call does not say.
struct Work {
    std::chrono::milliseconds busy{0};
    const Call* call = nullptr;
    std::chrono::steady_clock::time_point waiting_since = {};
};

class Statement {
public:
    // From 1, in the order of the question marks. The bytes are copied.
    void bind(int index, std::int64_t number);
    void bind(int index, std::string_view text);
    void bind(int index, ByteView bytes);

    // True when there is a row.
    Result<bool> step();

    // Runs it to its end and makes it ready for the next values.
    Result<void> run();
    void reset();

    // Columns of the row, from 0. They are copies.
    std::int64_t number(int column) const;
    std::string text(int column) const;
    Bytes bytes(int column) const;

private:
    friend class Connection;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    Statement(sqlite3_stmt* statement, const Work* work) : statement_(statement), work_(work) {}

    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    const Work* work_;
    int bind_problem_ = 0;  // the first bind that failed; step() tells
};

class Connection {
public:
    // The file is there. `busy` is how long to wait for another writer.
    static Result<Connection> open(
        const std::filesystem::path& file, std::chrono::milliseconds busy
    );

    // Of a file that cannot be written, whoever else uses it. Nothing is made beside it.
    static Result<Connection> open_to_read(const std::filesystem::path& file);

    // A new one that lies in no file.
    static Result<Connection> open_in_memory();

    // Until it is given another one, what it does ends with the call; null: it takes its time.
    void work_for(const Call* call) { work_->call = call; }

    Result<Statement> prepare(std::string_view sql);

    // Statements without values and rows.
    Result<void> run(const char* sql);
    // The first column of the first row: "PRAGMA user_version".
    Result<std::int64_t> number(std::string_view sql);

private:
    struct Close {
        void operator()(sqlite3* db) const;
    };
    explicit Connection(sqlite3* db);
    static Result<Connection> open_as(const char* name, int flags);

    std::unique_ptr<Work> work_ = std::make_unique<Work>();  // SQLite's handlers have its address
    std::unique_ptr<sqlite3, Close> db_;
};

// Rolls back unless committed. It has the right to write from the start, so that what was read
// inside it stays true until the commit.
class Transaction {
public:
    static Result<Transaction> begin(Connection& db);

    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    Result<void> commit();

private:
    explicit Transaction(Connection& db) : db_(&db) {}

    Connection* db_;  // null once it is over
};

}  // namespace fovea::store::sqlite
