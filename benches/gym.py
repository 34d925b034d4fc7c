"""Prints how many steps per second the environments of the Python package take, with random actions and with legal ones."""

from __future__ import annotations

import time

import numpy as np

import huarong as hr
from huarong.gym import SlidingBlocks, SlidingBlocksVector

ENVIRONMENTS = 1024
STEPS = 100
ROUNDS = 5

component = hr.component("橫刀立馬")
print("steps per second of processor time, median of", ROUNDS)
for metric in ("unit", "finger"):
    graph = component.graph(metric)
    vector = SlidingBlocksVector(ENVIRONMENTS, graph, reward="shaped")
    vector.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, vector.single_action_space.n, (STEPS, ENVIRONMENTS))
    rates = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for row in actions:
            vector.step(row)
        rates.append(actions.size / (time.process_time() - begin))
    print(f"  {ENVIRONMENTS} environments, {metric}: {sorted(rates)[ROUNDS // 2]:,.0f}")
    generator, rates = np.random.default_rng(1), []
    for _ in range(ROUNDS):
        taken = 0.0
        for _ in range(STEPS):
            masks = vector.action_masks()
            legal = (masks * generator.random(masks.shape)).argmax(1)
            begin = time.process_time()
            vector.step(legal)
            taken += time.process_time() - begin
        rates.append(actions.size / taken)
    print(f"  {ENVIRONMENTS} environments, {metric}, legal actions: {sorted(rates)[ROUNDS // 2]:,.0f}")
    single = SlidingBlocks(graph)
    single.reset(seed=1)
    rates = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for action in actions[:, 0]:
            single.step(action)
        rates.append(STEPS / (time.process_time() - begin))
    print(f"  one environment, {metric}: {sorted(rates)[ROUNDS // 2]:,.0f}")
