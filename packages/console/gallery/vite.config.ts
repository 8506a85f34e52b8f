// `npm run gallery` serves the kit gallery during development. It is not part of the console's build.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { texts } from '../src/app/texts-plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), texts],
  build: { target: 'es2023', chunkSizeWarningLimit: 4000, reportCompressedSize: false },
});
