/* What the set-up screen has been set to; it stays from one visit to the next. Its files share it.
 *
 * setup.c is the page; tracks.c, presets.c and players.c are its three parts, rules.c is the page
 * of all rules. None of them knows a rule: what there is comes from the tables of rules/setup.h,
 * what has a meaning from the family.
 */
#ifndef GRAPHPRIX_SCREENS_SETUP_INSIDE_H
#define GRAPHPRIX_SCREENS_SETUP_INSIDE_H

#include "rules/game.h"
#include "screens/app.h"
#include "screens/tracks/tracks.h"
#include "session/records.h"

enum { SERIES_LIMIT = 12, CUP_RACES = 5, SEED_BYTES = 20, COMMAND_BYTES = PLAYER_DRIVER_BYTES - 4 };

/* Why the race cannot start. */
struct setup_problem {
    char text[800]; /* "": it can */
    int field;      /* the switch that is to blame, or -1 */
};

struct setup_state {
    bool ready; /* was it ever set? */
    struct setup setup;
    int usual[RULES_FIELD_LIMIT]; /* what the chosen card says; what differs from it is marked */
    bool laps_chosen;             /* by a person; else they follow course and players */
    int house;                    /* index of the chosen house rules, or -1: the preset's */
    struct house_rules houses;
    struct allow allow;
    char seed[SEED_BYTES];                      /* as typed; "": drawn */
    struct player players[PLAYER_LIMIT];        /* setup.players of them */
    bool named[PLAYER_LIMIT];                   /* has a person typed the name? */
    char commands[PLAYER_LIMIT][COMMAND_BYTES]; /* of programs, also when another drives */
    const char *races_folder;
    const struct game *you_for; /* the game whose level `you` is; NULL: it is to be found */
    int you;
    int choosing_driver; /* the index of a player for whom the list is open, or -1 */

    struct picker picker;     /* of those that the game can be played on */
    int taken_up;             /* of the gallery's tracks, which come by and by */
    int shown[GALLERY_LIMIT]; /* indices of the tracks that the game can be played on */
    int shown_count;
    const struct game *shown_for;
    bool par_searched;
    bool needs_lap[GALLERY_LIMIT]; /* of those that are shown: without a lap they are of no use */
    int chosen;                    /* index, or -1 */
    char *wanted;                  /* path of the one to be chosen once it was read, or NULL */
    int chosen_for;                /* the game that it was chosen for */
    bool picked;                   /* by a person in this visit */
    bool provisional;              /* chosen while others were still being read */
    bool anew;        /* another game was asked for: last time's track is none of its */
    bool asked_for;   /* the wanted track decides on the rules if it has to */
    bool series, cup; /* several races; a cup is a series, too, */
    bool cup_all;     /* of every game, or of the one that is chosen */
    unsigned cup_draws[CUP_RACES];
    int series_tracks[SERIES_LIMIT]; /* indices, in the order in which they are driven */
    int series_count;
    char *series_paths[SERIES_LIMIT]; /* between visits, and until all was read */
    int series_path_count;

    struct par *par;     /* of the chosen track under the rules, or NULL */
    struct setup par_of; /* if it was asked for: what for */
    bool par_asked;
    struct records *records;   /* while the screen is up */
    struct record_list record; /* of that track and those rules */
    bool has_ghost;            /* one of their races is still kept */
    bool ghost;                /* it is to be raced; from the settings, and back with a start */

    bool all_rules; /* the page of all rules is shown */
    bool naming;    /* a name for house rules is asked for */
    char house_name[HOUSE_RULES_NAME_BYTES];
    int forgetting; /* house rules that may be about to go, or -1 */
    struct setup_problem problem;
    int rules_at; /* where they begin in the page, while they are out of sight below; 0 */
    bool fresh;   /* the chosen track is to be brought into view */
    struct ui_scroll preset_scroll, page_scroll, player_scroll, rule_scroll;
};

/* screens/setup/setup.c */
/* "1 change", "2 changes": how many rules differ from the chosen card's; "" for none. */
void setup_describe_changes(const struct setup_state *state, char *into, int size);
/* A track that was made for the set-up becomes one of the player's own and is chosen. */
void setup_take_track(struct app *app, struct course course);

/* screens/setup/tracks.c */
#define SETUP_SEARCH "setup search"
void setup_tracks_enter(struct setup_state *state, struct app *app);
void setup_tracks_leave(struct setup_state *state, struct app *app);
/* Takes over what was read since. */
void setup_tracks_follow(struct setup_state *state);
/* A track of this path that is new among the player's own is to be chosen. */
void setup_tracks_take(struct setup_state *state, const char *path);
/* Another game: other tracks. */
void setup_tracks_sort_out(struct setup_state *state);
/* The chosen one, NULL if there is none that can be read. */
struct course setup_course(const struct setup_state *state);
/* The heading with the choice between one race, a series and a cup; the search and the ways to
 * other tracks; what tells tracks apart. */
void setup_tracks_head(struct app *app, struct layout *column, struct setup_state *state);
/* The cards, drawn within `seen`. */
void setup_tracks_build(struct layout *column, struct setup_state *state, struct box seen);
/* For which car the par of cards and rules is counted: par_condition of the chosen track. */
const char *setup_par_condition(const struct setup_state *state);
/* What the chosen track asks of the driver, or the tracks of the series; and for whom par is. */
void setup_tracks_words(struct layout *column, void *state);
/* How a race of the series is set up, or the one there is. */
struct setup setup_race_at(const struct setup_state *state, int race);
/* What is wrong with the tracks. True if there is something. */
bool setup_tracks_problem(const struct setup_state *state, struct setup_problem *problem);

/* screens/setup/setup.c */
void setup_choose_preset(struct setup_state *state, const struct game *game, int preset);
/* What the settings remember: "preset racing-car", "house Friday". */
const char *setup_card_title(const struct setup_state *state);
/* The games: one is chosen. */
/* Its presets and house rules. */
/* The numbers that most people set. */
void setup_house_ask_name(struct setup_state *state, struct ui *ui);

/* screens/setup/rules.c: the page of all rules. */
void setup_rules_build(struct layout page, struct setup_state *state);

/* screens/setup/players.c */
void setup_players_enter(struct setup_state *state);
/* Another game may have been chosen: who drove by a level that it has not drives by one it has. */
void setup_players_follow_game(struct setup_state *state);
/* Below each other, so that all of them have `room` pixels if possible. */
void setup_players_build(struct layout *column, struct setup_state *state, int room);
/* The list of drivers, if it is open. */
void setup_drivers_build(struct ui *ui, struct setup_state *state);
/* What is wrong with the driver. True if there is something. */
bool setup_driver_problem(const struct setup_state *state, const struct player *player,
                          struct setup_problem *problem);
/* The names that are missing are filled in. */
void setup_players_finish(struct setup_state *state);

#endif
