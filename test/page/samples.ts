/** A valid sample of each query and command of the page. The types require a sample of every new one. */
import type { PageCommand } from '../../src/protocol/commands.ts';
import type { Question } from '../../src/protocol/queries.ts';
import { anyKnowledge } from '../support/anyKnowledge.ts';

const reader = { today: '2026-03-30', timeZone: 'Europe/Berlin' };
const filter = anyKnowledge;
const part = { offset: 0, limit: 20 };
const ref = { kind: 'fact', id: '1' } as const;

type Samples<Message extends { type: string }> = {
  readonly [Type in Message['type']]: Omit<Extract<Message, { type: Type }>, 'type'>;
};

export const questions: Samples<Question> = {
  overview: {},
  home: {},
  profile: reader,
  health: {},
  calendar: { ...reader, year: 2026 },
  sessions: {
    ...part,
    topic: 'auth',
    project: 'shop',
    since: '2026-03-01T00:00:00.000Z',
    until: null,
    withEmpty: false,
  },
  session: { id: 'a', at: 4, message: null },
  transcript: { ...part, id: 'a' },
  transcriptFinds: { id: 'a', text: 'port' },
  recap: { since: '7d', until: null, project: 'shop' },
  knowledge: { ...part, filter, order: 'newest' },
  hypothesis: { id: 1 },
  search: { query: 'deploy', filter, limit: 10 },
  memory: { ref },
  choices: {},
  decisionChoices: {},
  drafts: part,
  erasure: { ref },
  erasable: {},
  scopeErasure: { scope: { kind: 'project', id: 'harbour' } },
  inbox: part,
  conflicts: part,
  learning: {},
  files: {},
  entities: { part: 'deploy', project: 'shop', limit: 20 },
  entity: { name: 'deploy', project: null },
  graph: { expanded: ['deploy', 'harbour'], project: null, limit: 20 },
  people: part,
  whoWorkedOn: { query: 'PostgreSQL', limit: 10 },
  audit: {
    filter: { user: 'ada', agent: null, group: 'written', kind: 'fact', level: 'change', since: null, until: null },
    rows: 50,
    archives: true,
  },
};

const moreFields = {
  category: 'decision',
  factType: 'plan' as const,
  confidence: 0.5,
  tags: ['a'],
  expires: '2026-04-30T00:00:00.000Z',
};
const decision = {
  decidedBy: 'Ada',
  assistedBy: ['claude-code'],
  project: 'shop',
  rationale: 'Support is there.',
  alternatives: ['Fridays'],
};

const project = '/projects/shop';
const item = { line: 4, key: 'a' };
const gotcha = {
  ...{ title: 'The SAP export is Windows-1252', description: 'Umlauts break.', workaround: 'call toAnsi()' },
  detection: { context: ['SAP'], intent: ['export'], code: ['toAnsi'] },
};

export const commands: Samples<PageCommand> = {
  updateProfile: { role: 'Engineer', preferences: 'Concise.', pinnedFacts: ['Uses uv'] },
  showOnCard: { level: 'headlines', topics: ['Rust'], projects: ['github.com/acme/rocket'] },
  undo: { changes: ['a'] },
  pin: { text: 'Uses uv' },
  unpin: { text: 'Uses uv' },
  storeFact: { text: 'We deploy on Sundays.', category: 'decision' },
  editFact: { id: 1, version: 1, text: 'We deploy.', ...moreFields },
  supersedeFact: { id: 1, text: 'We deploy on Tuesdays.', category: null, confidence: 1 },
  saveDecision: { title: 'Deploy on Mondays', ...decision, sourceRef: 'docs/adr.md', supersedes: 1, draft: 2 },
  completeDecision: { id: 1, version: 1, title: 'We deploy.', ...decision },
  recordOutcome: { id: 1, rating: 8, verdict: 'held', notes: 'Fine.', observedAt: '2026-03-01', sourceRef: null },
  discardDrafts: { ids: [1] },
  deprecateFact: { id: 2, reason: 'Over.' },
  confirmLearned: { ids: [1] },
  dismissLearned: { ids: [2], reason: 'Wrong.' },
  refreshFact: { id: 12 },
  restoreFact: { id: 2 },
  mute: { ref: { kind: 'fact', id: '1' }, muted: true },
  mergeEntities: { alias: 'deploys', entity: 'deploy' },
  splitEntity: { alias: 'deploys' },
  renameSession: { id: 'a', version: 1, headline: 'Fixed' },
  endSession: { id: 'a', headline: 'Fixed', topics: 'lamp, tower' },
  review: {
    id: 1,
    action: 'approve',
    version: null,
    notes: null,
    corrections: { title: 'T', content: 'C', category: 'standard', importance: 5 },
  },
  mergeKnowledge: { keepId: 1, dropId: 2, keepVersion: null, dropVersion: null, notes: 'Same.', corrections: null },
  settleConflict: { id: 1, choice: 'take', seen: 'a1b2' },
  addHypothesis: { text: 'It is cold.', confidence: 0.5 },
  resolveHypothesis: { id: 1, status: 'confirmed', resolution: 'It was.' },
  reopenHypothesis: { id: 1, version: 1 },
  erase: { ref, expected: '' },
  eraseScope: { scope: { kind: 'project', id: 'harbour' }, expected: 'x' },
  addReminder: { project, text: 'Check the audit', when: '2026-12-20' },
  editReminder: { project, item, text: 'Check it', when: 'tomorrow' },
  markReminder: { project, item, done: true },
  deleteReminder: { project, item },
  addGotcha: { project, gotcha },
  editGotcha: { project, item, gotcha },
  deleteGotcha: { project: null, item },
  rebuildIndex: {},
};
