"""Plays scenes and writes their recordings."""

import argparse
import logging
import pathlib

from . import (
    att_kinds,
    bonded_reconnect,
    classic_att,
    encrypted_on_air,
    encrypted_sessions,
    enhanced_att,
    heart_rate,
    passkeys,
    peripheral_side,
    polar_on_air,
    recorders,
    rules_of_links,
    rules_of_requests,
    rules_of_security,
    sensortag_cc2541,
    sensortag_cc2650,
    two_straps,
    variations,
)
from .clock import play

SCENES = {
    'polar-h7': heart_rate.record_polar,
    'polar-h7-ll': polar_on_air.record,
    'sensortag-cc2650': sensortag_cc2650.record,
    'sensortag-cc2541': sensortag_cc2541.record,
    'two-straps': two_straps.record,
    'bonded-reconnect': bonded_reconnect.record,
    'peripheral-side': peripheral_side.record,
    'att-kinds': att_kinds.record,
    'enhanced-att': enhanced_att.record,
    'classic-att': classic_att.record,
    'encrypted': encrypted_on_air.record,
    'encrypted-sessions': encrypted_sessions.record,
    'recorders': recorders.record,
    'passkeys': passkeys.record,
    **rules_of_links.SCENES,
    **rules_of_requests.SCENES,
    **rules_of_security.SCENES,
    **variations.SCENES,
}


def main():
    parser = argparse.ArgumentParser(prog='record', description=__doc__)
    parser.add_argument('--list', action='store_true', help='name the scenes and stop')
    parser.add_argument('--default-output', type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument('output', type=pathlib.Path, nargs='?', help='where to write the files')
    parser.add_argument('scenes', nargs='*', metavar='SCENE', help='default: every scene')
    arguments = parser.parse_args()
    if arguments.list:
        print('\n'.join(SCENES))
        return
    unknown = [name for name in arguments.scenes if name not in SCENES]
    if unknown:
        parser.error(f'no scene {", ".join(unknown)} (--list names them)')

    logging.basicConfig(level=logging.WARNING)
    output = arguments.output or arguments.default_output
    output.mkdir(parents=True, exist_ok=True)
    for name in arguments.scenes or SCENES:
        for file_name, content in play(SCENES[name], seed=name).items():
            (output / file_name).parent.mkdir(parents=True, exist_ok=True)
            (output / file_name).write_bytes(content)
            print(f'{file_name}: {len(content)} bytes')


if __name__ == '__main__':
    main()
