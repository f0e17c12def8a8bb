/** The address of the page in a browser, and the entries to which Back leads. */
import assert from 'node:assert/strict';
import type { HostMessage } from '../../src/protocol/messages.ts';
import type { Route } from '../../src/protocol/route.ts';
import { createHttpLink } from '../../webview/host/httpLink.ts';

const globals = ['window', 'location', 'history'] as const;

/** As much of a tab as the link uses. */
class FakeTab {
  readonly addresses: string[];
  readonly location = { pathname: '/', hash: '' };
  readonly #listeners: (() => void)[] = [];

  constructor(address: string) {
    this.addresses = [address];
    this.location.hash = address;
    const put = (address: string, replaced: number): void => {
      this.addresses.length -= replaced;
      this.addresses.push(address.slice(1));
      this.location.hash = address.slice(1);
    };
    const values = {
      window: { addEventListener: (_: string, listener: () => void) => this.#listeners.push(listener) },
      location: this.location,
      history: {
        pushState: (_: unknown, __: string, address: string) => put(address, 0),
        replaceState: (_: unknown, __: string, address: string) => put(address, 1),
      },
    };
    for (const name of globals) Object.defineProperty(globalThis, name, { value: values[name], configurable: true });
  }

  goBack(): void {
    this.addresses.pop();
    this.location.hash = this.addresses.at(-1) ?? '';
    for (const listener of this.#listeners) listener();
  }
}

describe('the address in a browser', () => {
  afterEach(() => {
    for (const name of globals) Reflect.deleteProperty(globalThis, name);
  });

  /** A page that shows the list where a link leads to a form. */
  const open = (address: string): { tab: FakeTab; show: (route: Route) => void } => {
    const tab = new FakeTab(address);
    const link = createHttpLink();
    const show = ({ view, item }: Route): void => link.keep({ route: { view, item: item === 'new' ? null : item } });
    link.onMessage((message: HostMessage) => {
      if (message.type === 'show') show(message.route);
    });
    const state = link.restore() as { route?: Route } | undefined;
    show(state?.route ?? { view: 'home', item: null });
    return { tab, show };
  };

  it('names what is shown, once, and Back shows what was shown before', () => {
    const { tab, show } = open('');
    show({ view: 'graph', item: 'C#/+ %\ud800&' });
    show({ view: 'graph', item: 'C#/+ %\ud800&' });
    show({ view: 'knowledge', item: 'learned/' });
    const graph = '#view=graph&item=C%23%2F%2B+%25%EF%BF%BD%26';
    assert.deepEqual(tab.addresses, ['#view=home', graph, '#view=knowledge&item=learned%2F']);
    tab.goBack();
    tab.goBack();
    assert.deepEqual(tab.addresses, ['#view=home']);
  });

  it('is replaced where it leads to a form, so that Back leads to no form again', () => {
    const { tab, show } = open('#view=reminders&item=new');
    assert.deepEqual(tab.addresses, ['#view=reminders']);
    show({ view: 'home', item: null });
    tab.goBack();
    assert.deepEqual(tab.addresses, ['#view=reminders']);
  });

  it('contains no secret', () => {
    assert.deepEqual(open('#view=sessions&key=abc').tab.addresses, ['#view=sessions']);
    assert.deepEqual(open('#key=abc').tab.addresses, ['#view=home']);
  });
});
