// Vite plugin that compiles each guide into its own lazily loaded file.
import type { Plugin } from 'vite';
import { compileGuide } from './compile.ts';

export const compileGuides: Plugin = {
  name: 'compile-guides',
  transform: {
    filter: { id: /\/guides\/content\/[\w-]+\.md$/ },
    handler: (markdown) => ({
      code: `export default ${JSON.stringify(compileGuide(markdown))}`,
      map: null,
      moduleType: 'js',
    }),
  },
};
