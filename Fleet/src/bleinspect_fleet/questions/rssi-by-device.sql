-- Signal strength of each device that advertised, over all captures
SELECT a.address, max(a.name) AS name,
       count(DISTINCT a.sha256) AS captures,
       count(*) AS changes,
       min(a.rssi_dbm) AS min_dbm,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY a.rssi_dbm) AS median_dbm,
       max(a.rssi_dbm) AS max_dbm
FROM adverts a
WHERE a.rssi_dbm IS NOT NULL AND a.address IS NOT NULL
GROUP BY a.address
ORDER BY median_dbm DESC, a.address
