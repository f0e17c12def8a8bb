/** The inbox of knowledge that agents and people propose to the team. */
import { isCount, isFlag, isShare, isText, listOf, orNull, shape, type Checked } from '../shared/check.ts';

const isProposalCard = shape({
  id: isCount,
  category: isText,
  title: isText,
  /** Markdown. */
  content: isText,
  /** 1 to 10. */
  importance: isCount,
  /** Who proposed it, and with which agent. */
  author: orNull(isText),
  agent: orNull(isText),
  /** The instance from which it was proposed. */
  instance: orNull(isText),
  /** `person`, `agent`, `transcript` or `web`. */
  origin: isText,
  /** The text reads like instructions to a model, so it is never sent to one automatically. */
  readsLikeOrders: isFlag,
  session: orNull(shape({ id: isText, headline: isText })),
  /** Facts and exchanges of that session that support it. */
  evidence: listOf(shape({ kind: isText, id: isText, text: isText })),
  /** Similar entries: contradictions first, then the most alike. */
  similar: listOf(
    shape({
      id: isCount,
      title: isText,
      content: isText,
      status: isText,
      version: isCount,
      /** `same`, `contradicts` or `similar`. */
      relation: isText,
      similarity: isShare,
    }),
  ),
  createdAt: isText,
  version: isCount,
});
export type ProposalCard = Checked<typeof isProposalCard>;

export const isInboxCard = shape({
  proposals: listOf(isProposalCard),
  total: isCount,
  mayReview: isFlag,
  /** Who may review, if this user may not; else empty. */
  reviewers: isText,
});
export type InboxCard = Checked<typeof isInboxCard>;
