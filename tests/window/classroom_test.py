"""The classroom: a lesson is gone through with right and wrong answers, an exercise is answered both ways, and teams take turns for
points. Answers are worked out here from what is said: the first lesson's by hand, braking from n squares a move takes n(n - 1)/2.
"""
import json
import os
import re
import subprocess

from game import RELEASE, ROOT
from pen import Pen
from printing_test import program
from projector_test import check_type, follow_type
from suite import check, check_equal, main, read_text


def enter(table, projector=False, **options):
    game = table.open(*["--full-screen"] * projector, **options)
    game.wait_screen("home")
    if projector:
        game.key("F5")
        game.wait_status("Projector: F6")
    game.click("button classroom")
    game.wait_screen("classroom")
    if projector:
        follow_type(game)
    return game


def answer(game, *numbers):
    """Into the fields, in place of what stands there."""
    for i, number in enumerate(numbers, 1):
        game.click(f"field {i}")
        game.wait_focus(f"field {i}")
        game.key("ctrl+a")
        game.type(number)
    game.click("button check")


def test_a_lesson(table):
    game = enter(table)
    game.click("lesson velocity")
    game.wait_screen("lesson")
    game.wait_status("step 1 of 11")
    game.key("Page_Down")
    game.wait_status("step 2 of 11")
    check_equal(game.target("field 1")["y"], game.target("field 2")["y"], "the height of both numbers, between the brackets of one vector")
    answer(game, "5", "3")  # where the arrow ends
    game.wait_status("Not quite. That is where the arrow ends.")
    answer(game, "3", "1 square a move")  # (5, 3) - (2, 2)
    game.wait_status("Right!")
    game.wait_gone("button check")
    game.key("Page_Down")
    game.wait_status("step 3 of 11")
    game.key("Page_Down")
    game.wait_status("step 4 of 11")
    Pen(game).click(6, 5)
    game.wait_status("Not quite. The first number goes to the right, the second one up.")
    Pen(game).click(7, 4)  # (4, 2) + (3, 2)
    game.wait_status("Right!")
    game.key("Page_Up")
    game.wait_status("step 3 of 11")
    game.key("Escape")
    game.wait_screen("classroom")


def test_a_drive_and_the_notes_for_the_teacher(table):
    game = enter(table)
    game.click("lesson velocity")
    game.wait_screen("lesson")
    game.key(*["Page_Down"] * 10)
    game.wait_status("step 11 of 11")
    game.click("move 4,3")
    game.wait_target("button take-back")
    game.click("move 5,2")  # not 6,4, and two moves are all there are
    game.wait_status("Not quite.")
    game.click("button take-back")
    game.click("move 6,4")  # (1, 0), then (2, 1)
    game.wait_status("Right!")
    game.key("t")
    game.wait_status("For the teacher: What a velocity is")
    game.key("Escape")
    game.wait_gone("button close-notes")
    game.click("button classroom")
    game.wait_screen("classroom")


def test_own_lessons_are_listed_with_what_is_wrong(table):
    folder = table.home / "data" / "graphprix" / "lessons"
    folder.mkdir(parents=True)
    shipped = read_text(ROOT / "assets/lessons/01-velocity.lesson")
    (folder / "mine.lesson").write_text(shipped.replace("What a velocity is", "Mine"), encoding="utf-8")
    (folder / "broken.lesson").write_text(shipped.replace("minutes: 15", "minutes: many"), encoding="utf-8")
    game = enter(table)
    game.scroll_to("lesson mine", "lesson velocity")
    game.click("lesson mine")
    game.wait_status("Mine, step 1 of 11")
    game.key("Escape")
    game.wait_screen("classroom")
    game.scroll_to("lesson broken", "lesson velocity")
    game.click("lesson broken")
    game.wait(lambda seen: any("broken.lesson:4: " in label["text"] for label in seen["labels"]) or "broken.lesson:4: " in seen["status"],
              "what is wrong in line 4")
    check_equal(game.read()["screen"], "classroom", "the screen")


def test_help_and_a_lesson_to_start_from(table):
    """The example is put among one's own lessons, opens there, and as any lesson does: dropped, or named to the program."""
    game = enter(table)
    game.key("F1")
    game.wait_status("In class")
    game.key("Escape")
    for name in ("my-lesson", "my-lesson-2"):
        game.click("button new-lesson")
        game.wait_status(f"{name}.lesson")
    game.scroll_to("lesson my-lesson", "lesson driver")
    game.click("lesson my-lesson")
    game.wait_status("My first lesson, step 1 of 5")
    own = table.home / "data" / "graphprix" / "lessons" / "my-lesson.lesson"
    own.write_text(own.read_text(encoding="utf-8").replace("My first lesson", "Inertia"), encoding="utf-8")
    own = own.rename(table.home / "my-lesson.lesson")
    game.drop(own)
    game.wait_status("Inertia, step 1 of 5")
    game.key("ctrl+p")  # the dialog lists a lesson from elsewhere as long as it is there for it
    game.wait_status("pages of A4")
    game.key("Escape")
    game.wait_screen("lesson")
    game.key("Escape")
    game.wait_screen("classroom")
    game.click("button worksheets")
    game.click("choice sheet lesson")
    game.wait(lambda seen: "pages of A4" in seen["status"] and any(target["id"] == "button lesson-after" for target in seen["targets"]),
              "the pages of another lesson")
    game.close()
    table.open(own).wait_status("Inertia, step 1 of 5")


def test_a_lesson_being_written(table):
    """Its author has the window beside the editor: what was changed comes up, and what is wrong is told above what was there."""
    path = table.home / "mine.lesson"
    sound = read_text(ROOT / "assets/lessons/01-velocity.lesson")
    path.write_text(sound, encoding="utf-8")
    game = table.open(path)
    game.wait_status("step 1 of 11")
    changed = sound.replace("To the left or down, a number is negative.", "Left and down are negative.")
    path.write_text(changed, encoding="utf-8")
    game.wait_status("step 3 of 11: Left and down are negative.")
    line = changed[:changed.index("How long is the arrow (4, 3)?")].count("\n") + 2
    path.write_text(changed.replace("number: |v| = 5 squares", "nummer: |v| = 5 squares"), encoding="utf-8")
    game.wait_status(f'mine.lesson:{line}: there is no "nummer" in a step')
    game.wait_status("step 3 of 11: Left and down are negative.")
    path.write_text(changed.replace("16 + 9 = 25", "16 + 9 = 24"), encoding="utf-8")
    game.wait_status("step 6 of 11")
    game.wait(lambda seen: "mine.lesson:" in seen["status"] and "16 + 9" in seen["status"], "the sum that is wrong")
    path.write_text(changed, encoding="utf-8")
    game.wait(lambda seen: "step 6 of 11" in seen["status"] and "mine.lesson:" not in seen["status"], "no fault any more")


def braking(game):
    """What the question on the screen asks for."""
    speed = re.search(r"a speed of (\d+) squares a move", game.wait_status("The car has a speed")["status"])
    check(speed, "the speed to be told")
    return int(speed[1]) * (int(speed[1]) - 1) // 2


def choose(game):
    game.click("button exercises")
    game.wait_screen("exercises")
    game.click("choice difficulty easy")
    game.scroll_to("kind stop", "kind mixed")
    game.click("kind stop")


def wait_fault(game, *fields):
    """The fields that are framed as wrong."""
    told = {f"wrong: {field}" for field in fields}
    game.wait(lambda seen: {label["text"] for label in seen["labels"] if label["text"].startswith("wrong: ")} == told,
              f"only {fields} to be framed")


def test_three_misses_of_known_kinds(table):
    """A lesson's length: each miss is told its kind, never the number, and after the third the explanation is to be had on a key. It
    stays while the answer is typed; the answer itself is one key further."""
    game = enter(table)
    game.click("lesson velocity")
    game.wait_screen("lesson")
    game.key(*["Page_Down"] * 5)
    game.wait_status("step 6 of 11")
    for typed, told in (("25", "You still have to take the square root"), ("3", "only one part of the arrow"), ("-5", "the sign is not")):
        check("button explain" not in [target["id"] for target in game.targets("button ")], "an explanation is offered too early")
        answer(game, typed)  # (4, 3) is 5 long
        status = game.wait_status(told)["status"]
        check("5" not in status[status.index("Not quite."):].replace(typed, ""), status)
        wait_fault(game, "|v|")
    game.wait_target("button explain")
    game.key("F3")
    game.wait_status("16 + 9 = 25")
    game.wait_target("button check")
    answer(game, "5")
    game.wait_status("Right!")
    game.key("Page_Down")
    game.wait_status("step 7 of 11")
    game.key("F2")
    game.wait_gone("button hint")
    game.key("F3")  # no miss: there is nothing to explain yet
    game.wait_gone("button check")


def test_the_remote_reveals_before_it_turns(table):
    game = enter(table)
    game.click("lesson velocity")
    game.wait_screen("lesson")
    game.key("t")
    game.click("choice reveal")
    game.close()
    game = enter(table)  # it is kept
    game.click("lesson velocity")
    game.wait_screen("lesson")
    game.key("Page_Down")
    game.wait_status("step 2 of 11")
    game.key("Page_Down")
    game.wait_gone("button check")
    game.wait_status("step 2 of 11")
    game.key("Page_Down")
    game.wait_status("step 3 of 11")


def test_an_exercise_right_and_wrong(table):
    game = enter(table)
    choose(game)
    game.click("button start")
    right = braking(game)
    answer(game, str(right + 100))
    game.wait_status("Not quite.")
    wait_fault(game, "distance")
    check_equal(game.read()["focus"], "field 1", "the focus")
    answer(game, str(right))
    game.wait_status("Right!")
    game.key("Page_Down")
    game.wait(lambda seen: "Right!" not in seen["status"], "the next question")
    answer(game, str(braking(game)))
    game.wait_status("Right!")
    game.key("Page_Down")
    game.wait_target("button check")
    game.key("Page_Up")  # all that a presenter's remote has: the hint,
    game.wait_gone("button hint")
    game.key("Page_Down")  # which goes on from what is answered alone
    game.key("Page_Up")  # and the answer
    game.wait_gone("button check")
    game.key("Escape")
    game.wait_target("button start")


def inertia(task):
    """Where the asked body is, and with which velocity it goes into its next move."""
    body = task["bodies"][task["body"]]
    way = body["points"]
    at, before = way[-1], way[-2] if len(way) > 1 else None
    return at, [at[0] - before[0], at[1] - before[1]] if before else body["velocity"]


def drive(game, task, moves):
    """Clicks where each acceleration leads; stops where the program has judged."""
    at, v = inertia(task)
    for a in moves:
        v = [v[i] + a[i] + task["wind"][i] for i in (0, 1)]
        at = [at[i] + v[i] for i in (0, 1)]
        game.click(f"move {at[0]},{at[1]}")


def give(game, task, answer_given):
    """As somebody at the window would."""
    if task["ask"] == "numbers":
        answer(game, *(part.replace("−", "-").replace("√", "sqrt ") for part in answer_given))
    elif task["ask"] == "point":
        Pen(game).click(*answer_given)
    elif task["ask"] == "choice":
        game.click(f"answer {answer_given + 1}")
    elif task["ask"] == "row":
        game.click(f"row {answer_given}")
    else:
        drive(game, task, answer_given if task["ask"] == "drive" else [answer_given])


def other(task):
    """Where nothing is offered as wrong."""
    if task["ask"] == "acceleration":
        return [-part for part in task["answer"]]
    if task["ask"] == "drive":
        *moves, last = task["answer"]
        at, v = inertia(task)
        for a in moves:
            v = [v[i] + a[i] + task["wind"][i] for i in (0, 1)]
            at = [at[i] + v[i] for i in (0, 1)]
        choices = [[right, up] for right in (-1, 0, 1) for up in (-1, 0, 1)]
        on_sheet = [a for a in choices if all(0 <= at[i] + v[i] + a[i] + task["wind"][i] <= task["sheet"][i] for i in (0, 1))]
        return [*moves, next(a for a in on_sheet if a != last)]
    if task["ask"] == "row":
        return 1 if task["answer"] != 1 else 2
    if task["ask"] == "point":
        return next([x, 1] for x in (1, 2) if [x, 1] not in task["points"])
    if task["ask"] == "choice":
        return next(i for i, choice in enumerate(task["choices"]) if not choice["right"])
    return ["99"] * len(task["fields"])


def test_every_kind_right_and_wrong(table):
    """One set with each kind once, at its hardest: what the worksheet of its seed offers as wrong is explained, what it says is right counts.
    The last row of the class can read all of it."""
    game = enter(table, projector=True)
    game.click("button exercises")
    game.click("choice difficulty hard")
    for _ in range(11):
        game.click("choice questions more")
    seed = int(game.wait_target("choice seed")["text"])
    told = subprocess.run([str(RELEASE), "worksheet", "--seed", str(seed), "--difficulty", "hard", "--count", "16", "--json"],
                          check=True, stdout=subprocess.PIPE).stdout
    tasks = json.loads(told)["exercises"]
    check_equal(len({task["kind"] for task in tasks}), 16, "kinds")
    game.click("button start")
    for number, task in enumerate(tasks, 1):
        game.wait_status(task["sentence"])
        wrong = task["wrong"][0] if task["wrong"] else {"answer": other(task), "why": ""}
        give(game, task, wrong["answer"])
        game.wait_status("Not quite. " + wrong["why"])
        if task["ask"] == "numbers":  # in a table, too
            faulty = [i for i, field in enumerate(task["fields"]) if wrong["answer"][i] != field["right"]]
            wait_fault(game, *(task["fields"][i]["label"] for i in faulty))
            game.wait_focus(f"field {faulty[0] + 1}")
        for left in range(task["moves"] if task["ask"] == "drive" else 0):
            game.click("button take-back")
        give(game, task, task["answer"])
        game.wait_status("Right! " + task["why"])
        game.key("Page_Down")
        game.wait(lambda seen: "Right!" not in seen["status"], "the next question")
    game.wait_status("0 of 16 at the first try")
    check_type(game)


def test_a_whole_lesson(table):
    """From its first step to its last, each question answered; the answers are those that its solutions print."""
    path = ROOT / "assets/lessons/04-braking.lesson"
    told = subprocess.run([str(RELEASE), "worksheet", "--lesson", path, "--seed", "1", "--json"], check=True,
                          stdout=subprocess.PIPE).stdout
    tasks = {task["step"]: task for task in json.loads(told)["exercises"]}
    steps = read_text(path).count("[step]")
    game = enter(table, projector=True)
    game.click("lesson braking")
    for step in range(1, steps + 1):
        game.wait_status(f"step {step} of {steps}")
        if step in tasks:
            task = tasks[step]
            right = task["answer"]
            if task["ask"] == "choice":  # which stand in the order of the lesson here
                text = task["choices"][right]["text"]
                right = next(int(t["id"].split()[1]) for t in game.targets("answer ") if t["text"] == text) - 1
            give(game, task, right)
            game.wait_status("Right!")
        if step < steps:
            game.key("Page_Down")
    check_type(game)
    game.click("button classroom")
    game.wait_screen("classroom")


def points(game, *wanted):
    names = [f"{name}: {n}" for name, n in zip(("Team 1", "Blue"), wanted)]
    game.wait(lambda seen: all(any(label["text"] == name for label in seen["labels"]) for name in names), ", ".join(names))


def test_a_round_of_two_teams(table):
    """A point at the first try, half of one after a miss or a hint, none where the turn was passed; what is right is shown then alone.
    The teacher takes half a point back."""
    game = enter(table)
    choose(game)
    game.scroll_to("choice teams more", "kind stop")
    game.click("choice teams more")
    game.click("field team-2")
    game.key("ctrl+a")
    game.type("Blue")
    game.click("choice seed")
    game.key("ctrl+a")
    game.type("77")
    for _ in range(3):
        game.click("choice questions less")
    game.click("button start")
    game.wait_status("Team 1.")
    points(game, "0", "0")
    game.key("F3")  # no answer in a contest
    answer(game, str(braking(game) + 100))
    game.wait_status("Not quite.")
    check(not any(t["id"] in ("button answer", "button explain") for t in game.targets("button ")), "the answer is offered")
    answer(game, str(braking(game)))
    points(game, "½", "0")
    game.key("F4")
    game.wait_status("Blue.")
    answer(game, str(braking(game)))
    points(game, "½", "1")
    game.key("F4")
    game.wait_status("Team 1.")
    game.key("F2")
    game.wait_gone("button hint")
    answer(game, str(braking(game)))
    points(game, "1", "1")
    game.click("button next")
    game.wait_status("Blue.")
    game.key("F4")  # passed
    game.wait_gone("button check")
    points(game, "1", "1")
    game.click("points 1 less")
    points(game, "½", "1")
    game.key("F4")
    game.wait_status("Blue wins with 1 point")
    game.click("button again")
    game.wait_status("Team 1.")
    points(game, "0", "0")


def test_the_clock_of_a_contest(table):
    """With the clock held, time is what the file says: when it is over the turn has passed, for no points."""
    clock = table.home / "clock"

    def write(now):
        fresh = clock.with_suffix(".new")
        fresh.write_text(str(now))
        os.replace(fresh, clock)

    write(1000)
    game = table.open("--clock", str(clock))
    game.wait_screen("home")
    game.click("button classroom")
    game.wait_screen("classroom")
    game.click("button exercises")
    game.click("choice teams more")
    game.click("choice clock more")  # 15 s
    game.click("button start")
    game.wait_status("Team 1.")
    game.wait(lambda seen: any(label["text"] == "15 s" for label in seen["labels"]), "15 s")
    write(11500)
    game.wait(lambda seen: any(label["text"] == "5 s" for label in seen["labels"]), "5 s")
    write(16001)
    game.wait_gone("button hint")
    names = {label["text"] for label in game.read()["labels"]}
    check("Team 1: 0" in names and not any(name.endswith(" s") for name in names), names)


def pages_of(seen):
    found = re.match(r"(\d+) pages? of A4", seen["status"])
    return found and int(found[1])


def test_worksheets(table):
    """From the notes of a lesson, then exercises and a race; what is saved is what was looked at, among the documents or where the
    system's dialog says. Many versions take their time, and nobody has to wait for them."""
    chosen = table.home / "class 7.pdf"
    environment = program(table, "zenity", f"echo '{chosen}'")
    program(table, "xdg-user-dir", f"echo {table.home}/Dokumente")
    game = enter(table, environment=environment)
    game.click("lesson velocity")
    game.wait_screen("lesson")
    game.key("t")
    game.click("button print")
    game.wait_screen("worksheets")
    pages = pages_of(game.wait_status("pages of A4"))
    first = game.picture()
    game.key("End")
    game.wait(lambda seen: any(t["id"] == "slider page" and t["text"] == f"Page {pages} of {pages}" for t in seen["targets"]), "the last page")
    check(first.differing(game.picture()) > 3000, "another page is shown")
    game.click("choice sheet exercises")
    one = game.wait(lambda seen: pages_of(seen) not in (None, pages) and seen, "a worksheet of exercises")
    game.click("choice versions more")
    two = game.wait(lambda seen: (pages_of(seen) or 0) > pages_of(one) and seen, "two versions")
    game.click("button save-pdf")
    game.wait_status("saved as")
    game.wait_screen("lesson")  # where it came from
    pdf, = (table.home / "Dokumente" / "Graph Prix").glob("*-worksheet-exercises-*.pdf")
    game.wait_status(str(pdf))
    told = subprocess.run(["pdftotext", str(pdf), "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
    check(told.count("\f") == pages_of(two) and re.search(r"version 2\s+Page 1 of", told) and "Name" in told and "Solutions" in told, told[:500])
    game.key("ctrl+p")
    game.wait_screen("worksheets")
    game.wait_status("pages of A4")
    game.click("button save-pdf-as")
    game.wait_status(f"saved as {chosen}.")
    game.wait_screen("lesson")
    told = subprocess.run(["pdftotext", chosen, "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
    check(told.startswith("What a velocity is"), told[:50])
    check(any(re.fullmatch(f"--filename={pdf.parent}/.*-worksheet-lesson-.*.pdf", word)
              for word in (table.home / "zenity.told").read_text().splitlines()), "the dialog begins among the documents")
    game.key("ctrl+p")
    game.wait_screen("worksheets")
    for _ in range(10):
        game.click("choice versions more")
    game.click("choice paper letter")
    game.wait_status("The pages are being made: ")
    game.click("choice sheet race")
    game.click("button track-before")  # an arena, or the last track: either way it is told what there is
    game.wait(lambda seen: "pages of letter" in seen["status"] or "finish" in seen["status"], "pages, or why not")
    game.key("Escape")
    game.wait_screen("lesson")
    game.key("ctrl+p")
    game.wait_screen("worksheets")
    game.click("choice sheet exercises")
    game.wait_status("The pages are being made: ")
    check_equal(game.close(), 0, "status")


if __name__ == "__main__":
    main(globals())
