"""Encryption, for hosts who want it: an optional extra over vodozemac, with keys kept in the store.

vodozemac is what Element itself uses; its Python package is typed, has wheels and needs nothing
else. The library for bots around it keeps its own files, syncs by itself and knows no rooms of
version 12, so what a bot needs of the protocol stands here: a device, sessions with other devices
(Olm), sessions in rooms (Megolm). Not here: verifying by emojis, backups of keys, asking others for
keys: what cannot be read is said again.
"""

from uno_chat_matrix.encryption.cipher import Cipher, open_cipher

__all__ = ["Cipher", "open_cipher"]
