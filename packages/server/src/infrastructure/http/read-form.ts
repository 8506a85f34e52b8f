// Reads the fields of a form with files, using the platform's parser.
import type { FastifyRequest } from 'fastify';
import { RequestError } from './request-error.ts';

export const readForm = async ({ body, headers }: FastifyRequest): Promise<Record<string, unknown>> => {
  const type = headers['content-type'] ?? '';
  if (!Buffer.isBuffer(body) || !type.startsWith('multipart/form-data')) throw new RequestError('guard.invalid_input');
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form.entries());
  } catch {
    throw new RequestError('guard.invalid_input');
  }
};
