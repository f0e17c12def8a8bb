/** Custom redaction patterns: used if possible, rejected by name if not. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redact, useCustomRules } from '../../src/capture/redaction/redaction.ts';
import { customPatternsFrom, patternsIn, refusalText } from '../../src/capture/redaction/customPatterns.ts';
import { PatternsInUse } from '../../src/capture/redaction/patternsInUse.ts';

describe('custom redaction patterns', () => {
  afterEach(() => useCustomRules([]));

  it('remove what they match, also in short texts and in parts of long ones', () => {
    useCustomRules(customPatternsFrom(['ACME-\\d{4}', '/project\\s+bluebird/i']).rules);
    assert.equal(redact('ACME-1234').text, '[removed: own pattern]');
    assert.equal(redact('about Project Bluebird').text, 'about [removed: own pattern]');
    const long = `${'word '.repeat(3_000)}ACME-9999 ${'word '.repeat(3_000)}`;
    const { text, removed } = redact(long);
    assert.deepEqual([removed, text.includes('ACME-')], [1, false]);
  });

  const rejectedPatterns: Record<string, RegExp> = {
    '(unclosed': /not a regular expression/u,
    'x*': /matches an empty text/u,
    '(a+)+$': /forever/u,
    '(a|aa)*b': /forever/u,
    '\\w+\\w+-': /forever/u,
    '.*a.*a.*a.*b': /more than two unlimited/u,
    '.{0,400}a.{0,400}a.{0,400}b': /more than two unlimited/u,
    '.*a.*b': /too long/u,
    '(?:a{1,20}){1,9}b': /forever/u,
    '.+': /ordinary sentences/u,
    '\\w+': /ordinary sentences/u,
    '\\p{L}{3}': /ordinary sentences/u,
    '\\p{Script=Han}': /ordinary sentences/u,
    the: /ordinary sentences/u,
    [`a${'b'.repeat(500)}`]: /more than 500/u,
  };
  for (const [pattern, reason] of Object.entries(rejectedPatterns)) {
    it(`reject ${pattern.slice(0, 20)} and keep the others`, () => {
      const { rules, refused } = customPatternsFrom([pattern, 'ACME-\\d+']);
      assert.equal(rules.length, 1);
      assert.match(refusalText(refused[0] ?? { pattern: '', reason: '' }), reason);
    });
  }

  it('are read from a list, an object or lines', () => {
    assert.deepEqual(patternsIn('["a\\\\d", "b"]'), ['a\\d', 'b']);
    assert.deepEqual(patternsIn('{"patterns": ["a"]}'), ['a']);
    assert.deepEqual(patternsIn('ACME-\\d+\n\nother'), ['ACME-\\d+', 'other']);
    assert.deepEqual(patternsIn('[A-Z]{3}-\\d+'), ['[A-Z]{3}-\\d+']);
    assert.deepEqual(patternsIn('["x"'), 'is damaged: it is not JSON');
    assert.deepEqual(patternsIn(''), []);
  });

  it('may contain one or two unlimited repetitions', () => {
    const acceptedPatterns = [
      '\\w+@acme\\.example',
      'ACME-\\d+-\\d+',
      '/kunde\\s{1,5}\\w{2,40}/i',
      '[A-Z]{2,8}_[a-f0-9]{16,}',
      '://\\S+\\.internal\\b',
    ];
    assert.deepEqual(customPatternsFrom(acceptedPatterns).refused, []);
  });

  for (const [what, damage] of Object.entries({
    'a damaged file': '{"patterns": ["FILE-',
    'an empty file': '',
    'a misspelt key': '{"pattern": ["FILE-\\\\d+"]}',
    'a pattern that is not text': '{"patterns": [1]}',
  })) {
    it(`stay in use despite ${what}, which is reported`, () => {
      const home = mkdtempSync(join(tmpdir(), 'bigmind-patterns-'));
      const file = join(home, 'redaction.json');
      try {
        const notes: string[] = [];
        const patterns = new PatternsInUse({ home, fixed: undefined }, (text) => notes.push(text));
        patterns.read();
        assert.equal(notes.length, 0);
        writeFileSync(file, '{"patterns": ["FILE-\\\\d+"]}');
        patterns.read();
        writeFileSync(file, damage);
        patterns.read();
        assert.equal(redact('a FILE-1').text, 'a [removed: own pattern]');
        assert.equal(notes.length, 1);
        assert.ok(notes[0]?.startsWith(file));
        assert.deepEqual(patterns.refused, notes);
        rmSync(file);
        patterns.read();
        assert.equal(redact('a FILE-1').text, 'a FILE-1');
      } finally {
        rmSync(home, { recursive: true });
      }
    });
  }

  it('stay in use despite a file that cannot be read', () => {
    const home = mkdtempSync(join(tmpdir(), 'bigmind-patterns-'));
    try {
      useCustomRules(customPatternsFrom(['FILE-\\d+']).rules);
      mkdirSync(join(home, 'redaction.json'));
      const patterns = new PatternsInUse({ home, fixed: undefined }, () => undefined);
      patterns.read();
      assert.match(patterns.refused[0] ?? '', /redaction\.json cannot be read \(EISDIR\)/u);
      assert.equal(redact('a FILE-1').text, 'a [removed: own pattern]');
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('come from the variable or else from the file, and report rejected ones', () => {
    const home = mkdtempSync(join(tmpdir(), 'bigmind-patterns-'));
    try {
      writeFileSync(join(home, 'redaction.json'), '{"patterns": ["FILE-\\\\d+", "(("]}');
      const notes: string[] = [];
      const fromFile = new PatternsInUse({ home, fixed: undefined }, (text) => notes.push(text));
      fromFile.read();
      assert.equal(redact('a FILE-1 and VAR-1').text, 'a [removed: own pattern] and VAR-1');
      assert.equal(fromFile.refused.length, 1);
      assert.deepEqual(notes, fromFile.refused);
      new PatternsInUse({ home, fixed: 'VAR-\\d' }, () => undefined).read();
      assert.equal(redact('a FILE-1 and VAR-1').text, 'a FILE-1 and [removed: own pattern]');
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
