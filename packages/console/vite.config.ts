// Builds the console into dist/. The server fills __NONCE__ and "__CONFIG__" on each request.
import english from '@tessera/phrases/en/console.json' with { type: 'json' };
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { texts } from './src/app/texts-plugin.ts';
import { compileGuides } from './src/authentication/guides/compile-plugin.ts';
import { apiReference } from './src/developer-tools/api-reference/reference-plugin.ts';

/** The text shown when scripts are disabled. */
const earlyText: Plugin = {
  name: 'early-text',
  transformIndexHtml: (html) => html.replace('%no-script%', english.errors.no_script),
};

/** Preloads the font of the first screen, to avoid a font swap. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /^inter-basic-/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/console-assets/${file}` },
          injectTo: 'head',
        })),
  },
};

/** The modules of the first screen, some of which other pages show as well. */
const firstScreen =
  /src\/(platform\/get-started\/|authentication\/guides\/(guide-card|guide-logo|registry)|kit\/page-header)|IconExternalLink/;

export default defineConfig({
  root: import.meta.dirname,
  base: '/console-assets/',
  plugins: [react(), compileGuides, apiReference(manifest.version), texts, earlyText, preloadFont],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    assetsDir: '',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined assets would be data: URLs, which the page's CSP blocks.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The page names the first chunks, so they are there before any lazy one is loaded.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/^(index|libraries|rolldown-runtime)-/.test(file)),
    },
    // The bench checks the compressed sizes of both.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // The first page lists the names of all files, and random characters can't be compressed.
        hashCharacters: 'hex',
        chunkFileNames: '[name]-[hash:7].js',
        assetFileNames: '[name]-[hash:7][extname]',
        // Two initial chunks: application code, and libraries, which change less often. The first screen is one chunk,
        // and modules that twelve lazy parts share are another; without it a page loads up to 85 tiny files.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 4 },
            { name: 'index', tags: ['$initial'], priority: 3 },
            { name: 'start', test: firstScreen, priority: 2 },
            { name: 'feature-routes', test: /src\/app\/feature-routes/, priority: 1 },
            { name: 'kit', test: /node_modules|packages\/console\/src/, minShareCount: 12 },
          ],
        },
      },
    },
  },
});
