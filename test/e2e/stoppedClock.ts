/**
 * Stops the time in a browser, so that "today" and "an hour ago" are the same in each run. Timers keep running. In VS
 * Code, only the time in frames is stopped, because webviews are frames: the workbench waits for times that would never
 * come. VS Code writes the document of a webview into an empty frame, so the frame's address does not identify it.
 */
export function stoppedClock(now: string, where: 'everywhere' | 'frames'): { content: string } {
  const content = `(() => {
    if (${where === 'frames' ? 'self === top' : 'false'}) return;
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...given) {
        super(...(given.length === 0 ? [${JSON.stringify(now)}] : given));
      }
      static now() {
        return new RealDate(${JSON.stringify(now)}).getTime();
      }
    };
  })()`;
  return { content };
}
