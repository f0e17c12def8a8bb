/** How sessions that say what was learned before raise it, and how their erasure takes that back. */
import { evidenceColumn, evidenceFrom, maxLearnedConfidence } from '../../../memory/facts/evidence.ts';
import { number, numberOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';

/** Each session that repeats an item raises its confidence by this. */
const corroboration = 0.1;

/** The confidence of a fact once another session said the same. */
export function raisedConfidence(confidence: number): number {
  return Math.max(confidence, rounded(Math.min(maxLearnedConfidence, confidence + corroboration)));
}

/** Removes a session that is erased from the facts that it repeated, with what it added to their confidence. */
export async function takeBackRepeats(db: SqlConnection, sessionId: string): Promise<void> {
  const sql =
    'SELECT id, evidence, confidence, origin FROM facts WHERE evidence IS NOT NULL AND instr(evidence, ?) > 0';
  for (const row of await db.all(sql, [sessionId])) {
    const evidence = evidenceFrom(textOrNull(row, 'evidence'));
    if (evidence?.also.includes(sessionId) !== true) continue;
    const also = evidence.also.filter((id) => id !== sessionId);
    const confidence = numberOr(row, 'confidence', 1);
    // What a person confirmed does not rest on it.
    const isConfirmed = textOrNull(row, 'origin') === 'person';
    const left = isConfirmed ? confidence : rounded(Math.max(0, confidence - corroboration));
    await db.run('UPDATE facts SET evidence = ?, confidence = ?, version = version + 1 WHERE id = ?', [
      evidenceColumn({ ...evidence, also }),
      left,
      number(row, 'id'),
    ]);
  }
}

function rounded(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
