"""What is taken from the two tools' output."""

import json
import unittest

from conformance import bleinspect, tshark
from conformance.pdu import ATTPDU, shorten


def tshark_line(frame, *pdus):
    """A line of `tshark -T ek`: repeated layers are repeated members, as tshark writes them."""
    members = [f'"frame":{{"frame_frame_number":"{frame}"}}']
    for octets, fields in pdus:
        members.append(f'"btatt_raw":"{octets}"')
        members.append('"btatt":' + json.dumps(fields))
    return '{"timestamp":"0","layers":{' + ",".join(members) + "}}"


class TsharkTests(unittest.TestCase):
    def test_handle_and_uuid_of_a_response(self):
        fields = {
            "btatt_btatt_opcode": "0x0b", "btatt_btatt_handle": "0x0014",
            "btatt_btatt_uuid128": "9b:1d:00:01:6a:5c:4e:2f:8d:3b:0c:1a:2b:3c:4d:5e"}
        frames = dict(tshark.read(['{"index":{}}', tshark_line(7, ("0b30", fields))]))
        self.assertEqual(
            frames, {7: [ATTPDU("0b30", 0x14, None, "9B1D0001-6A5C-4E2F-8D3B-0C1A2B3C4D5E")]})

    def test_error_code(self):
        line = tshark_line(1, ("010612000a", {"btatt_btatt_error_code": "0x0a"}))
        self.assertEqual(dict(tshark.read([line])), {1: [ATTPDU("010612000a", error=10)]})

    def test_two_pdus_in_a_frame(self):
        frames = dict(tshark.read([tshark_line(2, ("1e", {}), ("13", {}))]))
        self.assertEqual(frames, {2: [ATTPDU("1e"), ATTPDU("13")]})

    def test_the_uuids_of_a_list_are_not_one_uuid(self):
        fields = {"btatt_btatt_uuid16": ["0x2a00", "0x2a01"], "btatt_btatt_handle": "0x0003"}
        frames = dict(tshark.read([tshark_line(2, ("1b0300", fields))]))
        self.assertIsNone(frames[2][0].uuid)


class BleinspectTests(unittest.TestCase):
    def test_leading_handle_goes_back_in_front_of_the_value(self):
        line = '{"frame":3,"att":[{"opcode":27,"handle":18,"uuid":"2A37","value":"0661"}]}'
        packets = bleinspect.read([line])
        self.assertEqual(packets.pdus, {3: [ATTPDU("1b12000661", 18, None, "2A37")]})

    def test_the_handle_of_a_response_is_not_one_of_its_bytes(self):
        line = '{"frame":3,"att":[{"opcode":11,"handle":18,"value":"61"}]}'
        self.assertEqual(bleinspect.read([line]).pdus[3][0].octets, "0b61")

    def test_the_error_responses_handle_is_in_its_value(self):
        line = '{"frame":3,"att":[{"opcode":1,"handle":16,"value":"0810000a","error":10}]}'
        self.assertEqual(bleinspect.read([line]).pdus[3][0], ATTPDU("010810000a", 16, 10))

    def test_a_cut_pdu_has_no_handle(self):
        line = '{"frame":3,"att":[{"opcode":10,"value":"12"}]}'
        self.assertEqual(bleinspect.read([line]).pdus[3][0].octets, "0a12")

    def test_frames_with_nothing_to_read(self):
        lines = [
            '{"frame":1,"crc_ok":true}', '{"frame":2,"crc_ok":false}',
            '{"frame":3,"crc_ok":true,"encrypted":true}', '{"frame":4}']
        self.assertEqual(bleinspect.read(lines).unreadable, {2, 3})

    def test_records_are_counted_without_the_line_of_the_capture(self):
        lines = ['{"event":"capture","schema":1}', '{"frame":1}', '{"frame":2}']
        self.assertEqual(bleinspect.read(lines).records, 2)

    def test_what_is_no_json_is_an_error(self):
        with self.assertRaises(bleinspect.BleinspectError):
            bleinspect.read(['{"frame":1}', "error"])


class UUIDTests(unittest.TestCase):
    def test_shortest_form(self):
        for long, short in (
            ("2a37", "2A37"),
            ("00002a37", "2A37"),
            ("0000ffe100001000800000805f9b34fb", "FFE1"),
            ("1234ffe100001000800000805f9b34fb", "1234FFE1"),
            ("f000aa0104514000b000000000000000", "F000AA01-0451-4000-B000-000000000000"),
        ):
            self.assertEqual(shorten(long), short)
