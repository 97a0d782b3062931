"""Encryption of a link: what two controllers do with a long term key."""

import struct

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

ENC_REQ, ENC_RSP, START_ENC_REQ, START_ENC_RSP = b'\x03', b'\x04', b'\x05', b'\x06'
PAUSE_ENC_REQ, PAUSE_ENC_RSP = b'\x0a', b'\x0b'


class Encryption:
    """The two directions of a link (Core Specification, Vol 6, Part B, 5.1.3 and Part E)."""

    def __init__(self, random, key, name=bytes(10)):
        """`key`: most significant octet first. `name`: Rand and EDIV as they are sent."""
        self.random = random
        self.key = key
        self.name = name
        self.counters = [0, 0]
        self.last = [None, None]
        self.renew()

    def renew(self):
        """New halves of session key and initialization vector."""
        self.diversifiers = [self.random.randbytes(8), self.random.randbytes(8)]
        self.vectors = [self.random.randbytes(4), self.random.randbytes(4)]
        self.counters = [0, 0]
        self.last = [None, None]
        cipher = Cipher(algorithms.AES(self.key), modes.ECB()).encryptor()
        session_key = cipher.update(b''.join(self.diversifiers)[::-1])
        self.ccm = AESCCM(session_key, tag_length=4)

    @property
    def request(self):
        return ENC_REQ + self.name + self.diversifiers[0] + self.vectors[0]

    @property
    def response(self):
        return ENC_RSP + self.diversifiers[1] + self.vectors[1]

    def seal(self, side, header, sequence, payload):
        """The payload with its MIC; the same again for a retransmission."""
        if not payload:
            return payload
        last = self.last[side]
        if last and last[:3] == (header & 3, sequence, payload):
            return last[3]
        number = self.counters[side] | (side == 0) << 39
        self.counters[side] += 1
        nonce = number.to_bytes(5, 'little') + b''.join(self.vectors)
        sealed = self.ccm.encrypt(nonce, payload, bytes([header & 0xE3]))
        self.last[side] = (header & 3, sequence, payload, sealed)
        return sealed

    def acknowledged(self, side):
        """The other side has the last packet: the next is new, whatever it holds."""
        self.last[side] = None


def name(random, ediv):
    """Rand and EDIV as LL_ENC_REQ has them."""
    return struct.pack('<QH', random, ediv)
