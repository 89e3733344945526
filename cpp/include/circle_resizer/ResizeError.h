#ifndef CIRCLE_RESIZER_RESIZE_ERROR_H
#define CIRCLE_RESIZER_RESIZE_ERROR_H

#include <optional>
#include <string>
#include <vector>

namespace circle_resizer {

/// One thing that stands in the way, in fields; what a field has no word for is empty.
struct Cause {
    std::string text;                   ///< the sentence
    std::string kind;                   ///< of refusals, as `one-resize --explain KIND` takes it
    std::string hint;                   ///< what to do
    std::optional<int> subgraph;        ///< the operator's graph
    std::optional<int> operator_index;  ///< its number in the graph
    std::string operator_kind;          ///< such as `RESHAPE`
    std::string tensor;                 ///< the name of the constant or result
    std::optional<int> operand;         ///< which operand of the operator
    std::string before;                 ///< its number or shape, as stored
    std::string after;                  ///< what it would have to be
};

/// Everything this library throws.
///
/// What is thrown is a standard exception as well: std::invalid_argument for a text of shapes that
/// cannot be read, std::out_of_range for a number that no size or axis can be, std::runtime_error
/// for all the rest. `catch (const std::exception &)` therefore catches it too.
/// After an error the model is as it was before the call.
class ResizeError {
  public:
    /// Who can do something about it.
    enum class Kind {
        Request,   ///< the caller: a count, a rank, a name, a size or a text of the request
        Model,     ///< the file: it is missing, cannot be written, is no model or is damaged
        Refused,   ///< nobody yet: the change cannot be proven right, or an operator is unknown
        Package,   ///< the installation: no Python, or no package circle_resizer for it
        Internal,  ///< us: a bug, which traceback() describes
    };

    virtual ~ResizeError();

    /// The whole message in UTF-8; valid as long as the exception.
    virtual const char *what() const noexcept = 0;

    Kind kind() const noexcept;

    /// The error's class in Python, such as `RefusedError`; empty where Python has no part in it.
    const std::string &name() const noexcept;

    /// The message line by line: one for everything that stands in the way, then the hints.
    const std::vector<std::string> &lines() const noexcept;

    /// What stands in the way; empty where Python has no part in it.
    const std::vector<Cause> &causes() const noexcept;

    /// Python's traceback, for a report of a bug; empty unless the kind is Package or Internal.
    const std::string &traceback() const noexcept;

  protected:
    ResizeError(Kind kind, std::string name, const std::string &message, std::string traceback,
                std::vector<Cause> causes);
    ResizeError(const ResizeError &);
    ResizeError &operator=(const ResizeError &);

  private:
    Kind kind_;
    std::string name_;
    std::vector<std::string> lines_;
    std::vector<Cause> causes_;
    std::string traceback_;
};

}  // namespace circle_resizer

#endif
