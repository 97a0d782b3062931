-- Peripherals that asked for connection parameters, and how often they were refused
SELECT e.address, max(e.name) AS name, e.interval_min_ms, e.interval_max_ms,
       e.peripheral_latency, e.supervision_timeout_ms,
       count(*) AS requests,
       count(*) FILTER (WHERE NOT e.accepted) AS refused
FROM events e
WHERE e.event = 'note' AND e.accepted IS NOT NULL
GROUP BY e.address, e.interval_min_ms, e.interval_max_ms, e.peripheral_latency,
         e.supervision_timeout_ms
ORDER BY refused DESC, requests DESC, e.address NULLS LAST, e.interval_min_ms NULLS LAST,
         e.interval_max_ms NULLS LAST, e.peripheral_latency NULLS LAST,
         e.supervision_timeout_ms NULLS LAST
