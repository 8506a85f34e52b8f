// Text inputs and uploads.
import { NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { CheckGroup } from '../src/kit/check-group.tsx';
import { CodeField } from '../src/kit/code-field.tsx';
import { ColorField } from '../src/kit/color-field.tsx';
import { CssField } from '../src/kit/css-field.tsx';
import { DropArea, DropHint } from '../src/kit/drop-area.tsx';
import { Editor } from '../src/kit/editor.tsx';
import { FileText } from '../src/kit/file-text.tsx';
import { ImageField } from '../src/kit/image-field.tsx';
import { JsonField } from '../src/kit/json-field.tsx';
import { KeyValueRows } from '../src/kit/key-value-rows.tsx';
import { MultiText } from '../src/kit/multi-text.tsx';
import { ScriptField } from '../src/kit/script-field.tsx';
import { SearchBox } from '../src/kit/search-box.tsx';
import { TagInput } from '../src/kit/tag-input.tsx';
import type { TemplateHandle } from '../src/kit/template-editor.tsx';
import { TemplateField } from '../src/kit/template-field.tsx';
import { Uploader, UploaderSkeleton } from '../src/kit/uploader.tsx';
import { long } from './samples.ts';
import { Specimen } from './specimen.tsx';

const nothing = () => {};
const failing = async () => Promise.reject(new Error('There is no server behind the gallery.'));

function Plain() {
  return (
    <Specimen name="TextInput and others of the library" stacked>
      <TextInput label="Name" description="A hint" placeholder="Placeholder" />
      <TextInput label={long.name} value={long.url} onChange={nothing} withAsterisk />
      <TextInput label="Invalid" placeholder="Not typed" error="Enter a URL that starts with https://." />
      <TextInput label="Read-only" value="Cannot be changed" readOnly />
      <TextInput label="Disabled" value="Not now" disabled />
      <PasswordInput label="Password" visibilityToggleButtonProps={{ 'aria-label': 'Show password' }} />
      <NumberInput label="Lifetime" defaultValue={3600} />
      <Select label="Language" data={['English', 'Deutsch', long.arabic]} defaultValue="English" />
      <Textarea label="Description" rows={2} defaultValue={long.text} />
      <Textarea label="Read-only description" rows={2} value={long.text} readOnly />
      <Switch label="Rotate refresh tokens" description={long.text} />
    </Specimen>
  );
}

function Checks() {
  const options = [
    { value: 'code', label: 'Authorization code', description: 'Users sign in in a browser.' },
    { value: 'long', label: long.name, description: long.text },
  ];
  return (
    <Specimen name="CheckGroup" stacked>
      <CheckGroup label="Allowed grants" description="A hint" options={options} defaultValue={['code']} />
      <CheckGroup label="Invalid" options={options} error="Choose at least one." />
    </Specimen>
  );
}

function Rows() {
  const rows = ['https://one.example/', long.url, 'not a URL'];
  return (
    <Specimen name="MultiText, KeyValueRows" stacked>
      <MultiText
        label="Redirect URIs"
        description="Must match exactly"
        required
        rows={rows.map((value, index) => ({
          value,
          error: index === 2 ? 'Enter a complete URL.' : undefined,
          onChange: nothing,
          onBlur: nothing,
          'data-path': `uris.${index}`,
        }))}
        onAdd={nothing}
        onRemove={nothing}
      />
      <MultiText
        label="Empty list"
        placeholder="https://example.com/"
        rows={[{ value: '', onChange: nothing, onBlur: nothing, 'data-path': 'empty.0' }]}
        onAdd={nothing}
        onRemove={nothing}
      />
      <KeyValueRows
        label="Custom headers"
        keyLabel="Header"
        valueLabel="Value"
        rows={[
          { key: 'X-Token', value: long.id, path: 'headers.0' },
          { key: 'X Wrong', value: '', keyError: 'Use letters and hyphens.', path: 'headers.1' },
        ]}
        onChange={nothing}
        onAdd={nothing}
        onRemove={nothing}
      />
      <KeyValueRows
        label="Environment variables"
        keyLabel="Variable"
        valueLabel="Secret value"
        secret
        rows={[{ key: 'API_KEY', value: 'secret', path: 'variables.0' }]}
        onChange={nothing}
        onAdd={nothing}
        onRemove={nothing}
      />
    </Specimen>
  );
}

function Words() {
  const [values, setValues] = useState(['example.com', long.email]);
  const [typed, setTyped] = useState('');
  const tags = { check: () => undefined, isMarked: (value: string) => value === long.email };
  return (
    <Specimen name="TagInput, SearchBox" stacked>
      <TagInput
        {...tags}
        label="Domains"
        values={values}
        typed={typed}
        onChange={setValues}
        onType={setTyped}
        data-path="domains"
      />
      <TagInput
        {...tags}
        label="Invalid domains"
        description={long.text}
        values={[]}
        typed="no domain"
        error="Enter a host name."
        onChange={nothing}
        onType={nothing}
        data-path="invalid-domains"
      />
      <SearchBox label="Search by name" value="" onSearch={nothing} />
    </Specimen>
  );
}

function Files() {
  return (
    <Specimen name="Uploader, UploaderSkeleton, ImageField, FileText, DropArea, ColorField" stacked>
      <Uploader label="Logo" value="" onChange={nothing} upload={failing} />
      <Uploader
        label="Favicon"
        value="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"
        onChange={nothing}
        upload={failing}
      />
      <UploaderSkeleton label="Picture" />
      <ImageField label="Picture of the user" value="" onChange={nothing} onBlur={nothing} data-path="avatar" />
      <FileText
        accept=".pem"
        button="Choose certificate file"
        read={(file) => file.text()}
        onRead={nothing}
        onRefuse={nothing}
      >
        <Textarea label="Certificate" rows={3} />
      </FileText>
      <div>
        <DropArea label="File with users" accept=".csv" hint="drop-hint" isRefused size="large" onFiles={nothing}>
          <span>Drop a file, or click to choose one</span>
        </DropArea>
        <DropHint id="drop-hint" isRefused>
          Choose a CSV or JSON file.
        </DropHint>
      </div>
      <ColorField
        label="Brand color"
        fallback="#4C5AE6"
        value=""
        onChange={nothing}
        onBlur={nothing}
        data-path="color"
      />
      <ColorField
        label="Invalid color"
        fallback="#4C5AE6"
        value="#12"
        error="Enter a color such as #4C5AE6."
        onChange={nothing}
        onBlur={nothing}
        data-path="wrong-color"
      />
    </Specimen>
  );
}

function Code() {
  const [json, setJson] = useState('{\n  "plan": "pro"\n}');
  const [css, setCss] = useState('body {\n  color: rebeccapurple;\n}');
  const [script, setScript] = useState('const getCustomClaims = async ({ token }) => ({ plan: "pro" });');
  const [template, setTemplate] = useState('<p>Your code: {{code}} {{cod}}</p>');
  const handle = useRef<TemplateHandle>(undefined);
  const given = { onBlur: nothing };
  return (
    <Specimen name="JsonField, CssField, CodeField, ScriptField, TemplateField" stacked>
      <JsonField {...given} label="Custom data" value={json} onChange={setJson} data-path="json" />
      <CssField {...given} label="Custom CSS" value={css} onChange={setCss} data-path="css" />
      <CodeField
        {...given}
        editor={Editor}
        label="Invalid JSON"
        required
        description={long.text}
        value="{"
        error="Enter a valid JSON object."
        onChange={nothing}
        data-path="code"
      />
      <div>
        <span id="script-label">Script</span>
        <span id="script-hint" className="visually-hidden">
          JavaScript
        </span>
        <ScriptField
          value={script}
          onChange={setScript}
          labelledBy="script-label"
          describedBy="script-hint"
          scope={{ type: 'object' }}
          errorLine={undefined}
          onFindings={nothing}
        />
      </div>
      <div>
        <span id="template-label">Template</span>
        <span id="template-hint" className="visually-hidden">
          HTML
        </span>
        <TemplateField
          {...given}
          value={template}
          onChange={setTemplate}
          labelledBy="template-label"
          describedBy="template-hint"
          invalid={false}
          path="template"
          variables={['code', 'user.name']}
          findUnknown={(text) =>
            [...text.matchAll(/\bcod\b/g)].map(({ index }) => ({ from: index, to: index + 'cod'.length }))
          }
          isHtml
          direction="ltr"
          handle={handle}
        />
      </div>
    </Specimen>
  );
}

export const Fields = () => (
  <>
    <Plain />
    <Checks />
    <Rows />
    <Words />
    <Files />
    <Code />
  </>
);
