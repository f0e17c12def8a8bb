/**
 * What changed in the tables since PostgreSQL became an engine (version 16), for databases that are older than today's
 * declarations. Their keys contain the workspace. A table that a step creates is that of today, so a later step that
 * changes it says IF NOT EXISTS.
 */
import { nameOfKeySql } from '../security/guards.ts';
import { createTables } from './tableSql.ts';

/** For a database of version 16. */
export const graphStep = `
ALTER TABLE memory_documents ADD COLUMN is_scanned BIGINT NOT NULL DEFAULT 0;
CREATE INDEX idx_documents_unscanned ON memory_documents(user_id, id) WHERE is_scanned = 0;
${createTables(['mentions', 'relations', 'entity_aliases', 'syntheses', 'synthesis_sources', 'sleep_runs'], 'withoutReferences')}
ALTER TABLE facts ADD COLUMN unused_since TEXT;
ALTER TABLE facts ADD COLUMN used_days BIGINT NOT NULL DEFAULT 0;
`;

/** Once the new tables have workspaces. */
export const graphKeys = `
ALTER TABLE mentions ADD FOREIGN KEY (document_id, workspace_id)
  REFERENCES memory_documents(id, workspace_id) ON DELETE CASCADE;
ALTER TABLE relations ADD FOREIGN KEY (document_id, workspace_id)
  REFERENCES memory_documents(id, workspace_id) ON DELETE CASCADE;
ALTER TABLE synthesis_sources ADD FOREIGN KEY (document_id, workspace_id)
  REFERENCES memory_documents(id, workspace_id) ON DELETE CASCADE;
ALTER TABLE synthesis_sources ADD FOREIGN KEY (synthesis_id, workspace_id)
  REFERENCES syntheses(id, workspace_id) ON DELETE CASCADE;
ALTER TABLE entity_aliases ADD FOREIGN KEY (user_id, workspace_id) REFERENCES users(id, workspace_id);
ALTER TABLE syntheses ADD FOREIGN KEY (user_id, workspace_id) REFERENCES users(id, workspace_id);
ALTER TABLE sleep_runs ADD FOREIGN KEY (user_id, workspace_id) REFERENCES users(id, workspace_id);
`;

/** For a database of version 19. */
export const learnStep = `
ALTER TABLE facts ADD COLUMN evidence TEXT;
CREATE INDEX idx_facts_learned ON facts(user_id, created_at) WHERE evidence IS NOT NULL;
ALTER TABLE sessions ADD COLUMN learn_attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sleep_runs ADD COLUMN IF NOT EXISTS kind TEXT NOT NULL DEFAULT 'sleep';
ALTER TABLE sleep_runs ADD COLUMN IF NOT EXISTS notice TEXT;
`;

/** For a database of version 20. */
export const feedbackStep = `
ALTER TABLE muted_memories ADD COLUMN feedback TEXT;
ALTER TABLE offers ADD COLUMN used_at TEXT;
ALTER TABLE hook_runs ADD COLUMN lines TEXT;
`;

/** Version 22: each user has their own names of projects. */
export const ownProjectsStep = `
${createTables(['own_projects'], 'withoutReferences')}
ALTER TABLE identity_profile ADD COLUMN card_projects TEXT;
`;

const filled = ['users', 'projects', 'own_projects', 'sessions', 'facts', 'hypotheses', 'eras', 'mind_files'];
const enforce = (how: 'NO FORCE' | 'FORCE'): string =>
  filled.map((table) => `ALTER TABLE ${table} ${how} ROW LEVEL SECURITY;`).join('\n');
const ofKey = nameOfKeySql('p.key');

/** The owner reads the rows of everybody. See `v22OwnProjects.ts`. */
export const ownProjectsFill = `${enforce('NO FORCE')}
INSERT INTO own_projects (user_id, project_id, name, workspace_id)
SELECT DISTINCT m.user_id, p.id, CASE WHEN lower(p.name) = lower(${ofKey}) OR
    (SELECT count(*) FROM users o WHERE o.workspace_id = p.workspace_id) = 1 THEN p.name ELSE ${ofKey} END, p.workspace_id
FROM (${['sessions', 'facts', 'hypotheses', 'eras', 'mind_files']
  .map((table) => `SELECT user_id, project_id, workspace_id FROM ${table}`)
  .join(' UNION ')}) m
JOIN projects p ON p.id = m.project_id AND p.workspace_id = m.workspace_id
JOIN users u ON u.id = m.user_id AND u.workspace_id = m.workspace_id;
UPDATE projects AS p SET name = ${ofKey};
ALTER TABLE own_projects ADD FOREIGN KEY (user_id, workspace_id) REFERENCES users(id, workspace_id);
ALTER TABLE own_projects ADD FOREIGN KEY (project_id, workspace_id) REFERENCES projects(id, workspace_id);
${enforce('FORCE')}
`;
