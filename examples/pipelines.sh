#!/usr/bin/env bash
# Small pipelines around `sudoku`, which has to be on the path. What they print is in pipelines.out.
set -euo pipefail
cd "$(dirname "$0")"

echo '# A puzzle by hand'
echo 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... |
    sudoku -s - -o -

echo '# Any layout becomes one line each: the first column of csv is the puzzle'
sudoku -s puzzles.txt -f csv -o - | cut -d, -f1

echo '# Making and solving cancel out'
sudoku -c 1000 -o - | sudoku -s - -o - | cmp - <(sudoku -c 1000 -o -) && echo the same

echo '# Are 100000 grids all different?'
sudoku -c 100000 --seed 1 -f line -o - | sort -u | wc -l

echo '# How often does each digit stand in the centre of a grid drawn at random?'
sudoku -c 100000 --seed 1 -f line -o - | cut -c41 | sort | uniq -c

echo '# Grids with every second cell emptied: how many have 1, 2, 3 ... solutions?'
sudoku -c 1000 --seed 1 -f line -o - | sed 's/\(.\)./\1./g' | sudoku -s - --count 5 -o - | sort -n | uniq -c

echo '# A grid as a number, and the same grid from its number'
sudoku -c 1 --seed 1 -f line -o - | sudoku --rank - -o -
sudoku -c 1 --seed 1 -f line -o - | sudoku --rank - -o - | sudoku --unrank - -f line -o -

echo '# Faults are data: each has its place in the output, and its line on standard error'
sudoku -c 3 -f line -o - | sed '2s/..$//; 3s/./1/' | sudoku -s - -f line -o - || [ $? -eq 1 ]
