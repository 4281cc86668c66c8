// Sends every row to two sinks, so that one decode serves both.
#pragma once

#include "fovea/media/image/row_sink.hpp"

namespace fovea::media {

class TeeSink : public RowSink {
public:
    TeeSink(RowSink& first, RowSink& second) : first_(first), second_(second) {}

    Result<void> begin(const Shape& shape) override {
        TRY(first_.begin(shape));
        return second_.begin(shape);
    }

    Result<void> rows(const RowBand& band) override {
        TRY(first_.rows(band));
        return second_.rows(band);
    }

    Result<void> end() override {
        TRY(first_.end());
        return second_.end();
    }

private:
    RowSink& first_;
    RowSink& second_;
};

}  // namespace fovea::media
