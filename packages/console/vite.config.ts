// Builds the console into dist/. The server fills __NONCE__ and "__CONFIG__" of the page at each request.
import english from '@tessera/phrases/en/console.json' with { type: 'json' };
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileGuides } from './src/guides/compile-plugin.ts';

/** The one text that a person without scripts reads. */
const earlyText: Plugin = {
  name: 'early-text',
  transformIndexHtml: (html) => html.replace('%no-script%', english.errors.no_script),
};

/** Fetches the font of the first screen together with the script, so that text does not change its shape. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/console-assets/${file}` },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/console-assets/',
  plugins: [react(), compileGuides, earlyText, preloadFont],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    assetsDir: '',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined assets would be data: URLs, which the page's policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Both are watched by the bench, in the sizes that people load.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // What the first page needs comes in two files, of which the libraries' stays the same for longer.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
});
