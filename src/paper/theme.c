/* The colours of the sheet and of the panels around it.
 *
 * Pens are Okabe and Ito's eight, which colour-blind people can tell apart; those under a contrast
 * of 3:1 on this paper are darkened until they reach it.
 */
#include "paper/paper.h"

#define RGB(hex)                                                                                   \
    {                                                                                              \
        (double)((hex) >> 16 & 255) / 255, (double)((hex) >> 8 & 255) / 255,                       \
            (double)((hex)&255) / 255, 1                                                           \
    }

const struct paper_theme paper_theme_paper = {
    .name = "paper",
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
};
