#ifndef BLEINSPECT_CBLUETOOTH_H
#define BLEINSPECT_CBLUETOOTH_H
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>

/* Macros with arguments, which Swift does not import. */
static inline unsigned long hci_get_device_list(void) { return HCIGETDEVLIST; }
static inline unsigned long hci_get_device_info(void) { return HCIGETDEVINFO; }
static inline unsigned long hci_get_connection_list(void) { return HCIGETCONNLIST; }
#endif
