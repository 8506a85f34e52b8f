// Entry of the sign-in pages.
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startPage } from './boot/boot.ts';
import { readPage } from './boot/page.ts';
import { awaitPreview } from './preview/await-preview.ts';
import './styles/foundation.css';
import './styles/fields.css';
import './styles/pages.css';

const page = readPage();
const { preview } = page.injected ?? {};
if (preview) void awaitPreview(page, preview.origin);
else {
  startPage((booted) => {
    const root = document.getElementById('app');
    if (root) createRoot(root).render(<App {...booted} />);
  });
}
