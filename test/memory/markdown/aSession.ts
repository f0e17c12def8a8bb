/** Sessions and messages for pages. */
import type { Message } from '../../../src/memory/archive/archive.ts';
import type { Session } from '../../../src/memory/sessions/sessions.ts';

export function aSession(more: Partial<Session> = {}): Session {
  return {
    id: 'ab12cd34-0000-4000-8000-000000000000',
    userId: 'ada',
    externalId: null,
    origin: 'live',
    startedAt: '2026-11-26T10:00:00.000Z',
    endedAt: '2026-11-26T11:00:00.000Z',
    oneLiner: 'Fix the login',
    topics: [],
    outcome: null,
    importance: 5,
    hasDetail: false,
    projectId: 'p1',
    projectName: 'harbour',
    agentName: 'Claude Code',
    lastActiveAt: '2026-11-26T11:00:00.000Z',
    readWeb: false,
    summarizedBy: null,
    branches: ['main'],
    version: 1,
    ...more,
  };
}

export function aMessage(content: string, more: Partial<Message> = {}): Message {
  return {
    id: 1,
    sessionId: 'ab12cd34-0000-4000-8000-000000000000',
    seq: 1,
    role: 'user',
    type: 'text',
    tool: null,
    files: [],
    speaker: null,
    content,
    sourceRef: null,
    createdAt: '2026-11-26T10:01:00.000Z',
    ...more,
  };
}
