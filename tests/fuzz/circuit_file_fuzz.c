/* Any bytes as a circuit's file: refused with a sentence, or read; and what the game writes of a
 * circuit is the same circuit when it is read again, under another name, too.
 */
#include "rules/circuit/circuit.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void check_circuit(const struct circuit *circuit)
{
    require(circuit->rows >= CIRCUIT_ROWS_LEAST && circuit->rows <= CIRCUIT_ROWS_MOST);
    require(circuit->lanes >= CIRCUIT_LANES_LEAST && circuit->lanes <= CIRCUIT_LANES_MOST);
    for (int row = 0; row < circuit->rows; row++) {
        const struct corner *corner = circuit_corner(circuit, row);
        require(!corner || (corner->from <= row && row <= corner->to));
        require(!corner || row < circuit->rows - circuit_grid_rows(circuit->lanes));
        require(circuit->line[row] >= 0 && circuit->line[row] <= circuit->lanes);
        require((circuit->line[row] > 0) == (corner && corner->has_line));
        for (int lane = 1; lane <= circuit->lanes; lane++) {
            int limit = circuit_limit(circuit, row, lane);
            require(corner ? limit >= 20 && limit <= CIRCUIT_LIMIT_MOST && limit % 20 == 0
                           : limit == 0);
        }
    }
}

static void check_again(const struct circuit *circuit, const struct text *file, const char *name)
{
    struct error error = {0};
    const struct circuit *again = circuit_strips.read(file->data, file->length, &error);
    require(again && strcmp(course_name((struct course){&circuit_game, again}), name) == 0);
    require(circuit_strips.fingerprint(again) == circuit_strips.fingerprint(circuit));
    circuit_strips.release(again);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct error error = {0};
    struct text written = {0}, renamed = {0};
    const char *bytes = (const char *)data;
    const struct circuit *circuit = circuit_strips.read(bytes, size, &error);
    if (!circuit) {
        require(error.text[0] != '\0' && !strchr(error.text, '\n'));
        return 0;
    }
    require(circuit_strips.recognise(bytes, size));
    check_circuit(circuit);
    circuit_strips.write(circuit, &written);
    check_again(circuit, &written, course_name((struct course){&circuit_game, circuit}));
    if (circuit_strips.retitle(bytes, size, "Another", &renamed, &error))
        check_again(circuit, &renamed, "Another");
    circuit_strips.release(circuit);
    text_free(&written);
    text_free(&renamed);
    return 0;
}
