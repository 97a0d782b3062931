-- When each device was seen first and last, when something of it was last new, and in how many captures
WITH seen AS (
    SELECT sha256, address, name, time AS first_time, time AS last_time, time AS new_time
    FROM events WHERE address IS NOT NULL
    UNION ALL
    SELECT sha256, address, name, time, time, time FROM adverts WHERE address IS NOT NULL
    UNION ALL
    -- Advertisements that say nothing new are no rows.
    SELECT sha256, address, name, first_seen, last_seen, NULL FROM devices WHERE address IS NOT NULL
)
SELECT s.address, max(s.name) AS name, min(s.first_time) AS first_seen, max(s.last_time) AS last_seen,
       max(s.new_time) AS last_new, count(DISTINCT s.sha256) AS captures
FROM seen s
GROUP BY s.address
ORDER BY first_seen NULLS LAST, s.address
