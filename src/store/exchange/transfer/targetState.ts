/** Whether a target can take a transfer, and the start of one. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { TransferPlan } from '../../../memory/upkeep/transfer.ts';
import { someInTurn } from '../../sql/connection/inTurn.ts';
import { text } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import type { TransferMark } from '../transferMark.ts';
import { readMark, setMark } from '../transferMark.ts';
import { inWorkspace } from '../../sql/connection/inWorkspace.ts';
import { copiedTables } from './transferTables.ts';

type TargetState = TransferPlan['target'];

/** The ids of users identify a store: they are random, and each memory has one. */
export async function readUserIds(db: SqlConnection): Promise<ReadonlySet<string>> {
  return new Set((await db.all(`SELECT id FROM users WHERE ${inWorkspace(db)}`)).map((row) => text(row, 'id')));
}

/** `sourceUsers` are those of the source. */
export async function targetState(db: SqlConnection, sourceUsers: ReadonlySet<string>): Promise<TargetState> {
  if ((await readMark(db)) === undefined) return (await isEmpty(db)) ? 'empty' : 'taken';
  const users = [...(await readUserIds(db))];
  return users.length === 0 || users.some((id) => sourceUsers.has(id)) ? 'started' : 'foreign';
}

/** In one transaction. Rejects with `invalid_input` if the target has other memories. */
export async function start(
  db: SqlConnection,
  sourceUsers: ReadonlySet<string>,
  mark: TransferMark,
): Promise<'empty' | 'started'> {
  const state = await targetState(db, sourceUsers);
  if (state === 'taken') throw taken();
  if (state === 'foreign') throw foreign((await readMark(db))?.source ?? '');
  await setMark(db, mark);
  return state;
}

async function isEmpty(db: SqlConnection): Promise<boolean> {
  const hasRows = async ({ name }: { name: string }): Promise<boolean> =>
    (await db.get(`SELECT 1 FROM ${name} WHERE ${inWorkspace(db)} LIMIT 1`)) !== undefined;
  return !(await someInTurn(copiedTables, hasRows));
}

function taken(): BigMindError {
  return new BigMindError('invalid_input', 'The target already contains users or memories.', {
    remedy:
      'Choose an empty database, or a new file. To add the memories to those of the target, use `bigmind export` and `bigmind import`. Nothing was changed.',
  });
}

function foreign(source: string): BigMindError {
  return new BigMindError('invalid_input', `The target contains an unfinished transfer from ${source}.`, {
    remedy: 'Continue that one, or choose an empty database or a new file. Nothing was changed.',
  });
}
