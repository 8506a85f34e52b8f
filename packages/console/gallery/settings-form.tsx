// A settings form with its save bar.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDetailsForm } from '../src/kit/details-form.ts';
import { EditableForm } from '../src/kit/editable-form.tsx';
import { FormSection, FormSections } from '../src/kit/form-section.tsx';
import { SaveBar } from '../src/kit/save-bar.tsx';
import { SectionIndex } from '../src/kit/section-index.tsx';
import { Specimen } from './specimen.tsx';

type Thing = { name: string; description: string };
type Version = Thing & { etag: string };

/** A working form on an entity that exists only in the gallery. A conflicting version can be saved from outside it. */
function LivingForm() {
  const [stored, setStored] = useState<Version>({ name: 'Shop', description: '', etag: '1' });
  const [shown, setShown] = useState(stored);
  const next = (change: Partial<Thing>) => {
    const version = { ...stored, ...change, etag: String(Number(stored.etag) + 1) };
    setStored(version);
    return version;
  };
  const work = useDetailsForm<Thing, Thing>({
    entity: shown,
    valuesOf: ({ name, description }) => ({ name, description }),
    validate: ({ name }) => (name === '' ? { name: 'Enter a name.' } : {}),
    read: async () => stored,
    write: async (base, values) => {
      if (base.etag !== stored.etag) throw new Error('This version is not the newest one.');
      return next(values);
    },
    onNewVersion: (newer) => setShown(newer as Version),
  });
  const { form } = work;
  return (
    <EditableForm work={work} labelOf={(field) => field}>
      <FormSection title="A form that saves" text="Clear the name to see an error, or let someone else save first.">
        <TextInput label="Name of the shop" {...form.getInputProps('name')} />
        <TextInput label="Description of the shop" {...form.getInputProps('description')} />
        <div>
          <Button variant="default" onClick={() => next({ name: 'Their name' })}>
            Save another name elsewhere
          </Button>
        </div>
      </FormSection>
    </EditableForm>
  );
}

const nothing = () => {};

export const SettingsForm = () => (
  <>
    <Specimen name="EditableForm" stacked>
      <LivingForm />
    </Specimen>
    <Specimen name="SectionIndex" stacked>
      <SectionIndex
        sections={[
          { id: 'first', title: 'Credentials' },
          { id: 'second', title: 'A section with a title of several words' },
        ]}
        aside={<p>Health or facts, above the sections when narrow</p>}
      >
        <FormSections wide>
          <FormSection id="first" title="Credentials" text="The first section." action={<Button>Act</Button>}>
            <TextInput label="Client ID" />
          </FormSection>
          <FormSection id="second" title="A section with a title of several words" text="">
            <TextInput label="Redirect URI" />
          </FormSection>
        </FormSections>
      </SectionIndex>
    </Specimen>
    <Specimen name="SaveBar" stacked>
      <SaveBar changes={1} saving={false} onDiscard={nothing} />
      <SaveBar changes={12} saving={false} onDiscard={nothing} invalid={{ count: 3, show: nothing }} />
      <SaveBar changes={1} saving onDiscard={nothing} />
      <SaveBar changes={0} saving={false} onDiscard={nothing} creation="Not created yet" />
      <SaveBar changes={1} saving={false} onDiscard={nothing} pending="Uploading the archive" />
    </Specimen>
  </>
);
