/**
 * Opens an address in the user's browser, with the platform's own program. No shell interprets the address, and the
 * browser outlives this process. If there is no such program, the error contains the address for the user to open.
 */
import { spawn } from 'node:child_process';
import { BigMindError } from '../memory/shared/errors.ts';

/** How long an opener may run before it counts as successful; some run until the browser is closed. */
const timeoutMs = 1_000;

interface BrowserCommand {
  program: string;
  args: string[];
  /** The arguments are already quoted by the rules of `cmd`. */
  verbatim: boolean;
}

export function browserCommand(address: string, platform: NodeJS.Platform): BrowserCommand {
  // Normalized, so that no quote or space is left that could end an argument.
  const { href } = new URL(address);
  if (platform === 'win32') {
    return { program: 'cmd', args: ['/d', '/c', 'start', '""', `"${href}"`], verbatim: true };
  }
  return { program: platform === 'darwin' ? 'open' : 'xdg-open', args: [href], verbatim: false };
}

/** Rejects with a `BigMindError` that contains the address if no browser could be started. */
export async function openInBrowser(address: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const command = browserCommand(address, platform);
  try {
    await run(command);
  } catch (cause) {
    throw new BigMindError('invalid_input', 'BigMind could not open a browser on this computer.', {
      remedy: `Open this address in a browser: ${address}`,
      details: { address, program: command.program },
      cause,
    });
  }
}

function run({ program, args, verbatim }: BrowserCommand): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
    const timer = setTimeout(resolve, timeoutMs);
    child.unref();
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${String(code)}.`));
    });
  });
}
