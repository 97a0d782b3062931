-- Which firmware loses its connections: ends by Connection Timeout, by firmware revision
WITH firmware AS (
    SELECT sha256, address, max(text) AS firmware
    FROM values WHERE field = 'firmware_revision' GROUP BY sha256, address
)
SELECT coalesce(f.firmware, 'unknown') AS firmware,
       count(*) AS connections,
       count(*) FILTER (WHERE c.reason_code = 8) AS time_outs,
       round(100.0 * count(*) FILTER (WHERE c.reason_code = 8) / count(*), 1) AS percent
FROM connections c
LEFT JOIN firmware f ON f.sha256 = c.sha256 AND f.address = c.address
GROUP BY coalesce(f.firmware, 'unknown')
ORDER BY time_outs DESC, connections DESC, firmware
