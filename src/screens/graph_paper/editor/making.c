/* The workshop of graph paper. */
#include "screens/graph_paper/editor/making.h"

#include "rules/graph_paper/graph_paper.h"
#include "screens/workshop.h"
#include "studio/graph_paper/photo/photo.h"

const struct workshop graph_paper_workshop = {
    .game = &graph_paper_game,
    .editor = &screen_editor,
    .edit_new = app_edit_new,
    .edit_file = app_edit_file,
    .import_file = app_import_file,
    .takes_picture = photo_is_picture,
    .open_picture = app_open_photo,
    .has_unsaved = app_has_unsaved_sheet,
    .edit_unsaved = app_edit_unsaved,
    .generate = app_generate,
};
