#ifndef BLEINSPECT_CZLIB_H
#define BLEINSPECT_CZLIB_H
#include <zlib.h>
#endif
