#include "fovea/delivery/receipt.hpp"

#include "fovea/context/pictures.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fovea::delivery {
namespace {

// The same picture may appear several times; its rows are told apart by their order.
class Matches {
public:
    explicit Matches(std::vector<ReceiptRow>& rows) : rows_(rows), taken_(rows.size()) {}

    // The first row of that picture that was not given out before.
    ReceiptRow* next(const content::FileRef& image) {
        for (std::size_t step = 0; step < taken_.size(); ++step) {
            // A conversation grows at its end, so the row is nearly always right behind the last one.
            const auto at = (from_ + step) % taken_.size();
            if (taken_[at] || rows_[at].delivery.image != image) continue;
            taken_[at] = true;
            from_ = at + 1;
            return &rows_[at];
        }
        return nullptr;
    }

private:
    std::vector<ReceiptRow>& rows_;
    std::vector<bool> taken_;
    std::size_t from_ = 0;
};

ReceiptRow row_of(context::Delivery delivery, const content::ImageBlock* image) {
    ReceiptRow row{.delivery = std::move(delivery)};
    if (image != nullptr) {
        row.filename = image->filename;
        row.original = image->size;
    }
    return row;
}

}  // namespace

std::vector<ReceiptRow> receipt_rows(
    const std::vector<context::Delivery>& receipt, const std::vector<content::Message>& messages
) {
    const auto pictures = context::pictures_in(messages);
    std::vector<ReceiptRow> rows;
    for (const auto& delivery : receipt) {
        rows.push_back(row_of(delivery, context::picture_at(delivery.place, pictures)));
    }
    return rows;
}

void RunReceipt::begin(const std::vector<content::Message>& messages, std::size_t count) {
    earlier_.clear();
    for (const auto& seen : context::pictures_in(messages)) {
        if (seen.place.message < count) earlier_.push_back(seen.image->source);
    }
}

void RunReceipt::add(
    const std::vector<context::Delivery>& receipt, const std::vector<content::Message>& messages
) {
    std::vector<ReceiptRow> fresh;
    Matches known(rows_);
    const auto pictures = context::pictures_in(messages);
    for (const auto& delivery : receipt) {
        auto* const before = known.next(delivery.image);
        if (before == nullptr) {
            fresh.push_back(row_of(delivery, context::picture_at(delivery.place, pictures)));
        } else if (delivery.state < before->delivery.state) {
            *before = row_of(delivery, context::picture_at(delivery.place, pictures));
        } else if (delivery.state == before->delivery.state && delivery != before->delivery) {
            before->delivery = delivery;
        }
    }
    std::ranges::move(fresh, std::back_inserter(rows_));
}

std::vector<ReceiptRow> RunReceipt::rows(
    const std::vector<content::Message>& messages, const std::string& why
) const {
    auto rows = rows_;
    Matches known(rows);
    std::vector<ReceiptRow> unsent;
    for (const auto& seen : context::pictures_in(messages)) {
        if (known.next(seen.image->source) != nullptr) continue;
        context::Delivery delivery{
            .image = seen.image->source, .place = seen.place, .sent = {}, .actions = {}};
        unsent.push_back(row_of(std::move(delivery), seen.image));
    }
    const auto first_unsent = static_cast<std::ptrdiff_t>(rows.size());
    std::ranges::move(unsent, std::back_inserter(rows));
    Matches all(rows);
    for (const auto& image : earlier_) {
        if (auto* const row = all.next(image)) row->earlier = true;
    }
    // An earlier one may well have been seen in its time.
    std::for_each(rows.begin() + first_unsent, rows.end(), [&](ReceiptRow& row) {
        row.delivery.reason = row.earlier ? "no model has answered in this turn"
                                          : "no model has answered since it was added";
        if (!why.empty()) row.delivery.reason += ": " + why;
    });
    return rows;
}

}  // namespace fovea::delivery
