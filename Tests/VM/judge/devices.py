"""What the devices of the scenarios have and say, as the scenes of Captures/ let them."""

STRAP_ADDRESS = "00:AA:01:01:00:01"
STRAP_NAME = "Polar H7 000607"
STRAP_VALUES = ["0661", "165c9202", "165b9c02a502", "175d009602", "065b", "1656c002", "065b"]
TAG_ADDRESS = "F0:B4:48:C9:26:50"
TAG_VALUES = ["d00bd00c", "d40bd40c", "fcff0400"]


def ti(number):
    """A UUID on Texas Instruments' base."""
    return f"F000{number}-0451-4000-B000-000000000000"
