#include "engine/network/ur_inputs.h"

#define ROSETTES (UR_BIT(4) | UR_BIT(UR_CENTRE) | UR_BIT(UR_LAST))

void ur_inputs_threats(struct network_input *in, unsigned first, unsigned from,
                       unsigned victims) {
    for (unsigned throw = 1; throw <= UR_THROW_MAX; throw ++, first += 3) {
        unsigned reached = (from & ur_race_from[throw]) << throw;
        unsigned taken = reached & victims;
        if (taken != 0) {
            unsigned foremost = 31U - (unsigned)__builtin_clz(taken);
            network_input_add(in, first, 1);
            network_input_add(in, first + 1, (float)foremost / UR_COMMON_LAST);
        }
        if ((reached & ROSETTES) != 0) {
            network_input_add(in, first + 2, 1);
        }
    }
}

unsigned ur_inputs_kind_of_throw(const struct roll *roll) {
    return roll->value[0];
}
