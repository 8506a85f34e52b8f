// API reference pages, one per resource.
import type { Content, ReferenceOperation, ReferenceResource } from '@tessera/contract/docs/reference';
import { snippetLanguages, snippetsOf } from '@tessera/contract/docs/snippets';
import type { ErrorCode } from '@tessera/contract/errors';
import type { Access } from '@tessera/contract/kit';
import { codeBlock, escapeHtml, table, withCode } from './html.ts';
import type { Page } from './page.ts';

const accessTexts: Record<Access, string> = {
  management:
    'Management API. Send an access token for the Management API, issued to a machine-to-machine app through client credentials.',
  public: 'Public. No access token required.',
  account: 'Account API. Send the opaque access token issued to your application at sign-in.',
  scim: 'SCIM. Send a token of the enterprise SSO connector.',
  me: "Console API. Called by the console with the administrator's access token.",
  interaction: 'Experience API. Called by the sign-in pages with the cookies of the sign-in session.',
  cloud: 'Cloud API.',
  organization: 'Cloud API.',
  cloudPublic: 'Cloud API.',
};
const languageNames = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };

const json = (value: unknown) => JSON.stringify(value, null, 2);
const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const needed = (isRequired: boolean) => (isRequired ? ' <small>required</small>' : '');

const fieldsOf = ({ fields }: Content, label: string) =>
  fields.length === 0
    ? ''
    : table(
        label,
        ['Field', 'Type', 'Description'],
        fields.map(({ name, type, isRequired, text }) => [code(name) + needed(isRequired), code(type), withCode(text)]),
      );

const parametersOf = ({ parameters }: ReferenceOperation) =>
  parameters.length === 0
    ? ''
    : `<h3>Parameters</h3>${table(
        'Parameters',
        ['Name', 'In', 'Type', 'Description'],
        parameters.map(({ name, in: place, type, isRequired, text }) => [
          code(name) + needed(isRequired),
          place,
          code(type),
          withCode(text),
        ]),
      )}`;

const requestOf = ({ body }: ReferenceOperation) =>
  body ? `<h3>Request body</h3><p>${code(body.mediaType)}</p>${fieldsOf(body, 'Request body')}` : '';

const answerOf = ({ answer, status }: ReferenceOperation) => {
  if (!answer) return `<h3>Response</h3><p>Status ${status}, without content.</p>`;
  const example = answer.example === undefined ? '' : codeBlock(json(answer.example), 'Example response');
  return `<h3>Response</h3><p>Status ${status}, ${code(answer.mediaType)}.</p>${fieldsOf(answer, 'Response')}${example}`;
};

const errorsOf = ({ errors }: ReferenceOperation, messageOf: (code: ErrorCode) => string) =>
  errors.length === 0
    ? ''
    : `<h3>Errors</h3>${table(
        'Errors',
        ['Status', 'Code', 'Message'],
        errors.map((error) => [
          String(error.status),
          `<a href="{{base}}/errors#${error.code}">${code(error.code)}</a>`,
          escapeHtml(messageOf(error.code)),
        ]),
      )}`;

const snippetsHtml = (operation: ReferenceOperation, access: Access) => {
  const snippets = snippetsOf(operation, access, '{{endpoint}}');
  return `<h3>Example request</h3><div class="snippets">${snippetLanguages
    .map(
      (language) =>
        `<div data-language="${language}"><p class="language">${languageNames[language]}</p>${codeBlock(
          snippets[language],
          languageNames[language],
        )}</div>`,
    )
    .join('')}</div>`;
};

const operationHtml = (
  operation: ReferenceOperation,
  access: Access,
  messageOf: (code: ErrorCode) => string,
) => `<section id="${operation.name}" aria-labelledby="${operation.name}-heading">
<h2 id="${operation.name}-heading"><span class="method">${operation.method}</span> <code>${escapeHtml(operation.path)}</code></h2>
<p>${withCode(operation.summary)}</p>${operation.description ? `<p>${withCode(operation.description)}</p>` : ''}
${parametersOf(operation)}${requestOf(operation)}${snippetsHtml(operation, access)}${answerOf(operation)}
${errorsOf(operation, messageOf)}</section>`;

export const referencePage = (resource: ReferenceResource, messageOf: (code: ErrorCode) => string): Page => {
  const { slug, title, about, access, operations } = resource;
  const index = operations
    .map(
      ({ name, method, path, summary }) =>
        `<li><a href="#${name}"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></a> ${withCode(summary)}</li>`,
    )
    .join('');
  const content = `<h1>${escapeHtml(title)}</h1><p>${withCode(about)}</p><p>${accessTexts[access]}</p>
<ul class="operations">${index}</ul>
${operations.map((operation) => operationHtml(operation, access, messageOf)).join('\n')}`;
  const entries = operations.map(({ name, method, path, summary }) => ({
    title: `${method} ${path}`,
    text: summary,
    anchor: name,
  }));
  return { slug: `api/${slug}`, title, content, entries: [{ title, text: about }, ...entries] };
};
