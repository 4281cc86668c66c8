// The part of OpenMP's runtime that Tesseract calls, for one thread. Defined in the program, these
// come before those of libgomp.
//
// Tesseract asks for a team of threads at every column of every layer of its network. A locked-down
// process cannot start any; and a team of one, as libgomp makes it when it is told to, costs two
// system calls and an allocation each time, one fifteenth of all the time that reading takes.
//
// The names and signatures are those of GCC's libgomp.

namespace {

// The sections of the innermost region, counted from one.
struct Sections {
    unsigned last = 0;
    unsigned count = 0;
};
Sections sections;

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names are libgomp's
extern "C" {

void GOMP_parallel(void (*region)(void*), void* data, unsigned, unsigned) {
    region(data);
}

void GOMP_parallel_sections(void (*region)(void*), void* data, unsigned, unsigned count, unsigned) {
    const auto outer = sections;
    sections = {0, count};
    region(data);
    sections = outer;
}

unsigned GOMP_sections_next() {
    return sections.last < sections.count ? ++sections.last : 0;
}

void GOMP_sections_end_nowait() {}

int omp_get_num_threads() {
    return 1;
}

int omp_get_thread_num() {
    return 0;
}
}
// NOLINTEND(readability-identifier-naming)
