// Entry point of the account pages.
import { createRoot } from 'react-dom/client';
import { startPage } from '../boot/boot.ts';
import { readPage } from '../boot/page.ts';
import { awaitPreview } from '../preview/await-preview.ts';
import { AccountApp } from './account-app.tsx';
import { accountSession } from './account-session.ts';
import '../fonts/inter.css';
import '../styles/foundation.css';
import '../styles/fields.css';
import '../styles/frame.css';
import '../styles/steps.css';
import '../styles/narrow.css';
import './frame.css';
import './cards.css';
import './controls.css';
import './narrow.css';

const page = readPage();
const { preview } = page.injected ?? {};
if (preview) void awaitPreview(preview.origin, async () => (await import('./preview.tsx')).createPreview(page));
else {
  startPage((booted) => {
    const root = document.getElementById('app');
    if (root) createRoot(root).render(<AccountApp booted={booted} session={accountSession(booted.page)} />);
  });
}
