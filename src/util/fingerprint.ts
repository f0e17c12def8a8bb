/**
 * A short, fast hash that does not resist deliberate collisions. It detects whether an embedded text changed, where a
 * collision only keeps an outdated vector, and distinguishes names from which a secret was removed.
 */

/** 53 bits over the text's UTF-16 units, followed by its length. */
export function fingerprint(text: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  const bits = 4_294_967_296 * (other & 0x1f_ffff) + (one >>> 0);
  return `${bits.toString(36)}.${text.length.toString(36)}`;
}
