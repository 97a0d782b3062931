#ifndef BLEINSPECT_CBLUETOOTH_H
#define BLEINSPECT_CBLUETOOTH_H
#include <sys/socket.h>
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#endif
