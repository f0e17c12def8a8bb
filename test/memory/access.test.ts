/**
 * Every role context tries every action in a real store, and the result must match the access table. The users are
 * ada (the first user, and the admin of a team), bob (the curator of a team) and eve (a member).
 */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AccessAction, Right, RoleContext } from '../../src/memory/governance/access.ts';
import { accessActions, accessTable, roleContexts } from '../../src/memory/governance/access.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Backups } from '../../src/memory/upkeep/backups.ts';
import { indexText } from '../../src/search/query/words.ts';
import { openBackups } from '../../src/store/sqlite/openBackups.ts';
import { hash, loadWasm } from '../store/support.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

type Domain = Pick<TestMemory, 'memory'>;

interface Scene {
  /** Moves the clock forward. */
  pass: (hours: number) => void;
  /** The store as the acting user opened it. */
  mine: Domain;
  me: Caller;
  /** Another user, if there is one. */
  other: Caller | undefined;
}

/** Whether the work is allowed. Any error other than a refusal fails the test. */
async function isLet(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (thrown) {
    assert.ok(thrown instanceof BigMindError);
    assert.ok(['not_allowed', 'not_found'].includes(thrown.code), thrown.sentence);
    return false;
  }
}

let statementCount = 0;
const aStatement = (): string => `Statement number ${String((statementCount += 1))} of this test.`;

async function factOf({ mine: { memory } }: Scene, who: Caller): Promise<number> {
  return (await memory.facts.store(who, { category: 'preference', fact: aStatement() })).fact.id;
}

async function proposalOf({ mine: { memory } }: Scene, who: Caller): Promise<number> {
  const proposal = { category: 'standard', title: aStatement(), content: aStatement() };
  return (await memory.knowledge.promote(who, proposal)).entry.id;
}

/** The right of the acting user, tried first on the data of another user, then on their own. */
async function reach(scene: Scene, let_: (whose: Caller) => Promise<boolean>): Promise<Right> {
  if (scene.other === undefined) return (await let_(scene.me)) ? 'all' : 'none';
  if (await let_(scene.other)) return 'all';
  return (await let_(scene.me)) ? 'own' : 'none';
}

async function erases(scene: Scene, kind: 'fact' | 'knowledge', id: number): Promise<boolean> {
  const { erasure } = scene.mine.memory;
  const ref = { kind, id: String(id) };
  return isLet(async () => erasure.erase(scene.me, ref, (await erasure.preview(scene.me, ref)).expected));
}

/** One attempt for each action. An action without an attempt is allowed for everyone. */
const attempts: Partial<Record<AccessAction, (scene: Scene) => Promise<Right>>> = {
  read_memories: (scene) =>
    reach(scene, async (whose) => {
      const ref = { kind: 'fact', id: String(await factOf(scene, whose)) } as const;
      return isLet(() => scene.mine.memory.catalogue.get(scene.me, ref));
    }),
  read_directory: async ({ mine: { memory }, me }) =>
    (await memory.people.list(me, { offset: 0, limit: 10 })) === undefined ? 'none' : 'all',
  read_workspace_facts: (scene) =>
    reach(scene, async (whose) => {
      const shared = { category: 'codebase', fact: aStatement(), visibility: 'workspace' };
      const { fact } = await scene.mine.memory.facts.store(whose, shared);
      return isLet(() => scene.mine.memory.catalogue.get(scene.me, { kind: 'fact', id: String(fact.id) }));
    }),
  read_proposals: (scene) =>
    reach(scene, async (whose) => {
      const id = await proposalOf(scene, whose);
      const { entries } = await scene.mine.memory.knowledge.list(scene.me, { status: 'pending', limit: 100 });
      const approved = await scene.mine.memory.knowledge.list(scene.me, { limit: 100 });
      const isPending = !approved.entries.some((entry) => entry.id === id);
      return isPending ? entries.some((entry) => entry.id === id) : whose === scene.me;
    }),
  review_knowledge: (scene) =>
    reach(scene, async (whose) => {
      const entryId = await proposalOf(scene, whose);
      return isLet(() => scene.mine.memory.knowledge.review(scene.me, { entryId, action: 'deprecate' }));
    }),
  export: async (scene) => {
    await factOf(scene, scene.other ?? scene.me);
    const { tables } = await scene.mine.memory.portability.export(scene.me.user.username);
    const owner = (scene.other ?? scene.me).user.id;
    return tables.facts.some((row) => row['user_id'] === owner) ? 'all' : 'own';
  },
  import: async ({ mine: { memory }, me }) => {
    const empty = JSON.stringify({ format: 'bigmind', schema_version: 9, exported_at: 'now', tables: {} });
    return (await isLet(() => memory.portability.import(empty, me.user.username))) ? 'all' : 'none';
  },
  change_memories: (scene) =>
    reach(scene, async (whose) => {
      const factId = await factOf(scene, whose);
      return isLet(() => scene.mine.memory.facts.deprecate(scene.me, { factId, reason: 'to see' }));
    }),
  erase_memories: (scene) => reach(scene, async (whose) => erases(scene, 'fact', await factOf(scene, whose))),
  erase_knowledge: async (scene) => {
    const right = await reach(scene, async (whose) => erases(scene, 'knowledge', await proposalOf(scene, whose)));
    return right === 'own' && scene.me.mode === 'team' ? 'proposal' : right;
  },
  erase_project: (scene) =>
    reach(scene, async (whose) => {
      const { memory } = scene.mine;
      const project = { key: 'example.org/rocket', name: 'rocket' };
      const agent = { name: 'tests', version: '1' };
      const at = { agent, project, conversationId: null };
      const there = await memory.identities.resolve({ username: whose.user.username, ...at });
      const { fact } = await memory.facts.store(there, { category: 'codebase', fact: aStatement() });
      const id = String(fact.id);
      const ref = { kind: 'project', id: project.key } as const;
      const { scopeErasure } = memory;
      const isDone = await isLet(async () =>
        scopeErasure.erase(scene.me, ref, (await scopeErasure.preview(scene.me, ref)).expected),
      );
      return isDone && !(await isLet(() => memory.catalogue.get(whose, { kind: 'fact', id })));
    }),
  erase_user: (scene) =>
    reach(scene, async ({ user }) => {
      const { scopeErasure, identities } = scene.mine.memory;
      const ref = { kind: 'user', id: user.username } as const;
      const isDone = await isLet(async () =>
        scopeErasure.erase(scene.me, ref, (await scopeErasure.preview(scene.me, ref)).expected),
      );
      return isDone && !(await identities.listUsers()).some(({ username }) => username === user.username);
    }),
  vacuum: (scene) =>
    reach(scene, async (whose) => {
      const { chunks, vacuum } = scene.mine.memory;
      await chunks.append({ ...whose, conversationId: 'chat' }, { content: aStatement() });
      scene.pass(24 * 400);
      const found = await vacuum.find(scene.me, {});
      return (await vacuum.run(scene.me, found)).chunks > 0;
    }),
  propose_knowledge: async (scene) => ((await isLet(() => proposalOf(scene, scene.me))) ? 'all' : 'none'),
  back_up: async (scene) => {
    await factOf(scene, scene.other ?? scene.me);
    const backups = await backupsOf(scene);
    return (await backups.inspect(await backups.make('manual'))).counts?.facts === 2 ? 'all' : 'own';
  },
  restore_store: async (scene) => {
    const backups = await backupsOf(scene);
    const made = await backups.make('manual');
    const id = String(await factOf(scene, scene.me));
    const isDone = await isLet(() => backups.restore(made, scene.me.user.username));
    const isThere = await isLet(() => scene.mine.memory.catalogue.get(scene.me, { kind: 'fact', id }));
    assert.equal(isThere, !isDone);
    return isDone ? 'all' : 'none';
  },
  repair_store: async (scene) => {
    const backups = await backupsOf(scene, await damagedCopyOf(scene));
    const { setAside } = await backups.repair(scene.me.user.username);
    return setAside === null ? 'none' : 'all';
  },
  read_audit: async (scene) => {
    await factOf(scene, scene.other ?? scene.me);
    const { isOwn } = await scene.mine.memory.audit.list(scene.me, { limit: 1 });
    return isOwn ? 'own' : 'all';
  },
  manage_tokens: (scene) =>
    reach(scene, ({ user: { username } }) => {
      const secret = randomUUID();
      return isLet(() => scene.mine.memory.tokens.add(scene.me, { agent: 'ci', username, secret }));
    }),
  set_retention: async ({ mine: { memory }, me }) =>
    (await isLet(() => memory.retention.set(me, { message: 90 }))) ? 'all' : 'none',
  set_roles: async ({ mine: { memory }, me, other }) => {
    const role = me.user.role === 'admin' ? 'member' : 'admin';
    const others = other !== undefined && (await isLet(() => setRole(memory, me, other.user.username, 'curator')));
    if (others) return 'all';
    return role === 'admin' && (await isLet(() => setRole(memory, me, me.user.username, role))) ? 'first' : 'none';
  },
};

/** A damaged copy of the store in another folder. Its roles are not readable. */
async function damagedCopyOf(scene: Scene): Promise<string> {
  const { path } = await (await backupsOf(scene)).make('manual');
  const folder = join(dirname(path), 'elsewhere');
  mkdirSync(folder);
  const bytes = readFileSync(path);
  writeFileSync(join(folder, 'memory.db'), bytes.fill(0xa5, 0, 4_096));
  return join(folder, 'memory.db');
}

async function backupsOf({ mine: { memory } }: Scene, file?: string): Promise<Backups> {
  return openBackups({
    file: file ?? (await memory.maintenance.inspect()).location,
    ...{ engine: 'native', hash, loadWasm, indexText, newId: randomUUID, notice: () => undefined },
    now: () => memory.clock.now(),
  });
}

function setRole(memory: TestMemory['memory'], me: Caller, username: string, role: string): Promise<unknown> {
  return memory.identities.setRole(me, { username, role });
}

/** For the only user of a store, their own data is all data. */
function expectedRight(action: AccessAction, roleContext: RoleContext): Right {
  const right = accessTable[action][roleContext];
  return roleContext === 'only' && right === 'own' ? 'all' : right;
}

describe('access rights', () => {
  let opened: TestMemory | undefined;
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  async function stage(roleContext: RoleContext): Promise<Scene> {
    const isTeam = ['member', 'curator', 'admin'].includes(roleContext);
    const test = (opened = openTestMemory(isTeam ? 'team' : 'personal'));
    const who = (username: string): Promise<Caller> => test.caller({ username, conversationId: null });
    const ada = await who('ada');
    await test.memory.facts.store(ada, { category: 'preference', fact: aStatement() });
    if (roleContext === 'only') return { pass: test.pass, mine: test, me: ada, other: undefined };
    const [bob, eve] = [await who('bob'), await who('eve')];
    if (isTeam) await setRole(test.memory, ada, 'bob', 'curator');
    switch (roleContext) {
      case 'several':
        return { pass: test.pass, mine: test, me: bob, other: ada };
      case 'unled': {
        const mine = test.openAgain('team');
        return { pass: test.pass, mine, me: await mine.caller({ username: 'ada', conversationId: null }), other: bob };
      }
      case 'member':
        return { pass: test.pass, mine: test, me: await who('eve'), other: ada };
      case 'curator':
        return { pass: test.pass, mine: test, me: await who('bob'), other: eve };
      case 'admin':
        return { pass: test.pass, mine: test, me: await who('ada'), other: eve };
    }
  }

  for (const roleContext of roleContexts) {
    for (const action of accessActions) {
      const attempt = attempts[action];
      if (attempt === undefined) continue;
      it(`gives role context ${roleContext} the right to ${action.replaceAll('_', ' ')}: ${expectedRight(action, roleContext)}`, async () => {
        assert.equal(await attempt(await stage(roleContext)), expectedRight(action, roleContext));
      });
    }
  }

  it('gives no additional rights to a process that starts in personal mode', async () => {
    const test = (opened = openTestMemory('team'));
    await test.caller({ conversationId: null });
    const personal = test.openAgain('personal');
    const eve = await personal.caller({ username: 'eve', conversationId: null });
    const scene: Scene = {
      pass: test.pass,
      mine: personal,
      me: eve,
      other: await test.caller({ conversationId: null }),
    };
    assert.equal(await attempts.review_knowledge?.(scene), 'none');
    assert.equal(await attempts.import?.(scene), 'none');
    assert.equal(await attempts.export?.(scene), 'own');
    assert.equal(await attempts.set_roles?.(scene), 'none');
    // A forged caller gains nothing either: the writing transaction reads the roles again.
    const selfPromoted: Caller = { ...eve, mode: 'personal', user: { ...eve.user, role: 'admin' } };
    assert.equal(await attempts.review_knowledge?.({ ...scene, me: selfPromoted }), 'none');
    assert.equal(
      await attempts.set_roles?.({
        ...scene,
        me: { ...selfPromoted, user: { ...selfPromoted.user, role: 'curator' } },
      }),
      'none',
    );
  });

  it('names the users with the required role in a refusal', async () => {
    const scene = await stage('member');
    const { memory } = scene.mine;
    const entryId = await proposalOf(scene, scene.me);
    const refusals = [
      memory.knowledge.review(scene.me, { entryId, action: 'approve' }),
      setRole(memory, scene.me, 'eve', 'admin'),
      memory.portability.import(JSON.stringify({ format: 'bigmind', schema_version: 9, tables: {} }), 'eve'),
    ];
    for (const refusal of refusals) {
      const thrown: unknown = await refusal.then(
        () => undefined,
        (error: unknown) => error,
      );
      assert.ok(thrown instanceof BigMindError);
      assert.equal(thrown.code, 'not_allowed');
      assert.match(thrown.sentence, /ada \(admin\)/u);
    }
  });
});
