"""No reader can combine published numbers into something about too few tasks."""

from __future__ import annotations

from collections import Counter
from itertools import product
from operator import mul

from hypothesis import given, settings
from hypothesis import strategies as st

from governance.publication.suppression import (
    LEAST_OBSERVATIONS,
    LEAST_TASKS,
    Group,
    Selection,
    safe,
    select,
    sufficient,
)


def group(name: str, tasks: str | list[str], dimension: str = "category") -> Group:
    return Group(dimension=dimension, name=name, tasks=frozenset(tasks))


def many(name: str, count: int) -> list[str]:
    return [f"{name}{number}" for number in range(count)]


def whole_of(*groups: Group) -> Group:
    return Group(dimension="whole", name="whole", tasks=frozenset().union(*(one.tasks for one in groups)))


def names(selection: Selection | None) -> list[str]:
    assert selection is not None
    return [one.name for one in selection.strata]


def test_large_strata_are_all_published() -> None:
    strata = [group(name, many(name, 150)) for name in "abcdef"]
    selection = select(whole_of(*strata), strata, trials=1)
    assert names(selection) == list("abcdef")
    assert selection is not None
    assert not selection.suppressed


def test_four_tasks_or_nineteen_observations_are_too_few() -> None:
    assert sufficient(group("a", many("a", 5)), trials=4)
    assert not sufficient(group("a", many("a", 4)), trials=100)
    assert not sufficient(group("a", many("a", 19)), trials=1)
    assert sufficient(group("a", many("a", 20)), trials=1)
    assert select(group("w", many("a", 4)), [], trials=100) is None
    assert select(group("w", many("a", 19)), [], trials=1) is None


def test_one_small_stratum_takes_the_smallest_other_with_it() -> None:
    strata = [group("a", many("a", 3)), group("b", many("b", 10)), group("c", many("c", 8)), group("d", many("d", 30))]
    selection = select(whole_of(*strata), strata, trials=4)
    assert names(selection) == ["b", "d"]
    assert selection is not None
    assert selection.suppressed


def test_two_small_strata_that_are_large_together_hide_each_other() -> None:
    strata = [group("a", many("a", 3)), group("b", many("b", 3)), group("c", many("c", 8)), group("d", many("d", 8))]
    assert names(select(whole_of(*strata), strata, trials=4)) == ["c", "d"]


def test_a_cell_between_two_dimensions_is_not_left_over() -> None:
    """Category a lies in tier 1 but for two tasks of tier 2 that nothing else is in: tier 2 minus b would tell them."""
    one, two, rest = many("x", 10), many("y", 2), many("z", 10)
    strata = [group("a", one + two), group("b", rest), group("1", one, "tier"), group("2", two + rest, "tier")]
    kept = names(select(whole_of(*strata), strata, trials=4))
    assert not {"a", "1"} <= set(kept)
    assert not {"b", "2"} <= set(kept)


def test_an_earlier_bundle_over_other_tasks_is_weighed() -> None:
    """One task was quarantined between two bundles: the difference of the two wholes is that task."""
    before = [group("a", many("a", 30)), group("b", many("b", 30))]
    after = [group("a", many("a", 29)), group("b", many("b", 30))]
    earlier = [whole_of(*before), *before]
    assert select(whole_of(*after), after, trials=5, earlier=earlier) is None
    assert names(select(whole_of(*before), before, trials=5, earlier=earlier)) == ["a", "b"]
    fewer = [group("a", many("a", 20)), group("b", many("b", 30))]
    assert names(select(whole_of(*fewer), fewer, trials=5, earlier=earlier)) == ["a", "b"]


def test_a_difference_between_two_single_tasks_is_exposed_too() -> None:
    shared = many("s", 20)
    assert not safe([group("a", [*shared, "p"]), group("b", [*shared, "q"])], trials=5)
    assert safe([group("a", [*shared, *many("p", 5)]), group("b", [*shared, *many("q", 5)])], trials=5)


def test_single_tasks_are_exposed_at_once() -> None:
    single = [group(task, [task]) for task in many("t", 12)]
    assert not safe([whole_of(*single), *single], trials=50)


def test_more_than_can_be_proved_in_time_counts_as_unsafe() -> None:
    """Thirty tasks in five overlapping halves: no sum is about four, but there are 27,405 sets of four to look at."""
    tasks = many("t", 30)
    halves = [group(str(bit), [task for number, task in enumerate(tasks, 1) if number >> bit & 1]) for bit in range(5)]
    assert not safe(halves, trials=20)


TABLES = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("12"), st.integers(1, 7)), min_size=1, max_size=5)


def strata_of(table: list[tuple[str, str, int]]) -> list[Group]:
    members: dict[tuple[str, str], list[str]] = {}
    for number, (category, tier, count) in enumerate(table):
        tasks = [f"{number}-{category}{tier}-{one}" for one in range(count)]
        members.setdefault(("category", category), []).extend(tasks)
        members.setdefault(("tier", tier), []).extend(tasks)
    return [
        Group(dimension=dimension, name=name, tasks=frozenset(tasks)) for (dimension, name), tasks in members.items()
    ]


def alike(groups: list[Group]) -> Counter[tuple[int, ...]]:
    """How many tasks lie in just the same groups: a row of zeros and ones, one for each group."""
    every = sorted(frozenset().union(*(one.tasks for one in groups)))
    return Counter(tuple(int(task in one.tasks) for one in groups) for task in every)


def about(rows: Counter[tuple[int, ...]], weights: tuple[int, ...]) -> int:
    """How many tasks a reader's combination is about: those whose weight in it is not zero."""
    return sum(count for row, count in rows.items() if sum(map(mul, row, weights)))


@settings(max_examples=40, deadline=None)
@given(TABLES, st.integers(1, 6), st.lists(st.booleans(), min_size=5, max_size=5))
def test_no_combination_of_published_numbers_is_about_too_few(
    table: list[tuple[str, str, int]], trials: int, gone: list[bool]
) -> None:
    """Every combination with whole weights from -2 to 2 over this bundle and an earlier one of more or fewer tasks."""
    strata = strata_of(table)
    first = select(whole_of(*strata), strata, trials)
    earlier = [] if first is None else [whole_of(*strata), *first.strata]
    later = strata_of([row for row, without in zip(table, gone, strict=False) if not without])
    second = select(whole_of(*later), later, trials, earlier) if later else None
    for published in (earlier, [] if second is None else [whole_of(*later), *second.strata, *earlier]):
        distinct = list({one.tasks: one for one in published}.values())[:6]
        rows = alike(distinct)
        for weights in product(range(-2, 3), repeat=len(distinct)):
            found = about(rows, weights)
            assert not found or (found >= LEAST_TASKS and found * trials >= LEAST_OBSERVATIONS)
