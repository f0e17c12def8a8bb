/** The simple commands in a line for a shell. */
import assert from 'node:assert/strict';
import { commandsIn } from '../../../src/search/shared/shellCommands.ts';

const found = (line: string): string[] => commandsIn(line).map((words) => words.join(' '));

describe('the commands in a line for a shell', () => {
  const lines: [string, string[]][] = [
    ['npm run build', ['npm run build']],
    ['cd "my app" && npm test; git push || true', ['cd my app', 'npm test', 'git push', 'true']],
    ['git commit -m "x && git push --force"', ['git commit -m x && git push --force']],
    ["echo 'a; b' | tee log", ['echo a; b', 'tee log']],
    ['sudo env CI=1 MSG="a b" npx mocha test', ['mocha test']],
    ['timeout 60 npm run build > build.log 2>&1', ['npm run build']],
    ['npm run build>log', ['npm run build']],
    ['npm.cmd run build', ['npm run build']],
    ["/bin/bash -lc 'cd app && git push --force'", ['cd app', 'git push --force']],
    ['bash -c "bash -c \'npm test\'"', ['bash -c npm test']],
    ['git -C "C:/my dir" push --force', ['git push --force']],
    ['if true; then git push; fi', ['true', 'git push', 'fi']],
    ['(cd app; git push) & wait', ['cd app', 'git push', 'wait']],
    ['cat > a.sh <<EOF\nrm -rf /\ngit push\nEOF\nnpm test', ['cat', 'npm test']],
    ['npm run \\\n  build', ['npm run build']],
    ['"unclosed && git push', ['unclosed && git push']],
    ['', []],
    ['   ;;  ', []],
  ];
  for (const [line, expected] of lines) {
    it(`are ${expected.join(' / ') || 'none'} in ${JSON.stringify(line)}`, () => {
      assert.deepEqual(found(line), expected);
    });
  }

  it('are at most twenty', () => {
    assert.equal(commandsIn('a b;'.repeat(100)).length, 20);
  });
});
