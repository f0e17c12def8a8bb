/**
 * The commands that the palette leaves to its two lists, "Manage Memory" and "Team Server", by group. Every command of
 * the manifest is in the palette or in one of them; a test compares them.
 */
import * as vscode from 'vscode';

/** What a command needs; one whose needs are not met is left out of its list. */
export type Need =
  /** Programs and files, which a browser has not. */
  | 'computer'
  /** The memory on this computer or in this browser, which is closed while a server is used. */
  | 'own memory'
  /** The memory of a team, on a server or not, or proposals in one's own. */
  | 'proposals'
  /** The right to appoint people in a team's memory that is not on a server. */
  | 'admin'
  /** A server that the settings name. */
  | 'server'
  /** No connection to such a server, also if its token is missing or refused. */
  | 'no connection';

interface ListedCommand {
  id: string;
  /** One line that says what it does. */
  about: string;
  needs?: readonly Need[];
}

export interface CommandGroup {
  title: string;
  commands: readonly ListedCommand[];
}

export function manageMemoryGroups(): CommandGroup[] {
  return [copies(), care(), decisions(), sessions(), fileMemory(), assistants()];
}

export function teamServerGroups(): CommandGroup[] {
  return [
    {
      title: vscode.l10n.t('Connection'),
      commands: [
        {
          id: 'bigmind.connectServer',
          about: vscode.l10n.t('Uses the memory of your team instead of the one on this computer'),
          needs: ['computer', 'no connection'],
        },
        {
          id: 'bigmind.disconnectServer',
          about: vscode.l10n.t('Removes token and address, and uses the memory on this computer again'),
          needs: ['computer', 'server'],
        },
      ],
    },
    {
      title: vscode.l10n.t('Team'),
      commands: [
        {
          id: 'bigmind.reviewKnowledge',
          about: vscode.l10n.t('Opens the proposals that wait for a review'),
          needs: ['proposals'],
        },
        {
          id: 'bigmind.setUserRole',
          about: vscode.l10n.t('Makes someone a member, a curator or an admin'),
          needs: ['admin'],
        },
      ],
    },
  ];
}

function copies(): CommandGroup {
  return {
    title: vscode.l10n.t('Copies'),
    commands: [
      {
        id: 'bigmind.exportMemory',
        about: vscode.l10n.t('Writes everything to one file, with a passphrase if you want one'),
        needs: ['own memory'],
      },
      {
        id: 'bigmind.importMemory',
        about: vscode.l10n.t('Adds an export to this memory; nothing that is here changes'),
        needs: ['own memory'],
      },
      {
        id: 'bigmind.sync',
        about: vscode.l10n.t('Keeps your computers equal, through a folder or a private Git remote'),
        needs: ['computer', 'own memory'],
      },
      {
        id: 'bigmind.backUpNow',
        about: vscode.l10n.t('Makes a backup beside the daily ones'),
        needs: ['computer', 'own memory'],
      },
      {
        id: 'bigmind.restoreBackup',
        about: vscode.l10n.t('Shows what differs from a backup before it replaces the memory'),
        needs: ['computer', 'own memory'],
      },
    ],
  };
}

function care(): CommandGroup {
  return {
    title: vscode.l10n.t('Storage and Repair'),
    commands: [
      {
        id: 'bigmind.eraseForGood',
        about: vscode.l10n.t('Erases a project or all your data, also from backups; cannot be undone'),
        needs: ['own memory'],
      },
      {
        id: 'bigmind.repairStore',
        about: vscode.l10n.t('Saves what is readable in a damaged memory'),
        needs: ['computer', 'own memory'],
      },
      {
        id: 'bigmind.openDatabaseFolder',
        about: vscode.l10n.t('Shows where the memory is on this computer'),
        needs: ['computer'],
      },
      { id: 'bigmind.showLog', about: vscode.l10n.t('Shows what BigMind did, with the details of errors') },
      { id: 'bigmind.openProfile', about: vscode.l10n.t('Shows Home in the side bar') },
    ],
  };
}

function decisions(): CommandGroup {
  return {
    title: vscode.l10n.t('Decisions'),
    commands: [
      {
        id: 'bigmind.askAboutDecisions',
        about: vscode.l10n.t('Who decided, how it turned out, and what to check before you redo something'),
        needs: ['own memory'],
      },
      {
        id: 'bigmind.completeDecision',
        about: vscode.l10n.t('Adds who decided and why to an older fact about a decision'),
        needs: ['own memory'],
      },
      {
        id: 'bigmind.reviewDecisions',
        about: vscode.l10n.t('Opens the decisions that BigMind found in your chats'),
        needs: ['own memory'],
      },
    ],
  };
}

function sessions(): CommandGroup {
  return {
    title: vscode.l10n.t('Sessions and Search'),
    commands: [
      {
        id: 'bigmind.endSession',
        about: vscode.l10n.t('Closes an open session with a headline'),
        needs: ['own memory'],
      },
      {
        id: 'bigmind.consolidateNow',
        about: vscode.l10n.t('Sums up what is known about each file, service and person'),
        needs: ['own memory'],
      },
      {
        id: 'bigmind.explainResult',
        about: vscode.l10n.t('Shows why a search found the result that you opened'),
        needs: ['own memory'],
      },
    ],
  };
}

function fileMemory(): CommandGroup {
  return {
    title: vscode.l10n.t('Memory Files of This Project'),
    commands: [
      {
        id: 'bigmind.startFileMemory',
        about: vscode.l10n.t('Creates memory files in .mind, which you and Git can read'),
        needs: ['computer'],
      },
      {
        id: 'bigmind.showReminders',
        about: vscode.l10n.t('Lists the pending reminders, due ones first'),
        needs: ['computer'],
      },
      {
        id: 'bigmind.addReminder',
        about: vscode.l10n.t('Reminds you on a day, in the next session or at a topic'),
        needs: ['computer'],
      },
      {
        id: 'bigmind.learnFromHistory',
        about: vscode.l10n.t('Makes searchable entries from commits, comments, plans and decision records'),
        needs: ['computer', 'own memory'],
      },
      {
        id: 'bigmind.writeMemoryBlock',
        about: vscode.l10n.t('Keeps what the memory files say in CLAUDE.md, AGENTS.md or the file of Copilot'),
        needs: ['computer'],
      },
    ],
  };
}

function assistants(): CommandGroup {
  return {
    title: vscode.l10n.t('Assistants and Models'),
    commands: [
      {
        id: 'bigmind.writeInstructions',
        about: vscode.l10n.t('Writes the rules for assistants into AGENTS.md, CLAUDE.md and others'),
        needs: ['computer'],
      },
      {
        id: 'bigmind.copyMcpConfiguration',
        about: vscode.l10n.t('Copies the configuration for a client that BigMind does not know'),
        needs: ['computer'],
      },
      {
        id: 'bigmind.setProviderKey',
        about: vscode.l10n.t('Keeps the key of an embedding or reranking server'),
        needs: ['computer'],
      },
    ],
  };
}
