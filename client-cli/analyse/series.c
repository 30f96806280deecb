#include "client-cli/analyse/series.h"

#include <string.h>

#include "client-cli/term/grid.h"

static struct series_player *find(struct series *series, const char *name) {
    unsigned i = 0;
    while (i < series->n_players && strcmp(series->player[i].name, name) != 0) {
        i++;
    }
    if (i == SERIES_PLAYERS_MAX) {
        return NULL;
    }
    if (i == series->n_players) {
        series->n_players++;
        snprintf(series->player[i].name, sizeof series->player[i].name, "%s", name);
    }
    return &series->player[i];
}

static void add_sum(struct analysis_sum *to, const struct analysis_sum *from) {
    to->luck += from->luck;
    to->lost += from->lost;
    to->could_lose += from->could_lose;
    to->n_decisions += from->n_decisions;
    to->n_throws += from->n_throws;
}

void series_add(struct series *series, const struct analysis *a) {
    series->n_games++;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        struct series_player *player = find(series, a->record->player[side].name);
        if (player == NULL) {
            continue;
        }
        player->n_games++;
        add_sum(&player->sum, &a->sum[side]);
        if (a->has_result) {
            player->points += side == SIDE_WHITE ? a->result : 1 - a->result;
            player->adjusted += analysis_adjusted(a, side);
        }
    }
}

static void write_player(const struct series_player *player, FILE *out) {
    const struct analysis_sum *sum = &player->sum;
    double skill = 0;
    bool is_known = analysis_skill(sum, &skill);
    int width = grid_width(player->name);
    fprintf(out, "%s%*s %5u %5.1f %8.1f %10u %9.2f %% ", player->name,
            width < 24 ? 24 - width : 0, "", player->n_games, player->points,
            player->adjusted, sum->n_decisions,
            sum->n_decisions > 0 ? 100 * sum->lost / sum->n_decisions : 0);
    if (is_known) {
        fprintf(out, "%5.0f %%", 100 * skill);
    } else {
        fputs("      -", out);
    }
    fprintf(out, " %+6.2f\n", sum->luck);
}

void series_write(const struct series *series, enum lang lang, FILE *out) {
    fprintf(out, tr(lang, "%u games\n"), series->n_games);
    fprintf(out, "%22s%s\n", "",
            tr(lang, "   games   won  no luck  decisions   lost each  skill   luck"));
    for (unsigned i = 0; i < series->n_players; i++) {
        write_player(&series->player[i], out);
    }
}
