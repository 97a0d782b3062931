/// Names that the Bluetooth SIG and others have assigned to numbers.
package enum AssignedNumbers {}
