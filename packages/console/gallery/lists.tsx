// Lists in every state, as a page and inside one.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../src/app/problem.ts';
import { EmptyState } from '../src/kit/empty-state.tsx';
import { FilterBar, FilterOptions } from '../src/kit/filter-bar.tsx';
import { Highlight } from '../src/kit/highlight.tsx';
import { ListPage } from '../src/kit/list-page.tsx';
import { ListSection } from '../src/kit/list-section.tsx';
import { type Column, ListTable, ListTableSkeleton } from '../src/kit/list-table.tsx';
import { NoValue } from '../src/kit/no-value.tsx';
import { NothingIllustration } from '../src/kit/nothing-illustration.tsx';
import { PagedRows } from '../src/kit/paged-rows.tsx';
import { RemoteChoice } from '../src/kit/remote-choice.tsx';
import { RemoveButton } from '../src/kit/remove-button.tsx';
import { RowMenu } from '../src/kit/row-menu.tsx';
import rowName from '../src/kit/row-name.module.css';
import { SelectionBar } from '../src/kit/selection-bar.tsx';
import { TagList } from '../src/kit/tag-list.tsx';
import { long, type Person, people } from './samples.ts';
import { Specimen } from './specimen.tsx';

const nothing = () => {};
const columns: Column<Person>[] = [
  {
    key: 'name',
    title: 'Name',
    width: '30%',
    cell: ({ name }) => (
      <span className={rowName.name}>
        <a href="#lists" dir="auto">
          {name}
        </a>
      </span>
    ),
  },
  {
    key: 'created',
    title: 'Created',
    width: '12%',
    priority: 6,
    sort: { direction: 'descending', onToggle: nothing },
    cell: () => 'Nov 2, 2026',
  },
  { key: 'email', title: 'Email', width: '25%', cell: ({ email }) => (email ? <bdi>{email}</bdi> : <NoValue />) },
  { key: 'roles', title: 'Roles', width: '20%', cell: ({ roles }) => <TagList items={roles} /> },
  { key: 'about', title: 'Priority 4', width: '15%', priority: 4, cell: () => long.text.slice(0, 60) },
  {
    key: 'actions',
    title: 'Actions',
    width: '10%',
    cell: ({ name }) => <RowMenu name={name} onDelete={nothing} deleteLabel="Delete" />,
  },
];

const nested: Column<Person>[] = [
  { key: 'name', title: 'Name', width: '50%', cell: ({ name }) => name },
  { key: 'email', title: 'Email', width: '30%', cell: ({ email }) => email ?? <NoValue /> },
  {
    key: 'actions',
    title: 'Actions',
    width: '20%',
    cell: ({ name }) => <RemoveButton name={name} onClick={nothing} />,
  },
];
const idOf = ({ id }: Person) => id;

const answers = {
  full: () => Promise.resolve({ items: people, total: 145 }),
  none: () => Promise.resolve({ items: [] as Person[], total: 0 }),
  waiting: () => new Promise<never>(() => {}),
  failed: () => Promise.reject(new ApiProblem(500, long.text, {})),
};

function useAnswer(kind: keyof typeof answers) {
  return useQuery({ queryKey: ['gallery', 'list', kind], queryFn: answers[kind], retry: false, meta: { panel: true } });
}

function Section({ kind, keyword }: { kind: keyof typeof answers; keyword?: string }) {
  const query = useAnswer(kind);
  return (
    <ListSection
      title={`Users, ${kind}`}
      searchLabel={`Search users, ${kind}${keyword ?? ''}`}
      search={keyword === undefined ? {} : { keyword }}
      query={query}
      columns={columns}
      rowKey={idOf}
      empty={<EmptyState illustration={<NothingIllustration />} title="No users yet" text="Create the first one." />}
    />
  );
}

function Page() {
  const query = useAnswer('full');
  return (
    <ListPage
      title="Users"
      subtitle={long.text}
      actions={<Button>Create user</Button>}
      search={{ page: 3 }}
      query={query}
      columns={columns}
      rowKey={idOf}
      empty={null}
    />
  );
}

const filters = (['Status', 'MFA'] as const).map((label) => ({
  ...{ key: label, label, onClear: nothing },
  value: label === 'MFA' ? long.name : undefined,
  editor: () => <FilterOptions options={[{ value: 'one', label: 'One' }]} value="one" onChange={nothing} />,
}));

export const Lists = () => (
  <>
    <Specimen name="FilterBar">
      <FilterBar filters={filters} onClear={nothing} />
    </Specimen>
    <Specimen name="RemoteChoice">
      <RemoteChoice
        label="Application"
        placeholder="All applications"
        chosen={undefined}
        found={[{ value: 'one', label: long.name }]}
        onType={nothing}
        onChange={nothing}
      />
    </Specimen>
    <Specimen name="Highlight">
      <span style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        <Highlight text={long.email} part="address" />
      </span>
    </Specimen>
    <Specimen name="ListPage" stacked>
      <Page />
    </Specimen>
    <Specimen name="ListSection, loading" stacked>
      <Section kind="waiting" />
    </Specimen>
    <Specimen name="ListSection, empty" stacked>
      <Section kind="none" />
    </Specimen>
    <Specimen name="ListSection, nothing found" stacked>
      <Section kind="none" keyword={long.email} />
    </Specimen>
    <Specimen name="ListSection, failed" stacked>
      <Section kind="failed" />
    </Specimen>
    <Specimen name="ListTable inside a page" stacked>
      <ListTable title="Members" columns={nested} items={people} rowKey={idOf} stale={false} />
      <ListTableSkeleton title="Members, loading" columns={nested} rows={2} />
    </Specimen>
    <Specimen name="PagedRows" stacked>
      <PagedRows
        title="Members, paged"
        data={{ items: people, total: 145 }}
        columns={nested}
        page={3}
        parameter="members"
        stale={false}
      />
    </Specimen>
    <Specimen name="ListTable with selection" stacked>
      <ListTable
        title="Selectable users"
        columns={columns}
        items={people}
        rowKey={idOf}
        stale={false}
        selection={{
          isSelected: ({ id }) => id === people[0]?.id,
          onToggle: nothing,
          label: ({ name }) => `Select ${name}`,
          pageLabel: 'Select all users on this page',
        }}
      />
    </Specimen>
    <Specimen name="SelectionBar" stacked>
      <SelectionBar text="3 selected" all={{ label: 'Select all 342', onSelect: nothing }} onClear={nothing}>
        <Button variant="default" size="compact-md">
          Suspend
        </Button>
        <Button variant="default" size="compact-md">
          {long.name}
        </Button>
      </SelectionBar>
    </Specimen>
  </>
);
