/* Fuzzes house rules: whatever the bytes are, what cannot be used is told, and the rest is written
 * and read again as the same, with nothing to tell. */
#include "session/records.h"

#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void require_usable(const struct house_rules *house)
{
    require(house->count >= 0 && house->count <= HOUSE_RULES_LIMIT);
    for (int i = 0; i < house->count; i++) {
        const struct house_rule *rule = &house->items[i];
        const struct rule_table *table = rule->game->table;
        require(rule->name[0] != '\0' && text_is_one_line(rule->name));
        require(house_rules_find(house, rule->name) == i);
        require(rule->preset >= 0 && rule->preset < table->preset_count);
        for (int k = 0; k < table->field_count; k++) {
            const struct rule_field *field = &table->fields[k];
            bool number = field->choices == NULL;
            require(rule->values[k] >= (number ? field->minimum : 0) &&
                    rule->values[k] <= (number ? field->maximum : field->choice_count - 1));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct house_rules house, again;
    struct text told = {0}, first = {0}, second = {0};
    json_list_read(&house_rules_list, (const char *)bytes, length, &house, &told);
    require(told.length > 0 || length > 0);
    require_usable(&house);
    require(json_list_print(&house_rules_list, &house, &first));
    text_clear(&told);
    json_list_read(&house_rules_list, first.data, first.length, &again, &told);
    require(told.length == 0);
    require(json_list_print(&house_rules_list, &again, &second));
    require(strcmp(first.data, second.data) == 0);
    text_free(&first);
    text_free(&second);
    text_free(&told);
    return 0;
}
