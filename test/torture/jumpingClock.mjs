/** Loaded before the program: a clock that jumps back and forth by up to half a century, every two seconds. */
const RealDate = Date;
const seed = Number(process.env.TORTURE_SEED ?? '1');
const halfCentury = 50 * 365.25 * 86_400_000;

function shift() {
  const step = Math.floor(RealDate.now() / 2_000) + seed;
  const noise = Math.sin(step * 12.9898) * 43_758.5453;
  return Math.round((noise - Math.floor(noise) - 0.5) * halfCentury);
}

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shift());
    else super(...parts);
  }

  static now() {
    return RealDate.now() + shift();
  }
};
