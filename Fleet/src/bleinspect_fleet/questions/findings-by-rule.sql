-- What is wrong most often: findings by rule, or by their text without its numbers
SELECT coalesce(f.rule, f.pattern) AS finding, max(f.severity) AS severity,
       sum(f.count) AS times, count(DISTINCT f.sha256) AS captures,
       min(f.text) AS example
FROM findings f
GROUP BY coalesce(f.rule, f.pattern)
ORDER BY captures DESC, times DESC, finding
