"""Keras networks whose loops start from states, skip masked steps, or read maps."""

import keras
from keras import layers
from keras_pair import Shapes, main, network, pair


def given_state(shapes: Shapes) -> keras.Model:
    """A GRU that starts from a state which is an input."""
    x, state = (keras.Input(batch_shape=s) for s in shapes)
    return keras.Model([x, state], layers.GRU(4, return_sequences=True)(x, initial_state=state))


def two_sequences(shapes: Shapes) -> keras.Model:
    """A decoder that starts from the last state of an encoder."""
    x, z = (keras.Input(batch_shape=s) for s in shapes)
    _, *states = layers.LSTM(4, return_state=True)(x)
    y = layers.LSTM(4, return_sequences=True)(z, initial_state=states)
    return keras.Model([x, z], y)


def masked(shapes: Shapes) -> keras.Model:
    """A GRU that keeps its state where all features of a step are 0."""
    x = keras.Input(batch_shape=shapes[0])
    return keras.Model(x, layers.GRU(4, return_sequences=True)(layers.Masking()(x)))


def rows_of_a_map(shapes: Shapes) -> keras.Model:
    """Rows of a map, its columns and channels merged, as steps of a GRU."""
    x = keras.Input(batch_shape=shapes[0])
    y = layers.Conv2D(3, 3, padding="same")(x)
    rows = layers.Reshape((shapes[0][1], shapes[0][2] * 3))(y)
    return keras.Model(x, layers.GRU(4)(rows))


@network
def givenstate():
    pair("givenstate_b", given_state, [(1, 5, 3), (1, 4)], [(3, 5, 3), (3, 4)])
    pair("givenstate_t", given_state, [(2, 5, 3), (2, 4)], [(2, 7, 3), (2, 4)])


@network
def twosequences():
    pair("twosequences_b", two_sequences, [(1, 6, 3), (1, 4, 2)], [(3, 6, 3), (3, 4, 2)])
    pair("twosequences_bt", two_sequences, [(2, 6, 3), (2, 5, 2)], [(3, 8, 3), (3, 4, 2)])


@network
def maskedgru():
    pair("maskedgru_b", masked, [(1, 5, 3)], [(3, 5, 3)])
    pair("maskedgru_t", masked, [(1, 5, 3)], [(1, 8, 3)])


@network
def mapgru():
    pair("mapgru_b", rows_of_a_map, [(1, 5, 3, 2)], [(4, 5, 3, 2)])
    pair("mapgru_t", rows_of_a_map, [(1, 5, 3, 2)], [(1, 8, 3, 2)])


if __name__ == "__main__":
    main()
