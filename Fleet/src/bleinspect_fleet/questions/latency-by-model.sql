-- How long devices take to answer reads and writes, by model: exact percentiles, in ms
WITH model AS (
    SELECT sha256, address, max(text) AS model
    FROM values WHERE field = 'model_number' GROUP BY sha256, address
)
SELECT coalesce(m.model, 'unknown') AS model, e.event,
       count(*) AS answers,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY e.response_ms) AS median_ms,
       percentile_disc(0.95) WITHIN GROUP (ORDER BY e.response_ms) AS p95_ms,
       max(e.response_ms) AS max_ms
FROM events e
LEFT JOIN model m ON m.sha256 = e.sha256 AND m.address = e.address
-- Where the recording host is the server, these would be its own times. On the link layer there is no direction.
WHERE e.response_ms IS NOT NULL
  AND ((e.event = 'read' AND coalesce(e.direction, 'received') = 'received')
       OR (e.event = 'write' AND coalesce(e.direction, 'sent') = 'sent'))
GROUP BY coalesce(m.model, 'unknown'), e.event
ORDER BY p95_ms DESC, model, event
