/**
 * The four questions about decisions (Shared Memory, §11) as templates: who decided, what an agent helped with, how
 * decisions turned out, and what to check before something is done again. The answer has the names that programs and
 * models read; every reader only lays it out.
 */
import type { Caller, ProjectScope } from '../shared/identity.ts';
import type { CitationChecks } from '../shared/citations/citingFacts.ts';
import { checkCitingFacts, citationText } from '../shared/citations/citingFacts.ts';
import { unknownProjectIn } from '../shared/identity.ts';
import { refused, requireOneOf, requireWholeBetween } from '../shared/input.ts';
import type { Verdict } from '../shared/vocabulary.ts';
import { groupBy } from '../../util/groupBy.ts';
import { plainLine } from '../trust/quoting.ts';
import { structuredAuthors } from '../trust/authors.ts';
import { labelsOf, trustOf } from '../trust/trust.ts';
import { maxDecisions } from './decisions.ts';
import type { DecisionQuery, Decisions } from './decisions.ts';
import { textsOf } from './decisionStatus.ts';
import type { Decision, DecisionStatus } from './decisionStatus.ts';
import type { Outcome, PastApproach } from './decisionStore.ts';

export const decisionTemplates = ['who-decided', 'agent-decisions', 'retrospectives', 'why-to-check'] as const;
export type DecisionTemplate = (typeof decisionTemplates)[number];

type Argument = 'title' | 'assisted_by' | 'rating';
interface Needs {
  needs: Argument;
}
interface Takes {
  takes: Argument;
}

/** The argument that each template needs or takes. All take a project, too. */
export const templateArguments: Readonly<Record<DecisionTemplate, Needs | Takes>> = {
  'who-decided': { takes: 'title' },
  'agent-decisions': { needs: 'assisted_by' },
  retrospectives: { takes: 'rating' },
  'why-to-check': { needs: 'title' },
};

export const maxTemplateAnswer = 100;

/** Empty arguments count as absent. */
export interface TemplateInput {
  /** One of `decisionTemplates`. */
  template: string;
  title?: string | undefined;
  /** As in `Identities.scope`: absent is the caller's project, `all` is every project. */
  project?: string | undefined;
  /** Part of the name of an agent. */
  assistedBy?: string | undefined;
  /** 1 to 10, or high (7 to 10), medium (4 to 6) or low (1 to 3). */
  rating?: number | string | undefined;
}

export interface StructuredOutcome {
  /** 1 (bad) to 10 (good). */
  rating: number;
  verdict: Verdict;
  notes: string;
  /** The day that it describes, ISO 8601 in UTC. */
  date: string;
  source_ref: string | null;
}

export interface StructuredDecision {
  id: number;
  uid: string;
  title: string;
  status: DecisionStatus;
  /** The number of the decision that replaced it. */
  superseded_by: number | null;
  /** Who shares it; absent if it is private. */
  author?: string;
  decided_by: string;
  assisted_by: string[];
  /** Null: for every project. */
  project: string | null;
  decided_at: string;
  rationale: string;
  alternatives: string[];
  /** 0 to 1. */
  confidence: number;
  source_ref: string | null;
  /** Whether the code that it cites is still there; absent if it cites none, or was not checked. */
  citation?: string | undefined;
  supersedes_count: number;
  /** Latest first. */
  outcomes: StructuredOutcome[];
  /** Only of `why-to-check`: what speaks against doing it again. */
  warnings?: StructuredWarning[];
  /** Why its text should be read with care; absent for most. */
  labels?: string[];
}

export interface StructuredWarning {
  why: PastApproach['why'];
  approach: string;
  reason: string | null;
  /** When it was rejected, reversed or rated: ISO 8601 in UTC. */
  date: string;
}

export interface TemplateAnswer {
  template: DecisionTemplate;
  /** The best match first; without a title the newest, and of `retrospectives` the latest outcome. */
  decisions: StructuredDecision[];
  /** All that match, also those beyond the limit. */
  total: number;
  /**
   * A sentence that explains why decisions may be missing: the project is unknown or has too many of them, or only other
   * projects have some that match.
   */
  notice?: string | undefined;
}

// A function, because the first use of a locale takes 25 ms of a server's start.
const onlyNewest = (): string =>
  `Only the newest ${maxDecisions.toLocaleString('en')} decisions were looked at. Name a project to look at its older ones.`;

/** The services of the domain that an answer needs; `Memory` has them. */
interface TemplateParts {
  decisions: Pick<Decisions, 'find' | 'warnings'>;
  identities: { scope: (caller: Caller, project: string | undefined) => Promise<ProjectScope> };
}

/**
 * Answers a template with at most `limit` decisions (1 to 100), also those that no longer apply. Rejects with
 * `invalid_input` for an unknown template, an argument that is missing or that the template does not take, a wrong
 * rating, and the name of several projects. The field in the details is named as in `templateArguments`.
 */
export async function answerTemplate(
  { decisions, identities }: TemplateParts,
  caller: Caller,
  input: TemplateInput,
  limit: number,
): Promise<TemplateAnswer> {
  const template = requireOneOf('template', input.template.trim(), decisionTemplates);
  const given = argumentsFrom(input, template);
  const query = queryFrom(template, given);
  const wanted = requireWholeBetween('limit', limit, 1, maxTemplateAnswer);
  const scope = await identities.scope(caller, textFrom(input.project));
  const found = await decisions.find(caller, scope, query, wanted);
  const notice =
    unknownProjectIn(scope) ??
    (found.isComplete ? undefined : onlyNewest()) ??
    (found.total === 0 && scope !== 'all' ? await inOtherProjects(decisions, caller, query) : undefined);
  const checks = await checkCitingFacts(
    caller,
    found.decisions.map(({ fact }) => fact),
  );
  const structured = found.decisions.map((decision) => {
    const warnings =
      template === 'why-to-check' ? decisions.warnings(decision, given.title ?? '', found.decisions) : undefined;
    return { ...structuredDecision(decision, checks), ...(warnings && { warnings: warnings.map(structuredWarning) }) };
  });
  return { template, decisions: structured, total: found.total, notice };
}

/** How many projects are named, those with most decisions first. */
const maxOthers = 3;

async function inOtherProjects(
  decisions: TemplateParts['decisions'],
  caller: Caller,
  query: DecisionQuery,
): Promise<string | undefined> {
  const found = await decisions.find(caller, 'all', query, maxTemplateAnswer);
  const byProject = groupBy(found.decisions, ({ fact }) => fact.projectName ?? '');
  byProject.delete('');
  const others = [...byProject].toSorted(([, one], [, other]) => other.length - one.length);
  if (others.length === 0) return undefined;
  const named = others.slice(0, maxOthers).map(([name, of]) => `${plainLine(name)} (${String(of.length)})`);
  const more = others.length > maxOthers ? ` and ${String(others.length - maxOthers)} more` : '';
  return `No decision of this project matches, but decisions of other projects do: ${named.join(', ')}${more}.`;
}

/** A decision as programs and models read it; `checks` are those of `checkCitingFacts`, if the code was checked. */
export function structuredDecision(
  { fact, outcomes, status, successor }: Decision,
  checks?: CitationChecks,
): StructuredDecision {
  const citation = citationText(checks?.get(String(fact.id)));
  const { decidedBy, assistedBy, rationale, alternatives } = fact.decision;
  const texts = [...textsOf(fact), ...outcomes.map(({ notes }) => notes)];
  const origin = outcomes.some((outcome) => outcome.origin === 'web') ? 'web' : fact.origin;
  const labels = labelsOf(trustOf({ origin, texts }));
  return {
    id: fact.id,
    uid: fact.uid,
    title: fact.fact,
    status,
    superseded_by: status === 'superseded' ? (successor?.id ?? null) : null,
    ...structuredAuthors(fact),
    decided_by: decidedBy,
    assisted_by: assistedBy,
    project: fact.projectName,
    decided_at: fact.createdAt,
    rationale,
    alternatives,
    confidence: fact.confidence,
    source_ref: fact.sourceRef,
    citation,
    supersedes_count: fact.supersedesCount,
    outcomes: outcomes.map(structuredOutcome),
    ...(labels.length > 0 && { labels }),
  };
}

/** An outcome as programs and models read it. */
export function structuredOutcome({ rating, verdict, notes, observedAt, sourceRef }: Outcome): StructuredOutcome {
  return { rating, verdict, notes, date: observedAt, source_ref: sourceRef };
}

function structuredWarning({ why, approach, reason, at }: PastApproach): StructuredWarning {
  return { why, approach, reason, date: at };
}

interface Arguments {
  title: string | undefined;
  assisted_by: string | undefined;
  rating: string | undefined;
}

/** The given arguments, after checking that the template has all that it needs and nothing that it would ignore. */
function argumentsFrom({ title, assistedBy, rating }: TemplateInput, template: DecisionTemplate): Arguments {
  const given: Arguments = {
    title: textFrom(title),
    assisted_by: textFrom(assistedBy),
    rating: textFrom(rating === undefined ? undefined : String(rating)),
  };
  const accepted = templateArguments[template];
  const isNeeded = 'needs' in accepted;
  const own = isNeeded ? accepted.needs : accepted.takes;
  const remedy = `${template} ${isNeeded ? `needs ${own} and takes` : `takes ${own} and`} project.`;
  if (isNeeded && given[own] === undefined) throw refused(own, 'is missing', remedy);
  const names = ['title', 'assisted_by', 'rating'] as const;
  const ignored = names.find((name) => given[name] !== undefined && name !== own);
  if (ignored !== undefined) throw refused(ignored, `does not belong to ${template}`, remedy);
  return given;
}

function queryFrom(template: DecisionTemplate, { title, assisted_by, rating }: Arguments): DecisionQuery {
  switch (template) {
    case 'who-decided':
    case 'why-to-check':
      return title === undefined ? {} : { title };
    case 'agent-decisions':
      return assisted_by === undefined ? {} : { assistedBy: assisted_by };
    case 'retrospectives':
      return { rated: rating === undefined ? {} : { rating } };
  }
}

function textFrom(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === '' ? undefined : text;
}
