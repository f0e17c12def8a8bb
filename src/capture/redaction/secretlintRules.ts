/**
 * Runs the rules of secretlint, which are maintained as issuers change their formats. They are made to check files;
 * here they check a text synchronously, and only if it contains a string that all their findings contain. Rules that
 * our own rules cover more completely are left out.
 */
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { holdsOneOf } from './matching/rule.ts';
import type { Span } from './matching/span.ts';
import { isInRun } from './matching/windows.ts';

type Creator = (typeof rules)[number];
type Handler = ReturnType<Creator['create']>;
type Source = Parameters<NonNullable<Handler['file']>>[0];

interface MaintainedRule {
  name: string;
  /** As in `Rule.signs`. */
  signs: readonly string[];
  find: (text: string) => Span[];
}

/**
 * By the last part of the rule's name: its display name and signs. A test fails if a new version adds rules. Basic
 * authentication and connection strings are left to our own rule for URLs, which keeps user and host; Google's rule
 * checks files only.
 */
export const askedRules: Readonly<Record<string, { name: string; signs: readonly string[] }>> = {
  aws: { name: 'AWS secret key', signs: ['SECRET', 'secret', 'Secret'] },
  privatekey: { name: 'private key', signs: ['PRIVATE KEY'] },
  slack: { name: 'Slack token', signs: ['xox', 'xapp-', 'hooks.slack'] },
  sendgrid: { name: 'SendGrid key', signs: ['SG.'] },
  shopify: { name: 'Shopify token', signs: ['shp'] },
  stripe: { name: 'Stripe key', signs: ['k_live', 'k_test'] },
  github: { name: 'GitHub token', signs: ['gh', 'github_pat_'] },
  gitlab: { name: 'GitLab token', signs: ['glpat-'] },
  grafana: { name: 'Grafana token', signs: ['glc_', 'glsa_'] },
  openai: { name: 'API key', signs: ['T3BlbkFJ'] },
  anthropic: { name: 'API key', signs: ['sk-ant-'] },
  groq: { name: 'API key', signs: ['gsk_'] },
  huggingface: { name: 'Hugging Face token', signs: ['hf_'] },
  linear: { name: 'Linear key', signs: ['lin_api_'] },
  notion: { name: 'Notion token', signs: ['ntn_'] },
  '1password': { name: '1Password token', signs: ['ops_ey'] },
  'hashicorp-vault': { name: 'Vault token', signs: ['hvs.', 'hvb.', 'hvr.'] },
  vercel: { name: 'Vercel token', signs: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'] },
  databricks: { name: 'Databricks token', signs: ['dapi'] },
  docker: { name: 'Docker token', signs: ['dckr_pat_'] },
  figma: { name: 'Figma token', signs: ['figd_'] },
  cloudflare: { name: 'Cloudflare token', signs: ['cfk_', 'cfut_', 'cfat_'] },
  tailscale: { name: 'Tailscale key', signs: ['tskey-'] },
};

export const unaskedRules: readonly string[] = [
  'gcp',
  'npm',
  'basicauth',
  'database-connection-string',
  'filter-comments',
];

export function shortNameOf(rule: Creator): string {
  return rule.meta.id.replace('@secretlint/secretlint-rule-', '');
}

const asked: readonly MaintainedRule[] = rules.flatMap((rule) => {
  const known = askedRules[shortNameOf(rule)];
  return known === undefined ? [] : [{ ...known, find: finderOf(rule, known.name) }];
});

export function maintainedSpans(text: string): Span[] {
  return asked.flatMap(({ signs, find }) => (holdsOneOf(text, signs) ? find(text) : []));
}

function finderOf(rule: Creator, name: string): MaintainedRule['find'] {
  let found: Span[] = [];
  const handler = rule.create(
    {
      sharedOptions: {},
      createTranslator: () => () => ({ message: '', messageId: '', data: undefined }),
      report: ({ range: [start, end] }) => found.push({ start, end, rule: name }),
      ignore: () => undefined,
    },
    {},
  );
  return (text) => {
    found = [];
    void handler.file?.(asSource(text));
    return found.map((span) => ({ ...span, end: endOfRun(text, span.end) }));
  };
}

/**
 * Some rules report a prefix and a fixed key length, which would leave the rest of a longer key. So a finding never
 * ends within a run of key characters.
 */
function endOfRun(text: string, end: number): number {
  let last = end;
  while (isInRun(text, last - 1) && isInRun(text, last)) last += 1;
  return last;
}

/** A source without a file. No rule in use reads positions as line and column. */
function asSource(content: string): Source {
  const start = { line: 1, column: 0 };
  return {
    hasBOM: false,
    content,
    filePath: undefined,
    physicalFilePath: undefined,
    contentType: 'text',
    ext: '',
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: () => [0, content.length],
    rangeToLocation: () => ({ start, end: start }),
    positionToIndex: () => 0,
    indexToPosition: () => start,
  };
}
