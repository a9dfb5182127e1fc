import { createRoot } from 'react-dom/client';
// First, because it gives the layers their order.
import './app/tokens.css';
import './app/mantine.ts';
import './app/fonts.css';
import { App } from './app/App.tsx';
import { screenAt } from './app/router.tsx';
import { startSession } from './app/session.ts';
import { swallowStrayClicks } from './lib/strayClicks.ts';

startSession();
swallowStrayClicks(document);
// The screen's chunk is on its way while it is asked who is here.
screenAt(window.location.pathname)?.preload();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<App />);
