-- Firmware updates that went wrong: connections that used an update service and were refused or lost
WITH used AS (
    SELECT sha256, connection, min(service) AS service, max(seq) AS last_seq,
           count(*) FILTER (WHERE event IN ('write', 'write_command')) AS writes,
           count(*) FILTER (WHERE event = 'att_error') AS errors
    FROM events
    WHERE event IN ('write', 'write_command', 'notification', 'indication', 'att_error')
      AND descriptor IS NULL
      AND service IN ('FE59',                                  -- Nordic Secure DFU
                      '00001530-1212-EFDE-1523-785FEABCD123',  -- Nordic Legacy DFU
                      '8D53DC1D-1DB7-4CD3-868B-8A527460AA84',  -- SMP (MCUmgr)
                      'F000FFC0-0451-4000-B000-000000000000',  -- TI OAD
                      '1D14D6EE-FD63-4FA1-BFA4-8F47B42119F0')  -- Silicon Labs OTA
    GROUP BY sha256, connection
), spoken AS (
    SELECT sha256, connection, max(seq) AS last_seq
    FROM events
    WHERE event IN ('read', 'write', 'write_command', 'notification', 'indication', 'att_error')
    GROUP BY sha256, connection
)
SELECT c.path, u.sha256, u.connection, n.address, n.name, u.service, u.writes, u.errors,
       n.unanswered, n.reason, n.reason_code
FROM used u
JOIN connections n ON n.sha256 = u.sha256 AND n.connection = u.connection
JOIN captures c ON c.sha256 = u.sha256
JOIN spoken s ON s.sha256 = u.sha256 AND s.connection = u.connection
-- A bootloader restarts without a word: a time-out just after the last of the update is its normal end.
WHERE u.errors > 0
   OR (NOT (coalesce(n.reason_code, 8) = 8 AND u.last_seq = s.last_seq)
       AND (n.unanswered > 0 OR n.reason_code NOT IN (19, 22)))
ORDER BY c.path, u.sha256, u.connection
