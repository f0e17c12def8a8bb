/** What the assistant did between two messages: one line for a step that opens, and one for several. */
import { html, nothing, type TemplateResult } from 'lit';
import type { MessageCard } from '../../../../src/protocol/sessions/sessions.ts';
import { t, tn } from '../../../l10n/t.ts';
import '../../../parts/design/longText.ts';
import type { Step } from './transcriptTurns.ts';

/** In characters, for the part of a message that is shown initially. */
const stepAtFirst = 800;
const summaryLength = 200;

/** `wanted` is marked in it; empty for nothing. */
export function renderStep(
  { message, result }: Step,
  isOpen: boolean,
  isStop: boolean,
  wanted: string,
): TemplateResult {
  const { about, text, type } = message;
  return html`<details ?open=${isOpen}>
    <summary tabindex=${isStop ? 0 : -1}>
      ${stepName(message)} ${about === '' && type !== 'tool_use' ? text.slice(0, summaryLength) : about}
    </summary>
    <div class="detail">
      <bigmind-long-text .text=${text} .wanted=${wanted} at-first=${stepAtFirst}></bigmind-long-text>
      ${
        result === undefined
          ? nothing
          : html`<p class="quiet">${t('Result')}</p>
              <bigmind-long-text
                .text=${result.message.text}
                .wanted=${wanted}
                at-first=${stepAtFirst}
              ></bigmind-long-text>`
      }
    </div>
  </details>`;
}

function stepName({ type, tool, role }: MessageCard): string {
  if (type === 'thought') return t('Thought');
  if (tool !== null) return tool;
  return type === 'tool_result' ? t('Result') : role;
}

/** `4 tool calls, 2 thoughts: Read, Edit`. */
export function stepWords(steps: readonly Step[]): string {
  const thoughts = steps.filter(({ message }) => message.type === 'thought').length;
  const calls = steps.length - thoughts;
  const counts = [
    ...(calls === 0 ? [] : [tn(calls, '{0} tool call', '{0} tool calls')]),
    ...(thoughts === 0 ? [] : [tn(thoughts, '{0} thought', '{0} thoughts')]),
  ];
  const tools = [...new Set(steps.map(({ message }) => message.tool).filter((tool) => tool !== null))];
  return [counts.join(', '), ...(tools.length === 0 ? [] : [tools.join(', ')])].join(' · ');
}
