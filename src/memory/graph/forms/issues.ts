/** The form of issues, pull requests, tickets and links to repositories. */
import { shorten } from '../../../util/text.ts';

const numbered = /^(?:(?:PR|MR|GH|issue|ticket|pull request|merge request)[ -]?#?|#)(?<number>[1-9]\d{0,6})$/iu;
const ofRepository = /^[\w-][\w.-]{0,38}\/[\w.-]{1,80}#[1-9]\d{0,6}$/u;
const ticket = /^(?<prefix>[A-Z][A-Z0-9]{1,9})-(?<number>[1-9]\d{0,5})$/u;
/** Norms, algorithms, models and counted things that look like tickets. */
const notTickets = new Set(
  (
    'UTF UTC GMT CET PST EST UCS ISO IEC IEEE ANSI DIN EN ECMA RFC BCP PEP JSR ADR CVE CWE SHA MD AES DES RSA ECDSA ED TLS SSL HMAC BLAKE CRC HTTP HTTPS TCP UDP IP IPV USB PCI ' +
    'DDR GPT GPT4 LLAMA CLAUDE BERT OPUS O1 T5 COVID ES VT XT X86 AMD ARM WIN CP LATIN BASE MP H WCAG A11Y I18N Q1 Q2 Q3 Q4 FY PHASE STEP TASK OPTION ITEM ' +
    'TEST CASE PART CHECK LEVEL TIER GRADE DAY WEEK YEAR VERSION RC BETA ALPHA TODO NOTE LINE ROW COL PAGE TOP GATE SPEC'
  ).split(' '),
);
const host = String.raw`(?:https?:\/\/(?:www\.)?|git@|ssh:\/\/git@|git:\/\/)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)[/:]`;
const link = new RegExp(
  String.raw`^${host}(?<owner>[\w-][\w.-]{0,38})\/(?<name>[\w-][\w.-]{0,80}?)(?:\.git)?(?:\/(?:-\/)?(?:(?:issues|pull|pulls|merge_requests|discussions)\/(?<number>[1-9]\d{0,6}))?\S*|[?#]\S*)?$`,
  'iu',
);
/** Pages of these hosts that are no repositories. */
const notOwners = new Set(
  'orgs users settings features about login topics search marketplace sponsors apps notifications explore'.split(' '),
);

interface Linked {
  name: string;
  kind: 'project' | 'issue';
}

/** `#12` for `#12`, `PR 12`, `pull request #12` and `GH-12`. */
export function numberedFrom(text: string): string | undefined {
  if (text.length > 24) return undefined;
  const number = numbered.exec(text)?.groups?.['number'];
  return number === undefined ? undefined : `#${number}`;
}

/** `ABC-123` or `owner/repository#123`. */
export function isTicket(text: string): boolean {
  if (text.length > 130 || !/\d$/u.test(text)) return false;
  const { prefix, number = '' } = ticket.exec(text)?.groups ?? {};
  if (prefix === undefined) return ofRepository.test(text);
  return !notTickets.has(prefix) && !/^(?:19|20)\d\d$/u.test(number);
}

/** `owner/repository`, or `owner/repository#12` for the address of an issue, at one of the large Git hosts. */
export function linkedFrom(address: string): Linked | undefined {
  if (address.length > 500) return undefined;
  const { owner, name, number } = link.exec(address)?.groups ?? {};
  if (owner === undefined || name === undefined || notOwners.has(owner.toLowerCase())) return undefined;
  const repository = shorten(`${owner}/${name}`, 70);
  return number === undefined
    ? { name: repository, kind: 'project' }
    : { name: `${repository}#${number}`, kind: 'issue' };
}
