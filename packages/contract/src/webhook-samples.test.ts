// Samples have the format of the contract, and docs/webhook-events.md shows all of them.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { webhookEvents } from './webhook-events.ts';
import { samplePayload } from './webhook-samples.ts';

const time = Date.UTC(2026, 0, 1);
const sampleOf = (event: (typeof webhookEvents)[number]) => samplePayload('k7q0d4x8v2bn', event, time);

it('has one for each event, and all are in the docs', async () => {
  const docs = await readFile(new URL('../../../docs/webhook-events.md', import.meta.url), 'utf8');
  for (const event of webhookEvents) {
    const text = JSON.stringify(sampleOf(event), null, 2);
    expect(docs, event).toContain(`## ${event}\n\n\`\`\`json\n${text}\n\`\`\`\n`);
  }
});
