// Code samples in curl, JavaScript and Python.
import type { Access } from '../kit.ts';
import type { ReferenceOperation } from './reference.ts';

export const snippetLanguages = ['curl', 'javascript', 'python'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

const needsToken = (access: Access) => !['public', 'interaction'].includes(access);

/** The path with its parameters filled in. */
export const filledPath = ({ path, parameters }: ReferenceOperation, values: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example;
    return encodeURIComponent(values[name] ?? String(example ?? name));
  });

const pythonValue = (value: unknown, indent: string): string => {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${pythonValue(item, inner)},\n`)
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${pythonValue(item, inner)},\n`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join('')}${indent}${close}`;
};

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const jsonOf = (value: unknown) => JSON.stringify(value, null, 2);

export const snippetsOf = (
  operation: ReferenceOperation,
  access: Access,
  endpoint: string,
): Record<SnippetLanguage, string> => {
  const { method, body } = operation;
  const url = `${endpoint}${filledPath(operation)}`;
  const hasToken = needsToken(access);
  const isJson = body?.mediaType === 'application/json';
  const isForm = body?.mediaType === 'multipart/form-data';
  const curl = [
    `curl --fail-with-body -X ${method} "${url}"`,
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(isJson ? ["-H 'Content-Type: application/json'", `-d ${shellQuoted(jsonOf(body.example))}`] : []),
    ...(isForm ? ["-F 'file=@file'"] : []),
    ...(body && !isJson && !isForm ? [`-H 'Content-Type: ${body.mediaType}'`, '--data-binary @file'] : []),
  ].join(' \\\n  ');

  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template belongs to the snippet
    ...(hasToken ? ['    Authorization: `Bearer ${token}`,\n'] : []),
    ...(body && !isForm ? [`    'Content-Type': '${body.mediaType}',\n`] : []),
  ].join('');
  const content = isJson ? `JSON.stringify(${jsonOf(body.example).replaceAll('\n', '\n  ')})` : 'file';
  const javascript = [
    ...(isForm ? ["const form = new FormData();\nform.append('file', file);\n\n"] : []),
    `const response = await fetch('${url}', {\n  method: '${method}',\n`,
    ...(headers ? [`  headers: {\n${headers}  },\n`] : []),
    ...(body ? [`  body: ${isForm ? 'form' : content},\n`] : []),
    '});\n',
    'if (!response.ok) throw new Error(await response.text());',
    ...(operation.answer?.mediaType === 'application/json' ? ['\nconst result = await response.json();'] : []),
  ].join('');

  const pythonHeaders = [
    ...(hasToken ? ['        "Authorization": f"Bearer {token}",\n'] : []),
    ...(body && !isForm && !isJson ? [`        "Content-Type": "${body.mediaType}",\n`] : []),
  ].join('');
  const python = [
    'import requests\n\n',
    `response = requests.request(\n    "${method}",\n    "${url}",\n`,
    ...(pythonHeaders ? [`    headers={\n${pythonHeaders}    },\n`] : []),
    ...(isJson ? [`    json=${pythonValue(body.example, '    ')},\n`] : []),
    ...(isForm ? ['    files={"file": open("file", "rb")},\n'] : []),
    ...(body && !isJson && !isForm ? ['    data=open("file", "rb"),\n'] : []),
    ')\nresponse.raise_for_status()',
    ...(operation.answer?.mediaType === 'application/json' ? ['\nresult = response.json()'] : []),
  ].join('');
  return { curl, javascript, python };
};
