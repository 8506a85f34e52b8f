// Builds the end-user pages: written in React, shipped with Preact in its place. The server serves the output at
// `/sign-in-assets/` for every tenant and fills the placeholders of the two HTML files per request.

import english from '@tessera/phrases/en/sign-in.json' with { type: 'json' };
import { defineConfig, type Plugin } from 'vite';

/** The two texts a person may see before any script has run come from the phrases as well. */
const earlyTexts: Plugin = {
  name: 'early-texts',
  transformIndexHtml: (html) =>
    html
      .replaceAll('%no-script%', english.error.no_script)
      .replaceAll('%unreachable%', english.error.unreachable)
      .replaceAll('%demo-title%', english.demo_app.title)
      .replaceAll('%title%', english.description.sign_in),
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/sign-in-assets/',
  plugins: [earlyTexts],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    assetsDir: '',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: { index: 'index.html', 'demo-app': 'demo-app.html' } },
  },
});
