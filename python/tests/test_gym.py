"""The environments of gymnasium, against moves of positions and identities."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import naive
import numpy as np
import pytest

import huarong as hr

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is missing; scripts/python installs it")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import huarong.gym  # noqa: E402
from huarong.gym import Metric, SlidingBlocks, SlidingBlocksVector  # noqa: E402

START = "VBBV/VBBV/VHHV/VSSV/S..S"
METRICS: tuple[Metric, ...] = ("unit", "straight", "finger")
DIRECTIONS = ("up", "down", "left", "right")

# A wall, a piece of two parts, interchangeable pieces, and pieces that are locked to their rows.
SMALL = {
    "walls": hr.Puzzle(start="AB.\nC.#\nDD.", goal="..A\n..#\n..."),
    "parts": hr.Puzzle(start="A.A\nB..\nC..", goal="...\n...\nA.A"),
    "cars": hr.Puzzle(start="AAB.\n..B.\nCC.D\n...D", goal="..AA\n....\n....\n....", lengthwise=True),
    "one column": hr.Puzzle(start="A\nB\n.\n.", goal=".\n.\nA\n."),
}


@pytest.fixture(scope="session")
def graphs() -> dict[Metric, hr.Graph]:
    component = hr.component(START)
    return {metric: component.graph(metric) for metric in METRICS}


def action_of(move: hr.Move, metric: Metric) -> int:
    """The action of a move, as the module describes it."""
    columns, rows = move.before.puzzle.size
    before, after = (row * columns + column for column, row in (move.from_cell, move.to_cell))
    if metric == "unit":
        (direction,) = move.path
        return 4 * before + DIRECTIONS.index(direction)
    return columns * rows * before + after


def board_of(position: hr.Position, codes: dict[str, int]) -> list[list[int]]:
    """The board of a position, from its text."""
    columns, rows = position.puzzle.size
    text = str(position)
    return [[codes[text[row * (columns + 1) + column]] for column in range(columns)] for row in range(rows)]


# A puzzle whose piece of two cells must stay for the other, a piece with layers, and a frozen piece beside a wall.
DOORS = {
    "a place": hr.Puzzle(start="A.B/...", goal="..A/...", doors="...../A...B/...../....."),
    "layers": hr.Puzzle.from_toml(
        "name = 'n'\nstart = '''\nA..\n.BB\n'''\nlayers = { A = 'b' }\ndoors = '''\n.....\nb...A\n....B\n.....\n'''"
    ),
    "frozen": hr.Puzzle.from_toml(
        "name = 'n'\nstart = '''\nAB.\n#..\n'''\nfrozen = { A = 1 }\ndoors = '''\n.....\n....B\n.....\n...A.\n'''"
    ),
}


def action_at_doors(move: hr.Move, metric: Metric) -> int:
    """The action of a move on a board with doors, as the module describes it."""
    columns, rows = move.before.puzzle.size
    cells = columns * rows
    if not (move.leaves or move.becomes):
        return action_of(move, metric)
    before, after = (row * columns + column for column, row in (move.from_cell, move.to_cell))
    if metric == "unit":
        return 4 * cells + before
    return cells * cells + cells * before + (before if move.leaves else after)


@pytest.mark.parametrize("name", DOORS)
@pytest.mark.parametrize("metric", METRICS)
def test_pieces_leave_by_actions(name: str, metric: Metric) -> None:
    env = SlidingBlocks(DOORS[name], metric, max_steps=None, lost=True, render_mode="ansi")
    columns, rows = DOORS[name].size
    assert env.action_space.n == (5 * columns * rows if metric == "unit" else 2 * (columns * rows) ** 2)
    graph = env.graph
    farthest = int(graph.distances.max())
    seen = set()
    for state in range(len(graph)):
        position = graph.component[state]
        moves = {action_at_doors(move, metric): move for move in position.legal_moves(metric)}
        assert len(moves) == len(position.legal_moves(metric))
        for action, move in moves.items():
            _, info = env.reset(options={"position": position})
            far = position.solve(metric)
            assert info["distance"] == (-1 if far is None else len(far)) and info["lost"] == (far is None)
            assert np.flatnonzero(info["action_mask"]).tolist() == sorted(moves)
            observation, reward, terminated, truncated, after = env.step(action)
            assert env.position == move.after and after["legal"] and not truncated
            assert terminated == move.after.is_goal == (reward == 1)
            solved = move.after.solve(metric)
            near = farthest + 1 if solved is None else len(solved)
            assert after["lost"] == (solved is None)
            assert after["regret"] == near + 1 - (farthest + 1 if far is None else len(far))
            assert env.render() == str(move.after).replace("/", "\n")
            assert np.array_equal(observation, graph.component.boards()[env.state])
            assert np.array_equal(observation == 0, [[sign == "." for sign in row] for row in env.render().split("\n")])
            seen.add((move.leaves, move.becomes, solved is None))
    assert (True, None, False) in seen and (name != "layers" or (False, "b", False) in seen)
    assert name != "a place" or (True, None, True) in seen


@pytest.mark.parametrize("name", DOORS)
def test_episodes_with_doors_end_when_they_are_solved(name: str) -> None:
    for metric in METRICS:
        env = SlidingBlocks(DOORS[name], metric)
        _, info = env.reset(options={"position": DOORS[name].start})
        solution = DOORS[name].solve(metric)
        assert solution is not None and info["distance"] == len(solution) and "lost" not in info
        terminated = False
        for steps in range(1, len(solution) + 1):
            assert not terminated
            _, _, terminated, _, info = env.step(env.optimal_actions()[0])
            assert info["regret"] == 0
        assert terminated
        # Starts are drawn from positions that can reach the goal.
        assert all(env.reset(seed=seed)[1]["distance"] > 0 for seed in range(100))


def test_lost_positions_in_the_vector_environment() -> None:
    options: dict[str, Any] = {"lost": True, "reward": "shaped", "gamma": 0.9, "max_steps": 5}
    vector = SlidingBlocksVector(40, DOORS["a place"], "straight", autoreset_mode=AutoresetMode.DISABLED, **options)
    single = SlidingBlocks(DOORS["a place"], "straight", **options)
    _, info = vector.reset(seed=1)
    generator = np.random.default_rng(1)
    lost = 0
    for _ in range(5):
        actions = np.array([generator.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in info["action_mask"]])
        before = [vector.graph.component[int(state)] for state in vector.states]
        _, rewards, terminated, _, info = vector.step(actions)
        lost += int(info["lost"].sum())
        for number, position in enumerate(before):
            single.reset(options={"position": position})
            _, reward, is_goal, _, known = single.step(actions[number])
            assert (rewards[number], terminated[number]) == (reward, is_goal)
            assert all(np.array_equal(info[key][number], value) for key, value in known.items())
    assert lost > 0
    with pytest.raises(TypeError, match="lost is true or false"):
        SlidingBlocks(DOORS["a place"], lost=1)  # type: ignore[arg-type]


def test_options_are_a_dict() -> None:
    for env in (SlidingBlocks(START), SlidingBlocksVector(2, START)):
        with pytest.raises(TypeError, match="the options are a dict, not int"):
            env.reset(options=5)  # type: ignore[arg-type]


def check_transitions(env: SlidingBlocks, states: list[int], metric: Metric) -> None:
    for state in states:
        position = env.graph.component[state]
        moves = {action_of(move, metric): move for move in position.legal_moves(metric)}
        _, info = env.reset(options={"position": position})
        assert info["state"] == env.state == state and env.position == position
        assert np.flatnonzero(info["action_mask"]).tolist() == sorted(moves)
        assert info["action_mask"].shape == (env.action_space.n,)
        for action, move in moves.items():
            env.reset(options={"position": position})
            _, reward, terminated, truncated, info = env.step(action)
            assert env.position == position.push(move) and info["legal"]
            assert terminated == move.after.is_goal == (reward == 1) and not truncated
        illegal = next(action for action in range(len(info["action_mask"])) if action not in moves)
        env.reset(options={"position": position})
        _, _, _, _, info = env.step(illegal)
        assert env.state == state and not info["legal"] and info["regret"] == 1


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("metric", METRICS)
def test_steps_are_the_moves_of_small_puzzles(name: str, metric: Metric) -> None:
    env = SlidingBlocks(SMALL[name], metric, max_steps=None)
    check_transitions(env, list(range(len(env.graph))), metric)


@pytest.mark.parametrize("metric", METRICS)
def test_steps_are_the_moves_of_klotski(graphs: dict[Metric, hr.Graph], metric: Metric) -> None:
    env = SlidingBlocks(graphs[metric], reward="sparse")
    generator = np.random.default_rng(1)
    check_transitions(env, generator.integers(0, len(graphs[metric]), 100).tolist(), metric)


def test_observations_are_boards(graphs: dict[Metric, hr.Graph]) -> None:
    # The shapes of Klotski in their order: big, horizontal, vertical, small.
    codes = {".": 0, "B": 1, "H": 2, "V": 3, "S": 4}
    env = SlidingBlocks(graphs["finger"], render_mode="ansi")
    for seed in range(50):
        observation, _ = env.reset(seed=seed)
        assert observation.tolist() == board_of(env.position, codes)
        assert env.render() == str(env.position).replace("/", "\n")
    # Pieces keep their letters of the start when they are shown.
    cars = SlidingBlocks(SMALL["cars"], "unit", render_mode="ansi")
    cars.reset(options={"position": "AAD./..D./CC.B/...B"})
    shown = cars.render()
    assert shown == "AAD.\n..D.\nCC.B\n...B"
    generator = np.random.default_rng(1)
    for _ in range(30):
        cars.step(generator.choice(np.flatnonzero(cars.action_masks())))
        before, shown = shown, cars.render()
        assert before is not None and shown is not None
        assert tuple(shown.split("\n")) in naive.neighbours(tuple(before.split("\n")), lengthwise=True)
    walls = SlidingBlocks(SMALL["walls"])
    observation, _ = walls.reset(options={"position": "AB./C.#/DD."})
    assert observation[1, 2] == 255 and (observation == 255).sum() == 1 and (observation == 0).sum() == 3


@pytest.mark.parametrize("metric", METRICS)
def test_optimal_actions_reach_the_goal_in_distance_steps(
    graphs: dict[Metric, hr.Graph], classic: hr.Table, metric: Metric
) -> None:
    env = SlidingBlocks(graphs[metric], max_steps=None)
    generator = np.random.default_rng(2)
    for start in (START, *(str(env.graph.component[int(i)]) for i in generator.integers(0, len(env.graph), 20))):
        _, info = env.reset(options={"position": start})
        distance = classic.distance(start, metric)
        assert info["distance"] == distance and distance is not None
        steps, terminated = 0, distance == 0
        while not terminated:
            # Each optimal action leads nearer, and no other does.
            optimal = env.optimal_actions().tolist()
            nearer = [
                action_of(move, metric)
                for move in env.position.legal_moves(metric)
                if classic.distance(move.after, metric) == info["distance"] - 1
            ]
            assert sorted(optimal) == sorted(nearer) and optimal
            _, _, terminated, _, info = env.step(int(generator.choice(optimal)))
            assert info["regret"] == 0
            steps += 1
        assert steps == distance and env.optimal_actions().tolist() == []


@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_shaping_sums_to_the_difference_of_potentials(graphs: dict[Metric, hr.Graph], gamma: float) -> None:
    shaped = SlidingBlocks(graphs["unit"], reward="shaped", gamma=gamma, max_steps=None)
    sparse = SlidingBlocks(graphs["unit"], max_steps=None)
    generator = np.random.default_rng(3)
    for seed in range(10):
        _, info = shaped.reset(seed=seed, options={"distance": (3, 40)})
        sparse.reset(options={"position": shaped.position})
        before, total, regret, steps, terminated = info["distance"], 0.0, 0, 0, False
        while steps < 300 and not terminated:
            # Half of the steps are optimal, so that some episodes reach the goal. Some are illegal.
            optimal = shaped.optimal_actions()
            action = generator.choice(optimal) if generator.random() < 0.5 else shaped.action_space.sample()
            _, reward, terminated, _, info = shaped.step(action)
            _, plain, ended, _, other = sparse.step(action)
            assert other["distance"] == info["distance"] and ended == terminated
            total += gamma**steps * (reward - plain)
            regret += info["regret"]
            steps += 1
        # phi is the negative distance, so gamma^n phi(end) - phi(start):
        assert total == pytest.approx(before - gamma**steps * info["distance"])
        assert regret == steps + info["distance"] - before


def test_starts_have_the_wanted_distances(graphs: dict[Metric, hr.Graph]) -> None:
    env = SlidingBlocks(graphs["finger"], distance=(10, 12))
    seen = {env.reset(seed=seed)[1]["distance"] for seed in range(200)}
    assert seen == {10, 11, 12}
    assert {env.reset(options={"distance": (93, 999)})[1]["distance"] for _ in range(5)} == {93}
    env.set_distance(30)
    assert {env.reset()[1]["distance"] for _ in range(20)} == {30}
    with pytest.raises(hr.InvalidInputError, match="no position has a distance from 94 to 95"):
        env.set_distance((94, 95))
    env.set_distance([np.int64(1), 20])
    first = [env.reset(seed=5)[1]["state"], *(env.reset()[1]["state"] for _ in range(20))]
    again = [env.reset(seed=5)[1]["state"], *(env.reset()[1]["state"] for _ in range(20))]
    assert first == again and len(set(first)) > 10
    # All starts of a distance are equally likely, by a generous bound of chi-squared.
    small = SlidingBlocks(SMALL["walls"], "unit", distance=(2, 2))
    (states,) = np.nonzero(small.graph.distances == 2)
    drawn = SlidingBlocksVector(20_000, small.graph, distance=2)
    counts = np.bincount(drawn.reset(seed=1)[1]["state"], minlength=len(small.graph))
    assert set(np.flatnonzero(counts)) == set(states.tolist())
    expected = 20_000 / len(states)
    assert ((counts[states] - expected) ** 2 / expected).sum() < len(states) + 6 * np.sqrt(2 * len(states))


def test_episodes_are_truncated(graphs: dict[Metric, hr.Graph]) -> None:
    env = SlidingBlocks(graphs["unit"], max_steps=3)
    env.reset(options={"position": START})
    assert [env.step(0)[3] for _ in range(3)] == [False, False, True]
    # The goal in the last step ends the episode; it is not truncated.
    env.reset(seed=1, options={"distance": (3, 3)})
    ends = [env.step(env.optimal_actions()[0])[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (True, False)]


@pytest.mark.filterwarnings("ignore:.*alternative render modes")
def test_gymnasium_checks_the_environment(graphs: dict[Metric, hr.Graph]) -> None:
    for reward in ("sparse", "shaped"):
        check_env(SlidingBlocks(graphs["unit"], reward=reward))  # type: ignore[arg-type]
    made = gymnasium.make("huarong.gym:huarong/SlidingBlocks-v0", puzzle=SMALL["walls"], metric="unit")
    check_env(made.unwrapped)
    made.reset(seed=1)
    assert made.step(made.action_space.sample(made.unwrapped.action_masks()))[4]["legal"]


def test_a_curriculum_changes_later_starts(graphs: dict[Metric, hr.Graph]) -> None:
    env = SlidingBlocksVector(30, graphs["unit"], distance=(1, 1), autoreset_mode=AutoresetMode.SAME_STEP)
    assert set(env.reset(seed=1)[1]["distance"]) == {1}
    assert set(env.reset(options={"distance": (2, 2)})[1]["distance"]) == {2}
    env.set_distance((40, 41))
    env.step(env.optimal_actions())
    _, _, terminated, _, info = env.step(env.optimal_actions())
    assert terminated.all() and set(info["distance"]) == {40, 41}


def test_gymnasium_makes_the_vector_environment(graphs: dict[Metric, hr.Graph]) -> None:
    env = gymnasium.make_vec("huarong/SlidingBlocks-v0", num_envs=3, puzzle=graphs["unit"], distance=(1, 2))
    assert isinstance(env.unwrapped, SlidingBlocksVector)
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    env.reset(seed=1)
    returns = []
    while len(returns) < 10:
        _, _, _, _, info = env.step(env.unwrapped.optimal_actions())
        returns += info["episode"]["l"][info["_episode"]].tolist() if "episode" in info else []
    assert set(returns) == {1, 2}


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("reward", ["sparse", "shaped"])
def test_the_vector_environment_takes_the_steps_of_the_single_one(
    graphs: dict[Metric, hr.Graph], mode: AutoresetMode, reward: Any
) -> None:
    options: dict[str, Any] = {"distance": (1, 4), "reward": reward, "gamma": 0.95, "max_steps": 6}
    vector = SlidingBlocksVector(50, graphs["finger"], autoreset_mode=mode, **options)
    assert vector.metadata["autoreset_mode"] == mode
    singles = [SlidingBlocks(graphs["finger"], **options) for _ in range(50)]
    observations, info = vector.reset(seed=3)
    masks = vector.action_masks()

    def begin(numbers: Any, states: Any) -> None:
        for number in numbers:
            singles[number].reset(options={"position": vector.graph.component[int(states[number])]})

    begin(range(50), info["state"])
    done = np.zeros(50, bool)
    generator = np.random.default_rng(4)
    ends = 0
    for _ in range(40):
        optimal = vector.optimal_actions()
        for env, action, is_over in zip(singles, optimal, done):
            assert is_over or action in env.optimal_actions()
        actions = np.where(generator.random(50) < 0.4, optimal, generator.integers(0, 400, 50))
        observations, rewards, terminated, truncated, info = vector.step(actions)
        masks = info["action_mask"]
        assert np.array_equal(masks, vector.action_masks()) and vector.observation_space.contains(observations)
        skipped = done if mode == AutoresetMode.NEXT_STEP else np.zeros(50, bool)
        begin(np.flatnonzero(skipped), info["state"])
        assert not rewards[skipped].any() and not (terminated | truncated)[skipped].any()
        ends += int((terminated | truncated).sum())
        for number in np.flatnonzero(~skipped):
            seen, wanted, is_goal, is_late, known = singles[number].step(actions[number])
            assert (rewards[number], terminated[number], truncated[number]) == (wanted, is_goal, is_late)
            if mode == AutoresetMode.SAME_STEP and (is_goal or is_late):
                assert np.array_equal(info["final_obs"][number], seen) and info["_final_obs"][number]
                final = {name: values[number] for name, values in info["final_info"].items()}
                assert all(np.array_equal(final[name], value) for name, value in known.items())
            else:
                assert np.array_equal(observations[number], seen)
                assert all(np.array_equal(info[name][number], value) for name, value in known.items())
        done = terminated | truncated
        if mode == AutoresetMode.SAME_STEP:
            begin(np.flatnonzero(done), info["state"])
            assert (info["distance"][done] >= 1).all()
        elif mode == AutoresetMode.DISABLED and done.any():
            observations, info = vector.reset(options={"reset_mask": done})
            begin(np.flatnonzero(done), info["state"])
            assert (info["distance"][done] <= 4).all()
            done = np.zeros(50, bool)
    assert ends > 100


def test_environments_are_made_of_anything(classic: hr.Table) -> None:
    start = hr.Position(START)
    component = hr.component(start)
    for source in (start, START, "橫刀立馬", component, component.graph("unit")):
        env = SlidingBlocks(source, "unit")
        assert len(env.graph) == 25_955 and env.graph.metric == "unit"
    # reports/piece_sets.csv: the hardest position is 93 moves from the goal.
    for source in ("1h4v4s", classic):
        assert SlidingBlocks(source).reset(options={"distance": (93, 93)})[1]["distance"] == 93
    assert SlidingBlocks(START).graph.metric == "finger"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"puzzle": "nonsense"}, "nonsense"),
        ({"puzzle": SMALL["walls"], "metric": "jump"}, "jump"),
        ({"puzzle": SMALL["walls"], "distance": (500, 600)}, "no position has a distance from 500 to 600"),
        ({"puzzle": SMALL["walls"], "distance": (2, 1)}, "from the smaller distance"),
        ({"puzzle": SMALL["walls"], "distance": (1, 2, 3)}, "a pair of the least and the greatest"),
        ({"puzzle": SMALL["walls"], "reward": "dense"}, "dense"),
        ({"puzzle": SMALL["walls"], "metric": "multi"}, "unit, straight and finger, not 'multi'"),
        ({"puzzle": hr.component(SMALL["walls"]).graph("multi")}, "unit, straight and finger, not 'multi'"),
        ({"puzzle": SMALL["walls"], "gamma": 1.5}, "gamma is a number from 0 to 1"),
        ({"puzzle": SMALL["walls"], "gamma": float("nan")}, "gamma is a number from 0 to 1"),
        ({"puzzle": SMALL["walls"], "max_steps": 0}, "max_steps is a positive whole number"),
        ({"puzzle": SMALL["walls"], "render_mode": "human"}, "render"),
        ({"puzzle": hr.Puzzle(start="AB", goal="BA")}, "can reach the goal"),
        ({"puzzle": hr.Puzzle.klotski()}, "no start"),
    ],
)
def test_bad_parameters_are_refused(arguments: dict[str, Any], text: str) -> None:
    for make in (SlidingBlocks, lambda **given: SlidingBlocksVector(2, **given)):
        with pytest.raises(hr.InvalidInputError, match=text):
            make(**arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"distance": 2.5},
        {"distance": (1, "2")},
        {"gamma": "0.9"},
        {"max_steps": 2.5},
        {"metric": 4},
        {"reward": 1},
        {"puzzle": 7},
    ],
)
def test_wrong_types_are_type_errors(arguments: dict[str, Any]) -> None:
    for make in (SlidingBlocks, lambda **given: SlidingBlocksVector(2, **given)):
        with pytest.raises(TypeError):
            make(**{"puzzle": SMALL["walls"], **arguments})


def test_numbers_of_numpy_are_accepted(graphs: dict[Metric, hr.Graph]) -> None:
    options: dict[str, Any] = {"gamma": np.float32(0.5), "max_steps": np.int64(2), "reward": "shaped"}
    env = SlidingBlocks(graphs["unit"], "Unit", **options)  # type: ignore[arg-type]
    vector = SlidingBlocksVector(np.int64(1), graphs["unit"], "UNIT", **options)  # type: ignore[arg-type]
    for number in (int, np.int32, np.uint8, np.array):
        _, info = env.reset(options={"position": START})
        vector.reset(options={"distance": info["distance"]})
        action = env.optimal_actions(np.int64(env.state))[0]
        _, reward, _, _, after = env.step(number(action))
        assert after["legal"] and reward == info["distance"] - 0.5 * after["distance"]
    assert env.step(0)[3]
    assert [vector.step(np.zeros(1, int))[3][0] for _ in range(2)] == [False, True]
    for action in (1.0, np.float32(1), np.array([1]), "1", None):
        with pytest.raises(TypeError, match="an action is a whole number"):
            env.step(action)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        env.optimal_actions(1.0)  # type: ignore[arg-type]


def test_bad_calls_are_refused() -> None:
    env, vector = SlidingBlocks(SMALL["walls"], "unit"), SlidingBlocksVector(2, SMALL["walls"], "unit")
    calls = (lambda: env.step(0), lambda: env.state, lambda: vector.step(np.zeros(2, int)), vector.action_masks)
    for call in calls:
        with pytest.raises(gymnasium.error.ResetNeeded):
            call()
    with pytest.raises(hr.InvalidInputError, match="finger"):
        SlidingBlocks(env.graph, "finger")
    with pytest.raises(hr.InvalidInputError, match="'distances' is not an option"):
        env.reset(options={"distances": (1, 2)})
    with pytest.raises(hr.InvalidInputError):
        env.reset(options={"position": "ABC/..#/..."})
    env.reset(seed=1)
    vector.reset(seed=1)
    for action in (-1, 36, 10**9):
        with pytest.raises(hr.InvalidInputError, match="is not one of 36 actions"):
            env.step(action)
        with pytest.raises(hr.InvalidInputError, match="numbers from 0 to 35"):
            vector.step(np.array([0, action]))
    for actions in (np.zeros(3, int), np.zeros((2, 1), int)):
        with pytest.raises(hr.InvalidInputError, match="array of 2 whole numbers"):
            vector.step(actions)
    with pytest.raises(TypeError, match="array of 2 whole numbers"):
        vector.step(np.zeros(2))  # type: ignore[arg-type]
    with pytest.raises(hr.InvalidInputError, match="reset_mask"):
        vector.reset(options={"reset_mask": np.ones(3, bool)})
    with pytest.raises(TypeError, match="reset_mask"):
        vector.reset(options={"reset_mask": np.ones(2, int)})
    with pytest.raises(hr.InvalidInputError, match="num_envs is a positive whole number"):
        SlidingBlocksVector(0, SMALL["walls"])
    with pytest.raises(TypeError, match="num_envs"):
        SlidingBlocksVector(2.0, SMALL["walls"])  # type: ignore[arg-type]
    with pytest.raises(hr.InvalidInputError, match="has no render modes"):
        SlidingBlocksVector(2, SMALL["walls"], render_mode="ansi")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a render mode is a text"):
        SlidingBlocks(SMALL["walls"], render_mode=1)  # type: ignore[arg-type]


def test_the_example_is_right(classic: hr.Table) -> None:
    tried = doctest.testmod(huarong.gym)
    assert tried.failed == 0 and tried.attempted > 0


def test_large_components_are_refused(graphs: dict[Metric, hr.Graph]) -> None:
    # Half of its 16! positions are reachable.
    fifteen = hr.Puzzle(start="ABCD/EFGH/IJKL/MNO.", goal="ABCD/EFGH/IJKL/MN.O")
    makers: list[Callable[..., object]] = [
        SlidingBlocks,
        lambda puzzle, **options: SlidingBlocksVector(2, puzzle, **options),
        lambda puzzle, **options: gymnasium.make("huarong/SlidingBlocks-v0", puzzle=puzzle, **options),
        lambda puzzle, **options: gymnasium.make_vec("huarong/SlidingBlocks-v0", 2, puzzle=puzzle, **options),
    ]
    for make in makers:
        with pytest.raises(hr.MemoryLimitError, match="raise `memory`, or choose a puzzle with fewer positions"):
            make(fifteen, metric="unit", memory=20_000_000)
        with pytest.raises(hr.MemoryLimitError, match="25,955 positions need .* bytes, more than the limit of 1,000,000"):
            make(graphs["finger"], memory=1_000_000)
        make(START, memory=100_000_000)
        for wrong, error in ((0, hr.InvalidInputError), (1.5, TypeError)):
            with pytest.raises(error, match="memory is a positive whole number"):
                make(START, metric="straight", memory=wrong)
    with pytest.raises(TypeError, match="an environment is made of .*, not of 5"):
        SlidingBlocks(5)  # type: ignore[arg-type]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_processes_of_gymnasium_run_the_environment() -> None:
    # Forked after the threads had started, which is the default on Linux before Python 3.14.
    script = """
import gymnasium, multiprocessing
import huarong as hr
import huarong.gym
multiprocessing.set_start_method("fork")
for puzzle in (hr.Puzzle(start="AB.\\nC.#\\nDD.", goal="..A\\n..#\\n..."), "1h4v4s"):
    env = gymnasium.make_vec("huarong/SlidingBlocks-v0", num_envs=2, vectorization_mode="async", puzzle=puzzle)
    _, info = env.reset(seed=1)
    _, rewards, *_ = env.step(env.action_space.sample())
    print(len(info["state"]), len(rewards))
    env.close()
"""
    command = [sys.executable, "-W", "ignore", "-c", script]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (run.stdout, run.stderr, run.returncode) == ("2 2\n2 2\n", "", 0)


# Boards of two sizes. The red car has another sign on each.
LISTED = {
    "AAB.\n..B.\nCC.D\n...D": "..AA\n....\n....\n....",
    "..DXX\n..D..\n.CC..": "XX...\n.....\n.....",
}
CODES = {(1, 1): 2, (2, 1): 3, (3, 1): 4, (1, 2): 5, (1, 3): 6, (2, 2): 7}


def listed() -> list[hr.Puzzle]:
    return [hr.Puzzle(start=start, goal=goal, lengthwise=True) for start, goal in LISTED.items()]


def padded(text: str, red: str) -> list[list[int]]:
    """A drawing with the codes of lists, on a board of 5 columns and 4 rows."""
    rows = text.replace("\n", "/").split("/")
    places = {sign: [(x, y) for y, row in enumerate(rows) for x, s in enumerate(row) if s == sign] for sign in set(text)}

    def code(sign: str) -> int:
        if sign in ".#":
            return 0 if sign == "." else 255
        width, height = (len({place[axis] for place in places[sign]}) for axis in (0, 1))
        return 1 if sign == red else CODES[width, height]

    rows = [row.ljust(5, "#") for row in rows] + ["#####"] * (4 - len(rows))
    return [[code(sign) for sign in row] for row in rows]


@pytest.mark.parametrize("metric", METRICS)
def test_a_list_of_boards_is_one_environment(metric: Metric) -> None:
    puzzles = listed()
    env = SlidingBlocks(puzzles, metric, goal=True, max_steps=None)
    alone = [SlidingBlocks(puzzle, metric, max_steps=None) for puzzle in puzzles]
    generator = np.random.default_rng(3)
    for board, (start, goal) in enumerate(LISTED.items()):
        columns, rows = puzzles[board].size
        red = "AX"[board]
        one, other = ({"position": start, "board": board}, {"position": start})
        observation, info = env.reset(options=one)
        _, info_alone = alone[board].reset(options=other)
        assert info["board"] == board
        assert observation[1].tolist() == [
            [1 if cell == 1 else 0 for cell in row] for row in padded(goal, red)
        ]
        for _ in range(60):
            position = env.position
            assert observation[0].tolist() == padded(str(position), red)
            assert info["distance"] == info_alone["distance"]
            moves = position.legal_moves(metric)
            actions = []
            for move in moves:
                before, after = (5 * row + column for column, row in (move.from_cell, move.to_cell))
                direction = DIRECTIONS.index(move.path[0])
                actions.append(4 * before + direction if metric == "unit" else 20 * before + after)
            assert sorted(actions) == np.flatnonzero(env.action_masks()).tolist()
            chosen = int(generator.integers(len(moves)))
            observation, reward, ended, _, info = env.step(actions[chosen])
            _, reward_alone, ended_alone, _, info_alone = alone[board].step(action_of(moves[chosen], metric))
            assert (reward, ended, info["regret"]) == (reward_alone, ended_alone, info_alone["regret"])
            assert str(env.position) == str(moves[chosen].after)
            if ended:
                observation, info = env.reset(options=one)
                _, info_alone = alone[board].reset(options=other)
    check_env(SlidingBlocks(puzzles, metric), skip_render_check=True)


def test_boards_of_a_list_are_equally_likely() -> None:
    puzzles = listed()
    env = SlidingBlocksVector(4000, puzzles, "straight", goal=True)
    observations, info = env.reset(seed=2)
    assert observations.shape == (4000, 2, 4, 5) and env.observation_space.contains(observations)
    # The boards have different numbers of positions. The standard deviation is about 32.
    assert len({len(graph) for graph in env.graphs}) == 2
    assert abs(int((info["board"] == 0).sum()) - 2000) < 160
    _, info = env.reset(seed=2, options={"board": 1, "distance": (1, 2)})
    assert (info["board"] == 1).all() and set(info["distance"].tolist()) <= {1, 2}
    observations, rewards, ended, _, _ = env.step(env.optimal_actions())
    assert ended.any() and (rewards[ended] == 1).all()
    # At the goal, the red car covers its place.
    boards, goals = observations[ended][:, 0], observations[ended][:, 1]
    assert ((boards == 1) == (goals == 1)).all()


def test_pictures_show_pieces_in_their_colours() -> None:
    puzzle = hr.Puzzle(start="AAB\n#.B\n...", goal=".AA\n#..\n...", lengthwise=True)
    env = SlidingBlocks([puzzle], "straight", render_mode="rgb_array")
    env.reset(options={"position": "AAB/#.B/..."})
    picture = env.render()
    assert isinstance(picture, np.ndarray) and picture.shape == (96, 96, 3) and picture.dtype == np.uint8
    middle = {(row, column): tuple(picture[32 * row + 16, 32 * column + 16].tolist()) for row in (0, 1) for column in (0, 1, 2)}
    assert middle[0, 0] == middle[0, 1] and middle[0, 2] == middle[1, 2]
    assert len({middle[0, 0], middle[0, 2], middle[1, 0], middle[1, 1]}) == 4
    # The two cells of a car are joined, and two cars are not.
    assert tuple(picture[16, 32].tolist()) == middle[0, 0]
    assert tuple(picture[16, 63].tolist()) == middle[1, 1]
    check_env(env, skip_render_check=False)


def test_wrong_lists_are_refused() -> None:
    puzzles = listed()
    graphs = [hr.component(puzzle).graph(metric) for puzzle, metric in zip(puzzles, ("unit", "finger"))]
    with pytest.raises(hr.InvalidInputError, match="at least one board"):
        SlidingBlocks([])
    with pytest.raises(hr.InvalidInputError, match="one metric"):
        SlidingBlocks(graphs)
    with pytest.raises(TypeError, match="or a list of these, not of 7"):
        SlidingBlocks([puzzles[0], 7])  # type: ignore[list-item]
    with pytest.raises(hr.InvalidInputError, match="2 is not one of 2 boards"):
        SlidingBlocks(puzzles).reset(options={"board": 2})
    with pytest.raises(hr.InvalidInputError, match="several boards: use graphs"):
        SlidingBlocks(puzzles).graph
    with pytest.raises(hr.MemoryLimitError, match="memory"):
        SlidingBlocks(puzzles[::-1], memory=1000)
    with pytest.raises(TypeError, match="goal is true or false"):
        SlidingBlocks(puzzles, goal="yes")  # type: ignore[arg-type]
    doors = hr.Puzzle.from_toml('name = "Door"\nstart = "A."\ndoors = "....\\n...A\\n...."\n')
    with pytest.raises(hr.InvalidInputError, match="Door has not one goal"):
        SlidingBlocks([doors], goal=True)
