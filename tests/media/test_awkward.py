"""Files that break video tools, made by the generator beside the project (it needs ffmpeg)."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from media.frames import frames_at
from media.probe import probe
from media.shots import detect_shots
from runtime.errors import BadMediaError
from tests.media.test_shots import is_partition

GENERATOR = Path(__file__).parents[3] / "shared" / "awkward" / "make_media.py"
REFUSED = {
    "moov_at_end_then_cut": "moov",
    "zero_bytes": "is empty",
    "html_named_mp4": "web page",
    "audio_only_in_mp4": "only audio",
}
WARNED = {
    "truncated_with_moov": "cut off",
    "ts_backwards": "starts over",
    "ts_jump": "stands still",
    "rotate_odd45": "quarter turns",
    "neg_pts": "without a presentation time",
    "raw_h264": "without a presentation time",
    "audio_offset": "the sound at 0:05.5",
}
LENGTHS = {
    "baseline_cfr": 4000,
    "known_cuts": 8000,
    "truncated_with_moov": 2040,
    "video_with_cover_first": 4000,
    "neg_pts": 4000,
    "ts_backwards": 4000,
    "single_frame": 40,
    "two_frames": 80,
    "fps_frac": 4004,
    "fps_slow": 60_000,
    "raw_h264": 2000,
    "gif": 2000,
    "very_long_black": 10_800_000,
    "very_long_24h": 97_200_000,
}
pytestmark = [
    pytest.mark.skipif(
        not GENERATOR.exists(), reason="the awkward inputs are not beside the project"
    ),
    pytest.mark.skipif(
        importlib.util.find_spec("imageio_ffmpeg") is None,
        reason="making the awkward inputs takes imageio-ffmpeg, which is not installed",
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("awkward")
    subprocess.run([sys.executable, GENERATOR, folder], check=True, capture_output=True)
    return folder


def test_true_content_with_a_warning_or_an_error_that_names_the_cause(folder: Path) -> None:
    cases = json.loads((folder / "manifest.json").read_text())
    assert len(cases) > 40
    for name, case in cases.items():
        path = folder / case["file"]
        if name in REFUSED:
            with pytest.raises(BadMediaError, match=REFUSED[name]):
                probe(path)
            continue
        info = probe(path)
        shots = detect_shots(path, info)
        assert is_partition(shots, info), name
        assert info.duration_ms == LENGTHS.get(name, info.duration_ms), name
        assert bool(info.warnings) == (name in WARNED), name
        assert WARNED.get(name, "") in "".join(info.warnings), name
        last = [frame.at_ms for frame in frames_at(path, [info.duration_ms], info, longest=64)]
        assert last[0] < info.duration_ms, name
        if name == "known_cuts":
            assert [shot.start_ms for shot in shots] == [0, 2000, 4000, 6000]
