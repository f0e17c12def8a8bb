/**
 * `npm test`: everything, in the order in which it fails fastest. The first step that fails ends the run. The last
 * line counts the tests over all steps. `--only unit,clients,host,e2e` runs a part; what it needs is built all the same.
 */
import { root } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';

interface Step {
  name: string;
  title: string;
  npm: string;
  minutes: number;
}

const steps: readonly Step[] = [
  { name: 'check', title: 'Types, lint, format', npm: 'check', minutes: 5 },
  { name: 'package', title: 'Build and package the VSIX', npm: 'package', minutes: 5 },
  { name: 'unit', title: 'Suites that need no VS Code', npm: 'test:unit', minutes: 25 },
  { name: 'clients', title: 'Real coding agents with a scripted model', npm: 'test:clients', minutes: 25 },
  { name: 'host', title: 'Suites inside the extension host of a real VS Code', npm: 'test:host', minutes: 30 },
  {
    name: 'e2e',
    title: 'VS Code as a user sees it: the view, the chat, the browser host',
    npm: 'test:e2e',
    minutes: 30,
  },
];
const alwaysNeeded = ['package'];

await runMain(async () => {
  const counts = { passed: 0, failed: 0 };
  for (const step of chosenSteps()) {
    console.log(`\n━━ ${step.title} (npm run ${step.npm})`);
    const began = Date.now();
    const { exitCode, output } = await runNpm(step);
    const [passed, failed] = [counted(output, 'passing'), counted(output, 'failing')];
    counts.passed += passed;
    counts.failed += failed;
    console.log(`   ${step.name}: ${String(Math.round((Date.now() - began) / 1000))} s`);
    if (exitCode !== 0) throw new ScriptError(`npm run ${step.npm} failed: see above.`);
    if (step.npm.startsWith('test:') && passed === 0) throw new ScriptError(`npm run ${step.npm} ran no test.`);
  }
  console.log(`\n${String(counts.passed)} passed, ${String(counts.failed)} failed`);
});

function chosenSteps(): Step[] {
  const [, only] = /^--only[= ](.+)$/u.exec(process.argv.slice(3).join(' ')) ?? [];
  const names = only?.split(',');
  const unknown = names?.filter((name) => !steps.some((step) => step.name === name)) ?? [];
  if (unknown.length > 0) {
    throw new ScriptError(
      `There is no part "${unknown.join(', ')}". Use: ${steps.map(({ name }) => name).join(', ')}.`,
    );
  }
  return steps.filter(({ name }) => names === undefined || names.includes(name) || alwaysNeeded.includes(name));
}

async function runNpm({ npm, minutes }: Step): Promise<{ exitCode: number; output: string }> {
  let output = '';
  const exitCode = await run('npm', ['run', '--silent', npm], {
    cwd: root,
    timeoutMinutes: minutes,
    onOutput: (text) => {
      output += text;
      process.stdout.write(text);
    },
  });
  return { exitCode, output };
}

/** Sums what mocha's reporter says, once for each of its runs. */
function counted(output: string, word: 'passing' | 'failing'): number {
  const lines = output.matchAll(new RegExp(`^\\s*(\\d+) ${word}`, 'gmu'));
  return [...lines].reduce((sum, [, number]) => sum + Number(number), 0);
}
