// Runs a program and writes to descriptor 3 what it took: status, peak memory in KB, microseconds of
// the processor.
//
//     measure SECONDS PROGRAM ARGUMENT... 3>FIGURES
//
// The kernel counts the memory of whoever starts a program as the program's, until it is there; this
// one is small. What takes more than SECONDS of the processor's time is ended.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count < 3) return 2;
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    rlim_t seconds = strtoul(arguments[1], NULL, 10);
    struct rlimit limit = {seconds, seconds + 1};
    setrlimit(RLIMIT_CPU, &limit);
    close(3);
    execv(arguments[2], arguments + 2);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) != child) return 1;
  long microseconds = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000L
    + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
  dprintf(
    3, "%d %ld %ld\n", WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status),
    usage.ru_maxrss, microseconds);
  return 0;
}
