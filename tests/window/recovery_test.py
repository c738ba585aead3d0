"""Nothing is lost: a game that is killed in mid-race goes on where it was."""
import steps
from story import FIRST, SECOND, STORY
from suite import check, check_equal, main


def begin(table, count):
    """A game with the first moves of the story done."""
    steps.add_own_track(table.home)
    game = table.open()
    steps.new_race(game)
    first = game.wait_status(", choose your start")["status"].split(",")[0]
    names = {FIRST: first, SECOND: next(name for name in steps.NAMES if name != first)}
    steps.play_with_pointer(game, STORY[:count], names, nitro=2)
    return game, names


def test_kill_and_continue(table):
    game, names = begin(table, 6)
    before, _ = steps.cars_in_file(game)
    path, saved = game.races()[-1], game.races()[-1].read_bytes()
    game.kill()

    game = table.open()
    game.wait_screen("home")
    game.click("button continue")
    game.wait_screen("race")
    game.wait_status(f"{names[FIRST]}, your move")
    check_equal(path.read_bytes(), saved, "continuing leaves the file as it was")
    check_equal(steps.cars_in_file(game)[0], before, "cars")

    steps.play_with_pointer(game, STORY[6:], names)
    check_equal(steps.done_actions(game), steps.story_actions(STORY), "actions of the whole race")
    check_equal(len(game.races()), 1, "the race stays in its file")
    check(steps.cars_in_file(game)[1]["over"], "the race is over")


def test_a_new_race_leaves_the_old_one(table):
    game, _ = begin(table, 4)
    old, saved = game.races()[-1], game.races()[-1].read_bytes()
    steps.go_home(game)
    steps.new_race(game)
    steps.choose_start(game, "4,6")
    steps.click_move(game, "5,6")
    check_equal(old.read_bytes(), saved, "the file of the race before")
    newest = game.races()[-1]
    check(newest != old, "the new race has a file of its own")
    game.kill()

    game = table.open()
    game.wait_screen("home")
    game.click("button continue")
    game.wait_screen("race")
    game.wait_status(", choose your start")
    check_equal(steps.done_actions(game), ["4,6>5,6"], "Continue opens the newest race")


def test_cut_last_line(table):
    game, _ = begin(table, 4)
    path = game.races()[-1]
    game.kill()
    path.write_bytes(path.read_bytes()[:-9])

    game = table.open()
    game.wait_screen("home")
    game.click("button continue")
    game.wait_screen("race")
    game.wait_status("the last line is cut off")
    steps.click_move(game, "7,8")
    check_equal(steps.done_actions(game), steps.story_actions(STORY[:4]),
                "the cut action is played again and the file is whole")


if __name__ == "__main__":
    main(globals())
