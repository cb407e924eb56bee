-- Vectors of record, by model and text: a text that stands in two places, or moves, is embedded once.
-- The history of `embedded` is append-only like that of `change`; a version's state is its newest row.
CREATE TABLE model (
  model_id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  provider_id TEXT NOT NULL,
  dims INTEGER NOT NULL,
  max_tokens INTEGER NOT NULL
) STRICT;

CREATE TABLE vector (
  vector_id INTEGER PRIMARY KEY,
  model_id INTEGER NOT NULL REFERENCES model,
  text_sha256 BLOB NOT NULL, -- of what was embedded: passage.context_sha256
  windows INTEGER NOT NULL,
  body BLOB NOT NULL -- dims little-endian float16
) STRICT;
CREATE UNIQUE INDEX vector_of ON vector (model_id, text_sha256);

CREATE TABLE embedded (
  version_id INTEGER NOT NULL REFERENCES version,
  model_id INTEGER NOT NULL REFERENCES model,
  generation INTEGER NOT NULL REFERENCES generation,
  state TEXT NOT NULL CHECK (state IN ('ready', 'failed', 'skipped')),
  reason TEXT NOT NULL,
  digest BLOB NOT NULL, -- SHA-256 over the version's vectors, see content.py
  PRIMARY KEY (version_id, model_id, generation)
) STRICT, WITHOUT ROWID;
CREATE INDEX embedded_at ON embedded (generation);

ALTER TABLE passage ADD COLUMN context_sha256 BLOB NOT NULL DEFAULT x''; -- SHA-256 of what is embedded
