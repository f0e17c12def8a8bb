/** What a colleague would call the chat. */
import { oneLine, shorten } from '../../util/text.ts';
import { withoutMachineNames } from './machineNames.ts';
import type { Request } from './requests.ts';
import { tellingCount } from './stopWords.ts';

const longest = 120;
const placeholder =
  /^(?:new (?:chat|session|conversation)|untitled|chat|session|conversation|no title|neuer chat|neue unterhaltung|nouvelle conversation|nuevo chat|新(?:的)?(?:聊天|对话|会话))\b[\s\d#:.()-]*$|^新(?:的)?(?:聊天|对话|会话)/i;
const path = /^(?:[A-Za-z]:)?[\\/~.]?[^\s]*[\\/][^\s]*$/u;
const machineName = /^[\da-f]{8}-?[\da-f-]{4,40}$|^[\d\s.:/TZ+-]+$/i;

/** At most 120 characters, cut at a word; empty when there is nothing to tell. */
export function headlineFrom(title: string | null, requests: readonly Request[], outcome: string | null): string {
  const own = title === null || path.test(title) ? '' : oneLine(withoutMachineNames(title));
  if (isRealTitle(own, requests[0])) return shorten(own, longest);
  const telling = requests.find(({ isVague }) => !isVague);
  const vague = requests.find(({ line }) => tellingCount(line) >= 1);
  return shorten(
    telling?.line ?? outcome ?? vague?.line ?? requests.find(({ line }) => line !== '')?.line ?? '',
    longest,
  );
}

/** A client without a better one takes the beginning of the first request, which the rules make more of. */
function isRealTitle(title: string, first: Request | undefined): boolean {
  if (title === '' || title.length > longest || placeholder.test(title) || machineName.test(title)) return false;
  if (tellingCount(title) < 1) return false;
  const start = title.replace(/(?:…|\.{3})$/u, '').toLowerCase();
  return first === undefined || title.length < 40 || !oneLine(first.text).toLowerCase().startsWith(start);
}
