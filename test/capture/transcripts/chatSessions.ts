/** Builders of VS Code chat sessions in the shapes that VS Code writes. */

type Fields = Record<string, unknown>;

/** 2 March 2026, 9:00 in UTC. */
export const morning = Date.parse('2026-03-02T09:00:00.000Z');

export function aSession(fields: Fields = {}): Fields {
  return {
    version: 3,
    creationDate: morning,
    responderUsername: 'GitHub Copilot',
    sessionId: 'c1',
    requests: [],
    ...fields,
  };
}

/** An answered request; `at` is its minute and gives its id. */
export function aRequest(at: number, text: string, fields: Fields = {}): Fields {
  return {
    requestId: `r${String(at)}`,
    timestamp: morning + at * 60_000,
    agent: { fullName: 'GitHub Copilot', extensionVersion: '0.67.0' },
    message: { text, parts: [{ kind: 'text', text }] },
    response: [{ value: `Answer ${String(at)}.` }],
    modelState: { value: 1, completedAt: morning + at * 60_000 + 30_000 },
    result: { metadata: { cacheKey: 'file:///home/ada/web%20shop,file:///home/ada/other' } },
    ...fields,
  };
}

export function aTool(id: string, fields: Fields = {}): Fields {
  return { kind: 'toolInvocationSerialized', toolCallId: id, toolId: 'copilot_readFile', isComplete: true, ...fields };
}

/** A round as Copilot records it; each call is its id, its name and its arguments. */
export function aRound(id: string, at: number, ...calls: [id: string, name: string, given: Fields][]): Fields {
  return {
    id,
    timestamp: morning + at * 60_000,
    response: '',
    toolCalls: calls.map(([call, name, given]) => ({
      id: `${call}__vscode-1`,
      name,
      arguments: JSON.stringify(given),
    })),
  };
}

export const initially = (session: Fields): Fields => ({ kind: 0, v: session });
export const setting = (k: (string | number)[], v: unknown): Fields => ({ kind: 1, k, v });
export const pushing = (k: (string | number)[], v?: unknown[], i?: number): Fields => ({ kind: 2, k, v, i });
export const removing = (k: (string | number)[]): Fields => ({ kind: 3, k });
