"""What two devices that pair compute and send (Core Specification, Vol 3, Part H, 2.2 and 3.5)."""

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.cmac import CMAC

from .link_layer import address

REQUEST, RESPONSE, CONFIRM, RANDOM = b'\x01', b'\x02', b'\x03', b'\x04'
ENCRYPTION_INFORMATION, CENTRAL_IDENTIFICATION = b'\x06', b'\x07'
PUBLIC_KEY, DHKEY_CHECK = b'\x0c', b'\x0d'

# Vol 3, Part H, 2.3.5.6.1.
DEBUG_KEY = 0x3F49F6D4A3C55F3874C9B3E3D2103F504AFF607BEB40B7995899B8A6CD3C1ABD
SALT = bytes.fromhex('6c888391aaf5a53860370bdb5a6083be')


def _aes(key, block):
    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(block)


def _cmac(key, message):
    code = CMAC(algorithms.AES(key))
    code.update(message)
    return code.finalize()


def _xor(one, other):
    return bytes(a ^ b for a, b in zip(one, other))


class Device:
    """One side. Numbers have their most significant octet first."""

    def __init__(self, text, is_random, features, random):
        """`features`: the fields of Pairing Request or Response after the code."""
        self.address = address(text)[::-1]
        self.is_random = is_random
        self.features = features
        self.nonce = random.randbytes(16)

    @property
    def typed_address(self):
        return bytes([self.is_random]) + self.address

    @property
    def capabilities(self):
        """AuthReq, OOB data flag and IO capability."""
        return self.features[2::-1]


def legacy(central, peripheral, temporary_key):
    """The PDUs of legacy pairing, each with whether it is the central's; and the short term key, of the
    size that both allow."""
    key = temporary_key.to_bytes(16, 'big')
    request, response = REQUEST + central.features, RESPONSE + peripheral.features
    first = response[::-1] + request[::-1] + bytes([peripheral.is_random, central.is_random])
    second = bytes(4) + central.address + peripheral.address
    sides = (central, True), (peripheral, False)

    def confirm(side):
        return _aes(key, _xor(_aes(key, _xor(side.nonce, first)), second))

    pdus = [(True, request), (False, response)]
    pdus += [(is_central, CONFIRM + confirm(side)[::-1]) for side, is_central in sides]
    pdus += [(is_central, RANDOM + side.nonce[::-1]) for side, is_central in sides]
    size = min(central.features[3], peripheral.features[3])
    short_term_key = _aes(key, peripheral.nonce[8:] + central.nonce[8:])
    return pdus, bytes(16 - size) + short_term_key[16 - size:]


def secure_connections(central, peripheral, numbers):
    """The same of LE Secure Connections with Just Works; `numbers` are the private keys."""
    private = [ec.derive_private_key(number, ec.SECP256R1()) for number in numbers]
    public = [key.public_key().public_numbers() for key in private]
    secret = private[0].exchange(ec.ECDH(), private[1].public_key())
    points = [(point.x.to_bytes(32, 'big'), point.y.to_bytes(32, 'big')) for point in public]
    key = _cmac(SALT, secret)
    names = central.typed_address + peripheral.typed_address

    def derive(counter):
        message = bytes([counter]) + b'btle' + central.nonce + peripheral.nonce + names
        return _cmac(key, message + b'\x01\x00')

    mac_key, long_term_key = derive(0), derive(1)

    def check(one, other):
        return _cmac(
            mac_key,
            one.nonce + other.nonce + bytes(16) + one.capabilities
            + one.typed_address + other.typed_address,
        )

    confirm = _cmac(peripheral.nonce, points[1][0] + points[0][0] + b'\0')
    pdus = [(True, REQUEST + central.features), (False, RESPONSE + peripheral.features)]
    pdus += [
        (side == 0, PUBLIC_KEY + x[::-1] + y[::-1]) for side, (x, y) in enumerate(points)
    ]
    pdus += [
        (False, CONFIRM + confirm[::-1]),
        (True, RANDOM + central.nonce[::-1]),
        (False, RANDOM + peripheral.nonce[::-1]),
        (True, DHKEY_CHECK + check(central, peripheral)[::-1]),
        (False, DHKEY_CHECK + check(peripheral, central)[::-1]),
    ]
    return pdus, long_term_key
