-- What is found in a text besides its sections; shares the life of its version as they do. A version that was stored
-- before has none of it until its file is read again.
CREATE TABLE item (
  version_id INTEGER NOT NULL REFERENCES version,
  ordinal INTEGER NOT NULL,
  id TEXT NOT NULL,
  item_type TEXT NOT NULL,
  section INTEGER,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  PRIMARY KEY (version_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_at ON item (version_id, start);

CREATE TABLE definition (
  version_id INTEGER NOT NULL REFERENCES version,
  ordinal INTEGER NOT NULL,
  term TEXT NOT NULL,
  norm TEXT NOT NULL, -- as terms are looked up, see lexicon/definitions.py
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  term_start INTEGER NOT NULL,
  term_end INTEGER NOT NULL,
  kind TEXT NOT NULL,
  scope INTEGER, -- the section that it holds for, null for the whole document
  source TEXT NOT NULL, -- where an incorporated one has its meaning from
  PRIMARY KEY (version_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX definition_of ON definition (norm, version_id);

CREATE TABLE reference (
  version_id INTEGER NOT NULL REFERENCES version,
  ordinal INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  text TEXT NOT NULL,
  kind TEXT NOT NULL,
  number TEXT NOT NULL,
  section INTEGER, -- where it stands
  target INTEGER, -- the section that it names, in the same version
  document TEXT NOT NULL, -- another document, as written
  relative INTEGER NOT NULL,
  resolved INTEGER NOT NULL,
  PRIMARY KEY (version_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX reference_at ON reference (version_id, start);
