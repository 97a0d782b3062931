#ifndef BLEINSPECT_CPCAP_H
#define BLEINSPECT_CPCAP_H
#include <stdio.h>
#include <pcap/pcap.h>

/* stdio.h has this only under _GNU_SOURCE, and a module built with that disagrees with Swift's own
   module of the C library about fd_set. The prototype is that of fopencookie(3). */
#include <bits/types/cookie_io_functions_t.h>
extern FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions);
#endif
