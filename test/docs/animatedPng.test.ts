/** The recording in the documents: an animated PNG of pictures of which only what changed is stored. */
import assert from 'node:assert/strict';
import { PNG } from 'pngjs';
import { animatedPng, changedArea, chunksOf } from '../../scripts/recording/animatedPng.ts';

/** White, with one rectangle in red. */
function picture(red: { x: number; y: number; width: number; height: number }): PNG {
  const png = new PNG({ width: 8, height: 6 });
  png.data.fill(255);
  for (let y = red.y; y < red.y + red.height; y += 1) {
    for (let x = red.x; x < red.x + red.width; x += 1) png.data.fill(0, (y * 8 + x) * 4 + 1, (y * 8 + x) * 4 + 3);
  }
  return png;
}

const nothing = { x: 0, y: 0, width: 0, height: 0 };
const square = { x: 3, y: 2, width: 2, height: 3 };

describe('an animated PNG', () => {
  const frames = [nothing, square].map((red) => ({ png: PNG.sync.write(picture(red)), milliseconds: 1500 }));
  const animation = animatedPng(frames);
  const chunks = chunksOf(animation);

  it('shows its first picture where animations are not supported', () => {
    assert.deepEqual(PNG.sync.read(animation).data, picture(nothing).data);
  });

  it('counts its pictures, and numbers their parts', () => {
    assert.deepEqual(
      chunks.map(({ type }) => type),
      ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'],
    );
    assert.equal(chunks[1]?.data.readUInt32BE(0), 2);
    assert.deepEqual(
      [2, 4, 5].map((index) => chunks[index]?.data.readUInt32BE(0)),
      [0, 1, 2],
    );
  });

  it('stores the area that changed, and how long it is shown', () => {
    const control = chunks[4]?.data ?? Buffer.alloc(0);
    const [width, height, x, y] = [4, 8, 12, 16].map((at) => control.readUInt32BE(at));
    assert.deepEqual({ x, y, width, height }, square);
    assert.equal(control.readUInt16BE(20) / control.readUInt16BE(22), 1.5);
  });

  it('has one pixel for a picture that equals the one before', () => {
    assert.deepEqual(changedArea(picture(square), picture(square)), { x: 0, y: 0, width: 1, height: 1 });
  });

  it('refuses pictures of different sizes', () => {
    const small = { png: PNG.sync.write(new PNG({ width: 2, height: 2 })), milliseconds: 1 };
    assert.throws(() => animatedPng([...frames, small]), /one size/u);
  });
});
