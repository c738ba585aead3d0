"""A class of thirty pages in Chromium at one window: class_test.py. Five questions are answered by taps; between them a third of
the phones sleeps, a third reloads, and a third taps twice. Pictures are left in build/together and build/window.
"""
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
for folder in ("window", "packages"):
    sys.path.insert(0, str(ROOT / "tests" / folder))

from browser import Profile  # noqa: E402
from page_test import PICTURES, Phone  # noqa: E402
from suite import check, check_equal, main  # noqa: E402

PAGES, QUESTIONS = 30, 5


def tap_point(phone, x, y):
    phone.touch_at(*phone.evaluate(f"""(() => {{ const s = document.querySelector('.scene'); s.scrollIntoView({{block: 'center'}});
        const h = s.viewBox.baseVal.height - 1.5, p = new DOMPoint({x}, h - {y}).matrixTransform(s.getScreenCTM()); return [p.x, p.y]; }})()"""))


def test_thirty_answer_five_questions(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button classroom")
    game.wait_screen("classroom")
    game.click("button invite")
    seen = game.wait_screen("invite")
    link = next(label["text"] for label in seen["labels"] if "#" in label["text"])
    profile = Profile()
    PICTURES.mkdir(parents=True, exist_ok=True)
    try:
        began = time.monotonic()
        phones = [Phone(profile.browser, link) for _ in range(PAGES)]
        for number, phone in enumerate(phones):
            phone.join(f"Pupil {number + 1}")
        print(f"    {PAGES} pages came in {time.monotonic() - began:.0f} s", flush=True)
        game.click("button done")
        game.wait_screen("classroom")
        game.click("button exercises")
        game.wait_screen("exercises")
        game.click("choice difficulty easy")
        game.scroll_to("kind inertia", "kind mixed")
        game.click("kind inertia")
        game.click("button start")
        for question in range(QUESTIONS):
            began = time.monotonic()
            game.click("button ask-all")
            game.wait_screen("asking")
            for number, phone in enumerate(phones):
                phone.wait_for("Boolean(document.querySelector('.scene'))", f"question {question + 1}")
                # The sum of two more moves: read from what the page says of the way.
                way = phone.evaluate("document.querySelector('.scene').getAttribute('aria-label')")
                points = [tuple(int(part.replace("−", "-").replace(" ", "")) for part in pair.split(","))
                          for pair in way.replace(")", "(").split("(")[1::2]]
                (x0, y0), (x, y) = points[-2:]
                kind = (number + question) % 3
                if kind == 1:
                    phone.evaluate("lines.at(-1).close()")  # as in sleep: it comes back by itself
                    phone.wait_for("lines.at(-1).readyState === 1 && document.querySelector('#trouble').hidden", "a line again")
                elif kind == 2:
                    phone.reload()
                    phone.wait_seat()
                    phone.wait_for("Boolean(document.querySelector('.scene'))", "the question again")
                right = number % 2 == 0
                tap_point(phone, x + 2 * (x - x0) if right else x, y + 2 * (y - y0) if right else y)
                phone.wait_shown("[data-key=give]:enabled")
                place = phone.middle("[data-key=give]")
                (phone.touch_twice if kind == 0 else phone.touch_at)(*place)
                phone.wait_for("document.querySelector('.say').innerText.startsWith('Given')", "that it is given")
            game.wait(lambda seen: f"{PAGES} of {PAGES} have answered" in seen["status"], "all answers")
            game.click("button show-answers")
            labels = game.wait(lambda seen: any("✓" in label["text"] for label in seen["labels"]), "bars")["labels"]
            counts = [label["text"].rpartition(": ")[2] for label in labels if label["text"].startswith("(")]
            check_equal(sorted(counts), ["15", "15 ✓"], f"the bars of question {question + 1}")
            for number, phone in enumerate(phones):
                verdict = "Right." if number % 2 == 0 else "Not right: look at the wall."
                phone.wait_for(f"document.querySelector('.say').innerText === {verdict!r}", "a verdict")
            game.click("button done")
            game.wait_screen("exercises")
            game.click("button next")
            print(f"    question {question + 1}: {time.monotonic() - began:.0f} s", flush=True)
        phones[0].picture(PICTURES / "class-end.png")
        for phone in phones:
            check(not phone.faults, phone.faults)
    finally:
        profile.close()


if __name__ == "__main__":
    main(globals())
