/* The tables of the help pages: each value of each rule is told, and nothing that is not in force.
 */
#include "screens/graph_paper/editor/editor.h"
#include "screens/graph_paper/lessons/lessons.h"
#include "screens/graph_paper/photo/photo.h"
#include "support/cmocka.h"
#include "support/pane.h"

#include "rules/graph_paper/graph_paper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct setup preset_setup(int preset)
{
    struct setup setup = setup_from_preset(&graph_paper_game, preset);
    setup.players = 2;
    return setup;
}

/* How tracks are drawn is told whatever the rules are. */
static bool is_about_drawing(const struct lesson *lesson)
{
    while (!lesson->page)
        lesson--;
    return strcmp(lesson->page->name, "drawing") == 0;
}

/* Everything that is told of the rules, as one text; free it. */
static char *tell(const struct setup *setup)
{
    const struct lesson *lessons[LESSON_LIMIT];
    struct text all = {0};
    int count = lessons_collect(&graph_paper_book, setup, lessons);
    for (int i = 0; i < count; i++) {
        if (is_about_drawing(lessons[i]))
            continue;
        rule_words(setup, lessons[i]->heading, &all);
        text_append(&all, "\n");
        rule_words(setup, lessons[i]->text, &all);
        text_append(&all, "\n");
    }
    assert_non_null(all.data);
    return all.data;
}

static void check_two_values(struct setup setup, int field, int one, int other)
{
    setup.values[field] = one;
    bool matters = graph_paper_game.field_matters(&setup, field);
    char *first = tell(&setup);
    setup.values[field] = other;
    matters &= graph_paper_game.field_matters(&setup, field);
    char *second = tell(&setup);
    if (matters && strcmp(first, second) == 0)
        fail_msg("%s = %d and %d read the same", graph_paper_game.table->fields[field].name, one,
                 other);
    free(first);
    free(second);
}

static bool is_about(const struct lesson *lesson, int field)
{
    char place[60];
    snprintf(place, sizeof place, "{%s", graph_paper_game.table->fields[field].name);
    bool about = strstr(lesson->text, place) != NULL;
    for (int i = 0; i < LESSON_NEEDS; i++)
        about |= lesson->needs[i].relation != NEEDS_NOTHING && lesson->needs[i].field == field;
    return about;
}

/* "off" and 0 are told by silence. */
static bool has_effect(const struct setup *setup, int field)
{
    const struct rule_field *entry = &graph_paper_game.table->fields[field];
    int value = setup->values[field];
    if (!graph_paper_game.field_matters(setup, field))
        return false;
    return entry->choices ? strcmp(entry->choices[value].name, "off") != 0 : value > 0;
}

static void check_is_told(struct setup setup, int field, int value)
{
    const struct lesson *lessons[LESSON_LIMIT];
    setup.values[field] = value;
    bool told = !has_effect(&setup, field);
    int count = lessons_collect(&graph_paper_book, &setup, lessons);
    for (int i = 0; i < count; i++)
        told |= is_about(lessons[i], field);
    if (!told)
        fail_msg("%s = %d is not told", graph_paper_game.table->fields[field].name, value);
}

static int highest_value(const struct rule_field *field)
{
    if (field->choices)
        return field->choice_count - 1;
    return field->minimum + 3 < field->maximum ? field->minimum + 3 : field->maximum;
}

/* Wherever a field matters, each of its values reads otherwise than the others. */
static void check_values(const struct setup *setup)
{
    const struct rule_table *table = graph_paper_game.table;
    for (int field = 0; field < table->field_count; field++) {
        const struct rule_field *entry = &table->fields[field];
        int least = entry->choices ? 0 : entry->minimum, most = highest_value(entry);
        for (int one = least; one <= most; one++) {
            check_is_told(*setup, field, one);
            for (int other = one + 1; other <= most; other++)
                check_two_values(*setup, field, one, other);
        }
    }
}

static void each_value_is_told(void **state)
{
    (void)state;
    for (int preset = 0; preset < PRESET_COUNT; preset++) {
        struct setup setup = preset_setup(preset);
        check_values(&setup);
    }
}

/* Fields that matter only beside others that no preset has. */
static void each_value_is_told_in_house_rules(void **state)
{
    (void)state;
    for (int off_track = OFF_TRACK_RESUME; off_track <= OFF_TRACK_RUN_WIDE; off_track++)
        for (int collision = COLLISION_NONE; collision <= COLLISION_DAMAGE; collision++) {
            struct setup setup = preset_setup(PRESET_RACING_CAR);
            setup.values[FIELD_OFF_TRACK] = off_track;
            setup.values[FIELD_COLLISION] = collision;
            setup.values[FIELD_START] = START_BEHIND;
            check_values(&setup);
        }
}

static void expect_words(int preset, const char *const *words, bool told)
{
    struct setup setup = preset_setup(preset);
    char *all = tell(&setup);
    for (char *c = all; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    for (int i = 0; words[i]; i++)
        if ((strstr(all, words[i]) != NULL) != told)
            fail_msg("%s %s \"%s\"", graph_paper_game.table->presets[preset].name,
                     told ? "does not say" : "says", words[i]);
    free(all);
}

static void nothing_else_is_told(void **state)
{
    (void)state;
    static const char *const extras[] = {"slick",  "nitro",      "collision", "tally", "shaded",
                                         "damage", "checkpoint", "turbo",     "derby", NULL};
    static const char *const classroom[] = {"principal point", "one lap", "sharing a point", NULL};
    static const char *const racing[] = {"3 nitros", "misses 3 turns, the struck car 2",
                                         "misses 2 turns", NULL};
    static const char *const not_racing[] = {"damage", "turbo",      "gates",
                                             "derby",  "brake hard", NULL};
    static const char *const derby[] = {"30 rounds", "2 points for you", "two cars each", NULL};
    static const char *const not_derby[] = {"chequered", "one lap", "struck car 2", NULL};
    static const char *const advanced[] = {"brake hard 2 times", "push hard 2 times",
                                           "with 5 points",      "gates",
                                           "up to 3 squares",    NULL};
    expect_words(PRESET_CLASSROOM, extras, false);
    expect_words(PRESET_CLASSROOM, classroom, true);
    expect_words(PRESET_BABYLON, extras, false);
    expect_words(PRESET_RACING_CAR, racing, true);
    expect_words(PRESET_RACING_CAR, not_racing, false);
    expect_words(PRESET_DERBY, derby, true);
    expect_words(PRESET_DERBY, not_derby, false);
    expect_words(PRESET_BABYLON_ADVANCED, advanced, true);
}

static void the_table_is_sound(void **state)
{
    (void)state;
    struct setup setup = preset_setup(PRESET_RACING_CAR);
    int lessons = 0;
    for (int i = 0; i < graph_paper_book.count; i++) {
        const struct lesson *lesson = &graph_paper_book.lessons[i];
        const struct diagram *diagram = lesson->diagram;
        struct error error;
        struct text words = {0};
        if (lesson->page)
            continue;
        rule_words(&setup, lesson->text, &words); /* asserts that its fields are there */
        assert_null(strchr(text_string(&words), '{'));
        text_free(&words);
        struct track *track = diagram_ground(diagram, &error);
        if (!track)
            fail_msg("%s: %s", lesson->heading, error.text);
        track_release(track);
        assert_true(diagram->marks[0].kind != DIAGRAM_END);
        lessons++;
    }
    assert_true(lessons > 0 && graph_paper_book.lessons[0].page);
}

static void numbers_have_their_nouns(void **state)
{
    (void)state;
    struct setup setup = preset_setup(PRESET_RACING_CAR);
    struct text words = {0};
    setup.values[FIELD_NITROS] = 1;
    setup.values[FIELD_GOOD_BRAKES] = 0;
    rule_words(&setup, "{nitros nitro}, {good_brakes}, {good_brakes brake} and {laps}; {rounds r}",
               &words);
    assert_string_equal(text_string(&words), "1 nitro, 0, no brakes and 1; 30 rs");
    text_free(&words);
}

/* What a window of 1280 x 800 leaves for a page, in interface pixels. */
enum { PAGE_WIDTH = 890, PAGE_HEIGHT = 616 };
/* The tools that the editor has; and what a status holds behind "How to play, Drawing a track". */
enum { TOOLS = 11, STATUS_ROOM = 480 };

/* With the gap that is left out behind the last card. */
static int end_of_page(const struct pane *pane, const struct help_telling *telling, int page,
                       int width)
{
    struct layout column = layout_column(pane->ui, 0, 0, width, 0);
    help_build_page(&column, telling, page);
    return column.rest.y - (int)column.gap;
}

static void presets_fit_without_scrolling(void **state)
{
    (void)state;
    struct pane pane = pane_open(1280, 800, 1);
    canvas_begin(pane.canvas, 1280, 800, 1);
    canvas_mute(pane.canvas, true);
    for (int preset = 0; preset < PRESET_COUNT; preset++) {
        const struct lesson *lessons[LESSON_LIMIT];
        struct setup setup = preset_setup(preset);
        int count = lessons_collect(&graph_paper_book, &setup, lessons);
        struct help_telling telling = {.book = &graph_paper_book,
                                       .setup = &setup,
                                       .lessons = lessons,
                                       .count = count,
                                       .room = PAGE_HEIGHT};
        const struct lesson_page *at;
        for (int page = 0; (at = lesson_page_at(&graph_paper_book, page)) != NULL; page++) {
            if (strcmp(at->name, "drawing") == 0 || strcmp(at->name, "classroom") == 0)
                continue; /* tables to look things up in */
            int bottom = end_of_page(&pane, &telling, page, PAGE_WIDTH);
            if (bottom > PAGE_HEIGHT)
                fail_msg("%s, page %s ends at %d", graph_paper_game.table->presets[preset].name,
                         at->name, bottom);
        }
    }
    pane_close(&pane);
}

/* The status has only so many bytes; what it says of the tool in hand must not be cut off. */
static void each_tool_is_told_in_its_own_words(void **state)
{
    (void)state;
    assert_int_equal(TOOL_COUNT, TOOLS);
    for (int i = 0; i < TOOLS; i++) {
        struct text status = {0};
        const struct editor_frame_tool words = editor_tools[i];
        help_tell_tool(false, i, &status);
        size_t length = strlen(words.help);
        assert_true(length > 20 && words.help[length - 1] == '.' && strlen(words.letter) == 1);
        assert_string_equal(text_string(&status) + status.length - length, words.help);
        assert_non_null(strstr(text_string(&status), words.name));
        assert_true(status.length < STATUS_ROOM);
        text_free(&status);
    }
    struct text status = {0};
    help_tell_tool(false, -1, &status);
    assert_null(strstr(text_string(&status), "In hand"));
    text_free(&status);
}

/* Narrow pages put words below what they explain: nothing is left out, whatever the width. */
static void making_tracks_fits_any_width(void **state)
{
    (void)state;
    struct pane pane = pane_open(1280, 800, 1);
    struct setup setup = preset_setup(PRESET_CLASSROOM);
    canvas_begin(pane.canvas, 1280, 800, 1);
    canvas_mute(pane.canvas, true);
    const struct lesson *lessons[LESSON_LIMIT];
    int count = lessons_collect(&graph_paper_book, &setup, lessons), before = 0;
    int page = lesson_page_called(&graph_paper_book, "drawing");
    assert_string_equal(lesson_page_at(&graph_paper_book, page)->name, "drawing");
    for (int width = PAGE_WIDTH; width >= 260; width -= 90) {
        struct help_telling telling = {
            .book = &graph_paper_book, .setup = &setup, .lessons = lessons, .count = count};
        int bottom = end_of_page(&pane, &telling, page, width);
        assert_true(bottom >= before);
        telling.from = &screen_photo; /* the same cards in another order */
        assert_int_equal(end_of_page(&pane, &telling, page, width), bottom);
        before = bottom;
    }
    pane_close(&pane);
}

/* In the first preset of each game, with as many players as there can be, each key is of use. */
static void keys_that_are_of_use_are_told(void **state)
{
    (void)state;
    for (const struct lesson_book *const *book = lesson_books; *book; book++) {
        struct setup setup = setup_from_preset((*book)->game, 0);
        setup.players = PLAYER_LIMIT;
        for (int i = 0; i < (*book)->key_count; i++) {
            const struct lesson_need *need = &(*book)->keys[i].need;
            assert_true(lesson_need_met(*book, need, &setup));
            struct setup without = setup;
            without.values[need->field] =
                need->relation == NEEDS_VALUE ? !need->value : need->value;
            assert_int_equal(lesson_need_met(*book, need, &without),
                             need->relation == NEEDS_NOTHING);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_that_are_of_use_are_told),
        cmocka_unit_test(each_value_is_told),
        cmocka_unit_test(each_value_is_told_in_house_rules),
        cmocka_unit_test(nothing_else_is_told),
        cmocka_unit_test(the_table_is_sound),
        cmocka_unit_test(numbers_have_their_nouns),
        cmocka_unit_test(presets_fit_without_scrolling),
        cmocka_unit_test(each_tool_is_told_in_its_own_words),
        cmocka_unit_test(making_tracks_fits_any_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
