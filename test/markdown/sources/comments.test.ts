/** Memories in comments: five syntaxes, with line, and no text of strings, examples and generated files. */
import assert from 'node:assert/strict';
import { commentEntriesIn, hasMark, mayHaveMemories } from '../../../src/markdown/sources/comments.ts';

/** `line kind text` of each entry. */
const read = (path: string, ...lines: string[]): string[] =>
  commentEntriesIn(path, lines.join('\n')).map(({ line, kind, text }) => `${String(line)} ${kind} ${text}`);

describe('MEMORY: in a comment', () => {
  it('is read in five syntaxes, each in its languages', () => {
    const said = 'decision Vite over Webpack';
    assert.deepEqual(read('a.ts', '', 'f(); // MEMORY: decided: Vite over Webpack'), [`2 ${said}`]);
    assert.deepEqual(read('a.rs', '/// MEMORY: decided: Vite over Webpack'), [`1 ${said}`]);
    assert.deepEqual(read('a.css', '/* MEMORY: decided: Vite over Webpack */'), [`1 ${said}`]);
    assert.deepEqual(read('a.c', '/**', ' * Loads.', ' * MEMORY: decided: Vite over Webpack', ' */'), [`3 ${said}`]);
    assert.deepEqual(read('a.py', 'x = 1  # MEMORY: decided: Vite over Webpack'), [`1 ${said}`]);
    assert.deepEqual(read('deploy/Dockerfile', '# MEMORY: decided: Vite over Webpack'), [`1 ${said}`]);
    assert.deepEqual(read('a.sql', 'SELECT 1; -- MEMORY: decided: Vite over Webpack'), [`1 ${said}`]);
    assert.deepEqual(read('a.html', '<p>', '<!-- MEMORY: decided: Vite over Webpack -->'), [`2 ${said}`]);
    assert.deepEqual(read('a.md', '# Title', '', '<!-- MEMORY: decided: Vite over Webpack -->'), [`3 ${said}`]);
    assert.deepEqual(read('a.vue', '<script>', '// MEMORY: decided: Vite over Webpack', '</script>'), [`2 ${said}`]);
    assert.deepEqual(read('a.lua', '--[[', 'MEMORY: decided: Vite over Webpack', ']]'), [`2 ${said}`]);
    assert.deepEqual(read('a.py', '// MEMORY: decided: Vite over Webpack'), []);
    assert.deepEqual(read('a.ts', '# MEMORY: decided: Vite over Webpack'), []);
    assert.deepEqual(read('a.txt', '// MEMORY: decided: Vite over Webpack'), []);
  });

  it('in German and Chinese is read as in notes', () => {
    assert.deepEqual(read('a.ts', '// MEMORY: Gelernt: Safari braucht Präfixe'), ['1 learning Safari braucht Präfixe']);
    assert.deepEqual(read('a.ts', '// MEMORY：决定：用 SQLite 而不是 Postgres'), [
      '1 decision 用 SQLite 而不是 Postgres',
    ]);
  });

  it('is continued by further lines of the same comment, up to something else', () => {
    const lines = [
      '// MEMORY: decided: Vite over Webpack because it',
      '//   starts faster.',
      '// TODO: measure it',
      'f();',
      '/* MEMORY: problem: the login',
      ' * loops in Safari',
      ' *',
      ' * And another thing. */',
      'g(); // MEMORY: learned: ports are taken',
      '// not of the comment above',
      '// MEMORY: learned: one line only here',
      '',
      '// a later comment',
    ];
    assert.deepEqual(read('a.ts', ...lines), [
      '1 decision Vite over Webpack because it starts faster.',
      '5 problem the login loops in Safari',
      '9 learning ports are taken',
      '11 learning one line only here',
    ]);
    const [decision] = commentEntriesIn('a.ts', lines.join('\n'));
    assert.deepEqual([decision?.reason, decision?.alternatives], ['it starts faster', ['Webpack']]);
  });

  it('without a known form is a learning that counts little', () => {
    const [entry] = commentEntriesIn('a.ts', '// MEMORY: the cache of the CDN keeps pages for a day');
    assert.deepEqual([entry?.kind, entry?.confidence], ['learning', 0.4]);
  });

  it('counts less than a line of a memory file', () => {
    const [entry] = commentEntriesIn('a.ts', '// MEMORY: **decided:** Vite because it is fast');
    assert.equal(entry?.confidence, 0.6);
  });

  it('in a string, a pattern, a template or an example is none', () => {
    const said = 'MEMORY: decided: Vite over Webpack';
    const none: [string, ...string[]][] = [
      ['a.ts', `const a = "// ${said}";`],
      ['a.ts', `const a = '/* ${said} */';`],
      ['a.ts', 'const a = `', `// ${said}`, '`;'],
      ['a.ts', `const a = /\\/\\/ ${said}/u;`],
      ['a.ts', `const a = "\\"// ${said}";`],
      ['a.ts', `fetch(http://${said})`],
      ['a.py', '"""', `# ${said}`, '"""'],
      ['a.py', `a = "# ${said}"`],
      ['a.sh', `echo a#${said}`],
      ['a.md', '```html', `<!-- ${said} -->`, '```'],
      ['a.md', `Write \`<!-- ${said} -->\` there.`],
      ['a.ts', `// See ${said}`],
    ];
    for (const [path, ...lines] of none) assert.deepEqual(read(path, ...lines), [], lines.join('\n'));
  });

  it('is found behind a pattern with quotation marks, and behind an apostrophe', () => {
    const said = '// MEMORY: decided: Vite over Webpack';
    assert.deepEqual(read('a.ts', 'const a = text.split(/[`\'"]/u);', said), ['2 decision Vite over Webpack']);
    assert.deepEqual(read('a.rs', `fn f<'a>(x: &'a str) {} ${said}`), ['1 decision Vite over Webpack']);
    assert.deepEqual(read('a.go', `x := '"' ${said}`), ['1 decision Vite over Webpack']);
    assert.deepEqual(read('a.ts', "const a = 'no end", said), ['2 decision Vite over Webpack']);
    assert.deepEqual(read('a.ts', 'const a = `${b ? `c` : ""}`;', said), ['2 decision Vite over Webpack']);
  });

  it('that asks, or says nothing, is none', () => {
    assert.deepEqual(read('a.ts', '// MEMORY: is Vite the right choice?', '// MEMORY:', '// MEMORY: 512 MB'), []);
    assert.deepEqual(read('a.ts', '// MEMORY: open question: which of the two tools'), []);
  });

  it('in a long line or a generated file is not read', () => {
    const said = '// MEMORY: decided: Vite over Webpack';
    assert.deepEqual(read('a.ts', `${'x;'.repeat(800)} ${said}`, said), ['2 decision Vite over Webpack']);
    assert.deepEqual(read('a.go', '// Code generated by protoc. DO NOT EDIT.', said), []);
  });

  it('is not looked for in files of others, of programs, and of the memory itself', () => {
    const paths = ['node_modules/a/b.js', 'vendor/a.go', 'a.min.js', 'package-lock.json', '.mind/MEMORY.md', 'a.png'];
    assert.deepEqual(paths.filter(mayHaveMemories), []);
    assert.ok(['src/a.ts', 'Makefile', 'docs/a.md'].every(mayHaveMemories));
    assert.deepEqual([hasMark(Buffer.from('// MEMORY: a')), hasMark(Buffer.from('// memory: a'))], [true, false]);
  });

  it('takes no long time in a hostile text of 2 MB', () => {
    const texts = [
      '"\\'.repeat(500_000),
      '/*'.repeat(500_000),
      '`${'.repeat(300_000),
      '// MEMORY: a\n'.repeat(100_000),
    ];
    for (const text of texts) {
      const start = performance.now();
      commentEntriesIn('a.ts', text);
      assert.ok(performance.now() - start < 5_000, text.slice(0, 20));
    }
  });
});
