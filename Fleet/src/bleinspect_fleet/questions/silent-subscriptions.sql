-- Who was subscribed to and never sent a value afterwards
SELECT h.address, h.name, h.service, h.characteristic, h.label,
       count(*) AS subscriptions, count(DISTINCT h.sha256) AS captures
FROM characteristics h
WHERE h.subscribed_at IS NOT NULL AND h.first_value_ms IS NULL
  -- Service Changed is turned on by hosts, and is silent unless a tree changes.
  AND h.characteristic IS DISTINCT FROM '2A05'
GROUP BY h.address, h.name, h.service, h.characteristic, h.label
ORDER BY subscriptions DESC, h.address NULLS LAST, h.service NULLS LAST, h.characteristic NULLS LAST,
         h.name NULLS LAST, h.label NULLS LAST
