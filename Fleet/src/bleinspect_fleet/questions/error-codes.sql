-- What servers refused, by error, request and attribute
SELECT e.error_code, e.error, e.opcode, e.service, e.characteristic, e.descriptor,
       max(e.label) AS label, count(*) AS times, count(DISTINCT e.sha256) AS captures,
       count(DISTINCT e.address) AS devices
FROM events e
WHERE e.event = 'att_error'
GROUP BY e.error_code, e.error, e.opcode, e.service, e.characteristic, e.descriptor
ORDER BY times DESC, e.error_code NULLS LAST, e.error NULLS LAST, e.opcode NULLS LAST,
         e.service NULLS LAST, e.characteristic NULLS LAST, e.descriptor NULLS LAST
