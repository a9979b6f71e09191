"""Refusing to run where a gold label could reach a prompt or a tool, and watching while it runs.
`fields` reads the items, `surroundings` prompts, tools and memory, `watch` every prompt and
observation as it happens. Gold is opened here before a run, never during one; nothing is scored."""
