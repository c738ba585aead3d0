"""How each rule looks in the window, judged by the referee and by hand, on tests/golden/ring.svg:
walls from 1,1 to 19,13 and from 7,5 to 13,9, the line from 10,5 down to 10,1, driven to the right.
"""
import steps
from judged import RING, Judged, points
from suite import check, check_equal, main


def test_a_car_in_the_way_is_shown_and_says_why(table):
    judged = Judged(table, RING, "--rules", "classroom", "--players", "2", "--set",
                    "collision=forbid", done=["10,3>11,3"])
    game = judged.game
    steps.choose_start(game, "10,4")
    judged.check_moves("10,4")
    check_equal(points(game, "refused"), {"11,3": "Player 1 is in the way."}, "refused points")
    game.point_away()
    before = game.picture()
    game.point("refused 11,3")
    check(game.picture().differing(before) > 2000, "the sentence is at the point")
    game.click("refused 11,3")
    check_equal(len(judged.state()["cars"]), 2, "cars")
    game.wait_target("move 11,4")
    judged.play("11,4", "10,4")
    judged.check_moves()
    # By keyboard: from the principal point down to the point that cannot be chosen.
    game.key("Up")
    game.wait_focus("move 12,3")
    judged.check_file()


def test_brakes_and_boosts(table):
    judged = Judged(table, RING, "--rules", "classroom", "--players", "1", "--set", "good_brakes=1",
                    "--set", "turbo_boosts=1", done=["10,3>11,3"])
    game = judged.game
    judged.check_moves()
    # Nine points for nothing, round 12,3; a boost to 14 across, or two up or down; a brake to 10.
    offered = points(game, "move")
    check_equal(len(offered), 25, "points that can be reached with one use of each")
    check(judged.said(1).endswith("1 boost, 1 brake"), f"what is left: {judged.said(1)}")
    judged.play("14,3")
    judged.wait_said(1, "0 boosts, 1 brake")
    judged.check_moves()  # velocity 3,0: a brake to 15 across, no boost
    check("15,3" in points(game, "move") and "19,3" not in points(game, "move"), "what is left")
    judged.play("15,3")
    judged.wait_said(1, "0 boosts, 0 brakes")
    judged.check_moves()
    check_equal(len(points(game, "move")), 9, "points without uses")
    judged.check_file()


def test_slicks_limit_the_move(table):
    for slicks, count, words in (("coast", 1, "no change of velocity"), ("four", 5, "diagonally")):
        judged = Judged(table, RING, "--rules", "classroom", "--players", "1", "--set",
                        f"slicks={slicks}", done=["10,3>11,3", "13,3"])
        judged.game.wait_status(words)  # the principal point is 15,3
        judged.check_moves()
        check_equal(len(points(judged.game, "move")), count, f"points with slicks = {slicks}")
        judged.game.kill()


def test_running_wide_and_coming_back(table):
    judged = Judged(table, RING, "--rules", "classroom", "--players", "1", "--set",
                    "off_track=run_wide", done=["10,3>11,4"])
    game = judged.game
    judged.play("12,6")  # out at 11 1/2,5, where the progress is 0: the line is in sight
    judged.wait_said(1, "off the track")
    game.wait_status("come back behind the dashed line")
    check_equal(judged.check_moves(), {"12,7": "off_track", "12,8": "off_track"}, "what is left")
    refused = points(game, "refused")
    check_equal(sorted(refused), ["12,9", "13,7", "13,8", "13,9", "14,7", "14,8", "14,9"],
                "points ahead")
    check(all("behind" in why for why in refused.values()), f"they say why: {refused}")
    judged.play("12,7")
    judged.check_moves()
    judged.play("11,7")
    judged.play("10,6")
    judged.check_moves()
    judged.play("9,4")
    judged.check_moves()
    check_equal((judged.car(1)["status"], judged.car(1)["x"]), ("racing", 9), "back on the track")
    check("off the track" not in judged.said(1), "and the panel says so")
    judged.check_file()


def test_damage_and_retiring(table):
    judged = Judged(table, RING, "--rules", "classroom", "--players", "2", "--set",
                    "off_track=damage", "--set", "damage_limit=3",
                    done=["10,4>11,5", "10,2>11,1"])
    judged.wait_said(1, "damage 0/3")
    judged.play("13,6")  # from 11,5 by 2,1 into the island: takes 2
    judged.wait_said(1, "damage 2/3")
    judged.play("12,0")  # by 1,1 through the lower wall
    judged.wait_said(2, "damage 1/3")
    judged.check_moves()
    judged.check_file()


def test_checkpoints_are_counted_and_drawn(table):
    track = table.home / "gates.svg"
    gate = '<polyline class="checkpoint" data-number="{}" points="{}"/>'
    track.write_text(RING.read_text().replace("</svg>", gate.format(1, "12,13 12,12 12,11 12,10") +
                                              gate.format(2, "13,7 14,7 15,7 16,7 17,7 18,7 19,7") +
                                              "</svg>"))
    judged = Judged(table, track, "--rules", "classroom", "--players", "1", "--set",
                    "checkpoints=on", done=["10,3>11,3"])
    judged.wait_said(1, "checkpoint 0/2")
    judged.game.point_away()
    before = judged.game.picture()
    judged.play("13,3")
    judged.wait_said(1, "checkpoint 1/2")
    judged.game.point_away()
    check(judged.game.picture().differing(before) > 500, "the next gate is another one")
    judged.check_moves()
    judged.check_file()


def test_redo(table):
    judged = Judged(table, RING, "--rules", "classroom", "--players", "1", done=["10,3>11,3"])
    game = judged.game
    judged.play("13,3")
    game.key("ctrl+z")
    game.wait_target("move 13,3")
    game.click("button redo")
    judged.check_moves()
    game.key("ctrl+z")
    game.wait_target("button redo")
    game.key("ctrl+y")
    judged.check_moves()
    game.key("ctrl+z")
    game.wait_target("button redo")
    game.key("ctrl+shift+z")
    judged.check_moves()
    judged.check_file()


if __name__ == "__main__":
    main(globals())
