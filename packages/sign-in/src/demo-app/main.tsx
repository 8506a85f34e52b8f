// Entry point of the live preview, a small application that signs in through the tenant's pages.
import { createRoot } from 'react-dom/client';
import { startPage } from '../boot/boot.ts';
import { DemoApp } from './demo-app.tsx';
import { demoSession, requestParameters } from './session.ts';
import '../fonts/inter.css';
import '../styles/foundation.css';
import '../styles/fields.css';
import './demo-app.css';

// Read before booting, which removes some of them from the URL.
const parameters = requestParameters(location.search);

startPage(({ page, settings, spoken }) => {
  const root = document.getElementById('app');
  const session = demoSession(page, parameters);
  if (root) createRoot(root).render(<DemoApp session={session} settings={settings} spoken={spoken} />);
});
