"""Solves puzzles on a Spark cluster:

    spark-submit examples/spark_solve.py PUZZLES SOLVED FAULTS

PUZZLES is a text file with a puzzle on each line: the line's first field of 81 cells. Several files are a pattern,
'puzzles/*', and come in the order of their names. SOLVED gets `puzzle,solution` for each line that is neither empty
nor a comment, in the same order. FAULTS gets each line without a solution as `K<TAB>what is wrong<TAB>line`, a header
too; line K of SOLVED is filled with zeros, or with the puzzle itself. `sudoku` must be on the path of every machine.

Spark cuts files at line ends, so each partition is whole lines, and each goes through a `sudoku` of its own. It is
given only lines with a field of 81 cells, which are one record whatever else they hold: one goes in, one comes out.
"""

import re
import subprocess
import sys
import threading
from collections import deque

from pyspark import SparkContext, StorageLevel

PUZZLE = re.compile(r'(?:^|[\s,;:|"])[1-9.0_*xX?-]{81}(?:[\s,;:|"]|$)', re.ASCII)
ZEROS = "0" * 81


def solve(lines):
    """From lines to their answers, each with what is wrong (or None) and the line."""
    sudoku = subprocess.Popen(
        ["sudoku", "-s", "-", "-f", "csv", "-o", "-", "-j", "1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
    )
    # What was given to `sudoku` and isn't answered yet, no more than fits into the two pipes.
    waiting = deque()
    wrong = []

    def feed():
        try:
            with sudoku.stdin as stdin:
                for line in lines:
                    if not line.strip() or line.lstrip().startswith("#"):
                        continue
                    readable = PUZZLE.search(line) is not None
                    waiting.append((line, readable))
                    stdin.write((line if readable else ZEROS) + "\n")
        except Exception as error:
            wrong.append(error)

    feeder = threading.Thread(target=feed)
    feeder.start()
    for answer in sudoku.stdout:
        line, readable = waiting.popleft()
        puzzle, solution = answer.rstrip("\n").split(",")
        if not readable or solution == ZEROS:
            yield f"{ZEROS},{ZEROS}", "no puzzle", line
        else:
            yield f"{puzzle},{solution}", "no solution" if "0" in solution else None, line
    feeder.join()
    # Status 1 says that there were faults, which are found above. Anything else is for Spark, which tries again.
    if wrong or sudoku.wait() not in (0, 1):
        raise RuntimeError(f"sudoku ended with status {sudoku.wait()}") from (wrong or [None])[0]


def main(puzzles, solved, faults):
    context = SparkContext(appName="sudoku")
    # All that follows is taken from one run of the solver.
    answers = context.textFile(puzzles).mapPartitions(solve).persist(StorageLevel.DISK_ONLY)
    answers.map(lambda answer: answer[0]).saveAsTextFile(solved)
    wrong = answers.zipWithIndex().filter(lambda numbered: numbered[0][1])
    wrong.map(lambda numbered: f"{numbered[1] + 1}\t{numbered[0][1]}\t{numbered[0][2]}").saveAsTextFile(faults)
    context.stop()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
