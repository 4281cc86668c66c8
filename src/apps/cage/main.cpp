// fovea-cage: locks itself up and becomes a helper program (pdftoppm, ffmpeg, …) that is to read
// foreign bytes. Started by the program itself, never by a person.
#include "fovea/sandbox/cage.hpp"

int main(int argc, char** argv) {
    return fovea::sandbox::run_in_cage(argc, argv);
}
