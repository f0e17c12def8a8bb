/** Every migration in order. Append only. */
import type { Migration } from './migration.ts';
import { v1Plan } from './original/v1Plan.ts';
import { v2Deprecation } from './original/v2Deprecation.ts';
import { v3Hypotheses } from './original/v3Hypotheses.ts';
import { v4Provenance } from './v4Provenance.ts';
import { v5Curation } from './v5Curation.ts';
import { v6Embeddings } from './earlier/v6Embeddings.ts';
import { v7Recording } from './v7Recording.ts';
import { v8Summaries } from './earlier/v8Summaries.ts';
import { v9Governance } from './v9Governance.ts';
import { v10Hooks } from './earlier/v10Hooks.ts';
import { v11Work } from './earlier/v11Work.ts';
import { v12Undo } from './earlier/v12Undo.ts';
import { v13TypedFacts } from './earlier/v13TypedFacts.ts';
import { v14Entries } from './v14Entries.ts';
import { v15Tokens } from './v15Tokens.ts';
import { v16Instances } from './v16Instances.ts';
import { v17Graph } from './v17Graph.ts';
import { v18Sync } from './v18Sync.ts';
import { v19ServerRights } from './v19ServerRights.ts';
import { v20Learning } from './v20Learning.ts';
import { v21Feedback } from './v21Feedback.ts';
import { v22OwnProjects } from './v22OwnProjects.ts';
import { v23ServerRanking } from './v23ServerRanking.ts';

export const migrations: readonly Migration[] = [
  v1Plan,
  v2Deprecation,
  v3Hypotheses,
  v4Provenance,
  v5Curation,
  v6Embeddings,
  v7Recording,
  v8Summaries,
  v9Governance,
  v10Hooks,
  v11Work,
  v12Undo,
  v13TypedFacts,
  v14Entries,
  v15Tokens,
  v16Instances,
  v17Graph,
  v18Sync,
  v19ServerRights,
  v20Learning,
  v21Feedback,
  v22OwnProjects,
  v23ServerRanking,
];

/** The schema version that this program writes. */
export const latestVersion = migrations.length;
