// Dialogs, confirmations and toasts, each behind a button.
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Affected } from '../src/kit/affected.tsx';
import { Alert } from '../src/kit/alert.tsx';
import { AssignDialog } from '../src/kit/assign-dialog.tsx';
import { useConfirm } from '../src/kit/confirm.tsx';
import { CreationDialog } from '../src/kit/creation-form.tsx';
import { DeleteDialog } from '../src/kit/delete-dialog.tsx';
import { Dialog } from '../src/kit/dialog.tsx';
import { SidePanel } from '../src/kit/side-panel.tsx';
import { useSuccessToast } from '../src/kit/success-toast.ts';
import { long } from './samples.ts';
import { Specimen } from './specimen.tsx';

const nothing = () => {};
const many = Array.from({ length: 14 }, (_, index) => `Field ${index + 1}`);
const fields = many.map((label) => <TextInput key={label} label={label} />);

type Sample = { name: string; show: (close: () => void) => ReactNode };
const samples: Sample[] = [
  { name: 'Alert', show: (onClose) => <Alert title="No access" message={long.text} onClose={onClose} /> },
  {
    name: 'Dialog',
    show: (onClose) => (
      <Dialog title={long.name} onClose={onClose}>
        <p>{long.text}</p>
        <p>{long.url}</p>
      </Dialog>
    ),
  },
  {
    name: 'CreationDialog, longer than the window',
    show: (onClose) => (
      <CreationDialog
        title="Create webhook"
        action="Create webhook"
        busy={false}
        onSubmit={(event) => event?.preventDefault()}
        onClose={onClose}
      >
        {fields}
      </CreationDialog>
    ),
  },
  {
    name: 'DeleteDialog',
    show: (onClose) => (
      <DeleteDialog
        title={`Delete ${long.name}?`}
        text={long.text}
        name={long.name}
        deleting={false}
        onDelete={nothing}
        onClose={onClose}
      />
    ),
  },
  {
    name: 'AssignDialog',
    show: (onClose) => (
      <AssignDialog
        title="Assign roles"
        text={long.text}
        submitLabel="Assign roles"
        empty
        busy={false}
        onSubmit={nothing}
        onClose={onClose}
      >
        <p>Nothing is chosen yet.</p>
      </AssignDialog>
    ),
  },
  {
    name: 'SidePanel',
    show: (onClose) => (
      <SidePanel title="Introduction" size={520} onClose={onClose}>
        <p>{long.text}</p>
        <p>{long.url}</p>
      </SidePanel>
    ),
  },
];

export function Dialogs() {
  const [open, setOpen] = useState<Sample>();
  const { confirm, alert } = useConfirm();
  const toast = useSuccessToast();
  const question = {
    title: `Delete ${long.name}?`,
    text: (
      <Affected
        text={long.text}
        counts={[
          { kind: 'users', query: { queryKey: ['gallery', 'users'], queryFn: () => ({ total: 12_480 }) } },
          { kind: 'roles', query: { queryKey: ['gallery', 'roles'], queryFn: () => ({ total: 1 }) } },
        ]}
      />
    ),
    confirmLabel: 'Delete',
    danger: true,
  };
  return (
    <Specimen name="Dialogs and toasts">
      {samples.map((sample) => (
        <Button key={sample.name} variant="default" onClick={() => setOpen(sample)}>
          {sample.name}
        </Button>
      ))}
      <Button variant="default" onClick={() => void confirm(question)}>
        confirm
      </Button>
      <Button variant="default" onClick={() => void alert({ title: 'Not saved', text: long.text })}>
        alert
      </Button>
      <Button variant="default" onClick={() => toast('Changes saved')}>
        Success toast
      </Button>
      {open?.show(() => setOpen(undefined))}
    </Specimen>
  );
}
