/** The connection to a server. */
import { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

/**
 * Sends in one packet what is written in one turn of the event loop: the driver writes each of several statements by
 * itself, and each packet costs both sides more than a short statement. Without effect under TLS, which writes elsewhere.
 */
export class GatheringSocket extends Socket {
  #gathers = false;

  constructor() {
    super();
    // A socket that connects gets the method of Node's class as its own.
    this.once('connect', () => Reflect.deleteProperty(this, 'write'));
  }

  override write(chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (!this.#gathers) {
      this.#gathers = true;
      this.cork();
      process.nextTick(() => {
        this.#gathers = false;
        this.uncork();
      });
    }
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, done);
  }
}
