"""Sizes of pictures, apart from the pictures: whoever only probes needs no image library."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in pixels."""

    width: int
    height: int

    def fitted(self, longest: int) -> "Size":
        """The same proportions with no side longer than ``longest``; never enlarged."""
        scale = min(Fraction(1), Fraction(longest, max(self.width, self.height)))
        return Size(max(1, round(self.width * scale)), max(1, round(self.height * scale)))
