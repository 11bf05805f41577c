#!/bin/sh
# Builds the core with sanitizers, beside the sources, and runs the tests of laws, searches and answers on it.
#
#   tests/sanitize.sh                       address and undefined behaviour, then threads
#   tests/sanitize.sh thread -k threads     one kind, with arguments for pytest
#   tests/sanitize.sh native                only the core without Python, under all of them
#
# Needs g++ (or CXX) with its sanitizer runtimes, cmake, and PYTHON (python3) with nanobind, pytest and hypothesis.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
compiler=${CXX:-g++}
scratch=${ZERMELO_SCRATCH:-$(mktemp -d)}
tests="tests/core/test_trees.py tests/core/test_answers.py tests/core/test_facts.py tests/core/test_rules.py
       tests/core/test_connect4.py tests/core/test_bad_input.py tests/conformance/test_laws.py
       tests/core/test_othello.py tests/games/test_othello_parts.py tests/games/test_othello_engine.py
       tests/core/test_network.py tests/core/test_expectation.py tests/core/test_hidden.py tests/core/test_determinization.py tests/core/test_many_players.py
       tests/games/test_chess.py tests/games/test_checkers.py tests/games/test_checkers_endgames.py
       tests/games/test_backgammon.py tests/games/test_backgammon_play.py tests/games/test_bridge.py
       tests/games/test_bridge_solver.py tests/games/test_bridge_search.py tests/games/test_hearts.py tests/games/test_holdem.py tests/games/test_secret_games.py tests/test_equilibrium.py"
# What measures time, memory or frequencies says nothing about an instrumented program.
timed="not ctrl_c and not seconds and not clock and not printed and not soon and not long_games and not flag and not tends_to"

build() {  # kind
    package="$scratch/$1/src"
    mkdir -p "$package"
    (cd "$root/src" && find zermelo -type d -name __pycache__ -prune -o -type f ! -name '*.so' -print) |
        while read -r file; do
            mkdir -p "$package/$(dirname "$file")"
            cp -p "$root/src/$file" "$package/$file"
        done
    cp -p "$root/CMakeLists.txt" "$scratch/$1/"
    cmake -S "$scratch/$1" -B "$scratch/$1/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
        -DZERMELO_SANITIZE="$1" -DPython_EXECUTABLE="$(command -v "$python")" >"$scratch/$1/cmake.log"
    cmake --build "$scratch/$1/build" -j "${JOBS:-1}" >>"$scratch/$1/cmake.log" 2>&1 || { tail -30 "$scratch/$1/cmake.log"; exit 1; }
    cp "$scratch/$1"/build/_core*.so "$package/zermelo/"
}

# Without address randomisation, where that can be had: ThreadSanitizer needs its places in memory.
calm() { setarch "$(uname -m)" -R true 2>/dev/null && echo "setarch $(uname -m) -R" || true; }

program() {  # kind: the core without Python (tests/native)
    mkdir -p "$scratch/$1"
    for name in core endgames network chess; do
        "$compiler" -std=c++20 -O1 -g -pthread -fsanitize="$1" -fno-sanitize-recover=all -I"$root/src/zermelo" \
            "$root/tests/native/$name.cpp" "$root"/src/zermelo/core/*.cpp -o "$scratch/$1/$name"
        # shellcheck disable=SC2046
        $(calm) "$scratch/$1/$name" 60
    done
}

run() {  # kind, runtime library, arguments of pytest …
    # The C++ runtime must be there before the sanitizer looks for what it replaces (exceptions).
    kind=$1 library="$("$compiler" -print-file-name="$2") $("$compiler" -print-file-name=libstdc++.so.6)"
    shift 2
    log="$scratch/$kind/pytest.log" failed=0
    # shellcheck disable=SC2046,SC2086
    (cd "$root" && env PYTHONPATH="$scratch/$kind/src" PYTHONMALLOC=malloc LD_PRELOAD="$library" \
        ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
        TSAN_OPTIONS=ignore_noninstrumented_modules=1:allocator_may_return_null=1 \
        $(calm) "$python" -m pytest -q --capture=sys -p no:cacheprovider $tests -k "$timed" "$@") >"$log" 2>&1 || failed=1
    tail -15 "$log"
    if grep -E -A8 'runtime error:|ERROR: AddressSanitizer|WARNING: ThreadSanitizer' "$log"; then
        echo "$kind: see $log"
        return 1
    fi
    echo "$kind: no reports"
    return "$failed"
}

case "${1:-all}" in
all)
    program address,undefined && build address,undefined && run address,undefined libasan.so
    program thread && build thread && run thread libtsan.so -k "$timed and (thread or flag or answers)"
    ;;
native)
    program address,undefined && program thread
    ;;
thread)
    shift
    program thread && build thread && run thread libtsan.so "$@"
    ;;
*)
    kind=$1
    shift
    program "$kind" && build "$kind" && run "$kind" libasan.so "$@"
    ;;
esac
