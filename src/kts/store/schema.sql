-- The truth. A version is live in generation N when first_generation <= N and last_generation is null or > N;
-- staged (stored, invisible) when first_generation is null. Everything below a version shares its life.
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE root (
  root_id INTEGER PRIMARY KEY,
  label TEXT NOT NULL,
  path BLOB NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('tree', 'files', 'dropped'))
) STRICT;
CREATE UNIQUE INDEX root_label ON root (label) WHERE mode <> 'dropped';
CREATE UNIQUE INDEX root_path ON root (path) WHERE mode <> 'dropped';

CREATE TABLE generation (
  number INTEGER PRIMARY KEY,
  created_at TEXT NOT NULL,
  kind TEXT NOT NULL,
  statistics TEXT NOT NULL,
  ledger_head TEXT NOT NULL,
  changes INTEGER NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE TABLE file (
  root_id INTEGER NOT NULL REFERENCES root,
  path BLOB NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  sha256 BLOB NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT NOT NULL,
  document_id TEXT NOT NULL,
  stale INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  PRIMARY KEY (root_id, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE text (
  text_id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE,
  length INTEGER NOT NULL
) STRICT;

CREATE TABLE text_block (
  text_id INTEGER NOT NULL REFERENCES text,
  start INTEGER NOT NULL,
  utf8_start INTEGER NOT NULL,
  line INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX text_block_at ON text_block (text_id, start);

CREATE TABLE version (
  version_id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id TEXT NOT NULL,
  root_id INTEGER NOT NULL REFERENCES root,
  path BLOB NOT NULL,
  sha256 BLOB NOT NULL,
  size INTEGER NOT NULL,
  converter TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT NOT NULL,
  text_id INTEGER NOT NULL REFERENCES text,
  title TEXT NOT NULL,
  doc_type TEXT NOT NULL,
  regime TEXT NOT NULL,
  language TEXT NOT NULL,
  content_date TEXT NOT NULL,
  metadata TEXT NOT NULL,
  encoding TEXT,
  bom INTEGER NOT NULL,
  marks TEXT NOT NULL,
  digest BLOB NOT NULL DEFAULT x'', -- SHA-256 over all rows of the version, see content.py
  first_generation INTEGER,
  last_generation INTEGER
) STRICT;
CREATE UNIQUE INDEX version_live ON version (document_id)
  WHERE first_generation IS NOT NULL AND last_generation IS NULL;
CREATE INDEX version_staged ON version (document_id) WHERE first_generation IS NULL;
CREATE INDEX version_path ON version (path) WHERE last_generation IS NULL;

CREATE TABLE map_block (
  version_id INTEGER NOT NULL REFERENCES version,
  start INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (version_id, start)
) STRICT;

CREATE TABLE section (
  version_id INTEGER NOT NULL REFERENCES version,
  ordinal INTEGER NOT NULL,
  id TEXT NOT NULL,
  parent INTEGER,
  level INTEGER NOT NULL,
  number TEXT NOT NULL,
  heading TEXT NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  PRIMARY KEY (version_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE passage (
  passage_id INTEGER PRIMARY KEY AUTOINCREMENT,
  version_id INTEGER NOT NULL REFERENCES version,
  id TEXT NOT NULL,
  section INTEGER,
  level TEXT NOT NULL,
  kind TEXT NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  text_sha256 BLOB NOT NULL,
  title_length INTEGER NOT NULL,
  heading_length INTEGER NOT NULL,
  body_length INTEGER NOT NULL,
  terms BLOB NOT NULL
) STRICT;
CREATE INDEX passage_of ON passage (version_id, level);
CREATE INDEX passage_id ON passage (id);

CREATE TABLE identifier (
  norm TEXT NOT NULL,
  passage_id INTEGER NOT NULL REFERENCES passage,
  kind TEXT NOT NULL,
  PRIMARY KEY (norm, passage_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX identifier_of ON identifier (passage_id);

CREATE TABLE alias (
  old_id TEXT PRIMARY KEY,
  new_id TEXT NOT NULL,
  generation INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE image (
  sha256 BLOB PRIMARY KEY,
  suffix TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;

CREATE TABLE version_image (
  version_id INTEGER NOT NULL REFERENCES version,
  ordinal INTEGER NOT NULL,
  sha256 BLOB NOT NULL REFERENCES image,
  at INTEGER NOT NULL,
  alt TEXT NOT NULL,
  location TEXT NOT NULL,
  PRIMARY KEY (version_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE change (
  generation INTEGER NOT NULL REFERENCES generation,
  version_id INTEGER NOT NULL,
  op TEXT NOT NULL CHECK (op IN ('add', 'remove')),
  PRIMARY KEY (generation, version_id, op)
) STRICT, WITHOUT ROWID;
