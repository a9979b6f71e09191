"""The ledger: who works on a video, which jobs there are, and what each stage came to.

A video's lease lies on its Video node. Neo4j is read-committed, so a claim first takes the node's
write lock by a SET and only then reads: of two that claim at once, the second sees what the first
wrote. Times are the database's own clock, in ms since 1970.
"""

from cypher.query import Query

_NOW = "datetime.realtime().epochMillis"

CLAIM_VIDEO = Query(
    f"""\
MERGE (v:Video {{id: $video_id}})
  ON CREATE SET v += $properties
SET v.lease_checked_at = {_NOW}
WITH v, v.lease_until > v.lease_checked_at AND NOT v.lease_owner IN $ours AS busy
FOREACH (_ IN CASE WHEN coalesce(busy, false) THEN [] ELSE [1] END |
  SET v.lease_owner = $owner, v.lease_until = v.lease_checked_at + $lease_ms)
RETURN v.lease_owner AS owner, v.digest AS digest, v.library AS library, v.status AS status,
       v.perception_key AS perception_key
""",
    "Claim the lease of a video, which is created where it is not known yet. In: video_id, "
    "properties of a new Video, owner, ours (owners whose lease may be taken), lease_ms. "
    "Out: owner (who holds the lease now), digest, library, status, perception_key.",
)

RENEW = Query(
    f"""\
MATCH (v:Video {{id: $video_id, library: $library}})
SET v.lease_checked_at = {_NOW}
WITH v WHERE v.lease_owner = $owner
SET v.lease_until = v.lease_checked_at + $lease_ms
WITH v
OPTIONAL MATCH (g:StageRun {{id: $stage_id, library: $library}})
SET g.heartbeat_at = v.lease_checked_at, g.lease_until = v.lease_until, g.progress = $progress,
    g.total = $total
RETURN v.id AS id
""",
    "Renew a held lease and note how far the open stage is. In: video_id, library, owner, "
    "lease_ms, stage_id, progress, total. Out: a row while the lease is held, else none.",
)

RELEASE = Query(
    f"""\
MATCH (v:Video {{id: $video_id, library: $library}})
SET v.lease_checked_at = {_NOW}
WITH v WHERE v.lease_owner = $owner
REMOVE v.lease_owner, v.lease_until, v.lease_checked_at
RETURN v.id AS id
""",
    "Give back a lease. In: video_id, library, owner. Out: a row where it was held.",
)

VIDEO_STATE = Query(
    f"""\
MATCH (v:Video {{id: $video_id, library: $library}})
RETURN v.digest AS digest, v.status AS status, v.perception_key AS perception_key,
       v.lease_owner AS owner, v.lease_until > {_NOW} AS leased
""",
    "What is known of a video. In: video_id, library. Out: digest, status, perception_key, owner, "
    "leased; no row for an unknown one.",
)

VIDEO_STATES = Query(
    """\
MATCH (v:Video) WHERE v.library = $library
RETURN v.id AS id, v.status AS status, v.perception_key AS perception_key
""",
    "What is known of every video of a library. In: library. Out: id, status, perception_key.",
)

VIDEO_NODE = Query(
    """\
MATCH (v:Video {id: $video_id, library: $library})
RETURN properties(v) AS properties
""",
    "The Video node. In: video_id, library. Out: properties; no row for an unknown one.",
)

SET_VIDEO = Query(
    """\
MATCH (v:Video {id: $video_id, library: $library})
SET v += $properties
RETURN count(*) AS written
""",
    "Set properties of a video, its lease untouched. In: video_id, library, properties. "
    "Out: written.",
)

OPEN_JOB = Query(
    f"""\
MERGE (j:Job {{id: $job_id}})
  ON CREATE SET j.library = $library, j.video_id = $video_id, j.kind = 'ingest',
                j.created_at = {_NOW}, j.attempts = 0
SET j.attempts = j.attempts + 1, j.status = 'running', j.request = $request,
    j.perception_key = $perception_key, j.updated_at = {_NOW}
REMOVE j.error
WITH j
CALL (j) {{
  MATCH (g:StageRun)-[:PART_OF]->(j) WHERE g.name IN $undone
  SET g.status = 'waiting'
  REMOVE g.phase, g.counts, g.warnings, g.error, g.seconds
  RETURN count(g) AS reset
}}
CALL (j) {{
  UNWIND $reading AS stage
  MERGE (g:StageRun {{id: stage.id}})
    ON CREATE SET g.library = $library, g.name = stage.name, g.position = stage.position,
                  g.attempts = 0
  SET g.attempts = g.attempts + 1, g.status = stage.status, g.seconds = stage.seconds,
      g.finished_at = {_NOW}
  MERGE (g)-[:PART_OF]->(j)
  RETURN count(g) AS read
}}
RETURN j.attempts AS attempts
""",
    "Create a job, or begin another attempt at it. In: job_id, library, video_id, "
    "perception_key, request (JSON), undone (names of stages to be done again), reading (maps of "
    "id, name, position, status, seconds: stages that ended before). Out: attempts.",
)

CLOSE_JOB = Query(
    f"""\
MATCH (j:Job {{id: $job_id, library: $library}})
SET j.status = $status, j.error = $error, j.report = $report, j.updated_at = {_NOW}
WITH j
OPTIONAL MATCH (v:Video {{id: j.video_id, library: $library}})
SET v.status = coalesce($video_status, v.status)
RETURN count(*) AS written
""",
    "Say what became of a job and, in the same transaction, of its video. In: job_id, library, "
    "status, error (JSON or null), report (JSON or null), video_status (or null to leave it). "
    "Out: written.",
)

JOB_STATE = Query(
    """\
MATCH (j:Job {id: $job_id, library: $library})
RETURN j.status AS status, j.error AS error, j.report AS report, j.request AS request,
       j.video_id AS video_id, j.perception_key AS perception_key
""",
    "A job. In: job_id, library. Out: status, error, report, request, video_id, perception_key.",
)

_BEGIN_STAGE = f"""\
MATCH (j:Job {{id: $job_id, library: $library}})
MERGE (g:StageRun {{id: $stage_id}})
  ON CREATE SET g.library = $library, g.name = $name, g.position = $position, g.attempts = 0
SET g.attempts = g.attempts + 1, g.status = 'running', g.owner = $owner,
    g.started_at = {_NOW}, g.heartbeat_at = {_NOW}, g.lease_until = {_NOW} + $lease_ms,
    g.progress = 0
REMOVE g.error, g.finished_at
MERGE (g)-[:PART_OF]->(j)
RETURN g.attempts AS attempts, g.phase AS phase
"""

OPEN_STAGE = Query(
    _BEGIN_STAGE,
    "Begin a stage. In: job_id, library, stage_id, name, position, owner, lease_ms. "
    "Out: attempts, phase (where an earlier attempt had got to).",
)

SET_PHASE = Query(
    """\
MATCH (g:StageRun {id: $stage_id, library: $library})
SET g.phase = $phase
WITH g
MATCH (v:Video {id: $video_id, library: $library})
SET v += $properties
RETURN count(*) AS written
""",
    "Remember how far a stage of several steps is, in one transaction with what that means for "
    "the video. In: stage_id, library, phase, video_id, properties of the video. Out: written.",
)

_END_STAGE = f"""\
MATCH (e:StageRun {{id: $ended_id, library: $library}})
SET e.status = $status, e.finished_at = {_NOW}, e.seconds = $seconds, e.counts = $counts,
    e.warnings = $warnings, e.error = $error
REMOVE e.lease_until, e.owner
"""

CLOSE_STAGE = Query(
    f"{_END_STAGE}RETURN count(*) AS written\n",
    "End a stage. In: ended_id, library, status, seconds, counts (JSON), warnings, error (JSON or "
    "null). Out: written.",
)

NEXT_STAGE = Query(
    f"{_END_STAGE}WITH e\n{_BEGIN_STAGE}",
    "End a stage and begin the next, in one transaction. In: what CLOSE_STAGE and OPEN_STAGE take. "
    "Out: attempts, phase of the next.",
)

STAGES = Query(
    """\
MATCH (g:StageRun)-[:PART_OF]->(:Job {id: $job_id, library: $library})
RETURN g.name AS name, g.status AS status, g.seconds AS seconds, g.warnings AS warnings,
       g.progress AS progress, g.total AS total, g.lease_until AS lease_until
ORDER BY g.position
""",
    "The stages of a job in order. In: job_id, library. Out: name, status, seconds, warnings, "
    "progress, total, lease_until.",
)

FORGET_JOBS = Query(
    """\
MATCH (j:Job {library: $library})
WHERE j.status IS NOT NULL AND j.video_id = $video_id
OPTIONAL MATCH (g:StageRun)-[:PART_OF]->(j)
DETACH DELETE g, j
RETURN count(*) AS deleted
""",
    "Delete the jobs of a video with their stages. In: library, video_id. Out: deleted.",
)

FORGET_VIDEO = Query(
    """\
MATCH (v:Video {id: $video_id, library: $library})
DETACH DELETE v
RETURN count(*) AS deleted
""",
    "Delete a Video node whose memory is gone or never came. In: library, video_id. Out: deleted.",
)

JOB_COUNTS = Query(
    """\
MATCH (j:Job) WHERE j.library = $library AND j.status IS NOT NULL
RETURN j.status AS status, count(*) AS jobs ORDER BY status
""",
    "How many jobs there are in each status. In: library. Out: status, jobs.",
)
