/* An analysis as JSON, for programs.  docs/opponents.md lists the members. */
#ifndef ALEA_CLIENT_ANALYSE_ANALYSIS_JSON_H
#define ALEA_CLIENT_ANALYSE_ANALYSIS_JSON_H

#include "client-cli/analyse/analysis.h"

/* Returns the analysis as one line; the caller frees it with free(). */
char *analysis_to_json(const struct analysis *analysis);

#endif
