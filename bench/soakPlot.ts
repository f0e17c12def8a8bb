/** A plot of RAM and open files over calls: two lines over one axis, readable on light and dark pages. */

export interface Sample {
  calls: number;
  megabytes: number;
  files: number;
}

const width = 720;
const height = 260;
const margin = { left: 48, right: 48, top: 24, bottom: 36 };

export function soakPlot(samples: readonly Sample[]): string {
  const calls = samples.at(-1)?.calls ?? 1;
  const maxMegabytes = ceiling(Math.max(...samples.map(({ megabytes }) => megabytes)), 50);
  const maxFiles = ceiling(Math.max(...samples.map(({ files }) => files)), 10);
  const x = (sample: Sample): number => margin.left + ((width - margin.left - margin.right) * sample.calls) / calls;
  const y = (share: number): number => height - margin.bottom - (height - margin.top - margin.bottom) * share;
  const line = (shareOf: (sample: Sample) => number): string =>
    samples.map((sample) => `${x(sample).toFixed(1)},${y(shareOf(sample)).toFixed(1)}`).join(' ');
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<line x1="${String(margin.left)}" x2="${String(width - margin.right)}" y1="${String(y(share))}" y2="${String(y(share))}" stroke="#8888" stroke-width="0.5"/>`,
    label(margin.left - 6, y(share) + 4, 'end', (maxMegabytes * share).toFixed(0), memoryColour),
    label(width - margin.right + 6, y(share) + 4, 'start', (maxFiles * share).toFixed(0), filesColour),
    label(
      margin.left + (width - margin.left - margin.right) * share,
      height - margin.bottom + 18,
      'middle',
      (calls * share).toLocaleString('en'),
      '#888',
    ),
  ]);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" font-family="sans-serif" font-size="11">
<title>Resident memory and open files of one server over ${calls.toLocaleString('en')} calls</title>
${ticks.join('\n')}
${label(margin.left, 14, 'start', 'resident memory, MB', memoryColour)}
${label(width - margin.right, 14, 'end', 'open files', filesColour)}
${label(width / 2, height - 4, 'middle', 'calls', '#888')}
<polyline fill="none" stroke="${memoryColour}" stroke-width="1.5" points="${line(({ megabytes }) => megabytes / maxMegabytes)}"/>
<polyline fill="none" stroke="${filesColour}" stroke-width="1.5" points="${line(({ files }) => files / maxFiles)}"/>
</svg>
`;
}

const memoryColour = '#3b82c4';
const filesColour = '#c4743b';

function label(x: number, y: number, anchor: string, text: string, colour: string): string {
  return `<text x="${String(x)}" y="${String(y)}" text-anchor="${anchor}" fill="${colour}">${text}</text>`;
}

function ceiling(value: number, step: number): number {
  return Math.max(step, Math.ceil(value / step) * step);
}
