// A connection that several threads use, one call at a time.
//
//     const auto db = TRY(reader_.use(call));
//     return read_entries(*db, …);
//
// Whatever SQLite does meanwhile ends with the call: waiting for another writer, and long statements.
#pragma once

#include "fovea/store/call.hpp"
#include "fovea/store/sqlite/connection.hpp"

#include <utility>

namespace fovea::store::sqlite {

class SharedConnection {
public:
    explicit SharedConnection(Connection db) : db_(std::move(db)) {}

    class Use {
    public:
        Use(CallLock::Held held, Connection& db, const Call& call)
            : held_(std::move(held)), db_(&db) {
            db.work_for(&call);
        }
        Use(Use&& other) noexcept
            : held_(std::move(other.held_)), db_(std::exchange(other.db_, nullptr)) {}
        Use& operator=(Use&&) = delete;
        ~Use() {
            if (db_ != nullptr) db_->work_for(nullptr);
        }

        Connection& operator*() const { return *db_; }

    private:
        CallLock::Held held_;  // goes last
        Connection* db_;
    };

    // Borrows the call.
    Result<Use> use(const Call& call) { return Use(TRY(lock_.take(call)), db_, call); }

private:
    CallLock lock_;
    Connection db_;
};

}  // namespace fovea::store::sqlite
