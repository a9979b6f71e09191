"""Asking the items of a data set and keeping every prediction, so that a run can be killed, resumed
and scored later. Nothing here opens a gold label, and nothing here knows one data set from another.
"""
