// What any program costs to start.
#include <stdio.h>

int main(void) { return puts("hello") < 0; }
