import { createRoot } from 'react-dom/client';
import './app/mantine.ts';
import './app/tokens.css';
import './app/fonts.css';
import { App } from './app/App.tsx';
import { startSession } from './app/session.ts';

startSession();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<App />);
