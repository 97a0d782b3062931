"""The services of a device, as objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bleinspect.program import Row
from bleinspect.visible import visible


@dataclass(frozen=True, slots=True)
class Attribute:
    """What services, characteristics and descriptors have in common."""

    uuid: str
    label: str | None
    handle: int
    row: Row = field(repr=False)

    @property
    def last_value(self) -> bytes | None:
        """What was last read, written or sent; None where nothing was."""
        text = self.row.get("last_value")
        return None if text is None else bytes.fromhex(text)

    @property
    def last_text(self) -> str | None:
        """The same for a reader."""
        return self.row.get("last_text")


@dataclass(frozen=True, slots=True)
class Descriptor(Attribute):
    """A descriptor of a characteristic."""


@dataclass(frozen=True, slots=True)
class Characteristic(Attribute):
    """A characteristic: `handle` is that of its declaration, `value_handle` that of its value; `properties` are words
    such as `notify`."""

    value_handle: int
    properties: tuple[str, ...]
    descriptors: tuple[Descriptor, ...]


@dataclass(frozen=True, slots=True)
class Service(Attribute):
    """A service with its characteristics."""

    characteristics: tuple[Characteristic, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """The services of a device. Its text is a line for each service and characteristic.

    >>> tree = bleinspect.open("Captures/polar-h7.btsnoop").tree()[0]
    >>> tree["2A37"].properties, tree["Battery Level"].last_text
    (('notify',), '92 %')
    """

    number: int
    address: str | None
    name: str | None
    services: tuple[Service, ...]
    row: Row = field(repr=False)

    @property
    def characteristics(self) -> Iterator[Characteristic]:
        for service in self.services:
            yield from service.characteristics

    def __str__(self) -> str:
        lines = [self.name or self.address or f"#{self.number}"]
        for service in self.services:
            lines.append(f"  {service.label or 'Service'} {service.uuid}")
            lines += [
                f"    {each.value_handle:04X} {each.label or ''} {each.uuid} {' '.join(each.properties)}"
                f"{f': {each.last_text}' if each.last_text is not None else ''}" for each in service.characteristics]
        return visible("\n".join(lines), but="\n")

    def __getitem__(self, name: str) -> Characteristic:
        """The first characteristic with this UUID or assigned name, without regard to case."""
        for each in self.characteristics:
            if name.casefold() in (each.uuid.casefold(), (each.label or "").casefold()):
                return each
        raise KeyError(name)

    @classmethod
    def of(cls, row: Row) -> Tree:
        def head(each: Row) -> tuple[str, str | None, int, Row]:
            # An attribute may be known only by its value.
            handle = each.get("handle", each.get("value_handle", 0))
            return str(each.get("uuid", "")), each.get("label"), int(handle or 0), each

        services = tuple(
            Service(*head(service), tuple(
                Characteristic(
                    *head(one), one.get("value_handle", 0), tuple(one.get("properties", ())),
                    tuple(Descriptor(*head(each)) for each in one.get("descriptors") or ()))
                for one in service.get("characteristics") or ()))
            for service in row.get("services") or ())
        return cls(row.get("number", 0), row.get("address"), row.get("name"), services, row)
