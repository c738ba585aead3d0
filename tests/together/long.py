"""What takes long: long.py PROGRAM [--tables N] [--seconds S] [--rate R] [--races N] [NAME...], all on the loopback.

The figures are printed beside what is wanted of them, which says something on a machine that does nothing else. Wrong is
whatever is lost, done twice or told in two ways. Ends with "N passed, N failed".
"""
import argparse
import os
import resource
import subprocess
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from crowd import SEATS, Crowd, Line
from seats import ROOT, Broker, Host, Page


def processor_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def figures(what, times, wanted):
    """Prints median and p99 in milliseconds."""
    times = sorted(times)
    assert times, what
    print(f"    {what}: {len(times)} actions, median {1000 * times[len(times) // 2]:.0f} ms (wanted {wanted[0]}), "
          f"p99 {1000 * times[int(len(times) * 0.99)]:.0f} ms (wanted {wanted[1]})", flush=True)


def two_hundred_pages(options):
    """200 pages at one table: until an action is on all of them."""
    with Host(options.program, "--track", "first-oval", "--players", 1, "--rules", "classroom") as host:
        crowd, heard = Crowd([host.port]), {}
        seat = host.seat("Ada")

        def look_on(number):
            def hear(_, text):
                if text and text.startswith(b'{"view":{"n":'):
                    heard[number] = int(text[13:text.index(b",", 13)])
            Line(crowd, host.port, hear).say(watch=host.code)
        for number in range(199):
            look_on(number)
        crowd.turn(lambda: len(heard) == 199)
        times = []
        for n in range(200):
            move = next((m for m in seat.view["moves"] if m.get("outcome") in ("clear", "finish")), seat.view["moves"][0])
            began = time.monotonic()
            seat.send(do=move["action"], n=n)
            crowd.turn(lambda: all(each > n for each in heard.values()))
            seat.until(lambda page: page.view["n"] > n)
            times.append(time.monotonic() - began)
            if seat.view["state"]["over"]:
                break
        figures("on all pages", times, (100, 250))


def tables_of_many_hosts(options):
    """Three hosts and one broker; a host is killed each minute (or tenth of the time), the broker restarted twice."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 3 * options.tables * SEATS
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(hard, wanted), max(hard, wanted)))
    except (ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    spent = {"hosts": 0, "broker": 0}  # of processes that are gone

    def used():
        return {"hosts": spent["hosts"] + sum(processor_seconds(host.process.pid) for host in hosts if host.process.poll() is None),
                "broker": spent["broker"] + processor_seconds(broker.process.pid), "pages": time.process_time()}
    with Broker() as broker, ThreadPoolExecutor(1) as pool:
        hosts = [Host(options.program, "--open", "--broker", broker.url) for _ in range(3)]
        crowd = Crowd([host.port for host in hosts])
        try:
            began = time.monotonic()
            crowd.open_tables(options.tables)
            print(f"    {options.tables} tables of {SEATS} seats were opened in {time.monotonic() - began:.0f} s", flush=True)
            end, each, killed, restarts, kills = time.monotonic() + options.seconds, min(60, options.seconds / 10), 0, 2, []
            began, before = time.monotonic(), used()
            while time.monotonic() < end:
                crowd.drive(each / 2, options.rate)
                if restarts and time.monotonic() > end - options.seconds * restarts / 3:
                    restarts -= 1
                    spent["broker"] += processor_seconds(broker.process.pid)
                    broker.kill()
                    broker.start()
                which = killed % 3
                killed += 1
                kills.append(time.monotonic())
                spent["hosts"] += processor_seconds(hosts[which].process.pid)
                hosts[which].kill()
                crowd.ports[which] = None
                again = pool.submit(Host, options.program, "--broker", broker.url, home=hosts[which].home)  # it reads ahead meanwhile
                crowd.drive(each / 2, options.rate)
                hosts[which] = again.result()
                crowd.ports[which] = hosts[which].port
            took = time.monotonic() - began
            print(f"    {crowd.answered} actions were answered in {took:.0f} s, {crowd.answered / took:.0f} a second ({options.rate} were asked for), "
                  f"with {killed} kills of hosts and 2 of the broker; refused: {dict(crowd.refused.most_common(4))}", flush=True)
            print("    microseconds of a processor an action: "
                  + ", ".join(f"{each} {1e6 * (now - before[each]) / crowd.answered:.0f}" for each, now in used().items()), flush=True)
            calm = [seconds for at, seconds in crowd.took if not any(0 <= at - seconds - kill < 5 or 0 <= at - kill < 5 for kill in kills)]
            figures("told to four, but for 5 s behind each kill", calm, (100, 1000))
            check_tables(crowd, options, broker)
            for host in hosts:
                assert "left out" not in host.errors(), host.errors()[:1000]
        finally:
            for host in hosts:
                host.__exit__()


def check_tables(crowd, options, broker):
    """A host that reads all anew has each line that was answered, and tells what all pages were told."""
    crowd.turn(lambda: all(seat.line and seat.line.open and not seat.asked and seat.n == max(table.hashes)
                           for table in crowd.tables for seat in table.seats))
    with Host(options.program, "--broker", broker.url) as fresh:
        for table in crowd.tables:
            page = Page(fresh.port)
            assert page.ask(watch=table.code)["ok"]
            view = page.until(lambda page: page.view).view
            page.close()
            assert view["n"] == max(table.hashes), (table.code, view["n"], max(table.hashes))
            assert view["hash"].encode() == table.hashes[view["n"]], table.code
            assert not table.done or max(table.done) < view["n"], table.code
    lines = sum(max(table.hashes) for table in crowd.tables)
    answered = sum(len(table.done) for table in crowd.tables)
    print(f"    {lines} lines lie there, {answered} of them were answered; hashes are equal", flush=True)
    assert answered <= lines


def two_hosts_and_one(options):
    """What the busier of two hosts has to do for an action of all, beside one alone, pages of a table at one of them and at both: processor
    time, as two processors are too few to let two hosts, a broker and all pages run at once."""
    spent = []
    for count, apart in ((1, False), (2, False), (2, True)):
        with ExitStack() as all_:
            broker = all_.enter_context(Broker())
            hosts = [all_.enter_context(Host(options.program, "--open", "--broker", broker.url)) for _ in range(count)]
            crowd = Crowd([host.port for host in hosts], apart)
            crowd.open_tables(100)
            before = [processor_seconds(host.process.pid) for host in hosts]
            crowd.drive(20, 200)
            crowd.turn(lambda: not any(seat.asked for table in crowd.tables for seat in table.seats))
            used = [processor_seconds(host.process.pid) - each for host, each in zip(hosts, before)]
            spent.append(max(used) / crowd.answered)
            print(f"    {count}: {crowd.answered} actions, {', '.join(f'{1e6 * each / crowd.answered:.0f}' for each in used)} us an action", flush=True)
    print(f"    two hosts do {spent[0] / spent[1]:.2f} times as much as one (wanted 1.7), {spent[0] / spent[2]:.2f} where each table has pages at both",
          flush=True)


def tournament_of_many_workers(options):
    """Four workers of which two are killed come to the table of one machine, to the last digit."""
    asked = [options.program, "tournament", "--track", "first-oval", "--track", "hairpin", "--driver", "rookie", "--driver", "rookie",
             "--seed", "7", "--races", str(options.races), "--json"]
    with Broker() as broker:
        workers = [subprocess.Popen([options.program, "worker", "--broker", broker.url, "--jobs", "1"], stdout=subprocess.PIPE,
                                    stderr=subprocess.DEVNULL, text=True) for _ in range(4)]
        try:
            for worker in workers:
                assert worker.stdout.readline()
            began = time.monotonic()
            spread = subprocess.Popen([*asked, "--broker", broker.url], stdout=subprocess.PIPE, text=True)
            time.sleep(2)  # they are to be in the midst of it
            assert spread.poll() is None, "was over before anybody could be killed"
            for worker in workers[:2]:
                worker.kill()
            table = spread.communicate()[0]
            spread_s, began = time.monotonic() - began, time.monotonic()
            alone = subprocess.run(asked, stdout=subprocess.PIPE, text=True, check=True).stdout
            print(f"    {options.races} races: {spread_s:.0f} s by the workers, {time.monotonic() - began:.0f} s alone", flush=True)
            assert table == alone and len(alone) > 100
        finally:
            for worker in workers:
                worker.kill()
                worker.communicate()


def main():
    steps = {step.__name__: step for step in (two_hundred_pages, two_hosts_and_one, tables_of_many_hosts, tournament_of_many_workers)}
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=ROOT / "build/graphprix")
    parser.add_argument("names", nargs="*")
    for name, least in (("tables", 5000), ("seconds", 600), ("rate", 2000), ("races", 10000)):
        parser.add_argument(f"--{name}", type=int, default=least)
    options = parser.parse_args()
    failed = 0
    for name in options.names or steps:
        print(f"{name}: {steps[name].__doc__}", flush=True)
        try:
            steps[name](options)
        except Exception:
            failed += 1
            traceback.print_exc(file=sys.stdout)
            print(f"FAILED {name}", flush=True)
    print(f"{len(options.names or steps) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
