/**
 * Pictures of the web UI for readers of the repository, in `docs/images`. A missing picture fails the test; only
 * `UPDATE_GOLDEN=1` updates them. Machines render letters and edges slightly differently, so a small share of the
 * pixels may differ.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { artifacts, root } from '../../scripts/lib/places.ts';

const folder = join(root, 'docs', 'images');
/** From 0 to 1: how far two colors may be apart, and which share of the pixels may be further apart. */
const colourTolerance = 0.2;
const pixelTolerance = 0.01;

/** What differs in a picture, as a sentence; undefined if nothing does. */
export function whatDiffers(name: string, actual: Buffer): string | undefined {
  const file = join(folder, `${name}.png`);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(folder, { recursive: true });
    const before = existsSync(file) ? compare(readFileSync(file), actual) : undefined;
    // Rendering differences of the machine are not worth a commit.
    if (before === undefined || before.share > 0 || before.sizes !== undefined) writeFileSync(file, actual);
    return undefined;
  }
  writeArtifact(`${name}.actual.png`, actual);
  if (!existsSync(file)) return `docs/images/${name}.png is missing.`;
  const { sizes, share, difference } = compare(readFileSync(file), actual);
  if (sizes !== undefined) return `${name}: ${sizes}.`;
  if (share <= pixelTolerance) return undefined;
  writeArtifact(`${name}.diff.png`, PNG.sync.write(difference));
  return `${name}: ${(share * 100).toFixed(1)} % of the pixels differ.`;
}

function compare(expected: Buffer, actual: Buffer): { sizes?: string; share: number; difference: PNG } {
  const [one, other] = [PNG.sync.read(expected), PNG.sync.read(actual)];
  const difference = new PNG({ width: one.width, height: one.height });
  if (one.width !== other.width || one.height !== other.height) {
    const sizes = `it was ${sizeOf(one)} pixels and is ${sizeOf(other)}`;
    return { sizes, share: 1, difference };
  }
  const options = { threshold: colourTolerance };
  const count = pixelmatch(one.data, other.data, difference.data, one.width, one.height, options);
  return { share: count / (one.width * one.height), difference };
}

function sizeOf({ width, height }: PNG): string {
  return `${String(width)} × ${String(height)}`;
}

function writeArtifact(name: string, content: Buffer): void {
  const place = join(artifacts, 'pictures');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, name), content);
}
