// The documentation, checked against the contract: nothing is missing, nothing is left over, and examples are valid.
import { describe, expect, it } from 'vitest';
import { type $ZodType, safeParse } from 'zod/v4/core';
import type { Operation } from '../kit.ts';
import { describer, keyOf } from './describe.ts';
import { exampleOf } from './example.ts';
import { pathsIn, schemaOf } from './json-schema.ts';
import { documentedResources } from './openapi.ts';
import { vocabulary } from './vocabulary.ts';

const operations = documentedResources.flatMap(({ key, resource, doc }) =>
  Object.entries(resource.operations).map(([name, operation]) => {
    const operationDoc = doc.operations[name];
    return { label: `${key}.${name}`, key, name, operation, doc: operationDoc, fields: doc.fields };
  }),
);

/** The parts of an operation with fields, by their path prefix. */
const partsOf = (name: string, { query, body, response }: Operation) => [
  { path: [name, 'query'], schema: query },
  { path: [name], schema: body },
  { path: [name], schema: response },
];
const plain = (schema: $ZodType, path: readonly string[]) => schemaOf(schema, path, () => undefined);

/** Every field of an operation, by path. */
const fieldPaths = ({ name, operation }: (typeof operations)[number]): string[][] => [
  ...[...operation.path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => [name, 'params', parameter]),
  ...partsOf(name, operation).flatMap(({ path, schema }) => (schema ? pathsIn(plain(schema, path), path) : [])),
];

const isSentence = (text: string) => /^[A-Z`].*[.`]$/s.test(text) && !/\s{2}|\.\./.test(text);

describe('API documentation', () => {
  it.each(operations)('describes every field of $label', (one) => {
    const missing = fieldPaths(one).filter((path) => !describer(one.fields)(path)?.text);
    expect(missing.map((path) => path.join('.'))).toEqual([]);
  });

  it.each(operations)('has valid examples for $label', ({ name, operation, doc, fields }) => {
    const [query, body, response] = partsOf(name, operation).map(({ path, schema }) => ({
      schema,
      made: schema && exampleOf(plain(schema, path), path, describer(fields)),
    }));
    const problems = (schema: $ZodType | undefined, value: unknown) =>
      schema ? (safeParse(schema, value).error?.issues ?? []) : [];
    expect(problems(query?.schema, query?.made)).toEqual([]);
    expect(operation.multipart ? [] : problems(body?.schema, doc?.body ?? body?.made)).toEqual([]);
    expect(problems(response?.schema, doc?.response ?? response?.made)).toEqual([]);
  });

  it('uses every path key', () => {
    const used = new Set(
      operations.flatMap((one) => fieldPaths(one).map((path) => `${one.key} ${keyOf(one.fields, path)}`)),
    );
    const unused = documentedResources.flatMap(({ key, doc }) =>
      Object.keys(doc.fields).filter((field) => field.includes('.') && !used.has(`${key} ${field}`)),
    );
    expect(unused).toEqual([]);
    const names = new Set([...used].map((entry) => entry.split(' ')[1]));
    expect(Object.keys(vocabulary).filter((field) => !names.has(field))).toEqual([]);
  });

  it('is written in sentences', () => {
    const texts = documentedResources.flatMap(({ doc }) => [
      doc.about,
      ...Object.values(doc.operations).flatMap(({ summary, description = summary }) => [summary, description]),
      ...Object.values(doc.fields).map((field) => (typeof field === 'string' ? field : field.text)),
    ]);
    expect(texts.filter((text) => !isSentence(text))).toEqual([]);
  });
});
