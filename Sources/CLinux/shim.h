#ifndef BLEINSPECT_CLINUX_H
#define BLEINSPECT_CLINUX_H
#include <linux/capability.h>
#include <linux/prctl.h>
#include <linux/types.h>
#include <sys/types.h>

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
#endif
