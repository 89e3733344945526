"""Keras networks exported by TensorFlow: recurrent, video, quantised, dynamic, with many heads."""

import keras
from keras import layers
from keras_pair import Shapes, main, network, pair


def chain(*stack: object):
    """A model of one input from layers made anew each time."""

    def build(shapes: Shapes) -> keras.Model:
        x = given = keras.Input(batch_shape=shapes[0])
        for make in stack:
            x = make()(x)
        return keras.Model(given, x)

    return build


@network
def convlstm():
    build = chain(lambda: layers.ConvLSTM2D(4, 3, padding="same", return_sequences=True))
    pair("convlstm_b", build, [(1, 3, 6, 6, 2)], [(2, 3, 6, 6, 2)])
    pair("convlstm_t", build, [(1, 3, 6, 6, 2)], [(1, 5, 6, 6, 2)])
    pair("convlstm_hw", build, [(1, 3, 6, 6, 2)], [(1, 3, 8, 10, 2)])


@network
def bigru():
    build = chain(
        lambda: layers.Bidirectional(layers.GRU(5, return_sequences=True)),
        lambda: layers.Dense(3),
    )
    pair("bigru_b", build, [(1, 4, 3)], [(3, 4, 3)])
    pair("bigru_t", build, [(2, 4, 3)], [(2, 7, 3)])


@network
def distributed():
    build = chain(
        lambda: layers.TimeDistributed(layers.Conv2D(4, 3, strides=2, padding="same")),
        lambda: layers.TimeDistributed(layers.GlobalAveragePooling2D()),
        lambda: layers.SimpleRNN(4),
    )
    pair("distributed_b", build, [(1, 3, 8, 8, 2)], [(4, 3, 8, 8, 2)])
    pair("distributed_t", build, [(2, 3, 8, 8, 2)], [(2, 5, 8, 8, 2)])


@network
def conv3d():
    build = chain(
        lambda: layers.Conv3D(4, 3, padding="same", activation="relu"),
        lambda: layers.Conv3D(4, 2, strides=2),
        layers.GlobalAveragePooling3D,
    )
    pair("keras3d_b", build, [(1, 4, 6, 6, 2)], [(3, 4, 6, 6, 2)])
    pair("keras3d_thw", build, [(1, 4, 6, 6, 2)], [(1, 6, 8, 10, 2)])


@network
def dilated():
    build = chain(
        lambda: layers.Conv2D(4, 3, dilation_rate=2, padding="same", activation="relu"),
        lambda: layers.DepthwiseConv2D(3, dilation_rate=3, padding="same"),
        lambda: layers.Conv2DTranspose(3, 3, strides=2, padding="same"),
    )
    pair("dilated_hw", build, [(1, 8, 8, 3)], [(1, 12, 10, 3)])
    pair("dilated_b", build, [(2, 8, 8, 3)], [(3, 8, 8, 3)])
    causal = chain(
        lambda: layers.Conv1D(4, 2, dilation_rate=2, padding="causal", activation="relu"),
        lambda: layers.Conv1D(4, 2, dilation_rate=4, padding="causal"),
    )
    pair("tcn_t", causal, [(1, 12, 3)], [(1, 17, 3)])
    pair("tcn_b", causal, [(1, 12, 3)], [(4, 12, 3)])


def attention(shapes: Shapes) -> keras.Model:
    x, memory = (keras.Input(batch_shape=s) for s in shapes)
    y = layers.MultiHeadAttention(2, 4)(x, memory)
    y = layers.LayerNormalization()(layers.Add()([x, y]))
    return keras.Model([x, memory], layers.Dense(8, activation="gelu")(y))


@network
def cross():
    pair("kerascross_b", attention, [(1, 4, 6), (1, 5, 6)], [(3, 4, 6), (3, 5, 6)])
    pair("kerascross_qm", attention, [(2, 4, 6), (2, 5, 6)], [(2, 7, 6), (2, 3, 6)])


def excite(shapes: Shapes) -> keras.Model:
    given = keras.Input(batch_shape=shapes[0])
    x = layers.Conv2D(8, 3, strides=2, padding="same")(given)
    x = layers.Activation("hard_swish")(layers.BatchNormalization()(x))
    y = layers.GlobalAveragePooling2D()(x)
    y = layers.Reshape((1, 1, 8))(y)
    y = layers.Conv2D(8, 1, activation="hard_sigmoid")(layers.Conv2D(4, 1, activation="relu")(y))
    x = layers.Multiply()([x, y])
    x = layers.UpSampling2D(2, interpolation="bilinear")(x)
    return keras.Model(given, layers.Conv2D(3, 1)(x))


@network
def mobile3():
    pair("mobile3_b", excite, [(1, 8, 8, 3)], [(3, 8, 8, 3)])
    pair("mobile3_hw", excite, [(1, 8, 8, 3)], [(1, 12, 16, 3)])
    pair("mobile3i8_b", excite, [(1, 8, 8, 3)], [(3, 8, 8, 3)], how="int8")
    plain = chain(
        lambda: layers.Conv2D(6, 3, strides=2, padding="same", activation="relu"),
        lambda: layers.DepthwiseConv2D(3, padding="same", activation="relu6"),
        lambda: layers.Conv2D(4, 1),
    )
    pair("convi8_hw", plain, [(1, 8, 8, 3)], [(2, 12, 16, 3)], how="int8")
    pair("mobile3f16_hw", excite, [(1, 8, 8, 3)], [(2, 12, 16, 3)], how="float16")
    pair("mobile3dyn_b", excite, [(1, 8, 8, 3)], [(3, 8, 8, 3)], dynamic=True)
    pair("attentioni8_b", attention, [(1, 4, 6), (1, 5, 6)], [(3, 4, 6), (3, 5, 6)], how="int8")
    pair("attentiondyn_b", attention, [(1, 4, 6), (1, 5, 6)], [(3, 4, 6), (3, 5, 6)], dynamic=True)


def ssd(shapes: Shapes) -> keras.Model:
    given = keras.Input(batch_shape=shapes[0])
    one = layers.Conv2D(6, 3, strides=2, padding="same", activation="relu")(given)
    two = layers.Conv2D(6, 3, strides=2, padding="same", activation="relu")(one)
    flat = [layers.Reshape((-1, 4))(layers.Conv2D(12, 1)(m)) for m in (one, two)]
    boxes = layers.Concatenate(1)(flat)
    classes = [layers.Reshape((-1, 2))(layers.Conv2D(6, 1)(m)) for m in (one, two)]
    return keras.Model(given, [boxes, layers.Softmax()(layers.Concatenate(1)(classes))])


@network
def kerasssd():
    pair("kerasssd_b", ssd, [(1, 8, 8, 3)], [(3, 8, 8, 3)])
    pair("kerasssd_hw", ssd, [(1, 8, 8, 3)], [(1, 12, 16, 3)])
    pair("kerasssdi8_b", ssd, [(1, 8, 8, 3)], [(2, 8, 8, 3)], how="int8")


@network
def lstms():
    build = chain(
        lambda: layers.LSTM(5, return_sequences=True),
        lambda: layers.LSTM(4, go_backwards=True),
        lambda: layers.Dense(3, activation="softmax"),
    )
    pair("lstm2_bt", build, [(1, 4, 3)], [(3, 6, 3)])
    pair("lstm2i8_b", build, [(1, 4, 3)], [(3, 4, 3)], how="int8")
    pair("lstm2dyn_t", build, [(1, 4, 3)], [(1, 6, 3)], dynamic=True)


if __name__ == "__main__":
    main()
