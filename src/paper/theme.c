/* The colours of the sheet and of the panels around it.
 *
 * Pens are Okabe and Ito's eight, which colour-blind people can tell apart; on each paper those
 * that do not stand out are darkened or lightened until they do. The blackboard's last pen is
 * chalk.
 */
#include "paper/paper.h"

#include <string.h>

#define RGB(hex)                                                                                   \
    {                                                                                              \
        (double)((hex) >> 16 & 255) / 255, (double)((hex) >> 8 & 255) / 255,                       \
            (double)((hex)&255) / 255, 1                                                           \
    }

const struct paper_theme paper_theme_paper = {
    .name = "paper",
    .title = "Paper",
    .paper = RGB(0xfbfaf4),
    .grid = RGB(0xd6e4ef),
    .grid_strong = RGB(0xb4cde0),
    .hatching = RGB(0xd3ccb6),
    .wall = RGB(0x3a3a3a),
    .ink = RGB(0x3a3a3a),
    .ink_soft = RGB(0x6b6963),
    .slick = {0.23, 0.23, 0.23, 0.12},
    .chequer_dark = RGB(0x2f2f2f),
    .chequer_light = RGB(0xfefefe),
    .arrow = RGB(0xb03030),
    .panel = RGB(0xf6f3ea),
    .panel_edge = RGB(0xdad5c6),
    .card = RGB(0xfffefb),
    .action = RGB(0x2f5d8a),
    .action_text = RGB(0xffffff),
    .warning = RGB(0xb03030),
    .focus = RGB(0xd58a1e),
    .shade = {0.23, 0.23, 0.23, 0.38},
    .pens =
        {
            RGB(0x0072b2),
            RGB(0xd55e00),
            RGB(0x009e73),
            RGB(0xc977a4),
            RGB(0xc18500),
            RGB(0x4999c6),
            RGB(0x9b942b),
            RGB(0x000000),
        },
    .pen_names = {"blue", "orange", "green", "pink", "ochre", "light blue", "olive", "black"},
};

static const struct paper_theme blackboard = {
    .name = "blackboard",
    .title = "Blackboard",
    .paper = RGB(0x22302b),
    .grid = RGB(0x34483f),
    .grid_strong = RGB(0x435a51),
    .hatching = RGB(0x4d6259),
    .wall = RGB(0xe9e6da),
    .ink = RGB(0xf2efe4),
    .ink_soft = RGB(0xb3bfb6),
    .slick = {0.93, 0.92, 0.86, 0.16},
    .chequer_dark = RGB(0x141d19),
    .chequer_light = RGB(0xf2efe4),
    .arrow = RGB(0xff9a85),
    .panel = RGB(0x1b2622),
    .panel_edge = RGB(0x4a6158),
    .card = RGB(0x26352f),
    .action = RGB(0x9ccdf2),
    .action_text = RGB(0x12202b),
    .warning = RGB(0xffa192),
    .focus = RGB(0xf4bd50),
    .shade = {0, 0, 0, 0.6},
    .pens =
        {
            RGB(0x4aa5e6),
            RGB(0xf58a4b),
            RGB(0x2ec99c),
            RGB(0xe79ccb),
            RGB(0xe9a91f),
            RGB(0xa9dcff),
            RGB(0xf2e65a),
            RGB(0xffffff),
        },
    .pen_names = {"blue", "orange", "green", "pink", "amber", "light blue", "yellow", "white"},
};

static const struct paper_theme high_contrast = {
    .name = "high-contrast",
    .title = "High contrast",
    .paper = RGB(0xffffff),
    .grid = RGB(0xc4ced8),
    .grid_strong = RGB(0x8799ab),
    .hatching = RGB(0x8f8f8f),
    .wall = RGB(0x000000),
    .ink = RGB(0x000000),
    .ink_soft = RGB(0x333333),
    .slick = {0, 0, 0, 0.26},
    .chequer_dark = RGB(0x000000),
    .chequer_light = RGB(0xffffff),
    .arrow = RGB(0xa00000),
    .panel = RGB(0xffffff),
    .panel_edge = RGB(0x000000),
    .card = RGB(0xffffff),
    .action = RGB(0x00327d),
    .action_text = RGB(0xffffff),
    .warning = RGB(0xa00000),
    .focus = RGB(0xb84300),
    .shade = {0, 0, 0, 0.5},
    .pens =
        {
            RGB(0x005a9c),
            RGB(0xb44700),
            RGB(0x00704d),
            RGB(0xa53b7c),
            RGB(0x8a5d00),
            RGB(0x2a749c),
            RGB(0x6e6900),
            RGB(0x000000),
        },
    .pen_names = {"blue", "dark orange", "green", "purple", "brown", "steel blue", "olive",
                  "black"},
};

const struct paper_theme *const paper_themes[PAPER_THEME_COUNT] = {&paper_theme_paper, &blackboard,
                                                                   &high_contrast};

const struct paper_theme *paper_theme_find(const char *name)
{
    for (int i = 0; i < PAPER_THEME_COUNT; i++)
        if (strcmp(paper_themes[i]->name, name) == 0)
            return paper_themes[i];
    return &paper_theme_paper;
}
