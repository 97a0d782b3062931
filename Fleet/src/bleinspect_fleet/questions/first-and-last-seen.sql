-- When each device was seen first, when something of it was last new, and in how many captures
WITH seen AS (
    SELECT sha256, address, name, time FROM events WHERE address IS NOT NULL
    UNION ALL
    SELECT sha256, address, name, time FROM adverts WHERE address IS NOT NULL
)
SELECT s.address, max(s.name) AS name, min(s.time) AS first_seen, max(s.time) AS last_new,
       count(DISTINCT s.sha256) AS captures
FROM seen s
GROUP BY s.address
ORDER BY first_seen NULLS LAST, s.address
