// The memory that the archive gives to Node, compared with the memory that the deployment files give to the container.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../inputs.mjs';
import { flags } from './archive.mjs';

it("the chart's memory limit leaves room beside the heap", () => {
  const heap = Number(/--max-old-space-size=(\d+)/.exec(flags)?.[1]);
  const values = readFileSync(join(root, 'deploy/helm/tessera/values.yaml'), 'utf8');
  const limit = Number(/^ {2}limits:\n(?: +#.*\n)* +memory: (\d+)Gi$/m.exec(values)?.[1]) * 1024;
  expect(limit - heap).toBeGreaterThanOrEqual(512);
});
