/** What a person sees before anything was remembered: what will happen, and three things to try. */
import { html, type TemplateResult } from 'lit';
import type { ProfileCard } from '../../src/protocol/profile.ts';
import { actionButton, type Send } from './buttons.ts';

export function renderFirstRun(profile: ProfileCard, send: Send): TemplateResult {
  const { actions } = profile;
  return html`<main>
    <h1>Nothing remembered yet</h1>
    <p>
      From now on the assistants in your chat keep here what was decided and learned, and look it up when you come back
      to it. Everything stays in one file on this machine:
    </p>
    <p class="path" title=${profile.location}>${profile.location}</p>
    <section aria-labelledby="try">
      <h2 id="try">Three things to try</h2>
      <ol class="tries">
        <li>
          <p>Tell the chat something worth keeping, and ask for it in another chat tomorrow.</p>
          ${actionButton('askAssistant', actions, send)}
        </li>
        <li>
          ${
            actions.includes('rememberNote')
              ? html`<p>
                    Write down a fact yourself. You can also select text in an editor and choose Remember Selection.
                  </p>
                  ${actionButton('rememberNote', actions, send)}`
              : html`<p>Write down a fact yourself, in a terminal:</p>
                  <p class="path">bigmind save "We deploy on Thursdays"</p>`
          }
        </li>
        <li>${renderThird(actions, send)}</li>
      </ol>
    </section>
  </main>`;
}

/** Connecting another client where the host can say how; else bringing in what is there. */
function renderThird(actions: readonly string[], send: Send): TemplateResult {
  if (actions.includes('connectClient')) {
    return html`<p>Give the same memory to Claude, Cursor or any other MCP client.</p>
      ${actionButton('connectClient', actions, send)}`;
  }
  if (actions.includes('importMemory')) {
    return html`<p>Bring in an export or conversations that you already have.</p>
      ${actionButton('importMemory', actions, send)}`;
  }
  return html`<p>Bring in conversations that you already have, from a terminal:</p>
    <p class="path">bigmind import jsonl FILE</p>`;
}
