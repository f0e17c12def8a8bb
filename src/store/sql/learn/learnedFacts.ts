/** Storing learned items as facts of their session's project, in the transaction of the caller. */
import { amongNumbers } from '../connection/among.ts';
import type { VerifiedItem } from '../../../memory/learn/evidenceGate.ts';
import { confidenceOf, evidenceColumn, factOf, stateOf } from '../../../memory/facts/evidence.ts';
import type { PlaceItem } from '../../../memory/learn/learnStore.ts';
import type { Fact } from '../../../memory/facts/facts.ts';
import type { NewFact } from '../../../memory/facts/factStore.ts';
import { statementHash } from '../../../memory/shared/contentHash.ts';
import { informativeWords } from '../../../memory/shared/statements.ts';
import { flag, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';
import { noteFact } from '../facts/factAudit.ts';
import { deprecateFact, linkSuccessor } from '../facts/factChanges.ts';
import { findFact, selectFacts } from '../facts/factRow.ts';
import { insertFact } from '../facts/storeFact.ts';
import { findFactsAlike } from '../index/factWords.ts';
import { byUser } from '../shared/auditRows.ts';
import { raisedConfidence } from './repeatedFacts.ts';
import { usernameOf } from '../shared/erasedMessages.ts';
import type { StorePorts } from '../shared/storePorts.ts';
import { hasTombstone, statementMark } from '../shared/tombstones.ts';

type AddedItem =
  | { as: 'new'; id: number; replaced: boolean }
  | { as: 'same' }
  /** Also what was erased, and what a message said that is gone. */
  | { as: 'dismissed' };

/** Retired facts of any project, newest first; a new item is compared with those that somebody dismissed. */
const maxRetired = 5_000;

/** Adds the items of one session. */
export class LearnedFacts {
  readonly #db: SqlConnection;
  readonly #ports: Pick<StorePorts, 'indexText' | 'newId' | 'hash'>;
  readonly #session: SqlRow;
  readonly #now: string;
  readonly #userId: string;
  readonly #projectId: string | null;
  readonly #readWeb: boolean;
  #dismissed: Fact[] | undefined;

  constructor(
    db: SqlConnection,
    ports: Pick<StorePorts, 'indexText' | 'newId' | 'hash'>,
    { session, now }: { session: SqlRow; now: string },
  ) {
    this.#db = db;
    this.#ports = ports;
    this.#session = session;
    this.#now = now;
    this.#userId = text(session, 'user_id');
    this.#projectId = textOrNull(session, 'project_id');
    this.#readWeb = flag(session, 'read_web');
  }

  async add(item: VerifiedItem, place: PlaceItem): Promise<AddedItem> {
    const { indexText, hash, newId } = this.#ports;
    const said = await this.#db.get('SELECT created_at FROM messages WHERE uid = ?', [item.evidence.message]);
    if (said === undefined) return { as: 'dismissed' };
    const saidAt = text(said, 'created_at');
    const contentHash = statementHash(hash, item.text);
    const mark = statementMark(hash, await usernameOf(this.#db, this.#userId), contentHash);
    if (await hasTombstone(this.#db, mark)) return { as: 'dismissed' };
    const words = informativeWords(item.text, indexText);
    const placement = place(item, await this.#known(item, words), { saidAt, readWeb: this.#readWeb });
    if (placement.as === 'dismissed') return placement;
    if (placement.as === 'same') {
      await this.#corroborate(placement.id, item);
      return { as: 'same' };
    }
    const { type, category } = factOf[item.evidence.type];
    const fact: NewFact = {
      userId: this.#userId,
      agentId: textOrNull(this.#session, 'agent_id'),
      projectId: this.#projectId,
      category,
      type,
      fact: item.text,
      confidence: confidenceOf[item.evidence.value],
      tags: [],
      sourceSession: text(this.#session, 'id'),
      sourceRef: null,
      evidence: item.evidence,
      // A model that read the session may repeat any of its words.
      origin: this.#readWeb ? 'web' : 'transcript',
      contentHash,
      uid: newId(),
      words,
      statedInProject: this.#projectId,
      now: this.#now,
      createdAt: saidAt,
    };
    const { id } = (await insertFact(this.#db, indexText, fact)).fact;
    const old = placement.replaces === undefined ? undefined : await findFact(this.#db, placement.replaces);
    if (old !== undefined) await this.#replace(old, id);
    return { as: 'new', id, replaced: old !== undefined };
  }

  /**
   * Live facts of the project with similar words or that the item names; and dismissed ones: learned ones of any project,
   * and those that somebody stored in this one.
   */
  async #known(item: VerifiedItem, words: readonly string[]): Promise<Fact[]> {
    const named = [item.sameAs, item.replaces].filter((id) => id !== undefined);
    const ids = [...(await findFactsAlike(this.#db, this.#userId, words)), ...named];
    const own = 'f.user_id = ? AND f.project_id IS NOT DISTINCT FROM ?';
    const live = await selectFacts(this.#db, `WHERE ${own} AND f.id ${amongNumbers()}`, [
      this.#userId,
      this.#projectId,
      JSON.stringify(ids),
    ]);
    this.#dismissed ??= (
      await selectFacts(
        this.#db,
        `WHERE f.user_id = ? AND (f.evidence IS NOT NULL OR f.project_id IS NOT DISTINCT FROM ?)
         AND coalesce(f.deprecated, 0) <> 0 ORDER BY f.updated_at DESC LIMIT ?`,
        [this.#userId, this.#projectId, maxRetired],
      )
    ).filter((fact) => stateOf(fact) === 'dismissed');
    return [...live, ...this.#dismissed];
  }

  /**
   * A fact that was not learned is known already, so nothing changes. No words of this session are added, because an
   * erasure of it would not find them.
   */
  async #corroborate(id: number, { evidence }: VerifiedItem): Promise<void> {
    const fact = await findFact(this.#db, id);
    const sessionId = text(this.#session, 'id');
    if (fact?.evidence === undefined || fact.evidence === null) return;
    const isKnown = fact.sourceSession === sessionId || fact.evidence.also.includes(sessionId);
    if (isKnown) return;
    const column = evidenceColumn({
      ...fact.evidence,
      value: evidence.value > fact.evidence.value ? evidence.value : fact.evidence.value,
      also: [...fact.evidence.also, sessionId],
    });
    await this.#db.run(
      'UPDATE facts SET evidence = ?, confidence = ?, updated_at = ?, version = version + 1 WHERE id = ?',
      [column, raisedConfidence(fact.confidence), this.#now, id],
    );
  }

  async #replace({ id, version }: Fact, successor: number): Promise<void> {
    const by = byUser(this.#userId);
    const reason = `superseded by #${String(successor)}`;
    await deprecateFact(this.#db, this.#ports.indexText, { id, version, reason, now: this.#now, by });
    await linkSuccessor(this.#db, { uid: this.#ports.newId(), successor, old: id, now: this.#now });
    await noteFact(this.#db, 'supersede', id, { by, now: this.#now });
  }
}
