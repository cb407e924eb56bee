"""How good a ranking is: judged questions, runs, metrics, significance, reports.

Takes runs and callables, never a workspace; any system that ranks can be measured with it.
"""

from __future__ import annotations
