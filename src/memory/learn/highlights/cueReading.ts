/** The cues of one sentence, read once for all features. */
import { createCueFinder, cueWordsOf } from './cueFinder.ts';
import { families, familiesByRole, headingFamilies, labels, openings } from './cues.ts';

type ByRole = keyof typeof familiesByRole;
type General = keyof typeof families;
type Opening = keyof typeof openings;
type Heading = keyof typeof headingFamilies;

export interface Cues {
  byRole: ReadonlySet<ByRole>;
  general: ReadonlySet<General>;
  openings: ReadonlySet<Opening>;
  headings: ReadonlySet<Heading>;
  isRecap: boolean;
}

const findByRole = createCueFinder<ByRole>(familiesByRole, 'anywhere');
const findGeneral = createCueFinder<General>(families, 'anywhere');
const findOpenings = createCueFinder<Opening>(openings, 'at the beginning');
const findLabels = createCueFinder<keyof typeof labels>(labels, 'anywhere');
const findHeadings = createCueFinder<Heading>(headingFamilies, 'anywhere');
const maxLabelLength = 80;

export function readCues(sentence: string, heading: string): Cues {
  const words = cueWordsOf(sentence);
  const colon = sentence.slice(0, maxLabelLength).search(/[:：]\s*\S/);
  const label = sentence.slice(0, Math.max(0, colon));
  return {
    byRole: findByRole(words, sentence),
    general: findGeneral(words, sentence),
    openings: findOpenings(words, sentence),
    headings: heading === '' ? new Set() : findHeadings(cueWordsOf(heading), heading),
    isRecap: label !== '' && findLabels(cueWordsOf(label), label).size > 0,
  };
}
