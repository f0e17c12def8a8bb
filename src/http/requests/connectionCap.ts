/**
 * How many connections one address may have, so that nobody takes all of them from the others. A stranger may have
 * fewer than the clients of a company behind one address, whose connections have sent a valid token.
 */
import type { Socket } from 'node:net';
import { networkOf } from './network.ts';

export interface ConnectionLimits {
  ofAddress: number;
  /** Of those, without a valid token so far. */
  unidentified: number;
}

export class ConnectionCap {
  readonly #limits: ConnectionLimits;
  readonly #isIdentified: (socket: Socket) => boolean;
  readonly #open = new Map<string, Set<Socket>>();

  constructor(limits: ConnectionLimits, isIdentified: (socket: Socket) => boolean) {
    this.#limits = limits;
    this.#isIdentified = isIdentified;
  }

  /** Counts a connection until it is closed; false if its address has too many others. */
  admits(socket: Socket): boolean {
    const network = networkOf(socket.remoteAddress ?? '');
    const open = this.#open.get(network) ?? new Set();
    const unidentified = [...open].filter((one) => !this.#isIdentified(one));
    if (open.size >= this.#limits.ofAddress || unidentified.length >= this.#limits.unidentified) return false;
    this.#open.set(network, open.add(socket));
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0) this.#open.delete(network);
    });
    return true;
  }
}
