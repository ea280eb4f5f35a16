#!/usr/bin/env bash
# The Spark example on a real Spark in local mode, typed as README.md prints it.
#
#     pip install pyspark && cargo build --release && bash tests/spark/run.sh
#
# Where there is no Java, or no PySpark, it says so and ends with status 0.
set -euo pipefail
cd "$(dirname "$0")/../.."
project=$PWD
skip() { echo "skipped: $*" >&2; exit 0; }

command -v java >/dev/null || skip 'no Java for Spark here'
python3 -c 'import pyspark' 2>/dev/null || skip 'no PySpark here (pip install pyspark)'
PATH=$project/target/release:$PATH
export PYTHONWARNINGS=ignore SPARK_LOCAL_IP=127.0.0.1

place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
cd "$place"
ln -s "$project/examples" .

# Every thousandth line is wrong in one of four ways; some are no records at all.
sudoku -c 100000 --seed 1 -f line -o - | sed 's/\(...\)./\1./g' >good.txt
awk 'NR % 1000 == 0 { print "# remark"; print "" }
     NR % 4000 == 0 { print "oops"; next }
     NR % 4000 == 1000 { print substr($0, 3) ",ü," $0; next }
     NR % 4000 == 2000 { print "11" substr($0, 3); next }
     NR % 4000 == 3000 { print $0 ",\"a remark\""; next }
     { print }' good.txt >puzzles.txt
awk -v OFS='\t' 'NR % 4000 == 0 { print NR, "no puzzle", "oops" }
     NR % 4000 == 1000 { print NR, "no puzzle", substr($0, 3) ",ü," $0 }
     NR % 4000 == 2000 { print NR, "no solution", "11" substr($0, 3) }' good.txt >expected-faults.txt
awk 'NR % 4000 == 0 || NR % 4000 == 1000 { print "1"; next }
     NR % 4000 == 2000 { print "11" substr($0, 3); next }
     { print }' good.txt |
    { sudoku -s - -f csv -o - 2>/dev/null || [ $? -eq 1 ]; } >expected.txt

command=$(sed -n 's/^spark-submit examples/&/p' "$project/README.md")
[ -n "$command" ] || { echo 'README.md has no spark-submit line' >&2; exit 1; }
echo "$command"
bash -c "$command" 2>spark.log || { cat spark.log >&2; exit 1; }

[ "$(find solved -name 'part-*' | wc -l)" -ge 2 ] || { echo 'only one partition' >&2; exit 1; }
cat solved/part-* | cmp - expected.txt
cat faults/part-* | cmp - expected-faults.txt

# A sudoku that fails is no result.
mkdir broken
printf '#!/bin/sh\nexit 2\n' >broken/sudoku
chmod +x broken/sudoku
if PATH=$place/broken:$PATH spark-submit examples/spark_solve.py puzzles.txt unsolved unfound >spark.log 2>&1; then
    echo 'a failure went unnoticed' >&2
    exit 1
fi
grep -q 'sudoku ended with status 2' spark.log
echo "spark: 100000 lines, $(wc -l <expected-faults.txt) faults found again"
