// Where look-ups begin: within a library, within a video, along its time.

CREATE RANGE INDEX memory_scope IF NOT EXISTS
FOR (n:Memory) ON (n.library, n.video_id, n.start_ms);

CREATE RANGE INDEX memory_library IF NOT EXISTS
FOR (n:Memory) ON (n.library);

CREATE RANGE INDEX video_library IF NOT EXISTS
FOR (n:Video) ON (n.library);

CREATE RANGE INDEX entity_library_name IF NOT EXISTS
FOR (n:Entity) ON (n.library, n.name);

CREATE RANGE INDEX appearance_video IF NOT EXISTS
FOR (n:Appearance) ON (n.library, n.video_id);

CREATE RANGE INDEX shot_video IF NOT EXISTS
FOR (n:Shot) ON (n.library, n.video_id);

CREATE RANGE INDEX macro_event_video IF NOT EXISTS
FOR (n:MacroEvent) ON (n.library, n.video_id, n.start_ms);

CREATE RANGE INDEX job_library IF NOT EXISTS
FOR (n:Job) ON (n.library, n.status);

CREATE RANGE INDEX run_library IF NOT EXISTS
FOR (n:Run) ON (n.library, n.at);
