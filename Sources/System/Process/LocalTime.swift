import CSystem
import Glibc

/// Seconds by which local time is ahead of UTC at a moment, in the system's time zone.
package func localOffset(_ unixSeconds: Int64) -> Int64 {
  var moment = time_t(unixSeconds)
  var calendar = unsafe tm()
  guard unsafe localtime_r(&moment, &calendar) != nil else { return 0 }
  return unsafe Int64(calendar.tm_gmtoff)
}
