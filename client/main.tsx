import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './app/theme/tokens.css';
import './app/theme/mantine.ts';
import './app/theme/fonts.css';
import './app/theme/icons.css';
import './app/theme/lowWindow.css';
import './app/theme/print.css';
import './app/theme/forcedColors.css';
import './app/theme/touch.css';
import './app/theme/viewTransition.css';
import { App } from './app/App.tsx';
import { routeAt } from './app/router.tsx';
import { startSession } from './app/session.ts';
import { markBrokenPictures } from './lib/page/brokenPictures.ts';
import { keepInstallOffer } from './lib/page/install.ts';
import { swallowStrayClicks } from './lib/page/strayClicks.ts';

startSession();
swallowStrayClicks(document);
keepInstallOffer();
markBrokenPictures(document);
// The screen's chunk is on its way while it is asked who is here.
routeAt(window.location.pathname)?.preload();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = createRoot(root);
// In short tasks, see useDeferredMount.
startTransition(() => app.render(<App />));
