/** Entry of the profile page: one line to the host, one component that fills the body. */
import { createHostLink } from './hostLink.ts';
import { ProfileApp } from './profileApp.ts';

const app = new ProfileApp(createHostLink());
document.body.append(app);
