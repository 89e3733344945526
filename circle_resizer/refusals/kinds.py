"""Kinds of refusals: what the sentence says, why it is so, and what to do.

The manual has a section for each kind; ``one-resize --explain KIND`` prints it.
"""

from __future__ import annotations

from circle_resizer.refusals.refusal import Refusal
from circle_resizer.refusals.verification import VERIFICATION

AGAIN = "export the network at the wanted size"
TWICE = "export the network at a second size as well and give that file with {also}"
ABOVE = "export the network at a size of 2 or more and resize that file"

REFUSALS = (
    VERIFICATION,
    Refusal(
        "strict", ("strict: ",),
        "Several sizes fit, a heuristic with a name picked one, and you asked for proofs only.",
        "read the line; if it is right, leave {strict} out",
    ),
    Refusal(
        "inputs-move-together",
        (
            "its operands agreed and no longer do", "inputs have to move together",
            "and broadcast to", "but they do not line up", "broadcasts a 1 to",
            "something else in the model decides",
        ),
        "Two inputs, or an input and a constant, had sizes that fit. Only one of them changes.",
        "ask for sizes that fit each other ({axes} shows them); inputs not named follow",
    ),
    Refusal(
        "shared-by-signatures",
        ("; ask for both", "run by several signatures", "in one place and", "made from uses it"),
        "Graphs of the file that are run by name have a subgraph or a variable in common.",
        "ask for the same sizes in all signatures that share it, in one request",
    ),
    Refusal(
        "data-tied-to-a-size", ("is tied to the stored size",),
        "A constant has one row for each place of the axis that changes, and its numbers follow no"
        " rule. Mostly it is a learned position table: only the training knows the other rows.",
        "give the data for the new size with {constant}; a table that gets shorter can be cut to"
        " its first rows with {cut_tables}",
    ),
    Refusal(
        "weights", ("weights cannot follow", "they were made for one of"),
        "A dense layer or a convolution has weights for one number of rows or channels. Mostly a"
        " map was flattened in front of a dense layer: it was trained for one image size.",
        "ask for another batch only; another size of that axis is another network",
    ),
    Refusal(
        "global-pooling", ("covers the whole stored map",),
        "A pooling window is as large as the whole map. At another size it would leave rows out.",
        "say {global_pool} if it is to cover the whole map at the new size as well",
    ),
    Refusal(
        "pooling-bins", ("divide the stored map",),
        "Pooling windows lie side by side. At another size there may have to be as many of them, or"
        " they may have to be as large.",
        TWICE,
    ),
    Refusal(
        "unknown-operator", ("no rule is known for this operator",),
        "It is a custom operator, or one whose result depends on its data.",
        "say with {output_shape} what its result becomes",
    ),
    Refusal(
        "number-from-a-size", ("made from a size that changes", "give the new number with"),
        "A number in index arithmetic or in a row of sizes was computed from the old size when the"
        " network was exported: the last index, the width of a map, a scale.",
        "give the number for the new size with {constant}",
    ),
    Refusal(
        "position-row", ("holds sines or cosines of position",),
        "A decoder step was exported for one length of its cache. The rotary row of that position"
        " is a constant of the file.",
        "give the row of the new position with {constant}, or export a model that takes positions"
        " as an input",
    ),
    Refusal(
        "one-row-table", ("it may serve all of them or be the first of a table",),
        "One step becomes several, and a constant has one row. The row may serve all steps, or a"
        " table of positions may begin with it.",
        ABOVE,
    ),
    Refusal(
        "earlier-map", ("may be that of an earlier map",),
        "A RESIZE brings a map to a size that is a multiple of its input and also the size of a map"
        " before it. At the wanted size the two differ.",
        "ask for a size at which both agree: a multiple of the strides",
    ),
    Refusal(
        "resize-of-the-input", ("may be what the network works on", "are multiples of"),
        "A RESIZE brings the input to a size. The network may always work on that size, or the size"
        " may follow the input.",
        "say {assume_scale} if it follows, or " + AGAIN,
    ),
    Refusal(
        "one-window", ("may have been one window of that size",),
        "Attention works on all places of a square map. The map may be one window of a larger map,"
        " as in networks with windowed attention.",
        "say {assume_global} if attention is to see the whole new map, or " + TWICE,
    ),
    Refusal(
        "unrolled", ("operators for the others are not there", "and would leave out row"),
        "A recurrent network was unrolled over time: it has its own operators for every step.",
        AGAIN,
    ),
    Refusal(
        "same-padding", ("as much as SAME padding in front of",),
        "The exporter wrote SAME padding as a PAD with the numbers of one size. Another size takes"
        " other numbers.",
        "ask for a size that takes the same padding, or " + AGAIN,
    ),
    Refusal(
        "filled-window", ("which becomes several, and where their number belongs",),
        "A map was filled up to one window. At this size it takes several, in no known order.",
        "ask for a size at which that map is one window as well, or " + AGAIN,
    ),
    Refusal(
        "mixed-batches",
        (
            "those of all batches beside each other", "parts of an axis that was 1",
            "an axis that was 1 changed places with another", ", there are ",
        ),
        "A batch of 1 was merged with another axis, and the file does not say in which order. A"
        " batch above 1 would mix the rows of several images.",
        ABOVE,
    ),
    Refusal(
        "map-of-one-place", ("an axis of one place",),
        "A window covered its whole map and left one place. At this size it leaves several.",
        "ask for the stored size of that map, or for another batch only",
    ),
    Refusal(
        "constant-result", ("is a constant of shape", "cannot be computed from its constants"),
        "A result of the network was computed when it was exported, for the old size.",
        "leave it out, or " + AGAIN,
    ),
    Refusal(
        "cut-inside-an-axis",
        ("lies inside an axis that changes", "are cut out of axis", "is cut in steps of"),
        "A slice ends in the middle of the axis that changes. It may be a half of the axis, or as"
        " many rows whatever the size.",
        TWICE,
    ),
    Refusal(
        "picked-rows", ("they may stay or move with the axis",),
        "A constant lists rows of the axis that changes. The same rows may be meant at the new"
        " size, or others.",
        "give the rows for the new size with {constant}",
    ),
    Refusal(
        "only-row", ("the only one there was", "the only row of axis"),
        "The axis had one row, and that row was picked. At more rows the others would be lost.",
        ABOVE,
    ),
    Refusal(
        "condition", ("and control flow takes one",),
        "IF and WHILE decide once, not for each row of a batch.",
        "keep the size from which the condition comes",
    ),
    Refusal(
        "branches", ("its branches return",),
        "A branch of an IF returns a constant of the old size.",
        AGAIN,
    ),
    Refusal(
        "variable", ("of the variable that",),
        "A state is kept between runs, such as a mean over the batch, and it is no longer read as"
        " it was assigned.",
        AGAIN,
    ),
    Refusal(
        "shared-number", ("computed from numbers that other operators read as well",),
        "A begin or a size was put together from numbers that other operators read as well.",
        AGAIN,
    ),
    Refusal(
        "loop",
        (
            "along which it runs", "nothing in the loop says", "it runs along",
            "it would get to row", "its body writes", "every iteration pushes",
            "of its states still change", "comes out of its body as",
        ),
        "A loop may run along the axis that changes, and nothing says whether its limit, its start"
        " or its states follow.",
        ABOVE,
    ),
    Refusal(
        "reshape",
        (
            "no order of its axes fits", "which does not divide evenly",
            "in another order; what is", "of the shape it is given", "is squeezed away",
            "its output shape has",
        ),
        "A RESHAPE mixes the axis that changes with others, in a way that does not work out at the"
        " new size.",
        AGAIN,
    ),
    Refusal(
        "another-rank", ("of another rank than the stored",),
        "You asked for another number of axes, and it is not proven that the network takes it.",
        "ask for a shape of the stored rank",
    ),
    Refusal(
        "unknown-size", ("would have to hold what stays unknown",),
        "A constant cannot hold a size that is known only at run time.",
        "ask for numbers instead of -1",
    ),
    Refusal(
        "too-large",
        ("a file has room for", "a size is at most", "would have to hold"),
        "A size, a number or the file itself gets larger than the format can record.",
        "ask for smaller sizes",
    ),
    Refusal(
        "batch", ("do not stay apart", "and has no axis for it", "have no axis of one common size"),
        "A batch needs an axis in every input whose rows do not meet anywhere in the network.",
        "give the shapes of the inputs instead; {axes} says which axes can change",
    ),
    Refusal(
        "another-network", ("is no other export of this network", "has two sizes for"),
        "The file that was given as another export has other operators, inputs or outputs. An"
        " unrolled loop, and unknown sizes in one of the files only, look like that as well.",
        "export both files from the same network, with the same exporter",
    ),
    Refusal(
        "third-size", ("a third export",),
        "Two expressions give the numbers of all exports and part at the wanted size: half"
        " of it rounded down or up, where all exports have an even size.",
        "give one more export with {also}, of a size at which the two are different",
    ),
    Refusal(
        "exports-disagree",
        (
            "no form of the sizes gives both", "and would be", "in no explained way",
            "for no reason", "at the sizes of",
        ),
        "What was decided does not give what another export has at its sizes, or the exports have"
        " different constants or attributes for which no size is the reason.",
        "see with --compare whether the files are of one network; " + AGAIN,
    ),
    Refusal(
        "contradiction", ("",),
        "At the wanted sizes an operator gets operands that do not fit each other, or numbers that"
        " make no sense to it.",
        "ask for sizes of all inputs that fit each other; {axes} says which axes change together",
    ),
)  # fmt: skip
