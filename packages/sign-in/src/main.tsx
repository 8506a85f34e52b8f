// Entry of the sign-in pages.
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startPage } from './boot/boot.ts';
import './styles/foundation.css';
import './styles/fields.css';
import './styles/pages.css';

startPage((booted) => {
  const root = document.getElementById('app');
  if (root) createRoot(root).render(<App {...booted} />);
});
