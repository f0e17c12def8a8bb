/** Entry of the web UI in VS Code and in a browser: one line to the host, one component that fills the body. */
import { createHttpLink } from './host/httpLink.ts';
import { createVsCodeLink } from './host/vscodeLink.ts';
import { BigMindApp } from './shell/app.ts';

document.body.append(new BigMindApp(createVsCodeLink() ?? createHttpLink()));
