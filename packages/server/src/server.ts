// What `npm start` runs. What Node has compiled of the server is kept beside it, which makes the next start quicker.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, 'compiled'));
await import('./process.ts');
