// Components for selecting items.
import { IconDeviceMobile, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { ChoiceCard, ChoiceCards } from '../src/kit/choice-card.tsx';
import { PermissionTree } from '../src/kit/permission-tree.tsx';
import { SortableList } from '../src/kit/sortable-list.tsx';
import { TransferBox, TransferSkeleton } from '../src/kit/transfer-box.tsx';
import { TransferFrame } from '../src/kit/transfer-frame.tsx';
import { long, type Person, people } from './samples.ts';
import { Specimen } from './specimen.tsx';

const nothing = () => {};
const groups = [
  {
    id: 'orders',
    name: 'Orders API',
    permissions: [
      { id: 'read', name: 'read:orders', description: long.text },
      { id: 'write', name: 'write:orders', description: null },
    ],
  },
  { id: 'long', name: long.name, permissions: [{ id: 'long', name: long.id }] },
];

function Cards() {
  return (
    <Specimen name="ChoiceCards" stacked>
      <ChoiceCards legend="Application type">
        <ChoiceCard
          name="type"
          value="native"
          defaultChecked
          icon={<IconDeviceMobile />}
          title="Native app"
          text="Runs on a device."
        />
        <ChoiceCard
          name="type"
          value="spa"
          icon={<IconWorld />}
          title={long.name}
          text={long.text}
          more="React, Vue, Angular"
        />
        <ChoiceCard name="type" value="other" disabled icon={<IconWorld />} title="Not available" text="" />
      </ChoiceCards>
    </Specimen>
  );
}

function Several() {
  const [chosen, setChosen] = useState<Person[]>(people.slice(1, 2));
  const [permissions, setPermissions] = useState<string[]>(['read', 'write']);
  const box = {
    emptyText: 'There are no users yet.',
    chosen,
    onChange: setChosen,
    nameOf: ({ name }: Person) => name,
    render: ({ name }: Person) => name,
  };
  return (
    <>
      <Specimen name="TransferBox" stacked>
        <TransferBox
          {...box}
          label="Users"
          searchLabel="Search users"
          query={() => ({ queryKey: ['gallery', 'people'], queryFn: () => ({ items: people, total: 60 }) })}
          isDisabled={({ id }) => id === '3'}
        />
        <TransferBox
          {...box}
          label="Nothing to choose from"
          searchLabel="Search nothing"
          chosen={[]}
          query={() => ({ queryKey: ['gallery', 'nobody'], queryFn: () => ({ items: [], total: 0 }) })}
          error="Choose at least one user."
        />
      </Specimen>
      <Specimen name="TransferFrame, TransferSkeleton" stacked>
        <TransferFrame
          label="While it loads"
          searchLabel="Search while it loads"
          typed=""
          onType={nothing}
          chosen={people.map(({ id, name }) => ({ id, name, content: name }))}
          onRemove={nothing}
          onClear={nothing}
        >
          <TransferSkeleton />
        </TransferFrame>
      </Specimen>
      <Specimen name="PermissionTree" stacked>
        <PermissionTree
          label="Permissions"
          searchLabel="Search permissions"
          emptyText="There are no permissions yet."
          groups={groups}
          chosen={permissions}
          onChange={setPermissions}
        />
      </Specimen>
    </>
  );
}

function Order() {
  const [items, setItems] = useState(['First', long.name, 'Third']);
  return (
    <Specimen name="SortableList" stacked>
      <SortableList
        label="Order of the fields"
        items={items}
        idOf={(item) => item}
        nameOf={(item) => item}
        onMove={setItems}
        row={(item) => <span>{item}</span>}
      />
    </Specimen>
  );
}

export const Choices = () => (
  <>
    <Cards />
    <Several />
    <Order />
  </>
);
