-- Captures like one: by the characteristics that were used or discovered in both (Jaccard index)
-- :capture = (so many digits of its SHA-256 that it is one, or its path)
WITH used AS (
    SELECT DISTINCT sha256, coalesce(service, '') || '/' || characteristic AS what
    FROM characteristics
    WHERE characteristic IS NOT NULL
), this AS (
    SELECT min(sha256) AS sha256 FROM captures
    WHERE path = :capture OR substr(sha256, 1, length(:capture)) = lower(:capture)
    HAVING count(*) = 1
), its AS (
    SELECT u.what FROM used u JOIN this t ON t.sha256 = u.sha256
), sizes AS (
    SELECT sha256, count(*) AS size FROM used GROUP BY sha256
), common AS (
    SELECT u.sha256, count(*) AS common FROM used u JOIN its i ON i.what = u.what GROUP BY u.sha256
)
SELECT c.path, c.sha256, o.common, s.size,
       round(1.0 * o.common / (s.size + n.size - o.common), 3) AS similarity
FROM common o
JOIN sizes s ON s.sha256 = o.sha256
JOIN captures c ON c.sha256 = o.sha256
CROSS JOIN (SELECT count(*) AS size FROM its) n
ORDER BY similarity DESC, c.path, c.sha256
LIMIT 50
