/** Writing syntheses in this window, with its settings and its language model. Only for hosts with a store on a disk. */
import * as vscode from 'vscode';
import type { Services } from '../host.ts';
import { SleepCycle, type SleepCycleParts } from './sleepCycle.ts';
import { ModelWriter } from './sleepWriter.ts';

export function registerSleepCycle(
  { access, host, log }: Services,
  parts: Pick<SleepCycleParts, 'settings' | 'after'>,
): vscode.Disposable {
  const writer = new ModelWriter(host.languageModels);
  const cycle = new SleepCycle({
    ...parts,
    access,
    isWanted: () => host.server?.connection.isOn !== true && vscode.workspace.isTrusted,
    writer,
    log,
    now: () => host.clock.now().getTime(),
  });
  return vscode.Disposable.from(cycle, writer);
}
