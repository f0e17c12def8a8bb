/** `npm run check`: types and format beside lint, which takes longest. Each prints its output as a whole. */
import { root } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';

await runMain(async () => {
  const codes = await Promise.all([inTurn('check:lint'), inTurn('check:types', 'check:format')]);
  if (codes.some((code) => code !== 0)) throw new ScriptError('A check failed: see above.');
});

async function inTurn(...names: string[]): Promise<number> {
  let failed = 0;
  for (const name of names) {
    let output = '';
    const onOutput = (text: string): void => void (output += text);
    const code = await run('npm', ['run', '--silent', name], { cwd: root, timeoutMinutes: 15, onOutput });
    process.stdout.write(output);
    if (code !== 0) failed = code;
  }
  return failed;
}
