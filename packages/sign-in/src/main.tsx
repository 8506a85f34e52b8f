// Entry point of the sign-in pages.
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startPage } from './boot/boot.ts';
import { readPage } from './boot/page.ts';
import { awaitPreview } from './preview/await-preview.ts';
import './fonts/inter.css';
import './styles/foundation.css';
import './styles/fields.css';
import './styles/frame.css';
import './styles/steps.css';
import './styles/narrow.css';
import './styles/layouts.css';

const page = readPage();
const { preview } = page.injected ?? {};
if (preview) void awaitPreview(preview.origin, async () => (await import('./preview/preview.tsx')).createPreview(page));
else {
  startPage((booted) => {
    const root = document.getElementById('app');
    if (root) createRoot(root).render(<App {...booted} />);
  });
}
