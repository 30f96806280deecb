/* Include this before the weights of a network.  After it, the compiler does not warn
 * about numbers without the suffix F; the files in engine/weights are full of them. */
#ifndef ALEA_ENGINE_NETWORK_NO_SUFFIX_H
#define ALEA_ENGINE_NETWORK_NO_SUFFIX_H

#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wimplicit-float-conversion"
#else
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#endif

#endif
