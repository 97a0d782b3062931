/// Keeps an object until the process ends: to take apart all that it knows would be for nothing.
package func keepToTheEnd(_ object: AnyObject) { unsafe _ = Unmanaged.passRetained(object) }
