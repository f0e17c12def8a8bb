/** Entry of the web UI in VS Code and in a browser: one link to the host, one component that fills the body. */
import { createHttpLink } from './host/httpLink.ts';
import { createVsCodeLink } from './host/vscodeLink.ts';
import { language } from './l10n/t.ts';
import { BigMindApp } from './shell/app.ts';

// For screen readers: the language of the texts, even if the host's is another one.
document.documentElement.lang = language();
document.body.append(new BigMindApp(createVsCodeLink() ?? createHttpLink()));
