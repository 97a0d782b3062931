"""The scenarios, in the order in which they are run, and what judges each."""

from .adapters import adapters
from .burst import burst
from .central import central
from .gatt_server import gatt_server
from .mock import mock
from .rights import rights

SCENARIOS = {
    "gatt-server": gatt_server,
    "central": central,
    "adapters": adapters,
    "rights": rights,
    "burst": burst,
    "mock": mock,
}
