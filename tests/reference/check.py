#!/usr/bin/env python3
"""Checks of the reference itself: worked examples of the rules, random games with invariants, mangled texts.

    check.py [GAMES-PER-VARIANT [SEED]]
"""

import os
import random
import subprocess
import sys

sys.dont_write_bytecode = True      # leave the source tree as it is

import core
from core import Over
from shell import Shell, make_game

VARIANTS = ("royal-ur", "finkel", "finkel:pieces=2", "blitz", "masters", "aseb", "akalamdung", "ur", "stelpur", "morris", "morris:mills=open", "morris:dice=none", "morris:dice=alfonso",
            "tablut", "tablut:king=unarmed",
            "tablut:throne=hostile,first=white", "tablut:king=unarmed,throne=hostile", "tablut:king=weak,escape=edge", "tablut:rules=linnaeus",
            "ashton", "brandubh", "fetlar", "copenhagen", "alea-evangelii", "alea-evangelii:king=step")

EXAMPLES = """
# each line: GAME > command > command ... > last command = start of its answer

# The words of the shell.
royal-ur > rolls = ok 0 1 2 3
royal-ur > moves = ok 0
royal-ur > announce = ok
royal-ur > undo = error
royal-ur > roll 2 = ok 7,7 - 0,0 w 2 | move
royal-ur > roll 2 > rolls = ok
royal-ur > roll 2 > move in-2 = ok 6,7 w2=w 0,0 b - | roll
royal-ur > roll 2 > roll 2 = error
royal-ur > roll 2 > new black = ok 7,7 - 0,0 b - | roll
royal-ur > roll 0 = ok 7,7 - 0,0 b - | roll
royal-ur > roll 0 > undo = ok 7,7 - 0,0 w - | roll
royal-ur > new = ok 7,7 - 0,0 w - | roll
royal-ur > new green = error
royal-ur > state  = error
royal-ur >  state = error
royal-ur > state x = error
royal-ur > perft = error
royal-ur > perft 0 = ok 1
royal-ur > position 7,7  - 0,0 w - = error
royal-ur > position 07,7 - 0,0 w - = error
stelpur > roll 1,6 = ok wwwwww......bbbbbb...... w 6,1 6,1 | move
morris > rolls = ok
tablut > rolls = ok

# royal-ur
royal-ur > position 6,7 w3=w 0,0 w 2 > moves = ok 1 in-2
royal-ur > position 6,7 6=w 0,0 w 2 > moves = ok 2 6-8 in-2
royal-ur > position 6,7 6=w 0,0 w 3 > moves = ok 1 in-3
royal-ur > position 4,5 8=wwb,w12=w 0,0 w 2 = error
royal-ur > position 4,6 8=wwb,12=w 0,0 w 2 > moves = ok 3 12-14 8-10 in-2
royal-ur > position 4,6 8=wwb,12=w 0,0 w 2 > move 12-14 = ok 4,6 8=wwb,w14=w 0,0 w - | roll
royal-ur > position 5,6 5=w,w14=w,7=b 0,0 w 2 = error
royal-ur > position 5,6 5=w,7=b,w14=w 0,0 w 2 > move 5-7 = ok 5,7 7=w,w14=w 0,0 w - | roll
royal-ur > position 0,7 w14=w 6,0 w 1 > move 14-off = ok 0,7 - 7,0 w - | over white off
royal-ur > position 0,7 w14=w 6,0 w 2 = error
royal-ur > position 0,7 w14=w 6,0 w - > roll 2 = ok 0,7 w14=w 6,0 b - | roll
royal-ur > position 0,7 - 7,0 b - = error
royal-ur > position 0,0 - 7,7 w - = error
royal-ur > position 6,7 5=W 0,0 w - = error
royal-ur > position 5,7 5=ww 0,0 w - = error
royal-ur > position 6,6 5=wb 0,0 w - = error
royal-ur > position 5,6 8=bww 0,0 w - = error
royal-ur > position 6,7 w2=b 0,0 w - = error

# akalamdung
akalamdung > roll 2 > moves = ok 2 in-2 in-2w
akalamdung > position 6,7 w2=w 0,0 w 2 > moves = ok 2 2-4 in-2
akalamdung > position 6,7 w2=w 0,0 w 2 > move in-2 = ok 5,7 w2=ww 0,0 b - | roll
akalamdung > position 6,7 w2=W 0,0 w 2 > moves = ok 1 2w-4
akalamdung > position 5,7 w2=ww 0,0 w 2 > moves = ok 1 2-4
akalamdung > position 5,7 w2=ww 0,0 w 2 > move 2-4 = ok 5,7 w4=ww 0,0 w - | roll
akalamdung > position 5,7 5=ww 0,0 w 3 > move 5-8 = ok 5,7 5=w,8=w 0,0 w - | roll
akalamdung > position 0,7 12=ww,w14=w 4,0 w 2 = error
akalamdung > position 1,7 12=ww 4,0 w 2 > move 12-14 = ok 1,7 12=w,w14=w 4,0 w - | roll
akalamdung > position 5,5 7=bb,8=w,w4=w 0,0 w 3 = error
akalamdung > position 5,5 w4=w,6=w,7=bb 0,0 w 1 > moves = ok 2 4-5 in-1
akalamdung > position 4,5 5=ww,6=w,7=bb 0,0 w 2 > move 5-7 = ok 4,7 6=w,7=ww 0,0 w - | roll
akalamdung > position 5,5 9=ww,11=bb 0,0 w 1 > move 9-10 = ok 5,5 10=ww,11=bb 0,0 b - | roll
akalamdung > position 5,6 9=b,10=ww 0,0 b 1 > move 9-10 = ok 7,6 10=b 0,0 b - | roll
akalamdung > position 5,6 8=B,10=ww 0,0 b 2 > move 8w-10 = ok 7,6 10=b 0,0 b - | roll
akalamdung > position 5,7 9=w,10=w 0,0 w 1 > move 9-10 = ok 5,7 10=ww 0,0 b - | roll
akalamdung > position 4,7 9=w,10=ww 0,0 w 1 > moves = ok 2 10-11 in-1
akalamdung > position 4,7 9=ww,10=w 0,0 w 1 > moves = ok 2 10-11 in-1
akalamdung > position 4,7 9=ww,10=w 0,0 w 1 > move 10-11 = ok 4,7 9=ww,11=w 0,0 b - | roll
akalamdung > position 6,5 8=W,11=bb 0,0 w 3 > moves = ok 1 in-3
akalamdung > position 6,5 8=W,9=bb 0,0 w 1 > moves = ok 1 in-1
akalamdung > position 6,6 8=W,9=B 0,0 w 1 > move 8w-9 = ok 6,7 9=W 0,0 w - | roll
akalamdung > position 6,7 12=W 0,0 w 2 > move 12w-14 = ok 6,7 w14=W 0,0 w - | over white warrior
akalamdung > position 4,5 w1=w,w3=w,8=Bb,10=w 0,0 w 1 > move 10-11 = ok 4,7 w1=w,w3=w,11=w 0,0 w - | roll
akalamdung > position 4,7 w1=w,w3=w,11=w 0,0 w - > roll 0 = ok 4,7 w1=w,w3=w,11=w 0,0 w - | roll
akalamdung > position 4,7 w1=w,w3=w,11=w 0,0 b - = error
akalamdung > position 4,6 w1=w,w3=w,b3=b,11=w 0,0 w - = error
akalamdung > position 4,7 w1=w,w3=w,11=w 0,0 w 3 > move 11-14 = ok 4,7 w1=w,w3=w,w14=w 0,0 w - | roll
akalamdung > position 4,7 w1=w,w3=w,11=w 0,0 w 2 > move 11-13 = ok 4,7 w1=w,w3=w,w13=w 0,0 b - | roll

# ur
ur > position 6,6 w4=w,5=b 0,0 w 1 > move 4-5 = ok 6,6 5=wb 0,0 b - | roll
ur > position 6,5 w4=w,5=bb 0,0 w 1 = ok
ur > position 5,5 w4=w,5=bwb 0,0 w 1 > move 4-5 > roll 0 > roll 1 > move 5-6 = ok 5,5 5=wb,6=wb 0,0 b - | roll
ur > position 6,6 w13=wb 0,0 w 1 > move 13-14 = ok 6,6 w14=W 0,1 b - | roll
ur > position 6,7 w14=W 0,0 w 2 > moves = ok 2 14-12 in-2
ur > position 6,7 w14=w 0,0 w - = error
ur > position 6,7 5=W 0,0 w 2 > moves = ok 3 5-3 5-7 in-2
ur > position 6,0 w4=w,5=b 0,6 w 1 > move 4-5 = ok 6,0 5=wb 0,6 b - | over white imprisoned
ur > position 6,0 5=wb 0,6 w - = error
ur > position 6,0 5=wb 0,6 b - = ok 6,0 5=wb 0,6 b - | over white imprisoned

# stelpur
stelpur > position ...............w..b..... w 6,3 6 > move 16:6 = ok ..................w..... w - - | over white captured
stelpur > position ...............w........ w - - = ok ...............w........ w - - | over white captured
stelpur > position b..............w..b..... w 6,3 6 > move 16:6 = ok b.................w..... b - - | roll
stelpur > position ............w...bbb..... w - - > roll 4,1 > move 13:1 = ok ................bwb..... b - - | roll
stelpur > position ................bwb..... b 6,1 6,1 > moves = ok 4 17:1 17:6 19:1 19:6
stelpur > position ...........bwb.........w b 6,1 1 > move 12:1 = ok ............bb.........w w - - | roll
stelpur > position b..........bw.b.....b... b 2,1 1 > move 12:1 = ok b...........b.b.....b... b - - | over black captured
stelpur > position b.........b.w.b.....b... b 2,2 2 > move 11:2 = ok b...........b.b.....b... b - - | over black captured
stelpur > position b.........b..w.b....b... b 3,3 3 > move 11:3 = ok b............wbb....b... b - - | roll
stelpur > position b..............w........ w 6,3 6 > move 16:6 = ok b.................w..... b - - | roll
stelpur > position ................bwb..... b 3,1 1 > moves = ok 2 17:1 19:1
stelpur > position ................bwb..... b 3,1 1 > move 19:1 = ok ................bw.b.... w - - | roll
stelpur > position ................bwb..... b 3,1 1 > move 17:1 = ok .................wbb.... w - - | roll
stelpur > position ................bwb..... b 6,1 6,1 > move 19:6 > move 17:1 = ok b................b...... b - - | over black captured
stelpur > roll 6,6 = ok wwwwww......bbbbbb...... w 6,6 6,6,6,6 | move
stelpur > roll 5,4 = ok wwwwww......bbbbbb...... b - - | roll
stelpur > roll 3,3 > move 6:3 > move 5:3 = ok wwww...ww...bbbbbb...... w - - | roll
stelpur > position w.........b..b.......... w - - > roll 3,3 = ok w.........b..b.......... w - - | roll
stelpur > position w.........b..b.......... w - - > roll 6,6 = ok w.........b..b.......... w 6,6 6,6 | move
stelpur > position w.........b..b.......... w 6,6 6,6,6,6 = error

# morris
morris > move d6 = ok ....w................... b 8,9 - | move
morris > position ww.............bb....... w 7,7 - > move g7 = error
morris > position wwwwwwwwwbbbbbbbbb...... w 0,0 - = ok
morris > position ww.w.......b....bb...... w 0,0 6,5,4 > moves = ok
morris > position ww............wb....bb.. w 0,0 6,6,6 = ok
morris > position bb....................ww w 0,0 - = error
morris > position bbb...................ww w 0,0 - = ok bbb...................ww w 0,0 - | over black men
morris > position bbb...................ww b 0,0 - = error
morris > position ww.w....w.bb....b...b... w 0,0 6,5,2 > moves = ok 6 a7-a4 b6-d6 d7-d6 d7-g7 e5-d5 e5-e4
morris > position ww.w....w.bb....b...b... w 0,0 4,1,1 > moves = ok 14 a7-a4 b6-d6 b6-g7xb4 b6-g7xc4 b6-g7xd3 b6-g7xf2 d7-d6 d7-g7 e5-d5 e5-e4 e5-g7xb4 e5-g7xc4 e5-g7xd3 e5-g7xf2
morris > position ww.b.w....b...w.b.b....w w 0,0 6,3,3 > moves = ok 13 a7-a4 a7-g7xd3 d7-d6 d7-g7xd3 f6-d6 f6-f4 f6-g7xb2,d3 f6-g7xb4,d3 f6-g7xb6,d3 g1-d1 g1-g7xd3 g4-f4 g4-g7xd3
morris > position ww.b.w....b...w...b....w w 0,0 6,3,3 > move f6-g7xb6,b2 = error
morris > position ww.b.w....b...w...b....w w 0,0 6,3,3 > move f6-g7xb2,b6 = ok www.......b...w........w b 0,0 - | over white men
morris > position wbw......b....b......wb. w 0,0 - > roll 6,5,1 = ok wbw......b....b......wb. w 0,0 6,5,1 | over black blocked
morris > position wbw......b....b......wb. w 0,0 - > roll 6,5,1 > undo = ok wbw......b....b......wb. w 0,0 - | roll
morris > position wbw......b....b......wb. w 0,0 - > perft 2 = ok 0
morris > position wbw......b....b......wb. w 0,0 6,5,4 = ok wbw......b....b......wb. w 0,0 6,5,4 | over black blocked
morris > position ww.b......b............. w 7,7 - > moves = ok 19 a1 a4 b2 c3 c4 c5 d1 d2 d3 d5 d6 e3 e4 e5 f2 f4 f6 g1 g4
morris > position ww.b......b....b........ b 7,6 - = error

# tafl
tablut > announce = ok
tablut > new white = ok 3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 w | move
tablut:first=white > state = ok 3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 w | move
tablut > position 9/9/9/9/9/9/9/9/2K5t w > move c1-a1 = error
tablut > position 9/9/9/9/9/9/9/9/2K4t1 w > move c1-a1 = ok 9/9/9/9/9/9/9/9/K6t1 b | over white corner
tablut > position 9/9/9/9/9/9/9/9/2K4t1 b > announce = ok raichi
tablut > position 9/9/9/9/9/9/9/9/2K6 b = ok 9/9/9/9/9/9/9/9/2K6 b | over white blocked
tablut > position 9/9/9/9/9/9/9/8t/2K6 b > announce = ok tuichi
tablut > position 9/9/4t4/3tK3t/4t4/9/9/9/9 w > announce = ok gare
tablut > position 9/9/4t4/3tK3t/4t4/9/9/9/9 b > move i6-f6 = ok 9/9/4t4/3t1t3/4t4/9/9/9/9 w | over black captured
tablut > position 9/9/9/4t4/3t1t3/3tKt3/9/4t4/9 b > move e2-e3 = ok 9/9/9/4t4/3t1t3/3tKt3/4t4/9/9 w | move
tablut:throne=hostile > position 9/9/9/4t4/3t1t3/3tKt3/9/4t4/9 b > move e2-e3 = ok 9/9/9/4t4/3t1t3/3t1t3/4t4/9/9 w | over black captured
tablut > position 9/9/9/9/9/9/9/3t5/2tK4t b = error
tablut > position 9/9/9/9/9/9/9/3t5/2tK3t1 b > move h1-e1 = ok 9/9/9/9/9/9/9/3t5/2tKt4 w | over black blocked
tablut > position 9/9/9/9/9/9/9/t8/1TK6 b > moves = ok
tablut > position 9/9/9/9/9/9/2t6/1T7/2K5t b = error
tablut > position 9/9/9/9/9/t8/9/9/1tK6 w > move c1-c2 = ok
tablut > position 9/9/9/9/t8/9/9/2K6/1t7 w > move c2-c1 = ok 9/9/9/9/t8/9/9/9/2K6 b | move
tablut:king=unarmed > position 9/9/9/9/t8/9/9/2K6/1t7 w > move c2-c1 = ok 9/9/9/9/t8/9/9/9/1tK6 b | move
alea-evangelii > position 5tK1t10/6t12/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 w > announce = ok gare
alea-evangelii > position 5tK1t10/6t12/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b > move i19-h19 = ok 5t1t11/6t12/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 w | over black captured
alea-evangelii > position 1Kt16/2t16/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b > move c18-b18 = ok 2t16/1t17/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 w | over black captured
alea-evangelii > position 5tKT1t9/6tt11/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b > move j19-i19 = ok 5t2t10/6tt11/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 w | over black captured
alea-evangelii > position 5tKTT1t8/6ttt10/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b > move k19-j19 = ok 5tKTTt9/6ttt10/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 w | over black blocked
alea-evangelii > position 19/19/19/19/19/19/19/9t9/8tK1t7/19/19/19/19/19/19/19/19/19/19 b > move l11-k11 = ok 19/19/19/19/19/19/19/9t9/8t1t8/19/19/19/19/19/19/19/19/19/19 w | over black captured
alea-evangelii > position 3K15/19/19/19/19/19/19/10T8/9t9/19/19/19/19/19/19/19/19/19/19 w > move k12-j12 = ok 3K15/19/19/19/19/19/19/9T9/19/19/19/19/19/19/19/19/19/19/19 b | over white blocked
alea-evangelii > position 19/19/19/19/9K9/19/9t9/9T9/19/19/19/19/19/19/19/19/19/19/19 w > move j15-j14 = ok 19/19/19/19/19/9K9/9t9/9T9/19/19/19/19/19/19/19/19/19/19/19 b | move
alea-evangelii:king=step > position 19/19/19/19/9K9/19/9t9/9T9/19/19/19/19/19/19/19/19/19/19/19 w > move j15-j14 = ok 19/19/19/19/19/9K9/19/9T9/19/19/19/19/19/19/19/19/19/19/19 b | over white blocked
alea-evangelii > position 19/19/19/19/19/19/19/9t9/19/10K8/19/19/19/19/19/19/19/19/19 w > move k10-j10 = ok 19/19/19/19/19/19/19/9t9/19/9K9/19/19/19/19/19/19/19/19/19 b | move
"""


def run_examples():
    failures = 0
    for line in EXAMPLES.splitlines():
        if not line or line.startswith("#"):
            continue
        script, wanted = line.rsplit(" = ", 1)
        game, *commands = script.split(" > ")
        shell = Shell(make_game(game))
        for command in commands:
            got = shell.answer(command.encode())
        if not (got == wanted or wanted in ("ok", "error") and got.split(" ")[0] == wanted and wanted != got):
            print(f"EXAMPLE {script}\n  wanted {wanted}\n  got    {got}")
            failures += 1
    return failures


# Conservation: the total of the pieces of a position, and how it may change.

def census(game, pos):
    if hasattr(pos, "reserve"):
        both = "".join(pos.board.values()).lower()
        return {s: pos.reserve[s] + pos.off[s] + both.count(s) for s in "wb"}
    if hasattr(pos, "ring"):
        return {s: pos.ring.count(s) for s in "wb"}
    if hasattr(pos, "men"):
        return {s: list(pos.men.values()).count(s) + pos.hand[s] for s in "wb"}
    return {s: sum((p == "t") == (s == "b") for p in pos.board.values()) for s in "wb"}


def check_step(game, shell, before, after, progress_possible):
    was, now = census(game, before), census(game, after)
    if hasattr(before, "reserve"):
        assert now == {"w": 7, "b": 7}
    else:
        assert now[before.turn] == was[before.turn]
        enemy = core.OTHER[before.turn]
        assert 0 <= was[enemy] - now[enemy] <= 4 and (progress_possible or now == was)


def check_here(game, shell):
    """Reading the text of a position again gives the same position."""
    state = shell.states[-1]
    if state.draw:
        return
    text = game.write(state.pos)
    again = core.read_position(game, text)
    assert game.write(again) == text
    assert game.phase(again) == game.phase(state.pos)
    if game.phase(again) == "move":
        assert set(game.moves(again)) == set(game.moves(state.pos)) != set()


def random_game(variant, rng, longest, tally):
    game = make_game(variant)
    shell = Shell(game)
    shell.answer(rng.choice((b"new", b"new white", b"new black")))
    for _ in range(longest):
        check_here(game, shell)
        phase, state = shell.phase(), shell.states[-1]
        if isinstance(phase, Over):
            tally[str(phase)] = tally.get(str(phase), 0) + 1
            assert shell.answer(b"moves") == "ok 0" and shell.answer(b"rolls") == "ok" == shell.answer(b"announce")
            assert shell.answer(b"perft 3") == "ok 0"
            break
        choices = shell.answer(b"rolls").split()[1:] if phase == "roll" else shell.answer(b"moves").split()[2:]
        assert choices == sorted(set(choices)) and choices
        command = "roll" if phase == "roll" else "move"
        chosen = rng.choice(choices)
        if command == "move" and rng.random() < 0.3:       # make captures likelier, so that games get somewhere
            chosen = next((c for c in choices if "x" in c), chosen)
        answer = shell.answer(f"{command} {chosen}".encode())
        assert answer.startswith("ok "), answer
        check_step(game, shell, state.pos, shell.states[-1].pos, command == "move")
        if rng.random() < 0.02:
            after = shell.states[-1]
            shell.answer(b"undo")
            assert shell.states[-1] is state
            shell.answer(f"{command} {chosen}".encode())
            assert shell.states[-1] == after
        if rng.random() < 0.05:
            mangle(game, rng, game.write(state.pos))
            check_mirror(game, state.pos)
    else:
        tally["unfinished"] = tally.get("unfinished", 0) + 1


def mangle(game, rng, text):
    """A text with a few changed characters is refused, or is canonical and can be played."""
    letters = list(text)
    for _ in range(rng.choice((1, 1, 2, 3))):
        where, what = rng.randrange(len(letters)), rng.choice(text + "wbWBtTK.-,0123456789 =/")
        rng.choice((lambda: letters.__setitem__(where, what), lambda: letters.insert(where, what),
                    lambda: letters.__delitem__(where) if len(letters) > 1 else None))()
    shell = Shell(game)
    answer = shell.answer(("position " + "".join(letters)).encode())
    if answer.startswith("ok"):
        assert answer.startswith("ok " + "".join(letters) + " | ")
        for _ in range(20):
            check_here(game, shell)
            words = shell.answer(b"rolls").split()[1:]
            moves = shell.answer(b"moves").split()[2:]
            if not words and not moves:
                break
            answer = shell.answer((f"roll {rng.choice(words)}" if words else f"move {rng.choice(moves)}").encode())
            assert answer.startswith("ok "), answer


# The draws.

def shuttle(variant, position, commands, times):
    """The answers when a cycle of commands is repeated this often."""
    shell = Shell(make_game(variant))
    assert shell.answer(f"position {position}".encode()).startswith("ok")
    return shell, [shell.answer(command.encode()) for _ in range(times) for command in commands]


def check_draws():
    # ur: two officers go back and forth; the 1,000th move draws, whatever throws and passes came in between.
    _, answers = shuttle("ur", "0,0 w2=W,b2=B 6,6 w -", ("roll 0", "roll 0", "roll 1", "move 2-1", "roll 1", "move 2-1", "roll 1",
                                                         "move 1-2", "roll 1", "move 1-2"), 250)
    assert answers[-1] == "ok 0,0 w2=W,b2=B 6,6 w - | over draw noprogress"
    assert not any("over" in answer for answer in answers[:-1])

    # stelpur: a draw in the middle of a throw drops what is left.
    game = make_game("stelpur")
    shell = Shell(game)
    shell.answer(b"position w...........b........... w - -")
    moves, answer = 0, shell.answer(b"roll 2,1")
    while "over" not in answer:
        if "roll" in answer:
            answer = shell.answer(b"roll 6,1")
            continue
        text = shell.answer(b"moves").split()
        answer, moves = shell.answer(f"move {min(text[2:])}".encode()), moves + 1
    assert moves == 1000 and answer.endswith("w - - | over draw noprogress"), (moves, answer)
    answer = shell.answer(b"undo")
    assert answer.endswith("w 6,1 6,1 | move"), answer

    # tablut: the third occurrence; the position that was set is the first.
    cycle = ("move e9-d9", "move e5-d5", "move d9-e9", "move d5-e5")
    shell, answers = shuttle("tablut", "4t4/9/9/9/4K4/9/9/9/4T4 b", cycle, 2)
    assert [("over" in answer) for answer in answers] == [False] * 7 + [True] and answers[-1].endswith("over draw repetition")
    assert shell.answer(b"announce") == "ok"
    assert shell.answer(b"undo").endswith("w | move") and shell.answer(b"move d5-e5").endswith("over draw repetition")
    shell.answer(b"undo")
    legal = shell.answer(b"moves").split()[2:]
    counts = []
    for move in legal:
        shell.answer(f"move {move}".encode())
        counts.append(int(shell.answer(b"perft 1").split()[1]))
        shell.answer(b"undo")
    assert shell.answer(b"perft 2") == f"ok {sum(counts)}" and 0 in counts      # perft sees the draw

    # the no-progress draw of the other games, by a long walk without a third occurrence
    for variant, start, limit in (("tablut", "1t7/9/9/9/4K4/9/9/9/9 b", 200),
                                  ("alea-evangelii", "/".join(["1t17"] + ["19"] * 8 + ["9K9"] + ["19"] * 9) + " b", 400)):
        shell = Shell(make_game(variant))
        shell.answer(f"position {start}".encode())
        rng, count, answer = random.Random(3), 0, ""
        while "over" not in answer:
            moves = [m for m in shell.answer(b"moves").split()[2:]]
            rng.shuffle(moves)
            for move in moves:
                answer = shell.answer(f"move {move}".encode())
                if "over" not in answer or answer.endswith("noprogress"):
                    break
                shell.answer(b"undo")
            count += 1
        assert count == limit and answer.endswith("over draw noprogress"), (variant, count, answer)


# The other side of the mirror: the same game with the colours exchanged.

def mirrored(pos):
    swap = {"w": "b", "b": "w", "W": "B", "B": "W"}
    turn = swap[pos.turn]
    if hasattr(pos, "reserve"):
        return pos._replace(turn=turn, reserve={swap[s]: n for s, n in pos.reserve.items()}, off={swap[s]: n for s, n in pos.off.items()},
                            board={(swap.get(owner, ""), number): "".join(map(swap.get, pieces))
                                   for (owner, number), pieces in pos.board.items()})
    if hasattr(pos, "ring"):
        ring = tuple(swap.get(letter, letter) for letter in pos.ring)
        return pos._replace(turn=turn, ring=ring[12:] + ring[:12])
    if hasattr(pos, "men"):
        return pos._replace(turn=turn, men={p: swap[s] for p, s in pos.men.items()}, hand={swap[s]: n for s, n in pos.hand.items()})
    return pos._replace(board={(rank, file): piece for (file, rank), piece in pos.board.items()})   # a1-i9 diagonal


def check_mirror(game, pos):
    other = core.read_position(game, game.write(mirrored(pos)))
    depth = 1 if len(pos) == 2 else 3 if hasattr(pos, "reserve") else 2
    assert core.perft(game, core.begin(game, pos), depth) == core.perft(game, core.begin(game, other), depth)


# The program itself, byte by byte.

def check_bytes():
    def run(argument, data):
        program = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "shell.py"), *argument]
        done = subprocess.run(program, input=data, capture_output=True, timeout=60)
        return done.returncode, done.stdout.decode("ascii").splitlines(), done.stderr

    lines = [b"state\r", b"", b"\r", b"state\r\r", b"\xff", b"state\0", b"\0", b"\xc3\xa9", b"x" * 3_000_000, b"state ", b"State",
             b"position " + b" " * 100_000, b"position " + b"7 " * 100_000 + b"7", b"quit now", b"perft 1", b"move " + b"9" * 50_000,
             b"roll \xc2\xb2", b"quit", b"state"]
    status, answers, errors = run(["ur"], b"\n".join(lines) + b"\n")
    assert status == 0 and not errors and len(answers) == len(lines) - 1, answers
    wanted = {0: "ok 7,7 - 0,0 w - | roll", 14: "ok 4", 17: "ok"}
    for index, answer in enumerate(answers):
        assert answer == wanted[index] if index in wanted else answer.startswith("error "), (lines[index][:40], answer)
    assert run(["ur"], b"state")[:2] == (0, ["ok 7,7 - 0,0 w - | roll"])

    for good in ("tablut:king=unarmed,throne=hostile", "tablut:legs=1", "ur:legs=2", "morris:mills=open", "alea-evangelii:king=step,legs=2"):
        assert run([good], b"")[0] == 0, good
    for bad in ([], ["ur", "ur"], ["chess"], [""], ["ur:"], ["ur:king=armed"], ["ur:legs=3"], ["tablut:king"], ["tablut:king="], ["Ur"],
                ["tablut:king=armed,"], ["tablut:king=armed,king=armed"], ["tablut:legs=1,legs=1"], ["alea-evangelii:king=armed"],
                ["tablut:first=white "], ["tablut: king=armed"]):
        status, answers, errors = run(bad, b"state\n")
        assert status == 2 and not answers and errors, bad


def main(arguments):
    games = int(arguments[0]) if arguments else 20
    rng = random.Random(int(arguments[1]) if len(arguments) > 1 else 1)
    failures = run_examples()
    print(f"examples: {failures} failures")
    check_draws()
    check_bytes()
    print("draws and bytes: as wanted")
    for variant in VARIANTS:
        tally = {}
        for _ in range(games):
            random_game(variant, rng, 8000, tally)
        print(variant, tally, flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
