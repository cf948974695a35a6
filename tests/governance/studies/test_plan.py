"""The order of a study follows from its seeds: always a permutation, cut into batches that lose and repeat nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from governance.studies import Trial

IDS = st.lists(st.text("abc0123456789-", min_size=1, max_size=8), unique=True, max_size=40)


@given(ids=IDS, seed=st.integers(0, 10**12), number=st.integers(1, 1000), size=st.none() | st.integers(1, 50))
def test_batches_are_the_tasks_each_once(ids: list[str], seed: int, number: int, size: int | None) -> None:
    trial = Trial.of(number, seed)
    batches = trial.batches(ids, size)
    flat = [name for batch in batches for name in batch]
    assert sorted(flat) == sorted(ids)
    assert tuple(flat) == trial.order(ids)
    assert all(len(batch) == size for batch in batches[:-1]) if size else len(batches) <= 1
    assert trial == Trial.of(number, seed)
    assert 0 <= trial.order_seed < 2**53


@given(seed=st.integers(0, 10**12), number=st.integers(1, 999))
def test_trials_have_orders_and_seeds_of_their_own(seed: int, number: int) -> None:
    ids = [f"t{place}" for place in range(30)]
    one, next_one = Trial.of(number, seed), Trial.of(number + 1, seed)
    assert next_one.seed == one.seed + 1
    assert one.order(ids) != next_one.order(ids)
