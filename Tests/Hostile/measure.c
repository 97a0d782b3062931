// Runs a program and writes to a file what it took: status, peak memory in KB, microseconds of the
// processor.
//
//     measure FIGURES SECONDS PROGRAM ARGUMENT...
//
// The kernel counts the memory of whoever starts a program as the program's, until it is there; this
// one is small. What takes more than SECONDS of the processor's time is ended.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count < 4) return 2;
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    rlim_t seconds = strtoul(arguments[2], NULL, 10);
    struct rlimit limit = {seconds, seconds + 1};
    setrlimit(RLIMIT_CPU, &limit);
    execv(arguments[3], arguments + 3);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) != child) return 1;
  long microseconds = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000L
    + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
  FILE *figures = fopen(arguments[1], "w");
  if (figures == NULL) return 1;
  fprintf(
    figures, "%d %ld %ld\n", WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status),
    usage.ru_maxrss, microseconds);
  return fclose(figures) == 0 ? 0 : 1;
}
