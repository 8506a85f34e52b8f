// Builds the sign-in pages: written in React, shipped with Preact. The server serves the output at `/sign-in-assets/`
// for every tenant and fills the placeholders of the HTML files on each request.

import account from '@tessera/phrases/en/account.json' with { type: 'json' };
import english from '@tessera/phrases/en/sign-in.json' with { type: 'json' };
import { defineConfig, type Plugin } from 'vite';

/** Fills in the two texts shown before any script runs. */
const earlyTexts: Plugin = {
  name: 'early-texts',
  transformIndexHtml: (html) =>
    html
      .replaceAll('%no-script%', english.error.no_script)
      .replaceAll('%unreachable%', english.error.unreachable)
      .replaceAll('%demo-title%', english.demo_app.title)
      .replaceAll('%account-title%', account.title)
      .replaceAll('%title%', english.description.sign_in),
};

/** Preloads the font, which is used only if it arrives before the text is shown. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /^inter-basic-/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/sign-in-assets/${file}` },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/sign-in-assets/',
  plugins: [earlyTexts, preloadFont],
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
    rolldownOptions: {
      input: { index: 'index.html', 'demo-app': 'demo-app.html', account: 'account.html' },
      // The pages list the names of all files, and random characters can't be compressed.
      output: { chunkFileNames: '[name]-[hash:7].js', assetFileNames: '[name]-[hash:7][extname]' },
    },
  },
});
