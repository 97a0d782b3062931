-- Signal strength of each device that advertised, over all captures
SELECT d.address, max(d.name) AS name,
       count(DISTINCT d.sha256) AS captures,
       sum(d.advertisements) AS advertisements,
       min(d.rssi_min_dbm) AS min_dbm,
       max(d.rssi_max_dbm) AS max_dbm
FROM devices d
WHERE d.rssi_max_dbm IS NOT NULL AND d.address IS NOT NULL
GROUP BY d.address
ORDER BY max_dbm DESC, d.address
