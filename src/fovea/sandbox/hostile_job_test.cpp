// Every deed of hostile_worker.cpp that a worker must not get away with, really tried.
#include "fovea/sandbox/pool.hpp"
#include "fovea/sandbox/test_pool.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <ostream>

namespace fovea::sandbox {

namespace {

// How the deed ends under the relaxed rules of a sanitizer build, where those differ.
enum class Relaxed { Same, AnswersRefused, NotTried };

struct HostileJob {
    const char* deed;
    std::optional<FailureCause> cause;  // none: it is told no and lives on
    Relaxed relaxed = Relaxed::Same;
};

std::ostream& operator<<(std::ostream& out, const HostileJob& job) {
    return out << job.deed;
}

constexpr HostileJob kHostileJobs[] = {
    {"open_file", FailureCause::PolicyViolation, Relaxed::AnswersRefused},
    {"create_file", FailureCause::PolicyViolation, Relaxed::AnswersRefused},
    {"make_socket", FailureCause::PolicyViolation, Relaxed::AnswersRefused},
    {"connect_out", FailureCause::PolicyViolation, Relaxed::AnswersRefused},
    {"fork_child", FailureCause::PolicyViolation, Relaxed::AnswersRefused},
    {"start_thread", FailureCause::PolicyViolation, Relaxed::NotTried},
    {"run_program", FailureCause::PolicyViolation, Relaxed::AnswersRefused},
    {"trace_parent", FailureCause::PolicyViolation, Relaxed::AnswersRefused},
    {"kill_parent", FailureCause::PolicyViolation, Relaxed::AnswersRefused},
    {"kill_itself", FailureCause::PolicyViolation, Relaxed::NotTried},
    {"map_code", FailureCause::PolicyViolation, Relaxed::AnswersRefused},
    {"turn_data_into_code", FailureCause::PolicyViolation, Relaxed::NotTried},
    {"call_under_another_number", FailureCause::PolicyViolation},
    {"close_socket", FailureCause::PolicyViolation, Relaxed::NotTried},
    {"raise_limits", FailureCause::PolicyViolation, Relaxed::NotTried},
    {"ignore_signals", FailureCause::PolicyViolation, Relaxed::NotTried},
    {"stat_file", std::nullopt, Relaxed::NotTried},
    {"unlock_input", std::nullopt},
    {"write_input", FailureCause::Crashed},
    {"segfault", FailureCause::Crashed},
    {"overflow_stack", FailureCause::Crashed},
    {"abort", FailureCause::Crashed},
    {"throw", FailureCause::Crashed},
    {"exit_quietly", FailureCause::Crashed},
    {"claim_huge_output", FailureCause::ProtocolError},
    {"claim_one_byte_too_many", FailureCause::ProtocolError},
    {"answer_another_job", FailureCause::ProtocolError},
    {"send_wrong_kind", FailureCause::ProtocolError},
    {"send_unknown_kind", FailureCause::ProtocolError},
    {"send_wrong_magic", FailureCause::ProtocolError},
    {"send_half_a_header", FailureCause::ProtocolError},
    {"send_too_much", FailureCause::ProtocolError},
};

class HostileJobs : public testing::TestWithParam<HostileJob> {};

TEST_P(HostileJobs, CostOneJobAndNotThePool) {  // M11, Q1
    const auto pool = open_pool();
    const auto layers = pool->layers({}).value();
    if (!layers.seccomp) GTEST_SKIP() << "this kernel has no seccomp";
    if (layers.relaxed && GetParam().relaxed == Relaxed::NotTried)
        GTEST_SKIP() << "sanitizer build";
    const bool refused =
        !GetParam().cause || (layers.relaxed && GetParam().relaxed == Relaxed::AnswersRefused);

    const auto outcome = run(*pool, GetParam().deed);

    EXPECT_EQ(outcome.failed, !refused) << outcome.message << outcome.failure.detail;
    if (refused) {
        EXPECT_EQ(outcome.message, "refused");
    } else {
        EXPECT_EQ(name_of(outcome.failure.cause), name_of(*GetParam().cause))
            << outcome.failure.detail;
    }
    EXPECT_TRUE(serves_a_good_job(*pool));
    EXPECT_FALSE(std::filesystem::exists("/tmp/fovea-sandbox-escape"));
}

INSTANTIATE_TEST_SUITE_P(, HostileJobs, testing::ValuesIn(kHostileJobs), [](const auto& job) {
    return std::string(job.param.deed);
});

}  // namespace

}  // namespace fovea::sandbox
