/**
 * `npm test`: all tests that CI runs. The steps run one at a time, because tests with timeouts fail on an overloaded
 * machine, and Codex gives a server one second to start. The first failing step ends the run. The last line counts the
 * tests of all steps. `--only unit,clients,host,e2e` runs only those steps, but always builds.
 */
import { root } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';

interface Step {
  name: string;
  title: string;
  npm: string;
  minutes: number;
}

/** The other steps need this one. */
const packaging: Step = { name: 'package', title: 'Build and package the VSIX', npm: 'package', minutes: 5 };

const steps: readonly Step[] = [
  { name: 'check', title: 'Types, lint, format', npm: 'check', minutes: 20 },
  { name: 'clients', title: 'Real coding agents with a scripted model', npm: 'test:clients', minutes: 35 },
  { name: 'unit', title: 'Suites that need no VS Code', npm: 'test:unit', minutes: 55 },
  { name: 'host', title: 'Suites inside the extension host of a real VS Code', npm: 'test:host', minutes: 30 },
  {
    name: 'e2e',
    title: 'VS Code as a user sees it: the view, the chat, the browser host',
    npm: 'test:e2e',
    minutes: 40,
  },
];

const counts = { passed: 0, failed: 0 };

await runMain(async () => {
  const chosen = chosenSteps();
  await runStep(packaging);
  for (const step of chosen) await runStep(step);
  console.log(`\n${String(counts.passed)} passed, ${String(counts.failed)} failed`);
});

function chosenSteps(): readonly Step[] {
  const [, only] = /^--only[= ](.+)$/u.exec(process.argv.slice(3).join(' ')) ?? [];
  const names = only?.split(',');
  const known = [packaging, ...steps].map(({ name }) => name);
  const unknown = names?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new ScriptError(`There is no part "${unknown.join(', ')}". Use: ${known.join(', ')}.`);
  }
  return steps.filter(({ name }) => names === undefined || names.includes(name));
}

async function runStep(step: Step): Promise<void> {
  console.log(`\n━━ ${step.title} (npm run ${step.npm})`);
  const began = Date.now();
  let output = '';
  const exitCode = await run('npm', ['run', '--silent', step.npm], {
    cwd: root,
    timeoutMinutes: step.minutes,
    onOutput: (text) => {
      output += text;
      process.stdout.write(text);
    },
  });
  console.log(`   ${step.name}: ${String(Math.round((Date.now() - began) / 1000))} s`);
  const passed = counted(output, 'passing');
  counts.passed += passed;
  counts.failed += counted(output, 'failing');
  if (exitCode !== 0) throw new ScriptError(`npm run ${step.npm} failed: see above.`);
  if (step.npm.startsWith('test:') && passed === 0) throw new ScriptError(`npm run ${step.npm} ran no test.`);
}

/** Adds up the counts that mocha's reporter prints, one for each run. */
function counted(output: string, word: 'passing' | 'failing'): number {
  const lines = output.matchAll(new RegExp(`^\\s*(\\d+) ${word}`, 'gmu'));
  return [...lines].reduce((sum, [, number]) => sum + Number(number), 0);
}
