#ifndef BLEINSPECT_CPCAP_H
#define BLEINSPECT_CPCAP_H
#define _GNU_SOURCE
#include <stdio.h>
#include <pcap/pcap.h>
#endif
