-- Firmware updates that went wrong: connections that used an update service and were refused or lost
WITH used AS (
    SELECT sha256, connection, min(service) AS service, count(*) AS writes,
           count(*) FILTER (WHERE event = 'att_error') AS errors
    FROM events
    WHERE event IN ('write', 'write_command', 'att_error') AND descriptor IS NULL
      AND service IN ('FE59',                                  -- Nordic Secure DFU
                      '00001530-1212-EFDE-1523-785FEABCD123',  -- Nordic Legacy DFU
                      '8D53DC1D-1DB7-4CD3-868B-8A527460AA84',  -- SMP (MCUmgr)
                      'F000FFC0-0451-4000-B000-000000000000',  -- TI OAD
                      '1D14D6EE-FD63-4FA1-BFA4-8F47B42119F0')  -- Silicon Labs OTA
    GROUP BY sha256, connection
)
SELECT c.path, u.sha256, u.connection, n.address, n.name, u.service, u.writes, u.errors,
       n.unanswered, n.reason, n.reason_code
FROM used u
JOIN connections n ON n.sha256 = u.sha256 AND n.connection = u.connection
JOIN captures c ON c.sha256 = u.sha256
WHERE u.errors > 0 OR n.unanswered > 0 OR n.reason_code NOT IN (19, 22)
ORDER BY c.path, u.sha256, u.connection
