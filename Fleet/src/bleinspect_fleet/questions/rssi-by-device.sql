-- Signal strength of each device that advertised, over all captures
SELECT d.address, max(d.name) AS name,
       count(DISTINCT d.sha256) AS captures,
       sum(d.advertisements) AS advertisements,
       -- Some sniffers say 0 throughout where they measure nothing.
       min(d.rssi_min_dbm) FILTER (WHERE d.rssi_min_dbm <> 0 OR d.rssi_max_dbm <> 0) AS min_dbm,
       max(d.rssi_max_dbm) FILTER (WHERE d.rssi_min_dbm <> 0 OR d.rssi_max_dbm <> 0) AS max_dbm
FROM devices d
WHERE d.advertisements > 0 AND d.address IS NOT NULL
GROUP BY d.address
ORDER BY max_dbm DESC NULLS LAST, d.address
