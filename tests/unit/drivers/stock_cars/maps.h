/* Maps for tests of drivers and hints. */
#ifndef GRAPHPRIX_TESTS_DRIVERS_STOCK_CARS_MAPS_H
#define GRAPHPRIX_TESTS_DRIVERS_STOCK_CARS_MAPS_H

#define RING                                                                                       \
    "name: Ring\nrace: N\nturn: right\nlaps: 2\n\n"                                                \
    "   bbbbbbbbbbbb   \n  bbbbbbbbbbbbbb  \n bbbbbbbbbbbbbbbb \nbbbbb        bbbbb\n"             \
    "****          ****\nFFFF          ****\n1***          ****\n2*3*          ****\n"             \
    "****          ****\nbbbbb        bbbbb\n bbbbbbbbbbbbbbbb \n  bbbbbbbbbbbbbb  \n"             \
    "   bbbbbbbbbbbb   \n"

/* A long way behind pits: with a stop there it takes fewer turns. */
#define PITS_WITH(second)                                                                          \
    "name: Pits\nrace: N\nlaps: 2\n\n *****\n*     *\n*     *\n*     *\n*     *\n*     *\n*     "  \
    "*\n"                                                                                          \
    "*     *\n*     *\n*     *\n*     *\n*     *\n***   *\n# *   *\nP *   *\n# *   *\n***   *\n"   \
    "F     *\n1     *\n" second "     *\n*     *\n *****\n"
#define PITS PITS_WITH("*")

#endif
