#pragma once
/* glibc's getopt_long, which the module Glibc leaves out. */
#include <getopt.h>
