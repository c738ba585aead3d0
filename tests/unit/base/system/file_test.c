/* Every test works in a new folder under the system's folder for temporary files. */
#include "base/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char *in_folder(void **state, const char *name)
{
    return file_join(*state, name);
}

static void put(void **state, const char *name, const char *content)
{
    char *path = in_folder(state, name);
    struct error error;
    assert_true(file_write_atomically(path, content, strlen(content), &error));
    free(path);
}

static void expect_content(void **state, const char *name, const char *expected)
{
    char *path = in_folder(state, name);
    struct text content = {0};
    struct error error;
    assert_true(file_read(path, 1000000, &content, &error));
    assert_string_equal(text_string(&content), expected);
    text_free(&content);
    free(path);
}

/* `names` are all entries of the folder, each followed by a space. */
static void expect_entries(void **state, const char *names)
{
    int count;
    char **entries = file_list_folder(*state, "", &count);
    struct text all = {0};
    for (int i = 0; i < count; i++) {
        text_append_format(&all, "%s ", entries[i]);
    }
    assert_string_equal(text_string(&all), names);
    text_free(&all);
    file_free_names(entries, count);
}

static void expect_unreadable(const char *path, size_t limit, const char *part_of_error)
{
    struct text content = {0};
    text_append(&content, "before");
    struct error error = {0};
    assert_false(file_read(path, limit, &content, &error));
    assert_non_null(strstr(error.text, part_of_error));
    assert_string_equal(text_string(&content), "before");
    assert_int_equal(content.length, 6);
    text_free(&content);
}

static void expect_unwritable(const char *path, size_t length, const char *part_of_error)
{
    char *bytes = calloc(1, length);
    assert_non_null(bytes);
    struct error error = {0};
    assert_false(file_write_atomically(path, bytes, length, &error));
    assert_non_null(strstr(error.text, part_of_error));
    free(bytes);
}

/* Links to a file that is there, and to one that is to come. */
static void expect_links(void **state, const char *path)
{
    char *soft = in_folder(state, "soft"), *hard = in_folder(state, "hard");
    char *loose = in_folder(state, "loose"), *chain = in_folder(state, "chain");
    char *to_come = in_folder(state, "to come"), *detour = in_folder(state, "../to come");
    char *folder = in_folder(state, "");
    assert_int_equal(symlink("a", soft), 0);
    assert_int_equal(link(path, hard), 0);
    assert_int_equal(symlink(to_come, loose), 0);
    assert_int_equal(symlink("loose", chain), 0);
    assert_true(file_is_same(path, soft) && file_is_same(soft, path) && file_is_same(hard, soft));
    assert_false(file_is_same(soft, to_come) || file_is_same(to_come, hard));
    assert_true(file_is_same(to_come, to_come) && file_is_same(to_come, loose));
    assert_true(file_is_same(chain, to_come) && file_is_same(loose, chain));
    assert_false(file_is_same(to_come, detour) || file_is_same(loose, path));
    unlink(soft);
    unlink(hard);
    unlink(loose);
    unlink(chain);
    free(soft);
    free(hard);
    free(loose);
    free(chain);
    free(to_come);
    free(detour);
    free(folder);
}

static void test_writes_and_reads(void **state)
{
    char *path = in_folder(state, "a");
    assert_false(file_exists(path));
    struct error error;
    assert_true(file_write_atomically(path, "x\0y", 3, &error));
    assert_true(file_exists(path));
    char *detour = in_folder(state, "./a"), *other = in_folder(state, "b");
    assert_true(file_is_same(path, detour));
    assert_false(file_is_same(path, other));
    free(other);
    free(detour);
    expect_links(state, path);
    struct text content = {0};
    text_append(&content, ">");
    assert_true(file_read(path, 3, &content, &error));
    assert_int_equal(content.length, 4);
    assert_memory_equal(content.data, ">x\0y", 5);
    text_free(&content);
    free(path);
    put(state, "a", "");
    expect_content(state, "a", "");
    expect_entries(state, "a ");
}

static void test_reads_large_files(void **state)
{
    char *path = in_folder(state, "large");
    char *bytes = malloc(100000);
    assert_non_null(bytes);
    for (int i = 0; i < 100000; i++) {
        bytes[i] = (char)(i % 251);
    }
    struct error error;
    assert_true(file_write_atomically(path, bytes, 100000, &error));
    struct text content = {0};
    assert_true(file_read(path, 100000, &content, &error));
    assert_int_equal(content.length, 100000);
    assert_memory_equal(content.data, bytes, 100000);
    text_free(&content);
    expect_unreadable(path, 99999, "99999 bytes");
    free(bytes);
    free(path);
}

static void test_what_cannot_be_read(void **state)
{
    char *path = in_folder(state, "missing");
    expect_unreadable(path, 10, "no such file");
    expect_unreadable(*state, 10, "folder");
    expect_unreadable("/dev/zero", 10, "device");
    assert_int_equal(mkfifo(path, 0600), 0);
    expect_unreadable(path, 10, "pipe");
    assert_int_equal(file_read_start(path, &(char){0}, 1), 0);
    free(path);
    /* Files of the system claim to be empty. */
    expect_unreadable("/proc/self/smaps", 10, "larger than the 10 bytes that are allowed: take a");
    expect_unreadable("/proc/self/smaps", 5000, "larger than the 5000 bytes");
}

static void test_no_permission(void **state)
{
    /* The superuser may read and write everything, so be somebody else for a while. */
    uid_t user = geteuid();
    if (user == 0) {
        assert_int_equal(chown(*state, 65534, 65534), 0);
        assert_int_equal(seteuid(65534), 0);
    }
    put(state, "a", "old");
    char *path = in_folder(state, "a");
    assert_int_equal(chmod(path, 0), 0);
    expect_unreadable(path, 10, "permission");
    expect_unwritable(path, 10, "permission");
    assert_int_equal(chmod(path, 0600), 0);
    expect_content(state, "a", "old");
    assert_int_equal(chmod(*state, 0500), 0);
    expect_unwritable(path, 10, "permission");
    assert_int_equal(chmod(*state, 0700), 0);
    expect_content(state, "a", "old");
    assert_int_equal(seteuid(user), 0);
    free(path);
}

static void test_what_cannot_be_written(void **state)
{
    expect_unwritable(*state, 10, "folder");
    /* Never try this on a device of the system: a mistake in the code would replace it. */
    char *path = in_folder(state, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    expect_unwritable(path, 10, "pipe");
    free(path);
    path = in_folder(state, "no/such/folder");
    expect_unwritable(path, 10, "no such file or folder");
    free(path);
    put(state, "a", "old");
    path = in_folder(state, "a/b");
    expect_unwritable(path, 10, "is a file, not a folder");
    free(path);
    char name[300];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    path = in_folder(state, name);
    expect_unwritable(path, 10, "too long");
    free(path);
    expect_entries(state, "a pipe ");
}

/* A limit on the size of files stops a write in the middle just as a full disk does. */
static void test_write_that_stops_in_the_middle(void **state)
{
    put(state, "a", "old");
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {.rlim_cur = 4096, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    char *path = in_folder(state, "a");
    expect_unwritable(path, 100000, "larger than is allowed");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    free(path);
    expect_content(state, "a", "old");
    expect_entries(state, "a ");
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 0777;
}

/* By a device that never has any space. */
static void test_a_full_disk_is_told(void **state)
{
    (void)state;
    struct error error;
    int full = open("/dev/full", O_WRONLY);
    assert_true(full >= 0);
    assert_false(file_write_all(full, "a", 1));
    assert_false(file_explain(&error, errno));
    assert_string_equal(error.text, "the disk is full: free some space and try again");
    close(full);
}

static void test_keeps_permissions_and_links(void **state)
{
    mode_t mask = umask(022);
    put(state, "a", "one");
    umask(mask);
    char *path = in_folder(state, "a");
    char *link_path = in_folder(state, "link");
    assert_int_equal(mode_of(path), 0644);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink("a", link_path), 0);
    put(state, "link", "two");
    expect_content(state, "a", "two");
    assert_int_equal(mode_of(path), 0640);
    struct stat status;
    assert_int_equal(lstat(link_path, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    free(link_path);
    free(path);
}

static void test_makes_folders(void **state)
{
    struct error error = {0};
    char *path = in_folder(state, "x/y//z/");
    assert_true(file_make_folder(path, &error));
    assert_true(file_make_folder(path, &error));
    assert_int_equal(mode_of(path), 0700);
    free(path);
    put(state, "file", "");
    path = in_folder(state, "file/below");
    assert_false(file_make_folder(path, &error));
    assert_non_null(strstr(error.text, "is a file, not a folder"));
    free(path);
}

static void test_lists_folder(void **state)
{
    put(state, "a.svg", "");
    put(state, "race", "");
    put(state, "A.race", "");
    for (char letter = 'z'; letter >= 'a'; letter--) {
        const char name[] = {letter, '.', 'r', 'a', 'c', 'e', '\0'};
        put(state, name, "");
    }
    int count;
    char **names = file_list_folder(*state, ".race", &count);
    assert_int_equal(count, 27);
    assert_string_equal(names[0], "A.race");
    for (int i = 1; i < count; i++) {
        assert_int_equal(names[i][0], 'a' + i - 1);
    }
    file_free_names(names, count);
    char *missing = in_folder(state, "missing");
    names = file_list_folder(missing, "", &count);
    assert_int_equal(count, 0);
    file_free_names(names, count);
    free(missing);
}

static void expect_joined(const char *folder, const char *name, const char *expected)
{
    char *joined = file_join(folder, name);
    assert_string_equal(joined, expected);
    free(joined);
}

static void test_joins(void **state)
{
    (void)state;
    expect_joined("a", "b", "a/b");
    expect_joined("a/", "b", "a/b");
    expect_joined("a/", "/b", "a/b");
    expect_joined("/", "b", "/b");
    expect_joined("", "b", "b");
    expect_joined("", "/b", "/b");
}

static int make_folder(void **state)
{
    const char *parent = getenv("TMPDIR");
    char *folder = file_join(parent == NULL ? "/tmp" : parent, "graphprix-file-test-XXXXXX");
    *state = mkdtemp(folder);
    return *state == NULL;
}

static int remove_folder(void **state)
{
    char command[1000];
    snprintf(command, sizeof command, "rm -rf '%s'", (const char *)*state);
    free(*state);
    return system(command);
}

#define IN_NEW_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_NEW_FOLDER(test_writes_and_reads),
        IN_NEW_FOLDER(test_reads_large_files),
        IN_NEW_FOLDER(test_what_cannot_be_read),
        IN_NEW_FOLDER(test_no_permission),
        IN_NEW_FOLDER(test_what_cannot_be_written),
        IN_NEW_FOLDER(test_write_that_stops_in_the_middle),
        IN_NEW_FOLDER(test_keeps_permissions_and_links),
        IN_NEW_FOLDER(test_makes_folders),
        IN_NEW_FOLDER(test_lists_folder),
        cmocka_unit_test(test_a_full_disk_is_told),
        cmocka_unit_test(test_joins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
