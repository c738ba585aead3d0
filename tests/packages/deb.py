"""The packages for Debian: built twice, looked at by Debian's own checkers, then installed, used, upgraded and purged
in a Debian of their own.

deb.py VERSION, as root in a mount namespace of its own (`make test-packages`). Says for each step what was tried, and
ends with "N passed, N failed". Debian is fetched once (build/packages/base-SUITE.tar.gz); GRAPHPRIX_MIRROR says from
where. The picture of the window is build/packages/home.png.
"""
import gzip
import hashlib
import os
import re
import shlex
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "window"))
from display import Display  # noqa: E402
from game import Game  # noqa: E402
from again import make_elsewhere  # noqa: E402
from attempts import attempt, check, end  # noqa: E402

FOLDER = ROOT / "build" / "packages"
PLAYER = 1000  # whom nobody has made: any number will do
OLD = "0.9-1"
GONE = "usr/share/games/graphprix/tracks/graph-paper/gone.svg"  # which only the old package has
SIDE = 128
EXAMPLES = {"application/x-graphprix-race": "assets/games/circuit.race",
            "application/x-graphprix-map": "tracks/stock-cars/first-lap.map",
            "application/x-graphprix-lesson": "assets/lessons/04-braking.lesson"}
# What grows by itself while packages come and go.
PASSING = re.compile(r"^(var/cache/(apt|ldconfig|debconf|fontconfig)|var/log|var/lib/(apt|dpkg)|dev|proc|tmp|run)(/|$)"
                     r"|^etc/ld\.so\.cache$")


def tell(words, **options):
    """What it printed; a failure is told with that."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **options)
    if done.returncode != 0:
        raise AssertionError(f"{words}: status {done.returncode}\n{done.stdout[-3000:]}")
    return done.stdout


def digests(folder, *endings):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.iterdir()) if path.name.endswith(endings)}


# --- as built ----------------------------------------------------------------------------------


class Built:
    def __init__(self, version):
        self.version = version
        self.folder = ROOT / "build" / "deb"
        self.unpacked = FOLDER / "unpacked"

    def debs(self):
        """graphprix, graphprix-data; what is for a debugger is not installed."""
        return sorted((path for path in self.folder.glob("*.deb") if "-dbgsym_" not in path.name),
                      key=lambda path: path.name.split("_")[0])

    def build(self):
        """`make deb`: the packages graphprix and graphprix-data"""
        tell(["make", "--no-print-directory", "deb"], cwd=ROOT)
        names = [path.name.split("_")[0] for path in self.debs()]
        check(names == ["graphprix", "graphprix-data"], names)
        shutil.rmtree(self.unpacked, ignore_errors=True)
        for deb in self.debs():
            tell(["dpkg-deb", "-x", deb, self.unpacked])

    def build_again(self):
        """the unpacked tarball gives the same bytes elsewhere, by another clock, language and umask"""
        with tempfile.TemporaryDirectory(prefix="graphprix-again-") as folder:
            tarball = ROOT / "build" / f"graphprix-{self.version}.tar.gz"
            tell(["tar", "-xf", tarball, "-C", folder])
            source = Path(folder) / f"graphprix-{self.version}"
            for goal in ("dist", "deb"):
                make_elsewhere(source, goal)
                check((source / "build" / tarball.name).read_bytes() == tarball.read_bytes(), "the tarball differs")
            endings = (".deb", ".dsc", ".tar.gz", ".tar.xz")
            one, other = digests(self.folder, *endings), digests(source / "build" / "deb", *endings)
            check(one == other and len(one) >= 5, f"{one}\n{other}")

    def lintian(self):
        """lintian --pedantic says nothing of packages and source"""
        said = tell(["lintian", "--allow-root", "--pedantic", "--fail-on", "none",
                     *self.folder.glob("*.changes")])
        check(said == "", said)

    def metadata(self):
        """appstreamcli and desktop-file-validate find nothing; the icon is there in each size"""
        share = self.unpacked / "usr/share"
        tell(["appstreamcli", "validate", "--no-net", "--pedantic", "--strict",
              share / "metainfo/graphprix.metainfo.xml"])
        said = tell(["desktop-file-validate", share / "applications/graphprix.desktop"])
        check(said == "", said)
        for side in (48, 64, 96, 128, 256):
            icon = share / f"icons/hicolor/{side}x{side}/apps/graphprix.png"
            check(struct.unpack(">II", icon.read_bytes()[16:24]) == (side, side), icon)
        check((share / "icons/hicolor/scalable/apps/graphprix.svg").exists(), "no icon of any size")

    def one_version(self):
        """program, manual page, metainfo and packages say one version, and the page tells all commands"""
        program = [self.unpacked / "usr/games/graphprix"]
        help_page = tell([*program, "help"])
        manual = gzip.decompress((self.unpacked / "usr/share/man/man6/graphprix.6.gz").read_bytes()).decode()
        metainfo = (self.unpacked / "usr/share/metainfo/graphprix.metainfo.xml").read_text()
        check(tell([*program, "version"]) == f"graphprix {self.version}\n", "the program")
        check(f'<release version="{self.version}" date="20' in metainfo, metainfo)
        check(f'"Graph Prix {self.version}"' in manual.splitlines()[0], manual[:200])
        for deb in self.debs():
            check(tell(["dpkg-deb", "-f", deb, "Version"]) == f"{self.version}-1\n", deb)
        commands = re.findall(r"^  ([a-z]+)  ", help_page, re.M)
        read = tell(["man", "-l", "-"], input=manual, env={**os.environ, "MANWIDTH": "200", "LC_ALL": "C.UTF-8"})
        for command in commands:
            for line in tell([*program, "help", command]).splitlines():
                check(line.strip() in read, f"{command}: the manual page lacks \"{line}\"")
        check(len(commands) >= 14, commands)


# --- as installed ------------------------------------------------------------------------------


def system_of_this_machine():
    said = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    suite = said["VERSION_CODENAME"]
    if said["ID"] == "ubuntu":
        return suite, "http://archive.ubuntu.com/ubuntu", "main,universe"
    return suite, "http://deb.debian.org/debian", "main"


class Installed:
    def __init__(self, built, root, home):
        self.built, self.root, self.home = built, root, home
        self.display = self.game = None

    def close(self):
        if self.game:
            self.game.clean_up()
        if self.display:
            self.display.close()

    def inside(self, *words):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8",
                       "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        return tell(["chroot", self.root, *words], env=environment)

    def as_player(self, *words):
        return self.inside("setpriv", f"--reuid={PLAYER}", f"--regid={PLAYER}", "--clear-groups", "env",
                           f"HOME={self.home}", "PATH=/usr/games:/usr/bin:/bin", *words)

    def install(self, folder):
        inside = self.root / "tmp" / folder.name
        inside.mkdir(exist_ok=True)
        names = []
        for deb in sorted(folder.glob("*.deb")):
            if "-dbgsym_" not in deb.name:
                shutil.copy(deb, inside)
                names.append(f"/tmp/{folder.name}/{deb.name}")
        self.inside("apt-get", "install", "-y", "--no-install-recommends", *names)

    def version(self):
        return self.inside("dpkg-query", "-W", "-f", "${Version}", "graphprix")

    def debootstrap(self):
        """a new system with nothing but the packages that the game depends on, and what reads its file types"""
        suite, mirror, components = system_of_this_machine()
        base = FOLDER / f"base-{suite}.tar.gz"
        if not base.exists():
            with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
                tell(["debootstrap", "--variant=minbase", f"--components={components}", suite, f"{folder}/root",
                      os.environ.get("GRAPHPRIX_MIRROR", mirror)])
                tell(["tar", "-C", f"{folder}/root", "--exclude=./var/cache/apt/archives/*.deb", "-czf", f"{base}.part",
                      "."])
                os.rename(f"{base}.part", base)
        tell(["tar", "-xf", base, "-C", self.root])
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        tell(["mount", "-t", "proc", "proc", self.root / "proc"])
        mirrored = self.root / self.home.relative_to("/")  # the same path inside and outside
        mirrored.mkdir(parents=True)
        tell(["mount", "--bind", self.home, mirrored])
        needs = tell(["dpkg-deb", "-f", self.built.debs()[0], "Depends"]).strip()
        needs = [need for need in needs.split(", ") if not need.startswith("graphprix-data")]
        self.inside("apt-get", "update")
        self.inside("apt-get", "satisfy", "-y", "--no-install-recommends",
                    ", ".join([*needs, "desktop-file-utils", "shared-mime-info"]))
        self.before = self.look()

    def look(self):
        """Every file that stays: its kind, mode and content."""
        seen = {}
        for folder, folders, files in os.walk(self.root):
            inner = Path(folder).relative_to(self.root)
            folders[:] = [name for name in folders if not PASSING.match(str(inner / name))
                          and Path(folder, name) != self.root / self.home.relative_to("/").parts[0]]
            for name in [*folders, *files]:
                path = Path(folder, name)
                mode = path.lstat().st_mode
                if not PASSING.match(str(inner / name)):
                    content = os.readlink(path) if stat.S_ISLNK(mode) else \
                        hashlib.sha256(path.read_bytes()).hexdigest() if stat.S_ISREG(mode) else ""
                    seen[str(inner / name)] = (mode, content)
        return seen

    def install_old(self):
        """an older version, with one track more, is installed and says which one it is"""
        old = FOLDER / "old"
        shutil.rmtree(old, ignore_errors=True)
        old.mkdir()
        for deb in self.built.debs():
            with tempfile.TemporaryDirectory() as folder:
                tree = Path(folder) / "tree"
                tell(["dpkg-deb", "-R", deb, tree])
                control = tree / "DEBIAN/control"
                control.write_text(control.read_text().replace(f"{self.built.version}-1", OLD))
                if "-data_" in deb.name:
                    shutil.copy(tree / GONE.replace("gone", "kidney"), tree / GONE)
                tell(["dpkg-deb", "--root-owner-group", "-b", tree,
                      old / deb.name.replace(f"{self.built.version}-1", OLD)])
        self.install(old)
        check(self.version() == OLD, "its version")
        check((self.root / GONE).exists(), GONE)

    def commands(self):
        """a player without rights asks for version, manual and help, and checks all that ships"""
        check(self.as_player("graphprix", "version") == f"graphprix {self.built.version}\n", "version")
        check("usage: graphprix print" in self.as_player("graphprix", "help", "print"), "help of the part for pictures")
        self.as_player("sh", "-c", "graphprix check /usr/share/games/graphprix/tracks/*/*")
        self.as_player("sh", "-c", "graphprix lesson check /usr/share/games/graphprix/assets/lessons/*")
        documents = [path.name for path in (self.root / "usr/share/doc/graphprix-data").iterdir()]
        check(any(name.startswith("write-your-own-driver.md") for name in documents) and
              len([name for name in documents if name.startswith("rules-")]) == 3, documents)

    def file_types(self):
        """.race, .map and .lesson have their types, open in the game, and its thumbnails are pictures"""
        share = self.root / "usr/share"
        types = dict(line.split(":")[1:][::-1] for line in (share / "mime/globs2").read_text().splitlines()
                     if "graphprix" in line)
        cache = (share / "applications/mimeinfo.cache").read_text()
        entries = [dict(line.split("=", 1) for line in path.read_text().splitlines() if "=" in line)
                   for path in (share / "thumbnailers").glob("*.thumbnailer")]
        for kind, name in EXAMPLES.items():
            check(types[f"*{Path(name).suffix}"] == kind, types)
            check(f"{kind}=graphprix.desktop;" in cache, cache)
            entry, = (entry for entry in entries if kind in entry["MimeType"].split(";"))
            check((self.root / entry["TryExec"][1:]).exists(), entry)
            picture = self.home / "thumbnail"
            filled = {"%s": str(SIDE), "%o": str(picture), "%i": f"/usr/share/games/graphprix/{name}"}
            self.as_player(*(filled.get(word, word) for word in shlex.split(entry["Exec"])))
            made = picture.read_bytes()
            check(made.startswith(b"\x89PNG") and max(struct.unpack(">II", made[16:24])) == SIDE, (kind, made[:24]))
            picture.unlink()

    def window(self):
        """its window opens: home with its four games, in more than a hundred colours"""
        start = self.home / "start"
        start.write_text(f"#!/bin/sh\nexec chroot {self.root} setpriv --reuid={PLAYER} --regid={PLAYER} --clear-groups "
                         '/usr/games/graphprix "$@"\n')
        start.chmod(0o755)
        self.display = Display(size=(1280, 800))
        self.game = Game(self.display, home=self.home, program=start)
        self.game.wait_screen("home")
        picture = self.game.picture()
        picture.save(FOLDER / "home.png")
        check(picture.colours() > 100 and len(self.game.targets("button race-")) == 4, self.game.seen)

    def upgrade(self):
        """apt-get upgrades it under its open window: what is gone is away, and a race can be started as before"""
        self.install(self.built.folder)
        check(self.version() == f"{self.built.version}-1", "its version")
        check(not (self.root / GONE).exists(), f"{GONE} is still there")
        self.game.click("button race-race")
        self.game.wait_screen("set-up")
        self.game.come_to_rest()
        self.game.click("button start-race")
        self.game.wait_screen("race")
        self.game.wait(lambda _: len(self.game.races()) == 1, "its file")
        check(self.game.close() == 0, "it did not end well")
        check(self.game.stderr() == "", self.game.stderr())

    def purge(self):
        """purged, nothing is left behind, changed or missing; the player's race is still there"""
        self.inside("apt-get", "purge", "-y", "graphprix", "graphprix-data")
        after = self.look()
        changed = sorted(name for name in self.before.keys() | after.keys() if self.before.get(name) != after.get(name))
        check(not changed, changed)
        known = self.inside("sh", "-c", "dpkg-query -W -f '${db:Status-Status} ' 'graphprix*' 2>/dev/null || true")
        check(set(known.split()) <= {"not-installed"}, known)
        check(len(self.game.races()) == 1, "the race is gone")


def main():
    os.umask(0)  # the player writes where the watcher reads
    FOLDER.mkdir(parents=True, exist_ok=True)
    results = []
    built = Built(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="graphprix-root-") as root, \
            tempfile.TemporaryDirectory(prefix="graphprix-home-", dir="/srv") as home:
        Path(root).chmod(0o755)
        Path(home).chmod(0o777)
        there = Installed(built, Path(root), Path(home))
        try:
            for step in (built.build, built.build_again, built.lintian, built.metadata, built.one_version,
                         there.debootstrap, there.install_old, there.commands, there.file_types, there.window,
                         there.upgrade, there.purge):
                results.append(attempt(step))
                if not results[-1] and step in (built.build, there.debootstrap):
                    break
        finally:
            there.close()
            for mounted in (there.root / there.home.relative_to("/"), there.root / "proc"):
                subprocess.run(["umount", mounted], stderr=subprocess.DEVNULL)
    return end(results)


if __name__ == "__main__":
    sys.exit(main())
