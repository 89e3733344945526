"""Second exports of the same network: what they hold where the model holds a number."""
