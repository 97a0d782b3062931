"""Who may listen, with which rights, and what is said to who may not."""

from .btsnoop import NO_ADAPTER


def refused(verdict, name, *words):
    """A run that must end with status 2 and say one thing in one line."""
    status = (verdict.folder / f"{name}.status").read_text().strip()
    said = (verdict.folder / f"{name}.err").read_text().splitlines()
    output = (verdict.folder / f"{name}.txt").read_text()
    good = status == "2" and not output and len(said) == 1 and all(word in said[0] for word in words)
    verdict.expect(good, f"{name}: status {status}, {said} {output[:200]!r} instead of {words}")


# Who ran `live`, and as whom it listens: a user's number, and the owner of what it records.
LISTENERS = {"by-setcap": "65534", "by-ambient": "65534", "by-sudo": "65534", "only-hci1": "0"}


def is_of_hci1(record):
    """As --hci1 chooses: what is of no adapter counts."""
    return record.adapter in (1, NO_ADAPTER)


def rights(verdict):
    missing = ("CAP_NET_RAW is missing", "`sudo`", "`sudo setcap cap_net_raw+ep /")
    for name in ("nobody", "root-without", "admin-only"):
        refused(verdict, name, *missing)
    refused(verdict, "namespace", "the kernel has none", "network namespace", "container")
    refused(verdict, "container", "CAP_NET_RAW is there", "not that of the host", "container")
    refused(verdict, "no-adapter", "no adapter hci0", "there are no adapters")
    refused(verdict, "hci7", "no adapter hci7", "hci0 (00:AA:01:00:00:00", "hci1 (00:AA")
    verdict.reference()
    owners = dict(
        line.split(" ", 1) for line in (verdict.folder / "owners").read_text().splitlines())
    for name, user in LISTENERS.items():
        verdict.live(name, is_of_hci1 if name == "only-hci1" else None)
        verdict.expect(
            owners.get(f"{name}.btsnoop") == f"{user} {user} 600",
            f"the recording of {name} has owner and mode {owners.get(f'{name}.btsnoop')}")
        held = dict(
            line.split(":", 1)
            for line in (verdict.folder / f"{name}.rights").read_text().splitlines())
        for key, value in held.items():
            if key.startswith("Cap"):
                verdict.expect(int(value, 16) == 0, f"{name} listens with {key} {value.strip()}")
        verdict.expect(
            set(held["Uid"].split()) == {user}, f"{name} listens as user {held['Uid'].strip()}")
