"""Reading video and audio: probe, the media clock, frames at times, shots and keyframes.
Nothing here may know of graphs, events or text."""
