// One thing that was looked at, and how it is: what `fovea doctor` and `fovea config check` print.
#pragma once

#include <string>
#include <string_view>

namespace fovea::host {

// Weak: works, but less well or less safely than it could. Broken: something wanted cannot work.
enum class Verdict { Ok, Weak, Broken };

struct Finding {
    std::string name;
    Verdict verdict = Verdict::Ok;
    std::string detail;  // a sentence; no key, no password

    bool operator==(const Finding&) const = default;
};

inline std::string_view word(Verdict verdict) {
    switch (verdict) {
        case Verdict::Ok: return "ok";
        case Verdict::Weak: return "weak";
        case Verdict::Broken: return "broken";
    }
    return "broken";
}

}  // namespace fovea::host
