-- Texts, and the rows of words of sections and items, are packed; older versions would misread them. What finds a passage
-- by its id holds the end of the id alone.
ALTER TABLE text_block ADD COLUMN packed BLOB NOT NULL DEFAULT x'';
UPDATE text_block SET packed = packed(body);
ALTER TABLE text_block DROP COLUMN body;
ALTER TABLE text_block RENAME COLUMN packed TO body;
UPDATE passage SET terms = packed(terms) WHERE level IN ('section', 'item');
DROP INDEX passage_id;
CREATE INDEX passage_id ON passage (substr(id, -8));
