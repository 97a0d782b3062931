/// The parts of the Python script that are the same for every capture.
enum ExchangeScriptText {
  static let head: StaticString = #"""
    #!/usr/bin/env python3
    """Says to a Bluetooth LE device what a capture shows, and waits for the same answers.

        python3 THIS_FILE [--no-pauses] [ADDRESS or NAME]

    Needs bleak (pip install bleak). Exits with 1 if a request fails or an answer does not come.
    Values that differ from those of the capture are shown, and are no failure.
    """
    import argparse
    import asyncio
    import sys
    import time

    from bleak import BleakClient, BleakScanner

    # Each step: seconds after the step before, what, attribute, value, whether the
    # device refused it, values that follow.
    # Each attribute: service, characteristic, descriptor, number among its UUID's, handle.
    STEPS = [

    """#

  static let tail: StaticString = #"""

    # How long an answer may take, and the longest pause, in seconds.
    PATIENCE = 5.0
    LONGEST_PAUSE = 10.0
    # Generic Access and Generic Attribute, which some systems do not show to programs.
    KEPT = ("00001800-0000-1000-8000-00805f9b34fb", "00001801-0000-1000-8000-00805f9b34fb")


    def find(client, attribute):
        """The characteristic or descriptor on the device that stands for one of the capture."""
        service, uuid, descriptor, number, handle = attribute
        found = sorted(client.services.characteristics.values(), key=lambda one: one.handle)
        if uuid:
            found = [one for one in found if one.uuid == uuid]
            if number == 0 and service:
                found = [one for one in found if one.service_uuid == service] or found
        else:
            # The capture knows only the handle.
            for one in client.services.descriptors.values():
                if one.handle == handle and descriptor in (None, one.uuid):
                    return one
            if descriptor:
                # It is of the last characteristic before it.
                found = [one for one in found if one.handle < handle][-1:]
            else:
                # Some systems count from the declaration, which stands before the value.
                found = [one for one in found if one.handle in (handle, handle - 1)]
        if len(found) < max(number, 1):
            raise LookupError(f"the device has no {uuid or f'handle {handle:04X}'}")
        characteristic = found[max(number, 1) - 1]
        if not descriptor:
            return characteristic
        for one in characteristic.descriptors:
            if one.uuid == descriptor:
                return one
        if descriptor.startswith("00002902"):
            # Some systems do not show it.
            return characteristic
        raise LookupError(f"the device has no descriptor {descriptor} of {uuid}")


    def is_descriptor(client, target):
        return client.services.descriptors.get(target.handle) is target


    class Conversation:
        def __init__(self, client):
            self.client = client
            self.queues = {}
            self.subscribed = set()
            self.failures = 0
            self.start = time.monotonic()

        def say(self, text):
            print(f"{time.monotonic() - self.start:9.3f}  {text}", flush=True)

        def fail(self, text):
            self.failures += 1
            self.say(f"! {text}")

        async def subscribe(self, characteristic):
            if characteristic.handle in self.subscribed:
                # Systems refuse a second time, and keep the first.
                self.say("  is subscribed already")
                return
            queue = self.queues.setdefault(characteristic.handle, asyncio.Queue())

            def take(_, data):
                queue.put_nowait(bytes(data))

            await self.client.start_notify(characteristic, take)
            self.subscribed.add(characteristic.handle)

        async def unsubscribe(self, characteristic):
            if characteristic.handle not in self.subscribed:
                self.say("  is not subscribed")
                return
            self.subscribed.discard(characteristic.handle)
            await self.client.stop_notify(characteristic)

        async def ask(self, what, attribute, value):
            target = find(self.client, attribute)
            name = attribute[1] or f"handle {attribute[4]:04X}"
            data = bytes.fromhex(value) if value else b""
            if target.uuid.startswith("00002902") and what in ("write", "command") and data:
                # Systems write it themselves.
                what = "subscribe" if data[0] & 3 else "unsubscribe"
            if what in ("subscribe", "unsubscribe") and is_descriptor(self.client, target):
                target = self.client.services.characteristics[target.characteristic_handle]
            if what == "read" and attribute[2] and not is_descriptor(self.client, target):
                raise LookupError("this system does not show the descriptor")
            self.say(f"> {what} {name} {value or ''}")
            if what == "subscribe":
                await self.subscribe(target)
            elif what == "unsubscribe":
                await self.unsubscribe(target)
            elif what == "read" and is_descriptor(self.client, target):
                self.say(f"< {bytes(await self.client.read_gatt_descriptor(target.handle)).hex()}")
            elif what == "read":
                self.say(f"< {bytes(await self.client.read_gatt_char(target)).hex()}")
            elif is_descriptor(self.client, target):
                await self.client.write_gatt_descriptor(target.handle, data)
            else:
                await self.client.write_gatt_char(target, data, response=what == "write")

        async def hear(self, attribute, expected):
            target = find(self.client, attribute)
            queue = self.queues.get(target.handle)
            if queue is None:
                # The capture starts after the subscription, or the device remembers it.
                await self.subscribe(target)
                queue = self.queues[target.handle]
            try:
                data = await asyncio.wait_for(queue.get(), PATIENCE)
            except asyncio.TimeoutError:
                self.fail(f"nothing came from {attribute[1]}; expected {expected}")
                return
            note = "" if data.hex() == expected else f"   (the capture has {expected})"
            self.say(f"< {attribute[1]} {data.hex()}{note}")

        async def run(self, pauses):
            for pause, what, attribute, value, refused, answers in STEPS:
                if pauses and what != "await":
                    await asyncio.sleep(min(pause, LONGEST_PAUSE))
                try:
                    if what != "await":
                        await self.ask(what, attribute, value)
                    for answer, expected in answers:
                        await self.hear(answer, expected)
                except LookupError as problem:
                    if attribute and attribute[0] in KEPT:
                        self.say(f"left out: {problem}, or this system keeps it to itself")
                    else:
                        self.fail(f"{what}: {problem}")
                except Exception as problem:
                    if not self.client.is_connected:
                        self.fail(f"disconnected: {problem}")
                        return
                    if refused:
                        self.say(f"refused, as in the capture: {problem}")
                    else:
                        self.fail(f"{what}: {problem}")


    async def main():
        parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
        parser.add_argument("device", nargs="?", help="address or name")
        parser.add_argument("--no-pauses", action="store_true")
        options = parser.parse_args()
        wanted = options.device or ADDRESS or NAME
        if not wanted:
            parser.error("the capture does not show the device's address: name the device")
        names = {wanted} if options.device else {ADDRESS, NAME} - {None}
        device = await BleakScanner.find_device_by_filter(
            lambda one, data: one.address.upper() in {name.upper() for name in names}
            or one.name in names or data.local_name in names,
            timeout=20,
        )
        if device is None:
            sys.exit(f"no device {wanted}")
        client = BleakClient(device, timeout=30)
        try:
            await client.connect()
            if PAIR:
                await client.pair()
        except Exception as problem:
            sys.exit(f"cannot connect to {wanted}: {problem}")
        conversation = Conversation(client)
        try:
            await conversation.run(not options.no_pauses)
        finally:
            await client.disconnect()
        print(f"{len(STEPS)} steps, {conversation.failures} failures")
        return 1 if conversation.failures else 0


    if __name__ == "__main__":
        sys.exit(asyncio.run(main()))

    """#
}
