/** A language model of VS Code for the suites of what BigMind asks one for. */
import type * as vscode from 'vscode';
import type { LanguageModels } from '../../src/vscode/platform/languageModels.ts';

/** A model of VS Code with scripted answers, which records its requests. */
export class FakeChat implements vscode.LanguageModelChat {
  readonly vendor = 'tests';
  readonly version = '1';
  readonly maxInputTokens: number;
  readonly id: string;
  readonly name: string;
  readonly family: string;
  isAllowed = true;
  requests: string[] = [];
  answers: () => AsyncIterable<string>;

  constructor(answer: string, name = 'Fake', maxInputTokens = 50_000) {
    this.answers = () => parts(answer);
    this.id = this.name = this.family = name;
    this.maxInputTokens = maxInputTokens;
  }

  sendRequest(messages: vscode.LanguageModelChatMessage[]): Thenable<vscode.LanguageModelChatResponse> {
    this.requests.push(JSON.stringify(messages));
    const text = this.answers();
    return Promise.resolve({ text, stream: text });
  }

  countTokens(): Thenable<number> {
    return Promise.resolve(1);
  }
}

export async function* parts(...texts: string[]): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
}

export const modelsOf = (...chats: FakeChat[]): LanguageModels => ({
  select: () => Promise.resolve(chats),
  isAllowed: ({ id }) => chats.find((chat) => chat.id === id)?.isAllowed === true,
});
