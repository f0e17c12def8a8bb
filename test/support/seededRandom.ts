/** Numbers that look like chance and are the same for the same seed: Mulberry32, a public-domain generator by Tommy Ettinger. */

/** A number from 0 up to 1, on each call the next of its seed's. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
