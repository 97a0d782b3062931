/// Keeps an object until the process exits, which frees its memory faster than deallocating would.
package func keepToTheEnd(_ object: AnyObject) { unsafe _ = Unmanaged.passRetained(object) }
