/* The players of the set-up: a card each with pen, name, who drives, and a cross to take it away;
 * and the list of who can drive: a person, a level, or a program of one's own.
 *
 * The driver has a line of its own, with what that one can do, if there is room for all cards so. A
 * computer gets a name that goes with it as long as nobody has typed one, and the command of a
 * program is kept while another driver is tried.
 */
#include "screens/setup/inside.h"

#include "base/system/file.h"
#include "commands/command.h"
#include "drivers/driving.h"
#include "session/with_you.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A person, the game's levels, one of them that goes with people, a program: in this order. */
enum { KIND_PERSON, KIND_LEVEL };
enum { NAMES = 9 };

static const char prefix[] = "bot:";
enum { PREFIX_LENGTH = sizeof prefix - 1 };

struct players_kind {
    const char *word, *title, *sentence;
    const char *const *names;      /* what players are called that it drives; NULL after the last */
    int most;                      /* of them */
    const char *const *characters; /* theirs, by seat in turn; or NULL */
};

static const struct driving *driving(const struct setup_state *state)
{
    return driving_of(state->setup.game);
}

static int with_you_kind(const struct setup_state *state)
{
    return KIND_LEVEL + driving(state)->kind_count;
}

static int program_kind(const struct setup_state *state)
{
    return with_you_kind(state) + 1;
}

/* How fast people are is looked for once a visit, when somebody drives with them or may. */
static void follow_people(struct setup_state *state, bool asked)
{
    const struct game *game = state->setup.game;
    if (state->you_for == game || !state->races_folder ||
        !(asked || with_you_is_wanted(state->players, state->setup.players)))
        return;
    state->you = with_you_level(state->races_folder, game);
    state->you_for = game;
    with_you_seat(state->players, state->setup.players, game, state->you);
}

static struct players_kind kind_at(const struct setup_state *state, int kind)
{
    static const char *const people[NAMES] = {"Ada",    "Blaise", "Carl",    "Dorothy", "Emmy",
                                              "Fermat", "Grace",  "Hypatia", "Isaac"};
    static const char *const programs[NAMES] = {"Pixel", "Byte", "Robot", "Turing"};
    if (kind == KIND_PERSON)
        return (struct players_kind){
            "person", "Person", "Somebody at this screen, with the mouse or the keyboard.",
            people,   NAMES,    NULL};
    if (kind == program_kind(state))
        return (struct players_kind){
            "program", "Program", "A program of your own that answers in lines of text.",
            programs,  NAMES,     NULL};
    bool with_you = kind == with_you_kind(state);
    int fast = state->you_for == state->setup.game ? state->you : driving(state)->substitute;
    const struct driver_kind *level = &driving(state)->kinds[with_you ? fast : kind - KIND_LEVEL];
    static char words[120];
    if (with_you) {
        snprintf(words, sizeof words,
                 "Now %s: as fast as the best of you in the last races with computers.",
                 level->title);
        return (struct players_kind){"with-you",   "With you",   words,
                                     level->names, DRIVER_NAMES, NULL};
    }

    bool usual = fields_contest(state->setup.game->table, state->setup.values) == 0;
    return (struct players_kind){
        level->name,  level->title, usual || !level->in_derby ? level->sentence : level->in_derby,
        level->names, DRIVER_NAMES, level->characters};
}

static int kind_of(const struct setup_state *state, const struct player *player)
{
    int level = driver_find_level(state->setup.game, player->driver);
    if (driver_command(player->driver))
        return program_kind(state);
    if (driver_is_with_you(player->driver))
        return with_you_kind(state);
    return level < 0 ? KIND_PERSON : KIND_LEVEL + level;
}

void setup_players_follow_game(struct setup_state *state)
{
    for (int i = 0; i < state->setup.players; i++) {
        char *driver = state->players[i].driver;
        bool known = driver_is_human(driver) || driver_command(driver) ||
                     driver_find_level(state->setup.game, driver) >= 0;
        if (!known)
            snprintf(driver, PLAYER_DRIVER_BYTES, "%s",
                     driving(state)->kinds[driving(state)->substitute].name);
    }
}

/* --- names ------------------------------------------------------------------------------------ */

static bool is_named(const struct setup_state *state, const char *name)
{
    for (int i = 0; i < state->setup.players; i++)
        if (strcmp(state->players[i].name, name) == 0)
            return true;
    return false;
}

/* Usual names of a level begin as it does, so that one knows who is who. */
static bool is_usual(const struct players_kind *kind, bool person, const char *name)
{
    for (int i = 0; i < kind->most && kind->names[i]; i++)
        if (strcmp(kind->names[i], name) == 0)
            return true;
    size_t length = strlen(kind->title);
    return !person && strncmp(name, kind->title, length) == 0 && name[length] == ' ' &&
           strspn(name + length + 1, "0123456789") == strlen(name) - length - 1;
}

/* The first usual name that nobody has; of characters that of the seat's. */
static void give_name(const struct setup_state *state, struct player *player)
{
    struct players_kind kind = kind_at(state, kind_of(state, player));
    char name[PLAYER_NAME_BYTES] = "";
    int first = kind.characters ? (int)(player - state->players) % kind.most : 0;
    for (int i = 0; i < kind.most && kind.names[i] && name[0] == '\0'; i++) {
        const char *usual = kind.names[(first + i) % kind.most];
        if (!is_named(state, usual))
            snprintf(name, sizeof name, "%s", usual);
    }
    for (int i = 1; name[0] == '\0' || is_named(state, name); i++)
        snprintf(name, sizeof name, "%s %d", kind.title, i);
    memcpy(player->name, name, sizeof name);
}

void setup_players_enter(struct setup_state *state)
{
    state->choosing_driver = -1;
    for (int i = 0; i < state->setup.players; i++) {
        const struct player *player = &state->players[i];
        const char *command = driver_command(player->driver);
        state->named[i] = true;
        for (int which = 0; which <= program_kind(state); which++) {
            struct players_kind kind = kind_at(state, which);
            if (is_usual(&kind, which == KIND_PERSON, player->name))
                state->named[i] = false;
        }
        snprintf(state->commands[i], sizeof state->commands[i], "%s", command ? command : "");
    }
}

/* One of the drivers that come with the game, to begin with. */
static void propose_command(char *command, size_t size)
{
    const char *folder = command_asset_folder("assets");
    char *path = folder ? file_full_path(folder) : NULL;
    struct text proposal = {0};
    text_append(&proposal, "python3 ");
    for (const char *c = path; c && *c; c++)
        text_append_format(&proposal, strchr(" '\"\\", *c) ? "\\%c" : "%c", *c);
    text_append(&proposal, "/bots/driver.py");
    if (path && proposal.length < size)
        memcpy(command, text_string(&proposal), proposal.length + 1);
    text_free(&proposal);
    free(path);
}

static void choose_kind(struct setup_state *state, int index, int kind)
{
    struct player *player = &state->players[index];
    if (kind == kind_of(state, player))
        return;
    char driver[PLAYER_DRIVER_BYTES];
    const char *word = kind == KIND_PERSON ? "human" : kind_at(state, kind).word;
    if (kind == program_kind(state) && state->commands[index][0] == '\0')
        propose_command(state->commands[index], sizeof state->commands[index]);
    if (kind == program_kind(state))
        snprintf(driver, sizeof driver, "%s%s", prefix, state->commands[index]);
    else
        snprintf(driver, sizeof driver, "%s%s", kind == with_you_kind(state) ? WITH_YOU : "",
                 kind == with_you_kind(state) ? driving(state)->kinds[state->you].name : word);
    memcpy(player->driver, driver, sizeof driver);
    if (!state->named[index])
        give_name(state, player);
}

bool setup_driver_problem(const struct setup_state *state, const struct player *player,
                          struct setup_problem *problem)
{
    struct error error;
    const char *command = driver_command(player->driver);
    if (driver_check(state->setup.game, player->driver, &error))
        return false;
    if (command && strspn(command, " ") == strlen(command))
        snprintf(problem->text, sizeof problem->text,
                 "%s is to be driven by a program: type its command, such as python3 driver.py.",
                 player->name);
    else
        snprintf(problem->text, sizeof problem->text, "The program of %s: %s.", player->name,
                 error.text);
    return true;
}

/* --- on the card ------------------------------------------------------------------------------ */

static const double CHIP_SIDE = 10, ARROW_WIDTH = 9, LINE_HEIGHT = 32;

static int driver_chip_width(struct canvas *canvas, const struct setup_state *state)
{
    int widest = 0;
    for (int kind = 0; kind <= program_kind(state); kind++) {
        int width = canvas_text_width(canvas, STYLE_BODY, kind_at(state, kind).title);
        widest = width > widest ? width : widest;
    }
    return widest + canvas_units(canvas, 3 * CHIP_SIDE + ARROW_WIDTH);
}

static void draw_arrow(struct canvas *canvas, struct box box)
{
    double width = canvas_units(canvas, ARROW_WIDTH);
    double x = box.x + (box.w - width) / 2, y = box.y + box.h / 2.0 - width / 4;
    const double points[] = {x, y, x + width / 2, y + width / 2, x + width, y};
    struct stroke stroke = {canvas_theme(canvas)->ink_soft, width / 5, 0};
    canvas_stroke(canvas, points, 3, &stroke);
}

static void print_choice_id(const struct setup_state *state, int index, int kind, char *id,
                            size_t size)
{
    snprintf(id, size, "player %d driver %s", index + 1, kind_at(state, kind).word);
}

static bool build_chip(struct ui *ui, const struct players_kind *kind, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state touched =
        ui_target(ui, ui_words("player %d driver", index + 1), box, kind->word);
    double strength = touched.pressed ? 0.2 : touched.hovered ? 0.09 : 0;
    struct card card = {.radius = 7, .edge_width = 1.5};
    card.fill = color_mix(theme->card, theme->action, strength);
    card.edge = color_mix(theme->panel_edge, theme->action, strength * 4);
    canvas_card(canvas, box, &card);
    if (touched.ring)
        ui_focus_ring(ui, box, 7);
    struct box rest = box_inset(box, canvas_units(canvas, CHIP_SIDE), 0);
    draw_arrow(canvas, box_cut_right(&rest, canvas_units(canvas, ARROW_WIDTH)));
    canvas_text(canvas, STYLE_BODY, theme->ink, kind->title, rest, ALIGN_LEFT);
    return touched.clicked;
}

static void build_command(struct ui *ui, struct setup_state *state, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct player *player = &state->players[index];
    struct paper_color warning = canvas_theme(canvas)->warning;
    struct setup_problem problem;
    const char *id = ui_words("player %d program", index + 1);
    char *command = player->driver + PREFIX_LENGTH;
    if (ui_text_field(ui, id, command, (int)sizeof player->driver - PREFIX_LENGTH, box))
        snprintf(state->commands[index], sizeof state->commands[index], "%s", command);
    struct card frame = {
        .fill = color_fade(warning, 0), .edge = warning, .radius = 6, .edge_width = 2};
    if (setup_driver_problem(state, player, &problem))
        canvas_card(canvas, box, &frame);
}

static void build_driver_chip(struct layout *row, struct setup_state *state, int index)
{
    struct canvas *canvas = ui_canvas(row->ui);
    struct box box = layout_cut(row, AT_LEFT, driver_chip_width(canvas, state));
    int most = canvas_units(canvas, LINE_HEIGHT), room = row->rest.h - most / 5;
    box = box_centre(box, box.w, room < most ? room : most);
    struct players_kind kind = kind_at(state, kind_of(state, &state->players[index]));
    if (build_chip(row->ui, &kind, index, box)) {
        /* Who came by keyboard begins at the one that drives now. */
        char id[60];
        print_choice_id(state, index, kind_of(state, &state->players[index]), id, sizeof id);
        state->choosing_driver = index;
        ui_set_focus(row->ui, id, ui_ring(row->ui)[0] != '\0');
        ui_reveal(row->ui, id);
    }
}

static bool has_command(const struct setup_state *state, int index)
{
    return kind_of(state, &state->players[index]) == program_kind(state);
}

static void build_driver_line(struct ui *ui, struct setup_state *state, int index, struct box line)
{
    int kind = kind_of(state, &state->players[index]);
    struct canvas *canvas = ui_canvas(ui);
    if (kind == program_kind(state))
        build_command(ui, state, index,
                      box_centre(line, line.w, canvas_units(canvas, LINE_HEIGHT)));
    else if (kind != KIND_PERSON) {
        /* In two lines: what comes before the first pause, where there is no room for all of it. */
        struct players_kind driver = kind_at(state, kind);
        const char *words =
            driver.characters ? driver.characters[index % DRIVER_NAMES] : driver.sentence;
        char sentence[200];
        int most = 2 * canvas_line_height(canvas, STYLE_SMALL);
        snprintf(sentence, sizeof sentence, "%s", words);
        if (canvas_paragraph_height(canvas, STYLE_SMALL, sentence, line.w) > most) {
            size_t length = strcspn(sentence, ",;:.");
            snprintf(sentence + length, sizeof sentence - length, ".");
        }
        int height = canvas_paragraph_height(canvas, STYLE_SMALL, sentence, line.w);
        canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, sentence,
                         box_centre(line, line.w, height < most ? height : most), ALIGN_LEFT);
    }
}

/* --- the list --------------------------------------------------------------------------------- */

static const double ROW_SIDE = 14, ROW_PAD = 8, TITLE_COLUMN = 92;

static void build_kind(struct layout *column, struct setup_state *state, int which)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct players_kind kind = kind_at(state, which);
    int index = state->choosing_driver;
    char sentence[320];
    snprintf(sentence, sizeof sentence, "%s%s%s", kind.sentence, kind.characters ? " " : "",
             kind.characters ? kind.characters[index % DRIVER_NAMES] : "");
    int side = canvas_units(canvas, ROW_SIDE), title = canvas_units(canvas, TITLE_COLUMN);
    int words =
        canvas_paragraph_height(canvas, STYLE_SMALL, sentence, column->rest.w - 2 * side - title);
    int line = canvas_line_height(canvas, STYLE_STRONG);
    struct box box = layout_cut(column, AT_TOP,
                                (words > line ? words : line) + 2 * canvas_units(canvas, ROW_PAD));
    char id[60];
    bool chosen = which == kind_of(state, &state->players[index]);
    print_choice_id(state, index, which, id, sizeof id);
    bool clicked = ui_card(ui, id, sentence, box, chosen);
    struct layout row = layout_inside(ui, box, ROW_SIDE, ROW_PAD, 0);
    canvas_text(canvas, STYLE_STRONG, theme->ink, kind.title, layout_cut(&row, AT_LEFT, title),
                ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, sentence,
                     box_centre(row.rest, row.rest.w, words), ALIGN_LEFT);
    if (clicked) {
        choose_kind(state, index, which);
        state->choosing_driver = -1;
        snprintf(id, sizeof id, "player %d %s", index + 1,
                 which == program_kind(state) ? "program" : "driver");
        ui_set_focus(ui, id, ui_ring(ui)[0] != '\0');
    }
}

void setup_drivers_build(struct ui *ui, struct setup_state *state)
{
    static struct ui_scroll scroll;
    int index = state->choosing_driver;
    if (index < 0)
        return;
    follow_people(state, true);
    char title[PLAYER_NAME_BYTES + 40];
    snprintf(title, sizeof title, "Who drives for %s?",
             state->players[index].name[0] ? state->players[index].name : "this player");
    struct dialog dialog = {"drivers", title, "button no", 600, false, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 8;
    ui_group_begin(ui);
    for (int kind = 0; kind <= program_kind(state) && state->choosing_driver >= 0; kind++)
        build_kind(&column, state, kind);
    ui_group_end(ui);
    dialog_end(&column);
    if (layout_button(&dialog.foot, AT_RIGHT, "button no", "Cancel", LOOK_PLAIN))
        state->choosing_driver = -1;
    ui_status(ui, title);
}

/* Interface pixels. */
static const double LINE = 46, LINE_LEAST = 34, SECOND_LINE = 40, GAP = 6;
static const double SIDE = 8, PEN = 32, CROSS = 28, BETWEEN = 6, FIELD_EDGES = 20, TWO_LINES = 40;

static bool pen_is_free(const struct setup_state *state, int pen)
{
    for (int i = 0; i < state->setup.players; i++)
        if (state->players[i].pen == pen)
            return false;
    return true;
}

static int next_free_pen(const struct setup_state *state, int pen)
{
    for (int i = 1; i <= PEN_COUNT; i++) {
        int candidate = (pen - 1 + i) % PEN_COUNT + 1;
        if (pen_is_free(state, candidate))
            return candidate;
    }
    return pen;
}

static void remove_player(struct setup_state *state, int index)
{
    int behind = --state->setup.players - index;
    memmove(&state->players[index], &state->players[index + 1],
            (size_t)behind * sizeof state->players[0]);
    memmove(&state->named[index], &state->named[index + 1],
            (size_t)behind * sizeof state->named[0]);
    memmove(&state->commands[index], &state->commands[index + 1],
            (size_t)behind * sizeof state->commands[0]);
}

/* Names lose the blanks round them. */
void setup_players_finish(struct setup_state *state)
{
    for (int i = 0; i < state->setup.players; i++) {
        char *name = state->players[i].name;
        size_t blanks = strspn(name, " ");
        memmove(name, name + blanks, strlen(name + blanks) + 1);
        size_t length = strlen(name);
        while (length > 0 && name[length - 1] == ' ')
            name[--length] = 0;
        if (length == 0)
            snprintf(name, PLAYER_NAME_BYTES, "Player %d", i + 1);
    }
}

/* How high the cards are, so that all can be seen at once if possible. */
struct style {
    double line, gap;
    bool roomy; /* drivers have a line of their own */
};

/* Has a name no room beside the driver? Then that has a line of its own. */
static bool is_long(struct canvas *canvas, const struct setup_state *state, int index, int width)
{
    int others = canvas_units(canvas, 2 * SIDE + PEN + 3 * BETWEEN + CROSS + FIELD_EDGES);
    return canvas_text_width(canvas, STYLE_SMALL, state->players[index].name) >
           width - others - driver_chip_width(canvas, state);
}

static struct style style_for(struct canvas *canvas, const struct setup_state *state, int width,
                              int room)
{
    int players = state->setup.players, cells = players + (players < PLAYER_LIMIT);
    double height = room / canvas_scale(canvas), each = height / cells;
    if (each >= LINE + SECOND_LINE + GAP)
        return (struct style){LINE, GAP, true};
    for (int i = 0; i < players; i++)
        height -= is_long(canvas, state, i, width) ? SECOND_LINE + LINE - LINE_LEAST
                  : has_command(state, i)          ? SECOND_LINE
                                                   : 0;
    each = height / cells;
    double gap = each >= LINE + GAP ? GAP : 2, line = floor(each - gap);
    line = line < LINE_LEAST ? LINE_LEAST : line > LINE ? LINE : line;
    return (struct style){line, gap, false};
}

/* Lights up under the pointer; a click takes the next pen that is free. */
static void build_pen(struct layout *row, struct setup_state *state, int index)
{
    struct ui *ui = row->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct player *player = &state->players[index];
    struct box mark = layout_take(row, AT_LEFT, PEN);
    mark = box_centre(mark, mark.w, mark.w);
    const char *id = ui_words("player %d pen", index + 1);
    const char *pen = ui_words("pen %d, %s", player->pen, theme->pen_names[player->pen - 1]);
    struct ui_state touched = ui_target(ui, id, mark, pen);
    struct card card = {.fill = color_fade(theme->action, touched.pressed ? 0.2 : 0.1),
                        .radius = 6};
    card.edge = card.fill;
    if (touched.pressed || touched.hovered)
        canvas_card(canvas, mark, &card);
    if (touched.ring)
        ui_focus_ring(ui, mark, 6);
    if (touched.clicked)
        player->pen = next_free_pen(state, player->pen);
    canvas_mark(canvas, player->pen, mark.x + mark.w / 2.0, mark.y + mark.h / 2.0,
                canvas_units(canvas, 20));
}

static void build_name(const struct layout *row, struct setup_state *state, int index)
{
    struct canvas *canvas = ui_canvas(row->ui);
    char *name = state->players[index].name;
    bool one_line = canvas_text_width(canvas, STYLE_SMALL, name) <=
                    row->rest.w - canvas_units(canvas, FIELD_EDGES);
    int most = canvas_units(canvas, one_line ? 32 : TWO_LINES),
        room = row->rest.h - canvas_units(canvas, 6);
    const char *id = ui_words("player %d name", index + 1);
    if (ui_text_field(row->ui, id, name, PLAYER_NAME_BYTES,
                      box_centre(row->rest, row->rest.w, room < most ? room : most)))
        state->named[index] = name[0] != '\0';
}

static bool build_remove(struct layout *row, int index)
{
    return ui_cross(row->ui, ui_words("player %d remove", index + 1), "take this player away",
                    layout_take(row, AT_RIGHT, CROSS));
}

/* True if the player is to be taken away, once all were built. */
static bool build_player(struct layout *column, struct setup_state *state, int index,
                         const struct style *style)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    bool has_long_name = is_long(canvas, state, index, column->rest.w);
    bool roomy = style->roomy || has_long_name, second = roomy || has_command(state, index);
    double line = has_long_name ? LINE : style->line;
    struct box box = layout_take(column, AT_TOP, line + (second ? SECOND_LINE : 0));
    canvas_plain_card(canvas, box);
    struct layout inside = layout_inside(ui, box, SIDE, 0, 0);
    struct layout row = layout_row(&inside, line, BETWEEN), name;
    build_pen(&row, state, index);
    bool removed = state->setup.players > 1 && build_remove(&row, index);
    name = row;
    if (roomy) {
        row = layout_row(&inside, SECOND_LINE - 8, 8);
        layout_skip(&row, AT_LEFT, PEN + BETWEEN);
    } else {
        int chip = driver_chip_width(canvas, state) + canvas_units(canvas, row.gap);
        name.rest = layout_cut(&row, AT_LEFT, row.rest.w - chip);
        layout_skip(&inside, AT_BOTTOM, 6);
    }
    build_name(&name, state, index);
    build_driver_chip(&row, state, index);
    if (second)
        build_driver_line(ui, state, index, roomy ? row.rest : inside.rest);
    return removed;
}

static bool build_add(struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_target(ui, "button add-player", box, "Add a player");
    struct card card = {.radius = 8, .edge_width = 1.5, .dashed = true};
    card.edge = color_mix(theme->panel_edge, theme->action, state.hovered ? 0.6 : 0.1);
    card.fill = color_mix(theme->panel, theme->card, state.hovered ? 0.8 : 0);
    canvas_card(canvas, box, &card);
    canvas_text(canvas, STYLE_BODY, theme->action, "+ Add a player", box, ALIGN_CENTRE);
    if (state.ring)
        ui_focus_ring(ui, box, 8);
    return state.clicked;
}

void setup_players_build(struct layout *column, struct setup_state *state, int room)
{
    int gone = -1, count = state->setup.players;
    follow_people(state, false);
    struct style style = style_for(ui_canvas(column->ui), state, column->rest.w, room);
    column->gap = style.gap;
    ui_group_begin(column->ui);
    for (int i = 0; i < count; i++)
        if (build_player(column, state, i, &style))
            gone = i;
    bool added =
        count < PLAYER_LIMIT && build_add(column->ui, layout_take(column, AT_TOP, style.line));
    ui_group_end(column->ui);
    if (gone >= 0)
        remove_player(state, gone);
    if (added) {
        int pen = next_free_pen(state, PEN_COUNT);
        int index = state->setup.players;
        struct player player = {.pen = pen};
        snprintf(player.driver, sizeof player.driver, "human");
        give_name(state, &player);
        state->players[index] = player;
        state->named[index] = false;
        state->commands[index][0] = '\0';
        state->setup.players++;
    }
}
