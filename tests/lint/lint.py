"""The house rules that a compiler does not check: floors, games, symbols, floating point, the system,
sizes, externs, texts.

lint.py BUILD: BUILD/libgraphprix.a and BUILD/graphprix must be up to date. Prints each finding as file:line: text,
then the gauge, a row a floor and a game, and fails when there was a finding.
"""
import re
import statistics
import subprocess
import sys
from pathlib import Path

FLOORS = ["base", "geometry", "svg", "track", "rules", "drivers", "studio", "session", "paper",
          "together", "commands", "draw", "ui", "screens", "app"]
LIBRARY_FLOORS = FLOORS[:FLOORS.index("draw")]

# Floating point decides nothing: in `track` it is for the way from an SVG file's numbers to the
# polygon, from which on everything is whole numbers.
EXACT_FLOORS = ["geometry", "rules", "session"]
FLATTENING = {f"src/track/{name}" for name in (
    "draft.h",  # how a drawing lay in its file, which is shown and decides nothing
    "shape.c", "svg.c")} | {f"src/svg/{name}" for name in ("svg.h", "tree.c", "walk.c")}

# What a pure rule cannot need: the world, the clock, chance that is not the state's, threads.
IMPURE = re.compile(
    r"^(f?open|fopen64|fdopen|creat|read|write|fread|fwrite|fclose|close|f?printf|puts|fputs|putchar"
    r"|fputc|v?fprintf|vprintf|perror|scanf|fscanf|getline|fgets|getenv|setlocale|localeconv"
    r"|time|clock|clock_gettime|gettimeofday|localtime|gmtime|s?rand|random|s?random_r|[dels]rand48"
    r"|getrandom|pthread_\w+|thrd_\w+|fork|system|popen|file_\w+|clock_\w+)$")
# Rounded differently by different C libraries; + - * / and sqrt are not.
LIBM = re.compile(
    r"^(a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(2|10|1p)?|pow|cbrt|hypot|fma|fmod|remainder"
    r"|l?l?round|l?l?rint|nearbyint|tgamma|lgamma|erfc?|sincos)[fl]?$")
WRITABLE = re.compile(r"^(\.data(?!\.rel\.ro)|\.bss|\.tdata|\.tbss|\*COM\*)")

FILE_LIMIT, FUNCTION_LIMIT, FUNCTION_P90 = 1200, 100, 45
# Externs that no other folder and no test uses: what a room has in common with itself alone. The number only
# becomes smaller; each file that takes in what only it needs makes it so.
ROOM_EXTERNS = 741
# Asked for by name when a command, the window or the broker's library is loaded.
LOADED = re.compile(r".*_(run|help)$|(broker|host)_open$")
FOLDER_LIMIT = 30

# A game is known in folders with its name, and graph paper's course is track/; else in the lists alone.
GAMES = {"graph_paper": ["track"], "stock_cars": [], "circuit": []}

# What only a system has: its headers, its calls, what other libraries or <stdlib.h> make of it, and which one it is.
SYSTEM_FOLDER = Path("src/base/system")
SYSTEMS = [SYSTEM_FOLDER / name for name in ("posix", "web", "whole", "windows")]
SYSTEM_HEADER = re.compile(
    r"\s*#\s*include\s+<((?:unistd|fcntl|pthread|threads|spawn|signal|dirent|dlfcn|poll|pwd|termios|sys/\w+)"
    r"\.h)>")
SYSTEM_CALL = re.compile(r"\b(SDL_(?:Create(?:Thread|Mutex|Cond|Semaphore)|AtomicLock)|system|popen"
                         r"|rename|remove|realpath|(?:local|gm)time_r|aligned_alloc|posix_\w+"
                         r"|getc(?:har)?_unlocked|emscripten_\w+)\s*\(")
SYSTEM_NAME = re.compile(r"^\s*#.*\b(__(?:linux|unix|APPLE|EMSCRIPTEN|MINGW\w+)(?:__)?|_WIN(?:32|64)|_MSC_VER|SDL_PLATFORM\w*"
                         r"|__\w+BSD__)\b")

EXCEPTIONS = Path(__file__).with_name("exceptions.txt")

findings = []
exceptions = {}  # (rule, name) -> is it needed?


def find(path, line, text):
    findings.append(f"{path}:{line}: {text}" if line else f"{path}: {text}")


def read_exceptions():
    """Lines "RULE NAME": what breaks a rule for now. The list may only become shorter."""
    for line in EXCEPTIONS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            exceptions[tuple(line.split(" ", 1))] = False


def find_unless_excepted(rule, path, line, text):
    name = path if isinstance(path, str) else path.as_posix()
    if (rule, name) in exceptions:
        exceptions[rule, name] = True
    else:
        find(path, line, text)


def check_exceptions():
    for (rule, name), needed in exceptions.items():
        if not needed:
            find(EXCEPTIONS.relative_to(Path.cwd()) if EXCEPTIONS.is_relative_to(Path.cwd())
                 else EXCEPTIONS, 0, f"\"{rule} {name}\" is not needed any more: take it away")


def without_comments_and_strings(text):
    """The same lines with comments, strings and character constants blanked out."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    return re.sub(pattern, blank, text, flags=re.S)


def floor_of(path):
    return path.parts[1]


def check_includes(path, text):
    floor = floor_of(path)
    if floor not in FLOORS:
        return find(path, 0, "is in a folder that is no floor")
    for number, line in enumerate(text.splitlines(), 1):
        own = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if own:
            included = own.group(1).split("/")[0]
            if included not in FLOORS:
                find(path, number, f'"{own.group(1)}" is not written from src/ on')
            elif FLOORS.index(included) > FLOORS.index(floor):
                find(path, number, f"{floor} may not include {included}, which is above it")
        if floor in LIBRARY_FLOORS and re.match(r"\s*#\s*include\s+<SDL", line):
            find(path, number, f"{floor} may not know SDL")
        if floor in ("svg", "track") and re.match(r"\s*#\s*include\s+<(math|tgmath|fenv)\.h>", line):
            if path.as_posix() not in FLATTENING:
                find(path, number, "only flattening may compute with floating point")


def check_games(path, text):
    """Only a game's own folders include its headers, and the list of a floor."""
    if path.name == "list.c" and path.parent == Path("src") / floor_of(path):
        return
    for number, line in enumerate(text.splitlines(), 1):
        included = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if not included:
            continue
        for game, others in GAMES.items():
            theirs = game in Path(included.group(1)).parts or included.group(1).split("/")[0] in others
            if theirs and game not in path.parts and floor_of(path) not in others:
                find_unless_excepted("game", path, number, f'"{included.group(1)}" is of {game} alone')


def check_system(path, code):
    if any(folder in path.parents for folder in SYSTEMS):
        return
    for number, line in enumerate(code.splitlines(), 1):
        name = SYSTEM_NAME.match(line)
        if name:
            find(path, number, f"{name.group(1)}: which system it is stands in a folder of {SYSTEM_FOLDER}")
        if SYSTEM_FOLDER in path.parents:
            continue
        header, call = SYSTEM_HEADER.match(line), SYSTEM_CALL.search(line)
        if header or call:
            find_unless_excepted("system", path, number,
                                 f"{(header or call).group(1)}: the system is asked in {SYSTEM_FOLDER}")


def check_folders(paths):
    counts = {}
    for path in paths:
        if path.parts[0] == "src":
            counts[path.parent] = counts.get(path.parent, 0) + 1
    for folder, count in counts.items():
        if count > FOLDER_LIMIT:
            find_unless_excepted("folder", folder, 0, f"has {count} files, more than {FOLDER_LIMIT}")


def check_floating_point(path, code):
    name = path.as_posix()
    if floor_of(path) in EXACT_FLOORS or (floor_of(path) in ("svg", "track") and name not in FLATTENING):
        for number, line in enumerate(code.splitlines(), 1):
            if re.search(r"\b(float|double|float_t|double_t)\b", line):
                find(path, number, "floating point where a race or a track is decided")


def symbols(library):
    """(object, name, class, section) of every symbol in an archive."""
    listing = subprocess.run(["nm", "-f", "sysv", library], check=True, capture_output=True,
                             text=True).stdout
    member = ""
    for line in listing.splitlines():
        heading = re.match(r".*\[([^\]]+)\]:$", line)
        if heading:
            member = heading.group(1)
        fields = [field.strip() for field in line.split("|")]
        if len(fields) == 7 and fields[0] != "Name":
            yield member, fields[0], fields[2], fields[6]


def check_symbols(build):
    # Members of an archive are bare names; the objects themselves know their floor.
    for _, name, kind, _ in symbols(build / "libgraphprix.a"):
        if kind == "U" and re.match(r"(SDL|TTF|IMG|Mix)_", name):
            find("libgraphprix.a", 0, f"uses {name}: no SDL below draw")
    needed = subprocess.run(["readelf", "-d", build / "graphprix"], check=True,
                            capture_output=True, text=True).stdout
    for name in re.findall(r"NEEDED.*\[(lib(?:SDL|cairo|fontconfig|lept)[^\]]*)\]", needed):
        find("graphprix", 0, f"loads {name} for every command: only a module needs it")
    for source in sorted(Path("src").rglob("*.c")):
        floor = floor_of(source)
        if floor not in ("svg", "track", "rules"):
            continue
        compiled = build / "objects" / source.with_suffix(".o")
        for _, name, kind, section in symbols(compiled):
            if floor in ("svg", "track") and kind == "U" and LIBM.match(name):
                find(source, 0, f"calls {name}, which machines round differently")
            if floor == "rules" and kind == "U" and IMPURE.match(name):
                find(source, 0, f"calls {name}: rules are pure")
            if floor == "rules" and kind.lower() in "dbc" and WRITABLE.match(section):
                find(source, 0, f"{name} can change: rules have no globals")


def functions(path, code):
    """(name, line, lines) of every function, by the layout that clang-format keeps."""
    lines = code.splitlines()
    for opening, line in enumerate(lines):
        if line != "{":
            continue
        first = opening - 1
        while first > 0 and re.match(r"\s", lines[first] or " ") and lines[first].strip():
            first -= 1
        closing = next((i for i in range(opening, len(lines)) if lines[i].startswith("}")), opening)
        name = re.search(r"(\w+)\s*\(", lines[first])
        yield name.group(1) if name else "?", first + 1, closing - first + 1


def externs(build):
    """(name, source) of all that other files could use, and name -> the sources that do, by the objects."""
    objects = {str(build / "objects" / source.with_suffix(".o")): source for source in sorted(Path("src").rglob("*.c"))
               if not any(folder in source.parents for folder in SYSTEMS if folder.name != "posix")}
    listing = subprocess.run(["nm", "-A", "-P", *objects], check=True, capture_output=True, text=True).stdout
    defined, users = [], {}
    for line in listing.splitlines():
        file, name, kind = line.split()[:3]
        source = objects[file.removesuffix(":")]
        if kind == "U":
            users.setdefault(name, set()).add(source)
        elif kind in "TDBRVWC":
            defined.append((name, source))
    return defined, users


def check_externs(build, sources):
    """Counts by source those that its folder alone has a use for; one that a file alone uses is a finding."""
    tested = {word for path, code in sources if path.parts[0] == "tests" for word in re.findall(r"\w+", code)}
    defined, users = externs(build)
    in_room = {}
    for name, source in defined:
        others = users.get(name, set()) - {source}
        if name in tested or name == "main" or LOADED.match(name):
            continue
        if not others:
            find_unless_excepted("extern", source, 0, f"{name} is used here alone: let it be static, or go")
        elif all(user.parent == source.parent for user in others):
            in_room[source] = in_room.get(source, 0) + 1
    count = sum(in_room.values())
    if count > ROOM_EXTERNS:
        find("src", 0, f"{count} externs are used in their own folder alone, more than {ROOM_EXTERNS}")
    elif count < ROOM_EXTERNS:
        find("src", 0, f"{count} externs are used in their own folder alone: set ROOM_EXTERNS to that")
    return in_room


def check_sizes(sources):
    for path, code in sources:
        count = len(code.splitlines())
        if count > FILE_LIMIT:
            find(path, 0, f"has {count} lines, more than {FILE_LIMIT}")
        for name, line, length in functions(path, code):
            if length > FUNCTION_LIMIT:
                find(path, line, f"{name} has {length} lines, more than {FUNCTION_LIMIT}")


TAG = re.compile(r"^(?:static (?:const )?)?(?:const )?(?:struct|enum|union) (\w+) \{", re.M)
# What each game has its own of, behind a pointer that nobody else looks into.
OF_EACH_GAME = {"view", "hints"}


def check_tags(sources):
    """A tag means one thing, whichever room one reads in."""
    first = {}
    for path, code in sources:
        if path.parts[0] != "src" or SYSTEM_FOLDER in path.parents:
            continue
        for tag in TAG.findall(code):
            if tag not in OF_EACH_GAME and first.setdefault(tag, path) != path:
                find(path, 0, f"struct or enum {tag} is another thing in {first[tag]}")


# Structs whose members one file each writes: all others read them, or ask.
OWNED = {"src/screens/race/frame.h": "race_screen", "src/screens/circuit/view/inside.h": "view",
         "src/screens/stock_cars/view/inside.h": "view", "src/screens/graph_paper/view/inside.h": "view"}


def writes(code, tag):
    """The members of such a struct that are assigned, counted on or copied into."""
    names = "|".join(sorted(set(re.findall(rf"\bstruct {tag} \*(?:const )?(\w+)", code)) | {tag}))
    member = rf"\b(?:{names})->(\w+)\b(?:\[[^\]]*\]|\.\w+)*"
    for pattern in (rf"{member}\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)", rf"{member}\s*(?:\+\+|--)", rf"(?:\+\+|--)\s*{member}",
                    rf"\b(?:mem(?:set|cpy|move)|snprintf)\s*\(\s*{member}"):
        for match in re.finditer(pattern, code):
            yield match.group(1), code.count("\n", 0, match.start()) + 1


def check_owners(sources):
    for header, tag in OWNED.items():
        owner, room = {}, Path(header).parent
        for path, code in sources:
            if path.suffix != ".c" or path.parts[0] != "src" or (tag == "view" and path.parent != room):
                continue
            for member, line in writes(code, tag):
                if owner.setdefault(member, path) != path:
                    find(path, line, f"{member} of struct {tag} is written by {owner[member]}: ask there")


TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\.?\d[\w.]*|\w+|->|\+\+|--|&&|\|\|'
                   r'|<<=?|>>=?|[-+*/%&|^<>=!]=|\.\.\.|\S')
COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')|//[^\n]*|/\*.*?\*/', re.S)
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)


def count_tokens(text):
    """What a compiler reads: comments and lines of the preprocessor are left out."""
    return len(TOKEN.findall(PREPROCESSOR.sub("", COMMENT.sub(lambda match: match.group(1) or " ", text))))


def gauge(texts, in_room):
    """One row a floor, then one a game and what they share: how much there is to hold in the head."""
    def game_of(path):
        return next((game for game, others in GAMES.items()
                     if game in path.parts or floor_of(path) in others), "shared")
    rows = {name: [] for name in [*FLOORS, *GAMES, "shared", "all"]}
    for path, text, code in texts:
        lengths = [length for _, _, length in functions(path, code)]
        figures = (count_tokens(text), len(text.splitlines()), path.suffix == ".h", in_room.get(path, 0), lengths)
        for name in (floor_of(path), game_of(path), "all"):
            rows[name].append(figures)
    table = [f"{'':12}{'tokens':>10}{'lines':>9}{'files':>7}{'headers':>9}{'functions':>11}{'mean':>6}{'p90':>5}"
             f"{'room externs':>14}"]
    for name, row in rows.items():
        lengths = sorted(length for figures in row for length in figures[4]) or [0]
        tokens, lines, headers, inner = (sum(figures[i] for figures in row) for i in range(4))
        table.append(f"{name:12}{tokens:10,}{lines:9,}{len(row):7}{headers:9}{len(lengths):11,}"
                     f"{statistics.mean(lengths):6.1f}{lengths[int(0.9 * len(lengths))]:5}{inner:14,}")
        if lengths[int(0.9 * len(lengths))] > FUNCTION_P90:
            find("src", 0, f"a tenth of the functions of {name} has more than {FUNCTION_P90} lines")
    return "\n".join(table)


def tracked_files():
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others",
                              "--exclude-standard"], capture_output=True, text=True)
    names = [name for name in listing.stdout.split("\0") if name]
    if listing.returncode != 0:  # a source archive without its history
        names = [p.as_posix() for top in ("src", "tests", "packaging") for p in Path(top).rglob("*")]
    return [Path(name) for name in names if Path(name).is_file()]


def check_texts(path, text):
    unfinished = re.compile("TO" + "DO|FIX" + r"ME|\bXX" + r"X\b|\bHA" + r"CK\b")
    machine = re.compile(r"(?<!\w)/(work|tmp|root|home)/[a-z]")
    for number, line in enumerate(text.splitlines(), 1):
        if unfinished.search(line):
            find(path, number, "a mark of unfinished work")
        if machine.search(line):
            find(path, number, "a path of one machine")


def main():
    build = Path(sys.argv[1])
    read_exceptions()
    sources, texts = [], []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if path.parts[:2] != ("tests", "fuzz"):
            check_texts(path, text)
        if path.suffix in (".c", ".h"):
            code = without_comments_and_strings(text)
            sources.append((path, code))
            if path.parts[0] == "src":
                texts.append((path, text, code))
                check_includes(path, text)
                check_floating_point(path, code)
                check_games(path, text)
                check_system(path, code)
    check_symbols(build)
    check_folders([path for path, _ in sources])
    check_sizes(sources)
    check_tags(sources)
    check_owners(sources)
    figures = gauge(texts, check_externs(build, sources))
    check_exceptions()
    for finding in sorted(set(findings)):
        print(finding)
    print(figures)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
