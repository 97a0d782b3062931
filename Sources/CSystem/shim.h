#ifndef BLEINSPECT_CSYSTEM_H
#define BLEINSPECT_CSYSTEM_H
/* All headers of C that System needs beside Swift's Glibc, as one module: of several modules that include
   one header, the compiler lets any own what it declares, and another one in the next build. */
#include <stdio.h>
#include <getopt.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <linux/capability.h>
#include <linux/prctl.h>
#include <linux/types.h>
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <pcap/pcap.h>
#include <zlib.h>

/* Macros with arguments, which Swift does not import. */
static inline unsigned long hci_get_device_list(void) { return HCIGETDEVLIST; }
static inline unsigned long hci_get_device_info(void) { return HCIGETDEVINFO; }
static inline unsigned long hci_device_up(void) { return HCIDEVUP; }
static inline unsigned long hci_device_down(void) { return HCIDEVDOWN; }
static inline unsigned long hci_get_connection_list(void) { return HCIGETCONNLIST; }
/* The C library has these, but declares the first two nowhere (libcap does), and the others only
   under _GNU_SOURCE or with a variable count of arguments, which Swift does not call. */
extern int capget(cap_user_header_t header, cap_user_data_t data);
extern int capset(cap_user_header_t header, const cap_user_data_t data);
extern int getresuid(uid_t *real, uid_t *effective, uid_t *saved);
extern int getresgid(gid_t *real, gid_t *effective, gid_t *saved);
extern int setresuid(uid_t real, uid_t effective, uid_t saved);
extern int setresgid(gid_t real, gid_t effective, gid_t saved);
extern int prctl(int option, ...);

static inline int control_process(int option, unsigned long first, unsigned long second) {
  return prctl(option, first, second, 0UL, 0UL);
}

/* sched.h has this only under _GNU_SOURCE; a set is a row of bits. */
extern int sched_getaffinity(pid_t process, size_t size, void *set);

/* stdio.h has this only under _GNU_SOURCE, and a module built with that disagrees with Swift's own
   module of the C library about fd_set. The prototype is that of fopencookie(3). */
#include <bits/types/cookie_io_functions_t.h>
extern FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions);
#endif
