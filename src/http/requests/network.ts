/** The network of a client, by which strangers are counted. */
import { isIPv6 } from 'node:net';

/**
 * An IPv4 address, also one that is written as IPv6. Of an IPv6 address the first 64 bits, because one client can use
 * any of the addresses that share them.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/u.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [front = '', back] = plain.split('::');
  const groupsIn = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const known = [groupsIn(front), groupsIn(back ?? '')] as const;
  // A last group in the form of IPv4 stands for two.
  const count = known.flat().reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0);
  const groups = [...known[0], ...Array<string>(back === undefined ? 0 : 8 - count).fill('0'), ...known[1]];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/u, ''));
  return `${network.join(':')}::/64`;
}
