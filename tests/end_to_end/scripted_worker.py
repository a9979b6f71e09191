"""Loaded by a worker that tests start: a scripted encoder, which hangs once where asked to."""

import os
import time
from pathlib import Path

import ingestion.warmth
from runtime.settings import Settings
from tests.graph.ingest_cases import ScriptedEncoder, scripted_encoder


def _encoder(settings: Settings) -> ScriptedEncoder:
    flag = os.environ.get("HANG_ONCE")
    if flag and not Path(flag).exists():
        Path(flag).touch()
        time.sleep(600)
    return scripted_encoder(settings)


ingestion.warmth.load_embedder = _encoder
