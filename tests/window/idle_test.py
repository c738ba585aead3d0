"""Nothing moves when nothing happens: ten seconds without a picture and hardly any processor time."""
import time

import steps
from game import RELEASE, tasks
from suite import check, check_equal, main

SECONDS = 10
ALLOWED_MILLISECONDS = 5


def processor_milliseconds(process):
    """Of all threads; the kernel counts nanoseconds here, not ticks."""
    return sum(ran for _, ran, _ in tasks(process.pid)) / 1e6


def check_idle(game, where):
    time.sleep(2)  # what was begun by coming here may end
    frame, before = game.read()["frame"], processor_milliseconds(game.process)
    time.sleep(SECONDS)
    spent = processor_milliseconds(game.process) - before
    check_equal(game.read()["frame"], frame, f"pictures drawn {where}")
    check(spent <= ALLOWED_MILLISECONDS, f"{spent:.1f} ms of processor time {where}")


def test_idle(table):
    steps.add_own_track(table.home)
    game = table.open(program=RELEASE)
    game.wait_screen("home")
    check_idle(game, "on the home screen")
    steps.new_race(game)
    steps.choose_start(game, "4,4")
    game.point("move 5,4")
    check_idle(game, "on a turn, with the pointer on a point")


if __name__ == "__main__":
    main(globals())
