"""Benchmarks: every figure is a ratio of two measurements taken in the same run, because machines are noisy."""
