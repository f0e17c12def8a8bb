/** The managed block: everything outside it stays byte for byte, whatever the file contains. */
import assert from 'node:assert/strict';
import { hasBlock, withBlock, withoutBlock } from '../../src/clients/files/managedBlock.ts';
import { contextMarkers, rulesMarkers, withoutOwnBlocks } from '../../src/memory/archive/ownBlocks.ts';
import { refusal } from './support.ts';

const start = '<!-- BIGMIND:START (written by BigMind; changes between these lines are lost) -->';
const end = '<!-- BIGMIND:END -->';
const block = `${start}\nUse the memory.\n${end}`;

const put = (content: string | Buffer, text = 'Use the memory.'): Buffer =>
  withBlock(Buffer.from(content), text, 'F.md', rulesMarkers);
const remove = (content: string | Buffer): Buffer => withoutBlock(Buffer.from(content), 'F.md', rulesMarkers);

describe('a managed block', () => {
  it('is added at the end, after one blank line', () => {
    assert.equal(put('# Mine\n').toString(), `# Mine\n\n${block}\n`);
    assert.equal(put('# Mine').toString(), `# Mine\n\n${block}`);
    assert.equal(put('').toString(), block, 'an empty file has no line end to keep');
  });

  it('uses the line ends of the file', () => {
    assert.equal(put('# Mine\r\nText\r\n').toString(), `# Mine\r\nText\r\n\r\n${block.replaceAll('\n', '\r\n')}\r\n`);
    assert.equal(put('# One\r\nbut\nmostly\nthese\n').toString(), `# One\r\nbut\nmostly\nthese\n\n${block}\n`);
  });

  it('leaves the original bytes when it is removed', () => {
    const originals = [
      '# Mine\n',
      '# Mine',
      '# Mine\n\n',
      '# Mine\n\n\n',
      '\n',
      '\n\n',
      '   ',
      '# Mine\r\nText\r\n',
      '# Mine\r\nText',
      '# Mine\r\n\r\n',
      '\r\n',
      '\ufeff# With a mark\n',
      '\ufeff',
      '\ufeff\n',
      'a\r\nb\nc\n',
      '---\na: b\n---\n',
      '<!-- a comment of somebody -->\n',
    ].map((text) => Buffer.from(text));
    const latin1 = Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x0a]);
    for (const original of [...originals, latin1, Buffer.alloc(0)]) {
      const full = put(original);
      assert.ok(hasBlock(full, 'F.md', rulesMarkers));
      assert.ok(full.subarray(0, original.length).equals(original), JSON.stringify(original.toString()));
      assert.deepEqual(remove(full), original, JSON.stringify(original.toString()));
    }
  });

  it('changes nothing when the same text is written again', () => {
    for (const original of ['# Mine\n', '# Mine', 'a\r\nb\r\n', '']) {
      const once = put(original);
      assert.deepEqual(put(once), once);
      assert.deepEqual(put(once, 'Use the memory.\r\n\n'), once);
    }
  });

  it('is replaced in place, even if people wrote below it and its marker differs', () => {
    const content = `# Mine\n\n  <!-- BIGMIND:START v1 -->\nold\n\nolder\n  ${end}\n\nBelow\n`;
    assert.equal(put(content).toString(), `# Mine\n\n${block}\n\nBelow\n`);
    assert.equal(remove(content).toString(), '# Mine\n\nBelow\n');
    assert.equal(put(`${block}\nBelow`, 'New.\nTwo.').toString(), `${start}\nNew.\nTwo.\n${end}\nBelow`);
  });

  it('becomes one if there are two, with all text between them kept', () => {
    const two = `A\n\n${block}\n\nbetween\n\n${block}\nafter\n`;
    assert.equal(put(two, 'New.').toString(), `A\n\n${start}\nNew.\n${end}\n\nbetween\n\nafter\n`);
    assert.equal(remove(two).toString(), 'A\n\nbetween\nafter\n');
  });

  it('is rejected next to a broken marker, with the line and a remedy', () => {
    const broken: [string, RegExp][] = [
      [`A\n${start}\ntext\n`, /Line 2 of F\.md starts .* does not end anywhere\. Delete the BIGMIND line/u],
      [`A\n\n${end}\n`, /Line 3 of F\.md ends .* does not start anywhere/u],
      [`${start}\n${start}\n${end}\n`, /Line 1 of F\.md starts .* a second one starts inside/u],
      [`${block}\r\n${end}`, /Line 4 of F\.md ends/u],
    ];
    for (const [content, words] of broken) {
      assert.throws(() => put(content), refusal('invalid_input', words));
      assert.throws(() => remove(content), refusal('invalid_input', words));
    }
  });

  it('ignores markers inside a line', () => {
    const prose = `Write \`${end}\` below it.\n`;
    assert.deepEqual(remove(put(prose)).toString(), prose);
  });

  it('ignores markers in code, whose end must be there', () => {
    const quoted = [
      `\`\`\`markdown\n${start}\nx\n${end}\n\`\`\`\n`,
      `~~~~\n~~~\n${end}\n~~~~\n`,
      `Text\n\n    ${start}\n`,
      `\t${end}\n`,
      `> ${start}\n`,
      `${start} and ${end}\n`,
    ];
    for (const prose of quoted) {
      const full = put(prose).toString();
      assert.equal(full, `${prose}\n${block}\n`);
      assert.equal(put(full, 'New.').toString(), `${prose}\n${block.replace('Use the memory.', 'New.')}\n`);
      assert.equal(remove(full).toString(), prose);
    }
    for (const open of ['A\n```js\ncode\n', `A\n~~~\n${block}\n`]) {
      assert.throws(() => put(open), refusal('invalid_input', /Line 2 of F\.md opens a code block .* ends the code/u));
    }
  });

  it('does not end in code that quotes its end, so text below a lost marker is safe', () => {
    const lost = `${start}\nx\n\nMine\n\`\`\`\n${end}\n\`\`\`\nMine too\n`;
    for (const change of [put, remove]) {
      assert.throws(() => change(lost), refusal('invalid_input', /Line 1 of F\.md starts .* does not end anywhere/u));
    }
  });

  it('restores any text, with any line ends', () => {
    const random = randomFrom(7);
    const pick = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0];
    const lines = [
      '',
      'text',
      '# Ü',
      '```',
      '````js',
      '~~~',
      `> ${start}`,
      `    ${end}`,
      `\`${end}\``,
      ' ',
      '- a',
      '\ufeff',
    ];
    let [restored, refused] = [0, 0];
    for (let round = 0; round < 4_000; round += 1) {
      const count = Math.floor(random() * 7);
      const ends = pick<readonly [string, ...string[]]>([['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r']]);
      const body = Array.from({ length: count }, () => pick(['', ...lines]) + pick(ends)).join('');
      const original = Buffer.from(pick(['', '', '\ufeff']) + body + pick(['', 'last']));
      const seen = JSON.stringify(original.toString());
      let full: Buffer;
      try {
        full = put(original);
      } catch (thrown) {
        assert.match(String(thrown), /opens a code block/u, seen);
        refused += 1;
        continue;
      }
      assert.ok(full.subarray(0, original.length).equals(original), seen);
      assert.ok(hasBlock(full, 'F.md', rulesMarkers), seen);
      assert.deepEqual(put(full), full, seen);
      assert.deepEqual(remove(put(full, 'Another\ntext.')), original, seen);
      restored += 1;
    }
    assert.ok(restored > 1_000 && refused > 100, `${String(restored)} restored, ${String(refused)} refused`);
  });

  it('stays the same when a block of the other kind comes and goes', () => {
    for (const original of ['# Mine\n', '# Mine', 'a\r\nb\r\n', '\n']) {
      const both = withBlock(put(original), 'What the files say.', 'F.md', contextMarkers);
      assert.deepEqual(withoutBlock(both, 'F.md', contextMarkers), put(original));
      assert.deepEqual(withoutBlock(remove(both), 'F.md', contextMarkers), Buffer.from(original));
    }
  });

  it('is no text of a person, so a text without our blocks keeps its other lines and their numbers', () => {
    const both = withBlock(put('# Mine\n'), 'decided: X', 'F.md', contextMarkers).toString();
    assert.equal(withoutOwnBlocks(`${both}Below\n`), '# Mine\n\n\n\n\n\n\n\n\nBelow\n');
    const broken = `A\n${contextMarkers.start}\nMine\n`;
    assert.equal(withoutOwnBlocks(broken), broken);
  });

  it('is refused in UTF-16', () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('# Mine', 'utf16le')]);
    assert.throws(() => put(utf16), refusal('invalid_input', /UTF-16.*Save it as UTF-8/u));
  });
});

/** Numbers from 0 to 1, the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
