/* A command cut into words, without a shell: nothing in it is looked up or replaced. */
#include "drivers/bot_inside.h"

#include "base/memory.h"
#include "drivers/bot.h"

#include <stdlib.h>
#include <string.h>

enum { NO_QUOTE = 0 };

/* Appends the word that begins at *at and moves behind it. */
static bool read_word(const char **at, struct text *word, struct error *error)
{
    char quote = NO_QUOTE;
    text_append(word, "");
    for (; **at && (quote || !strchr(" \t\r\n", **at)); ++*at) {
        char c = **at;
        if (quote ? c == quote : c == '\'' || c == '"') {
            quote = quote ? NO_QUOTE : c;
            continue;
        }
        if (c == '\\' && quote != '\'' && !*++*at)
            return error_set(error, "nothing stands behind the last \\ of the command");
        text_append_bytes(word, *at, 1);
    }
    return !quote || error_set(error, "a %c of the command has no second one", quote);
}

char **bot_command_cut(const char *command, struct error *error)
{
    char **words = NULL;
    int count = 0;
    int capacity = 0;
    bool well = true;
    const char *at = command + strspn(command, " \t\r\n");
    while (well) {
        struct text word = {0};
        words = array_grow(words, count, &capacity, sizeof *words);
        words[count] = NULL;
        if (!*at)
            break;
        well = read_word(&at, &word, error);
        words[count++] = word.data;
        at += strspn(at, " \t\r\n");
    }
    if (well && (count == 0 || !words[0][0]))
        well = error_set(error, "\"bot:\" needs a command behind it, like bot:python3 my.py");
    if (well)
        return words;
    words = array_grow(words, count, &capacity, sizeof *words);
    words[count] = NULL;
    bot_command_free(words);
    return NULL;
}

void bot_command_free(char **words)
{
    for (int i = 0; words && words[i]; i++)
        free(words[i]);
    free(words);
}

bool bot_check_command(const char *command, struct error *error)
{
    char **words = bot_command_cut(command, error);
    bot_command_free(words);
    return words != NULL;
}
