"""The command: compares the values of the fixture, or asks bluetooth-sig for them again."""

import argparse
import json
import pathlib
import tomllib

from .attribute_values import Fixture, KnownDifferences, ValuesError, compare
from .run import EXECUTABLE, ROOT, Report

FIXTURE = ROOT / "Conformance" / "bluetooth-sig.json"
KNOWN_DIFFERENCES = ROOT / "Conformance" / "bluetooth-sig-differences.toml"


def main(arguments=None):
    options = parse(arguments)
    if options.record:
        from .bluetooth_sig_package import record  # needs the package

        document = json.loads(options.fixture.read_text())
        options.fixture.write_text(written(record(document)))
        return 0
    report = Report()
    agreed = total = 0
    try:
        known = KnownDifferences(
            tomllib.loads(options.known_differences.read_text()).get("difference", []))
        agreed, total = compare(
            Fixture(options.fixture.read_text()), options.bleinspect, known, report)
    except ValuesError as error:
        report.fail(str(error))
    print(f"{agreed} of {total} figures agree; {len(known.used)} members have a known difference")
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="Conformance/values",
        description="Compares what bleinspect decodes from the values of characteristics with what "
        "the package bluetooth-sig said of them, which is in the fixture.")
    parser.add_argument("--bleinspect", metavar="FILE", type=pathlib.Path, default=EXECUTABLE)
    parser.add_argument("--fixture", metavar="FILE", type=pathlib.Path, default=FIXTURE)
    parser.add_argument(
        "--known-differences", metavar="FILE", type=pathlib.Path, default=KNOWN_DIFFERENCES)
    parser.add_argument(
        "--record", action="store_true",
        help="ask the package again for every value of the fixture, and write the fixture")
    return parser.parse_args(arguments)


def written(document):
    """One line for each member and value, so that a difference can be read."""
    def line(value):
        return json.dumps(value, ensure_ascii=True)

    out = ["{", f'  "package": {line(document["package"])},', '  "characteristics": {']
    characteristics = list(document["characteristics"].items())
    for number, (uuid, each) in enumerate(characteristics):
        out.append(f'    {line(uuid)}: {{')
        out.append(f'      "name": {line(each["name"])},')
        for part in ("figures", "values"):
            out.append(f'      {line(part)}: {{')
            rows = [f"        {line(key)}: {line(value)}" for key, value in each[part].items()]
            out.append(",\n".join(rows)) if rows else None
            out.append("      }," if part == "figures" else "      }")
        out.append("    }," if number + 1 < len(characteristics) else "    }")
    return "\n".join(out) + "\n  }\n}\n"
