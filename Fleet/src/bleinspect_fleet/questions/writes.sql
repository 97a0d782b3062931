-- Every capture in which a characteristic was written, and what was written
-- :characteristic = (UUID: 2A39, 0x2A39, or 36 characters)
-- :characteristic is one of
--   SELECT characteristic FROM events
--   WHERE event IN ('write', 'write_command') AND descriptor IS NULL AND characteristic IS NOT NULL
--   GROUP BY characteristic ORDER BY count(*) DESC, characteristic
SELECT c.path, c.sha256, e.frame, e.t, e.connection, e.address, e.event, e.value, e.text, e.note
FROM events e
JOIN captures c ON c.sha256 = e.sha256
WHERE e.event IN ('write', 'write_command') AND e.descriptor IS NULL
  AND e.characteristic = upper(:characteristic)
ORDER BY c.path, c.sha256, e.seq
