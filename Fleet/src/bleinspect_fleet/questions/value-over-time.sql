-- A number over time, over all captures: its range of each device and day
-- :field = heart_rate_bpm (as in the table values)
-- :field is one of
--   SELECT field FROM values WHERE number IS NOT NULL GROUP BY field ORDER BY count(*) DESC, field
SELECT v.address, max(v.name) AS name, v.date,
       count(DISTINCT v.sha256) AS captures, count(*) AS times,
       min(v.number) AS lowest,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY v.number) AS median,
       max(v.number) AS highest, max(v.unit) AS unit
FROM values v
WHERE v.field = :field AND v.number IS NOT NULL
GROUP BY v.address, v.date
ORDER BY v.address NULLS LAST, v.date NULLS LAST
