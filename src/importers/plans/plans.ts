/**
 * Reads a plan, a Markdown file such as `docs/plans/2026-03-02-retry.md`. The plan itself is one statement with its goal
 * and its open steps; a changed plan replaces its older version. When every step is done, its decisions and lessons
 * become statements too, with less confidence, because only their wording tells what they are.
 */
import { realpath } from 'node:fs/promises';
import { basename, dirname, extname, relative } from 'node:path';
import { maxNoteLength } from '../../memory/facts/notes.ts';
import type { Note, ReadNotes } from '../../memory/facts/notes.ts';
import { categoryOfType } from '../../memory/shared/vocabulary.ts';
import { counted, oneLine, shorten } from '../../util/text.ts';
import { repositoryTop } from '../../capture/projects/projectIdentity.ts';
import { redact } from '../../capture/redaction/redaction.ts';
import { frontMatterOf } from '../../capture/notes/frontMatter.ts';
import type { FrontMatter } from '../../capture/notes/frontMatter.ts';
import { boundedStatement, readNoteFile } from '../../capture/notes/noteText.ts';
import { lessonsOf } from '../../capture/notes/planLessons.ts';
import type { PlanLesson } from '../../capture/notes/planLessons.ts';
import { outlineOf } from '../../capture/notes/planOutline.ts';
import type { PlanOutline, PlanStep } from '../../capture/notes/planOutline.ts';

const format = 'plans';
const lessonConfidence = 0.8;
const maxTitleLength = 200;
const maxGoalLength = 700;
const maxStepLength = 200;
const maxPartLength = 100;
/** A tag has at most 100 characters. */
const maxPathLength = 95;
/** The first word of the statement of a plan; lessons have other sections. */
const planSection = 'Plan';

/** The plan is the first note; its decisions and lessons follow. A file without any text yields nothing. */
export const readPlan: ReadNotes = async function* (file, folder) {
  const read = await readNoteFile(file);
  if ('unreadable' in read) {
    yield { sourceRef: file, unreadable: read.unreadable };
    return;
  }
  const text = read.text.replaceAll(/\r\n?/gu, '\n');
  if (!/[\p{L}\p{N}]/u.test(text)) return;
  const matter = frontMatterOf(text);
  const outline = outlineOf(text.split('\n').slice(matter.lines).join('\n'));
  const title = titleOf(outline, matter, file);
  const common = { createdAt: read.modifiedAt, ...(folder !== undefined && { folder }) };
  const subject = await subjectOf(file, folder);
  yield {
    type: 'plan',
    category: categoryOfType.plan,
    fact: statementOf(title, matter, outline),
    section: planSection,
    tags: [format, subject],
    subject,
    sourceRef: `${file}#L1`,
    ...common,
  };
  if (!isFinished(outline)) return;
  for (const lesson of lessonsOf(outline.blocks)) yield { ...noteFrom(lesson, title, file, matter), ...common };
};

function isFinished({ steps }: PlanOutline): boolean {
  return steps.length > 0 && steps.every(({ isDone }) => isDone);
}

function noteFrom({ type, label, text, line }: PlanLesson, title: string, file: string, matter: FrontMatter): Note {
  const section = `${title} – ${bounded(label, maxPartLength)}`;
  return {
    type,
    category: categoryOfType[type],
    confidence: lessonConfidence,
    fact: boundedStatement(`${section}: ${text}`),
    section,
    tags: [format],
    sourceRef: `${file}#L${String(line + matter.lines)}`,
  };
}

function titleOf({ title }: PlanOutline, matter: FrontMatter, file: string): string {
  const stated = oneLine(title ?? matter.title ?? matter.name ?? '');
  return stated === '' ? nameOf(file) : bounded(stated, maxTitleLength);
}

/** `retry uploads` for `2026-03-02-retry-uploads.md`. */
function nameOf(file: string): string {
  const name = basename(file, extname(file));
  return oneLine(name.replace(/^\d{4}-\d{2}-\d{2}[-_ ]/u, '').replaceAll(/[-_]+/gu, ' ')) || name;
}

/** `Plan: Retry uploads (3 of 7 steps done)`, the goal, and the open steps that fit. */
function statementOf(title: string, matter: FrontMatter, { goal, steps }: PlanOutline): string {
  const done = steps.filter(({ isDone }) => isDone).length;
  const state = steps.length === 0 ? '' : ` (${done.toLocaleString('en')} of ${counted(steps.length, 'step')} done)`;
  const about = goal?.text ?? matter.description;
  const head = [
    `${planSection}: ${title}${state}`,
    ...(about === undefined ? [] : [`${goal?.isStated === true ? 'Goal: ' : ''}${bounded(about, maxGoalLength)}`]),
  ].join('\n');
  const open = openSteps(steps, maxNoteLength - head.length - 1);
  return open === '' ? head : `${head}\n${open}`;
}

/** `Open: Add a queue; Write tests`, with a line for each part of the plan if it has several. */
function openSteps(steps: readonly PlanStep[], maxLength: number): string {
  const open = steps.filter(({ isDone }) => !isDone);
  if (open.length === 0) return '';
  const hasParts = new Set(steps.map(({ part }) => part)).size > 1;
  let text = 'Open:';
  for (const [place, step] of open.entries()) {
    const name = bounded(step.text, maxStepLength).replace(/[.;。；]$/u, '');
    const added = `${hasParts ? partOf(step, open[place - 1]) : separatorOf(place)}${name}`;
    const rest = `${hasParts ? '\n' : '; '}and ${(open.length - place).toLocaleString('en')} more`;
    if (text.length + added.length + rest.length > maxLength) return `${text}${rest}`;
    text += added;
  }
  return text;
}

function separatorOf(place: number): string {
  return place === 0 ? ' ' : '; ';
}

/** What is written before a step: the part that it begins, or a separator. */
function partOf({ part }: PlanStep, before: PlanStep | undefined): string {
  if (part === before?.part) return '; ';
  return part === '' ? '\n' : `\n${bounded(part, maxPartLength)}: `;
}

/** Secrets are removed before the text is cut, since no rule recognizes half of one. */
function bounded(text: string, length: number): string {
  return text.length <= length ? text : shorten(redact(text).text, length);
}

/**
 * Names the file within its project, so that it is the same plan in every clone and worktree. A home folder counts as a
 * repository here, because the path only has to be the same in each copy.
 */
async function subjectOf(file: string, folder: string | undefined): Promise<string> {
  const real = await realpath(file);
  const project = await realpath(folder ?? dirname(file)).catch(() => dirname(real));
  const path = relative(repositoryTop(project) ?? project, real).replaceAll('\\', '/');
  return `plan:${path.toLowerCase().slice(-maxPathLength)}`;
}
