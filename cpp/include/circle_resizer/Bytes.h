#ifndef CIRCLE_RESIZER_BYTES_H
#define CIRCLE_RESIZER_BYTES_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace circle_resizer {

class Handle;

/// The bytes of a model, read-only and shared.
///
/// They are the very bytes that the resize has made: copying this object copies a pointer. They
/// live as long as any copy of it, and are given back when the last one goes, in whatever thread.
/// Any number of threads may read them at once.
class Bytes {
  public:
    /// No bytes.
    Bytes() = default;

    /// The first byte; null if there are none.
    const std::uint8_t *data() const noexcept { return data_; }

    /// The number of bytes.
    std::size_t size() const noexcept { return size_; }

    bool empty() const noexcept { return size_ == 0; }

    const std::uint8_t *begin() const noexcept { return data_; }
    const std::uint8_t *end() const noexcept { return data_ + size_; }

    /// A copy that the caller owns.
    operator std::vector<std::uint8_t>() const { return {begin(), end()}; }

  private:
    friend class Handle;  // of the library: only it knows what keeps bytes alive
    const std::uint8_t *data_ = nullptr;
    std::size_t size_ = 0;
    std::shared_ptr<void> owner_;
};

}  // namespace circle_resizer

#endif
