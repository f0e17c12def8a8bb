/**
 * The doctor's report as a page that can be pasted into an issue. It contains no memory texts. It is most useful when
 * the store cannot be opened, so that is a finding and not a failure of the command.
 */
import * as vscode from 'vscode';
import { hookRunFindings } from '../../../clients/hooks/hookRunFindings.ts';
import { secretFindings } from '../../../memory/governance/secrets.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Finding } from '../../../memory/shared/findings.ts';
import { doctorMarkdown, examine, wordedReport } from '../../../memory/upkeep/doctor.ts';
import type { DoctorReport } from '../../../memory/upkeep/doctor.ts';
import { logFailure } from '../../platform/describeThrown.ts';
import { remedyInWindow, remedyOf } from '../../platform/errorText.ts';
import type { Log } from '../../platform/log.ts';
import type { Host, Services } from '../../services/host.ts';
import { serverText, type TeamServer } from '../../services/server/teamServer.ts';
import type { Command } from '../shared/arguments.ts';

/** Returns `{ status: "sound" | "unsound" }`. */
export function createRunDoctor(services: Services): Command {
  return async () => {
    const title = vscode.l10n.t('BigMind checks the memory');
    const report = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
      reportOn(services),
    );
    await services.pages.show(vscode.l10n.t('BigMind doctor'), doctorMarkdown(wordedReport(report, remedyInWindow)));
    return { status: report.sound ? 'sound' : 'unsound' };
  };
}

async function reportOn({ access, host, log }: Services): Promise<DoctorReport> {
  const surroundings = await surroundingsOf(host, log);
  if (host.server?.connection.isOn === true) return reportOnServer(host.server, surroundings);
  try {
    return await access.use(({ memory, search, caller }) => {
      const { maintenance, embeddings, health, secrets, turns } = memory;
      const look = async (): Promise<Finding[]> => secretFindings(await secrets.find(), 'found');
      return examine(
        {
          maintenance,
          embeddings,
          chosenModel: search.embeddingModel,
          model: () => search.examineModel(),
          secrets: { tally: () => secrets.tally(), look },
          recent: async () => hookRunFindings(await turns.runs(caller)),
          health: () => health.check(caller),
        },
        surroundings,
      );
    });
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    logFailure(log, error);
    const remedy = remedyOf(error);
    const closed: Finding = {
      status: 'problem',
      what: vscode.l10n.t('The memory at {0} cannot be opened. {1}', access.location, error.message),
      ...(remedy === undefined ? {} : { remedy }),
    };
    return { findings: [...surroundings, closed], store: undefined, sound: false };
  }
}

/** The memory of a server is checked by its administrator. */
function reportOnServer({ connection, delivery }: TeamServer, surroundings: readonly Finding[]): DoctorReport {
  const { state, counts } = { state: connection.state, counts: delivery.counts };
  const sound = state.type === 'connected';
  const remedy = state.type === 'refused' ? remedyOf(state.error) : undefined;
  const status = !sound ? 'problem' : counts.refused > 0 ? 'warning' : 'ok';
  const what = serverText(state, counts);
  return { findings: [...surroundings, { status, what, ...(remedy && { remedy }) }], store: undefined, sound };
}

async function surroundingsOf(host: Host, log: Log): Promise<Finding[]> {
  const launch = host.mcpLaunch();
  const server: Finding =
    launch === undefined
      ? { status: 'off', what: vscode.l10n.t('No MCP server can start in this environment.') }
      : {
          status: 'ok',
          what: vscode.l10n.t('The MCP server starts with {0}', [launch.command, ...launch.args].join(' ')),
        };
  return [
    { status: 'ok', what: `BigMind ${host.version}, VS Code ${vscode.version}, ${host.runtime}.` },
    // A server of a team is reported with its state.
    ...(host.server?.connection.isOn === true ? [] : [server]),
    ...(await findingsOf(host, log)),
  ];
}

async function findingsOf(host: Host, log: Log): Promise<readonly Finding[]> {
  try {
    return await host.findings();
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    logFailure(log, error);
    const what = vscode.l10n.t('Backups, clients and hooks could not be checked: {0}', error.message);
    return [{ status: 'warning', what }];
  }
}
