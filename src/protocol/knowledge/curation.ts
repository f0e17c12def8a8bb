/** The inbox of what agents and people want the team to know. */
import { isCount, isFlag, isShare, isText, listOf, orNull, shape, type Checked } from '../shared/check.ts';

export const isProposalCard = shape({
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
  /** `person`, `agent`, `transcript` or `web`. */
  origin: isText,
  /** It is worded like instructions to a model, so that none is shown it unasked. */
  readsLikeOrders: isFlag,
  session: orNull(shape({ id: isText, headline: isText })),
  /** What was said in that session about it. */
  evidence: listOf(shape({ kind: isText, id: isText, text: isText })),
  /** Entries like it, the most alike first. */
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
  /** Who may, for somebody who may not. */
  reviewers: isText,
});
export type InboxCard = Checked<typeof isInboxCard>;
