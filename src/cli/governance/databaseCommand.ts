/** `bigmind database`: what the owner of the schema on a PostgreSQL server does before others use it. */
import { openRightFinding } from '../../memory/upkeep/doctor.ts';
import type { ServerAdmin } from '../../memory/upkeep/serverAdmin.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { counted } from '../../util/text.ts';
import { answer, textOption, wrongUsage } from '../shared/command.ts';

/** Each action has its own options: one of another action would be ignored. */
const optionsOf: Readonly<Record<string, readonly string[]>> = {
  prepare: ['role', 'new-key', 'drop-old-key'],
  'confirm-restore': ['keep-tokens'],
  login: ['user', 'remove'],
};

export const databaseCommand: Command = {
  name: 'database',
  usage:
    'prepare [--role NAME] [--new-key] [--drop-old-key] | confirm-restore [--keep-tokens] | login LOGIN --user NAME | login LOGIN --remove',
  summary: 'Prepare a PostgreSQL database that keeps people apart.',
  details:
    'For the login that owns the schema, in BIGMIND_DB_URL. prepare creates or upgrades the schema, and lets members of a role use it, bigmind_app by default. It also stores the key with which a server proves for whom it acts: that of BIGMIND_DB_KEY if it is set, or with --new-key a new one, which it prints once. Set it as BIGMIND_DB_KEY of the server. The key until then stays valid, until --drop-old-key. After a restore from a dump, no token is accepted until confirm-restore: it revokes all tokens, because revoked ones are valid again in it, or keeps them with --keep-tokens, and forgets the key of the server, which prepare stores again. login says which user of the workspace (BIGMIND_WORKSPACE) has a login of the database; that login is then this user and nobody else. The user must exist, and the login must not be that of the server. --remove takes the user away. See docs/postgresql-security.md.',
  options: {
    role: { type: 'string' },
    'new-key': { type: 'boolean' },
    'drop-old-key': { type: 'boolean' },
    'keep-tokens': { type: 'boolean' },
    user: { type: 'string' },
    remove: { type: 'boolean' },
  },
  takes: { min: 1, max: 2 },
  run: (input, context) => {
    const [action = '', login] = input.positionals;
    const user = textOption(input, 'user');
    requireOwnOptions(action, input);
    if (action === 'prepare' && login === undefined) return prepare(input, context);
    if (action === 'confirm-restore' && login === undefined) return confirmRestore(input, context);
    if (action === 'login' && login !== undefined && user !== undefined) return addLogin(login, user, input, context);
    if (action === 'login' && login !== undefined && input.values['remove'] === true) {
      return removeLogin(login, input, context);
    }
    throw wrongUsage(
      'This is not an action of "bigmind database".',
      'Use prepare, confirm-restore, or login LOGIN --user NAME.',
    );
  },
};

function requireOwnOptions(action: string, { values }: CommandInput): void {
  const own = optionsOf[action] ?? [];
  const others = Object.values(optionsOf).flat();
  const other = others.find((name) => !own.includes(name) && values[name] !== undefined);
  if (own.length > 0 && other !== undefined) {
    throw wrongUsage(`"database ${action}" takes no --${other}.`, 'Nothing was changed. Omit it.');
  }
  if (values['user'] !== undefined && values['remove'] === true) {
    throw wrongUsage('--user and --remove exclude each other.', 'Give one of them. Nothing was changed.');
  }
}

async function prepare(input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const role = textOption(input, 'role');
  const { newKey, hasOldKey, openRights, ...prepared } = await adminOf(context).prepare({
    key: input.values['new-key'] === true ? 'new' : context.settings.databaseKey,
    dropsOldKey: input.values['drop-old-key'] === true,
    role,
  });
  const { version } = prepared;
  const json = {
    ...{ role: prepared.role, schema_version: version, old_key_valid: hasOldKey, open_rights: openRights },
    ...(newKey !== undefined && { key: newKey }),
  };
  const done = `The schema has version ${String(version)}, and members of ${prepared.role} can use it.`;
  answer(input, context, json, newKey ?? done);
  if (newKey !== undefined) {
    context.note(`${done} This key is not shown again: set it as BIGMIND_DB_KEY of the server, and restart it.`);
  }
  if (hasOldKey) {
    context.note(
      'The key before stays valid. Once every server has the new one, run "bigmind database prepare --drop-old-key".',
    );
  }
  for (const open of openRights) {
    const { what, remedy } = openRightFinding(open);
    context.note(`${what} ${remedy}`);
  }
  return 0;
}

async function confirmRestore(input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const keepsTokens = input.values['keep-tokens'] === true;
  const { revoked, logins } = await adminOf(context).confirmRestore({ keepsTokens });
  const tokens = keepsTokens ? 'The tokens of the dump are accepted again.' : `${counted(revoked, 'token')} revoked.`;
  answer(input, context, { revoked, logins }, `The restore is confirmed. ${tokens}`);
  context.note(
    'The key of the server was forgotten: run `bigmind database prepare --new-key`, set the key as BIGMIND_DB_KEY of the server, and restart it.',
  );
  if (logins.length > 0) {
    const named = logins.map(({ login, workspace, username }) => `${login} is ${username} in ${workspace}`).join(', ');
    context.note(plainLine(`Check the logins of people that are in the dump: ${named}.`));
  }
  return 0;
}

async function addLogin(
  login: string,
  username: string,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  const { workspace } = context.settings;
  await adminOf(context).addLogin({ login, username, workspace });
  const done = `The login ${login} is now ${plainLine(username)} in the workspace ${plainLine(workspace)}.`;
  answer(input, context, { login, user: username, workspace }, done);
  return 0;
}

async function removeLogin(login: string, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const wasUser = await adminOf(context).removeLogin(login);
  const done = wasUser ? `The login ${login} is no longer a user.` : `The login ${login} was no user.`;
  answer(input, context, { login, removed: wasUser }, plainLine(done));
  return 0;
}

function adminOf({ serverAdmin }: CommandContext): ServerAdmin {
  if (serverAdmin !== undefined) return serverAdmin;
  throw new BigMindError('not_allowed', 'The memory is in a file, so there is no database to prepare.', {
    remedy: 'Set BIGMIND_MODE to enterprise and BIGMIND_DB_URL to the address of the database.',
  });
}
