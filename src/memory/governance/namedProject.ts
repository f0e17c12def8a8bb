/** Finds the project that a person or a model names, and says what to name instead. */
import { shorten } from '../../util/text.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Project } from '../shared/identity.ts';
import { plainLine } from '../trust/quoting.ts';
import { similarProjects } from './similarProjects.ts';

/**
 * The project with this key, else the one of this key or name in any case. Rejects with `invalid_input` if there is none
 * or if there are several.
 */
export function namedProject(projects: readonly Project[], field: string, name: string): Project {
  const wanted = name.trim();
  const exactly = projects.find(({ key }) => key === wanted);
  const named = projects.filter((one) => [one.key, one.name].some((own) => own.toLowerCase() === wanted.toLowerCase()));
  const [found, ...others] = exactly === undefined ? named : [exactly];
  if (found === undefined)
    throw new BigMindError('invalid_input', unknownProject(wanted, projects, ''), { details: { field } });
  if (others.length > 0) throw ambiguousProject(field, wanted, named);
  return found;
}

/** The error for a name that several projects have. */
export function ambiguousProject(field: string, name: string, named: readonly Project[]): BigMindError {
  return new BigMindError('invalid_input', `Several projects are called "${name}".`, {
    remedy: `Use one of: ${named.map(({ key }) => key).join(', ')}.`,
    details: { field },
  });
}

/** How many projects the answer about an unknown one names. */
const maxProjectsNamed = 5;

/** A sentence for a name that no project has, with similar names. */
export function unknownProject(
  wanted: string,
  projects: readonly Project[],
  remedy = ' Omit the project, or use "all".',
): string {
  const known = [...new Map(projects.map((project) => [project.id, project])).values()];
  const similar = similarProjects(wanted, known);
  const named = (similar.length > 0 ? similar : known).slice(0, maxProjectsNamed).map((project) => {
    const isAmbiguous = known.some(({ id, name }) => id !== project.id && name === project.name);
    return `"${shorten(plainLine(isAmbiguous ? project.key : project.name), 120)}"`;
  });
  const others = named.length === 0 ? '' : ` ${similar.length > 0 ? 'Similar' : 'Known'}: ${named.join(', ')}.`;
  return `No project is called "${shorten(plainLine(wanted), 60)}".${others}${remedy}`;
}
