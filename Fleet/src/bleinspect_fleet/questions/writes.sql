-- Every capture in which a characteristic was written, and what was written
-- :characteristic = (UUID, as NDJSON has it: 2A39, or 36 characters)
SELECT c.path, c.sha256, e.frame, e.t, e.connection, e.address, e.event, e.value, e.text, e.note
FROM events e
JOIN captures c ON c.sha256 = e.sha256
WHERE e.event IN ('write', 'write_command') AND e.descriptor IS NULL
  AND e.characteristic = upper(:characteristic)
ORDER BY c.path, c.sha256, e.seq
