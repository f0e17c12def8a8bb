/** Checkpoints in a real repository, as Entire stores them; all invented. */
import { execFileSync } from 'node:child_process';
import { gitEnvironment } from '../capture/git/repository.ts';
import type { Repository } from '../capture/git/repository.ts';

export const checkpointBranch = 'refs/heads/entire/checkpoints/v1';

/** The session of a checkpoint: what its folder has. */
export interface StoredSession {
  /** `ab/12cd34ef56/0` */
  at: string;
  session?: string;
  /** The minute of the checkpoint. */
  minute?: number;
  agent?: string;
  /** The transcript, in its chunks. */
  chunks: readonly (string | Buffer)[];
  /** Other fields of `metadata.json`; null for none at all. */
  metadata?: Record<string, unknown> | null;
  file?: string;
}

export function checkpointTime(minute: number): string {
  return new Date(Date.parse('2026-03-02T09:00:00.000Z') + minute * 60_000).toISOString();
}

export function filesOfSession({
  at,
  session,
  minute = 0,
  agent = 'Claude Code',
  chunks,
  metadata = {},
  file = 'full.jsonl',
}: StoredSession): Record<string, string | Buffer> {
  const about = { checkpoint_id: at, session_id: session, created_at: checkpointTime(minute), agent, ...metadata };
  const names = chunks.map((_, place) => `${at}/${file}${place === 0 ? '' : `.${String(place).padStart(3, '0')}`}`);
  return {
    ...Object.fromEntries(names.map((name, place) => [name, chunks[place] ?? ''])),
    ...(metadata !== null && { [`${at}/metadata.json`]: JSON.stringify(about) }),
    [`${at}/prompt.txt`]: 'a prompt',
    [`${at}/tasks/toolu_1/agent-1.jsonl`]: '{"type":"user","sessionId":"1","message":{"content":"a task"}}\n',
  };
}

/** Makes one commit with these files that a reference then names, in place of what it named before. */
export function commitFiles(
  { folder }: Pick<Repository, 'folder'>,
  reference: string,
  files: Record<string, string | Buffer>,
): void {
  const parts = Object.entries(files).flatMap(([path, content]) => [
    `M 100644 inline ${JSON.stringify(path)}\ndata ${String(Buffer.byteLength(content))}\n`,
    content,
    '\n',
  ]);
  const commit = `reset ${reference}\ncommit ${reference}\ncommitter Ada <ada@example.org> 1772442000 +0000\ndata 10\nCheckpoint\n`;
  const input = Buffer.concat([commit, ...parts].map((part) => Buffer.from(part)));
  execFileSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: folder,
    env: gitEnvironment,
    input,
    stdio: 'pipe',
  });
}

export function storeCheckpoints(
  repository: Pick<Repository, 'folder'>,
  sessions: readonly StoredSession[],
  reference = checkpointBranch,
): void {
  commitFiles(repository, reference, Object.assign({}, ...sessions.map(filesOfSession)) as Record<string, string>);
}
