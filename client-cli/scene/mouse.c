/* The mouse: on the tabs, on the board. */
#include <string.h>

#include "client-cli/scene/inside.h"

void click(struct scene *scene, const struct input *input) {
    struct scene_room *room = scene_room(scene);
    if (input->row == 0 && scene->rows > SCENE_ROWS_LEAST) {
        for (int i = 0, column = 1; i < SCENE_ROOMS; i++) { /* as draw_title puts them */
            int width =
                scene->room[i].code[0] != '\0' ? (int)strlen(scene->room[i].code) + 5 : 0;
            if (width > 0 && input->column >= column && input->column < column + width) {
                show_tab(scene, i);
                return;
            }
            column += width;
        }
    }
    if (room == NULL || room->story.msg == NULL || !can_choose(scene, room)) {
        return;
    }
    struct layout layout;
    layout_make(scene, room, room->story.msg->state, &layout);
    int spot = spots_at(&room->spots, input->row - layout.board.top,
                        input->column - layout.board.left);
    if (input->is_right) {
        picker_back(&room->picker, &room->spots, room->story.msg->state);
        return;
    }
    if (spot < 0) {
        return;
    }
    struct picker *picker = &room->picker;
    if (picker_cursor(picker) == spot && picker_is_unclear(picker)) {
        picker_turn(picker); /* Enter picks it */
        return;
    }
    if (picker_point(picker, spot)) {
        if (!picker_is_unclear(picker)) {
            pick(scene);
        }
        return;
    }
    struct picker before = room->picker;
    if (before.level > 0) { /* another piece, or a square where it cannot go */
        choose_again(room);
        if (picker_point(&room->picker, spot)) {
            pick(scene);
            return;
        }
        room->picker = before;
        ask_why(scene);
    }
}
