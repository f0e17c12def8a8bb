/** A map with a maximum size. It drops the entry that was set longest ago. */
export class BoundedMap<K, V> {
  readonly #max: number;
  readonly #entries = new Map<K, V>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    for (const [oldest] of this.#entries) {
      this.#entries.delete(oldest);
      break;
    }
  }

  values(): V[] {
    return [...this.#entries.values()];
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }
}
