/**
 * Version 22 gives each user their own names of projects, because others could change a shared one. `projects.name` is
 * what the key says from now on. A name that differs from its key by more than case stays only in a store with one user:
 * elsewhere, somebody else may have given it. `card_projects` are keys of the projects of which a card shows topics, as
 * JSON.
 */
import type { Migration } from './migration.ts';

const fromKey = `CASE WHEN p.key LIKE 'name:_%' THEN substr(p.key, 6)
  WHEN p.key LIKE '%/' OR p.key LIKE '%\\' THEN p.key
  ELSE substr(p.key, length(rtrim(p.key, replace(replace(p.key, '/', ''), '\\', ''))) + 1) END`;

export const v22OwnProjects: Migration = {
  version: 22,
  name: 'own projects',
  sql: `
CREATE TABLE own_projects (
    user_id    TEXT NOT NULL REFERENCES users(id),
    project_id TEXT NOT NULL REFERENCES projects(id),
    name       TEXT NOT NULL,
    PRIMARY KEY (user_id, project_id)
);
CREATE INDEX idx_own_projects_project ON own_projects(project_id);
INSERT INTO own_projects (user_id, project_id, name)
SELECT DISTINCT m.user_id, p.id,
  CASE WHEN lower(p.name) = lower(${fromKey}) OR (SELECT count(*) FROM users) = 1 THEN p.name ELSE ${fromKey} END
FROM (SELECT user_id, project_id FROM sessions UNION SELECT user_id, project_id FROM facts
  UNION SELECT user_id, project_id FROM hypotheses UNION SELECT user_id, project_id FROM eras
  UNION SELECT user_id, project_id FROM mind_files) m
JOIN projects p ON p.id = m.project_id JOIN users u ON u.id = m.user_id;
UPDATE projects AS p SET name = ${fromKey};
ALTER TABLE identity_profile ADD COLUMN card_projects TEXT;
`,
};
