/* Where jansson takes its memory from. */
#ifndef ALEA_PROTO_MEMORY_H
#define ALEA_PROTO_MEMORY_H

/* Whatever is encoded and decoded ends the program when it gets no memory (mem.h):
 * without this a line that could not be taken apart is refused as one that is wrong.
 * Once, before anything else of proto. */
void proto_use_memory(void);

#endif
