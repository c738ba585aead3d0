/* Who drives for a player of the set-up: a person, a level, or a program of one's own.
 *
 * The second line of a player's card shows it, and opens the list of all with what each can see. A
 * computer gets a name that goes with it as long as nobody has typed one, and the command of a
 * program is kept while another driver is tried.
 */
#include "screens/setup/inside.h"
#include "ui/layout.h"

#include "commands/command.h"
#include "drivers/driving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A person, the game's levels, a program: in this order. */
enum { KIND_PERSON, KIND_LEVEL };
enum { NAMES = 9 };

static const char prefix[] = "bot:";
enum { PREFIX_LENGTH = sizeof prefix - 1 };

static const char *const person_names[NAMES] = {"Ada",    "Blaise", "Carl",    "Dorothy", "Emmy",
                                                "Fermat", "Grace",  "Hypatia", "Isaac"};
static const char *const program_names[NAMES] = {"Pixel", "Byte", "Robot", "Turing"};

static const struct driving *driving(const struct setup_state *state)
{
    return driving_of(state->setup.game);
}

static int program_kind(const struct setup_state *state)
{
    return KIND_LEVEL + driving(state)->kind_count;
}

static const struct driver_kind *level_of(const struct setup_state *state, int kind)
{
    return &driving(state)->kinds[kind - KIND_LEVEL];
}

static int kind_of(const struct setup_state *state, const struct player *player)
{
    int level = driver_find_level(state->setup.game, player->driver);
    if (driver_command(player->driver))
        return program_kind(state);
    return level < 0 ? KIND_PERSON : KIND_LEVEL + level;
}

static const char *kind_title(const struct setup_state *state, int kind)
{
    if (kind == KIND_PERSON)
        return "Person";
    return kind == program_kind(state) ? "Program" : level_of(state, kind)->title;
}

static const char *kind_word(const struct setup_state *state, int kind)
{
    if (kind == KIND_PERSON)
        return "person";
    return kind == program_kind(state) ? "program" : level_of(state, kind)->name;
}

static const char *kind_sentence(const struct setup_state *state, int kind)
{
    if (kind == KIND_PERSON)
        return "Somebody at this screen, with the mouse or the keyboard.";
    if (kind == program_kind(state))
        return "A program of your own that answers in lines of text.";
    const struct driver_kind *level = level_of(state, kind);
    bool usual = state->setup.values[state->setup.game->table->contest_field] == 0;
    return usual || !level->in_derby ? level->sentence : level->in_derby;
}

void setup_drivers_follow_game(struct setup_state *state)
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
static const char *usual_name(const struct setup_state *state, int kind, int index)
{
    if (kind == KIND_PERSON)
        return person_names[index];
    if (kind == program_kind(state))
        return program_names[index];
    return index < DRIVER_NAMES ? level_of(state, kind)->names[index] : NULL;
}

static bool is_usual(const struct setup_state *state, const char *name, int kind)
{
    for (int i = 0; i < NAMES && usual_name(state, kind, i); i++)
        if (strcmp(usual_name(state, kind, i), name) == 0)
            return true;
    const char *title = kind_title(state, kind);
    size_t length = strlen(title);
    return kind != KIND_PERSON && strncmp(name, title, length) == 0 && name[length] == ' ' &&
           strspn(name + length + 1, "0123456789") == strlen(name) - length - 1;
}

/* The first usual name that nobody has. */
static void give_name(const struct setup_state *state, struct player *player)
{
    int kind = kind_of(state, player);
    char name[PLAYER_NAME_BYTES] = "";
    for (int i = 0; i < NAMES && usual_name(state, kind, i) && name[0] == '\0'; i++)
        if (!is_named(state, usual_name(state, kind, i)))
            snprintf(name, sizeof name, "%s", usual_name(state, kind, i));
    for (int i = 1; name[0] == '\0' || is_named(state, name); i++)
        snprintf(name, sizeof name, "%s %d", kind_title(state, kind), i);
    memcpy(player->name, name, sizeof name);
}

void setup_drivers_enter(struct setup_state *state)
{
    state->choosing_driver = -1;
    for (int i = 0; i < state->setup.players; i++) {
        const struct player *player = &state->players[i];
        const char *command = driver_command(player->driver);
        state->named[i] = true;
        for (int kind = 0; kind <= program_kind(state); kind++)
            if (is_usual(state, player->name, kind))
                state->named[i] = false;
        snprintf(state->commands[i], sizeof state->commands[i], "%s", command ? command : "");
    }
}

void setup_add_person(struct setup_state *state, int pen)
{
    int index = state->setup.players;
    struct player player = {.pen = pen};
    snprintf(player.driver, sizeof player.driver, "human");
    give_name(state, &player);
    state->players[index] = player;
    state->named[index] = false;
    state->commands[index][0] = '\0';
    state->setup.players++;
}

/* One of the drivers that come with the game, to begin with. */
static void propose_command(char *command, size_t size)
{
    const char *folder = command_asset_folder("assets");
    char *path = folder ? realpath(folder, NULL) : NULL;
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
    const char *word = kind == KIND_PERSON ? "human" : kind_word(state, kind);
    if (kind == program_kind(state) && state->commands[index][0] == '\0')
        propose_command(state->commands[index], sizeof state->commands[index]);
    if (kind == program_kind(state))
        snprintf(driver, sizeof driver, "%s%s", prefix, state->commands[index]);
    else
        snprintf(driver, sizeof driver, "%s", word);
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

int setup_driver_chip_width(struct canvas *canvas, const struct setup_state *state)
{
    int widest = 0;
    for (int kind = 0; kind <= program_kind(state); kind++) {
        int width = canvas_text_width(canvas, STYLE_BODY, kind_title(state, kind));
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
    snprintf(id, size, "player %d driver %s", index + 1, kind_word(state, kind));
}

/* Who came by keyboard begins at the one that drives now. */
static void open_list(struct ui *ui, struct setup_state *state, int index)
{
    char id[60];
    print_choice_id(state, index, kind_of(state, &state->players[index]), id, sizeof id);
    state->choosing_driver = index;
    ui_set_focus(ui, id, ui_ring(ui)[0] != '\0');
    ui_reveal(ui, id);
}

static bool build_chip(struct ui *ui, const struct setup_state *state, int index, int kind,
                       struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    char id[40];
    snprintf(id, sizeof id, "player %d driver", index + 1);
    struct ui_state touched = ui_target(ui, id, box, kind_word(state, kind));
    double strength = touched.pressed ? 0.2 : touched.hovered ? 0.09 : 0;
    struct card card = {.radius = 7, .edge_width = 1.5};
    card.fill = color_mix(theme->card, theme->action, strength);
    card.edge = color_mix(theme->panel_edge, theme->action, strength * 4);
    canvas_card(canvas, box, &card);
    if (touched.ring)
        ui_focus_ring(ui, box, 7);
    struct box rest = box_inset(box, canvas_units(canvas, CHIP_SIDE), 0);
    draw_arrow(canvas, box_cut_right(&rest, canvas_units(canvas, ARROW_WIDTH)));
    canvas_text(canvas, STYLE_BODY, theme->ink, kind_title(state, kind), rest, ALIGN_LEFT);
    return touched.clicked;
}

static void draw_frame(struct canvas *canvas, struct box box)
{
    struct paper_color warning = canvas_theme(canvas)->warning;
    struct card card = {.fill = color_fade(warning, 0), .edge = warning, .radius = 6};
    card.edge_width = 2;
    canvas_card(canvas, box, &card);
}

static bool build_command(struct ui *ui, struct setup_state *state, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct player *player = &state->players[index];
    struct setup_problem problem;
    char id[40];
    snprintf(id, sizeof id, "player %d program", index + 1);
    char *command = player->driver + PREFIX_LENGTH;
    bool changed = ui_text_field(ui, id, command, (int)sizeof player->driver - PREFIX_LENGTH, box);
    if (changed)
        snprintf(state->commands[index], sizeof state->commands[index], "%s", command);
    if (setup_driver_problem(state, player, &problem))
        draw_frame(canvas, box);
    return changed;
}

/* In two lines: what comes before the first pause, where there is no room for all of it. */
static void draw_sentence(struct canvas *canvas, const char *words, struct box box)
{
    char sentence[200];
    int most = 2 * canvas_line_height(canvas, STYLE_SMALL);
    snprintf(sentence, sizeof sentence, "%s", words);
    if (canvas_paragraph_height(canvas, STYLE_SMALL, sentence, box.w) > most) {
        size_t length = strcspn(sentence, ",;:.");
        snprintf(sentence + length, sizeof sentence - length, ".");
    }
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, sentence, box.w);
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, sentence,
                     box_centre(box, box.w, height < most ? height : most), ALIGN_LEFT);
}

void setup_driver_chip(struct layout *row, struct setup_state *state, int index)
{
    struct canvas *canvas = ui_canvas(row->ui);
    struct box box = layout_cut(row, AT_LEFT, setup_driver_chip_width(canvas, state));
    int most = canvas_units(canvas, LINE_HEIGHT), room = row->rest.h - most / 5;
    box = box_centre(box, box.w, room < most ? room : most);
    if (build_chip(row->ui, state, index, kind_of(state, &state->players[index]), box))
        open_list(row->ui, state, index);
}

bool setup_driver_has_command(const struct setup_state *state, int index)
{
    return kind_of(state, &state->players[index]) == program_kind(state);
}

bool setup_driver_line(struct ui *ui, struct setup_state *state, int index, struct box line)
{
    int kind = kind_of(state, &state->players[index]);
    struct canvas *canvas = ui_canvas(ui);
    if (kind == program_kind(state))
        return build_command(ui, state, index,
                             box_centre(line, line.w, canvas_units(canvas, LINE_HEIGHT)));
    if (kind != KIND_PERSON)
        draw_sentence(canvas, kind_sentence(state, kind), line);
    return false;
}

/* --- the list --------------------------------------------------------------------------------- */

static const double ROW_SIDE = 14, ROW_PAD = 8, TITLE_COLUMN = 92;

static void build_row(struct layout *column, struct setup_state *state, int kind)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *sentence = kind_sentence(state, kind);
    int index = state->choosing_driver;
    int side = canvas_units(canvas, ROW_SIDE), title = canvas_units(canvas, TITLE_COLUMN);
    int words =
        canvas_paragraph_height(canvas, STYLE_SMALL, sentence, column->rest.w - 2 * side - title);
    int line = canvas_line_height(canvas, STYLE_STRONG);
    struct box box = layout_cut(column, AT_TOP,
                                (words > line ? words : line) + 2 * canvas_units(canvas, ROW_PAD));
    char id[60];
    print_choice_id(state, index, kind, id, sizeof id);
    bool clicked = ui_card(ui, id, sentence, box, kind == kind_of(state, &state->players[index]));
    struct layout row = layout_inside(ui, box, ROW_SIDE, ROW_PAD, 0);
    canvas_text(canvas, STYLE_STRONG, theme->ink, kind_title(state, kind),
                layout_cut(&row, AT_LEFT, title), ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, sentence,
                     box_centre(row.rest, row.rest.w, words), ALIGN_LEFT);
    if (clicked) {
        choose_kind(state, index, kind);
        state->choosing_driver = -1;
        snprintf(id, sizeof id, "player %d %s", index + 1,
                 kind == program_kind(state) ? "program" : "driver");
        ui_set_focus(ui, id, ui_ring(ui)[0] != '\0');
    }
}

void setup_drivers_build(struct ui *ui, struct setup_state *state)
{
    static struct ui_scroll scroll;
    int index = state->choosing_driver;
    if (index < 0)
        return;
    char title[PLAYER_NAME_BYTES + 40];
    snprintf(title, sizeof title, "Who drives for %s?",
             state->players[index].name[0] ? state->players[index].name : "this player");
    struct dialog dialog = {"drivers", title, "button no", 600, false, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 8;
    for (int kind = 0; kind <= program_kind(state) && state->choosing_driver >= 0; kind++)
        build_row(&column, state, kind);
    dialog_end(&column);
    if (layout_button(&dialog.foot, AT_RIGHT, "button no", "Cancel", LOOK_PLAIN))
        state->choosing_driver = -1;
    ui_status(ui, title);
}
