"""From decoded frames to pictures as people see them: upright, in true proportions, RGB or JPEG."""

from fractions import Fraction

import av
import cv2
import numpy as np
from av.video.reformatter import VideoReformatter
from numpy.typing import NDArray

from media.picture_size import Size

Picture = NDArray[np.uint8]
"""Height × width × 3 bytes."""

JPEG_QUALITY = 82


class PictureMaker:
    """Makes pictures of one size from the frames of one video.

    ``rotation`` is in degrees counter-clockwise, ``pixel_aspect`` the width of a stored pixel for
    its height, ``longest`` the limit of the longer side; the size of the first frame decides
    (``stored``), so that a change of size inside the file changes no picture's size.
    """

    def __init__(
        self, stored: Size, rotation: int, pixel_aspect: Fraction, longest: int | None = None
    ) -> None:
        shown = stored
        if pixel_aspect > 1:
            shown = Size(round(stored.width * pixel_aspect), stored.height)
        elif pixel_aspect < 1:
            shown = Size(stored.width, round(stored.height / pixel_aspect))
        self._size = shown.fitted(longest) if longest else shown
        self._turns = rotation // 90
        self._scaler = VideoReformatter()

    def scaled(self, frame: av.VideoFrame) -> av.VideoFrame:
        """The frame in its final size but still as stored; cheap to keep instead of a big frame."""
        if (frame.width, frame.height) == (self._size.width, self._size.height):
            return frame
        return self._scaler.reformat(
            frame, self._size.width, self._size.height, format="yuv420p", interpolation="BILINEAR"
        )

    def rgb(self, frame: av.VideoFrame) -> Picture:
        """The picture upright, as RGB."""
        return self._upright(frame, "rgb24")

    def jpeg(self, frame: av.VideoFrame) -> bytes:
        """The picture upright, as JPEG."""
        done, data = cv2.imencode(
            ".jpg", self._upright(frame, "bgr24"), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        )
        assert done, "OpenCV encodes any 8-bit picture as JPEG"
        return data.tobytes()

    def _upright(self, frame: av.VideoFrame, pixels: str) -> Picture:
        image = self._scaler.reformat(
            frame, self._size.width, self._size.height, format=pixels, interpolation="BILINEAR"
        ).to_ndarray()
        return np.ascontiguousarray(np.rot90(image, self._turns), dtype=np.uint8)
